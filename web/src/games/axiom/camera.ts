/** The camera: where it stands, how it frames the group, how it moves. No scene, no drawing. */

import { type PerspectiveCamera, Vector3 } from "three";
import { SIZE, toVector } from "./geometry";
import { faceCentre } from "./route";
import { type Cell, DIRECTIONS, type Position } from "./space";

export const FIELD_OF_VIEW = 24; // a long lens: towers stay straight
const PADDING = 0.16;
const LOWEST = 6;
const HIGHEST = 84;
const NEAREST = 0.55;
const FARTHEST = 1.6;
const SEAT_AZIMUTHS = [-32, 148] as const;
export const SEAT_ELEVATION = 27;

/** Angles in degrees. Azimuth 0 looks along +y; `zoom` multiplies the fitting distance. */
export interface Pose {
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
}

/** Where the camera looks and from how far at zoom 1. */
export interface Framing {
  readonly centre: Vector3;
  readonly distance: number;
}

/** Pixels of the canvas, and how many of them along each border are covered by bars and sheets. */
export interface Window {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export function seatPose(viewpoint: number): Pose {
  return { azimuth: SEAT_AZIMUTHS[viewpoint === 0 ? 0 : 1], elevation: SEAT_ELEVATION, zoom: 1 };
}

export function limited({ azimuth, elevation, zoom }: Pose): Pose {
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return { azimuth, elevation: clamp(elevation, LOWEST, HIGHEST), zoom: clamp(zoom, NEAREST, FARTHEST) };
}

/** The camera's own directions: towards the viewer, to the right, and up. */
export function axesOf({ azimuth, elevation }: Pose): { back: Vector3; right: Vector3; up: Vector3 } {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  const back = new Vector3(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e));
  const right = new Vector3(Math.cos(a), Math.sin(a), 0);
  return { back, right, up: new Vector3().crossVectors(back, right) };
}

/** Everything that should be in view: all corners of cubes and of `extra` cells, all sides of the sceptres' tips. */
export function outline(position: Position, extra: readonly Cell[] = []): Vector3[] {
  const points: Vector3[] = [];
  for (const cell of [...position.cubes.map((cube) => cube.cell), ...extra]) {
    for (let i = 0; i < 8; i++) {
      points.push(new Vector3(cell[0] + (i & 1) - 0.5, cell[1] + ((i >> 1) & 1) - 0.5, cell[2] + (i >> 2) - 0.5));
    }
  }
  for (const sceptre of position.sceptres) {
    const tip = faceCentre(sceptre, SIZE.tipHeight);
    for (const direction of DIRECTIONS) points.push(tip.clone().addScaledVector(toVector(direction), SIZE.tipRadius));
  }
  return points;
}

function tangents(window: Window, padding: number): { tx: number; ty: number } {
  const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * (1 - padding);
  const free = (size: number, lost: number) => Math.max(0.3 * size, size - lost);
  return {
    tx: (half * free(window.width, window.left + window.right)) / window.height,
    ty: (half * free(window.height, window.top + window.bottom)) / window.height,
  };
}

/** The smallest distance at which every point is inside the free part of the window, in closed form. */
export function fit(points: readonly Vector3[], pose: Pose, window: Window): Framing {
  const { back, right, up } = axesOf(pose);
  const { tx, ty } = tangents(window, PADDING);
  const seen = points.map((point) => new Vector3(point.dot(right), point.dot(up), point.dot(back)));
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  for (const point of seen) {
    low.min(point);
    high.max(point);
  }
  const middle = low.add(high).multiplyScalar(0.5);
  let distance = 0;
  for (const { x, y, z } of seen) {
    const depth = z - middle.z;
    distance = Math.max(distance, Math.abs(x - middle.x) / tx + depth, Math.abs(y - middle.y) / ty + depth);
  }
  const centre = new Vector3()
    .addScaledVector(right, middle.x)
    .addScaledVector(up, middle.y)
    .addScaledVector(back, middle.z);
  return { centre, distance };
}

/** Would every point be seen? Half of the padding may be used up before the answer is no. */
export function holds(points: readonly Vector3[], pose: Pose, framing: Framing, window: Window): boolean {
  const { back, right, up } = axesOf(pose);
  const { tx, ty } = tangents(window, PADDING / 3);
  return points.every((point) => {
    const from = point.clone().sub(framing.centre);
    const depth = framing.distance * pose.zoom - from.dot(back);
    return depth > 0 && Math.abs(from.dot(right)) <= tx * depth && Math.abs(from.dot(up)) <= ty * depth;
  });
}

/** Puts a camera in place. Covered borders move the picture, they do not shrink the canvas. */
export function aim(camera: PerspectiveCamera, pose: Pose, framing: Framing, window: Window): void {
  const { back } = axesOf(pose);
  camera.fov = FIELD_OF_VIEW;
  camera.aspect = window.width / window.height;
  camera.up.set(0, 0, 1);
  camera.position.copy(framing.centre).addScaledVector(back, framing.distance * pose.zoom);
  camera.near = 0.1;
  camera.far = framing.distance * FARTHEST * 3;
  camera.lookAt(framing.centre);
  const shiftX = (window.right - window.left) / 2;
  const shiftY = (window.bottom - window.top) / 2;
  camera.setViewOffset(window.width, window.height, shiftX, shiftY, window.width, window.height);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** The azimuth closest to `from` that looks the same as `to`: a turn never goes the long way round. */
export function nearestAzimuth(from: number, to: number): number {
  return to + 360 * Math.round((from - to) / 360);
}
