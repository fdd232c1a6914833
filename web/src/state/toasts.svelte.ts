/** Short good news at the bottom of the page: five seconds, one at a time, never for errors. */

import type { Text } from "../words/text";

export interface Toast {
  readonly text: Text;
  readonly action?: { readonly label: Text; readonly run: () => void };
}

class Toasts {
  current = $state.raw<Toast | null>(null);
  #timer = 0;

  show(toast: Toast): void {
    clearTimeout(this.#timer);
    this.current = toast;
    this.#timer = setTimeout(() => (this.current = null), 5000);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.current = null;
  }
}

export const toasts = new Toasts();
