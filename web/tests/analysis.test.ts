// The tree of moves of the analysis page, and the link it is packed into.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPacked, packed, unpacked } from "../src/analysis/link";
import {
  at,
  lineAfter,
  mainLine,
  movesTo,
  openTree,
  promoted,
  ROOT,
  runsAfter,
  sent,
  sibling,
  variationOf,
  withMove,
  without,
  withWords,
  type Tree,
} from "../src/analysis/tree";
import type { MoveLine, NodeTold } from "../src/api/types";

function line(text: string, ply: number): MoveLine {
  return { ply, seat: (ply + 1) % 2, text, revealed: "", number: Math.ceil(ply / 2), opens_turn: true };
}

function told(parent: number, text: string, ply: number, rest: Partial<NodeTold> = {}): NodeTold {
  return { parent, line: line(text, ply), glyph: "", before: [], comments: [], ...rest };
}

/** 1. a b (1... c 2. d (2. e)) 2. f */
function example(): Tree {
  return openTree({
    comments: ["first"],
    nodes: [
      told(0, "a", 1),
      told(1, "b", 2),
      told(1, "c", 2, { before: ["or"] }),
      told(3, "d", 3),
      told(3, "e", 3),
      told(2, "f", 3, { glyph: "!" }),
    ],
  });
}

const texts = (nodes: readonly { line: MoveLine | null }[]): string => nodes.map((node) => node.line?.text).join(" ");

test("a tree is read off the list of its nodes", () => {
  const tree = example();
  assert.equal(texts(mainLine(tree)), "a b f");
  assert.equal(movesTo(tree, 5).join(" "), "a c e");
  assert.equal(texts(lineAfter(tree, 3)), "d");
  assert.deepEqual(at(tree, ROOT).comments, ["first"]);
});

test("a move that is there already is not added again", () => {
  const tree = example();
  assert.deepEqual(withMove(tree, 1, line("c", 2)), [tree, 3]);
  const [grown, id] = withMove(tree, 1, line("g", 2));
  assert.equal(movesTo(grown, id).join(" "), "a g");
  assert.deepEqual(at(grown, 1).children, [2, 3, id]);
  assert.deepEqual(at(tree, 1).children, [2, 3], "the tree before stays as it was");
});

test("deleting takes all that follows", () => {
  const tree = without(example(), 3);
  assert.deepEqual([...tree.nodes.keys()].sort(), [0, 1, 2, 6]);
  assert.deepEqual(at(tree, 1).children, [2]);
  assert.equal(without(tree, ROOT), tree);
});

test("a number is never given twice, not even after deleting", () => {
  const [, id] = withMove(without(example(), 6), 2, line("f", 3));
  assert.equal(id, 7);
});

test("promoting a variation lifts it one line up", () => {
  const once = promoted(example(), 5);
  assert.equal(texts(mainLine(once)), "a b f");
  assert.equal(variationOf(once, 5)?.id, 3);
  const twice = promoted(once, 5);
  assert.equal(texts(mainLine(twice)), "a c e");
  assert.equal(promoted(twice, 5), twice, "the main line can rise no further");
});

test("siblings are the variations of a move", () => {
  assert.equal(sibling(example(), 2, 1)?.id, 3);
  assert.equal(sibling(example(), 2, -1), null);
  assert.equal(sibling(example(), ROOT, 1), null);
});

test("what is sent opens as the same tree", () => {
  const [tree] = withMove(promoted(withWords(example(), 4, { glyph: "?!", comments: ["so"] }), 5), 0, line("h", 1));
  const nodes = sent(tree);
  assert.ok(
    nodes.every((node, index) => node.parent <= index),
    "each after its parent",
  );
  const again = openTree({
    comments: at(tree, ROOT).comments,
    nodes: nodes.map(({ parent, move, glyph = "", before = [], comments = [] }) =>
      told(parent, move, 1, { glyph, before, comments }),
    ),
  });
  assert.deepEqual(sent(again), nodes);
  assert.equal(texts(mainLine(again)), texts(mainLine(tree)));
});

test("the list is cut where variations and comments come in", () => {
  const runs = runsAfter(withWords(example(), 1, { comments: ["hm"] }), ROOT);
  assert.deepEqual(
    runs.map((run) => texts(run.moves)),
    ["a", "b", "f"],
  );
  const [variation] = runs[1]?.variations ?? [];
  assert.deepEqual(variation?.before, ["or"]);
  assert.deepEqual(
    variation?.runs.map((run) => texts(run.moves)),
    ["c d"],
  );
  assert.deepEqual(
    variation?.runs[0]?.variations.map((inner) => texts(inner.runs.flatMap((run) => run.moves))),
    ["e"],
  );
});

test("every node is listed once", () => {
  let tree = example();
  for (const parent of [0, 1, 2, 3, 4, 5]) [tree] = withMove(tree, parent, line(`x${parent}`, 9));
  const seen: number[] = [];
  const walk = (runs: ReturnType<typeof runsAfter>): void => {
    for (const { moves, variations } of runs) {
      seen.push(...moves.map((node) => node.id));
      for (const inner of variations) walk(inner.runs);
    }
  };
  walk(runsAfter(tree, ROOT));
  assert.deepEqual(
    seen.toSorted((one, other) => one - other),
    [...tree.nodes.keys()].slice(1).toSorted((one, other) => one - other),
  );
});

test("a record goes through a link unchanged", async () => {
  const record = '[Game "axom"]\n[Blanc "Zoé"]\n\n1. c3-f3 {à voir ♥} *\n'.repeat(40);
  const hash = await packed(record);
  assert.ok(isPacked(hash));
  assert.match(hash, /^#r=[\w-]+$/);
  assert.ok(hash.length < record.length / 4);
  assert.equal(await unpacked(hash), record);
});

test("a link that is not whole is noticed", async () => {
  const hash = await packed("1. c3-f3 e5-b5 2. b4xc5 *");
  assert.equal(await unpacked(hash.slice(0, -6)), null);
  assert.equal(await unpacked("#r=%%%"), null);
});
