/** The plan: each level seen from above, the reader's seat below. Lengths in cells of 84 units. */

import type { MovePreview as Move } from "./scene";
import { type Cell, type Direction, type Face, type Position, bounds, sameCell, unit } from "./space";

export const CELL = 84;
/** A cube is a little smaller than its cell. */
export const CUBE = 74;
export const BUMP = 11;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What all levels of a plan have in common: which columns and rows they show, and from which side. */
export interface Extent {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly levels: readonly number[];
  readonly turned: boolean;
}

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** The cells worth showing: one beyond every cube. Columns go from left to right, rows from top to bottom. */
export function extentOf(position: Position, targets: readonly Cell[], viewpoint: number): Extent {
  const { low, high } = bounds(position);
  const [xs, ys] = [position.cubes.map(({ cell }) => cell[0]), position.cubes.map(({ cell }) => cell[1])];
  const turned = viewpoint !== 0;
  const columns = range(Math.min(low[0], ...xs.map((x) => x - 1)), Math.max(high[0], ...xs.map((x) => x + 1)));
  const rows = range(Math.min(low[1], ...ys.map((y) => y - 1)), Math.max(high[1], ...ys.map((y) => y + 1))).reverse();
  const top = Math.max(...position.cubes.map(({ cell }) => cell[2]), ...targets.map((cell) => cell[2]));
  return {
    columns: turned ? columns.reverse() : columns,
    rows: turned ? rows.reverse() : rows,
    levels: range(1, top),
    turned,
  };
}

/** The middle of a cell on its card; also for places between cells. */
export function centreOf(extent: Extent, x: number, y: number): Point {
  const [firstX, firstY] = [extent.columns[0]!, extent.rows[0]!];
  const sign = extent.turned ? -1 : 1;
  return { x: (sign * (x - firstX) + 0.5) * CELL, y: (sign * (firstY - y) + 0.5) * CELL };
}

/** A direction on the card: a unit vector, or nothing for up and down. */
export function flat(extent: Extent, direction: Direction): Point {
  const [x, y] = unit(direction);
  const sign = extent.turned ? -1 : 1;
  return { x: sign * x, y: -sign * y };
}

/** Half a disc on a side of a cube: a recess cut into it (`inwards`) or a dome that sticks out. */
export function bump(middle: Point, towards: Point, inwards: boolean): string {
  const edge = { x: middle.x + (towards.x * CUBE) / 2, y: middle.y + (towards.y * CUBE) / 2 };
  const across = { x: -towards.y * BUMP, y: towards.x * BUMP };
  const sweep = inwards ? 1 : 0;
  const [ax, ay, bx, by] = [edge.x + across.x, edge.y + across.y, edge.x - across.x, edge.y - across.y];
  return `M${ax} ${ay}A${BUMP} ${BUMP} 0 0 ${sweep} ${bx} ${by}Z`;
}

const PIN = { foot: 19, footAt: 6, tip: 15, tipAt: 63, waist: 7 };

/** A sceptre lying over the next cell: foot, neck and tip as one outline, its foot in the side `towards`. */
export function pin(middle: Point, towards: Point): string {
  const at = (along: number, across: number) => {
    const out = CUBE / 2 + along;
    return `${middle.x + towards.x * out - towards.y * across} ${middle.y + towards.y * out + towards.x * across}`;
  };
  const neck = (PIN.footAt + PIN.tipAt) / 2;
  return (
    `M${at(PIN.footAt + PIN.foot * 0.55, PIN.foot * 0.83)}` +
    `A${PIN.foot} ${PIN.foot} 0 1 1 ${at(PIN.footAt + PIN.foot * 0.55, -PIN.foot * 0.83)}` +
    `Q${at(neck, -PIN.waist * 0.6)} ${at(PIN.tipAt - PIN.tip * 0.5, -PIN.tip * 0.86)}` +
    `A${PIN.tip} ${PIN.tip} 0 1 1 ${at(PIN.tipAt - PIN.tip * 0.5, PIN.tip * 0.86)}` +
    `Q${at(neck, PIN.waist * 0.6)} ${at(PIN.footAt + PIN.foot * 0.55, PIN.foot * 0.83)}Z`
  );
}

/** Where a number stands on a face: near its side, or in the middle for the top and for a whole cell. */
export function badge(extent: Extent, cell: Cell, direction: Direction | null): Point {
  const middle = centreOf(extent, cell[0], cell[1]);
  const towards = direction ? flat(extent, direction) : { x: 0, y: 0 };
  return { x: middle.x + towards.x * 28, y: middle.y + towards.y * 28 };
}

const BESIDE = 0.545;

/** The parts of a walk that stay on one level, as lines over the card; the last one carries the arrow if it arrives here. */
export function lineOn(extent: Extent, move: Move, level: number): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  const point = (face: Face): Point => {
    const [dx, dy] = unit(face.direction);
    return centreOf(extent, face.cell[0] + dx * BESIDE, face.cell[1] + dy * BESIDE);
  };
  const corner = (from: Face, to: Face): Point => {
    const [a, b] = [unit(from.direction), unit(to.direction)];
    const along = sameCell(from.cell, to.cell) ? BESIDE : BESIDE - 1;
    const at = (axis: 0 | 1) => from.cell[axis] + a[axis] * BESIDE + b[axis] * along;
    return centreOf(extent, at(0), at(1));
  };
  move.route.forEach((face, i) => {
    const before = move.route[i - 1];
    if (face.cell[2] !== level) {
      if (part.length > 1) parts.push(part);
      part = [];
      return;
    }
    if (before && part.length && before.direction !== face.direction) part.push(corner(before, face));
    part.push(point(face));
  });
  if (part.length > 1) parts.push(part);
  return parts;
}

export function path(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
