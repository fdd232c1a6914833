// Generated from src/alcove/server/messages/*.py and games/*/scene.py by `make types`. Do not edit.

export type Language = "en" | "fr";

export const PROTOCOL = 1;

export const GAMES = ["avalam", "axom", "axiom", "axxa"] as const;

export type GameName = (typeof GAMES)[number];

/** What each game shows: a position, a legal move, a part of a move. */
export interface Scenes {
  readonly avalam: { readonly scene: AvalamScene; readonly preview: AvalamMovePreview; readonly step: AvalamStep; };
  readonly axom: { readonly scene: AxomScene; readonly preview: AxomMovePreview; readonly step: AxomStep; };
  readonly axiom: { readonly scene: AxiomScene; readonly preview: AxiomMovePreview; readonly step: AxiomStep; };
  readonly axxa: { readonly scene: AxxaScene; readonly preview: AxxaMovePreview; readonly step: AxxaStep; };
}

/** One sentence, in English and in French. */
export interface Text {
  readonly en: string;
  readonly fr: string;
}

/** An option of a game. `values` is empty for a whole number from `least` to `most`. */
export interface OptionTold {
  readonly name: string;
  readonly values: readonly string[];
  readonly default: string;
  readonly clause: string;
  readonly says: Text;
  readonly least: number;
  readonly most: number;
}

/** Where a rule comes from: the printed book, a lost figure that was recovered, our ruling where the book is vague
 * (`confidence`, from 0 to 1, that the inventor would agree), or a house rule where it is silent. */
export interface TeachingMark {
  readonly source: "book" | "figure" | "house" | "ruling";
  readonly confidence: number | null;
}

/** Something we decided: what, and why. `option` is the option of the game that decides otherwise. */
export interface TeachingNote {
  readonly mark: TeachingMark;
  readonly text: Text;
  readonly reason: Text;
  readonly option: string | null;
}

/** A move of a figure and what it shows. A `refused` one cannot be played: the rules say why, the board stays. */
export interface TeachingStep {
  readonly move: string;
  readonly caption: Text;
  readonly refused: boolean;
}

/** A live board: a position (`None`: the start), moves to step through, and what the reader may try. */
export interface TeachingFigure {
  readonly name: string;
  readonly title: Text;
  readonly position: string | null;
  readonly caption: Text;
  readonly steps: readonly TeachingStep[];
  readonly invites: Text | null;
  readonly options: Readonly<Record<string, string>>;
}

/** A clause of RULES.md under its number, told in paragraphs. */
export interface TeachingClause {
  readonly number: string;
  readonly marks: readonly TeachingMark[];
  readonly heading: Text;
  readonly body: readonly Text[];
  readonly notes: readonly TeachingNote[];
  readonly figures: readonly TeachingFigure[];
}

export interface TeachingSection {
  readonly name: string;
  readonly title: Text;
  readonly clauses: readonly TeachingClause[];
}

/** The rules of a game in the order of its book. `aim` is the game in one breath, `source` where we have it from. */
export interface TeachingRulebook {
  readonly aim: Text;
  readonly source: Text;
  readonly sections: readonly TeachingSection[];
}

/** `GET /api/rules/{game}`: the rulebook, and the options its notes speak of. */
export interface RulesTold {
  readonly game: GameName;
  readonly title: string;
  readonly options: readonly OptionTold[];
  readonly rulebook: TeachingRulebook;
}

/** The answer to everything that went wrong. `place` is where, when the words alone do not say it. */
export interface Fault {
  readonly error: Text;
  readonly code: Code;
  readonly place: string | null;
}

/** An answer with the moves it is for. */
export interface TeachingJudged {
  readonly moves: readonly string[];
  readonly text: Text;
  readonly reply: readonly string[];
}

/** A position and a move to find. A legal move that is in no answer gets `otherwise`. */
export interface TaskTold {
  readonly name: string;
  readonly title: Text;
  readonly ask: Text;
  readonly hint: Text;
  readonly position: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly right: readonly TeachingJudged[];
  readonly wrong: readonly TeachingJudged[];
  readonly otherwise: Text;
  readonly clauses: readonly string[];
}

