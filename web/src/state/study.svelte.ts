/**
 * A board of one's own: a position and moves upon it. The server tells what stands there after them, and keeps nothing.
 * Figures of the rulebook and the tasks of a lesson are played on it.
 */

import { api, wordsOf } from "../api/http";
import type { RefusedMove, Studied, Text } from "../api/types";
import type { Preview } from "../board/types";
import { Stage } from "./stage.svelte";

export interface StudyStart {
  readonly position: string | null;
  readonly options: Readonly<Record<string, string>>;
}

/** Who tells what stands on the board after some moves. */
export type Source = (moves: readonly string[]) => Promise<Studied>;

function studied(game: string, { position, options }: StudyStart): Source {
  return (moves) => api.study({ game, position, options, moves });
}

export class Study {
  readonly game: string;
  readonly start: StudyStart;
  readonly stage = new Stage();
  told = $state.raw<Studied | null>(null);
  /** The scene before the first move, for drawings that remember. */
  first = $state.raw<unknown>(null);
  /** The side that moves first. */
  side = $state(0);
  /** The move that could not be played, and why. */
  refused = $state.raw<RefusedMove | null>(null);
  fault = $state.raw<Text | null>(null);
  moves = $state.raw<readonly string[]>([]);

  readonly #known = new Map<string, Promise<Studied>>();
  readonly #source: Source;
  #asked = 0;

  constructor(game: string, start: StudyStart, source: Source = studied(game, start)) {
    this.game = game;
    this.start = start;
    this.#source = source;
  }

  get legal(): readonly Preview[] {
    return (this.told?.frame.moves as readonly Preview[] | undefined) ?? [];
  }

  get isOver(): boolean {
    return this.told?.frame.outcome != null;
  }

  /**
   * Shows the position after these moves; one more than before is animated, unless that is not wished. True unless
   * something else was asked meanwhile.
   */
  async show(moves: readonly string[], isAnimated = true): Promise<boolean> {
    const asked = ++this.#asked;
    let answer: Studied;
    try {
      answer = await this.ask(moves);
    } catch (error) {
      if (asked === this.#asked) this.fault = wordsOf(error);
      return false;
    }
    if (asked !== this.#asked) return false;
    this.fault = null;
    this.refused = answer.refused;
    if (answer.refused !== null && this.told !== null) return true;
    const isNext = moves.length === this.moves.length + 1 && this.moves.every((move, index) => move === moves[index]);
    this.moves = answer.lines.map((line) => line.text);
    this.told = answer;
    if (this.moves.length === 0) {
      this.first = answer.frame.scene;
      this.side = answer.frame.to_move;
    }
    await this.stage.show(answer.frame, answer.last, isNext && isAnimated);
    return asked === this.#asked;
  }

  play(move: string): Promise<boolean> {
    return this.show([...this.moves, move]);
  }

  /** Asks why a move cannot be played; the board stays as it is. */
  async why(move: string): Promise<void> {
    try {
      this.refused = (await this.ask([...this.moves, move])).refused;
    } catch (error) {
      this.fault = wordsOf(error);
    }
  }

  /** What stands after these moves; nothing is shown. Asked once. */
  ask(moves: readonly string[]): Promise<Studied> {
    const key = moves.join(" ");
    let answer = this.#known.get(key);
    if (answer === undefined) {
      answer = this.#source(moves);
      this.#known.set(key, answer);
      answer.catch(() => this.#known.delete(key));
    }
    return answer;
  }
}
