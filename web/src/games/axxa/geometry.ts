/** Where AxxA's cells lie on the cloth: 76 by 74 each, row 7 at the top. */

import { grid } from "../../board/cells";

export const LAYER = 11;
export const centre = grid(7, 76, 74);

/** Piles stand a little below the middle of their cell. */
export const SINK = 6;
