/** An open analysis: the tree and the place in it, the engine that looks on, and the review of the game. */

import { api, wordsOf } from "../api/http";
import { ask } from "../api/stream";
import type { AnalysisTold, AskReview, LinesTold, MoveLine, Reviewed, Text } from "../api/types";
import { packed } from "../analysis/link";
import {
  at,
  childWith,
  mainLine,
  movesTo,
  openTree,
  pathTo,
  promoted,
  ROOT,
  sent,
  sibling,
  withMove,
  without,
  withWords,
  type Glyph,
  type Tree,
  type TreeNode,
} from "../analysis/tree";
import { Study } from "./study.svelte";

export const MOST_LINES = 5;
const KEY = "alcove.analysis";
/** A place passed by in haste is not thought about. */
const PAUSE_MS = 120;

export class Analysis {
  readonly told: AnalysisTold;
  /** The table it came from: a game that counts gets no help from the engine. */
  readonly table: string | null;
  readonly study: Study;
  tree = $state.raw<Tree>({ nodes: new Map(), nextId: 0 });
  id = $state(ROOT);
  fault = $state.raw<Text | null>(null);
  readonly #opened: Tree;

  constructor(told: AnalysisTold, table: string | null) {
    this.told = told;
    this.table = table;
    this.study = new Study(told.game, { position: told.start, options: told.options });
    this.tree = this.#opened = openTree(told);
  }

  /** The start is asked for first, since drawings want to know it; then the last position of the game. */
  async begin(): Promise<void> {
    if (await this.study.show([])) this.go(mainLine(this.tree).at(-1)?.id ?? ROOT);
  }

  get node(): TreeNode {
    return at(this.tree, this.id);
  }

  get moves(): readonly string[] {
    return movesTo(this.tree, this.id);
  }

  get isChanged(): boolean {
    return this.tree !== this.#opened;
  }

  /** What the server needs to know to think about the moves. */
  question(moves: readonly string[]): AskReview {
    const { game, start, options } = this.told;
    return { game, position: start, options, moves, table: this.table };
  }

  // --- Going about ----------------------------------------------------------------------------------------------

  go(id: number, isAnimated = false): void {
    this.id = id;
    this.fault = null;
    void this.study.show(this.moves, isAnimated);
  }

  step(by: 1 | -1): void {
    const { id, parent, children } = this.node;
    const next = by === 1 ? children[0] : id === ROOT ? undefined : parent;
    if (next !== undefined) this.go(next);
  }

  /** To the same move of another variation. */
  stepAside(by: 1 | -1): void {
    const other = sibling(this.tree, this.id, by);
    if (other !== null) this.go(other.id);
  }

  toStart(): void {
    this.go(ROOT);
  }

  /** To the end of the line that the place is in. */
  toEnd(): void {
    let node = this.node;
    while (node.children[0] !== undefined) node = at(this.tree, node.children[0]);
    this.go(node.id);
  }

  // --- Playing and editing --------------------------------------------------------------------------------------

  /** Plays a move here: along a line that is there, or as a new one. */
  async play(move: string): Promise<void> {
    const from = this.id;
    const known = childWith(this.tree, from, move);
    if (known !== null) return this.go(known.id, true);
    try {
      const { lines, refused } = await this.study.ask([...movesTo(this.tree, from), move]);
      if (this.id !== from) return;
      if (refused !== null) this.study.refused = refused;
      else this.go(this.#add(from, lines.slice(-1)), true);
    } catch (error) {
      this.fault = wordsOf(error);
    }
  }

  /** Adds a line of moves after a node, and goes to its end or stays. */
  async playLine(from: number, moves: readonly string[], isFollowed: boolean): Promise<void> {
    try {
      const depth = pathTo(this.tree, from).length;
      const { lines } = await this.study.ask([...movesTo(this.tree, from), ...moves]);
      const end = this.#add(from, lines.slice(depth));
      this.go(isFollowed ? end : from);
    } catch (error) {
      this.fault = wordsOf(error);
    }
  }

  #add(from: number, lines: readonly MoveLine[]): number {
    let id = from;
    for (const line of lines) [this.tree, id] = withMove(this.tree, id, line);
    return id;
  }

  mark(glyph: Glyph): void {
    this.tree = withWords(this.tree, this.id, { glyph: this.node.glyph === glyph ? "" : glyph });
  }

  comment(text: string): void {
    this.tree = withWords(this.tree, this.id, { comments: text.trim() === "" ? [] : [text] });
  }

  promote(): void {
    this.tree = promoted(this.tree, this.id);
  }

