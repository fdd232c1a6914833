/** Where Avalam's cells lie in the drawing: 66 by 60 each, row 9 at the top, turned round for the other seat. */

import { grid, type Point } from "../../board/cells";

export const WIDTH = 66;
export const HEIGHT = 60;
export const LAYER = 7;
const SIDE = 9;

export const centre = grid(SIDE, WIDTH, HEIGHT);

/** The hole in the middle, which is no cell, wears the room's sign. */
export const MIDDLE: Point = { x: (SIDE * WIDTH) / 2, y: (SIDE * HEIGHT) / 2 };
