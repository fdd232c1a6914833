/**
 * The live socket: one per page. It comes back by itself, asks for what it missed, and sends again what was never
 * acknowledged, under the same nonce, so that nothing is lost and nothing is done twice.
 */

import {
  PROTOCOL,
  type Abort,
  type AskHint,
  type AskWhy,
  type Claim,
  type Decline,
  type Draw,
  type Incoming,
  type Join,
  type Lobby,
  type Move,
  type Outgoing,
  type Paired,
  type Rematch,
  type Report,
  type Resign,
  type Say,
  type SeekTold,
  type Undo,
} from "./types";

export type Command = Move | Undo | Resign | Draw | Rematch | Decline | Join | Abort | Claim;
/** What is worth saying only now. */
type Question = AskHint | AskWhy | Say | Report;

export interface Watcher {
  /** The last event this page has seen, or `null` before the first snapshot. */
  readonly seen: () => number | null;
  readonly hear: (message: Outgoing) => void;
}

const PING_MS = 2500;
const DEAD_MS = 10_000;
const LONGEST_WAIT_MS = 8000;
const STORAGE = "alcove.unsent";

export function nonce(): string {
  return (
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("")
  );
}

class Live {
  /** Is the socket open and greeted? */
  open = $state(false);
  /** When the connection was lost (milliseconds of `Date.now`), or `null` while it stands or is being made. */
  lostAt = $state<number | null>(null);
  retryAt = $state<number | null>(null);
  /** Does the server speak another protocol than this page, which is older (or newer) than it? */
  isOutdated = $state(false);
  /** This person's handle, as others see it. */
  you = $state("");
  /** Who wants to play this person just now. */
  challenges = $state.raw<readonly SeekTold[]>([]);
  /** The latest game that began for this person while they were not in the lobby. */
  paired = $state.raw<Paired | null>(null);
  /** Commands that have not been acknowledged, in the order they were given. */
  unsent = $state.raw<readonly Command[]>(restore());

  #socket: WebSocket | null = null;
  #watchers = new Map<string, Watcher>();
  #lobby: ((message: Lobby | Paired) => void) | null = null;
  #failures = 0;
  #heardAt = 0;
  /** The last pong: the server's own time, and when it came. */
  #pong: { at: number; cameAt: number } | null = null;
  #timer = 0;
  #started = false;

  /** Be there, on whatever page: somebody may want to play. */
  begin(): void {
    if (!this.#started) this.#start();
  }

  /** Follow a table; the answer ends it. */
  watch(table: string, watcher: Watcher): () => void {
    this.#watchers.set(table, watcher);
    if (this.open) this.#ask({ type: "watch", table });
    else this.begin();
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      if (this.open) this.#ask({ type: "unwatch", table });
    };
  }

