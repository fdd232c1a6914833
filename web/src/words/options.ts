/** The values of rule options in words; a value without an entry is shown as records write it. */

import type { OptionTold, Text } from "../api/types";

const VALUES: Readonly<Record<string, Text>> = {
  yes: { en: "yes", fr: "oui" },
  no: { en: "no", fr: "non" },
  on: { en: "yes", fr: "oui" },
  off: { en: "no", fr: "non" },
  "fifth_four.shorten": { en: "stop earlier", fr: "s’arrêter avant" },
  "fifth_four.forbid": { en: "no move", fr: "pas de coup" },
  "repetition.position4": { en: "same position", fr: "même position" },
  "repetition.shuttle": { en: "to and fro", fr: "va-et-vient" },
  "repetition.off": { en: "nothing", fr: "rien" },
  "repetition.3": { en: "third time draws", fr: "nulle à la troisième" },
  "no_move.loss": { en: "loses", fr: "perd" },
  "no_move.draw": { en: "draws", fr: "partie nulle" },
  "shape.king": { en: "sides or corners", fr: "côtés ou coins" },
  "shape.line8": { en: "lines, all directions", fr: "lignes en tous sens" },
  "shape.side": { en: "sides", fr: "côtés" },
  "shape.line4": { en: "ranks and files", fr: "rangées, colonnes" },
};

export function valueWords(option: string, value: string): Text {
  return VALUES[`${option}.${value}`] ?? VALUES[value] ?? { en: value, fr: value };
}

/** The usual values of some options. */
export function usual(options: readonly OptionTold[]): Record<string, string> {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** What differs from the usual, as requests say it. */
export function unusual(options: readonly OptionTold[], chosen: Readonly<Record<string, string>>): Record<string, string> {
  const values = options.map((option) => [option.name, String(chosen[option.name] ?? option.default), option.default] as const);
  return Object.fromEntries(values.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
}
