/** Numbers typed on the keyboard. Where a longer one is possible, the next digit is waited for a moment. */

const PATIENCE_MILLISECONDS = 700;

export class DigitBuffer {
  #typed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #choose: ((number: number) => void) | null = null;

  /** Takes a key; true if it was a digit. `choose` is told the number from 1 to `most`, once it is complete. */
  type(key: string, most: number, choose: (number: number) => void): boolean {
    if (!/^[0-9]$/.test(key)) return false;
    clearTimeout(this.#timer);
    const longer = Number(this.#typed + key);
    this.#typed = String(longer > most ? Number(key) : longer);
    this.#choose = choose;
    if (Number(this.#typed) * 10 > most) this.flush();
    else this.#timer = setTimeout(() => this.flush(), PATIENCE_MILLISECONDS);
    return true;
  }

  /** Waits no longer; true if there was a number to wait for. */
  flush(): boolean {
    clearTimeout(this.#timer);
    const [number, choose] = [Number(this.#typed), this.#choose];
    this.#typed = "";
    this.#choose = null;
    if (!choose || !number) return false;
    choose(number);
    return true;
  }
}
