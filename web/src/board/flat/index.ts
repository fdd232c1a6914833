import type { GameTold } from "../../api/types";
import { given } from "../given";
import type { Preview, Scene, Step } from "../scene";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import Piece from "./Piece.svelte";

/** The module of a game that the page knows by its scenes alone. */
export function flatModule(told: GameTold): GameModule<Scene, Preview, Step> {
  return {
    Board: given(Board, { told }),
    panels: [],
    Piece: given(Piece, { game: told.name }),
    tally: ({ tallies = [] }, seat) => {
      const found = tallies[seat];
      return found === undefined
        ? null
        : { value: found.value, label: found.label, ...(found.of == null ? {} : { of: found.of }) };
    },
    share: () => null,
  };
}
