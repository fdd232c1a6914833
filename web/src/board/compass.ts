/** Where the arrow keys lead on any board. */

export interface Place {
  readonly name: string;
  /** As seen: `x` to the right, `y` down. */
  readonly x: number;
  readonly y: number;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const TOWARDS: Readonly<Record<Arrow, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** How far aside a cell may lie for its distance, and how much that counts. */
const CONE = 1.2;
const ASIDE = 1.5;
/** Of two cells equally near, up takes the right one and down the left: the way back is the way there. */
const TIE = 0.01;

/**
 * The cell next to `from` in a direction. On a grid (`isGrid`) that is the nearest in the same row or column, over holes; elsewhere
 * the nearest that lies roughly there. `null` where the board ends.
 */
export function nextTo(from: Place, arrow: Arrow, places: readonly Place[], isGrid: boolean): Place | null {
  const [right, down] = TOWARDS[arrow];
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * right + y * down;
    const aside = x * down - y * right;
    if (ahead < 0.05 || Math.abs(aside) > (isGrid ? 0.05 : ahead * CONE)) continue;
    const score = ahead + Math.abs(aside) * ASIDE + Math.sign(x) * down * TIE;
    if (score < least) [best, least] = [place, score];
  }
  return best;
}

/** The cells row by row from the top, each from the left: what counts as one row is decided by eye. */
export function rowsOf<P extends Place>(places: readonly P[]): readonly (readonly P[])[] {
  const rows: P[][] = [];
  for (const place of places.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && Math.abs(row[0].y - place.y) < 0.2) row.push(place);
    else rows.push([place]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x));
}
