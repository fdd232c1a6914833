/**
 * One open table: what the server has said of it, what is shown of it, and what this person has asked for.
 *
 * Events are taken in at once and shown one after the other, each when the board has settled.
 */

import { api, wordsOf } from "../api/http";
import { live, nonce } from "../api/live.svelte";
import type {
  Chat,
  ClockTold,
  Code,
  Event,
  Frame,
  FrameAt,
  Hint,
  HintLine,
  MoveLine,
  OfferTold,
  Outgoing,
  PersonTold,
  Said,
  SeatPresence,
  SeatTold,
  Snapshot,
  Text,
} from "../api/types";
import type { Preview } from "../board/types";
import { Stage } from "./stage.svelte";
import { toasts } from "./toasts.svelte";
import { O } from "../words/online";
import { sentence } from "../words/text";
import { W } from "../words/ui";

/** A table that is kept, though it cannot be shown: its game made a mistake, or is not installed. */
const CANNOT_BE_SHOWN: ReadonlySet<Code> = new Set(["unreadable", "unknown_game"]);

/** A sentence about something that did not happen: an illegal move, a refusal. */
export interface Notice {
  readonly lead: string;
  readonly text: Text;
  readonly clause: string;
}

/** The clocks as the server told them, and when: `performance.now()`, which no setting of the machine's clock moves. */
export interface Clocks extends ClockTold {
  readonly toldAt: number;
}

export class OpenTable {
  readonly id: string;
  problem = $state.raw<Text | null>(null);
  /** The latest snapshot with all later events folded in; `null` while loading. */
  whole = $state.raw<Snapshot | null>(null);
  readonly stage = new Stage();
  /** The ply that is looked at, or `null` for the game as it stands. */
  looking = $state<number | null>(null);
  start = $state.raw<Frame | null>(null);
  notice = $state.raw<Notice | null>(null);
  advice = $state.raw<HintLine | null>(null);
  isAskingHint = $state(false);
  clocks = $state.raw<Clocks | null>(null);
  chat = $state.raw<readonly Said[]>([]);
  /** Why the last line was not taken. */
  chatFault = $state.raw<Text | null>(null);
  /** Who is there, and when that was told (as `Clocks.toldAt`). Apart from `whole`: nobody's coming or going may disturb the board. */
  presence = $state.raw<{
    readonly seats: readonly SeatPresence[];
    readonly onlookers: number;
    readonly toldAt: number;
  }>({ seats: [], onlookers: 0, toldAt: 0 });

  /** A typed move that would lose the game; it waits for a yes. */
  losing = $state<string | null>(null);
  #frames = new Map<number, FrameAt>();
  #hintNonce = "";
  #sayNonce = "";
  #why: { nonce: string; playIfLegal: boolean } | null = null;
  #unwatch: () => void;
  readonly #onplayed: (event: Event) => void;
  readonly #onsaid: (line: Said) => void;