/** `GET /api/lessons/{game}` */
export interface LessonTold {
  readonly game: GameName;
  readonly title: string;
  readonly welcome: Text;
  readonly tasks: readonly TaskTold[];
  readonly farewell: Text;
}

/** A line of the move list. `number` counts rounds from 1; `revealed` is what luck showed. */
export interface MoveLine {
  readonly ply: number;
  readonly seat: number;
  readonly text: string;
  readonly revealed: string;
  readonly number: number;
  readonly opens_turn: boolean;
}

/** How a game ended: `words` says why; `scores` is empty where nothing was counted (a resignation). */
export interface OutcomeTold {
  readonly winner: number | null;
  readonly result: string;
  readonly reason: string;
  readonly words: Text;
  readonly scores: readonly number[];
  readonly together: boolean;
}

/** A position as it is drawn, after `ply` plies, with every legal move and what its preview needs. */
export interface Frame<G extends GameName = GameName> {
  readonly ply: number;
  readonly to_move: number;
  readonly is_turn_start: boolean;
  readonly position: string;
  readonly scene: Scenes[G]["scene"];
  readonly moves: readonly Scenes[G]["preview"][];
  readonly outcome: OutcomeTold | null;
  readonly warning: Text | null;
}

/** A move was played: its line, its announcement and the steps of its animation. */
export interface Played<G extends GameName = GameName> {
  readonly kind: "played";
  readonly line: MoveLine;
  readonly spoken: Text;
  readonly steps: readonly Scenes[G]["step"][];
}

/** The first of the moves that cannot be played, and why; the board stands as before it. */
export interface RefusedMove {
  readonly ply: number;
  readonly move: string;
  readonly text: Text;
  readonly clause: string | null;
}

/** The answer: a position, the move that led there, and all moves so far. */
export interface Studied<G extends GameName = GameName> {
  readonly game: GameName;
  readonly seats: readonly Text[];
  readonly lines: readonly MoveLine[];
  readonly frame: Frame<G>;
  readonly last: Played<G> | null;
  readonly refused: RefusedMove | null;
}

/** `POST /api/study`: what stands on the board after these moves? Nothing is kept.
 *
 * Without a position the game begins at its start; where luck makes the start, it is another one each time. */
export interface AskStudy {
  readonly game: GameName;
  readonly position?: string | null;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
}

/** A level of the engine; `rating` and `interval` are null until they have been measured in `games` games. */
export interface LevelTold {
  readonly number: number;
  readonly name: Text;
  readonly rating: number | null;
  readonly interval: number | null;
  readonly games: number;
}

/** A game of the room, with the names of its seats and a starting scene for its default options. */
export interface GameTold<G extends GameName = GameName> {
  readonly name: GameName;
  readonly title: string;
  readonly summary: Text;
  readonly seats: readonly Text[];
  readonly options: readonly OptionTold[];
  readonly levels: readonly LevelTold[];
  readonly scene: Scenes[G]["scene"];
}

/** `GET /api/games` */
export interface Games<G extends GameName = GameName> {
  readonly version: string;
  readonly games: readonly GameTold<G>[];
}

/** The answer to both. */
export interface TableMade {
  readonly table: string;
}

/** Who shall sit in a seat: the person who asks, or the engine at a level. */
export interface SeatWish {
  readonly kind: "engine" | "human";
  readonly level?: number | null;
}

/** `POST /api/tables`: no seats means that the person who asks holds them all. */
export interface NewTable {
  readonly game: GameName;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: readonly SeatWish[];
  readonly position?: string | null;
}

/** A seat: what it is called, who sits there, and whether it is one of yours. */
export interface SeatTold {
  readonly name: Text;
  readonly kind: "engine" | "human";
  readonly level: number | null;
  readonly yours: boolean;
}

/** One of your unfinished games. */
export interface TableLine {
  readonly table: string;
  readonly game: GameName;
  readonly seats: readonly SeatTold[];
  readonly ply: number;
  readonly to_move: number;
  readonly changed_at: string;
}

