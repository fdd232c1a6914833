/** What every board says. */

import type { Text } from "../api/types";

export const B = {
  putBack: { en: "Put back", fr: "Reposer" },
  play: { en: "Play", fr: "Jouer" },
  yours: { en: "Your move.", fr: "À vous." },
  whichOne: { en: "Which one?", fr: "Lequel ?" },
  target: { en: "target", fr: "cible" },
  leads: { en: "leads on", fr: "mène plus loin" },
} as const satisfies Record<string, Text>;
