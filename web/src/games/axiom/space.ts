/** Axiom's space: integer cells, six directions, faces. World coordinates are game coordinates; the table is below z = 1. */

import type { Cube, Face, Sceptre } from "./scene";

export type { Cube, Face, Sceptre } from "./scene";
export type Cell = Face["cell"];
export type Direction = Face["direction"];

export interface Position {
  readonly cubes: readonly Cube[];
  readonly sceptres: readonly Sceptre[];
}

export const DIRECTIONS: readonly Direction[] = ["x+", "x-", "y+", "y-", "z+", "z-"];

export function axisOf(direction: Direction): 0 | 1 | 2 {
  return "xyz".indexOf(direction[0]!) as 0 | 1 | 2;
}

export function signOf(direction: Direction): 1 | -1 {
  return direction[1] === "+" ? 1 : -1;
}

export function unit(direction: Direction): Cell {
  return step([0, 0, 0], direction);
}

export function opposite(direction: Direction): Direction {
  return (direction[0]! + (direction[1] === "+" ? "-" : "+")) as Direction;
}

/** The point `distance` away from `cell`. */
export function step(cell: Cell, direction: Direction, distance = 1): Cell {
  const moved: [number, number, number] = [...cell];
  moved[axisOf(direction)] += signOf(direction) * distance;
  return moved;
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export function sameFace(a: Face, b: Face): boolean {
  return a.direction === b.direction && sameCell(a.cell, b.cell);
}

export function cubeAt(position: Position, cell: Cell): Cube | undefined {
  return position.cubes.find((cube) => sameCell(cube.cell, cell));
}

export function sceptreOn(position: Position, cell: Cell): Sceptre | undefined {
  return position.sceptres.find((sceptre) => sameCell(sceptre.cell, cell));
}

/** The smallest box of cells around all cubes and the bodies of all sceptres. */
export function bounds(position: Position): { low: Cell; high: Cell } {
  const cells = [
    ...position.cubes.map((cube) => cube.cell),
    ...position.sceptres.map((sceptre) => step(sceptre.cell, sceptre.direction)),
  ];
  const along = (axis: 0 | 1 | 2) => cells.map((cell) => cell[axis]);
  const pick = (choose: (...values: number[]) => number): Cell => [
    choose(...along(0)),
    choose(...along(1)),
    choose(...along(2)),
  ];
  return { low: pick(Math.min), high: pick(Math.max) };
}
