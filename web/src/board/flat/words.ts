/** What a board says that knows its game only by the scene. */

import type { Text } from "../../api/types";
import type { Cell, Mark, Piece, Preview, Scene } from "../scene";

const both = (first: Text | null | undefined): readonly Text[] => (first ? [first] : []);

function join(parts: readonly Text[]): Text {
  return { en: parts.map(({ en }) => en).join(", "), fr: parts.map(({ fr }) => fr).join(", ") };
}

export function pieceName({ name, text }: Piece): Text {
  return name ?? (text ? { en: text, fr: text } : { en: "piece", fr: "pièce" });
}

function pileName(pieces: readonly Piece[]): Text {
  const top = pieces.at(-1);
  if (top === undefined) return { en: "empty", fr: "vide" };
  const { en, fr } = pieceName(top);
  if (pieces.length === 1) return { en, fr };
  return { en: `pile of ${pieces.length}, ${en} on top`, fr: `pile de ${pieces.length}, ${fr} au-dessus` };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a place on the board is called. */
interface Noun {
  readonly one: Text;
  readonly many: Text;
}

const CELLS: Noun = { one: { en: "a cell", fr: "une case" }, many: { en: "cells", fr: "cases" } };
const POINTS: Noun = { one: { en: "a point", fr: "un point" }, many: { en: "points", fr: "points" } };

/** On lines there are points, on everything else cells. */
export function placeNoun({ ground }: Scene): Noun {
  return ground.shape === "point" ? POINTS : CELLS;
}

export const F = {
  board: (of: Text): Text => ({ en: `Board ${of.en}`, fr: `Plateau ${of.fr}` }),
  place: ({ one }: Noun): Text => ({ en: `Choose ${one.en}.`, fr: `Choisissez ${one.fr}.` }),
  pick: ({ one }: Noun): Text => ({
    en: `Choose a piece, then ${one.en} that lights up.`,
    fr: `Choisissez une pièce, puis ${one.fr} qui s’éclaire.`,
  }),
  cell: ({ name, says }: Cell, pieces: readonly Piece[], marks: readonly Mark[]): Text =>
    join([{ en: name, fr: name }, pileName(pieces), ...both(says), ...marks.flatMap((mark) => both(mark.says))]),
  pickedUp: (cell: string, pieces: readonly Piece[]): Text => {
    const { en, fr } = pileName(pieces);
    return pieces.length === 0
      ? { en: `From ${cell}.`, fr: `De ${cell}.` }
      : { en: `${capital(en)} picked up on ${cell}.`, fr: `En main : ${fr}, depuis ${cell}.` };
  },
  targets: (count: number, { one, many }: Noun): Text => ({
    en: count === 1 ? `One ${one.en.slice(2)} is possible.` : `${count} ${many.en} are possible.`,
    fr: count === 1 ? `${capital(one.fr)} est possible.` : `${count} ${many.fr} sont possibles.`,
  }),
  stands: (cell: string, pieces: readonly Piece[]): Text => {
    const { en, fr } = pileName(pieces);
    return { en: `${capital(en)} on ${cell}.`, fr: `${capital(fr)} en ${cell}.` };
  },
  take: (count: number): Text => ({
    en: count === 1 ? "Now press the piece to take." : `Now choose the piece to take: ${count} are possible.`,
    fr:
      count === 1
        ? "Pressez maintenant la pièce à prendre."
        : `Choisissez maintenant la pièce à prendre : ${count} possibles.`,
  }),
  next: ({ one }: Noun): Text => ({
    en: `Now choose ${one.en} that lights up.`,
    fr: `Choisissez maintenant ${one.fr} qui s’éclaire.`,
  }),
  preview: ({ cells, takes = [], says }: Preview): Text => {
    if (says) return says;
    const [first, last] = [cells[0] ?? "", cells.at(-1) ?? ""];
    const taken = takes.join(", ");
    const way =
      cells.length > 1 ? { en: `from ${first} to ${last}`, fr: `de ${first} en ${last}` } : { en: last, fr: last };
    return { en: `${way.en}${taken && `, takes ${taken}`}.`, fr: `${way.fr}${taken && `, prise en ${taken}`}.` };
  },
  stuck: (cell: string): Text => ({
    en: `What stands on ${cell} cannot be moved now.`,
    fr: `Ce qui est en ${cell} ne peut pas bouger maintenant.`,
  }),
  closed: (cell: string): Text => ({
    en: `Nothing can be played on ${cell} now.`,
    fr: `Rien ne peut se jouer en ${cell} maintenant.`,
  }),
  target: (takes: number): Text => ({
    en: takes > 0 ? `target, takes ${takes}` : "target",
    fr: takes > 0 ? `cible, prend ${takes}` : "cible",
  }),
  choosable: { en: "can be chosen", fr: "à choisir" },
} as const;
