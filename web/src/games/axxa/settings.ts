/** What can be chosen for AxxA alone: to see the pieces that were seen and then turned under. */

import type { OwnSwitch } from "../../board/types";

export const remembered: OwnSwitch = {
  kind: "switch",
  name: "remembered",
  icon: "eye",
  title: { en: "Show remembered pieces", fr: "Montrer les pièces mémorisées" },
  text: { en: "Numbers that were seen and then turned under.", fr: "Les nombres déjà vus, puis retournés dessous." },
  short: { en: "Memory", fr: "Mémoire" },
};
