/** Avalam on the common board: towers with the colours buried in them. */

import type { FlatLook } from "../../board/look";
import { B } from "../../board/words";
import { centre, LAYER } from "./geometry";
import { layersAfter, plainLayers, type Tower } from "./layers";
import type { MovePreview, Scene, Step } from "./scene";
import { W } from "./words";

export const look: FlatLook<Scene, MovePreview, Step, Tower> = {
  name: "avalam",
  layout: ({ cells }, _settings, isFlipped) => ({
    viewBox: "-46 -24 686 614",
    spots: new Map(cells.map(({ name }) => [name, centre(name, isFlipped)])),
    isGrid: true,
    cell: "M-31,0a31,27 0 1 0 62,0a31,27 0 1 0-62,0z",
    top: "M-27,0a27,23 0 1 0 54,0a27,23 0 1 0-54,0z",
    ring: { width: 70, height: 64, foot: 34 },
    on: "dark",
    lift: { picked: 12 },
  }),
  piles: (scene, { start, moves }) => (start === null ? plainLayers(scene) : layersAfter(start, moves)),
  rise: (tower) => LAYER * tower.length,
  presses: ({ origin, target }) => ({ cells: [origin, target] }),
  moments: ({ steps }, before) =>
    steps.map(({ origin, target, height }) => {
      const tower = before.get(origin) ?? [];
      const onto = before.get(target) ?? [];
      return {
        kind: "carry",
        path: [origin, target],
        pile: tower,
        piles: [
          [origin, null],
          [target, [...onto, ...tower]],
        ],
        arc: 14,
        sound: "place",
        height,
      };
    }),
  trace: ({ steps }) => ({ cells: steps.flatMap(({ origin, target }) => [origin, target]) }),
  arrow: ({ origin, target }) => [origin, target],
  chip: ({ moved, standing, height }) => `${moved} + ${standing} = ${height}`,
  words: {
    board: W.board,
    asks: (_scene, _legal, isOpening) => (isOpening ? { lead: B.yours, text: W.first } : null),
    pickedUp: (cell, tower = [], targets) => ({ lead: W.pickedUp(tower.length, cell), text: W.canTakeIt(targets) }),
    preview: (move) => ({ text: W.preview(move) }),
    stuck: (cell, tower) => (tower === undefined ? null : W.stuck(cell, tower.length)),
    cell: (name, _tower, { cells }) =>
      W.cell(cells.find((cell) => cell.name === name) ?? { name, owner: null, height: 0, settled: false }),
    target: (move) => W.target(move?.height ?? 0),
  },
};
