/** The legal moves as a person chooses them: first a piece, then a numbered target, then, for a cube, how it is turned. */

import type { MovePreview as Move } from "./scene";
import { type Cell, type Direction, sameCell, unit } from "./space";

/** A piece that may move. A cube carries at most one sceptre while the game goes on, so its cell names it. */
export interface Piece {
  readonly kind: "sceptre" | "cube";
  readonly cell: Cell;
}

/** Where a piece may go. The number is the same in the 3D view, in the plan and in the list. */
export interface Target {
  readonly number: number;
  readonly cell: Cell;
  /** The face a sceptre will stand on; `null` for a cube's cell. */
  readonly direction: Direction | null;
  /** One way for a sceptre; for a cube, the ways it may be turned. */
  readonly ways: readonly [Move, ...Move[]];
}

export function samePiece(a: Piece | null, b: Piece | null): boolean {
  return a === b || (a !== null && b !== null && a.kind === b.kind && sameCell(a.cell, b.cell));
}

export function piecesOf(legal: readonly Move[]): Piece[] {
  const pieces: Piece[] = [];
  for (const move of legal) {
    const piece: Piece = { kind: move.piece, cell: move.origin };
    if (!pieces.some((known) => samePiece(known, piece))) pieces.push(piece);
  }
  return pieces;
}

/** The targets of a piece, numbered from 1: level by level, row by row. */
export function targetsOf(legal: readonly Move[], piece: Piece): Target[] {
  const groups = new Map<string, [Move, ...Move[]]>();
  for (const move of legal) {
    if (!samePiece(piece, { kind: move.piece, cell: move.origin })) continue;
    const place = `${move.target.join()}${move.direction ?? ""}`;
    const group = groups.get(place);
    if (group) group.push(move);
    else groups.set(place, [move]);
  }
  return [...groups.values()]
    .sort(([a], [b]) => byPlace(a.target, b.target))
    .map((ways, index) => ({ number: index + 1, cell: ways[0].target, direction: ways[0].direction, ways }));
}

function byPlace(a: Cell, b: Cell): number {
  return a[2] - b[2] || a[1] - b[1] || a[0] - b[0];
}

/** The way that turns the cube least from how it lies now: the place in `ways`. */
export function nearestWay(ways: readonly Move[], domes: readonly Direction[]): number {
  const likeness = (way: Move) =>
    domes.reduce((sum, dome) => sum + Math.max(...way.domes.map((other) => dot(dome, other))), 0);
  return ways.reduce((best, way, index) => (likeness(way) > likeness(ways[best]!) ? index : best), 0);
}

function dot(a: Direction, b: Direction): number {
  const [u, v] = [unit(a), unit(b)];
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
