// Generated from src/alcove/games/axxa/scene.py by `make types`. Do not edit.

/** A cell of the cloth and its pile; `start` marks the twelve cells of the first piles. */
export interface Cell {
  readonly name: string;
  readonly start: boolean;
  readonly pieces: readonly (number | null)[];
}

/** What became of a number: how many are on the board, seen or not, and whether its triplet is done, skipped (A10),
 * needed now, still ahead, or out of reach (`dead`). */
export interface Number {
  readonly number: number;
  readonly left: number;
  readonly state: "ahead" | "dead" | "needed" | "skipped" | "taken";
}

/** `triplets` has one number, in a duel one for each seat; `aside` are the payments. */
export interface Scene {
  readonly cells: readonly Cell[];
  readonly numbers: readonly Number[];
  readonly needed: number | null;
  readonly triplets: readonly number[];
  readonly aside: readonly number[];
  readonly phase: "move" | "pay" | "take";
  readonly mode: "coop" | "duel" | "solo";
}

/** A legal ply. A slide goes from `cell` along `path` to `target` and is then `turned` or not; a payment takes the
 * top of `cell`; a choice takes the three `cells`. `number` is the number on the pieces it concerns. */
export interface MovePreview {
  readonly text: string;
  readonly kind: "pay" | "slide" | "take";
  readonly number: number;
  readonly cell: string | null;
  readonly target: string | null;
  readonly path: readonly string[];
  readonly turned: boolean;
  readonly cells: readonly string[];
}

/** What a cell holds after a step. */
export interface Pile {
  readonly cell: string;
  readonly pieces: readonly (number | null)[];
}

/** One moment of a ply: a pile slides along `path` (its origin first), is turned, three tops are taken, or one is
 * paid. `piles` is what changed, after the step. */
export interface Step {
  readonly kind: "pay" | "slide" | "take" | "turn";
  readonly number: number | null;
  readonly path: readonly string[];
  readonly piles: readonly Pile[];
}
