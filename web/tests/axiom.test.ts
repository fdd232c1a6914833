/** Axiom's picture, tested without a picture: framing, picking, walking and naming. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PerspectiveCamera, Ray, Vector3 } from "three";
import { playback } from "../src/games/axiom/animation";
import { aim, axesOf, fit, holds, nearestAzimuth, outline, seatPose, type Window } from "../src/games/axiom/camera";
import { DigitBuffer } from "../src/games/axiom/digits";
import { cubeGeometry, FINE, sceptreGeometry, toVector } from "../src/games/axiom/geometry";
import { pick, rayThrough, sees } from "../src/games/axiom/picking";
import { cubePose, matrixOf, nearestTurn, posesOf, turnOf } from "../src/games/axiom/pieces";
import { faceCentre, walkLine } from "../src/games/axiom/route";
import { nearest } from "../src/games/axiom/slip";
import {
  type Cell,
  type Cube,
  type Direction,
  DIRECTIONS,
  type Face,
  type Position,
  sameCell,
} from "../src/games/axiom/space";
import { nearestWay, piecesOf, targetsOf } from "../src/games/axiom/targets";
import { directionOf, sideOf } from "../src/games/axiom/words";

/** `bC(-1,0,1)x-z+ … wS(1,1,2)z+`, as the position texts of the rules. */
function position(text: string): Position {
  const cubes: Cube[] = [];
  const sceptres: (Face & { seat: number })[] = [];
  for (const [, side, kind, x, y, z, faces] of text.matchAll(
    /([bw])([CS])\((-?\d+),(-?\d+),(-?\d+)\)((?:[xyz][+-])+)/g,
  )) {
    const seat = side === "b" ? 0 : 1;
    const cell: Cell = [Number(x), Number(y), Number(z)];
    const directions = faces!.match(/../g) as Direction[];
    if (kind === "C") cubes.push({ seat, cell, domes: directions });
    else sceptres.push({ seat, cell, direction: directions[0]! });
  }
  return { cubes, sceptres };
}

const START = position(
  "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(1,0,2)x+ wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(0,1,2)z- wC(1,1,2)x- bS(-1,0,2)z+ bS(1,0,2)z+ wS(-1,1,2)z+ wS(1,1,2)z+",
);
const SPREAD = position(
  "bC(1,-1,1)x- bC(4,-1,1)x-y- bC(0,0,1)y+ bC(4,0,1)z+ wC(0,-1,1)y- wC(2,-1,1)x- wC(3,-1,1)x- bS(1,-1,1)z+ bS(0,0,1)z+ wS(2,-1,1)z+ wS(4,0,1)x-",
);
const TOWER = position(
  "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(0,1,2)z- wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(1,1,2)x- wC(-1,0,3)z- bS(1,0,1)y- bS(-1,0,3)z+ wS(0,1,2)z+ wS(1,1,2)z+",
);
const POSITIONS = [START, SPREAD, TOWER];
const WINDOW: Window = { width: 800, height: 600, top: 0, right: 0, bottom: 0, left: 0 };
const PHONE: Window = { width: 374, height: 500, top: 26, right: 0, bottom: 200, left: 0 };

