/** The line of a sceptre's walk, from face to face, round edges and up corners. */

import { Vector3 } from "three";
import { toVector } from "./geometry";
import { type Face, sameCell } from "./space";

export interface Waypoint {
  readonly point: Vector3;
  readonly normal: Vector3;
}

/** The middle of a face, `lift` above it. */
export function faceCentre({ cell, direction }: Face, lift = 0): Vector3 {
  return new Vector3(...cell).addScaledVector(toVector(direction), 0.5 + lift);
}

const SPACING = 1 / 16;
/** How much of each leg a bend takes. */
const ROUNDING = 0.5;

/** Evenly spaced points of a rounded line that runs `lift` above the faces, start and target included. */
export function walkLine(faces: readonly Face[], lift: number): Waypoint[] {
  const corners: (Waypoint & { bend: boolean })[] = [];
  faces.forEach((face, i) => {
    const normal = toVector(face.direction);
    const before = faces[i - 1];
    if (before && before.direction !== face.direction) {
      // Over the edge of one cube the line turns outwards; from one cube to the next it turns into the corner.
      const outwards = sameCell(before.cell, face.cell);
      const point = faceCentre(before, lift).addScaledVector(normal, outwards ? 0.5 + lift : lift - 0.5);
      corners.push({ point, normal: normal.clone().add(toVector(before.direction)).normalize(), bend: true });
    }
    corners.push({ point: faceCentre(face, lift), normal, bend: false });
  });
  return evenly(rounded(corners));
}

function rounded(corners: readonly (Waypoint & { bend: boolean })[]): Waypoint[] {
  const line: Waypoint[] = [];
  corners.forEach(({ point, normal, bend }, i) => {
    const [from, to] = [corners[i - 1], corners[i + 1]];
    if (!bend || !from || !to) {
      line.push({ point, normal });
      return;
    }
    const [a, b] = [point.clone().lerp(from.point, ROUNDING), point.clone().lerp(to.point, ROUNDING)];
    for (let step = 0; step <= 8; step++) {
      const t = step / 8;
      const curve = a.clone().lerp(point, t).lerp(point.clone().lerp(b, t), t);
      line.push({ point: curve, normal: from.normal.clone().lerp(to.normal, t).normalize() });
    }
  });
  return line;
}

/** The same line with points at even distances, so that walking it and cutting it are simple. */
function evenly(line: readonly Waypoint[]): Waypoint[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++) {
    lengths.push(lengths[i - 1]! + line[i]!.point.distanceTo(line[i - 1]!.point));
  }
  const total = lengths.at(-1)!;
  const steps = Math.max(2, Math.ceil(total / SPACING));
  let leg = 1;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const at = (total * i) / steps;
    while (leg < line.length - 1 && lengths[leg]! < at) leg++;
    const [start, end] = [lengths[leg - 1]!, lengths[leg]!];
    const t = end > start ? (at - start) / (end - start) : 0;
    const [a, b] = [line[leg - 1]!, line[leg]!];
    return { point: a.point.clone().lerp(b.point, t), normal: a.normal.clone().lerp(b.normal, t).normalize() };
  });
}

export function lengthOf(line: readonly Waypoint[]): number {
  return line.reduce((sum, { point }, i) => sum + (i ? point.distanceTo(line[i - 1]!.point) : 0), 0);
}

/** The line without `head` at its start and `tail` at its end. */
export function trimmed(line: readonly Waypoint[], head: number, tail: number): Waypoint[] {
  const total = lengthOf(line);
  const index = (distance: number) => Math.round((distance / total) * (line.length - 1));
  return line.slice(index(head), Math.max(index(head) + 2, line.length - index(tail)));
}

/** The place `share` (0 to 1) of the way along an even line. */
export function along(line: readonly Waypoint[], share: number): Waypoint {
  const at = Math.min(1, Math.max(0, share)) * (line.length - 1);
  const i = Math.min(line.length - 2, Math.floor(at));
  const [a, b] = [line[i]!, line[i + 1]!];
  return {
    point: a.point.clone().lerp(b.point, at - i),
    normal: a.normal
      .clone()
      .lerp(b.normal, at - i)
      .normalize(),
  };
}

/** How long a walk takes: 140 ms a face, 220 ms over an edge, 1.6 s at most. */
export function walkMilliseconds(faces: readonly Face[]): number {
  const total = faces.reduce((sum, face, i) => {
    const before = faces[i - 1];
    return before ? sum + (before.direction === face.direction ? 140 : 220) : sum;
  }, 0);
  return Math.min(1600, Math.max(220, total));
}
