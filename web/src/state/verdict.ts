/** After a rated game: what it did to one's rating. Loaded only then. */

import { people } from "../api/people";
import { P } from "../words/people";
import { toasts } from "./toasts.svelte";

const TRIES = 6;
const WAIT_MS = 700;

/** The room writes a game down a moment after it has ended; so ask a few times. */
export async function tellRating(table: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
    const { games } = await people.archive({ rated: "true" });
    const change = games.find((game) => game.table === table)?.seats.find((seat) => seat.is_you)?.change;
    if (change != null) return toasts.show({ text: P.ratingChanged(change) });
  }
}
