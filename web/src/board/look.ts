/**
 * What a game with a flat board adds to the common one: where its cells lie, what stands on them, how its moves are pressed,
 * shown and spoken of. `FlatBoard.svelte` does the rest, the same for all.
 */

import type { Text } from "../api/types";
import type { Spot } from "./cells";
import type { Presses } from "./chooser.svelte";
import type { Moment } from "./replay.svelte";
import type { BoardSettings, LastMove, Preview } from "./types";

export interface Layout {
  readonly viewBox: string;
  readonly spots: ReadonlyMap<string, Spot>;
  /** Rows and columns are straight: the arrow keys keep to them. */
  readonly isGrid: boolean;
  /** The outlines of a cell's floor and of a piece's top face, around their middles. */
  readonly cell: string;
  readonly top: string;
  /** The ring around a cell and what stands on it; `foot` is how far it reaches below the middle. */
  readonly ring: { readonly width: number; readonly height: number; readonly foot: number };
  /** How far below the middle of its cell a pile stands. */
  readonly sink?: number;
  /** What signals must be seen on. */
  readonly on: "dark" | "light";
  /** A target wears a dot, whatever stands there; else only where it is empty, and a ring elsewhere. */
  readonly hasDots?: boolean;
  /** How far what is picked up, or chosen to leave, is lifted. */
  readonly lift?: { readonly picked?: number; readonly chosen?: number };
}

/** How the position came about, where that is known (`GameModule.wantsStory`). */
export interface Story<Scene> {
  readonly start: Scene | null;
  readonly moves: readonly string[];
}

/** The marks of the last move. */
export interface Trace {
  readonly origin?: string | undefined;
  /** Cells on the way, marked faintly. */
  readonly passed?: readonly string[];
  readonly cells: readonly string[];
  /** A dotted line through these, the first one circled. */
  readonly way?: readonly string[];
}

/** What the prompt says. */
export interface Words {
  readonly lead?: Text;
  readonly text: Text;
  readonly tone?: "warn";
  /** The word on the button, where it is not "Play". */
  readonly play?: Text;
  /** What is said aloud, where it is not `text`. */
  readonly said?: Text;
}

export interface FlatWords<Scene, Move extends Preview, Pile> {
  readonly board: Text;
  /** Nothing is picked: what is asked now, if there is more to say than "Your move". */
  readonly asks: (scene: Scene, legal: readonly Move[], isOpening: boolean) => Words | null;
  readonly pickedUp: (
    cell: string,
    pile: Pile | undefined,
    targets: number,
    scene: Scene,
  ) => { readonly lead: Text; readonly text: Text };
  /** Something has come to stand where it will (`FlatLook.settled`): what, and what the next press does. */
  readonly settled?: (
    cell: string,
    pile: Pile,
    moves: readonly Move[],
    held: readonly string[],
    scene: Scene,
  ) => { readonly lead: Text; readonly text: Text };
  readonly preview: (move: Move) => Words;
  /** Moves with the same cells: what is asked, and the answers in the order of the moves. */
  readonly question?: (moves: readonly Move[]) => { readonly text: Text; readonly answers: readonly Text[] };
  /** Why what stands there cannot be moved; `null`: nothing to say. */
  readonly stuck: (cell: string, pile: Pile | undefined, legal: readonly Move[]) => Text | null;
  readonly cell: (cell: string, pile: Pile | undefined, scene: Scene, settings: BoardSettings) => Text;
  /** Said of a cell that plays `move` now (`null`: that leads on to others). */
  readonly target: (move: Move | null) => Text;
  /** Said of a cell that chooses a move at once, before anything is picked. */
  readonly choosable?: (move: Move) => Text | null;
  /** The prompt tells of a move as soon as the pointer is over its target. */
  readonly tellsOnHover?: boolean;
}

export interface FlatLook<Scene, Move extends Preview, Step, Pile> {
  readonly name: string;
  /** Custom properties for the drawing, where the style sheet does not have them. */
  readonly paint?: (settings: BoardSettings) => string;
  readonly layout: (scene: Scene, settings: BoardSettings, isFlipped: boolean) => Layout;
  /** What stands on the cells; empty ones are left out. */
  readonly piles: (scene: Scene, story: Story<Scene>) => ReadonlyMap<string, Pile>;
  /** How high a pile is, in the drawing. */
  readonly rise: (pile: Pile, settings: BoardSettings) => number;
  readonly presses: (move: Move) => Presses;
  readonly moments: (last: LastMove<Scene, Step>, before: ReadonlyMap<string, Pile>) => readonly Moment<Pile>[];
  readonly trace: (last: LastMove<Scene, Step>) => Trace;
  /** The cells an arrow of advice goes through; a single one, or several that belong together, are outlined. */
  readonly arrow: (move: Move) => readonly string[];
  /** The way of a move, drawn with the numbers of its steps. */
  readonly way?: (move: Move) => readonly string[];
  /** What a move would put on a cell, drawn faintly there. */
  readonly ghost?: (
    move: Move,
    piles: ReadonlyMap<string, Pile>,
  ) => { readonly cell: string; readonly pile: Pile } | null;
  /** What `moves` all leave on the cells pressed so far, where that is known before their last one is pressed: drawn as a ghost. */
  readonly settled?: (
    moves: readonly Move[],
    held: readonly string[],
    piles: ReadonlyMap<string, Pile>,
  ) => readonly { readonly cell: string; readonly pile: Pile }[];
  /** Cells that are marked faintly as long as nothing is picked: where few can be played on, nobody need search for them. */
  readonly open?: (legal: readonly Move[], piles: ReadonlyMap<string, Pile>, layout: Layout) => readonly string[];
  /** The move that pressing a cell means where no legal one begins there, as notation: the room says why it is none. */
  readonly tried?: (cell: string, legal: readonly Move[], piles: ReadonlyMap<string, Pile>) => string | null;
  readonly chip?: (move: Move, say: (text: Text) => string) => string;
  /** May a pile be taken apart to look into it (a finger held, the other button of a mouse)? */
  readonly canPeek?: (pile: Pile) => boolean;
  readonly words: FlatWords<Scene, Move, Pile>;
}

/** How a cell is drawn at this moment. */
export interface CellLook<Move, Pile> {
  readonly name: string;
  readonly pile: Pile | undefined;
  readonly lift: number;
  readonly isChosen: boolean;
  /** The move that is shown before it is played. */
  readonly preview: Move | null;
  readonly isAtRest: boolean;
}
