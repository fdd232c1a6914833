/**
 * The seam between the game page and the drawing of a game.
 *
 * A board knows no rules. It is given a scene, the legal moves with their previews and the last move as steps; it draws
 * them, lets a person choose among the legal moves, and says which one was chosen. Everything around the board (player
 * bars, prompt, move list, actions, connection) belongs to the page.
 *
 * A game that is drawn in its own way is one folder under `src/games/`: a `card.ts` that default-exports a `GameCard`, and an
 * `index.ts` that default-exports a `GameModule`. Any other game is drawn from its scene (`board/flat/`).
 */

import type { Component } from "svelte";
import type { Language, Text } from "../api/types";
import type { IconName } from "../parts/Icon.svelte";

/** A legal move as it arrives: its notation, and what this game's preview needs. */
export interface Preview {
  readonly text: string;
  /** To play it is to lose the game: the person is asked first, whatever the settings say. */
  readonly loses?: boolean;
}

/** The move that led to the shown scene. Its marks are always drawn. */
export interface LastMove<Scene, Step> {
  /** Changes with every move, so that a board can tell a new move from the same one drawn again. */
  readonly ply: number;
  readonly seat: number;
  readonly text: string;
  readonly steps: readonly Step[];
  /** The scene to animate from; `null`: draw the result at once (navigation, reduced motion, a reload). */
  readonly before: Scene | null;
}

/** What the person chose in the settings, as far as a board is concerned. */
export interface BoardSettings {
  readonly language: Language;
  readonly theme: "light" | "dark";
  readonly coordinates: boolean;
  /** A chosen move waits for the prompt's button (or a second press) before it is sent. */
  readonly confirm: boolean;
  /** False with `prefers-reduced-motion` or by choice: no tween, marks tell the story. */
  readonly animate: boolean;
  /** What the game's own settings (`GameCard.settings`) stand at, by name. */
  readonly own: Readonly<Record<string, string>>;
}

/** A setting that belongs to one game alone, kept with the others and offered where that game is. */
export type OwnSetting = OwnSwitch | OwnChoice;

/** On unless it is switched off: `"on"` or `"off"`. */
export interface OwnSwitch {
  readonly kind: "switch";
  readonly name: string;
  readonly icon: IconName;
  readonly title: Text;
  readonly text: Text;
  /** The button among the actions of the game page. */
  readonly short: Text;
}

/** One of some values; the first is the usual one. */
export interface OwnChoice {
  readonly kind: "choice";
  readonly name: string;
  readonly icon: IconName;
  readonly title: Text;
  /** `verb` chooses a value from the list of further actions. */
  readonly values: readonly [OwnValue, OwnValue, ...OwnValue[]];
}

export interface OwnValue {
  readonly value: string;
  readonly label: Text;
  readonly verb: Text;
}

/** The line under the opponent's bar: what is picked, what is asked, and the one or two things to press. */
export interface Prompt {
  /** Set in bold before the sentence, for example the notation of the previewed move. */
  readonly lead?: string;
  readonly text: Text;
  /** `warn`: payments, house rulings, a move about to lose. */
  readonly tone: "calm" | "warn";
  readonly actions: readonly PromptAction[];
}

export interface PromptAction {
  readonly label: Text;
  readonly primary: boolean;
  readonly run: () => void;
}

export type Sound = "pick" | "place" | "capture" | "triplet" | "turn" | "low" | "end";

/** What the board and the game's panels are both given. */
export interface TableProps<Scene, Move extends Preview, Step, Shared> {
  readonly scene: Scene;
  /** The moves the person at this screen may play now; empty while watching, looking back, or the other's turn. */
  readonly legal: readonly Move[];
  readonly last: LastMove<Scene, Step> | null;
  /** The person's own move on its way to the server: draw its target dashed. `legal` is empty meanwhile. */
  readonly pending: Move | null;
  /** The engine's advice, to be drawn on the board. */
  readonly hint: Move | null;
  /** What the engine would play next best, drawn fainter. */
  readonly alternatives?: readonly Move[];
  /** The seat sitting nearest to the reader. */
  readonly viewpoint: number;
  readonly settings: BoardSettings;
  /** The scene at the table's first ply (once fetched, where `GameModule.wantsStory`) and the moves from there to here. */
  readonly story: { readonly start: Scene | null; readonly moves: readonly string[] };
  /** State that a game's board and panels share (`GameModule.share`), one per open table. */
  readonly shared: Shared;

