/**
 * Where Axom's cells lie in the drawing. On its corner the board is a diamond with a1 nearest to its player; the square
 * view is the same data on a plain grid. Turned round for the other seat.
 */

import { grid, line, place, type Point, type Spot } from "../../board/cells";

export type View = "diamond" | "square";

export const LAYER = { diamond: 10, square: 8 } as const;
const SIDE = 7;
const onKeys = grid(SIDE, 1, 1);

export class Geometry {
  readonly view: View;
  readonly flipped: boolean;

  constructor(view: View, flipped: boolean) {
    this.view = view;
    this.flipped = flipped;
  }

  get layer(): number {
    return LAYER[this.view];
  }

  get viewBox(): string {
    return this.view === "diamond" ? "-386 -612 772 664" : "-75 -476 546 560";
  }

  /** The middle of a cell's floor. The arrow keys find it by file and rank in both views. */
  at(cell: string): Spot {
    const { file, rank } = place(cell);
    return { ...onKeys(cell, this.flipped), ...this.corner(file + 0.5, rank - 0.5) };
  }

  /** A point of the grid, counted in cells from the outer corner of a1. */
  corner(file: number, rank: number): Point {
    return this.flipped ? this.#seen(SIDE - file, SIDE - rank) : this.#seen(file, rank);
  }

  /** The same from the corner nearest to the reader. */
  #seen(file: number, rank: number): Point {
    if (this.view === "diamond") return { x: (file - rank) * 50, y: -(file + rank) * 40 };
    return { x: file * 66 - 33, y: 31 - rank * 62 };
  }

  /** The outline of some cells: from one corner of the grid to the opposite one. */
  area(file: number, rank: number, toFile: number, toRank: number): string {
    const corners = [
      [file, rank],
      [toFile, rank],
      [toFile, toRank],
      [file, toRank],
    ] as const;
    return `${line(corners.map(([f, r]) => this.corner(f, r)))}z`;
  }

  /** The outline of a cell, around its middle. */
  get cell(): string {
    return this.view === "diamond" ? "M0,-40L50,0 0,40-50,0z" : "M-33,-31h66v62h-66z";
  }

  /** The outline of a block's top face, around its middle. */
  get top(): string {
    return this.view === "diamond" ? "M0,-30.4L38,0 0,30.4-38,0z" : "M-26,-22h52v42h-52z";
  }

  /** The board's outline, `by` units outside its cells. */
  outline(by: number): string {
    if (this.view === "diamond") return `M0,${-560 - by * 0.8}L${350 + by},-280 0,${by * 0.8} ${-350 - by},-280z`;
    return `M${-33 - by},${-403 - by}H${429 + by}V${31 + by}H${-33 - by}z`;
  }

  /** The front edge of the frame, which has some thickness. */
  get edge(): string {
    if (this.view === "diamond") return "M-376,-280v14L0,34.8 376,-266v-14z";
    return "M-59,40v29H455v-29z";
  }

  /** Letters along the near right side, digits along the near left. */
  get labels(): readonly { readonly words: string; readonly at: Point }[] {
    const offset =
      this.view === "diamond"
        ? ({ file: [11, 17], rank: [-11, 17] } as const)
        : ({ file: [0, 19], rank: [-13, 5] } as const);
    return Array.from({ length: SIDE }, (_, index) => {
      const named = this.flipped ? SIDE - 1 - index : index;
      const file = this.#seen(index + 0.5, 0);
      const rank = this.#seen(0, index + 0.5);
      return [
        { words: "abcdefg".charAt(named), at: { x: file.x + offset.file[0], y: file.y + offset.file[1] } },
        { words: String(named + 1), at: { x: rank.x + offset.rank[0], y: rank.y + offset.rank[1] } },
      ];
    }).flat();
  }
}
