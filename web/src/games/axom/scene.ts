// Generated from src/alcove/games/axom/scene.py by `make types`. Do not edit.

/** A cell and what stands on it. A head has height 1; `owner` is a seat, or `None` on an empty cell (height 0).
 * `heart` is the seat whose heart this cell is. */
export interface Cell {
  readonly name: string;
  readonly owner: number | null;
  readonly height: number;
  readonly head: boolean;
  readonly heart: number | null;
}

/** `pawns` on the board by seat, of `pawns_each` in the box; `quiet_plies` of `draw_plies` (X22; 0: never).
 * `movements` by seat and by how often they have been made (X20): first those made once, then those made twice, and so
 * on, each as `b1–a2`, with blanks between them. Empty where the table does not count them. */
export interface Scene {
  readonly cells: readonly Cell[];
  readonly pawns: readonly [number, number];
  readonly pawns_each: number;
  readonly quiet_plies: number;
  readonly draw_plies: number;
  readonly movements: readonly [readonly string[], readonly string[]];
}

/** A cell the move enters: its height afterwards, and the enemy pawns taken on it. */
export interface Entered {
  readonly cell: string;
  readonly height: number;
  readonly taken: number;
}

/** A legal move, sown to the end. `lifted` pieces leave the origin, where `left` stay; `returned` is the heart to
 * which one taken pawn goes back (X17). */
export interface MovePreview {
  readonly text: string;
  readonly origin: string;
  readonly target: string;
  readonly owner: number;
  readonly head: boolean;
  readonly lifted: number;
  readonly left: number;
  readonly path: readonly Entered[];
  readonly returned: string | null;
  readonly wins: boolean;
  readonly times: number;
  readonly loses: boolean;
}

/** One moment of a move: the stack is lifted from a cell, enters one, or a taken pawn goes home from `source`.
 *
 * `owner` and `height` are what stands on `cell` afterwards, `in_hand` what is still carried, `taken` what was taken. */
export interface Step {
  readonly kind: "enter" | "lift" | "return";
  readonly cell: string;
  readonly owner: number | null;
  readonly height: number;
  readonly in_hand: number;
  readonly taken: number;
  readonly takes_head: boolean;
  readonly source: string | null;
}
