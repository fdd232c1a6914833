/** What a person chose, kept in this browser and shared by its tabs. */

import type { Language, Text } from "../api/types";
import { cardOf } from "../board/games";
import type { BoardSettings, OwnSetting } from "../board/types";

const KEY = "alcove.settings";
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const calmSystem = matchMedia("(prefers-reduced-motion: reduce)");

interface Saved {
  theme: "system" | "light" | "dark";
  language: Language;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  coordinates: boolean;
  confirm: boolean;
  animate: boolean;
  /** The games' own settings, as `game.name`. */
  own: Record<string, string>;
}

const DEFAULTS: Saved = {
  theme: "system",
  language: navigator.language.startsWith("fr") ? "fr" : "en",
  sound: false,
  volume: 60,
  coordinates: true,
  confirm: matchMedia("(pointer: coarse)").matches,
  animate: true,
  own: {},
};

function read(): Saved {
  const chosen: Saved = { ...DEFAULTS };
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof saved === "object" && saved !== null) {
      for (const key of Object.keys(DEFAULTS) as (keyof Saved)[]) {
        const value = (saved as Record<string, unknown>)[key];
        if (value !== null && typeof value === typeof DEFAULTS[key]) Object.assign(chosen, { [key]: value });
      }
    }
  } catch {
    // No storage or a spoiled entry: the defaults do.
  }
  return chosen;
}

class Settings {
  #saved = $state(read());
  #dark = $state(darkSystem.matches);
  #calm = $state(calmSystem.matches);

  constructor() {
    darkSystem.addEventListener("change", () => (this.#dark = darkSystem.matches));
    calmSystem.addEventListener("change", () => (this.#calm = calmSystem.matches));
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#saved = read();
    });
  }

  get chosen(): Readonly<Saved> {
    return this.#saved;
  }

  set(change: Partial<Saved>): void {
    Object.assign(this.#saved, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // Storage full or refused: the choice holds until the tab closes.
    }
  }

  /** A game's own setting: as it was chosen, else as it usually is. */
  own(game: string, name: string): string {
    const setting = cardOf(game).settings?.find((known) => known.name === name);
    return this.#saved.own[`${game}.${name}`] ?? (setting === undefined ? "" : usualValue(setting));
  }

  setOwn(game: string, name: string, value: string): void {
    this.set({ own: { ...this.#saved.own, [`${game}.${name}`]: value } });
  }

  get language(): Language {
    return this.#saved.language;
  }

  get theme(): "light" | "dark" {
    if (this.#saved.theme !== "system") return this.#saved.theme;
    return this.#dark ? "dark" : "light";
  }

  get animate(): boolean {
    return this.#saved.animate && !this.#calm;
  }
}

export const settings = new Settings();

/** A sentence in the language of the page; in a template it changes at once with the language. The server writes plain
 * apostrophes, for terminals; here they are set as in print. */
export function say(text: Text): string {
  return text[settings.language].replaceAll(/(\p{L})'(?=\p{L})/gu, "$1’");
}

function usualValue(setting: OwnSetting): string {
  return setting.kind === "switch" ? "on" : setting.values[0].value;
}

/** The choices a board is told of. */
export function boardSettings(game: string): BoardSettings {
  const { coordinates, confirm } = settings.chosen;
  const { language, theme, animate } = settings;
  const own = Object.fromEntries((cardOf(game).settings ?? []).map(({ name }) => [name, settings.own(game, name)]));
  return { language, theme, coordinates, confirm, animate, own };
}
