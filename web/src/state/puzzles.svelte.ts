/** How somebody does at the puzzles of a game: kept by the room for who has an account, in this browser for guests. */

import { puzzles } from "../api/puzzles";
import type { PuzzleCounted, PuzzleStanding } from "../api/types";
import { me } from "./me.svelte";

/** What a puzzle came to: solved, solved with a hint, or missed. */
export type Score = 1 | 0.5 | 0;

const FIRST_RATING = 1000;
const MOST_SEEN = 1000;

interface Kept {
  rating: number;
  /** How many puzzles the rating comes from. */
  rated: number;
  solved: number;
  streak: number;
  best: number;
  /** Met before, in that order. */
  seen: string[];
  /** The last puzzle of the day that was tried, and what it came to. */
  day: string;
  dayScore: Score;
}

const NOTHING: Kept = { rating: FIRST_RATING, rated: 0, solved: 0, streak: 0, best: 0, seen: [], day: "", dayScore: 0 };

/** How far a result moves a rating: far at first, little once it is well known. */
export function swing(rated: number): number {
  return rated < 8 ? 96 : rated < 25 ? 48 : 24;
}

/** Elo's formula: what a score against a puzzle adds to a rating. */
export function gain(rating: number, rated: number, puzzle: number, score: Score): number {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(swing(rated) * (score - expected));
}

function read<T extends object>(key: string, nothing: T): T {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof saved === "object" && saved !== null ? { ...nothing, ...saved } : nothing;
  } catch {
    return nothing;
  }
}

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage full or refused: it holds until the tab closes.
  }
}

/** What the room says of people with an account; `null` for guests, and where it does not say. */
export async function standings(): Promise<readonly PuzzleStanding[] | null> {
  if ((await me.load())?.name == null) return null;
  return puzzles.standings().then(
    (told) => told.standings,
    () => null,
  );
}

export class PuzzleBook {
  readonly #key: string;
  #kept = $state.raw<Kept>(NOTHING);
  /** The room's own account of it: then nothing is kept here. */
  #standing = $state.raw<PuzzleStanding | null>(null);

  constructor(game: string, standing: PuzzleStanding | null = null) {
    this.#key = `alcove.puzzles.${game}`;
    if (standing !== null) {
      this.#follow(standing);
      return;
    }
    const kept = read(this.#key, NOTHING);
    const isSound = Number.isFinite(kept.rating) && Number.isFinite(kept.rated) && Array.isArray(kept.seen);
    this.#kept = isSound ? kept : NOTHING;
  }

  #follow(standing: PuzzleStanding): void {
    const { rating, tried, solved, streak, best } = standing;
    this.#standing = standing;
    this.#kept = { ...NOTHING, rating, rated: tried, solved, streak, best };
  }

  get rating(): number {
    return this.#kept.rating;
  }

  /** May the rating still be far off? */
  get isProvisional(): boolean {
    return this.#standing?.is_provisional ?? false;
  }

  get rated(): number {
    return this.#kept.rated;
  }

  get solved(): number {
    return this.#kept.solved;
  }

  get streak(): number {
    return this.#kept.streak;
  }

  get best(): number {
    return this.#kept.best;
  }

  get seen(): readonly string[] {
    return this.#kept.seen;
  }

  /** What came of the puzzle of that day, if it was tried. */
  on(day: string): number | null {
    if (this.#standing !== null) return this.#standing.today;
    return this.#kept.day === day ? this.#kept.dayScore : null;
  }

  /**
   * Keeps a first result; the points it brought, or `null` if it was none. `day` is given for the puzzle of a day, `counted`
   * is what the room wrote down of an account.
   */
  record(
    id: string,
    puzzleRating: number,
    score: Score,
    day: string | null,
    counted: PuzzleCounted | null,
  ): number | null {
    if (day !== null && score > 0) countDay(day);
    if (this.#standing !== null) {
      if (counted !== null) this.#follow(counted.standing);
      return counted?.points ?? null;
    }
    const { rating, rated, solved, streak, best, seen } = this.#kept;
    const points = gain(rating, rated, puzzleRating, score);
    const inARow = score > 0 ? streak + 1 : 0;
    this.#kept = {
      rating: Math.max(100, rating + points),
      rated: rated + 1,
      solved: solved + (score > 0 ? 1 : 0),
      streak: inARow,
      best: Math.max(best, inARow),
      seen: [...seen, id].slice(-MOST_SEEN),
      day: day ?? this.#kept.day,
      dayScore: day === null ? this.#kept.dayScore : score,
    };
    write(this.#key, this.#kept);
    return points;
  }
}

const DAYS = "alcove.puzzles.days";

interface Days {
  last: string;
  count: number;
}

function before(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** One more day on which a puzzle of the day was solved, whichever the game. */
export function countDay(day: string): void {
  const { last, count } = read<Days>(DAYS, { last: "", count: 0 });
  if (last !== day) write(DAYS, { last: day, count: last === before(day) ? count + 1 : 1 });
}

/** On how many days in a row, up to today or yesterday. */
export function daysInARow(today: string): number {
  const { last, count } = read<Days>(DAYS, { last: "", count: 0 });
  return last === today || last === before(today) ? count : 0;
}
