/** What Avalam's board says. */

import type { Text } from "../../api/types";
import type { Cell, MovePreview } from "./scene";

const SIDES: readonly [Text, Text] = [
  { en: "yellow", fr: "jaune" },
  { en: "red", fr: "rouge" },
];

export const W = {
  board: { en: "Avalam board", fr: "Plateau d’Avalam" },
  count: { en: "Count", fr: "Décompte" },
  towers: { en: "towers", fr: "tours" },
  towersOwned: { en: "Towers", fr: "Tours" },
  settled: { en: "of which certain", fr: "dont acquises" },
  fives: { en: "Towers of five", fr: "Tours de cinq" },
  explained: {
    en: "Most towers wins. If equal, most towers of five. A tick marks a tower that nothing can change any more.",
    fr: "Le plus de tours gagne. À égalité, le plus de tours de cinq. La coche marque une tour que plus rien ne peut changer.",
  },
  side: (seat: number): Text => SIDES[seat] ?? SIDES[0],
  first: {
    en: "Choose a tower, yellow or red, then a neighbour that lights up.",
    fr: "Choisissez une tour, jaune ou rouge, puis une voisine qui s’éclaire.",
  },
  pickedUp: (height: number, cell: string): Text => ({
    en: `Tower of ${height} picked up on ${cell}.`,
    fr: `Tour de ${height} choisie en ${cell}.`,
  }),
  canTakeIt: (targets: number): Text => ({
    en: `${targets === 1 ? "One neighbouring tower" : `${targets} neighbouring towers`} can take it.`,
    fr: `${targets === 1 ? "Une tour voisine peut" : `${targets} tours voisines peuvent`} la recevoir.`,
  }),
  preview: ({ moved, standing, height }: MovePreview): Text => ({
    en: `${moved} on ${standing} makes a tower of ${height}.`,
    fr: `${moved} sur ${standing} : une tour de ${height}.`,
  }),
  stuck: (cell: string, height: number): Text =>
    height === 5
      ? {
          en: `The tower on ${cell} is complete: it stays there.`,
          fr: `La tour en ${cell} est complète : elle reste là.`,
        }
      : {
          en: `No neighbour can take the tower on ${cell}.`,
          fr: `Aucune voisine ne peut recevoir la tour en ${cell}.`,
        },
  cell: ({ name, owner, height, settled }: Cell): Text => {
    const side = SIDES[owner ?? 0];
    if (owner === null || side === undefined) return { en: `${name}, empty`, fr: `${name}, vide` };
    return {
      en: `${name}, ${side.en} tower of ${height}${settled ? ", certain" : ""}`,
      fr: `${name}, tour ${side.fr} de ${height}${settled ? ", acquise" : ""}`,
    };
  },
  target: (height: number): Text => ({ en: `target, makes ${height}`, fr: `cible, donne ${height}` }),
} as const;
