/**
 * The games of this room, as it told them. The page knows none by name: what a game is called, how long it takes, who can
 * sit down to it and which pages it has is asked here.
 */

import { api, wordsOf } from "../api/http";
import type { GameTold, Mode, OptionTold, Text } from "../api/types";

/** What a game may have or not: a drawing, and pages of its own. */
export type Room = "analysis" | "atlas" | "lessons" | "puzzles" | "rulebook" | "scene";

type Options = Readonly<Record<string, string>>;

class Games {
  /** In the order in which the room shows them; empty until it has told. */
  all = $state.raw<readonly GameTold[]>([]);
  fault = $state.raw<Text | null>(null);
  #isTold = $state(false);

  async load(): Promise<void> {
    try {
      this.all = (await api.games()).games;
      this.#isTold = true;
      this.fault = null;
    } catch (error) {
      this.fault = wordsOf(error);
    }
  }

  /** `null` for a game that is not here, and before the room has told. */
  named(name: string | null): GameTold | null {
    return this.all.find((game) => game.name === name) ?? null;
  }

  /** False once it is known that the room has no such game. */
  mayHave(name: string): boolean {
    return !this.#isTold || this.named(name) !== null;
  }

  /** Games for two who play against each other on this page: what can be offered to others. */
  get duels(): readonly GameTold[] {
    return this.with("scene").filter((game) => modesOf(game).some(isDuel));
  }

  with(room: Room): readonly GameTold[] {
    return this.all.filter((game) => game.has.includes(room));
  }

  has(name: string | null, room: Room): boolean {
    return this.named(name)?.has.includes(room) ?? false;
  }

  /** The title of a game; that of one which has left the room is its name. */
  titleOf(name: string): string {
    return this.named(name)?.title ?? name;
  }

  /** "of Go", « du Go ». */
  ofWords(name: string): Text {
    return this.named(name)?.of ?? { en: `of ${name}`, fr: `de ${name}` };
  }

  /** What one plays: "Go", « au Go ». */
  toWords(name: string): Text {
    return this.named(name)?.to ?? { en: name, fr: `à ${name}` };
  }
}

export const games = new Games();

// --- Ways to play ---------------------------------------------------------------------------------------------------

/** The option that says how many sit down, where a way to play leaves that open. */
const SEATS = "seats";

/** The ways to play a game: at least one. */
export function modesOf({ modes, players }: GameTold): readonly [Mode, ...Mode[]] {
  const [usual, ...others] = modes;
  if (usual !== undefined) return [usual, ...others];
  return [{ name: "", says: { en: "", fr: "" }, options: {}, seats: players, together: players[1] !== 2 }];
}

/** Two sides against each other: what the engine, the lobby and the ratings are for. */
export function isDuel(mode: Mode): boolean {
  return !mode.together;
}

export function isAlone(mode: Mode): boolean {
  return mode.seats[1] === 1;
}

/** The way to play that some options make. */
export function modeOf(game: GameTold, options: Options): Mode {
  const valueOf = (name: string): string | undefined =>
    options[name] ?? game.options.find((option) => option.name === name)?.default;
  const modes = modesOf(game);
  return (
    modes.find((mode) => Object.entries(mode.options).every(([name, value]) => valueOf(name) === value)) ?? modes[0]
  );
}

/** How many sit down with these options. */
export function seatsWith(game: GameTold, options: Options): number {
  const [least, most] = modeOf(game, options).seats;
  return least === most ? least : Number(options[SEATS] ?? least);
}

/** The options that make this way to play, for so many people. */
export function optionsOf({ options, seats: [least, most] }: Mode, people: number): Record<string, string> {
  return { ...options, ...(least === most ? {} : { [SEATS]: String(people) }) };
}

/** The options of the rules that the ways to play leave open. */
export function freeOptions(game: GameTold): readonly OptionTold[] {
  const decided = new Set(game.modes.flatMap((mode) => Object.keys(optionsOf(mode, 0))));
  return game.options.filter((option) => !decided.has(option.name));
}
