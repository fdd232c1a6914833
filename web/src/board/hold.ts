/**
 * A finger that stays down on a cell: what a mouse does by hovering or with its other button. The press that ends it plays
 * nothing.
 */

import { cellAt } from "./pointer";

const HOLD_MS = 420;
/** A finger is never quite still. */
const SLACK_PX = 12;

export class Hold {
  readonly #onhold: (cell: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #hasHeld = false;

  constructor(onhold: (cell: string) => void) {
    this.#onhold = onhold;
  }

  down(event: PointerEvent): void {
    this.cancel();
    this.#hasHeld = false;
    const cell = cellAt(event);
    if (event.pointerType === "mouse" || cell === null) return;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#hasHeld = true;
      this.#onhold(cell);
    }, HOLD_MS);
  }

  move({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > SLACK_PX) this.cancel();
  }

  /** The finger is lifted, or the page scrolls under it. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** Is this click the end of a held press? */
  get endsHere(): boolean {
    return this.#hasHeld;
  }
}
