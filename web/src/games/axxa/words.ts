/** What AxxA's board says. */

import type { Text } from "../../api/types";
import type { MovePreview, Scene } from "./scene";

export const W = {
  board: { en: "AxxA board", fr: "Plateau d’AxxA" },
  state: { en: "Game", fr: "Partie" },
  triplets: { en: "triplets", fr: "triplets" },
  leave: { en: "Leave", fr: "Laisser" },
  turn: { en: "Turn", fr: "Retourner" },
  needed: { en: "Number needed", fr: "Nombre cherché" },
  left: { en: "Still in play", fr: "Encore en jeu" },
  threeNeeded: { en: "three are needed", fr: "il en faut trois" },
  aside: { en: "Set aside", fr: "Mises de côté" },
  piecesAside: (count: number): Text => ({
    en: count === 0 ? "no piece set aside" : count === 1 ? "1 piece set aside" : `${count} pieces set aside`,
    fr: count === 0 ? "aucune pièce de côté" : count === 1 ? "1 pièce mise de côté" : `${count} pièces mises de côté`,
  }),
  holdToPeek: {
    en: "Hold a finger on a pile to see what is known of it.",
    fr: "Gardez le doigt sur une pile pour voir ce qu’on en sait.",
  },
  nothingAside: { en: "Nothing yet.", fr: "Rien pour l’instant." },
  done: { en: "done", fr: "fait" },
  skipped: { en: "skipped", fr: "sauté" },
  dead: { en: "out of reach", fr: "hors d’atteinte" },
  turnIt: { en: "Turn the pile? Unseen, and for good.", fr: "Retourner la pile ? Sans regarder, et pour de bon." },
  first: {
    en: "Choose a pile: it moves as many cells as the number on top says.",
    fr: "Choisissez une pile : elle avance d’autant de cases que le dit son nombre.",
  },
  mustPay: { en: "No triplet: you must pay.", fr: "Pas de triplet : il faut payer." },
  choosePiece: {
    en: "Choose a top piece, it will be set aside.",
    fr: "Choisissez une pièce du dessus, elle sera mise de côté.",
  },
  mustChoose: {
    en: "Several triplets are possible: choose one.",
    fr: "Plusieurs triplets sont possibles : choisissez-en un.",
  },
  taken: (done: number): Text => ({ en: `triplets: ${done} of 6`, fr: `triplets : ${done} sur 6` }),
  modes: {
    solo: { en: "Solo", fr: "En solitaire" },
    coop: { en: "Together", fr: "Ensemble" },
    duel: { en: "Duel", fr: "En duel" },
  } satisfies Record<Scene["mode"], Text>,
  pay: (number: number): Text => ({ en: `Pay the ${number}`, fr: `Payer le ${number}` }),
  payThis: (number: number): Text => ({ en: `Pay this ${number}`, fr: `Payer ce ${number}` }),
  take: (cells: readonly string[]): Text => ({ en: `Take ${cells.join(" ")}`, fr: `Prendre ${cells.join(" ")}` }),
  pickedUp: (number: number, cell: string): Text => ({
    en: `Pile with a ${number} picked up on ${cell}.`,
    fr: `Pile du ${number} choisie en ${cell}.`,
  }),
  itMoves: (number: number, targets: number): Text => ({
    en: `It moves ${number} cell${number > 1 ? "s" : ""}: ${targets} target${targets > 1 ? "s" : ""}.`,
    fr: `Elle avance de ${number} case${number > 1 ? "s" : ""} : ${targets} arrivée${targets > 1 ? "s" : ""} possible${targets > 1 ? "s" : ""}.`,
  }),
  slid: ({ number, target }: MovePreview): Text => ({
    en: `the ${number} goes to ${target}.`,
    fr: `le ${number} va en ${target}.`,
  }),
  stuck: (cell: string): Text => ({
    en: `The pile on ${cell} has nowhere to go.`,
    fr: `La pile en ${cell} ne peut aller nulle part.`,
  }),
  cell: (name: string, pieces: readonly (number | null)[], remembered: boolean, needed: number | null): Text => {
    const [top, ...below] = pieces;
    if (top === undefined) return { en: `${name}, empty`, fr: `${name}, vide` };
    const tell = (unknown: string): string =>
      below.map((piece) => (remembered && piece !== null ? piece : unknown)).join(" ");
    const en = below.length > 0 ? `, beneath: ${tell("unknown")}` : "";
    const fr = below.length > 0 ? `, dessous : ${tell("inconnu")}` : "";
    return {
      en: `${name}, ${top} on top${top === needed ? ", needed" : ""}, pile of ${pieces.length}${en}`,
      fr: `${name}, ${top} sur le dessus${top === needed ? ", cherché" : ""}, pile de ${pieces.length}${fr}`,
    };
  },
  payable: { en: "can be paid", fr: "peut être payé" },
  takeable: { en: "part of a triplet", fr: "fait partie d’un triplet" },
} as const;