  /** Deletes the place and what follows it; what is given back undoes that. */
  remove(): () => void {
    const { tree, id } = this;
    const { parent } = this.node;
    this.go(parent);
    this.tree = without(tree, id);
    return () => {
      this.tree = tree;
      this.go(id);
    };
  }

  // --- In and out -----------------------------------------------------------------------------------------------

  async record(): Promise<string> {
    const { game, options, start, tags, result, reason } = this.told;
    const main = (tree: Tree): string =>
      mainLine(tree)
        .map((node) => node.line?.text)
        .join(" ");
    const isSame = main(this.tree) === main(this.#opened);
    const ending = isSame ? { result, reason } : {};
    const { comments } = at(this.tree, ROOT);
    return (await api.writeAnalysis({ game, options, start, tags, comments, nodes: sent(this.tree), ...ending }))
      .record;
  }

  /** The part of an address that opens this analysis. */
  async hash(): Promise<string> {
    return packed(await this.record());
  }
}

/** The engine that looks at the place on the board. */
export class LiveEngine {
  isOn = $state(true);
  count = $state(3);
  told = $state.raw<LinesTold | null>(null);
  fault = $state.raw<Text | null>(null);
  isThinking = $state(false);
  readonly #known = new Map<string, LinesTold>();
  #hangUp: AbortController | null = null;

  constructor() {
    try {
      const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (typeof saved === "object" && saved !== null) {
        if ("isOn" in saved) this.isOn = saved.isOn === true;
        if ("count" in saved) this.count = Math.min(Math.max(Number(saved.count) || 3, 1), MOST_LINES);
      }
    } catch {
      // Nothing kept: the defaults do.
    }
  }

  set(change: { isOn?: boolean; count?: number }): void {
    Object.assign(this, change);
    try {
      localStorage.setItem(KEY, JSON.stringify({ isOn: this.isOn, count: this.count }));
    } catch {
      // Kept until the tab closes.
    }
  }

  /** Thinks about another place, or about none. */
  look(question: AskReview | null): void {
    this.rest();
    if (question === null) return;
    const asked = { ...question, lines: this.count };
    const key = `${asked.lines} ${asked.moves?.join(" ")}`;
    this.told = this.#known.get(key) ?? null;
    if (this.told?.is_last) return;
    const hangUp = (this.#hangUp = new AbortController());
    this.isThinking = true;
    const hear = (told: LinesTold): void => {
      this.#known.set(key, told);
      if (!hangUp.signal.aborted) this.told = told;
    };
    const think = async (): Promise<void> => {
      try {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        if (!hangUp.signal.aborted) await ask<LinesTold>("/analyse", asked, hangUp.signal, hear);
      } catch (error) {
        if (!hangUp.signal.aborted) this.fault = wordsOf(error);
      }
      if (!hangUp.signal.aborted) this.isThinking = false;
    };
    void think();
  }

  rest(): void {
    this.#hangUp?.abort();
    this.told = null;
    this.fault = null;
    this.isThinking = false;
  }
}

/** The review of a whole game: what each of its positions is worth. */
export class Review {
  /** The line under review, from its first move. */
  line = $state.raw<readonly TreeNode[]>([]);
  points = $state.raw<ReadonlyMap<number, Reviewed>>(new Map());
  isRunning = $state(false);
  fault = $state.raw<Text | null>(null);
  #hangUp: AbortController | null = null;

  get isThere(): boolean {
    return this.points.size > 0 || this.isRunning;
  }

  /** The moves that cost most, in the order of the game. */
  get turningPoints(): readonly Reviewed[] {
    const judged = [...this.points.values()].filter((point) => point.verdict !== null);
    const worst = judged.toSorted((one, other) => other.cost - one.cost).slice(0, 6);
    return worst.toSorted((one, other) => one.ply - other.ply);
  }

  /** What was said about the move of a node. */
  of(id: number): Reviewed | null {
    const ply = this.line.findIndex((node) => node.id === id);
    return ply < 0 ? null : (this.points.get(ply) ?? null);
  }

  async run(analysis: Analysis): Promise<void> {
    this.stop();
    const hangUp = (this.#hangUp = new AbortController());
    this.line = mainLine(analysis.tree);
    this.points = new Map();
    this.fault = null;
    this.isRunning = true;
    const question = analysis.question(this.line.map((node) => node.line?.text ?? ""));
    try {
      await ask<Reviewed>(
        "/review",
        question,
        hangUp.signal,
        (point) => (this.points = new Map(this.points).set(point.ply, point)),
      );
    } catch (error) {
      this.fault = wordsOf(error);
    }
    if (!hangUp.signal.aborted) this.isRunning = false;
  }

  stop(): void {
    this.#hangUp?.abort();
    this.isRunning = false;
  }
}
