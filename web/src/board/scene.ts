// Generated from src/alcove/boards/flat.py by `make types`. Do not edit.

import type { Text } from "../api/types";

/** A place where pieces may stand. `x` and `y` are its centre in widths of a cell, `y` upwards: the first seat sits below.
 *
 * `name` is what the notation calls it. `tint` 1 and 2 are the second and third colour of the ground; `owner` is the seat whose
 * home or goal it is, and whose colour it then has. `says` is added to its name when it is spoken (« c3, cœur »). */
export interface Cell {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly tint?: number;
  readonly says?: Text | null;
  readonly owner?: number | null;
}

/** A coordinate printed beside the cells. */
export interface Label {
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

/** The empty board. A square and a diamond (a square on its corner) are 1 wide, a hexagon stands on its corner and is 1 wide,
 * a point lies where the `lines` meet. `pictures` are SVG files by the names that pieces use; they are shown as images, so
 * nothing in them can run or fetch anything. */
export interface Ground {
  readonly cells: readonly Cell[];
  readonly shape?: "diamond" | "hexagon" | "point" | "square";
  readonly lines?: readonly (readonly [string, string])[];
  readonly labels?: readonly Label[];
  readonly pictures?: Readonly<Record<string, string>>;
}

/** A piece. `owner` is the seat whose colour it has, `None` for nobody's.
 *
 * `form` is its body; `text` is printed on it (a number, a glyph such as ♞); `picture` names one of the ground's pictures, which
 * then is the whole piece. `name` is how it is spoken, its colour included: « pierre noire ». */
export interface Piece {
  readonly owner?: number | null;
  readonly form?: "block" | "hexagon" | "stone" | "token";
  readonly text?: string;
  readonly picture?: string;
  readonly name?: Text | null;
}

/** What stands on a cell, from the bottom up; no pieces: the cell is empty. */
export interface Pile {
  readonly cell: string;
  readonly pieces: readonly Piece[];
}

/** A sign on a cell that is neither ground nor piece: a wall, a goal, a piece that is safe. `says` is spoken with the cell. */
export interface Mark {
  readonly cell: string;
  readonly kind?: "check" | "cross" | "dot" | "ring" | "star";
  readonly owner?: number | null;
  readonly says?: Text | null;
}

/** A number in the bar of a seat: `label` says what is counted, `of` how many there could be. */
export interface Tally {
  readonly value: number;
  readonly label: Text;
  readonly of?: number | null;
}

/** A position. `piles` leave out empty cells; `tallies` go by seat, or there are none; `note` is a sentence for whoever is to
 * move (« il reste 3 tours »). */
export interface Scene {
  readonly ground: Ground;
  readonly piles?: readonly Pile[];
  readonly marks?: readonly Mark[];
  readonly tallies?: readonly Tally[];
  readonly note?: Text | null;
}

/** A legal move, and what the page shows before it is played.
 *
 * `cells` are pressed one after the other: one to place, two to go from here to there, more for a longer way; a move without
 * cells is a button (« Passer »). Two moves with the same cells are told apart by a question, whose answers are their
 * `label`s. `any_order`: the cells belong together and any of them chooses the move.
 *
 * `path` is the way it is drawn, where that is not `cells`; `chip` a few signs over the target (`2 + 1 = 3`); `says` the sentence
 * of the prompt; `takes` the cells whose pieces it takes; `piles` what it leaves on its cells. `loses`: to play it is to lose, so
 * the page asks first; `asks`: it always does. */
export interface Preview {
  readonly text: string;
  readonly cells: readonly string[];
  readonly path?: readonly string[];
  readonly chip?: string;
  readonly says?: Text | null;
  readonly label?: Text | null;
  readonly takes?: readonly string[];
  readonly piles?: readonly Pile[];
  readonly any_order?: boolean;
  readonly loses?: boolean;
  readonly asks?: boolean;
}

/** A moment of a move that was played; `piles` are the cells that changed, as they are afterwards.
 *
 * `move`: `pieces` go along `path`, and what stands on the cells in `takes` goes when they arrive. `place`: `pieces` come to
 * the last cell of `path`. `take`: what the piles lose is lifted off the board. `turn`: the piles are turned over. `change`:
 * they are simply otherwise. */
export interface Step {
  readonly kind: "change" | "move" | "place" | "take" | "turn";
  readonly piles: readonly Pile[];
  readonly path?: readonly string[];
  readonly pieces?: readonly Piece[];
  readonly takes?: readonly string[];
}
