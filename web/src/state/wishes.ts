/** What a person last chose for a new game of each kind, so that one press is enough the next time. */

import { api } from "../api/http";
import type { GameTold, SeatWish, Terms } from "../api/types";
import { games, isDuel, modeOf, modesOf, optionsOf, seatsWith } from "./games.svelte";
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

/** The engine where there is one and somebody to play against, else everybody at this screen. */
function usualOpponent(game: GameTold, options: Wish["options"]): "engine" | "screen" {
  return isDuel(modeOf(game, options)) && game.levels.length > 0 ? "engine" : "screen";
}

export function lastWish(game: GameTold): Wish {
  let wish: Wish = { against: usualOpponent(game, {}), level: 3, seat: 0, options: {} };
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(`alcove.wish.${game.name}`) ?? "null");
    if (typeof saved === "object" && saved !== null) wish = { ...wish, ...saved };
  } catch {
    // Nothing kept: the defaults do.
  }
  const highest = game.levels.at(-1)?.number ?? 1;
  return { ...wish, level: Math.min(Math.max(wish.level, 1), highest) };
}

/** What one press opens: the engine as it was last chosen; where there are several ways to play, the last one. */
export function wishAtOnce(game: GameTold): Wish {
  const wish = lastWish(game);
  const usual = usualOpponent(game, wish.options);
  const isAtScreen = usual === "screen" || (modesOf(game).length > 1 && wish.against !== "engine");
  return { ...wish, against: isAtScreen ? "screen" : "engine" };
}

/** Two at this screen; `null` for a game that only one can play. */
export function wishForTwo(game: GameTold): Wish | null {
  const mode = modesOf(game).find(({ seats }) => seats[1] >= 2);
  return mode === undefined
    ? null
    : { ...lastWish(game), against: "screen", options: { ...lastWish(game).options, ...optionsOf(mode, 2) } };
}

/** A first game after the lesson: the weakest engine, or alone. */
export function firstWish(game: GameTold): Wish {
  return { against: usualOpponent(game, {}), level: game.levels[0]?.number ?? 1, seat: 0, options: {} };
}

export function keepWish(game: string, wish: Wish): void {
  try {
    localStorage.setItem(`alcove.wish.${game}`, JSON.stringify(wish));
  } catch {
    // Not kept: the next game starts from the defaults.
  }
}

/** Who sits where. An empty list means that this person holds every seat. */
function seatsOf(game: string, wish: Wish): readonly SeatWish[] {
  if (wish.against === "screen") return [];
  const told = games.named(game);
  const count = told === null ? 2 : seatsWith(told, wish.options);
  const mine = wish.seat ?? Math.floor(Math.random() * count);
  const other: SeatWish = wish.against === "friend" ? { kind: "open" } : { kind: "engine", level: wish.level };
  return Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "human" } : other));
}

/** Opens a table and goes there; `Problem` says why not. */
export async function openTable(game: string, wish: Wish, position: string | null = null): Promise<void> {
  const terms = (wish.against === "friend" && wish.terms) || { rated: false, clock: null };
  const { table } = await api.newTable({ game, options: wish.options, seats: seatsOf(game, wish), position, terms });
  router.go(tablePath(table));
}
