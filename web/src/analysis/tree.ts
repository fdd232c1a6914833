/**
 * A tree of moves and what is said about them. Values, never changed: every edit gives another tree, and what it did not
 * touch stays the same. The start is node 0; the first child of a node continues its line, the others are variations.
 */

import type { AnalysisTold, MoveLine, Node as NodeSent } from "../api/types";

export type Glyph = NonNullable<NodeSent["glyph"]>;

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"] as const satisfies readonly Glyph[];

export interface TreeNode {
  readonly id: number;
  readonly parent: number;
  readonly children: readonly number[];
  /** `null` at the start alone. */
  readonly line: MoveLine | null;
  readonly glyph: Glyph;
  /** Said before the move, at the beginning of a variation. */
  readonly before: readonly string[];
  /** Said after the move; at the start: before the first. */
  readonly comments: readonly string[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  readonly nextId: number;
}

export const ROOT = 0;

export function openTree({ nodes, comments }: Pick<AnalysisTold, "nodes" | "comments">): Tree {
  const found = new Map<number, TreeNode>([
    [ROOT, { id: ROOT, parent: ROOT, children: [], line: null, glyph: "", before: [], comments }],
  ]);
  nodes.forEach(({ parent, line, glyph, before, comments }, index) => {
    const id = index + 1;
    found.set(id, { id, parent, children: [], line, glyph, before, comments });
    const above = at({ nodes: found, nextId: 0 }, parent);
    found.set(parent, { ...above, children: [...above.children, id] });
  });
  return { nodes: found, nextId: nodes.length + 1 };
}

export function at(tree: Tree, id: number): TreeNode {
  const node = tree.nodes.get(id);
  if (node === undefined) throw new Error(`the tree has no node ${id}`);
  return node;
}

/** The nodes from the first move to this one. */
export function pathTo(tree: Tree, id: number): readonly TreeNode[] {
  const path: TreeNode[] = [];
  for (let node = at(tree, id); node.line !== null; node = at(tree, node.parent)) path.push(node);
  return path.reverse();
}

export function movesTo(tree: Tree, id: number): readonly string[] {
  return pathTo(tree, id).map((node) => node.line?.text ?? "");
}

/** The nodes after this one, always the first. */
export function lineAfter(tree: Tree, id: number): readonly TreeNode[] {
  const line: TreeNode[] = [];
  for (let [next] = at(tree, id).children; next !== undefined; [next] = at(tree, next).children)
    line.push(at(tree, next));
  return line;
}

/** The main line: the game itself. */
export function mainLine(tree: Tree): readonly TreeNode[] {
  return lineAfter(tree, ROOT);
}

export function childWith(tree: Tree, id: number, move: string): TreeNode | null {
  return (
    at(tree, id)
      .children.map((child) => at(tree, child))
      .find((child) => child.line?.text === move) ?? null
  );
}

/** The tree with a move after `parent`, and the node of the move: the one that is there already, or a new one. */
export function withMove(tree: Tree, parent: number, line: MoveLine): readonly [Tree, number] {
  const known = childWith(tree, parent, line.text);
  if (known !== null) return [tree, known.id];
  const id = tree.nextId;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { id, parent, children: [], line, glyph: "", before: [], comments: [] });
  const above = at(tree, parent);
  nodes.set(parent, { ...above, children: [...above.children, id] });
  return [{ nodes, nextId: id + 1 }, id];
}

/** The tree with something else said about a node. */
export function withWords(
  tree: Tree,
  id: number,
  words: Partial<Pick<TreeNode, "glyph" | "before" | "comments">>,
): Tree {
  return { ...tree, nodes: new Map(tree.nodes).set(id, { ...at(tree, id), ...words }) };
}

/** The tree without a move and all that follows it. */
export function without(tree: Tree, id: number): Tree {
  if (id === ROOT) return tree;
  const nodes = new Map(tree.nodes);
  const going = [id];
  for (let next = going.pop(); next !== undefined; next = going.pop()) {
    going.push(...at(tree, next).children);
    nodes.delete(next);
  }
  const above = at(tree, at(tree, id).parent);
  nodes.set(above.id, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** The first move of the variation a node is in: where it left the line above. Null on the main line. */
export function variationOf(tree: Tree, id: number): TreeNode | null {
  for (let node = at(tree, id); node.line !== null; node = at(tree, node.parent)) {
    if (at(tree, node.parent).children[0] !== node.id) return node;
  }
  return null;
}

/** The tree in which the variation of a node is the line, and what was the line is the first variation. */
export function promoted(tree: Tree, id: number): Tree {
  const first = variationOf(tree, id);
  if (first === null) return tree;
  const above = at(tree, first.parent);
  const children = [first.id, ...above.children.filter((child) => child !== first.id)];
  return { ...tree, nodes: new Map(tree.nodes).set(above.id, { ...above, children }) };
}

/** The node beside this one among the variations, or `null`. */
export function sibling(tree: Tree, id: number, step: 1 | -1): TreeNode | null {
  if (id === ROOT) return null;
  const { children } = at(tree, at(tree, id).parent);
  const other = children[children.indexOf(id) + step];
  return other === undefined ? null : at(tree, other);
}

/** The tree as it is sent to be written: each node after its parent, children in their order. */
export function sent(tree: Tree): readonly NodeSent[] {
  const numbers = new Map([[ROOT, 0]]);
  const nodes: NodeSent[] = [];
  const waiting = [...at(tree, ROOT).children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, children, line, glyph, before, comments } = at(tree, id);
    nodes.push({
      parent: numbers.get(parent) ?? 0,
      move: line?.text ?? "",
      ...(glyph && { glyph }),
      ...(before.length > 0 && { before }),
      ...(comments.length > 0 && { comments }),
    });
    numbers.set(id, nodes.length);
    waiting.push(...[...children].reverse());
  }
  return nodes;
}

// --- As it is read ----------------------------------------------------------------------------------------------------

/** A piece of the move list: a run of moves, then the variations in the place of its last one. */
export interface Run {
  readonly moves: readonly TreeNode[];
  readonly variations: readonly Branch[];
}

/** A line as it is read: what opens it, and its runs. */
export interface Branch {
  readonly id: number;
  readonly before: readonly string[];
  readonly runs: readonly Run[];
}

/** The line after a node, cut where variations or words come in between. */
export function runsAfter(tree: Tree, id: number): readonly Run[] {
  return runs(tree, lineAfter(tree, id));
}

function runs(tree: Tree, line: readonly TreeNode[]): readonly Run[] {
  const found: Run[] = [];
  let moves: TreeNode[] = [];
  line.forEach((node, index) => {
    moves.push(node);
    // The first of a branch has its variations beside it, where the branch itself is one of them.
    const others =
      index === 0 && variationOf(tree, node.id)?.id === node.id ? [] : at(tree, node.parent).children.slice(1);
    if (others.length === 0 && node.comments.length === 0 && index < line.length - 1) return;
    found.push({ moves, variations: others.map((other) => branch(tree, at(tree, other))) });
    moves = [];
  });
  return found;
}

function branch(tree: Tree, first: TreeNode): Branch {
  return { id: first.id, before: first.before, runs: runs(tree, [first, ...lineAfter(tree, first.id)]) };
}