/** `GET /api/tables`: your unfinished games, the latest first. */
export interface MyTables {
  readonly tables: readonly TableLine[];
}

/** A whole table. Also the answer to `GET /api/tables/{table}`. */
export interface Snapshot<G extends GameName = GameName> {
  readonly type: "snapshot";
  readonly table: string;
  readonly n: number;
  readonly game: GameName;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly SeatTold[];
  readonly lines: readonly MoveLine[];
  readonly frame: Frame<G>;
  readonly last: Played<G> | null;
  readonly thinking: number | null;
  readonly can_undo: boolean;
  readonly rematch: string | null;
}

/** `GET /api/tables/{table}/at/{ply}`: the position after `ply` plies, and the move that led there. */
export interface FrameAt<G extends GameName = GameName> {
  readonly table: string;
  readonly frame: Frame<G>;
  readonly last: Played<G> | null;
}

/** `POST /api/records`: a table where the game of the record has been played so far. */
export interface OpenRecord {
  readonly record: string;
  readonly seats?: readonly SeatWish[];
}

/** A position that can stand on a board, with its seats. */
export interface PositionTold<G extends GameName = GameName> {
  readonly game: GameName;
  readonly seats: readonly Text[];
  readonly frame: Frame<G>;
}

/** `POST /api/positions` */
export interface CheckPosition {
  readonly game: GameName;
  readonly position: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** `GET /api/health` */
export interface Health {
  readonly status: "ok";
  readonly version: string;
}

export interface Hello {
  readonly type: "hello";
  readonly protocol?: number;
}

/** Follow a table. Who has seen event `seen_n` already gets no snapshot while it is the latest. */
export interface Watch {
  readonly type: "watch";
  readonly table: string;
  readonly seen_n?: number | null;
}

export interface Unwatch {
  readonly type: "unwatch";
  readonly table: string;
}

/** `sent` comes back in the pong. */
export interface Ping {
  readonly type: "ping";
  readonly sent?: number;
}

export interface Move {
  readonly type: "move";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
  readonly move: string;
}

/** Take back: one ply, or back to your own turn if an engine has answered. */
export interface Undo {
  readonly type: "undo";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

export interface Resign {
  readonly type: "resign";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** The same game once more at a new table, with the seats passed on by one. */
export interface Rematch {
  readonly type: "rematch";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** The engine at full strength on the position after event `expected_n`. */
export interface AskHint {
  readonly type: "hint";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** Why can this not be played? */
export interface AskWhy {
  readonly type: "why";
  readonly table: string;
  readonly text: string;
  readonly nonce: string;
}

export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly version: string;
}

/** Plies were taken back; `ply` are left. */
export interface TookBack {
  readonly kind: "took_back";
  readonly ply: number;
}

export interface Resigned {
  readonly kind: "resigned";
  readonly seat: number;
}

/** The next game is at another table. */
export interface Rematched {
  readonly kind: "rematched";
  readonly table: string;
}

/** Event `n` of a table, the one after `n − 1`, and the position it leaves. */
export interface Event<G extends GameName = GameName> {
  readonly type: "event";
  readonly table: string;
  readonly n: number;
  readonly change: Played<G> | TookBack | Resigned | Rematched;
  readonly frame: Frame<G>;
  readonly can_undo: boolean;
}

/** The answer to a `watch` that has missed nothing. */
export interface UpToDate {
  readonly type: "up_to_date";
  readonly table: string;
  readonly n: number;
}

/** What `nonce` asked for is on the disk as event `n`. */
export interface Ack {
  readonly type: "ack";
  readonly table: string;
  readonly nonce: string;
  readonly n: number;
}

/** What `nonce` asked for was not done. `stale` is followed by a snapshot. `clause` is the rule, if it is one. */
export interface Refused {
  readonly type: "refused";
  readonly code: Code;
  readonly text: Text;
  readonly table: string | null;
  readonly nonce: string | null;
  readonly clause: string | null;
}

/** The engine in `seat` begins to think about the position after event `n`. */
export interface Thinking {
  readonly type: "thinking";
  readonly table: string;
  readonly n: number;
  readonly seat: number;
}

/** A line the engine would play, best first; `score_text` says its value in the game's own terms. */
export interface HintLine {
  readonly moves: readonly string[];
  readonly score: number;
  readonly score_text: Text;
  readonly win_probability: number;
  readonly exact: boolean;
}

export interface Hint {
  readonly type: "hint";
  readonly table: string;
  readonly n: number;
  readonly nonce: string;
  readonly lines: readonly HintLine[];
  readonly depth: number;
  readonly nodes: number;
}

/** `refusal` is null when the move could be played. */
export interface Why {
  readonly type: "why";
  readonly table: string;
  readonly nonce: string;
  readonly text: string;
  readonly refusal: Text | null;
  readonly clause: string | null;
}

export interface Pong {
  readonly type: "pong";
  readonly sent: number;
}

/** A cell and its tower; `owner` is a seat, or `None` where there is no tower (`height` 0).
 *
 * `settled` (V7): nothing can move this tower or cover it any more, so its point is certain. */
export interface AvalamCell {
  readonly name: string;
  readonly owner: number | null;
  readonly height: number;
  readonly settled: boolean;
}

/** `cells` are those of the board, row 9 to row 1; `points` and `fives` go by seat (V9, V10). */
export interface AvalamScene {
  readonly cells: readonly AvalamCell[];
  readonly points: readonly [number, number];
  readonly fives: readonly [number, number];
}

/** A legal move: `moved` pieces onto `standing` ones make a tower of `height` for `owner`. */
export interface AvalamMovePreview {
  readonly text: string;
  readonly origin: string;
  readonly target: string;
  readonly moved: number;
  readonly standing: number;
  readonly height: number;
  readonly owner: number;
}

/** The one step of a move: a tower slides from `origin` onto `target`. */
export interface AvalamStep {
  readonly origin: string;
  readonly target: string;
  readonly moved: number;
  readonly height: number;
  readonly owner: number;
}

/** A cell and what stands on it. A head has height 1; `owner` is a seat, or `None` on an empty cell (height 0).
 * `heart` is the seat whose heart this cell is. */
export interface AxomCell {
  readonly name: string;
  readonly owner: number | null;
  readonly height: number;
  readonly head: boolean;
  readonly heart: number | null;
}

/** `pawns` on the board by seat, of `pawns_each` in the box; `quiet_plies` of `draw_plies` (X22; 0: never). */
export interface AxomScene {
  readonly cells: readonly AxomCell[];
  readonly pawns: readonly [number, number];
  readonly pawns_each: number;
  readonly quiet_plies: number;
  readonly draw_plies: number;
}

/** A cell the move enters: its height afterwards, and the enemy pawns taken on it. */
export interface AxomEntered {
  readonly cell: string;
  readonly height: number;
  readonly taken: number;
}

/** A legal move, sown to the end. `lifted` pieces leave the origin, where `left` stay; `returned` is the heart to
 * which one taken pawn goes back (X17). */
export interface AxomMovePreview {
  readonly text: string;
  readonly origin: string;
  readonly target: string;
  readonly owner: number;
  readonly head: boolean;
  readonly lifted: number;
  readonly left: number;
  readonly path: readonly AxomEntered[];
  readonly returned: string | null;
  readonly wins: boolean;
  readonly loses: boolean;
}

/** One moment of a move: the stack is lifted from a cell, enters one, or a taken pawn goes home from `source`.
 *
 * `owner` and `height` are what stands on `cell` afterwards, `in_hand` what is still carried, `taken` what was taken. */
export interface AxomStep {
  readonly kind: "enter" | "lift" | "return";
  readonly cell: string;
  readonly owner: number | null;
  readonly height: number;
  readonly in_hand: number;
  readonly taken: number;
  readonly takes_head: boolean;
  readonly source: string | null;
}

/** C2: a cube; the sides without a dome are recesses. */
export interface AxiomCube {
  readonly seat: number;
  readonly cell: readonly [number, number, number];
  readonly domes: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
}

/** C3: a sceptre on the side `direction` of the cube in `cell`. */
export interface AxiomSceptre {
  readonly seat: number;
  readonly cell: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-";
}

/** `decided` is the cube whose two sceptres ended the game (C18, C19), or `None`. */
export interface AxiomScene {
  readonly cubes: readonly AxiomCube[];
  readonly sceptres: readonly AxiomSceptre[];
  readonly decided: readonly [number, number, number] | null;
}

/** One side of the cube in a cell. */
export interface AxiomFace {
  readonly cell: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-";
}

/** A legal move of `seat`.
 *
 * A sceptre comes to the side `direction` of the cube in `target` over the faces of `route`, its own and the target
 * included (the shortest line there), and may take the cube in `removes` off the board (C17). A cube is set into the
 * cell `target`, turned so that its domes point to `domes`. What the other piece would need is `None` or empty. */
export interface AxiomMovePreview {
  readonly text: string;
  readonly piece: "cube" | "sceptre";
  readonly seat: number;
  readonly origin: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-" | null;
  readonly domes: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
  readonly route: readonly AxiomFace[];
  readonly removes: readonly [number, number, number] | null;
  readonly wins: boolean;
  readonly loses: boolean;
}

/** A part of a move: a sceptre walks `route`, a cube is carried and turned, or an eliminated cube of `seat` goes. */
export interface AxiomStep {
  readonly kind: "carry" | "remove" | "walk";
  readonly seat: number;
  readonly origin: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly route: readonly AxiomFace[];
  readonly domes_before: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
  readonly domes_after: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
}

/** A cell of the cloth and its pile; `start` marks the twelve cells of the first piles. */
export interface AxxaCell {
  readonly name: string;
  readonly start: boolean;
  readonly pieces: readonly (number | null)[];
}

/** What became of a number: how many are on the board, seen or not, and whether its triplet is done, skipped (A10),
 * needed now, still ahead, or out of reach (`dead`). */
export interface AxxaNumber {
  readonly number: number;
  readonly left: number;
  readonly state: "ahead" | "dead" | "needed" | "skipped" | "taken";
}

/** `triplets` has one number, in a duel one for each seat; `aside` are the payments. */
export interface AxxaScene {
  readonly cells: readonly AxxaCell[];
  readonly numbers: readonly AxxaNumber[];
  readonly needed: number | null;
  readonly triplets: readonly number[];
  readonly aside: readonly number[];
  readonly phase: "move" | "pay" | "take";
  readonly mode: "coop" | "duel" | "solo";
}

/** A legal ply. A slide goes from `cell` along `path` to `target` and is then `turned` or not; a payment takes the
 * top of `cell`; a choice takes the three `cells`. `number` is the number on the pieces it concerns. */
export interface AxxaMovePreview {
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
export interface AxxaPile {
  readonly cell: string;
  readonly pieces: readonly (number | null)[];
}

/** One moment of a ply: a pile slides along `path` (its origin first), is turned, three tops are taken, or one is
 * paid. `piles` is what changed, after the step. */
export interface AxxaStep {
  readonly kind: "pay" | "slide" | "take" | "turn";
  readonly number: number | null;
  readonly path: readonly string[];
  readonly piles: readonly AxxaPile[];
}

export type Code = "bad_option" | "bad_position" | "bad_record" | "bad_seats" | "foreign_origin" | "illegal" | "internal" | "malformed" | "no_engine" | "not_found" | "not_over" | "not_seated" | "not_your_turn" | "nothing_to_undo" | "over" | "rematched" | "shown" | "stale" | "storage" | "too_big" | "too_fast" | "unknown_game" | "unknown_table" | "unreadable";

export type Incoming = Hello | Watch | Unwatch | Ping | Move | Undo | Resign | Rematch | AskHint | AskWhy;

export type Outgoing<G extends GameName = GameName> = Welcome | Snapshot<G> | Event<G> | UpToDate | Ack | Refused | Thinking | Hint | Why | Pong;

export type Change<G extends GameName = GameName> = Played<G> | TookBack | Resigned | Rematched;
