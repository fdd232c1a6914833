/** Sentences for people. They travel in both languages, so the page switches at once. */

export type Language = "en" | "fr";

export interface Text {
  readonly en: string;
  readonly fr: string;
}

export function same(words: string): Text {
  return { en: words, fr: words };
}
