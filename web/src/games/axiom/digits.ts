/** Numbers typed on the keyboard: `1` means 1 at once, `1` and `2` soon after it mean 12. */

const PATIENCE_MILLISECONDS = 900;

export class DigitBuffer {
  #typed = "";
  #at = 0;
  #about: unknown = null;

  /**
   * Takes a key; true if it was a digit. `choose` is told the number so far and answers whether there is one. Digits
   * belong together only while they are `about` the same thing.
   */
  type(key: string, about: unknown, choose: (number: number) => boolean): boolean {
    if (!/^[0-9]$/.test(key)) return false;
    const now = performance.now();
    const follows = now - this.#at < PATIENCE_MILLISECONDS && this.#about === about;
    const longer = follows ? this.#typed + key : key;
    this.#typed = choose(Number(longer)) ? longer : key;
    if (this.#typed !== longer) choose(Number(key));
    this.#at = now;
    this.#about = about;
    return true;
  }
}
