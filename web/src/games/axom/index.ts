import type { MovePreview, Scene, Step } from "./scene";
import type { GameModule } from "../../board/types";
import Board from "./Board.svelte";
import Movements from "./Movements.svelte";
import Piece from "./Piece.svelte";
import Taken from "./Taken.svelte";
import { W } from "./words";

const axom: GameModule<Scene, MovePreview, Step> = {
  Board,
  panels: [
    { id: "taken", title: W.taken, Content: Taken },
    { id: "movements", title: W.movements, Content: Movements },
  ],
  Piece,
  tally: (scene, seat) => ({ value: scene.pawns[seat] ?? 0, of: scene.pawns_each, label: W.pawns }),
  share: () => null,
  titleSide: "left",
  bleed: { width: "103%", margin: "-3% -1.5% -2%" },
};

export default axom;
