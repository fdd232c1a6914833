/** The machinery of every flat board: choosing by pressing cells, where the arrow keys lead, how moves are replayed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser, type Presses } from "../src/board/chooser.svelte";
import { nextTo, rowsOf } from "../src/board/compass";
import { drawnWay, nextTakes, openCells, settledPiles, triedMove } from "../src/board/flat/choices";
import { bounds, layoutOf } from "../src/board/flat/geometry";
import type { Preview as Told, Scene } from "../src/board/scene";
import type { Preview } from "../src/board/types";

interface Move extends Preview, Presses {}

function move(text: string, cells: string, more: Partial<Move> = {}): Move {
  return { text, cells: cells === "" ? [] : cells.split(" "), ...more };
}

function chooserOf(legal: readonly Move[], confirm = false) {
  const heard: string[] = [];
  const chooser = new Chooser<Move>(() => ({
    legal,
    confirm,
    presses: (other) => other,
    onmove: (text) => heard.push(text),
    onattempt: (text) => heard.push(`why ${text}`),
    onsound: () => undefined,
    onstuck: (cell) => heard.push(`stuck ${cell}`),
  }));
  return { chooser, heard, press: (...cells: string[]) => cells.forEach((cell) => chooser.press(cell)) };
}

test("a move of one cell is played by one press", () => {
  const { chooser, heard, press } = chooserOf([move("b2", "b2"), move("c2", "c2")]);
  chooser.over = "c2";
  assert.deepEqual(
    chooser.previews.map(({ text }) => text),
    ["c2"],
  );
  press("a1", "b2");
  assert.deepEqual(heard, ["stuck a1", "b2"]);
});

test("a move of two cells: pick, aim, play; another target, another origin, put back", () => {
  const { chooser, heard, press } = chooserOf([move("a1-b1", "a1 b1"), move("a1-a2", "a1 a2"), move("c1-b1", "c1 b1")]);
  press("a1");
  assert.deepEqual(chooser.targets, ["b1", "a2"]);
  press("c1");
  assert.equal(chooser.picked, "c1");
  assert.deepEqual(heard, ["why a1-c1"]);
  press("c1");
  assert.equal(chooser.picked, null);
  press("a1", "a2");
  assert.equal(heard.at(-1), "a1-a2");
});

test("with confirmation the last cell is pressed twice, and another may be pressed instead", () => {
  const { chooser, heard, press } = chooserOf([move("a1-b1", "a1 b1"), move("a1-a2", "a1 a2")], true);
  press("a1", "b1");
  assert.deepEqual(
    chooser.aimed.map(({ text }) => text),
    ["a1-b1"],
  );
  press("a2");
  assert.deepEqual(
    chooser.aimed.map(({ text }) => text),
    ["a1-a2"],
  );
  assert.deepEqual(chooser.targets, ["b1", "a2"]);
  assert.ok(chooser.cancel());
  assert.equal(chooser.picked, "a1");
  press("a2", "a2");
  assert.deepEqual(heard, ["a1-a2"]);
});

test("a longer way, which may end early", () => {
  const { chooser, heard, press } = chooserOf([
    move("short", "a1 c3"),
    move("long", "a1 c3 e5"),
    move("other", "a1 c3 a5"),
  ]);
  press("a1", "c3");
  assert.deepEqual(heard, []);
  assert.deepEqual(
    chooser.aimed.map(({ text }) => text),
    ["short"],
  );
  press("e5");
  assert.deepEqual(heard, ["long"]);
  press("a1", "c3", "c3");
  assert.deepEqual(heard, ["long", "short"]);
});

test("two moves with the same cells wait for an answer", () => {
  const { chooser, heard, press } = chooserOf([move("leave", "a1 b1"), move("turn", "a1 b1")]);
  press("a1", "b1");
  assert.equal(chooser.aimed.length, 2);
  press("b1");
  assert.deepEqual(heard, [], "which one is not known");
  chooser.play(chooser.aimed[1] as Move);
  assert.deepEqual(heard, ["turn"]);
  assert.equal(chooser.picked, null);
});

test("what loses, or asks, is never played by one press", () => {
  const { heard, press } = chooserOf([move("a1-b1", "a1 b1", { loses: true }), move("pay", "d4", { asks: true })]);
  press("a1", "b1");
  assert.deepEqual(heard, []);
  press("b1", "d4");
  assert.deepEqual(heard, ["a1-b1"]);
  press("d4");
  assert.deepEqual(heard, ["a1-b1", "pay"]);
});

test("cells that belong together: each press leads to the next move that has the cell", () => {
  const { chooser, heard, press } = chooserOf([
    move("bcd", "b2 c2 d2", { anyOrder: true }),
    move("cde", "c2 d2 e2", { anyOrder: true }),
  ]);
  press("d2");
  assert.equal(chooser.aimed[0]?.text, "bcd");
  press("d2");
  assert.equal(chooser.aimed[0]?.text, "cde");
  press("e2");
  assert.deepEqual(heard, ["cde"]);
});

test("only what can go somewhere is dragged", () => {
  const { chooser } = chooserOf([move("a1-b1", "a1 b1"), move("c3", "c3")]);
  assert.equal(chooser.pick("b1"), false);
  assert.equal(chooser.pick("c3"), false, "a cell to play on is no piece to drag");
  assert.equal(chooser.pick("a1"), true);
  assert.equal(chooser.pick("a1"), true, "picked before, and dragged now");
});

const at = (name: string, x: number, y: number) => ({ name, x, y });

test("on a grid the arrows keep to rows and columns, over holes, and stop at the edge", () => {
  const places = [at("d5", 3, 4), at("f5", 5, 4), at("e6", 4, 3), at("e4", 4, 5), at("d6", 3, 3)];
  const next = (from: number, arrow: Parameters<typeof nextTo>[1]) =>
    nextTo(places[from] as (typeof places)[0], arrow, places, true)?.name ?? null;
  assert.equal(next(0, "ArrowRight"), "f5");
  assert.equal(next(0, "ArrowUp"), "d6");
  assert.equal(next(1, "ArrowRight"), null);
  assert.equal(next(1, "ArrowUp"), null);
});

test("among hexagons every arrow has a way back, and all cells can be reached", () => {
  const places = [];
  for (let row = -2; row <= 2; row++)
    for (let column = -2; column <= 2; column++) {
      if (Math.abs(column + row) <= 2) places.push(at(`${column},${row}`, column + row / 2, -row * 0.866));
    }
  const middle = places.find(({ name }) => name === "0,0");
  assert.ok(middle);
  const up = nextTo(middle, "ArrowUp", places, false);
  assert.equal(up?.name, "0,1", "the row above, not the one beyond");
  assert.equal(nextTo(up, "ArrowDown", places, false)?.name, "0,0");
  const seen = new Set([middle.name]);
  const queue = [middle];
  for (const place of queue) {
    for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
      const next = nextTo(place, arrow, places, false);
      if (next && !seen.has(next.name)) {
        seen.add(next.name);
        queue.push(next as typeof place);
      }
    }
  }
  assert.equal(seen.size, places.length);
});

test("rows are told from the top, each from the left", () => {
  assert.deepEqual(
    rowsOf([at("b1", 1, 1), at("a2", 0, 0), at("a1", 0, 1.05), at("c1", 2, 1)]).map((row) =>
      row.map(({ name }) => name).join(" "),
    ),
    ["a2", "a1 b1 c1"],
  );
});

test("a told board is turned round for the other seat", () => {
  const scene: Scene = {
    ground: {
      cells: [
        { name: "a1", x: 0, y: 0 },
        { name: "b1", x: 1, y: 0 },
        { name: "a2", x: 0, y: 1 },
      ],
      labels: [],
    },
  };
  const [near, far] = [layoutOf(scene, false, "light"), layoutOf(scene, true, "light")];
  const spot = (layout: typeof near, name: string) =>
    layout.spots.get(name) ?? { x: NaN, y: NaN, column: NaN, row: NaN };
  assert.ok(spot(near, "a2").y < spot(near, "a1").y && spot(near, "b1").x > spot(near, "a1").x);
  assert.ok(spot(far, "a2").y > spot(far, "a1").y && spot(far, "b1").x < spot(far, "a1").x);
  assert.ok(spot(far, "a2").row > spot(far, "a1").row);
  const { left, right } = bounds(scene, true);
  assert.equal(right - left, 72);
});

const [white, black] = [[{ owner: 0 }], [{ owner: 1 }]];
const putAndTake = (taken: string): Told => ({
  text: `c1*${taken}`,
  cells: ["c1", taken],
  takes: [taken],
  piles: [{ cell: "c1", pieces: white }],
});
const moveAndTake = (taken: string): Told => ({
  text: `a1-b1*${taken}`,
  cells: ["a1", "b1", taken],
  takes: [taken],
  piles: [{ cell: "b1", pieces: white }],
});

test("what is put, or has moved, is shown before the piece to take is pressed", () => {
  const standing = new Map([
    ["a1", white],
    ["a3", black],
    ["b3", black],
  ]);
  const settled = (moves: readonly Told[], ...held: string[]) =>
    settledPiles(moves, held, standing).map(({ cell, pile }) => `${cell} ${pile.length}`);
  assert.deepEqual(settled([putAndTake("a3"), putAndTake("b3")], "c1"), ["c1 1"]);
  assert.deepEqual(settled([moveAndTake("a3"), moveAndTake("b3")], "a1"), [], "where it goes is not known yet");
  assert.deepEqual(settled([moveAndTake("a3"), moveAndTake("b3")], "a1", "b1"), ["a1 0", "b1 1"]);
  assert.ok(nextTakes([putAndTake("a3"), putAndTake("b3")], ["c1"]));
  assert.ok(!nextTakes([moveAndTake("a3")], ["a1"]), "the next press is where it goes");
  assert.deepEqual(drawnWay(putAndTake("a3")), [], "nothing goes to what is taken");
  assert.deepEqual(drawnWay(moveAndTake("a3")), ["a1", "b1"]);
});

test("a cell that cannot be played on is asked about as those are written that can", () => {
  const standing = new Map([["a1", white]]);
  assert.equal(triedMove("b2", [{ text: "@c1", cells: ["c1"] }], standing), "@b2");
  assert.equal(triedMove("a1", [{ text: "c1", cells: ["c1"] }, putAndTake("a3")], standing), "a1");
  assert.equal(
    triedMove(
      "a1",
      [
        { text: "c1", cells: ["c1"] },
        { text: "a1-b1", cells: ["a1", "b1"] },
      ],
      standing,
    ),
    null,
    "a piece that cannot move is a piece that cannot move",
  );
  assert.equal(triedMove("b2", [{ text: "a1-b1", cells: ["a1", "b1"] }], standing), null);
});

test("cells to play on are marked where they are few", () => {
  const scene: Scene = {
    ground: { cells: ["a1", "b1", "c1", "d1", "e1", "f1", "g1"].map((name, x) => ({ name, x, y: 0 })) },
  };
  const open = (...cells: string[]) =>
    openCells(
      cells.map((cell) => ({ text: cell, cells: [cell] })),
      new Map([["a1", white]]),
      layoutOf(scene, false, "light"),
    );
  assert.deepEqual(open("b1", "c1"), ["b1", "c1"]);
  assert.deepEqual(open("b1", "c1", "d1"), []);
});
