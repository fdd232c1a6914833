/** Which page is open: the address, nothing else. */

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "table"; id: string }
  | { page: "position"; game: string; text: string; options: Record<string, string> }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string | null }
  | { page: "analysis"; game: string | null; source: AnalysisSource }
  | { page: "atlas"; game: string | null }
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; id: string | null }
  | { page: "lobby" }
  | { page: "account" }
  | { page: "profile"; name: string }
  | { page: "archive" }
  | { page: "unknown" };

/** What an analysis begins with: a table, or a position (`null`: the start of a game) and moves. */
export interface AnalysisSource {
  readonly table: string | null;
  readonly position: string | null;
  readonly moves: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** The address of an analysis: `/analysis/go?position=…`, `?table=…`, `?moves=c3-f3+e5-b5`; without a game that of the first. */
export function analysisPath(game = "", from: Readonly<Record<string, string>> = {}): string {
  const query = String(new URLSearchParams(from));
  return `/analysis${game && `/${game}`}${query && `?${query}`}`;
}

export function rulesPath(game: string, clause = ""): string {
  return `/rules/${game}${clause && `#${clause}`}`;
}

/** The lessons of all games, or that of one. */
export function learnPath(game = ""): string {
  return `/learn${game && `/${game}`}`;
}

export function atlasPath(game: string): string {
  return `/atlas/${game}`;
}

export function profilePath(name: string): string {
  return `/@/${encodeURIComponent(name)}`;
}

/** The archive, searched: `/archive?player=Ada&game=go`. */
export function archivePath(search: Record<string, string> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `/archive${query && `?${query}`}`;
}

/** The puzzles of all games, of one, or one puzzle (`daily`: that of the day). */
export function puzzlesPath(game = "", id = ""): string {
  return `/puzzles${game && `/${game}`}${id && `/${id}`}`;
}

export function tablePath(id: string): string {
  return `/table/${encodeURIComponent(id)}`;
}

/** The address that opens a position: `/game/go?position=…&draw_plies=0`. */
export function positionPath(game: string, text: string, options: Record<string, string>): string {
  return `/game/${game}?${new URLSearchParams({ position: text, ...options })}`;
}

function read(): Route {
  const [page, name, ...rest] = location.pathname.split("/").filter(Boolean).map(decoded);
  if (page === "puzzles" && rest.length < 2) {
    if (name === undefined) return { page };
    return { page: "puzzle", game: name, id: rest[0] ?? null };
  }
  if (rest.length > 0) return { page: "unknown" };
  if (page === undefined) return { page: "home" };
  if ((page === "settings" || page === "lobby" || page === "account" || page === "archive") && name === undefined)
    return { page };
  if (page === "@" && name !== undefined) return { page: "profile", name };
  if (page === "table" && name !== undefined) return { page: "table", id: name };
  if (page === "game" && name !== undefined) {
    const { position, ...options } = Object.fromEntries(new URLSearchParams(location.search));
    return { page: "position", game: name, text: position ?? "", options };
  }
  if (page === "rules" && name !== undefined) return { page, game: name };
  if (page === "learn" || page === "atlas") return { page, game: name ?? null };
  if (page === "analysis") return { page, game: name ?? null, source: analysisSource() };
  return { page: "unknown" };
}

function analysisSource(): AnalysisSource {
  // `quality` is how a board in space shall be drawn, no option of the rules.
  const {
    table,
    position,
    moves,
    quality: _quality,
    ...options
  } = Object.fromEntries(new URLSearchParams(location.search));
  return { table: table ?? null, position: position ?? null, moves: moves?.split(" ").filter(Boolean) ?? [], options };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** How long a page may take to be tall enough again for the place where it was left. */
const RETURN_MS = 2000;

/** Addresses of the room that are none of the page's: its answers to programs, and the handbook. */
const BESIDE = /^\/(api|docs)(\/|$)/;

class Router {
  current = $state.raw(read());
  #address = location.pathname + location.search;

  constructor() {
    addEventListener("popstate", (event) => {
      // A jump within the page (`#X10`) comes here, too, and opens no other page.
      if (this.#address === location.pathname + location.search) return;
      this.#open();
      const left: unknown = event.state;
      if (typeof left === "number") this.#returnTo(left);
    });
    // Plain clicks on our own links stay in the page.
    addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin)
        return;
      if (BESIDE.test(link.pathname) || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string): void {
    history.replaceState(scrollY, "");
    history.pushState(null, "", path);
    this.#open();
    scrollTo(0, 0);
  }

  /** Back on a page: to where it was left, as soon as what it shows has come. */
  #returnTo(top: number): void {
    const [address, late] = [this.#address, performance.now() + RETURN_MS];
    const attempt = (): void => {
      if (this.#address !== address) return;
      scrollTo(0, top);
      if (scrollY + 1 < top && performance.now() < late) requestAnimationFrame(attempt);
    };
    attempt();
  }

  #open(): void {
    this.#address = location.pathname + location.search;
    this.current = read();
  }
}

export const router = new Router();
