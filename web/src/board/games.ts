/**
 * How each game is drawn: the one table.
 *
 * `card.ts` of a game is light and comes with the home page; its `index.ts` is fetched when the game is opened (three.js
 * comes with Axiom's alone).
 */

import type { GameName } from "../api/types";
import avalam from "../games/avalam/card";
import axiom from "../games/axiom/card";
import axom from "../games/axom/card";
import axxa from "../games/axxa/card";
import type { GameCard } from "./types";

export const CARDS: Readonly<Record<GameName, GameCard>> = { avalam, axom, axiom, axxa };

export function isGameName(name: string): name is GameName {
  return Object.hasOwn(CARDS, name);
}
