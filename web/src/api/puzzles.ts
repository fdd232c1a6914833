/** Questions about puzzles. The page never knows a solution before it is solved or given up. */

import { ask } from "./http";
import type {
  NextPuzzle,
  PuzzleHint,
  PuzzleSolution,
  PuzzleStandings,
  PuzzlesTold,
  PuzzleTold,
  Tried,
  TryPuzzle,
} from "./types";

function at(game: string, id: string, rest = ""): string {
  return `/puzzles/${game}/${encodeURIComponent(id)}${rest}`;
}

export const puzzles = {
  all: () => ask<PuzzlesTold>("/puzzles"),
  standings: () => ask<PuzzleStandings>("/puzzles/standings"),
  next: (game: string, wish: NextPuzzle) => ask<PuzzleTold>(`/puzzles/${game}/next`, wish),
  one: (game: string, id: string) => ask<PuzzleTold>(at(game, id)),
  attempt: (game: string, id: string, wish: TryPuzzle) => ask<Tried>(at(game, id, "/try"), wish),
  hint: (game: string, id: string, wish: TryPuzzle) => ask<PuzzleHint>(at(game, id, "/hint"), wish),
  solution: (game: string, id: string) => ask<PuzzleSolution>(at(game, id, "/solution"), {}),
};
