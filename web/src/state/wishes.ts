/** What a person last chose for a new game of each kind, so that one press is enough the next time. */

import { api } from "../api/http";
import type { GameName, GameTold, SeatWish, Terms } from "../api/types";
import { router, tablePath } from "./route.svelte";

export interface Wish {
  /** `engine`, or everybody at this screen, or who comes by the link. */
  readonly against: "engine" | "screen" | "friend";
  readonly level: number;
  /** A seat, or `null`: by lot. */
  readonly seat: number | null;
  readonly options: Readonly<Record<string, string>>;
  /** For games with a friend. */
  readonly terms?: Terms;
}

export const AXXA_MODES = ["solo", "coop", "duel"] as const;
export type AxxaMode = (typeof AXXA_MODES)[number];

const DEFAULT: Wish = { against: "engine", level: 3, seat: 0, options: {} };

export function lastWish({ name, levels }: GameTold): Wish {
  let wish: Wish = name === "axxa" ? { ...DEFAULT, against: "screen" } : DEFAULT;
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(`alcove.wish.${name}`) ?? "null");
    if (typeof saved === "object" && saved !== null) wish = { ...wish, ...saved };
  } catch {
    // Nothing kept: the defaults do.
  }
  const highest = levels.at(-1)?.number ?? 1;
  return { ...wish, level: Math.min(Math.max(wish.level, 1), highest) };
}

export function keepWish(game: GameName, wish: Wish): void {
  try {
    localStorage.setItem(`alcove.wish.${game}`, JSON.stringify(wish));
  } catch {
    // Not kept: the next game starts from the defaults.
  }
}

/** Who sits where. An empty list means that this person holds every seat. */
export function seatsOf(wish: Wish): readonly SeatWish[] {
  if (wish.against === "screen") return [];
  const count = Number(wish.options.seats ?? 2);
  const mine = wish.seat ?? Math.floor(Math.random() * count);
  const other: SeatWish = wish.against === "friend" ? { kind: "open" } : { kind: "engine", level: wish.level };
  return Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "human" } : other));
}

/** Opens a table and goes there; `Problem` says why not. */
export async function openTable(game: GameName, wish: Wish, position: string | null = null): Promise<void> {
  const terms = (wish.against === "friend" && wish.terms) || { rated: false, clock: null };
  const { table } = await api.newTable({ game, options: wish.options, seats: seatsOf(wish), position, terms });
  router.go(tablePath(table));
}
