/** What Axom's board says. */

import type { Text } from "../../api/types";
import type { Stack } from "./look";
import type { MovePreview } from "./scene";

const SIDES: readonly [Text, Text] = [
  { en: "light", fr: "claire" },
  { en: "dark", fr: "foncée" },
];

export const W = {
  board: { en: "Axom board", fr: "Plateau d’Axom" },
  taken: { en: "Taken", fr: "Prises" },
  pawns: { en: "pawns on the board", fr: "pions sur le plateau" },
  first: {
    en: "Choose a stack: those of 2 and 4 go straight, those of 1 and 3 diagonally.",
    fr: "Choisissez une pile : celles de 2 et 4 vont tout droit, celles de 1 et 3 en diagonale.",
  },
  loses: {
    en: "This would be the fourth time: playing it is resigning (X20).",
    fr: "Ce serait la quatrième fois : le jouer, c’est abandonner (X20).",
  },
  resign: { en: "Play and resign", fr: "Jouer et abandonner" },
  madeTwice: {
    en: "Made twice already: the fourth time is resigning.",
    fr: "Déjà fait deux fois : la quatrième, c’est abandonner.",
  },
  movements: { en: "Movements", fr: "Déplacements" },
  sides: [
    { en: "Light", fr: "Clair" },
    { en: "Dark", fr: "Foncé" },
  ],
  counting: {
    en: "Movements made in this game. The fourth time is resigning (X20).",
    fr: "Déplacements faits dans cette partie. La quatrième fois, c’est abandonner (X20).",
  },
  noneYet: { en: "No movement has been made yet.", fr: "Aucun déplacement n’a encore été fait." },
  uncounted: { en: "This table does not count movements.", fr: "Cette table ne compte pas les déplacements." },
  times: (count: number): Text => ({
    en: ["once", "twice", "three times", "four times"][count - 1] ?? `${count} times`,
    fr: ["une fois", "deux fois", "trois fois", "quatre fois"][count - 1] ?? `${count} fois`,
  }),
  outOfPlay: (taken: number): Text => ({
    en: taken === 0 ? "no pawn taken" : taken === 1 ? "1 pawn taken" : `${taken} pawns taken`,
    fr: taken === 0 ? "aucun pion pris" : taken === 1 ? "1 pion pris" : `${taken} pions pris`,
  }),
  quiet: (plies: number, limit: number): Text => ({
    en: `${plies} of ${limit} plies without fewer pawns: then the game is drawn (X22).`,
    fr: `${plies} demi-coups sur ${limit} sans baisse du nombre de pions : ensuite la partie est nulle (X22).`,
  }),
  pickedUp: (cell: string, what: Stack = { owner: 0, height: 1, head: false }): Text => ({
    en: `${capital(piece(what).en)} picked up on ${cell}.`,
    fr: `${capital(piece(what).fr)} choisi${what.head || what.height > 1 ? "e" : ""} en ${cell}.`,
  }),
  movesPossible: (targets: number): Text => ({
    en: `${targets === 1 ? "One move is possible" : `${targets} moves are possible`}.`,
    fr: `${targets === 1 ? "Un coup est possible" : `${targets} coups sont possibles`}.`,
  }),
  preview: (move: MovePreview): Text => {
    const en: string[] = [];
    const fr: string[] = [];
    for (const [index, { cell, height, taken }] of move.path.entries()) {
      const laid = cell === move.target ? move.lifted - index : 1;
      if (taken > 0) {
        en.push(taken === 1 ? `${cell} is taken` : `${taken} pawns are taken on ${cell}`);
        fr.push(taken === 1 ? `${cell} est pris` : `${taken} pions sont pris en ${cell}`);
      } else if (height > laid) {
        en.push(`${cell} grows to ${height}`);
        fr.push(`${cell} passe à ${height}`);
      } else if (height > 1) {
        en.push(`${height} stay on ${cell}`);
        fr.push(`${height} restent en ${cell}`);
      }
    }
    if (move.wins) {
      en.push("the head is taken");
      fr.push("la tête est prise");
    }
    if (move.returned !== null) {
      en.push("one taken pawn returns to the heart");
      fr.push("un pion pris revient au cœur");
    }
    const lead = move.head
      ? { en: "the head moves", fr: "la tête avance" }
      : move.lifted + move.left === 1
        ? { en: "the pawn moves", fr: "le pion avance" }
        : { en: `sows ${move.lifted + move.left} pawns`, fr: `sème ${move.lifted + move.left} pions` };
    return {
      en: lead.en + (en.length > 0 ? `: ${en.join(", ")}` : "") + ".",
      fr: lead.fr + (fr.length > 0 ? ` : ${fr.join(", ")}` : "") + ".",
    };
  },
  stuck: (cell: string, mine: boolean): Text =>
    mine
      ? { en: `What stands on ${cell} has nowhere to go.`, fr: `Ce qui est en ${cell} ne peut aller nulle part.` }
      : {
          en: `What stands on ${cell} is not of the side to move.`,
          fr: `Ce qui est en ${cell} n’est pas du camp qui joue.`,
        },
  cell: (name: string, stack: Stack | undefined, heart: number | null): Text => {
    const at = heart === null ? { en: "", fr: "" } : { en: ", heart", fr: ", cœur" };
    const side = stack && SIDES[stack.owner];
    if (stack === undefined || side === undefined) return { en: `${name}, empty${at.en}`, fr: `${name}, vide${at.fr}` };
    if (stack.head) return { en: `${name}, ${side.en} head${at.en}`, fr: `${name}, tête ${side.fr}${at.fr}` };
    return {
      en: `${name}, ${side.en} stack of ${stack.height}${at.en}`,
      fr: `${name}, pile de ${stack.height} ${side.fr}${at.fr}`,
    };
  },
  target: (move: MovePreview): Text => {
    const taken = move.path.reduce((sum, entered) => sum + entered.taken, 0);
    const made = isMarked(move) ? W.times(move.times) : null;
    return {
      en: `target${taken > 0 ? `, takes ${taken}` : ""}${move.wins ? ", takes the head" : ""}${made ? `, made ${made.en} already` : ""}${move.loses ? ", would be resigning" : ""}`,
      fr: `cible${taken > 0 ? `, prend ${taken}` : ""}${move.wins ? ", prend la tête" : ""}${made ? `, déjà fait ${made.fr}` : ""}${move.loses ? ", serait abandonner" : ""}`,
    };
  },
} as const;

/** X20: made so often that it is worth a mark, unless it wins. */
export function isMarked(move: MovePreview): boolean {
  return move.times > 1 && !move.wins;
}

function piece({ head, height }: Stack): Text {
  if (head) return { en: "head", fr: "tête" };
  if (height === 1) return { en: "pawn", fr: "pion" };
  return { en: `stack of ${height}`, fr: `pile de ${height}` };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