  /** Be told of the lobby, and of the table when an offer was accepted; the answer ends it. */
  watchLobby(hear: (message: Lobby | Paired) => void): () => void {
    this.#lobby = hear;
    if (this.open) this.#ask({ type: "watch_lobby" });
    else this.begin();
    return () => {
      if (this.#lobby !== hear) return;
      this.#lobby = null;
      if (this.open) this.#ask({ type: "unwatch_lobby" });
    };
  }

  /** Come back at once with the cookie of today: somebody has signed in or out, and what was unsent was another's. */
  renew(): void {
    this.#keep([]);
    this.challenges = [];
    const socket = this.#socket;
    if (socket === null) return;
    socket.close();
    this.#lost(socket);
    this.lostAt = null;
    this.retryNow();
  }

  /** Ask for what was missed. */
  catchUp(table: string): void {
    if (this.open) this.#ask({ type: "watch", table, seen_n: this.#watchers.get(table)?.seen() ?? null });
  }

  /** Do something to a table. It is kept until it is acknowledged or refused, across reconnections and reloads. */
  command(command: Command): void {
    this.#keep([...this.unsent, command]);
    if (this.open) this.#ask(command);
  }

  /** Something worth asking only now; false without a connection. */
  question(question: Question): boolean {
    if (this.open) this.#ask(question);
    return this.open;
  }

  /** Do not wait for the next try. */
  retryNow(): void {
    if (this.#socket === null) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  }

  #start(): void {
    this.#started = true;
    this.#connect();
    setInterval(() => this.#beat(), PING_MS);
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.retryNow();
    });
  }

  #connect(): void {
    this.retryAt = null;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.#socket = socket;
    this.#pong = null;
    this.#heardAt = Date.now();
    socket.onopen = () => this.#ask({ type: "hello", protocol: PROTOCOL });
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Outgoing);
    socket.onclose = () => this.#lost(socket);
  }

  #beat(): void {
    if (this.#socket === null) return;
    if (Date.now() - this.#heardAt > DEAD_MS) {
      const socket = this.#socket;
      socket.close();
      this.#lost(socket); // a dead line may take minutes to say that it is closed
    } else if (this.open) this.#ping();
  }

  /** Still here. The server learns how long the line is from how long we held its last pong. */
  #ping(): void {
    const held =
      this.#pong === null
        ? {}
        : { echo: this.#pong.at, held_ms: Math.min(60_000, performance.now() - this.#pong.cameAt) };
    this.#ask({ type: "ping", sent: Date.now(), ...held });
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.open = false;
    this.lostAt ??= Date.now();
    const longest = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#failures++);
    const wait = longest * (0.5 + Math.random() / 2); // jitter: a whole room must not come back in the same instant
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #hear(message: Outgoing): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "welcome": {
        // Signed in or out in another tab, perhaps: what was known was another's to know, and what was unsent another's to send.
        const isSomebodyElse = this.you !== "" && this.you !== message.you;
        if (isSomebodyElse) this.#keep([]);
        this.open = true;
        this.you = message.you;
        this.isOutdated = message.protocol !== PROTOCOL;
        this.lostAt = null;
        this.#failures = 0;
        this.challenges = []; // those there are follow
        for (const [table, watcher] of this.#watchers)
          this.#ask({ type: "watch", table, seen_n: isSomebodyElse ? null : watcher.seen() });
        for (const command of this.unsent) this.#ask(command);
        if (this.#lobby !== null) this.#ask({ type: "watch_lobby" });
        return;
      }
      case "lobby":
        this.#lobby?.(message);
        return;
      case "paired":
        if (this.#lobby !== null) this.#lobby(message);
        else this.paired = message;
        return;
      case "challenges":
        this.challenges = message.seeks;
        return;
      case "pong":
        this.#pong = { at: message.at, cameAt: performance.now() };
        return;
      case "probe": // a hidden tab's timers may sleep; its socket does not
        return this.#ping();
      case "ack":
        this.#forget(message.nonce);
        break;
      case "refused":
        if (message.code === "too_fast" && this.#isUnsent(message.nonce)) {
          setTimeout(() => this.#resend(message.nonce), 1000);
          return;
        }
        this.#forget(message.nonce);
        break;
      default:
    }
    if ("table" in message && message.table !== null) this.#watchers.get(message.table)?.hear(message);
  }

  #ask(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #resend(name: string | null): void {
    const command = this.unsent.find((known) => known.nonce === name);
    if (command !== undefined && this.open) this.#ask(command);
  }

  #isUnsent(name: string | null): boolean {
    return this.unsent.some((command) => command.nonce === name);
  }

  #forget(name: string | null): void {
    if (this.#isUnsent(name)) this.#keep(this.unsent.filter((command) => command.nonce !== name));
  }

  #keep(commands: readonly Command[]): void {
    this.unsent = commands;
    try {
      sessionStorage.setItem(STORAGE, JSON.stringify(commands));
    } catch {
      // Without storage a reload forgets what was not acknowledged; nothing else changes.
    }
  }
}

function restore(): readonly Command[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE) ?? "[]") as readonly Command[];
  } catch {
    return [];
  }
}

export const live = new Live();
