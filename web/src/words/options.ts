/** Rule options in words: what their values mean is told by the options themselves. */

import type { OptionTold, Text } from "../api/types";
import { same } from "./text";

/** A value in words, or as records write it: a number, or an option we know nothing of. */
export function valueWords(option: OptionTold | undefined, value: string): Text {
  return option?.labels[value] ?? same(value);
}

/** The usual values of some options. */
export function usual(options: readonly OptionTold[]): Record<string, string> {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** What differs from the usual, as requests say it. */
export function unusual(
  options: readonly OptionTold[],
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = options.map(
    (option) => [option.name, String(chosen[option.name] ?? option.default), option.default] as const,
  );
  return Object.fromEntries(values.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
}