  /** A legal move was chosen (and confirmed, where asked): its `text`. */
  readonly onmove: (text: string) => void;
  /** What the prompt should say now; `null` gives it back to the page ("Your move", "Alcove is thinking", the result). */
  readonly onprompt: (prompt: Prompt | null) => void;
  /** A move that is not among the legal ones was tried, as notation: the page asks the server why and says so. */
  readonly onattempt: (text: string) => void;
  /** Something was pressed that cannot be picked up: why not. */
  readonly onstuck: (why: Text) => void;
  /** Say something politely to screen readers (a cell picked, targets counted). */
  readonly onsay: (text: Text) => void;
  readonly onsound: (sound: Sound, height?: number) => void;
  /** The animation of `last` has ended or was skipped; the page may show the next event. Call it at once when none ran. */
  readonly onsettled: (ply: number) => void;
}

/** What the page may ask of a mounted board (functions the component exports). */
export interface BoardHandle {
  /** Put the keyboard on the board. */
  focus(): void;
  /** Put a picked piece back; true if there was one. */
  cancel(): boolean;
  /** Jump to the end of a running animation. */
  skip(): void;
}

/** A tab beside the move list: what was taken, what is still to be found, a list of moves and layers. */
export interface PanelTab<Scene, Move extends Preview, Step, Shared> {
  readonly id: string;
  readonly title: Text;
  readonly Content: Component<TableProps<Scene, Move, Step, Shared>>;
  /** Shown first, before the move list. */
  readonly first?: boolean;
}

/** A number in a player bar: towers owned, pawns left (`of` 30), triplets. */
export interface Tally {
  readonly value: number;
  readonly of?: number;
  readonly label: Text;
}

/** Everything the page needs to show one game. `Shared` is `null` where board and panels share nothing. */
export interface GameModule<Scene, Move extends Preview, Step, Shared = null> {
  readonly Board: Component<TableProps<Scene, Move, Step, Shared>, BoardHandle>;
  readonly panels: readonly PanelTab<Scene, Move, Step, Shared>[];
  /** The piece of a seat, about 40×40, for the player bar. Decorative. */
  readonly Piece: Component<{ seat: number }>;
  readonly tally: (scene: Scene, seat: number) => Tally | null;
  /** Said in the bar of somebody who plays alone, after the number of the turn. */
  readonly alone?: (scene: Scene) => Text;
  readonly share: () => Shared;
  /** Everybody looks at the board from the same side; else each seat sits at its own. */
  readonly roundTable?: boolean;
  /** The drawing tells more when it knows how the position came about (the colours buried in a tower). */
  readonly wantsStory?: boolean;
  /** The drawing leaves this upper corner free, so that the game page can write the title there. */
  readonly titleSide?: "left" | "right";
  /** The drawing has no height of its own: it fills the box that the page gives it. */
  readonly fills?: boolean;
  /** On a phone the empty corners of the drawing may lie outside the screen: its width, and the margins that move it there. */
  readonly bleed?: { readonly width: string; readonly margin: string };
}

// Scenes, moves and steps differ by game; the page only hands them through, so here alone the types are let go.
export type AnyGameModule = GameModule<any, any, any, any>;

/** What is known of a game before its module is loaded: enough for the home page. Keep these light. */
export interface GameCard {
  /** The real board, for the home page: fills its box, decorative. `scene` is the starting scene once it has arrived. */
  readonly Picture: Component<{ scene: unknown }>;
  /** The outline of the board in the view box of its drawing, shown until the drawing is there; `rounding` of its corners. */
  readonly silhouette: { readonly viewBox: string; readonly path: string; readonly rounding: number };
  /** 24×24, one colour (`currentColor`). */
  readonly Icon: Component;
  /** Gradients and shapes the drawings refer to by id, put into the page once. Contents of an SVG `<defs>`. */
  readonly Defs?: Component;
  readonly settings?: readonly OwnSetting[];
  readonly load: () => Promise<AnyGameModule>;
}
