/** Round numbers for an axis. */

/** About `count` round numbers from `low` to `high`, both inside. */
export function ticks(low: number, high: number, count: number): number[] {
  if (high <= low) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const found: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step)
    found.push(Number(tick.toPrecision(12)));
  return found;
}
