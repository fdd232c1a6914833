/**
 * A board on a page: what it is given, what it asks for and what it says. Every page with a board has one of these; the
 * game's panels are given the same as its board.
 */

import { untrack } from "svelte";
import type { Text } from "../api/types";
import type { AnyGameModule, BoardHandle, Preview, Prompt, TableProps } from "../board/types";
import { play as playSound } from "../sound";
import { boardSettings, say } from "./settings.svelte";
import type { Stage } from "./stage.svelte";

/** What a page tells its board. What is left out is not there, or nobody listens. */
export interface Hosting {
  readonly game: string;
  readonly module: AnyGameModule;
  readonly stage: Stage;
  readonly legal?: readonly Preview[];
  readonly pending?: Preview | null;
  readonly hint?: Preview | null;
  readonly alternatives?: readonly Preview[];
  readonly viewpoint?: number;
  readonly story?: { readonly start: unknown; readonly moves: readonly string[] };
  readonly onmove?: (move: string) => void;
  readonly onattempt?: (move: string) => void;
  /** Said to screen readers unless the page shows it. */
  readonly onstuck?: (why: Text) => void;
  readonly onprompt?: (prompt: Prompt | null, before: Prompt | null) => void;
}

type Given = TableProps<any, any, any, any>;

const NONE: readonly never[] = [];
const NO_STORY = { start: null, moves: NONE };

export class Host {
  /** What the board asks: turn the pile? confirm the move? */
  asked = $state.raw<Prompt | null>(null);
  spoken = $state("");
  board = $state.raw<BoardHandle>();
  readonly #page: () => Hosting;
  #settings = $derived.by(() => boardSettings(this.#page().game));
  /** One per board: a page shows another game on another host. */
  readonly shared: unknown;

  constructor(page: () => Hosting, shared: unknown = untrack(() => page().module.share())) {
    this.#page = page;
    this.shared = shared;
  }

  readonly given = $derived.by((): Given => {
    const {
      stage,
      legal = NONE,
      pending = null,
      hint = null,
      alternatives = NONE,
      viewpoint = 0,
      story = NO_STORY,
    } = this.#page();
    const { shown } = stage;
    return {
      scene: shown?.frame.scene,
      last: shown?.last ?? null,
      legal,
      pending,
      hint,
      alternatives,
      viewpoint,
      story,
      settings: this.#settings,
      shared: this.shared,
      ...this.#heard,
    };
  });

  /** What the board reports; always the same functions, so that no board is disturbed by them. */
  readonly #heard = {
    onmove: (move: string): void => this.#page().onmove?.(move),
    onattempt: (move: string): void => this.#page().onattempt?.(move),
    onprompt: (wanted: Prompt | null): void => {
      // Boards ask from within their effects, which must not come to depend on what was asked.
      untrack(() => this.#page().onprompt?.(wanted, this.asked));
      this.asked = wanted;
    },
    onstuck: (why: Text): void => {
      const { onstuck } = this.#page();
      if (onstuck === undefined) this.announce(why);
      else onstuck(why);
    },
    onsay: (text: Text): void => this.announce(text),
    onsound: (sound: Parameters<Given["onsound"]>[0], height?: number): void =>
      playSound(sound, this.#page().game, height),
    onsettled: (ply: number): void => this.#page().stage.settle(ply),
  };

  /** Says something to screen readers. */
  announce(text: Text): void {
    untrack(() => {
      // The same words twice in a row are two announcements: a changed space makes screen readers speak again.
      const words = say(text);
      this.spoken = words === this.spoken ? `${words}\u00a0` : words;
    });
  }

  /** After a press beside the board: the keyboard goes back to it unless it is somewhere. */
  refocus(): void {
    if (document.activeElement === document.body) this.board?.focus();
  }
}