  constructor(id: string, onplayed: (event: Event) => void, onsaid: (line: Said) => void) {
    this.id = id;
    this.#onplayed = onplayed;
    this.#onsaid = onsaid;
    this.#unwatch = live.watch(id, {
      seen: () => this.whole?.n ?? null,
      hear: (message) => this.#hear(message),
    });
  }

  close(): void {
    this.stage.clear();
    this.#unwatch();
  }

  // --- What everything else reads -------------------------------------------------------------------------------

  get game(): string | null {
    return this.whole?.game ?? null;
  }

  get seats(): readonly SeatTold[] {
    return this.whole?.seats ?? [];
  }

  get lines(): readonly MoveLine[] {
    return this.whole?.lines ?? [];
  }

  /** The ply on the board. */
  get ply(): number {
    return this.stage.shown?.frame.ply ?? 0;
  }

  /** The ply that is looked at or on its way to the board: where the keys step on from. */
  get place(): number {
    return this.looking ?? this.whole?.frame.ply ?? 0;
  }

  get isLive(): boolean {
    return this.looking === null;
  }

  /** The command of this table that is on its way. */
  get unsent(): (typeof live.unsent)[number] | null {
    return live.unsent.find((command) => command.table === this.id) ?? null;
  }

  get pendingMove(): string | null {
    return this.unsent?.type === "move" ? this.unsent.move : null;
  }

  get isYourTurn(): boolean {
    const frame = this.whole?.frame;
    return frame !== undefined && frame.outcome === null && this.isFull && (this.seats[frame.to_move]?.yours ?? false);
  }

  /** Is somebody in every seat? Before that the game does not begin. */
  get isFull(): boolean {
    return this.seats.every((seat) => seat.kind !== "open");
  }

  /** Do different people sit here, or may they come to? */
  get isOnline(): boolean {
    return !this.isFull || new Set(this.seats.flatMap((seat) => seat.person?.handle ?? [])).size > 1;
  }

  /** A proposal that waits for somebody. */
  get offer(): OfferTold | null {
    return this.whole?.offers[0] ?? null;
  }

  /** The moves this person may play on the board as it is shown. */
  get legal(): readonly Preview[] {
    if (!this.isLive || !this.stage.isSettled || this.unsent !== null || !this.isYourTurn) return NONE;
    return (this.stage.shown?.frame.moves as readonly Preview[] | undefined) ?? NONE;
  }

  previewOf(text: string | null): Preview | null {
    const moves = this.whole?.frame.moves as readonly Preview[] | undefined;
    return moves?.find((move) => move.text === text) ?? null;
  }

  // --- What a person does ---------------------------------------------------------------------------------------

  play(text: string): void {
    if (this.whole === null || this.unsent !== null) return;
    this.#clearTalk();
    live.command({ type: "move", table: this.id, expected_n: this.whole.n, nonce: nonce(), move: text });
  }

  undo(): void {
    this.#command("undo");
  }

  resign(): void {
    this.#command("resign");
  }

  rematch(): void {
    this.#command("rematch");
  }

  draw(): void {
    this.#command("draw");
  }

  abort(): void {
    this.#command("abort");
  }

  /** Say yes to a proposal: that is to propose the same. */
  accept(what: OfferTold["what"]): void {
    this.#command(what === "takeback" ? "undo" : what);
  }

  decline(what: OfferTold["what"]): void {
    if (this.whole === null || this.unsent !== null) return;
    live.command({ type: "decline", table: this.id, expected_n: this.whole.n, nonce: nonce(), what });
  }

  join(seat: number | null): void {
    if (this.whole === null || this.unsent !== null) return;
    live.command({ type: "join", table: this.id, expected_n: this.whole.n, nonce: nonce(), seat });
  }

  claim(isDraw: boolean): void {
    if (this.whole === null || this.unsent !== null) return;
    live.command({ type: "claim", table: this.id, expected_n: this.whole.n, nonce: nonce(), is_draw: isDraw });
  }

  /** False without a connection: what was written stays where it is. */
  say(text: string): boolean {
    this.chatFault = null;
    this.#sayNonce = nonce();
    return live.question({ type: "say", table: this.id, text, nonce: this.#sayNonce });
  }

  report(line: number): void {
    live.question({ type: "report", table: this.id, line, nonce: nonce() });
  }

  askHint(): void {
    if (this.whole === null) return;
    this.notice = null;
    this.#hintNonce = nonce();
    this.isAskingHint = live.question({
      type: "hint",
      table: this.id,
      expected_n: this.whole.n,
      nonce: this.#hintNonce,
    });
  }

  /** Why can this not be played? Where it can after all (another spelling), it is played if so wished. */
  askWhy(text: string, playIfLegal: boolean): void {
    this.#why = { nonce: nonce(), playIfLegal };
    live.question({ type: "why", table: this.id, text: text.slice(0, 200), nonce: this.#why.nonce });
  }

  /** Type a move: a known one is played at once. */
  type(text: string): void {
    const known = this.legal.find((move) => move.text === text);
    if (known !== undefined) this.#playTyped(known.text);
    else this.askWhy(text, true);
  }

  #playTyped(text: string): void {
    if (this.previewOf(text)?.loses) this.losing = text;
    else this.play(text);
  }

  // --- Looking back ---------------------------------------------------------------------------------------------

  async look(ply: number): Promise<void> {
    const whole = this.whole;
    if (whole === null || ply < 0 || ply > whole.lines.length) return;
    this.stage.clear();
    if (ply === whole.frame.ply) {
      this.looking = null;
      void this.stage.show(whole.frame, whole.last, false);
      return;
    }
    this.looking = ply;
    try {
      const { frame, last } = await this.#frameAt(ply);
      if (this.looking === ply) void this.stage.show(frame, last, false);
    } catch (error) {
      this.notice = { lead: "", text: wordsOf(error), clause: "" };
    }
  }

  /** What was is asked for once; a move that is taken back makes it be asked for again. */
  async #frameAt(ply: number): Promise<FrameAt> {
    const known = this.#frames.get(ply) ?? (await api.frameAt(this.id, ply));
    this.#frames.set(ply, known);
    return known;
  }

  async fetchStart(): Promise<void> {
    if (this.whole?.frame.ply === 0) this.start = this.whole.frame;
    else {
      try {
        this.start = (await this.#frameAt(0)).frame;
      } catch {
        // The drawing does without.
      }
    }
  }

  // --- What the server says -------------------------------------------------------------------------------------

  #hear(message: Outgoing): void {
    switch (message.type) {
      case "snapshot":
        return this.#takeSnapshot(message);
      case "event":
        return this.#takeEvent(message);
      case "thinking":
        if (this.whole !== null && message.n === this.whole.n) this.whole = { ...this.whole, thinking: message.seat };
        return;
      case "presence":
        this.presence = { seats: message.seats, onlookers: message.onlookers, toldAt: performance.now() };
        return;
      case "up_to_date":
        return this.#setClocks(message.clock);
      case "chat":
        return this.#takeChat(message);
      case "reported":
        return toasts.show({ text: O.reported });
      case "hint":
        return this.#takeHint(message);
      case "why":
        if (message.nonce !== this.#why?.nonce) return;
        if (message.refusal !== null)
          this.notice = { lead: message.text, text: message.refusal, clause: message.clause ?? "" };
        else if (this.#why.playIfLegal) this.#playTyped(message.text);
        this.#why = null;
        return;
      case "refused":
        if (message.nonce === this.#hintNonce) this.isAskingHint = false;
        if (message.nonce === this.#sayNonce) this.chatFault = message.text;
        else if (message.code === "unknown_table" || (this.whole === null && CANNOT_BE_SHOWN.has(message.code)))
          this.problem = sentence(message.text);
        else if (message.code === "stale") toasts.show({ text: W.wentOn });
        else {
          if (this.whole !== null && message.code === "unreadable") this.whole = { ...this.whole, thinking: null };
          this.notice = { lead: "", text: sentence(message.text), clause: message.clause ?? "" };
        }
        return;
      default:
    }
  }

  #takeSnapshot(snapshot: Snapshot): void {
    if (this.whole !== null && snapshot.n < this.whole.n) return;
    const isNew = this.whole?.n !== snapshot.n;
    if (isNew) this.#frames.clear();
    this.whole = snapshot;
    this.presence = { seats: snapshot.presence, onlookers: snapshot.onlookers, toldAt: performance.now() };
    this.#setClocks(snapshot.clock);
    this.problem = null;
    if (this.isLive && isNew) {
      this.advice = null;
      void this.stage.show(snapshot.frame, snapshot.last, false);
    }
  }

  #takeEvent(event: Event): void {
    const whole = this.whole;
    if (whole === null || event.n <= whole.n) return;
    if (event.n > whole.n + 1) return live.catchUp(this.id);
    const { change, frame, offers } = event;
    if (change.kind === "offered" || change.kind === "declined") {
      this.whole = { ...whole, n: event.n, offers, can_undo: event.can_undo };
      this.#setClocks(event.clock);
      return this.#onplayed(event);
    }
    let { lines, last, rematch, seats } = whole;
    if (change.kind === "played") {
      lines = [...lines, change.line];
      last = change;
    } else if (change.kind === "took_back") {
      lines = lines.slice(0, change.ply);
      last = null;
      this.#frames.clear();
    } else if (change.kind === "rematched") rematch = change.table;
    else if (change.kind === "joined")
      seats = seats.map((seat, index) => (index === change.seat ? taken(seat, change.person) : seat));
    this.whole = {
      ...whole,
      n: event.n,
      lines,
      last,
      rematch,
      seats,
      frame,
      offers,
      can_undo: event.can_undo,
      thinking: null,
    };
    this.#setClocks(event.clock);
    this.#clearTalk();
    if (change.kind === "took_back") void this.#showTakenBack(change.ply, event.n);
    else if (this.isLive) {
      if (change.kind === "played") this.stage.queue(frame, change);
      else this.stage.queueFrame(frame);
    }
    this.#onplayed(event);
  }

  /** The position at once, the marks of the move before it when they have been fetched. */
  async #showTakenBack(ply: number, n: number): Promise<void> {
    void this.look(ply);
    try {
      const { last } = await this.#frameAt(ply);
      if (this.whole?.n !== n) return;
      this.whole = { ...this.whole, last };
      if (this.isLive) void this.look(ply);
    } catch {
      // Marks are a comfort.
    }
  }

  #setClocks(clock: ClockTold | null): void {
    this.clocks = clock && { ...clock, toldAt: performance.now() };
  }

  #takeChat({ lines, is_whole }: Chat): void {
    const isNew = (line: Said): boolean => !this.chat.some((known) => known.line === line.line);
    const told = is_whole ? [] : lines.filter(isNew); // a line may come twice, by two ways
    this.chat = is_whole ? lines : [...this.chat, ...told];
    told.forEach((line) => this.#onsaid(line));
  }

  #takeHint(hint: Hint): void {
    if (hint.nonce !== this.#hintNonce) return;
    this.isAskingHint = false;
    if (hint.n === this.whole?.n) this.advice = hint.lines[0] ?? null;
  }

  #clearTalk(): void {
    this.notice = null;
    this.advice = null;
    this.isAskingHint = false;
  }

  #command(type: "undo" | "resign" | "rematch" | "draw" | "abort"): void {
    if (this.whole === null || this.unsent !== null) return;
    live.command({ type, table: this.id, expected_n: this.whole.n, nonce: nonce() });
  }
}

const NONE: readonly Preview[] = [];

function taken(seat: SeatTold, person: PersonTold): SeatTold {
  return { ...seat, kind: "human", person, yours: person.handle === live.you };
}
