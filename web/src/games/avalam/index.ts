import type { MovePreview, Scene, Step } from "./scene";
import type { GameModule } from "../../board/types";
import Board from "./Board.svelte";
import Count from "./Count.svelte";
import Piece from "./Piece.svelte";
import { W } from "./words";

const avalam: GameModule<Scene, MovePreview, Step> = {
  Board,
  panels: [{ id: "count", title: W.count, Content: Count }],
  Piece,
  tally: (scene, seat) => ({ value: scene.points[seat] ?? 0, label: W.towers }),
  share: () => null,
  wantsStory: true,
  titleSide: "right",
  bleed: { width: "110%", margin: "-3% -5%" },
};

export default avalam;
