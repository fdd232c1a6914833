/**
 * Choosing a move by its two cells: pick up, aim, play. The machinery is the same whatever is picked up; which cells
 * can be picked and where they may go is read off the legal moves.
 */

import type { Preview, Sound } from "./types";

/** What a picker asks of its board, read anew each time. */
export interface PickerTable<Move extends Preview> {
  readonly legal: readonly Move[];
  readonly confirm: boolean;
  readonly origin: (move: Move) => string | null;
  readonly target: (move: Move) => string | null;
  readonly onmove: (text: string) => void;
  readonly onattempt: (text: string) => void;
  readonly onsound: (sound: Sound) => void;
  /** Something that cannot be picked up was pressed. */
  readonly onstuck: (cell: string) => void;
}

export class Picker<Move extends Preview> {
  picked = $state<string | null>(null);
  /** The target chosen already, waiting for the prompt's button or a second press. */
  aimed = $state<string | null>(null);
  /** Where the pointer or the keyboard is. */
  over = $state<string | null>(null);

  readonly #table: () => PickerTable<Move>;

  constructor(table: () => PickerTable<Move>) {
    this.#table = table;
  }

  movesFrom(cell: string): readonly Move[] {
    const { legal, origin } = this.#table();
    return legal.filter((move) => origin(move) === cell);
  }

  /** The moves of the picked piece. */
  get moves(): readonly Move[] {
    return this.picked === null ? [] : this.movesFrom(this.picked);
  }

  get targets(): readonly string[] {
    const { target } = this.#table();
    return [...new Set(this.moves.map(target).filter((cell) => cell !== null))];
  }

  /** The moves to preview: to the aimed target, else to the one under the pointer. Two where a move has two ways to end. */
  get previews(): readonly Move[] {
    const { target } = this.#table();
    const cell = this.aimed ?? this.over;
    return cell === null ? [] : this.moves.filter((move) => target(move) === cell);
  }

  press(cell: string): void {
    const { target, onattempt, onstuck } = this.#table();
    if (cell === this.picked) {
      this.cancel();
      return;
    }
    const reaching = this.moves.filter((move) => target(move) === cell);
    if (reaching.length > 0) {
      this.#aim(cell, reaching);
      return;
    }
    if (this.picked !== null) onattempt(`${this.picked}-${cell}`);
    if (this.movesFrom(cell).length > 0) this.#pick(cell);
    else if (this.picked === null) onstuck(cell);
  }

  play(move: Move): void {
    this.reset();
    this.#table().onmove(move.text);
  }

  /** Puts back what is aimed at, then what is picked; false if there was nothing. */
  cancel(): boolean {
    if (this.aimed !== null) this.aimed = null;
    else if (this.picked !== null) this.picked = null;
    else return false;
    return true;
  }

  reset(): void {
    this.picked = null;
    this.aimed = null;
  }

  #pick(cell: string): void {
    this.picked = cell;
    this.aimed = null;
    this.#table().onsound("pick");
  }

  #aim(cell: string, reaching: readonly Move[]): void {
    const [only, ...others] = reaching;
    if (only === undefined) return;
    const asks = this.#table().confirm || only.loses === true;
    if (others.length === 0 && (!asks || this.aimed === cell)) this.play(only);
    else this.aimed = cell;
  }
}
