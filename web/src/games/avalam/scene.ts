// Generated from src/alcove/games/avalam/scene.py by `make types`. Do not edit.

/** A cell and its tower; `owner` is a seat, or `None` where there is no tower (`height` 0).
 *
 * `settled` (V7): nothing can move this tower or cover it any more, so its point is certain. */
export interface Cell {
  readonly name: string;
  readonly owner: number | null;
  readonly height: number;
  readonly settled: boolean;
}

/** `cells` are those of the board, row 9 to row 1; `points` and `fives` go by seat (V9, V10). */
export interface Scene {
  readonly cells: readonly Cell[];
  readonly points: readonly [number, number];
  readonly fives: readonly [number, number];
}

/** A legal move: `moved` pieces onto `standing` ones make a tower of `height` for `owner`. */
export interface MovePreview {
  readonly text: string;
  readonly origin: string;
  readonly target: string;
  readonly moved: number;
  readonly standing: number;
  readonly height: number;
  readonly owner: number;
}

/** The one step of a move: a tower slides from `origin` onto `target`. */
export interface Step {
  readonly origin: string;
  readonly target: string;
  readonly moved: number;
  readonly height: number;
  readonly owner: number;
}
