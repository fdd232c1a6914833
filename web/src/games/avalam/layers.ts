/** The colours buried in towers. A position does not know them; the moves since the start do. */

import type { Scene } from "./scene";

/** The seats of a tower's pieces, from the bottom up. */
export type Tower = readonly number[];

/** Without the story, all pieces are the owner's. */
export function plainLayers(scene: Scene): Map<string, Tower> {
  return new Map(
    scene.cells.flatMap(({ name, owner, height }) =>
      owner === null ? [] : [[name, Array<number>(height).fill(owner)] as const],
    ),
  );
}

export function layersAfter(start: Scene, moves: readonly string[]): Map<string, Tower> {
  const layers = plainLayers(start);
  for (const move of moves) {
    const [origin, target] = move.split("-") as [string, string];
    layers.set(target, [...(layers.get(target) ?? []), ...(layers.get(origin) ?? [])]);
    layers.delete(origin);
  }
  return layers;
}
