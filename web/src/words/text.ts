/** Helpers for sentences that travel in both languages (`Text` comes from the server's schema). */

import type { Text } from "../api/types";

export type { Language, Text } from "../api/types";

export function same(words: string): Text {
  return { en: words, fr: words };
}

/** Two sentences joined by a space. */
export function joined(first: Text, second: Text): Text {
  return { en: `${first.en} ${second.en}`, fr: `${first.fr} ${second.fr}` };
}
