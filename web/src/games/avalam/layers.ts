/** The colours buried in towers. A position does not know them; the moves since the start do. */

import type { Scene } from "./scene";

/** For each cell with a tower, the seats of its pieces from the bottom up. Without the story, all are the owner's. */
export type Layers = ReadonlyMap<string, readonly number[]>;

export function plainLayers(scene: Scene): Map<string, readonly number[]> {
  return new Map(
    scene.cells.flatMap(({ name, owner, height }) =>
      owner === null ? [] : [[name, Array<number>(height).fill(owner)] as const],
    ),
  );
}

export function layersAfter(start: Scene, moves: readonly string[]): Map<string, readonly number[]> {
  const layers = plainLayers(start);
  for (const move of moves) {
    const [origin, target] = move.split("-") as [string, string];
    layers.set(target, [...(layers.get(target) ?? []), ...(layers.get(origin) ?? [])]);
    layers.delete(origin);
  }
  return layers;
}
