/** Whose chat this person does not want to read, kept in this browser. */

const KEY = "alcove.muted";
const MOST = 500;

function read(): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved.filter((handle): handle is string => typeof handle === "string") : [];
  } catch {
    return [];
  }
}

class Mutes {
  #handles = $state.raw(read());

  has(handle: string): boolean {
    return this.#handles.includes(handle);
  }

  toggle(handle: string): void {
    this.#handles = this.has(handle)
      ? this.#handles.filter((other) => other !== handle)
      : [...this.#handles, handle].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#handles));
    } catch {
      // Not kept: it holds until the tab closes.
    }
  }
}

export const mutes = new Mutes();
