import type { GameModule } from "../../board/types";
import "./colours.css";
import Board from "./Board.svelte";
import { Choice } from "./choice.svelte";
import Panel from "./Panel.svelte";
import Piece from "./Piece.svelte";
import type { MovePreview as Move, Scene, Step } from "./scene";
import { UI } from "./words";

const axiom: GameModule<Scene, Move, Step, Choice> = {
  Board,
  panels: [{ id: "possible", title: UI.moves, Content: Panel, first: true }],
  Piece,
  tally: (scene, seat) => ({ value: scene.cubes.filter((cube) => cube.seat === seat).length, of: 6, label: UI.cubes }),
  share: () => new Choice(),
  fills: true,
};

export default axiom;
