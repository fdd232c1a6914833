/** Axom on the common board: stacks that are sown, heads, and the two ways to look at them. */

import type { FlatLook } from "../../board/look";
import type { Moment } from "../../board/replay.svelte";
import type { BoardSettings } from "../../board/types";
import { B } from "../../board/words";
import { joined } from "../../words/text";
import { Geometry, LAYER, type View } from "./geometry";
import type { MovePreview, Scene, Step } from "./scene";
import { view } from "./settings";
import { isMarked, W } from "./words";

export interface Stack {
  readonly owner: number;
  readonly height: number;
  readonly head: boolean;
}

export function viewOf({ own }: BoardSettings): View {
  return own[view.name] === "square" ? "square" : "diamond";
}

export const look: FlatLook<Scene, MovePreview, Step, Stack> = {
  name: "axom",
  layout: ({ cells }, settings, isFlipped) => {
    const geometry = new Geometry(viewOf(settings), isFlipped);
    return {
      viewBox: geometry.viewBox,
      spots: new Map(cells.map(({ name }) => [name, geometry.at(name)])),
      isGrid: true,
      cell: geometry.cell,
      top: geometry.top,
      ring: { width: 88, height: 80, foot: 42 },
      on: "light",
      hasDots: true,
    };
  },
  piles: ({ cells }) =>
    new Map(
      cells.flatMap((cell) =>
        cell.owner === null ? [] : [[cell.name, { owner: cell.owner, height: cell.height, head: cell.head }]],
      ),
    ),
  rise: ({ head, height }, settings) => LAYER[viewOf(settings)] * (head ? 1.6 : height),
  presses: ({ origin, target }) => ({ cells: [origin, target] }),
  moments: ({ steps, seat }, before) => sown(steps, seat, before),
  trace: ({ steps }) => ({
    origin: steps.find(({ kind }) => kind === "lift")?.cell,
    passed: steps.filter(({ kind, in_hand }) => kind === "enter" && in_hand > 0).map(({ cell }) => cell),
    cells: steps.filter(({ kind, in_hand }) => kind === "enter" && in_hand === 0).map(({ cell }) => cell),
  }),
  arrow: ({ origin, target }) => [origin, target],
  words: {
    board: W.board,
    asks: (_scene, _legal, isOpening) => (isOpening ? { lead: B.yours, text: W.first } : null),
    pickedUp: (cell, stack, targets) => ({ lead: W.pickedUp(cell, stack), text: W.movesPossible(targets) }),
    preview: (move) => {
      if (move.loses) return { text: W.loses, tone: "warn", play: W.resign };
      return { text: isMarked(move) ? joined(W.preview(move), W.madeTwice) : W.preview(move) };
    },
    stuck: (cell, stack, legal) => (stack === undefined ? null : W.stuck(cell, stack.owner === legal[0]?.owner)),
    cell: (name, stack, { cells }) => W.cell(name, stack, cells.find((cell) => cell.name === name)?.heart ?? null),
    target: (move) => (move === null ? B.target : W.target(move)),
    tellsOnHover: true,
  },
};

/** Lift, then one cell after the other: what is taken fades, one pawn drops, a taken pawn may go home. */
function sown(steps: readonly Step[], seat: number, before: ReadonlyMap<string, Stack>): readonly Moment<Stack>[] {
  const head = before.get(steps[0]?.cell ?? "")?.head ?? false;
  const standing = (step: Step, isHead: boolean): Stack | null =>
    step.owner === null ? null : { owner: step.owner, height: step.height, head: isHead };
  let from = "";
  return steps.map((step) => {
    const { kind, cell, in_hand, taken, takes_head, height, source } = step;
    const came = from;
    if (kind === "return") {
      return {
        kind: "carry",
        path: [source ?? cell, cell],
        pile: { owner: step.owner ?? 0, height: 1, head: false },
        piles: [[cell, standing(step, false)]],
        arc: 60,
        milliseconds: 320,
      };
    }
    from = cell;
    if (kind === "lift") return { kind: "set", piles: [[cell, standing(step, false)]] };
    const takes = taken > 0 || takes_head;
    return {
      kind: "carry",
      path: [came, cell],
      pile: { owner: seat, height: in_hand + 1, head },
      hand: in_hand > 0 ? { owner: seat, height: in_hand, head } : null,
      takes: takes ? [cell] : [],
      piles: [[cell, standing(step, head)]],
      hover: 16,
      milliseconds: 180,
      sound: takes ? "capture" : "place",
      height,
    };
  });
}
