/** Where Avalam's cells lie in the drawing: 66 by 60 each, row 9 at the top, turned round for the other seat. */

import { place, type Point } from "../../board/cells";

export const WIDTH = 66;
export const HEIGHT = 60;
export const LAYER = 7;
export const SIDE = 9;

export function centre(cell: string, flipped: boolean): Point {
  const { file, rank } = place(cell);
  const column = flipped ? SIDE - 1 - file : file;
  const row = flipped ? rank - 1 : SIDE - rank;
  return { x: column * WIDTH + WIDTH / 2, y: row * HEIGHT + HEIGHT / 2 };
}

/** The hole in the middle, which is no cell, wears the room's sign. */
export const MIDDLE: Point = { x: (SIDE * WIDTH) / 2, y: (SIDE * HEIGHT) / 2 };
