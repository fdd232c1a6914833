/** Helpers for sentences in both languages (`Text` comes from the server's schema). */

import type { Text } from "../api/types";

export type { Language, Text } from "../api/types";

export function same(words: string): Text {
  return { en: words, fr: words };
}

/** Two sentences joined by a space. */
export function joined(first: Text, second: Text): Text {
  return { en: `${first.en} ${second.en}`, fr: `${first.fr} ${second.fr}` };
}

/** With a capital and a full stop; a cell (`c5`) stays as it is written. */
export function sentence({ en, fr }: Text): Text {
  return { en: ended(en), fr: ended(fr) };
}

function ended(words: string): string {
  const begun = /^[a-i][0-9]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** `1523`, or `1523?` while it is a guess; `null` where there is none. */
export function ratingWords({
  rating,
  is_provisional,
}: {
  readonly rating: number | null;
  readonly is_provisional: boolean;
}): string | null {
  return rating === null ? null : `${rating}${is_provisional ? "?" : ""}`;
}
