/** What the person at the screen has picked so far. The board and the list of moves share one. */

import type { MovePreview as Move, Scene } from "./scene";
import { cubeAt } from "./space";
import { nearestWay, type Piece, piecesOf, samePiece, type Target, targetsOf } from "./targets";

export type ViewName = "space" | "plan" | "list";

/** How a press was made: a mouse has already seen the preview under it, a finger has not. */
export type Press = "pointer" | "touch" | "key";

export class Choice {
  legal: readonly Move[] = $state.raw([]);
  scene: Scene | null = $state.raw(null);
  /** A chosen move waits to be confirmed, whatever chose it. */
  confirm = $state(false);
  view: ViewName = $state("space");

  piece: Piece | null = $state.raw(null);
  /** The number of the target that waits for its confirmation. */
  #armed: number | null = $state(null);
  /** The number of the target under the mouse or the focus. */
  #hovered: number | null = $state(null);
  way = $state(0);

  readonly pieces: Piece[] = $derived(piecesOf(this.legal));
  readonly targets: Target[] = $derived(this.piece ? targetsOf(this.legal, this.piece) : []);
  readonly armed: Target | null = $derived(this.#numbered(this.#armed));
  /** What is previewed: the armed target, else the one under the mouse. */
  readonly shown: Target | null = $derived(this.armed ?? this.#numbered(this.#hovered));
  readonly preview: Move | null = $derived(this.shown ? (this.shown.ways[this.armed ? this.way : 0] ?? null) : null);
  /** A cube's cell is chosen and the cube can be turned there. */
  readonly turning: boolean = $derived((this.armed?.ways.length ?? 0) > 1);

  /** Where a chosen move goes; the board sets it. */
  onplay: (text: string) => void = () => {};

  #numbered(number: number | null): Target | null {
    return this.targets.find((target) => target.number === number) ?? null;
  }

  /** A new position: whatever was picked is put back. */
  deal(scene: Scene, legal: readonly Move[]): void {
    this.scene = scene;
    this.legal = legal;
    this.clear();
  }

  clear(): void {
    this.piece = null;
    this.#armed = this.#hovered = null;
    this.way = 0;
  }

  /** Pick a piece, or put it back if it was picked already. */
  pick(piece: Piece): void {
    const again = samePiece(this.piece, piece);
    this.clear();
    if (!again && this.pieces.some((known) => samePiece(known, piece))) this.piece = piece;
  }

  hover(target: Target | null): void {
    this.#hovered = target?.number ?? null;
  }

  /** Choose a target: played at once where it was already previewed and needs no further answer. */
  press(target: Target, how: Press): void {
    if (this.armed === target) return this.play();
    const atOnce = target.ways.length === 1 && how !== "touch" && !this.confirm;
    if (atOnce) return this.#send(target.ways[0]);
    this.#armed = target.number;
    const cube = this.scene && this.piece ? cubeAt(this.scene, this.piece.cell) : undefined;
    this.way = cube ? nearestWay(target.ways, cube.domes) : 0;
  }

  /** How many numbers there are to type: those of the pieces while none is picked, else those of the targets. */
  get numbers(): number {
    return this.piece ? this.targets.length : this.pieces.length;
  }

  /** A number was typed: a piece is picked, a target waits for its confirmation. */
  byNumber(number: number): void {
    const piece = this.piece ? undefined : this.pieces[number - 1];
    const target = this.#numbered(number);
    if (piece) this.pick(piece);
    else if (target && target !== this.armed) this.press(target, "touch");
  }

  turn(way: number): void {
    this.way = way;
  }

  /** Show a move of the list, with its piece and target; a second press plays it. */
  choose(move: Move, how: Press): void {
    const piece: Piece = { kind: move.piece, cell: move.origin };
    if (this.preview === move && this.armed) return this.play();
    if (how !== "touch" && !this.confirm) return this.#send(move);
    if (!samePiece(this.piece, piece)) this.pick(piece);
    const target = this.targets.find(({ ways }) => ways.includes(move));
    if (!target) return;
    this.#armed = target.number;
    this.way = target.ways.indexOf(move);
  }

  /** Send the move that is shown. */
  play(): void {
    if (this.preview) this.#send(this.preview);
  }

  #send(move: Move): void {
    this.clear();
    this.onplay(move.text);
  }

  /** One step back: from the target to the piece, from the piece to nothing. True if there was a step. */
  back(): boolean {
    if (this.#armed !== null) {
      this.#armed = this.#hovered = null;
      return true;
    }
    const had = this.piece !== null;
    this.clear();
    return had;
  }
}
