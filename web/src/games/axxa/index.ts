import type { MovePreview, Scene, Step } from "./scene";
import type { GameModule } from "../../board/types";
import Board from "./Board.svelte";
import Piece from "./Piece.svelte";
import Tracker from "./Tracker.svelte";
import { W } from "./words";

const axxa: GameModule<Scene, MovePreview, Step> = {
  Board,
  panels: [{ id: "tracker", title: W.state, Content: Tracker, first: true }],
  Piece,
  // In a duel each side keeps its own; otherwise the one number is everybody's.
  tally: (scene, seat) => ({ value: scene.triplets[scene.mode === "duel" ? seat : 0] ?? 0, label: W.triplets }),
  alone: (scene) => W.piecesAside(scene.aside.length),
  share: () => null,
  roundTable: true,
  bleed: { width: "101%", margin: "-2% -.5%" },
};

export default axxa;
