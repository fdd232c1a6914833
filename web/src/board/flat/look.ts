/** The look of a board that is drawn from its told scene alone: what any game gets that has no drawing of its own. */

import type { GameTold } from "../../api/types";
import type { FlatLook } from "../look";
import type { Moment } from "../replay.svelte";
import type { Pile, Preview, Scene, Step } from "../scene";
import { drawnWay, nextTakes, openCells, settledPiles, triedMove, wayOf, type Pieces } from "./choices";
import { paint, toneOf } from "./colours";
import { LAYER, layoutOf } from "./geometry";
import { F, placeNoun } from "./words";
import { B } from "../words";

export function lookOf(told: GameTold): FlatLook<Scene, Preview, Step, Pieces> {
  const marksOf = ({ marks = [] }: Scene, cell: string) => marks.filter((mark) => mark.cell === cell);
  return {
    name: "told",
    paint: ({ theme }) => paint(told.colours, theme),
    layout: (scene, { theme }, isFlipped) => layoutOf(scene, isFlipped, toneOf(told.colours, theme)),
    piles: ({ piles = [] }) => new Map(piles.map(({ cell, pieces }) => [cell, pieces])),
    rise: (pieces) => LAYER * pieces.length,
    presses: ({ cells, any_order = false, asks = false }) => ({ cells, anyOrder: any_order, asks }),
    moments: ({ steps }, before) => momentsOf(steps, before),
    trace: ({ steps }) => {
      const moved = steps.find((step) => step.kind === "move");
      const cells = steps
        .filter((step) => step.kind !== "change")
        .flatMap(({ kind, path = [], piles }) => (kind === "move" ? path.slice(-1) : piles.map(({ cell }) => cell)));
      return {
        origin: moved?.path?.[0],
        passed: moved?.path?.slice(1, -1) ?? [],
        cells: [...new Set(cells)].filter((cell) => cell !== moved?.path?.[0]),
      };
    },
    arrow: wayOf,
    way: drawnWay,
    ghost: ({ cells, piles = [], takes = [] }) => {
      const left = piles.find(({ cell }) => cell === cells.at(-1));
      // What is taken is shown as taken: what takes it would hide that.
      return left === undefined || left.pieces.length === 0 || takes.includes(left.cell)
        ? null
        : { cell: left.cell, pile: left.pieces };
    },
    settled: settledPiles,
    open: openCells,
    tried: triedMove,
    chip: ({ chip = "" }) => chip,
    canPeek: (pieces) => pieces.length > 1,
    words: {
      board: F.board(told.of),
      asks: (scene, legal, isOpening) => {
        const { note } = scene;
        if (note) return { lead: B.yours, text: note };
        if (!isOpening) return null;
        return {
          lead: B.yours,
          text: legal.some(({ cells }) => cells.length > 1) ? F.pick(placeNoun(scene)) : F.place(placeNoun(scene)),
        };
      },
      pickedUp: (cell, pieces = [], targets, scene) => ({
        lead: F.pickedUp(cell, pieces),
        text: F.targets(targets, placeNoun(scene)),
      }),
      settled: (cell, pieces, moves, held, scene) => ({
        lead: F.stands(cell, pieces),
        text: nextTakes(moves, held)
          ? F.take(new Set(moves.map(({ cells }) => cells[held.length])).size)
          : F.next(placeNoun(scene)),
      }),
      preview: (move) => ({
        text: F.preview(move),
        ...(move.loses ? { tone: "warn" } : {}),
        ...(move.label ? { play: move.label } : {}),
      }),
      question: (moves) => ({
        text: B.whichOne,
        answers: moves.map(({ label, text }) => label ?? { en: text, fr: text }),
      }),
      stuck: (cell, pieces, legal) =>
        pieces !== undefined && legal.some(({ cells }) => cells.length > 1)
          ? F.stuck(cell)
          : legal.some(({ cells }) => cells.length === 1)
            ? F.closed(cell)
            : null,
      cell: (name, pieces = [], scene) => {
        const cell = scene.ground.cells.find((other) => other.name === name) ?? { name, x: 0, y: 0 };
        return F.cell(cell, pieces, marksOf(scene, name));
      },
      target: (move) => (move === null ? B.leads : F.target(move.takes?.length ?? 0)),
      choosable: () => F.choosable,
    },
  };
}

const KINDS = { move: "carry", place: "drop", take: "lift", turn: "turn", change: "set" } as const;
const SOUNDS = { move: "place", place: "place", take: "capture", turn: "place", change: "place" } as const;

function momentsOf(steps: readonly Step[], before: ReadonlyMap<string, Pieces>): readonly Moment<Pieces>[] {
  const table = new Map(before);
  return steps.map(({ kind, piles, path = [], pieces, takes = [] }) => {
    const after = piles.map(({ cell, pieces: left }) => [cell, left.length > 0 ? left : null] as const);
    const moment: Moment<Pieces> = {
      kind: KINDS[kind],
      path: kind === "take" ? piles.map(({ cell }) => cell) : path,
      ...(pieces ? { pile: pieces } : kind === "take" ? lifted(table, piles) : {}),
      takes,
      piles: after,
      arc: 12,
      milliseconds: path.length > 2 ? 150 : 220,
      sound: takes.length > 0 ? "capture" : SOUNDS[kind],
      height: piles.at(-1)?.pieces.length ?? 1,
    };
    for (const [cell, left] of after) {
      if (left === null) table.delete(cell);
      else table.set(cell, left);
    }
    return moment;
  });
}

/** What leaves, where every cell loses the same; else each pile goes whole. */
function lifted(table: ReadonlyMap<string, Pieces>, piles: readonly Pile[]): { pile?: Pieces } {
  const [first, ...others] = piles.map(({ cell, pieces }) => table.get(cell)?.slice(pieces.length) ?? []);
  const same =
    first !== undefined &&
    piles.some(({ pieces }) => pieces.length > 0) &&
    others.every((other) => other.length === first.length);
  return same ? { pile: first } : {};
}
