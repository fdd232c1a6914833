/** AxxA on the common board: piles of numbers that slide, are turned, taken by three and paid. */

import type { FlatLook } from "../../board/look";
import type { Moment } from "../../board/replay.svelte";
import type { BoardSettings } from "../../board/types";
import { B } from "../../board/words";
import { centre, LAYER, SINK } from "./geometry";
import type { MovePreview, Scene, Step } from "./scene";
import { remembered } from "./settings";
import { W } from "./words";

/** A pile from the top; `null` is a piece nobody has seen. */
export type Pieces = readonly (number | null)[];

export function remembers({ own }: BoardSettings): boolean {
  return own[remembered.name] !== "off";
}

export const look: FlatLook<Scene, MovePreview, Step, Pieces> = {
  name: "axxa",
  layout: ({ cells }, _settings, isFlipped) => ({
    viewBox: "-42 -54 616 620",
    spots: new Map(cells.map(({ name }) => [name, centre(name, isFlipped)])),
    isGrid: true,
    cell: "M-28.5,-34.5h57a7,7 0 0 1 7,7v55a7,7 0 0 1-7,7h-57a7,7 0 0 1-7,-7v-55a7,7 0 0 1 7,-7z",
    top: "M-32,0L-16,-21.5h32L32,0 16,21.5h-32z",
    ring: { width: 78, height: 80, foot: 39 },
    sink: SINK,
    on: "dark",
    lift: { chosen: 13 },
  }),
  piles: ({ cells }) =>
    new Map(cells.filter(({ pieces }) => pieces.length > 0).map(({ name, pieces }) => [name, pieces])),
  rise: (pieces) => LAYER * pieces.length,
  presses: ({ kind, cell, target, cells }) =>
    kind === "take"
      ? { cells, anyOrder: true }
      : kind === "pay"
        ? { cells: [cell ?? ""], asks: true }
        : { cells: [cell ?? "", target ?? ""] },
  moments: ({ steps }, before) => momentsOf(steps, before),
  trace: ({ steps }) => ({
    way: steps.find(({ kind }) => kind === "slide")?.path ?? [],
    cells: [
      ...new Set(
        steps
          .filter(({ kind }) => kind === "pay" || kind === "take")
          .flatMap(({ piles }) => piles.map(({ cell }) => cell)),
      ),
    ],
  }),
  arrow: wayOf,
  way: (move) => (move.kind === "slide" ? wayOf(move) : []),
  ghost: ({ kind, cell, target }, piles) => {
    const pile = piles.get(cell ?? "");
    return kind !== "slide" || target === null || pile === undefined ? null : { cell: target, pile };
  },
  chip: ({ kind, number }, say) => (kind === "pay" ? say(W.payThis(number)) : ""),
  canPeek: () => true,
  words: {
    board: W.board,
    asks: (_scene, [first], isOpening) => {
      if (first?.kind === "pay") return { lead: W.mustPay, text: W.choosePiece, tone: "warn" };
      if (first?.kind === "take") return { text: W.mustChoose };
      return isOpening ? { lead: B.yours, text: W.first } : null;
    },
    pickedUp: (cell, pieces = [], targets) => ({
      lead: W.pickedUp(pieces[0] ?? 0, cell),
      text: W.itMoves(pieces[0] ?? 0, targets),
    }),
    preview: (move) => {
      if (move.kind === "pay")
        return {
          lead: W.mustPay,
          text: W.choosePiece,
          tone: "warn",
          play: W.pay(move.number),
          said: W.pay(move.number),
        };
      if (move.kind === "take") return { text: W.mustChoose, play: W.take(move.cells), said: W.take(move.cells) };
      return { text: W.slid(move) };
    },
    question: () => ({ text: W.turnIt, answers: [W.leave, W.turn] }),
    stuck: (cell, pieces) => (pieces === undefined ? null : W.stuck(cell)),
    cell: (name, pieces = [], { needed }, settings) => W.cell(name, pieces, remembers(settings), needed),
    target: () => B.target,
    choosable: ({ kind }) => (kind === "pay" ? W.payable : W.takeable),
  },
};

function wayOf({ kind, cell, path, cells }: MovePreview): readonly string[] {
  return kind === "take" ? cells : [cell ?? "", ...path];
}

function momentsOf(steps: readonly Step[], before: ReadonlyMap<string, Pieces>): readonly Moment<Pieces>[] {
  return steps.map(({ kind, number, path, piles }) => {
    const after = piles.map(({ cell, pieces }) => [cell, pieces.length > 0 ? pieces : null] as const);
    if (kind === "slide") {
      const pile = before.get(path[0] ?? "") ?? [];
      return { kind: "carry", path, pile, piles: after, milliseconds: 90, sound: "place", height: pile.length };
    }
    if (kind === "turn") return { kind: "turn", piles: after, milliseconds: 260 };
    const isTriplet = kind === "take";
    return {
      kind: "lift",
      path: piles.map(({ cell }) => cell),
      pile: [number],
      piles: after,
      joined: isTriplet,
      milliseconds: 260,
      sound: isTriplet ? "triplet" : "capture",
    };
  });
}
