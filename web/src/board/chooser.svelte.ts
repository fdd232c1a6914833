/**
 * Choosing a move by pressing its cells: one to place something, two to go from here to there, more for a longer way. Which
 * cells can be pressed next is read off the legal moves, whatever the game is.
 */

import type { Preview, Sound } from "./types";

/** How a move is chosen. */
export interface Presses {
  /** The cells to press, one after the other; none: the move is a button of the prompt. */
  readonly cells: readonly string[];
  /** The cells belong together: any of them chooses the move, and pressed again the next one that has it. */
  readonly anyOrder?: boolean;
  /** It waits for a yes whatever the settings say. */
  readonly asks?: boolean;
}

/** What a chooser asks of its board, read anew each time. */
export interface ChooserTable<Move extends Preview> {
  readonly legal: readonly Move[];
  readonly confirm: boolean;
  readonly presses: (move: Move) => Presses;
  readonly onmove: (text: string) => void;
  readonly onattempt: (text: string) => void;
  readonly onsound: (sound: Sound) => void;
  /** Something that cannot be picked up was pressed. */
  readonly onstuck: (cell: string) => void;
}

export class Chooser<Move extends Preview> {
  /** The cells pressed so far. */
  pressed = $state.raw<readonly string[]>([]);
  /** What is wholly chosen and waits: one move for a yes (its last cell pressed again will do), several for an answer. */
  aimed = $state.raw<readonly Move[]>([]);
  /** Where the pointer or the keyboard is. */
  over = $state<string | null>(null);

  readonly #table: () => ChooserTable<Move>;

  constructor(table: () => ChooserTable<Move>) {
    this.#table = table;
  }

  /** The piece in hand: the first cell pressed, where more have to follow. */
  get picked(): string | null {
    return this.pressed.length > 1 || this.#following(this.pressed).some((move) => this.#cells(move).length > 1)
      ? (this.pressed[0] ?? null)
      : null;
  }

  /** The moves that go on from what has been pressed. */
  get moves(): readonly Move[] {
    return this.pressed.length === 0 ? [] : this.#following(this.held);
  }

  movesFrom(cell: string): readonly Move[] {
    return this.#following([cell]);
  }

  /** The cells that would begin a move, or choose one whole. */
  get origins(): readonly string[] {
    const { legal, presses } = this.#table();
    return [
      ...new Set(
        legal.flatMap((move) => (presses(move).anyOrder ? presses(move).cells : presses(move).cells.slice(0, 1))),
      ),
    ];
  }

  /** The cells that lead on from what is picked up. */
  get targets(): readonly string[] {
    const at = this.held.length;
    if (at === 0) return [];
    return [...new Set(this.moves.flatMap((move) => this.#cells(move)[at] ?? []))];
  }

  /** The moves that end on a cell, if it is pressed now. */
  movesTo(cell: string): readonly Move[] {
    const way = [...this.held, cell];
    return this.#following(way).filter((move) => this.#cells(move).length === way.length);
  }

  /** The moves to preview: those chosen already, else those that end under the pointer. Several where a move has several ends. */
  get previews(): readonly Move[] {
    return this.aimed.length > 0 ? this.aimed : this.over === null ? [] : this.movesTo(this.over);
  }

  press(cell: string): void {
    if (this.#pressTogether(cell)) return;
    const [only, ...others] = this.aimed;
    const last = this.pressed.at(-1);
    if (cell === last && only !== undefined && others.length === 0) return this.play(only);
    if (cell === last && only === undefined) return void this.cancel();
    for (const held of [this.pressed, this.held]) {
      if (this.#following([...held, cell]).length > 0) return this.#advance([...held, cell]);
    }
    const { onattempt, onstuck } = this.#table();
    if (this.picked !== null) onattempt([...this.held, cell].join("-"));
    else if (this.pressed.length > 0) this.reset();
    if (this.movesFrom(cell).length > 0) this.#advance([cell]);
    else if (this.picked === null) onstuck(cell);
  }

  /** Takes up a piece that is dragged; false if it cannot be moved. */
  pick(cell: string): boolean {
    if (cell === this.picked) return this.aimed.length === 0;
    if (!this.movesFrom(cell).some((move) => this.#cells(move).length > 1)) return false;
    this.reset();
    this.#advance([cell]);
    return this.picked === cell;
  }

  play(move: Move): void {
    this.reset();
    this.#table().onmove(move.text);
  }

  /** Puts back what is aimed at, then what is picked; false if there was nothing. */
  cancel(): boolean {
    if (this.pressed.length === 0 && this.aimed.length === 0) return false;
    this.aimed = [];
    this.pressed = this.pressed.slice(0, -1);
    return true;
  }

  reset(): void {
    this.pressed = [];
    this.aimed = [];
  }

  /** What is pressed, without the cell that the aimed move ends on: another one may still be pressed instead. */
  get held(): readonly string[] {
    return this.aimed.length > 0 ? this.pressed.slice(0, -1) : this.pressed;
  }

  #cells(move: Move): readonly string[] {
    return this.#table().presses(move).cells;
  }

  #following(way: readonly string[]): readonly Move[] {
    const { legal, presses } = this.#table();
    return legal.filter((move) => {
      const { cells, anyOrder } = presses(move);
      return anyOrder !== true && cells.length >= way.length && way.every((cell, index) => cells[index] === cell);
    });
  }

  #advance(way: readonly string[]): void {
    const going = this.#following(way);
    const done = going.filter((move) => this.#cells(move).length === way.length);
    const [only] = done;
    if (only !== undefined && going.length === 1 && !this.#asks(only)) return this.play(only);
    this.pressed = way;
    this.aimed = done;
    if (done.length === 0) this.#table().onsound("pick");
  }

  #asks(move: Move): boolean {
    const { confirm, presses } = this.#table();
    return confirm || move.loses === true || presses(move).asks === true;
  }

  /** A cell may belong to several moves of many cells: each press leads to the next one. */
  #pressTogether(cell: string): boolean {
    const { legal, presses } = this.#table();
    const having = legal.filter((move) => presses(move).anyOrder && presses(move).cells.includes(cell));
    const at = having.findIndex((move) => move === this.aimed[0]);
    const next = having[at + 1] ?? having[0];
    if (next === undefined) return false;
    if (next === this.aimed[0]) this.play(next);
    else this.aimed = [next];
    return true;
  }
}
