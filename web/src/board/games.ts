/**
 * How each game is drawn. A folder under `games/` with a `card.ts` draws its game in its own way: the card is light and comes
 * with the home page, its `index.ts` when the game is opened. Any other game is drawn from the scene that the room tells, or by
 * a module that its package brings.
 */

import { api } from "../api/http";
import type { GameName, GameTold } from "../api/types";
import { games } from "../state/games.svelte";
import FlatIcon from "./flat/Icon.svelte";
import FlatPicture from "./flat/Picture.svelte";
import { given } from "./given";
import type { AnyGameModule, GameCard } from "./types";

const folders = import.meta.glob<GameCard>("../games/*/card.ts", { eager: true, import: "default" });

/** The cards of the games that are drawn in their own way, by name. */
const CARDS: ReadonlyMap<GameName, GameCard> = new Map(
  Object.entries(folders).map(([path, card]) => [path.split("/").at(-2) ?? "", card]),
);

/** How many games are here before the room has told which it has. */
export const OWN_COUNT = CARDS.size;

const told = new Map<GameName, GameCard>();

/** The card of a game, whichever it is. */
export function cardOf(name: GameName): GameCard {
  const own = CARDS.get(name) ?? told.get(name);
  if (own !== undefined) return own;
  const made = toldCard(name);
  told.set(name, made);
  return made;
}

/** What the drawings of all cards refer to by id: contents of an SVG `<defs>`, to be put into the page once. */
export const DEFS = [...CARDS.values()].flatMap(({ Defs }) => (Defs ? [Defs] : []));

function toldCard(name: GameName): GameCard {
  return {
    Picture: given(FlatPicture, { game: name }),
    Icon: FlatIcon,
    silhouette: { viewBox: "0 0 600 570", path: "M20,20h560v530h-560z", rounding: 22 },
    load: async () => toldModule(games.named(name) ?? (await fetched(name))),
  };
}

async function fetched(name: GameName): Promise<GameTold> {
  const found = (await api.games()).games.find((game) => game.name === name);
  if (found === undefined) throw new Error(`the room has no game called ${name}`);
  return found;
}

async function toldModule(game: GameTold): Promise<AnyGameModule> {
  const { flatModule } = await import("./flat");
  if (game.board === null) return flatModule(game);
  const { packagedModule } = await import("./packaged");
  return packagedModule(game, game.board);
}