/** Numbers that look random and are the same on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function lookAt(shown: Position, azimuth: number, elevation: number, window = WINDOW): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  const pose = { azimuth, elevation, zoom: 1 };
  aim(camera, pose, fit(outline(shown), pose, window), window);
  return camera;
}

test("every piece is inside the free part of the window, from all sides, and one touches its padding", () => {
  for (const window of [WINDOW, PHONE]) {
    for (const shown of POSITIONS) {
      for (let azimuth = 0; azimuth < 360; azimuth += 20) {
        const camera = lookAt(shown, azimuth, 27, window);
        const spots = outline(shown).map((point) => point.project(camera));
        const xs = spots.map(({ x }) => ((x + 1) / 2) * window.width);
        const ys = spots.map(({ y }) => ((1 - y) / 2) * window.height);
        const free = [
          Math.min(...xs) - window.left,
          window.width - window.right - Math.max(...xs),
          Math.min(...ys) - window.top,
        ];
        free.push(window.height - window.bottom - Math.max(...ys));
        assert.ok(Math.min(...free) > 0, `azimuth ${azimuth}: ${free}`);
        const wide = (window.width - window.left - window.right) * 0.08;
        const high = (window.height - window.top - window.bottom) * 0.08;
        const tight = Math.min(
          Math.abs(free[0]! - wide),
          Math.abs(free[1]! - wide),
          Math.abs(free[2]! - high),
          Math.abs(free[3]! - high),
        );
        assert.ok(tight < 1, `azimuth ${azimuth}: the fit is loose, ${free}`);
      }
    }
  }
});

test("a framing holds what it was made for, and not a group that has grown", () => {
  const pose = seatPose(0);
  const framing = fit(outline(START), pose, WINDOW);
  assert.ok(holds(outline(START), pose, framing, WINDOW));
  assert.ok(!holds(outline(START, [[5, 0, 1]]), pose, framing, WINDOW));
  assert.ok(!holds(outline(START), { ...pose, zoom: 0.6 }, framing, WINDOW));
});

test("a turn never goes the long way round", () => {
  assert.equal(nearestAzimuth(328, -32), 328);
  assert.equal(nearestAzimuth(-32, 148), 148);
  assert.equal(nearestAzimuth(700, 148), 868);
});

test("a ray never picks a flat face or recess that is turned away", () => {
  const random = numbers(7);
  let hits = 0;
  for (const shown of POSITIONS) {
    for (let view = 0; view < 24; view++) {
      const camera = lookAt(shown, view * 15, 10 + 70 * random());
      for (let i = 0; i < 200; i++) {
        const ray = rayThrough(camera, 2 * random() - 1, 2 * random() - 1);
        const hit = pick(shown, ray);
        if (hit?.kind !== "face") continue;
        hits++;
        const cube = shown.cubes.find(({ cell }) => sameCell(cell, hit.face.cell))!;
        if (cube.domes.includes(hit.face.direction)) continue; // a dome may peek over the outline
        assert.ok(ray.direction.dot(toVector(hit.face.direction)) < 0);
        const point = ray.at(hit.distance, new Vector3());
        assert.ok(point.distanceTo(faceCentre(hit.face)) < 0.75, "the point lies on the face that was named");
      }
    }
  }
  assert.ok(hits > 2000, `only ${hits} hits`);
});

test("a ray straight down an axis picks the box below it and misses the ones beside it", () => {
  const down = (x: number, y: number) => pick(SPREAD, new Ray(new Vector3(x, y, 9), new Vector3(0, 0, -1)));
  assert.deepEqual(down(3.2, -1)?.face, { cell: [3, -1, 1], direction: "z+" });
  assert.equal(down(-1, 0), null);
});

test("a sceptre is picked before the cube it stands on; a slot only where it is offered", () => {
  const side = new Ray(new Vector3(1, -9, 3.2), new Vector3(0, 1, 0));
  assert.equal(pick(START, side)?.kind, "sceptre");
  const below = new Ray(new Vector3(0, -9, 1), new Vector3(0, 1, 0));
  assert.equal(pick(START, below)?.kind, "face");
  assert.deepEqual(pick(START, below, [[0, -1, 1]])?.face.cell, [0, -1, 1]);
});

test("only what is turned to the viewer and uncovered is seen", () => {
  const camera = lookAt(START, -32, 27);
  assert.ok(sees(START, camera, { cell: [-1, 0, 2], direction: "y-" }));
  assert.ok(sees(START, camera, { cell: [0, 0, 2], direction: "z+" }));
  assert.ok(!sees(START, camera, { cell: [-1, 1, 2], direction: "y+" }), "turned away");
  assert.ok(!sees(START, camera, { cell: [0, 0, 1], direction: "z+" }), "covered");
  for (const { cell } of START.cubes) assert.ok(!sees(START, camera, { cell, direction: "z-" }));
});

test("every seen face is picked at its own centre", () => {
  for (let azimuth = 0; azimuth < 360; azimuth += 30) {
    const camera = lookAt(TOWER, azimuth, 27);
    for (const { cell } of TOWER.cubes) {
      for (const direction of DIRECTIONS) {
        const face = { cell, direction };
        if (!sees(TOWER, camera, face)) continue;
        const { x, y } = faceCentre(face).project(camera);
        assert.deepEqual(pick(TOWER, rayThrough(camera, x, y))?.face, face);
      }
    }
  }
});

test("a press means the nearest spot within reach, else none", () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
  ];
  assert.equal(nearest(spots, 18, 0), spots[1]);
  assert.equal(nearest(spots, 70, 0), null);
});

test("a walk starts and ends over its faces, keeps outside the cubes and stands upright on them", () => {
  const over: Face[] = [
    { cell: [0, 0, 2], direction: "z+" },
    { cell: [0, 0, 2], direction: "y-" },
    { cell: [0, 0, 1], direction: "y-" },
  ];
  const climb: Face[] = [
    { cell: [0, 0, 1], direction: "z+" },
    { cell: [1, 0, 2], direction: "x-" },
    { cell: [1, 0, 2], direction: "z+" },
  ];
  for (const route of [over, climb]) {
    const line = walkLine(route, 0.06);
    assert.ok(line[0]!.point.distanceTo(faceCentre(route[0]!, 0.06)) < 1e-9);
    assert.ok(line.at(-1)!.point.distanceTo(faceCentre(route.at(-1)!, 0.06)) < 1e-9);
    assert.ok(line.at(-1)!.normal.distanceTo(toVector(route.at(-1)!.direction)) < 1e-9);
    for (const { point, normal } of line) {
      assert.ok(Math.abs(normal.length() - 1) < 1e-6);
      for (const { cell } of route) {
        const away = point.clone().sub(new Vector3(...cell));
        assert.ok(Math.max(Math.abs(away.x), Math.abs(away.y), Math.abs(away.z)) > 0.46, "inside a cube");
      }
    }
  }
});

test("a move that has been played leaves every piece where the next position has it", () => {
  const carried = position("wC(0,0,1)x+ bC(1,0,1)z+");
  const set = position("wC(0,0,1)x+ bC(0,0,2)z-");
  const film = playback(carried, [
    {
      kind: "carry",
      seat: 0,
      origin: [1, 0, 1],
      target: [0, 0, 2],
      route: [],
      domes_before: ["z+"],
      domes_after: ["z-"],
    },
  ]);
  const end = film.at(film.milliseconds).poses;
  for (const pose of posesOf(set)) {
    const twin = end.find((other) => other.at.distanceTo(pose.at) < 1e-6);
    assert.ok(twin, "a cube stands there");
    const dome = new Vector3(0, 0, 1);
    assert.ok(dome.clone().applyQuaternion(twin.turn).distanceTo(dome.clone().applyQuaternion(pose.turn)) < 1e-6);
  }
  const highest = Math.max(
    ...Array.from({ length: 40 }, (_, i) => film.at((film.milliseconds * i) / 39).poses.at(-1)!.at.z),
  );
  assert.ok(highest > 2.5, "it goes over, not through");
});

test("a cube that was eliminated stands until the sceptre is home, then shrinks away", () => {
  const before = position("bC(1,0,1)x- wC(0,0,1)x- bS(0,0,1)z+");
  const route: Face[] = [
    { cell: [0, 0, 1], direction: "z+" },
    { cell: [1, 0, 1], direction: "z+" },
  ];
  const film = playback(before, [
    { kind: "walk", seat: 0, origin: [0, 0, 1], target: [1, 0, 1], route, domes_before: [], domes_after: [] },
    {
      kind: "remove",
      seat: 1,
      origin: [0, 0, 1],
      target: [0, 0, 1],
      route: [],
      domes_before: ["x-"],
      domes_after: ["x-"],
    },
  ]);
  assert.equal(film.at(0).poses.length, 3);
  assert.equal(film.at(0).leaving, null);
  const end = film.at(film.milliseconds);
  assert.equal(end.poses.length, 2);
  assert.equal(end.leaving?.fading, 1);
  assert.ok(end.poses.some(({ kind, at }) => kind === "sceptre" && at.distanceTo(faceCentre(route[1]!)) < 1e-6));
});

test("a cube's turn brings its domes where they belong, by the shortest way among those that look alike", () => {
  for (const one of DIRECTIONS) {
    assert.ok(new Vector3(0, 0, 1).applyQuaternion(turnOf([one])).distanceTo(toVector(one)) < 1e-6);
    for (const other of DIRECTIONS.filter((direction) => direction[0] !== one[0])) {
      const turn = turnOf([one, other]);
      assert.ok(new Vector3(0, 0, 1).applyQuaternion(turn).distanceTo(toVector(one)) < 1e-6);
      assert.ok(new Vector3(1, 0, 0).applyQuaternion(turn).distanceTo(toVector(other)) < 1e-6);
      const swapped = nearestTurn(turn, turnOf([other, one]), "double");
      assert.ok(swapped.angleTo(turn) < 1e-6, "domes named in the other order need no turn");
    }
  }
  const matrix = matrixOf(cubePose({ seat: 0, cell: [2, -1, 3], domes: ["x-"] }, 0.4));
  assert.deepEqual(new Vector3().setFromMatrixPosition(matrix).toArray(), [2, -1, 3.4]);
});

test("shapes are closed, of the sizes the design gives, and as light as it promises", () => {
  const cube = cubeGeometry(["z+", "x+"], FINE);
  assert.ok(cube.index!.count / 3 < 4200);
  cube.computeBoundingBox();
  assert.ok(Math.abs(cube.boundingBox!.max.z - (0.497 + 0.215)) < 1e-3, "a dome is 0.215 high");
  assert.ok(Math.abs(cube.boundingBox!.min.z + 0.497) < 1e-3, "a recess does not stick out");
  const sceptre = sceptreGeometry(FINE);
  sceptre.computeBoundingBox();
  assert.ok(Math.abs(sceptre.boundingBox!.max.z - 1.33) < 1e-3, "its tip is in the second cell");
  assert.ok(Math.abs(sceptre.boundingBox!.max.x - 0.292) < 5e-3);
});

test("left, right, front and back are those of the reader's seat", () => {
  assert.equal(sideOf("y-", 0), "front");
  assert.equal(sideOf("x-", 0), "left");
  assert.equal(sideOf("y-", 1), "back");
  assert.equal(sideOf("x-", 1), "right");
  for (const seat of [0, 1])
    for (const direction of DIRECTIONS) assert.equal(directionOf(sideOf(direction, seat), seat), direction);
});

test("targets are numbered level by level, and a cube's ways are gathered by cell", () => {
  const cubeMove = (target: Cell, domes: Direction[]) => ({
    ...{
      text: `${target}${domes}`,
      piece: "cube" as const,
      seat: 0,
      origin: [0, 0, 2] as Cell,
      target,
      direction: null,
      domes,
    },
    ...{ route: [], removes: null, wins: false, loses: false },
  });
  const moves = [cubeMove([0, 1, 3], ["z-"]), cubeMove([1, 0, 1], ["x-"]), cubeMove([1, 0, 1], ["z+"])];
  const [piece] = piecesOf(moves);
  const targets = targetsOf(moves, piece!);
  assert.deepEqual(
    targets.map(({ number, cell, ways }) => [number, cell, ways.length]),
    [
      [1, [1, 0, 1], 2],
      [2, [0, 1, 3], 1],
    ],
  );
  assert.equal(nearestWay(targets[0]!.ways, ["z+"]), 1);
});

test("digits make a number; a longer one is waited for only where there is one", () => {
  const digits = new DigitBuffer();
  const chosen: number[] = [];
  const choose = (number: number) => void chosen.push(number);
  assert.ok(digits.type("3", 12, choose)); // 30 is too many: no need to wait
  assert.deepEqual(chosen, [3]);
  assert.ok(digits.type("1", 12, choose));
  assert.deepEqual(chosen, [3], "it may become 10, 11 or 12");
  assert.ok(digits.type("2", 12, choose));
  assert.deepEqual(chosen, [3, 12]);
  assert.ok(digits.type("1", 12, choose));
  assert.ok(digits.flush());
  assert.ok(!digits.flush());
  assert.deepEqual(chosen, [3, 12, 1]);
  assert.ok(!digits.type("x", 12, choose));
});

test("the camera's axes stand square on each other", () => {
  const { back, right, up } = axesOf({ azimuth: 40, elevation: 30, zoom: 1 });
  assert.ok(Math.abs(back.dot(right)) < 1e-9 && Math.abs(back.dot(up)) < 1e-9 && up.z > 0);
});
