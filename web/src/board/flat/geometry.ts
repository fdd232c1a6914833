/** Where the cells of a told scene lie in the drawing: 72 wide, seen a little from the front, so not quite as high. */

import type { Point } from "../cells";
import type { Layout } from "../look";
import type { Piece, Scene } from "../scene";

export type Shape = NonNullable<Scene["ground"]["shape"]>;
export type Form = NonNullable<Piece["form"]>;

const WIDTH = 72;
const HEIGHT = 66;
/** How thick a piece is. */
export const LAYER = 8;

const CORNER = (HEIGHT / Math.sqrt(3)).toFixed(2);
const HALF_CORNER = (HEIGHT / Math.sqrt(3) / 2).toFixed(2);

export const CELL: Readonly<Record<Shape, string>> = {
  square: "M-36,-33h72v66h-72z",
  diamond: "M0,-33L36,0 0,33-36,0z",
  hexagon: `M0,-${CORNER}L36,-${HALF_CORNER}V${HALF_CORNER}L0,${CORNER}-36,${HALF_CORNER}V-${HALF_CORNER}z`,
  point: "M-27,0a27,24 0 1 0 54,0a27,24 0 1 0-54,0z",
};

/** How much of a piece's full size a cell has room for. */
const ROOM: Readonly<Record<Shape, number>> = { square: 1, diamond: 0.8, hexagon: 1, point: 0.88 };

/** The outline of a piece's top face, around its middle. */
export function topOf(form: Form, size: number): string {
  const by = (length: number): number => Math.round(length * size * 100) / 100;
  if (form === "block") return `M${by(-24)},${by(-21)}h${by(48)}v${by(42)}h${by(-48)}z`;
  if (form === "hexagon")
    return `M${by(-28)},0L${by(-14)},${by(-19.5)}h${by(28)}L${by(28)},0 ${by(14)},${by(19.5)}h${by(-28)}z`;
  const [x, y] = form === "stone" ? [by(26), by(22.5)] : [by(25), by(21.5)];
  return `M${-x},0a${x},${y} 0 1 0 ${2 * x},0a${x},${y} 0 1 0 ${-2 * x},0z`;
}

export function sizeIn(shape: Shape): number {
  return ROOM[shape];
}

/** How far the frame reaches beyond the cells, or beyond the plate of a board of points. */
export function frameOf(shape: Shape): number {
  return shape === "point" ? 12 : 25;
}

/** The plate of a board of points reaches that far beyond their middles. */
export const PLATE = 46;

export function shapeOf({ ground }: Scene): Shape {
  return ground.shape ?? "square";
}

/** The form most pieces have: what rings are drawn around. */
function formOf({ piles = [] }: Scene): Form {
  return piles[0]?.pieces.at(-1)?.form ?? "token";
}

export function place(x: number, y: number, isFlipped: boolean): Point {
  const turn = isFlipped ? -1 : 1;
  return { x: turn * x * WIDTH, y: -turn * y * HEIGHT };
}

/** Coordinates stay at the near and left side of a board of squares; on others they turn with it. */
export function labelPlace(scene: Scene, x: number, y: number, isFlipped: boolean): Point {
  const at = place(x, y, isFlipped);
  if (!isFlipped || shapeOf(scene) !== "square") return at;
  const { left, right, top, bottom } = bounds(scene, true);
  const isBelow = y < Math.min(...scene.ground.cells.map((cell) => cell.y));
  return isBelow ? { x: at.x, y: top + bottom - at.y } : { x: left + right - at.x, y: at.y };
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** From the middles of the outermost cells. */
export function bounds({ ground }: Scene, isFlipped: boolean): Bounds {
  const places = ground.cells.map(({ x, y }) => place(x, y, isFlipped));
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

export function viewBoxOf(scene: Scene, isFlipped: boolean): string {
  const { left, right, top, bottom } = bounds(scene, isFlipped);
  const shape = shapeOf(scene);
  const margin = frameOf(shape) + (shape === "point" ? PLATE : 38);
  return [left - margin, top - margin - 14, right - left + 2 * margin, bottom - top + 2 * margin + 28]
    .map(Math.round)
    .join(" ");
}

export function layoutOf(scene: Scene, isFlipped: boolean, on: Layout["on"]): Layout {
  const shape = shapeOf(scene);
  const turn = isFlipped ? -1 : 1;
  return {
    viewBox: viewBoxOf(scene, isFlipped),
    spots: new Map(
      scene.ground.cells.map(({ name, x, y }) => [
        name,
        { ...place(x, y, isFlipped), ...column(shape, turn * x, -turn * y) },
      ]),
    ),
    isGrid: shape === "square" || shape === "diamond",
    cell: CELL[shape],
    top: topOf(formOf(scene), sizeIn(shape)),
    ring: { width: 72, height: 70, foot: 36 },
    on,
    lift: { picked: 10, chosen: 10 },
  };
}

/** On its corner, a board of squares is walked along its files and ranks. */
function column(shape: Shape, x: number, y: number): { column: number; row: number } {
  return shape === "diamond" ? { column: x - y, row: x + y } : { column: x, row: y };
}
