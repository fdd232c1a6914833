/**
 * What a pointer does to a board: it presses a cell, drags a piece from one to another, or (a finger) stays down on one, which is
 * what a mouse does by hovering. Mouse, finger and pen alike.
 */

import { cellAt, cellUnder } from "./pointer";

const HOLD_MS = 420;
/** A finger is never quite still. */
const SLACK_PX = { mouse: 5, touch: 12, pen: 8 } as const;

export interface GestureTable {
  readonly onpress: (cell: string | null) => void;
  readonly onhold: (cell: string) => void;
  readonly onhover: (cell: string | null) => void;
  /** A piece is taken up to be dragged; false if it cannot be. */
  readonly ondrag: (cell: string) => boolean;
  /** Where the dragged piece is, on the screen. */
  readonly oncarry: (x: number, y: number) => void;
  /** Let go over a cell; `null`: beside the board, or the system took the pointer away. */
  readonly ondrop: (cell: string | null) => void;
}

type State = "idle" | "down" | "held" | "dragging" | "ended";

export class Gestures {
  readonly #table: GestureTable;
  #state: State = "idle";
  #cell: string | null = null;
  #pointer = -1;
  #from = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: GestureTable) {
    this.#table = table;
  }

  get isDragging(): boolean {
    return this.#state === "dragging";
  }

  down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    clearTimeout(this.#timer);
    const cell = cellAt(event);
    this.#state = "down";
    this.#cell = cell;
    this.#pointer = event.pointerId;
    this.#from = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "mouse" || cell === null) return;
    this.#timer = setTimeout(() => {
      this.#state = "held";
      this.#table.onhold(cell);
    }, HOLD_MS);
  }

  move(event: PointerEvent): void {
    if (this.#state === "dragging") {
      if (event.pointerId !== this.#pointer) return;
      this.#table.onhover(cellUnder(event));
      return this.#table.oncarry(event.clientX, event.clientY);
    }
    if (this.#state === "down" && event.pointerId === this.#pointer && this.#isFar(event)) this.#begin(event);
    else if (event.pointerType === "mouse") this.#table.onhover(cellAt(event));
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    clearTimeout(this.#timer);
    if (this.#state === "dragging") {
      this.#state = "ended";
      this.#table.ondrop(cellUnder(event));
    }
    if (event.pointerType !== "mouse") this.#table.onhover(null);
  }

  /** The page scrolls under the finger, or something else has taken the pointer. */
  cancel(event: PointerEvent): void {
    clearTimeout(this.#timer);
    if (this.#state === "dragging") this.#table.ondrop(null);
    this.#state = "idle";
    if (event.pointerType !== "mouse") this.#table.onhover(null);
  }

  leave(): void {
    if (this.#state !== "dragging") this.#table.onhover(null);
  }

  /** The click that ends a drag or a held press plays nothing. */
  click(event: Event): void {
    const wasPress = this.#state !== "held" && this.#state !== "ended";
    this.#state = "idle";
    if (wasPress) this.#table.onpress(cellAt(event));
  }

  /** The other button of a mouse; a finger that is held brings this event as well. */
  menu(event: Event): void {
    event.preventDefault();
    const cell = cellAt(event);
    if (cell !== null && this.#state !== "held") this.#table.onhold(cell);
  }

  #isFar({ clientX, clientY, pointerType }: PointerEvent): boolean {
    return (
      Math.hypot(clientX - this.#from.x, clientY - this.#from.y) >
      (SLACK_PX[pointerType as keyof typeof SLACK_PX] ?? SLACK_PX.touch)
    );
  }

  #begin(event: PointerEvent): void {
    clearTimeout(this.#timer);
    if (this.#cell === null || !this.#table.ondrag(this.#cell)) {
      this.#state = "idle";
      return;
    }
    this.#state = "dragging";
    // From now on the pointer is ours, wherever it goes.
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.#table.onhover(cellUnder(event));
    this.#table.oncarry(event.clientX, event.clientY);
  }
}
