/** The slip guard: of all drawn spots the nearest to a press, if it is near enough to be meant. In pixels. */

const SLIP = 28;

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function nearest<Near extends Spot>(spots: readonly Near[], x: number, y: number): Near | null {
  let best: Near | null = null;
  let least = SLIP;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance <= least) [best, least] = [spot, distance];
  }
  return best;
}
