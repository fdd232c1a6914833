/**
 * How each game is drawn.
 *
 * A folder of `src/games/` is found by its `card.ts`, which is light and comes with the home page; its `index.ts` is fetched
 * when the game is opened. A game without a folder here is drawn from its scene alone, or by a module that its package
 * brings (`board` of `/api/games`).
 */

import { api } from "../api/http";
import PlainIcon from "./PlainIcon.svelte";
import PlainPicture from "./PlainPicture.svelte";
import type { AnyGameModule, GameCard } from "./types";

const found = import.meta.glob<GameCard>("../games/*/card.ts", { eager: true, import: "default" });
const cards = new Map(Object.entries(found).map(([path, card]) => [path.split("/").at(-2) ?? "", card]));

/** The games that this page has a folder for. */
export const OWN_GAMES: readonly string[] = [...cards.keys()];

/** What is known of a game before it is opened; every game has a card. */
export function cardOf(name: string): GameCard {
  const known = cards.get(name);
  if (known !== undefined) return known;
  const made = plainCard(name);
  cards.set(name, made);
  return made;
}

function plainCard(name: string): GameCard {
  return {
    Picture: PlainPicture,
    Icon: PlainIcon,
    silhouette: { viewBox: "0 0 110 100", path: "M10,5h90v90h-90z", rounding: 6 },
    load: () => moduleOf(name),
  };
}

async function moduleOf(name: string): Promise<AnyGameModule> {
  const { games } = await api.games();
  const board = games.find((game) => game.name === name)?.board ?? null;
  if (board === null) throw new Error(`there is no drawing of ${name}`);
  return ((await import(/* @vite-ignore */ board)) as { default: AnyGameModule }).default;
}
