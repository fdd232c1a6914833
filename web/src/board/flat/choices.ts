/** What can be read off the legal moves of a told board while one of them is chosen. */

import type { Layout } from "../look";
import type { Piece, Preview } from "../scene";

export type Pieces = readonly Piece[];

/**
 * A piece is put, or has moved, and something more is to be pressed: what all the moves agree on, once a cell has gained by it.
 * The last one is where something came to stand.
 */
export function settledPiles(
  moves: readonly Preview[],
  held: readonly string[],
  piles: ReadonlyMap<string, Pieces>,
): readonly { cell: string; pile: Pieces }[] {
  const agreed = held.flatMap((cell) => {
    const [first, ...others] = moves.map(
      ({ piles: left = [] }) => left.find((pile) => pile.cell === cell)?.pieces ?? [],
    );
    return first !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(first))
      ? [{ cell, pile: first }]
      : [];
  });
  const hasCome = ({ cell, pile }: { cell: string; pile: Pieces }): boolean =>
    pile.length > (piles.get(cell)?.length ?? 0);
  return agreed.some(hasCome) ? agreed.toSorted((a, b) => Number(hasCome(a)) - Number(hasCome(b))) : [];
}

/** At most this share of the empty cells, or of the pieces, can be pressed: then they are marked. */
const FEW = 1 / 3;

/** The cells that play a move at once or put something on them first, where they are few among their like. */
export function openCells(
  legal: readonly Preview[],
  piles: ReadonlyMap<string, Pieces>,
  { spots }: Layout,
): readonly string[] {
  const starts = legal.flatMap(({ cells: [first, ...others], any_order = false }) =>
    first === undefined || any_order || (others.length > 0 && piles.has(first)) ? [] : [first],
  );
  const all = [...spots.keys()];
  return [true, false].flatMap((isEmpty) => {
    const found = new Set(starts.filter((cell) => piles.has(cell) !== isEmpty));
    return found.size <= FEW * all.filter((cell) => piles.has(cell) !== isEmpty).length ? [...found] : [];
  });
}

export function wayOf({ cells, path = [], any_order = false }: Preview): readonly string[] {
  return any_order ? cells : path.length > 0 ? path : cells;
}

/** The way a move is drawn before it is played. To press what is taken is not to go there. */
export function drawnWay(move: Preview): readonly string[] {
  const { takes = [], piles = [] } = move;
  const way = wayOf(move).filter(
    (cell, index) => index === 0 || !takes.includes(cell) || piles.some((pile) => pile.cell === cell),
  );
  return way.length > 1 ? way : [];
}

/** Does the next press choose a piece to take, whatever it is? */
export function nextTakes(moves: readonly Preview[], held: readonly string[]): boolean {
  return moves.every(({ cells, takes = [] }) => takes.includes(cells[held.length] ?? ""));
}

/** What pressing a cell means on which no move begins, written as those are that can be played. */
export function triedMove(cell: string, legal: readonly Preview[], piles: ReadonlyMap<string, Pieces>): string | null {
  const isMoved = legal.some(
    ({ cells: [from, ...others] }) => others.length > 0 && from !== undefined && piles.has(from),
  );
  if (isMoved && piles.has(cell)) return null;
  for (const {
    text,
    cells: [only, ...others],
  } of legal) {
    if (only !== undefined && others.length === 0 && text.split(only).length === 2) return text.replace(only, cell);
  }
  return null;
}
