/** What lies under a pointer: boxes, spheres and capsules by formula. No mesh is ever tested. */

import { type PerspectiveCamera, Ray, Sphere, Vector3 } from "three";
import { SIZE, toVector } from "./geometry";
import { faceCentre } from "./route";
import { type Cell, type Direction, type Face, type Position, sameFace } from "./space";

export interface Hit {
  readonly kind: "face" | "sceptre" | "slot";
  readonly distance: number;
  readonly face: Face;
}

const AXES = ["x", "y", "z"] as const;
const SCEPTRE_RADIUS = 0.25;
const SLOT_HALF = 0.3;
/** A face is turned to us by more than about 3°. */
const GRAZING = 0.05;

/** The ray through a point of the picture, in normalised device coordinates. */
export function rayThrough(camera: PerspectiveCamera, x: number, y: number): Ray {
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  return new Ray(origin, new Vector3(x, y, 0.5).unproject(camera).sub(origin).normalize());
}

/** Where a ray enters a box: always on a face that is turned towards the viewer. */
function enter(ray: Ray, cell: Cell, half: number): { distance: number; direction: Direction } | null {
  let [near, far] = [-Infinity, Infinity];
  let direction: Direction = "z+";
  for (const axis of [0, 1, 2] as const) {
    const slope = ray.direction.getComponent(axis);
    const from = cell[axis] - ray.origin.getComponent(axis);
    if (slope === 0 && Math.abs(from) > half) return null;
    const reach = Math.sign(slope) * half;
    const entry = slope === 0 ? -Infinity : (from - reach) / slope;
    if (entry > near) [near, direction] = [entry, `${AXES[axis]}${slope > 0 ? "-" : "+"}`];
    if (slope !== 0) far = Math.min(far, (from + reach) / slope);
  }
  return near < far ? { distance: near, direction } : null;
}

/** The nearest thing on a ray. `slots` are the small tokens of cells where a cube may go. */
export function pick(position: Position, ray: Ray, slots: readonly Cell[] = []): Hit | null {
  let best: Hit | null = null;
  const offer = (hit: Hit) => {
    if (hit.distance > 0 && (!best || hit.distance < best.distance)) best = hit;
  };
  const point = new Vector3();
  for (const { cell, domes } of position.cubes) {
    const entry = enter(ray, cell, 0.5);
    if (entry) offer({ kind: "face", distance: entry.distance, face: { cell, direction: entry.direction } });
    for (const direction of domes) {
      const dome = new Sphere(faceCentre({ cell, direction }, SIZE.domeHeight - SIZE.domeRadius), SIZE.domeRadius);
      if (ray.intersectSphere(dome, point)) {
        offer({ kind: "face", distance: point.distanceTo(ray.origin), face: { cell, direction } });
      }
    }
  }
  for (const { cell, direction } of position.sceptres) {
    const face = { cell, direction };
    const miss = ray.distanceSqToSegment(faceCentre(face, 0.1), faceCentre(face, SIZE.tipHeight), point);
    if (miss < SCEPTRE_RADIUS ** 2) offer({ kind: "sceptre", distance: point.distanceTo(ray.origin) - 0.2, face });
  }
  for (const cell of slots) {
    const entry = enter(ray, cell, SLOT_HALF);
    if (entry) offer({ kind: "slot", distance: entry.distance, face: { cell, direction: entry.direction } });
  }
  return best;
}

/** Is a face turned to the viewer, with nothing before its centre? Only then may a pointer choose it. */
export function sees(position: Position, camera: PerspectiveCamera, face: Face): boolean {
  const centre = faceCentre(face);
  const towards = camera.position.clone().sub(centre);
  if (towards.dot(toVector(face.direction)) <= GRAZING * towards.length()) return false;
  const hit = pick(position, new Ray(camera.position.clone(), towards.negate().normalize()));
  return hit?.kind === "face" && sameFace(hit.face, face);
}

/** Is the middle of a cell not behind anything? */
export function seesCell(position: Position, camera: PerspectiveCamera, cell: Cell): boolean {
  const towards = new Vector3(...cell).sub(camera.position);
  const hit = pick(position, new Ray(camera.position.clone(), towards.clone().normalize()));
  return !hit || hit.distance > towards.length() - SLOT_HALF;
}
