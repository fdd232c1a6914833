// Generated from src/alcove/server/wire/messages/*.py by `make types`. Do not edit.

export type Language = "en" | "fr";

export const PROTOCOL = 1;

/** What a game is called in addresses and messages. Which there are, the room tells. */
export type GameName = string;

/** One sentence, in English and in French. */
export interface Text {
  readonly en: string;
  readonly fr: string;
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

/** A move of the tree. `parent` is the number of the node before it, from 1 in the order of the list; 0 is the start.
 *
 * The first node of a parent continues its line, the others are variations. `before` are the comments that open a
 * variation, `comments` those after the move. */
export interface NodeTold {
  readonly parent: number;
  readonly line: MoveLine;
  readonly glyph: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  readonly before: readonly string[];
  readonly comments: readonly string[];
}

/** A tree to study. `start` is null for a game's usual start; `dealt` says that unseen pieces were dealt for it.
 *
 * `comments` stand before the first move; `result` and `reason` are those of the record. */
export interface AnalysisTold {
  readonly game: GameName;
  readonly title: string;
  readonly seats: readonly Text[];
  readonly options: Readonly<Record<string, string>>;
  readonly start: string | null;
  readonly dealt: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly result: string;
  readonly reason: string;
  readonly comments: readonly string[];
  readonly nodes: readonly NodeTold[];
}

/** The answer to everything that went wrong. `place` is where, when the words alone do not say it. */
export interface Fault {
  readonly error: Text;
  readonly code: Code;
  readonly place: string | null;
}

/** `POST /api/analysis`: a record, a table, or a game from a position (without one: from its start) with moves. */
export interface OpenAnalysis {
  readonly record?: string | null;
  readonly table?: string | null;
  readonly game?: GameName;
  readonly position?: string | null;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
}

export interface AnalysisWritten {
  readonly record: string;
}

/** A move of the tree, as `NodeTold`. */
export interface Node {
  readonly parent: number;
  readonly move: string;
  readonly glyph?: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  readonly before?: readonly string[];
  readonly comments?: readonly string[];
}

/** `POST /api/analysis/record`: the tree as a record. Where the rules say how the game ended, they are believed. */
export interface WriteAnalysis {
  readonly game: GameName;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly start?: string | null;
  readonly tags?: Readonly<Record<string, string>>;
  readonly result?: string;
  readonly reason?: string;
  readonly comments?: readonly string[];
  readonly nodes?: readonly Node[];
}

/** A line the engine would play, best first; `score_text` says its value in the game's own terms. */
export interface HintLine {
  readonly moves: readonly string[];
  readonly score: number;
  readonly score_text: Text;
  readonly win_probability: number;
  readonly exact: boolean;
}

/** What the engine thinks so far, best line first. `chance` is that of the first seat to win, or of all together. */
export interface LinesTold {
  readonly chance: number;
  readonly lines: readonly HintLine[];
  readonly depth: number;
  readonly nodes: number;
  readonly seconds: number;
  readonly is_last: boolean;
}

/** `POST /api/analyse`: the best lines after these moves. The answer is a stream of `LinesTold`, each deeper. */
export interface AskLines {
  readonly game: GameName;
  readonly position?: string | null;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
  readonly table?: string | null;
  readonly lines?: number;
}

/** From the last position of a game to the first.
 *
 * The position after `ply` plies: the `chance` of the first seat (or of all together), and the `best` line, null where
 * the game is over. Then the move played there: how much of their chance it `cost` the player, and what to call that.
 * A ply that was looked at twice comes twice; the later is right. */
export interface Reviewed {
  readonly ply: number;
  readonly chance: number;
  readonly best: HintLine | null;
  readonly cost: number;
  readonly verdict: "blunder" | "mistake" | "slip" | null;
}

/** `POST /api/review`: every position of a game judged. The answer is a stream of `Reviewed`. */
export interface AskReview {
  readonly game: GameName;
  readonly position?: string | null;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
  readonly table?: string | null;
}

/** One thing to know: its heading, what was found, and how it was found out. */
export interface Finding {
  readonly name: string;
  readonly heading: Text;
  readonly text: Text;
  readonly method: Text;
}

/** A part of a whole, from 0 to 1. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How a whole number is spread: `counts[i]` of them lie in the `width` numbers from `first + i · width` on; the last
 * bin also holds what lies beyond, up to `most`. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  readonly least: number;
  readonly median: number;
  readonly most: number;
  readonly first: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** Games of one player against itself: `random`, or a level of the room (`level4`), whose rating stands beside it.
 *
 * Wins are those of the seat that begins and of the other; where all seats share one fate, games won and lost.
 * `choices[n]` is the mean number of legal moves after n plies. `reasons` are why `reasoned` of the games ended. */
export interface Sample {
  readonly player: string;
  readonly rating: number | null;
  readonly games: number;
  readonly first_wins: number;
  readonly draws: number;
  readonly second_wins: number;
  readonly score: Share;
  readonly drawn: Share;
  readonly length: Spread;
  readonly branching: Spread;
  readonly choices: readonly number[];
  readonly reasoned: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** A way to play the game: its options, whether everybody wins or loses together, and the games, weakest first. */
export interface AtlasMode {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly together: boolean;
  readonly samples: readonly Sample[];
}

/** The size of something large: ten to the power of `log10`. */
export interface Estimate {
  readonly log10: number;
  readonly low: number;
  readonly high: number;
}

/** How many lines of play have this many plies: counted (`exact`), or estimated by random probes. */
export interface LineCount {
  readonly plies: number;
  readonly exact: number | null;
  readonly estimate: Estimate;
}

/** The tree as a player meets it: the product of the numbers of legal moves along a game, averaged as a power of ten. */
export interface PlayedTree {
  readonly player: string;
  readonly size: Estimate;
}

/** How large the tree of moves is. `deal` is the luck that lines were counted for; probes go over many deals.
 *
 * `whole` estimates the number of whole games, where no game is too long for that. */
export interface TreeSize {
  readonly deal: string;
  readonly probes: number;
  readonly lines: readonly LineCount[];
  readonly whole: Estimate | null;
  readonly played: readonly PlayedTree[];
}

/** The same deals again and again by one player: how much of winning is the deal's.
 *
 * `always` and `never` are deals won every time and not once; `decided` is the part of the differences between games
 * that lies between deals (0: the deal says nothing, 1: everything). */
export interface Luck {
  readonly player: string;
  readonly deals: number;
  readonly repeats: number;
  readonly won: Share;
  readonly always: number;
  readonly never: number;
  readonly decided: Share;
}

/** `GET /api/atlas/{game}`: the figures, and what they mean.
 *
 * `seats` are those of the last mode, `reasons` the words for why games end, `openings` how many engine games can be
 * explored. */
export interface AtlasTold {
  readonly game: GameName;
  readonly title: string;
  readonly seats: readonly Text[];
  readonly date: string;
  readonly seed: number;
  readonly random_games: number;
  readonly engine_games: number;
  readonly findings: readonly Finding[];
  readonly modes: readonly AtlasMode[];
  readonly reasons: Readonly<Record<string, Text>>;
  readonly tree: TreeSize;
  readonly states_log10: number | null;
  readonly luck: Luck | null;
  readonly openings: number;
}

/** A move in a position: how often, how those games ended for the seat that began, and their mean length. */
export interface MoveCount {
  readonly move: string;
  readonly games: number;
  readonly first_wins: number;
  readonly draws: number;
  readonly second_wins: number;
  readonly mean_plies: number;
}

/** The answer: the moves of the engines' games, and those of the finished games of this room, without names. */
export interface Explored {
  readonly game: GameName;
  readonly ply: number;
  readonly engines: readonly MoveCount[];
  readonly room: readonly MoveCount[];
}

/** `POST /api/explore`: what was played after these moves from the start? */
export interface AskExplore {
  readonly game: GameName;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
}

/** Who is here; a guest has no name. */
export interface Who {
  readonly name: string | null;
  readonly is_bot: boolean;
  readonly created_at: string | null;
}

/** `POST /api/account`: a name and a password for somebody who is here as a guest. */
export interface Register {
  readonly name: string;
  readonly password: string;
}

/** `POST /api/session`. `code` is asked for (`needs_code`) where the account has a second factor. */
export interface LogIn {
  readonly name: string;
  readonly password: string;
  readonly code?: string;
}

export interface SessionTold {
  readonly id: string;
  readonly browser: string;
  readonly created_at: string;
  readonly seen_at: string;
  readonly is_this: boolean;
}

/** `GET /api/account/sessions`: where you are signed in. */
export interface Sessions {
  readonly sessions: readonly SessionTold[];
}

/** It is done. */
export interface Done {
}

/** `POST /api/account/password`: all other sessions end. */
export interface ChangePassword {
  readonly old: string;
  readonly new: string;
}

/** `POST /api/account/delete`: the games stay with those who played them, without your name. */
export interface DeleteAccount {
  readonly password: string;
}

export interface TokenTold {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly ("chat" | "play" | "read")[];
  readonly created_at: string;
  readonly used_at: string | null;
}

export interface Tokens {
  readonly tokens: readonly TokenTold[];
}

/** The only time the token itself is shown. */
export interface TokenMade {
  readonly token: string;
  readonly line: TokenTold;
}

/** `POST /api/account/tokens`: a key for a program. */
export interface NewToken {
  readonly label: string;
  readonly scopes: readonly ("chat" | "play" | "read")[];
}

/** A rating in one game at one speed; `is_provisional` while it is still a guess. */
export interface RatingTold {
  readonly game: GameName;
  readonly speed: "correspondence" | "fast" | "none" | "slow";
  readonly ladder: "engines" | "people";
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
  readonly is_provisional: boolean;
}

/** A level of the room's own engine, as it was measured. */
export interface LevelRating {
  readonly game: GameName;
  readonly level: number;
  readonly rating: number | null;
  readonly interval: number | null;
}

/** `GET /api/people/{name}`. The engine is `alcove`: it has levels instead of ratings. */
export interface Profile {
  readonly name: string;
  readonly kind: "bot" | "engine" | "person";
  readonly created_at: string | null;
  readonly games: number;
  readonly ratings: readonly RatingTold[];
  readonly levels: readonly LevelRating[];
  readonly is_you: boolean;
}

export interface HistoryPoint {
  readonly at: string;
  readonly rating: number;
  readonly table: string;
}

/** `GET /api/people/{name}/history`: a rating after each rated game, the oldest first. */
export interface History {
  readonly game: GameName;
  readonly speed: "correspondence" | "fast" | "none" | "slow";
  readonly ladder: "engines" | "people";
  readonly points: readonly HistoryPoint[];
}

export interface Leader {
  readonly name: string;
  readonly is_bot: boolean;
  readonly rating: number;
  readonly games: number;
}

/** `GET /api/leaders/{game}`: the people whose rating is well established, the best first. */
export interface Leaders {
  readonly game: GameName;
  readonly speed: "correspondence" | "fast" | "none" | "slow";
  readonly ladder: "engines" | "people";
  readonly leaders: readonly Leader[];
}

/** Who sat there: a name, or a level of the engine, or neither for a guest. */
export interface ArchiveSeat {
  readonly name: string | null;
  readonly is_bot: boolean;
  readonly level: number | null;
  readonly score: "" | "drew" | "lost" | "won";
  readonly change: number | null;
  readonly is_you: boolean;
}

export interface ArchiveLine {
  readonly table: string;
  readonly game: GameName;
  readonly speed: "correspondence" | "fast" | "none" | "slow";
  readonly rated: boolean;
  readonly result: string;
  readonly reason: string;
  readonly ply: number;
  readonly ended_at: string;
  readonly seats: readonly ArchiveSeat[];
}

/** `GET /api/archive`: finished games, the latest first; `before` is where the next page begins. */
export interface Archive {
  readonly games: readonly ArchiveLine[];
  readonly total: number;
  readonly before: string | null;
}

/** A game of yours; all that are under way come when the stream opens. */
export interface GameStart {
  readonly type: "game_start";
  readonly table: string;
  readonly game: GameName;
  readonly seat: number;
}

export interface GameFinish {
  readonly type: "game_finish";
  readonly table: string;
  readonly game: GameName;
  readonly result: string;
  readonly reason: string;
}

/** Seconds for the whole game, and seconds that every turn adds. */
export interface Fischer {
  readonly kind: "fischer";
  readonly initial_seconds: number;
  readonly increment_seconds: number;
}

/** Days for every turn. */
export interface Days {
  readonly kind: "days";
  readonly days: number;
}

/** An offer. Guests have no `name`; `to` is shown only to the two people concerned. */
export interface SeekTold {
  readonly id: string;
  readonly game: GameName;
  readonly options: Readonly<Record<string, string>>;
  readonly clock: Fischer | Days | null;
  readonly speed: "correspondence" | "fast" | "none" | "slow";
  readonly rated: boolean;
  readonly seat: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly bots: boolean;
  readonly name: string | null;
  readonly rating: number | null;
  readonly is_provisional: boolean;
  readonly is_bot: boolean;
  readonly is_yours: boolean;
  readonly to: string | null;
}

/** Somebody wants to play you: accept or decline `seek.id`. */
export interface Challenge {
  readonly type: "challenge";
  readonly seek: SeekTold;
}

/** A challenge was withdrawn, or answered. */
export interface ChallengeGone {
  readonly type: "challenge_gone";
  readonly id: string;
}

/** The open offers that bots may take have changed. */
export interface Seeks {
  readonly type: "seeks";
  readonly seeks: readonly SeekTold[];
}

/** What is agreed before the first move: is the game rated, and is there a clock? */
export interface Terms {
  readonly rated: boolean;
  readonly clock: Fischer | Days | null;
}

export interface BotSeat {
  readonly name: string | null;
  readonly rating: number | null;
  readonly is_bot: boolean;
  readonly is_you: boolean;
}

/** Where the game stands after event `n`. `position` is what you may see, `moves` all that were played.
 *
 * `left_ms` is empty without a clock. `status` is `waiting` until every seat is taken. */
export interface GameState {
  readonly type: "game_state";
  readonly n: number;
  readonly position: string;
  readonly moves: readonly string[];
  readonly to_move: number;
  readonly is_your_turn: boolean;
  readonly left_ms: readonly number[];
  readonly status: "over" | "playing" | "waiting";
  readonly result: string;
  readonly reason: string;
}

/** The first line of a game's stream. `start` is the position of the first move, as everybody may see it.
 *
 * Where the game hides something (`has_secrets`), only `state.position` says all you may know; else `start` and
 * `state.moves` say more: how often a position has occurred. */
export interface GameFull {
  readonly type: "game_full";
  readonly table: string;
  readonly game: GameName;
  readonly options: Readonly<Record<string, string>>;
  readonly terms: Terms;
  readonly seats: readonly BotSeat[];
  readonly start: string;
  readonly has_secrets: boolean;
  readonly state: GameState;
}

/** It is on the disk as event `n`. */
export interface BotDone {
  readonly n: number;
}

/** `POST /api/bot/games/{table}/move`. With `expected_n` it is refused if the game has moved on since. */
export interface BotMove {
  readonly move: string;
  readonly expected_n?: number | null;
}

/** `POST /api/bot/games/{table}/chat` */
export interface BotLine {
  readonly text: string;
}

/** All open offers, the latest first. Also the answer to `GET /api/lobby`. */
export interface Lobby {
  readonly type: "lobby";
  readonly seeks: readonly SeekTold[];
}

export interface SeekMade {
  readonly id: string;
}

/** `POST /api/lobby`: an offer to play, to everybody or (`to`) to somebody.
 *
 * `seat` is the seat of the person who offers, null to draw lots. `bots` says that a bot may take it. */
export interface NewSeek {
  readonly game: GameName;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly clock?: Fischer | Days | null;
  readonly rated?: boolean;
  readonly seat?: number | null;
  readonly lowest?: number | null;
  readonly highest?: number | null;
  readonly bots?: boolean;
  readonly to?: string | null;
}

/** The answer to both. */
export interface TableMade {
  readonly table: string;
}

/** `GET /api/mail`: does this room send mail, and to which address of yours? */
export interface MailTold {
  readonly is_offered: boolean;
  readonly address: string | null;
  readonly is_confirmed: boolean;
}

/** `POST /api/mail`: a first mail goes there, with a link to confirm the address. An account, which
 * could be taken over through its mail, has to give its password. */
export interface AskMail {
  readonly address: string;
  readonly language: "en" | "fr";
  readonly password?: string;
}

/** `POST /api/mail/confirm`, `POST /api/mail/stop`: the word in the link of a mail. */
export interface MailLink {
  readonly token: string;
}

/** `GET /api/health` */
export interface Health {
  readonly status: "ok";
  readonly version: string;
}

/** `GET /api/ready`: how long a move took to play and a line to write down. */
export interface Ready {
  readonly status: "ok";
  readonly version: string;
  readonly move_ms: number;
  readonly write_ms: number;
}

export interface PasskeyTold {
  readonly id: string;
  readonly label: string;
  readonly created_at: string;
  readonly used_at: string | null;
}

/** `GET /api/account/passkeys`: the passkeys that open your account. */
export interface Passkeys {
  readonly passkeys: readonly PasskeyTold[];
}

/** What the browser is asked, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON` or `…RequestOptions…`). */
export interface PasskeyOptions {
  readonly options: string;
}

/** `POST /api/account/passkeys/offer`: by password, and by code where there is a second factor. */
export interface OfferPasskey {
  readonly password: string;
  readonly code?: string;
}

/** `POST /api/account/passkeys`: the answer to that, and what to call it. */
export interface AddPasskey {
  readonly label: string;
  readonly credential: string;
}

/** `POST /api/account/passkeys/{passkey}/remove`: all other sessions and all tokens end. */
export interface RemovePasskey {
  readonly password: string;
}

/** `POST /api/session/passkey`: the answer to `POST /api/session/passkey/offer`. */
export interface PasskeyLogIn {
  readonly credential: string;
}

/** The puzzles of a game: how many, how hard, and the one of the day. */
export interface PuzzleShelf {
  readonly game: GameName;
  readonly title: string;
  readonly count: number;
  readonly lowest: number;
  readonly highest: number;
  readonly daily: string;
  readonly daily_rating: number;
}

/** `GET /api/puzzles`: every game's puzzles on a day. */
export interface PuzzlesTold {
  readonly date: string;
  readonly shelves: readonly PuzzleShelf[];
}

/** How somebody with an account does at the puzzles of a game. `today` is what the one of the day came to. */
export interface PuzzleStanding {
  readonly game: GameName;
  readonly rating: number;
  readonly is_provisional: boolean;
  readonly tried: number;
  readonly solved: number;
  readonly streak: number;
  readonly best: number;
  readonly today: number | null;
}

/** `GET /api/puzzles/standings` */
export interface PuzzleStandings {
  readonly standings: readonly PuzzleStanding[];
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
export interface Frame {
  readonly ply: number;
  readonly to_move: number;
  readonly is_turn_start: boolean;
  readonly position: string;
  readonly scene: unknown;
  readonly moves: readonly unknown[];
  readonly outcome: OutcomeTold | null;
  readonly warning: Text | null;
}

/** A move was played: its line, its announcement and the steps of its animation. */
export interface Played {
  readonly kind: "played";
  readonly line: MoveLine;
  readonly spoken: Text;
  readonly steps: readonly unknown[];
}

/** The first of the moves that cannot be played, and why; the board stands as before it. */
export interface RefusedMove {
  readonly ply: number;
  readonly move: string;
  readonly text: Text;
  readonly clause: string | null;
}

/** The answer: a position, the move that led there, and all moves so far. */
export interface Studied {
  readonly game: GameName;
  readonly seats: readonly Text[];
  readonly lines: readonly MoveLine[];
  readonly frame: Frame;
  readonly last: Played | null;
  readonly refused: RefusedMove | null;
}

/** A puzzle, without its solution. `steps` is how many moves the solver has to find; `is_counted`: the room has a result of this
 * account for it. */
export interface PuzzleTold {
  readonly game: GameName;
  readonly title: string;
  readonly id: string;
  readonly rating: number;
  readonly goal: Text;
  readonly steps: number;
  readonly board: Studied;
  readonly is_counted: boolean;
}

/** `POST /api/puzzles/{game}/next`: one near a rating that was not seen yet; `seen` is in the order of seeing. For
 * people with an account the room knows both. */
export interface NextPuzzle {
  readonly rating: number;
  readonly seen?: readonly string[];
}

export interface PuzzleTheme {
  readonly name: string;
  readonly text: Text;
}

/** A first result that was written down: the points it brought, and the standing after it. */
export interface PuzzleCounted {
  readonly points: number;
  readonly standing: PuzzleStanding;
}

/** What came of an answer. `boards` are what to show, ply by ply: the own move, then the answer to it.
 *
 * A move against the rules is `refused` and counts for nothing. `themes` come once it is solved, and `counted`
 * if this gave an account its first result. */
export interface Tried {
  readonly verdict: "refused" | "right" | "solved" | "wrong";
  readonly said: Text | null;
  readonly boards: readonly Studied[];
  readonly refused: RefusedMove | null;
  readonly themes: readonly PuzzleTheme[];
  readonly counted: PuzzleCounted | null;
}

/** `POST /api/puzzles/{game}/{puzzle}/try` and `/hint`: the own moves so far; of those to try the last is judged. */
export interface TryPuzzle {
  readonly moves?: readonly string[];
}

/** The answer to `/hint`: a nudge for the next own move. */
export interface PuzzleHint {
  readonly text: Text;
}

/** `POST /api/puzzles/{game}/{puzzle}/solution`: the whole line, for somebody who gave up; `boards` ply by ply. */
export interface PuzzleSolution {
  readonly moves: readonly string[];
  readonly said: Text;
  readonly boards: readonly Studied[];
  readonly themes: readonly PuzzleTheme[];
  readonly counted: PuzzleCounted | null;
}

/** `POST /api/account/forgotten`: a link to choose a new password, by mail. The answer gives nothing away about the account. */
export interface Forgotten {
  readonly name: string;
}

/** `POST /api/account/reset`: the word in that link. All sessions end. */
export interface ResetPassword {
  readonly token: string;
  readonly password: string;
}

/** `GET /api/account/factor`: does signing in ask for a code, and how many recovery codes are left? */
export interface FactorTold {
  readonly is_on: boolean;
  readonly codes_left: number;
}

/** The secret, and the same as a square code: the `path` of its dark squares, `size` by `size`. */
export interface FactorOffered {
  readonly secret: string;
  readonly address: string;
  readonly path: string;
  readonly size: number;
}

/** `POST /api/account/factor`: a secret for an authenticator app, to be confirmed. */
export interface OfferFactor {
  readonly password: string;
}

/** Each works once in place of an app's code. They are shown only this once. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** `POST /api/account/factor/confirm`: the first code. All other sessions end. */
export interface ConfirmFactor {
  readonly code: string;
}

/** `POST /api/account/factor/off`: by password and code. */
export interface RemoveFactor {
  readonly password: string;
  readonly code: string;
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

/** An option of a game. `values` is empty for a whole number from `least` to `most`. `labels` say what values mean: all of
 * them, or the numbers that stand for something else. `note`: what we decided, and why. */
export interface OptionTold {
  readonly name: string;
  readonly values: readonly string[];
  readonly labels: Readonly<Record<string, Text>>;
  readonly default: string;
  readonly clause: string;
  readonly says: Text;
  readonly note: TeachingNote | null;
  readonly least: number;
  readonly most: number;
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

/** An answer with the moves it is for. */
export interface TeachingJudged {
  readonly moves: readonly string[];
  readonly text: Text;
  readonly reply: readonly string[];
}

/** A position, the moves `played` from it so far, and a move to find. A legal move that is in no answer gets `otherwise`. */
export interface TaskTold {
  readonly name: string;
  readonly title: Text;
  readonly ask: Text;
  readonly hint: Text;
  readonly position: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly played: readonly string[];
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

/** `POST /api/study`: what stands on the board after these moves? Nothing is kept.
 *
 * Without a position the game begins at its start; where luck makes the start, it is another one each time. */
export interface AskStudy {
  readonly game: GameName;
  readonly position?: string | null;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly moves?: readonly string[];
}

/** A way to play that is chosen before all else, and the options that make it: how many may sit down, at least and at
 * most, and whether they win or lose together (as somebody who plays alone does). */
export interface Mode {
  readonly name: string;
  readonly says: Text;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly [number, number];
  readonly together: boolean;
}

/** What a board is painted with, as CSS writes it: the pieces of the first two seats, and the ground under them. */
export interface Palette {
  readonly first: string;
  readonly second: string;
  readonly ground: string;
}

/** The colours of the light theme and of the dark one. */
export interface Colours {
  readonly light: Palette;
  readonly dark: Palette;
}

/** A level of the engine; `rating` and `interval` are null until they have been measured in `games` games. */
export interface LevelTold {
  readonly number: number;
  readonly name: Text;
  readonly rating: number | null;
  readonly interval: number | null;
  readonly games: number;
}

/** A game of the room, with the names of its seats and a starting scene for its default options (null: the page cannot draw
 * it). `of` and `to` are its title after "the rules" and after "play": « d’Othello », « à Othello ». `has` names what there
 * is of it: `scene`, `rulebook`, `lessons`, `puzzles`, `atlas`, `analysis`. `board` is the address of a module that draws
 * it, where its package brings one; `pieces` are a piece of each seat, where the law says how they look. */
export interface GameTold {
  readonly name: GameName;
  readonly title: string;
  readonly summary: Text;
  readonly tagline: Text;
  readonly of: Text;
  readonly to: Text;
  readonly minutes: readonly [number, number];
  readonly players: readonly [number, number];
  readonly modes: readonly Mode[];
  readonly colours: Colours;
  readonly sounds: string;
  readonly notation: string;
  readonly has: readonly string[];
  readonly board: string | null;
  readonly seats: readonly Text[];
  readonly options: readonly OptionTold[];
  readonly levels: readonly LevelTold[];
  readonly scene: unknown;
  readonly pieces: readonly unknown[];
}

/** `GET /api/games` */
export interface Games {
  readonly version: string;
  readonly games: readonly GameTold[];
}

/** Who is to sit in a seat: the person asking, the engine at a level, or (`open`) whoever follows the link first. */
export interface SeatWish {
  readonly kind: "engine" | "human" | "open";
  readonly level?: number | null;
}

/** `POST /api/tables`: without seats, the person asking holds them all. */
export interface NewTable {
  readonly game: GameName;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: readonly SeatWish[];
  readonly position?: string | null;
  readonly terms?: Terms;
}

/** A person in a seat. `handle` is the same at every table and reveals nothing else; guests have no `name`. Somebody who
 * has not played a rated game yet has a `rating` at rated tables only: the one everybody begins with. */
export interface PersonTold {
  readonly handle: string;
  readonly name: string | null;
  readonly rating: number | null;
  readonly is_provisional: boolean;
  readonly is_bot: boolean;
}

/** A seat: what it is called, who sits there (nobody yet where it is open), and whether it is one of yours. */
export interface SeatTold {
  readonly name: Text;
  readonly kind: "engine" | "human" | "open";
  readonly level: number | null;
  readonly yours: boolean;
  readonly person: PersonTold | null;
}

/** One of your unfinished games. `due_at_ms` is when the clock of the player to move runs out (Unix time). */
export interface TableLine {
  readonly table: string;
  readonly game: GameName;
  readonly seats: readonly SeatTold[];
  readonly ply: number;
  readonly to_move: number;
  readonly changed_at: string;
  readonly terms: Terms;
  readonly due_at_ms: number | null;
}

/** `GET /api/tables`: your unfinished games, those waiting for your move first, then the latest first. */
export interface MyTables {
  readonly tables: readonly TableLine[];
}

/** What everybody has left at this moment. The clock of `running` goes down from now on, after `grace_ms`. */
export interface ClockTold {
  readonly left_ms: readonly number[];
  readonly running: number | null;
  readonly grace_ms: number;
}

/** A proposal that stands, and the seats that have said yes to it, the proposer's first. */
export interface OfferTold {
  readonly what: "draw" | "rematch" | "takeback";
  readonly seats: readonly number[];
}

/** `is_here`: the person of this seat is at the table. Once somebody has been away for long, the others may claim the game in `claim_in_ms`. */
export interface SeatPresence {
  readonly is_here: boolean;
  readonly claim_in_ms: number | null;
}

/** A whole table. Also the answer to `GET /api/tables/{table}`. `is_deal_known`: whoever opened it knows the hidden pieces. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly table: string;
  readonly n: number;
  readonly game: GameName;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: readonly SeatTold[];
  readonly lines: readonly MoveLine[];
  readonly frame: Frame;
  readonly last: Played | null;
  readonly thinking: number | null;
  readonly can_undo: boolean;
  readonly rematch: string | null;
  readonly terms: Terms;
  readonly is_deal_known: boolean;
  readonly clock: ClockTold | null;
  readonly offers: readonly OfferTold[];
  readonly presence: readonly SeatPresence[];
  readonly onlookers: number;
}

/** `GET /api/tables/{table}/at/{ply}`: the position after `ply` plies, and the move that led there. */
export interface FrameAt {
  readonly table: string;
  readonly frame: Frame;
  readonly last: Played | null;
}

/** `POST /api/records`: a table where the game of the record has been played so far. */
export interface OpenRecord {
  readonly record: string;
  readonly seats?: readonly SeatWish[];
}

/** A position that can stand on a board, with its seats. */
export interface PositionTold {
  readonly game: GameName;
  readonly seats: readonly Text[];
  readonly frame: Frame;
}

/** `POST /api/positions` */
export interface CheckPosition {
  readonly game: GameName;
  readonly position: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export interface Hello {
  readonly type: "hello";
  readonly protocol?: number;
}

/** Follow a table. A page that has seen event `seen_n` gets what it missed, and a snapshot only if that is a lot. */
export interface Watch {
  readonly type: "watch";
  readonly table: string;
  readonly seen_n?: number | null;
}

export interface Unwatch {
  readonly type: "unwatch";
  readonly table: string;
}

/** `sent` comes back in the pong.
 *
 * So that the server can tell how slow the connection is: `echo` is the `at` of the last pong, and `held_ms` how long ago
 * it came. */
export interface Ping {
  readonly type: "ping";
  readonly sent?: number;
  readonly echo?: number | null;
  readonly held_ms?: number;
}

export interface Move {
  readonly type: "move";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
  readonly move: string;
}

/** Go back to your own last turn: at once, or as soon as everybody at the table has asked for it or agreed. */
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

/** Propose a draw, or agree to one. */
export interface Draw {
  readonly type: "draw";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** The same game once more at a new table, with everybody one seat further on: propose it, or agree to it. */
export interface Rematch {
  readonly type: "rematch";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** Say no to a proposal, or withdraw your own. */
export interface Decline {
  readonly type: "decline";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
  readonly what: "draw" | "rematch" | "takeback";
}

/** Sit down in an open seat: that one, or any. */
export interface Join {
  readonly type: "join";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
  readonly seat?: number | null;
}

/** Call the game off before its second ply. */
export interface Abort {
  readonly type: "abort";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
}

/** The other side has left: claim the win, or a draw. */
export interface Claim {
  readonly type: "claim";
  readonly table: string;
  readonly expected_n: number;
  readonly nonce: string;
  readonly is_draw?: boolean;
}

/** A line of chat. */
export interface Say {
  readonly type: "say";
  readonly table: string;
  readonly text: string;
  readonly nonce: string;
}

/** Somebody should look at this line of chat. */
export interface Report {
  readonly type: "report";
  readonly table: string;
  readonly line: number;
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

/** Follow the lobby. Offers of a live game stand while the person who made them is there. */
export interface WatchLobby {
  readonly type: "watch_lobby";
}

export interface UnwatchLobby {
  readonly type: "unwatch_lobby";
}

/** `you` is your own handle, as others see it. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly version: string;
  readonly you: string;
}

/** Somebody has taken an open seat; it is yours if the handle is. */
export interface Joined {
  readonly kind: "joined";
  readonly seat: number;
  readonly person: PersonTold;
}

/** Plies were taken back; `ply` are left. */
export interface TookBack {
  readonly kind: "took_back";
  readonly ply: number;
}

export interface Offered {
  readonly kind: "offered";
  readonly seat: number;
  readonly what: "draw" | "rematch" | "takeback";
}

/** `seat` said no, or withdrew its own proposal. */
export interface Declined {
  readonly kind: "declined";
  readonly seat: number;
  readonly what: "draw" | "rematch" | "takeback";
}

export interface Agreed {
  readonly kind: "agreed";
}

export interface Resigned {
  readonly kind: "resigned";
  readonly seat: number;
}

export interface Flagged {
  readonly kind: "flagged";
  readonly seat: number;
}

export interface Left {
  readonly kind: "left";
  readonly seat: number;
}

export interface Aborted {
  readonly kind: "aborted";
  readonly seat: number;
}

/** The next game is at another table. */
export interface Rematched {
  readonly kind: "rematched";
  readonly table: string;
}

/** Event `n` of a table, the one after `n − 1`, and the position it leaves, with legal moves for the player to move. */
export interface Event {
  readonly type: "event";
  readonly table: string;
  readonly n: number;
  readonly change: Joined | Played | TookBack | Offered | Declined | Agreed | Resigned | Flagged | Left | Aborted | Rematched;
  readonly frame: Frame;
  readonly can_undo: boolean;
  readonly clock: ClockTold | null;
  readonly offers: readonly OfferTold[];
}

/** Who is at the table, seat by seat, and how many are watching. */
export interface Presence {
  readonly type: "presence";
  readonly table: string;
  readonly seats: readonly SeatPresence[];
  readonly onlookers: number;
}

/** The answer to a `watch` that has missed nothing; clocks may have been set right meanwhile. */
export interface UpToDate {
  readonly type: "up_to_date";
  readonly table: string;
  readonly n: number;
  readonly clock: ClockTold | null;
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

export interface Hint {
  readonly type: "hint";
  readonly table: string;
  readonly n: number;
  readonly nonce: string;
  readonly lines: readonly HintLine[];
  readonly depth: number;
  readonly nodes: number;
}

/** `refusal` is null when the move could be played; `text` is then how it is written. */
export interface Why {
  readonly type: "why";
  readonly table: string;
  readonly nonce: string;
  readonly text: string;
  readonly refusal: Text | null;
  readonly clause: string | null;
}

/** A line of chat; `seat` is null for an onlooker. */
export interface Said {
  readonly line: number;
  readonly seat: number | null;
  readonly person: PersonTold;
  readonly text: string;
  readonly at_ms: number;
}

/** Lines of chat, the oldest first: those so far (`is_whole`), or new ones. */
export interface Chat {
  readonly type: "chat";
  readonly table: string;
  readonly lines: readonly Said[];
  readonly is_whole: boolean;
}

/** The line of chat will be looked at. */
export interface Reported {
  readonly type: "reported";
  readonly table: string;
  readonly nonce: string;
  readonly line: number;
}

/** `at` is the server's own time, to be echoed. */
export interface Pong {
  readonly type: "pong";
  readonly sent: number;
  readonly at: number;
}

/** The server has not heard from this page for a while: a ping will do. */
export interface Probe {
  readonly type: "probe";
}

/** Everybody who wants to play you, the latest first: sent to all your pages whenever it changes. */
export interface Challenges {
  readonly type: "challenges";
  readonly seeks: readonly SeekTold[];
}

/** An offer of yours was accepted, or you accepted one: the game is at this table. All your pages get this. */
export interface Paired {
  readonly type: "paired";
  readonly table: string;
  readonly game: GameName;
}

export type Code = "already_offered" | "already_seated" | "bad_name" | "bad_option" | "bad_passkey" | "bad_password" | "bad_position" | "bad_record" | "bad_seats" | "bad_seek" | "bad_terms" | "bad_token" | "busy" | "chat_off" | "foreign_origin" | "illegal" | "internal" | "malformed" | "name_taken" | "needs_account" | "needs_code" | "no_draw" | "no_engine" | "no_help" | "no_mail" | "no_offer" | "nobody_left" | "not_allowed" | "not_found" | "not_over" | "not_seated" | "not_your_turn" | "nothing_to_undo" | "out_of_range" | "over" | "rematched" | "seat_taken" | "shown" | "signed_in" | "stale" | "storage" | "too_big" | "too_fast" | "too_late" | "too_many" | "too_soon" | "unknown_game" | "unknown_person" | "unknown_seek" | "unknown_table" | "unreadable" | "waiting" | "wrong_code" | "wrong_login";

export type Incoming = Hello | Watch | Unwatch | Ping | Move | Undo | Resign | Draw | Rematch | Decline | Join | Abort | Claim | Say | Report | AskHint | AskWhy | WatchLobby | UnwatchLobby;

export type Outgoing = Welcome | Snapshot | Event | Presence | UpToDate | Ack | Refused | Thinking | Hint | Why | Chat | Reported | Pong | Probe | Lobby | Challenges | Paired;

export type Change = Joined | Played | TookBack | Offered | Declined | Agreed | Resigned | Flagged | Left | Aborted | Rematched;
