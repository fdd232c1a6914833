/** Cells named like `c5`: the file from 0, the rank from 1. Names are all a board knows of its geometry. */

export interface Place {
  readonly file: number;
  readonly rank: number;
}

export function place(cell: string): Place {
  return { file: cell.charCodeAt(0) - 97, rank: Number(cell.slice(1)) };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A cell in the drawing: its middle, and where the arrow keys find it (in widths of a cell, as seen). */
export interface Spot extends Point {
  readonly column: number;
  readonly row: number;
}

/** Where the cells of a square board lie, rank 1 nearest to the first seat; turned round for the other. */
export function grid(side: number, width: number, height: number): (cell: string, isFlipped: boolean) => Spot {
  return (cell, isFlipped) => {
    const { file, rank } = place(cell);
    const [column, row] = isFlipped ? [side - 1 - file, rank - 1] : [file, side - rank];
    return { column, row, x: (column + 0.5) * width, y: (row + 0.5) * height };
  };
}

export function between(a: Point, b: Point, time: number): Point {
  return { x: a.x + (b.x - a.x) * time, y: a.y + (b.y - a.y) * time };
}

/** `M…L…` through points. */
export function line(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)},${round(y)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
