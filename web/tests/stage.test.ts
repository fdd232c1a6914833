// What a board is shown, one thing after the other: nothing overtakes an animation, nothing waits for ever.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Frame, Played } from "../src/api/types";

// What the page's settings ask of a browser when they are loaded.
const nothing = { matches: false, addEventListener: () => undefined };
const browser = {
  addEventListener: () => undefined,
  document: { hidden: false },
  localStorage: { getItem: () => null, setItem: () => undefined },
  matchMedia: () => nothing,
  navigator: { language: "en" },
};
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true });

const { Stage } = await import("../src/state/stage.svelte");

function frame(ply: number): Frame {
  return {
    ply,
    to_move: ply % 2,
    is_turn_start: true,
    position: `p${ply}`,
    scene: `scene ${ply}`,
    moves: [],
    outcome: null,
    warning: null,
  };
}

function played(ply: number): Played {
  const line = { ply, seat: (ply + 1) % 2, text: `m${ply}`, revealed: "", number: 1, opens_turn: true };
  return { kind: "played", line, spoken: { en: "", fr: "" }, steps: [] };
}

function begun(): InstanceType<typeof Stage> {
  const stage = new Stage();
  void stage.show(frame(0), null, false);
  return stage;
}

test("what comes during an animation waits for its end", () => {
  const stage = begun();
  stage.queue(frame(1), played(1));
  stage.queue(frame(2), played(2));
  assert.equal(stage.shown?.frame.ply, 1);
  assert.equal(stage.shown?.last?.before, "scene 0");
  assert.equal(stage.isSettled, false);
  stage.settle(7); // that is another animation
  assert.equal(stage.shown?.frame.ply, 1);
  stage.settle(1);
  assert.equal(stage.shown?.frame.ply, 2);
  assert.equal(stage.shown?.last?.before, "scene 1");
  stage.settle(2);
  assert.equal(stage.isSettled, true);
});

test("an ending without a move keeps the marks of the move that is still on its way", () => {
  const stage = begun();
  stage.queue(frame(1), played(1));
  stage.queue(frame(2), played(2));
  stage.queueFrame({ ...frame(2), position: "resigned" });
  stage.settle(1);
  stage.settle(2);
  assert.equal(stage.shown?.frame.position, "resigned");
  assert.equal(stage.shown?.last?.text, "m2");
  assert.equal(stage.isSettled, true);
});

test("to look elsewhere ends what moves and drops what waits", async () => {
  const stage = begun();
  const first = stage.show(frame(1), played(1), true);
  stage.queue(frame(2), played(2));
  const second = stage.show(frame(5), played(5), false);
  await Promise.all([first, second]);
  assert.equal(stage.shown?.frame.ply, 5);
  assert.equal(stage.shown?.last?.before, null);
  assert.equal(stage.isSettled, true);
});

test("whoever shows a move is told when the board has drawn it", async () => {
  const stage = begun();
  let isDone = false;
  const shown = stage.show(frame(1), played(1), true).then(() => (isDone = true));
  await Promise.resolve();
  assert.equal(isDone, false);
  stage.settle(1);
  await shown;
  assert.equal(isDone, true);
});

test("a board that never reports does not stop the game", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const stage = begun();
  stage.queue(frame(1), played(1));
  stage.queue(frame(2), played(2));
  mock.timers.tick(3000);
  assert.equal(stage.shown?.frame.ply, 2);
  mock.timers.tick(3000);
  assert.equal(stage.isSettled, true);
  mock.timers.reset();
});

test("the same move told again is not animated again", () => {
  const stage = begun();
  stage.queue(frame(1), played(1));
  stage.settle(1);
  stage.queue(frame(1), played(1));
  assert.equal(stage.isSettled, true);
  assert.equal(stage.shown?.last?.before, null);
});
