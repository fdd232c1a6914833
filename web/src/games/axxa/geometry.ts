/** Where AxxA's cells lie on the cloth: 76 by 74 each, row 7 at the top. */

import { place, type Point } from "../../board/cells";

export const WIDTH = 76;
export const HEIGHT = 74;
export const LAYER = 11;
export const SIDE = 7;

export function centre(cell: string, flipped: boolean): Point {
  const { file, rank } = place(cell);
  const column = flipped ? SIDE - 1 - file : file;
  const row = flipped ? rank - 1 : SIDE - rank;
  return { x: (column + 0.5) * WIDTH, y: (row + 0.5) * HEIGHT };
}

/** Piles stand a little below the middle of their cell. */
export const SINK = 6;
