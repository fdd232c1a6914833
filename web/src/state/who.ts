/** What the people at a table are called. */

import type { SeatTold, Text } from "../api/types";
import { O, personWords } from "../words/online";
import { same } from "../words/text";
import { W } from "../words/ui";
import type { OpenTable } from "./table.svelte";

/** Does this person hold exactly one seat? Then it is "you"; who holds several is called by their sides. */
export function isMineAlone(table: OpenTable): boolean {
  return table.seats.filter((seat) => seat.yours).length === 1;
}

/** The name of who sits in a seat, for a player bar. */
export function whoIn(table: OpenTable, seat: SeatTold): Text {
  if (seat.kind === "engine") return same("Alcove");
  if (seat.kind === "open") return O.openSeat;
  if (seat.yours && isMineAlone(table)) return W.you;
  return table.isOnline && seat.person !== null ? personWords(seat.person) : seat.name;
}
