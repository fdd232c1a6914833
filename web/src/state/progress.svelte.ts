/** Which tasks of a lesson were solved, kept in this browser. */

export class Progress {
  readonly #key: string;
  #done = $state.raw<ReadonlySet<string>>(new Set());

  constructor(game: string) {
    this.#key = `alcove.lesson.${game}`;
    try {
      const saved: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      if (Array.isArray(saved)) this.#done = new Set(saved.filter((name) => typeof name === "string"));
    } catch {
      // Nothing kept, or nothing readable: the lesson begins at its beginning.
    }
  }

  has(task: string): boolean {
    return this.#done.has(task);
  }

  add(task: string): void {
    this.#keep(new Set([...this.#done, task]));
  }

  clear(): void {
    this.#keep(new Set());
  }

  #keep(done: ReadonlySet<string>): void {
    this.#done = done;
    try {
      localStorage.setItem(this.#key, JSON.stringify([...done]));
    } catch {
      // Storage full or refused: it holds until the tab closes.
    }
  }
}
