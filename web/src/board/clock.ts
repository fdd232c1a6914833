/** The time of an animation. Any input jumps to its end: every tween then draws its last moment at once. */

export type Ease = (time: number) => number;

/** Close to `cubic-bezier(.2, .7, .2, 1)` of the tokens: quick to leave, soft to arrive. */
export const settle: Ease = (time) => 1 - (1 - time) ** 3;

export class Clock {
  #skipped = false;
  #end: (() => void) | null = null;

  /** Calls `draw` with 0 … 1 over `milliseconds`; ends early when skipped, never without `draw(1)`. */
  tween(milliseconds: number, draw: (time: number) => void, ease: Ease = settle): Promise<void> {
    if (this.#skipped || milliseconds <= 0) {
      draw(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const start = performance.now();
      let request = 0;
      const finish = (): void => {
        cancelAnimationFrame(request);
        clearTimeout(guard);
        this.#end = null;
        draw(1);
        resolve();
      };
      // A tab in the background gets no animation frames: the timer brings the move to its end all the same.
      const guard = setTimeout(finish, milliseconds + 80);
      const frame = (now: number): void => {
        const time = (now - start) / milliseconds;
        if (time >= 1) finish();
        else {
          draw(ease(Math.max(0, time)));
          request = requestAnimationFrame(frame);
        }
      };
      this.#end = finish;
      request = requestAnimationFrame(frame);
    });
  }

  skip(): void {
    this.#skipped = true;
    this.#end?.();
  }

  get skipped(): boolean {
    return this.#skipped;
  }
}

/** One step must not outlast the whole: nothing on a board takes longer than 800 ms. */
export function paced(wishMilliseconds: number, steps: number, mostMilliseconds = 800): number {
  return Math.min(wishMilliseconds, mostMilliseconds / Math.max(steps, 1));
}
