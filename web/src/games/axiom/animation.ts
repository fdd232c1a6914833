/** The last move, played once: what is where at a moment of its steps. */

import { Vector3 } from "three";
import { FLOAT } from "./marks";
import { kindOf, nearestTurn, type Pose, posesOf, standingAlong, turnOf } from "./pieces";
import { along, walkLine, walkMilliseconds } from "./route";
import type { Step } from "./scene";
import { type Cell, cubeAt, type Position, sameCell, sceptreOn } from "./space";

const CARRY_MILLISECONDS = 650;
const HATCH_MILLISECONDS = 250;
const FADE_MILLISECONDS = 350;
/** How far a walking sceptre's foot is out of the recesses it crosses. */
const WALK_LIFT = 0.06;
const ARC = 0.9;

/** One moment: all pieces, and the cube that is about to leave (hatched while `fading` is 0, then a ghost). */
export interface Moment {
  readonly poses: readonly Pose[];
  readonly leaving: { readonly pose: Pose; readonly fading: number } | null;
}

export interface Playback {
  readonly milliseconds: number;
  at(milliseconds: number): Moment;
}

function easeInOut(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}

/** The steps of a move as a film that starts from `before`. */
export function playback(before: Position, steps: readonly Step[]): Playback {
  const walk = steps.find((step) => step.kind === "walk");
  const carry = steps.find((step) => step.kind === "carry");
  const remove = steps.find((step) => step.kind === "remove");
  const still = without(before, walk?.origin ?? null, [carry?.origin, remove?.origin]);
  const mover = walk ? walking(before, walk) : carry ? carrying(carry) : null;
  const moving = walk ? walkMilliseconds(walk.route) : CARRY_MILLISECONDS;
  const gone = remove ? cubeAt(before, remove.origin) : undefined;
  const leaving = gone ? posesOf({ cubes: [gone], sceptres: [] })[0]! : null;
  return {
    milliseconds: moving + (leaving ? HATCH_MILLISECONDS + FADE_MILLISECONDS : 0),
    at(milliseconds) {
      const poses = [...still];
      if (mover) poses.push(mover(easeInOut(Math.min(1, milliseconds / moving))));
      if (!leaving) return { poses, leaving: null };
      const fading = Math.min(1, Math.max(0, (milliseconds - moving - HATCH_MILLISECONDS) / FADE_MILLISECONDS));
      if (fading === 0) poses.push(leaving);
      const shrunk = { ...leaving, scale: 1 - 0.4 * fading };
      return { poses, leaving: milliseconds < moving ? null : { pose: shrunk, fading } };
    },
  };
}

/** All pieces but those the steps move. */
function without(before: Position, walker: Cell | null, cubes: readonly (Cell | undefined)[]): Pose[] {
  const sceptre = walker ? sceptreOn(before, walker) : undefined;
  return posesOf({
    cubes: before.cubes.filter(({ cell }) => !cubes.some((gone) => gone && sameCell(gone, cell))),
    sceptres: before.sceptres.filter((other) => other !== sceptre),
  });
}

function walking(before: Position, walk: Step): (share: number) => Pose {
  const line = walkLine(walk.route, WALK_LIFT);
  const seat = sceptreOn(before, walk.origin)?.seat ?? walk.seat;
  return (share) => {
    const { point, normal } = along(line, share);
    // Out of the first recess, into the last one.
    const sunk = WALK_LIFT * (1 - Math.min(1, share * 8, (1 - share) * 8));
    return { kind: "sceptre", seat, at: point.addScaledVector(normal, -sunk), turn: standingAlong(normal) };
  };
}

function carrying(carry: Step): (share: number) => Pose {
  const kind = kindOf(carry.domes_after);
  const [from, to] = [new Vector3(...carry.origin), new Vector3(...carry.target)];
  const start = turnOf(carry.domes_before);
  const end = nearestTurn(start, turnOf(carry.domes_after), kind);
  const top = Math.max(from.z + FLOAT, to.z) + ARC;
  return (share) => {
    const at = from.clone().lerp(to, easeInOut(Math.min(1, Math.max(0, (share - 0.15) / 0.7))));
    const height = share < 0.5 ? from.z : to.z;
    at.z = height + (top - height) * Math.sin(Math.PI * share) ** 0.8;
    return { kind, seat: carry.seat, at, turn: start.clone().slerp(end, easeInOut(share)) };
  };
}
