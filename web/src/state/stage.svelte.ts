/**
 * What stands on a board. It shows one thing after the other: a move is animated from the scene before it, and the next
 * thing waits until the board has settled.
 */

import type { Frame, Played, Text } from "../api/types";
import type { LastMove } from "../board/types";
import { settings } from "./settings.svelte";

export interface Shown {
  readonly frame: Frame;
  readonly last: LastMove<unknown, unknown> | null;
  readonly spoken: Text | null;
}

/** An animation that never reports its end must not stop the game. */
const LONGEST_ANIMATION_MS = 3000;

export class Stage {
  shown = $state.raw<Shown | null>(null);
  #waiting = $state.raw<readonly Shown[]>([]);
  #moving = $state(false);
  #guard = 0;
  #settled: (() => void)[] = [];

  /** Is everything that was to be shown on the board, at rest? */
  get isSettled(): boolean {
    return !this.#moving && this.#waiting.length === 0;
  }

  /** Shows this at once, whatever was moving or waiting; resolves when the board is at rest. */
  show(frame: Frame, played: Played | null, isAnimated: boolean): Promise<void> {
    this.clear();
    this.#put(shownAs(frame, played), isAnimated);
    return this.#moving ? new Promise((resolve) => this.#settled.push(resolve)) : Promise.resolve();
  }

  /** Shows this after everything that waits already. */
  queue(frame: Frame, played: Played | null): void {
    this.#waiting = [...this.#waiting, shownAs(frame, played)];
    this.#showNext();
  }

  /** The same position told anew: a game that ended without a move. */
  queueFrame(frame: Frame): void {
    if (this.shown === null) return;
    this.#waiting = [...this.#waiting, { ...(this.#waiting.at(-1) ?? this.shown), frame }];
    this.#showNext();
  }

  /** The board has finished drawing a move. */
  settle(ply: number): void {
    if (!this.#moving || ply !== this.shown?.last?.ply) return;
    this.#rest();
    this.#showNext();
  }

  /** What waits is dropped, and nobody waits for the board any longer. */
  clear(): void {
    this.#waiting = [];
    this.#rest();
  }

  #showNext(): void {
    const [next, ...later] = this.#waiting;
    if (this.#moving || next === undefined) return;
    this.#waiting = later;
    this.#put(next, true);
    if (!this.#moving) this.#showNext();
  }

  #put(next: Shown, isAnimated: boolean): void {
    const isNew = next.last !== null && next.last.ply !== this.shown?.last?.ply;
    const before =
      isAnimated && isNew && settings.animate && !document.hidden ? (this.shown?.frame.scene ?? null) : null;
    this.shown = { ...next, last: next.last && { ...next.last, before } };
    this.#moving = before !== null;
    if (next.last !== null && this.#moving) {
      const { ply } = next.last;
      this.#guard = setTimeout(() => this.settle(ply), LONGEST_ANIMATION_MS);
    }
  }

  #rest(): void {
    clearTimeout(this.#guard);
    this.#moving = false;
    const settled = this.#settled;
    this.#settled = [];
    settled.forEach((resolve) => resolve());
  }
}

function shownAs(frame: Frame, played: Played | null): Shown {
  if (played === null) return { frame, last: null, spoken: null };
  const { ply, seat, text } = played.line;
  return { frame, last: { ply, seat, text, steps: played.steps, before: null }, spoken: played.spoken };
}
