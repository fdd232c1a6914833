/** Who sits at this browser: a guest, or somebody with a name. */

import { ask } from "../api/http";
import { live } from "../api/live.svelte";
import type { Who } from "../api/types";

class Me {
  /** `null` until the room has answered. */
  who = $state.raw<Who | null>(null);
  #asked: Promise<Who | null> | null = null;

  /** Asks the room, once. */
  load(): Promise<Who | null> {
    this.#asked ??= ask<Who>("/me").then(
      (who) => (this.who = who),
      () => {
        this.#asked = null; // a room that does not answer says so elsewhere
        return null;
      },
    );
    return this.#asked;
  }

  /** Somebody signed in or out: the cookie is another one, so the socket has to be opened anew. */
  became(who: Who): void {
    this.who = who;
    this.#asked = Promise.resolve(who);
    live.renew();
  }
}

export const me = new Me();
