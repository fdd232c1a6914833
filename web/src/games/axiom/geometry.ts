/**
 * The shapes of Axiom's pieces. One unit is one cell; a shape is centred on its cell (cube) or stands on z = 0 (sceptre).
 *
 * Depth is baked into the vertex colours: bright rims, dark bowls and feet. It costs nothing and works without shadows.
 */

import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import { axisOf, type Direction, DIRECTIONS, signOf } from "./space";

/** Sizes in cells. A sceptre is 1.33 tall, so its tip really is in the second cell. */
export const SIZE = {
  half: 0.497, // leaves a seam of 0.006 between cubes: it is drawn by light, not by lines
  bevel: 0.035,
  recessRadius: 0.31,
  recessDepth: 0.225,
  domeRadius: 0.3,
  domeHeight: 0.215,
  fillet: 0.022,
  footRadius: 0.292,
  footHeight: 0.085,
  tipRadius: 0.245,
  tipHeight: 1.085,
  waist: 0.118,
} as const;

export interface Detail {
  readonly segments: number;
  readonly rings: number;
}
export const FINE: Detail = { segments: 36, rings: 6 };
export const COARSE: Detail = { segments: 24, rings: 4 };

const BEVEL_STEPS = 3;
const FILLET_STEPS = 3;
const RIM_SHADES = [1.06, 1.34, 1.22, 0.84] as const;
const EDGE_SHADE = 1.1;

/** A circle of a turned shape: radius, height, its normal in that plane, and the baked brightness. */
interface Ring {
  readonly r: number;
  readonly z: number;
  readonly nr: number;
  readonly nz: number;
  readonly shade: number;
}

export function toVector(direction: Direction): Vector3 {
  return new Vector3().setComponent(axisOf(direction), signOf(direction));
}

/** Collects vertices and triangles. The winding of a triangle follows its normals, so no table of orders is needed. */
class Shape {
  readonly points: Vector3[] = [];
  readonly normals: Vector3[] = [];
  readonly shades: number[] = [];
  readonly index: number[] = [];

  vertex(point: Vector3, normal: Vector3, shade = 1): number {
    this.normals.push(normal);
    this.shades.push(shade);
    return this.points.push(point) - 1;
  }

  triangle(i: number, j: number, k: number): void {
    const [a, b, c] = [this.points[i]!, this.points[j]!, this.points[k]!];
    const turn = b.clone().sub(a).cross(c.clone().sub(a));
    if (turn.lengthSq() < 1e-14) return;
    const outwards = this.normals[i]!.clone().add(this.normals[j]!).add(this.normals[k]!);
    if (turn.dot(outwards) > 0) this.index.push(i, j, k);
    else this.index.push(i, k, j);
  }

  quad(i: number, j: number, k: number, l: number): void {
    this.triangle(i, j, k);
    this.triangle(i, k, l);
  }

  /** Joins rows of vertices; `closed` rows end where they begin. */
  weave(rows: readonly (readonly number[])[], closed: boolean): void {
    for (let i = 0; i + 1 < rows.length; i++) {
      const [row, next] = [rows[i]!, rows[i + 1]!];
      for (let k = 0; k < row.length - (closed ? 0 : 1); k++) {
        const l = (k + 1) % row.length;
        this.quad(row[k]!, row[l]!, next[l]!, next[k]!);
      }
    }
  }

  build(): BufferGeometry {
    const flat = (vectors: readonly Vector3[]) =>
      new BufferAttribute(new Float32Array(vectors.flatMap((v) => [v.x, v.y, v.z])), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", flat(this.points));
    geometry.setAttribute("normal", flat(this.normals));
    const colours = new Float32Array(this.shades.flatMap((shade) => [shade, shade, shade]));
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    geometry.setIndex(this.index);
    return geometry;
  }
}

/** The profile of a recess or a dome from its rim to its pole; heights are measured from the face. */
function faceProfile(dome: boolean, rings: number): Ring[] {
  const s = dome ? -1 : 1;
  const R = dome ? SIZE.domeRadius : SIZE.recessRadius;
  const depth = dome ? SIZE.domeHeight : SIZE.recessDepth;
  const f = SIZE.fillet;
  const centre = s * (R - depth);
  // The fillet circle touches the face and the sphere.
  const filletR = Math.sqrt((R + f) ** 2 - (s * centre + f) ** 2);
  const filletZ = -s * f;
  const from = (s * Math.PI) / 2;
  let to = Math.atan2(centre - filletZ, -filletR);
  if (dome && to < -Math.PI) to += 2 * Math.PI;
  const profile: Ring[] = [];
  for (let i = 0; i <= FILLET_STEPS; i++) {
    const t = from + ((to - from) * i) / FILLET_STEPS;
    const [c, n] = [Math.cos(t), Math.sin(t)];
    const shade = dome ? 0.8 : RIM_SHADES[i]!;
    profile.push({ r: filletR + f * c, z: filletZ + f * n, nr: s * c, nz: s * n, shade });
  }
  const widest = Math.asin(profile[FILLET_STEPS]!.r / R);
  for (let i = 1; i <= rings; i++) {
    const u = i / rings;
    const [r, n] = [Math.sin(widest * (1 - u)), Math.cos(widest * (1 - u))];
    profile.push(
      dome
        ? { r: R * r, z: centre + R * n, nr: r, nz: n, shade: 0.82 + 0.23 * Math.min(1, u * 1.6) }
        : { r: R * r, z: centre - R * n, nr: -r, nz: n, shade: 0.8 - 0.26 * Math.min(1, u * 1.3) },
    );
  }
  return profile;
}

const CORNERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** One face of a cube: a turned profile joined to the square by four fans, without T-junctions. */
function addFace(shape: Shape, direction: Direction, profile: Ring[] | null, segments: number): void {
  const normal = toVector(direction);
  const u = new Vector3(normal.y, normal.z, normal.x);
  const w = new Vector3().crossVectors(normal, u);
  const span = SIZE.half - SIZE.bevel;
  const across = (x: number, y: number, z: number) =>
    new Vector3().addScaledVector(u, x).addScaledVector(w, y).addScaledVector(normal, z);
  const flat = (x: number, y: number) => shape.vertex(across(x, y, SIZE.half), normal);

  const corners = CORNERS.map(([x, y]) => flat(x * span, y * span));
  if (!profile) {
    shape.quad(corners[0]!, corners[1]!, corners[2]!, corners[3]!);
    return;
  }
  const circle = Array.from({ length: segments }, (_, k) => {
    const angle = (k / segments) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });
  const rows = profile.map(({ r, z, nr, nz, shade }) =>
    circle.map(([c, s]) =>
      shape.vertex(across(r * c, r * s, SIZE.half + z), across(nr * c, nr * s, nz).normalize(), shade),
    ),
  );
  shape.weave(rows, true);

  const rim = profile[0]!.r;
  const edge = circle.map(([c, s]) => flat(rim * c, rim * s));
  const quarter = segments / 4;
  corners.forEach((corner, j) => {
    for (let k = 0; k < quarter; k++) {
      shape.triangle(corner, edge[j * quarter + k]!, edge[(j * quarter + k + 1) % segments]!);
    }
    shape.triangle(corner, corners[(j + 1) % 4]!, edge[((j + 1) * quarter) % segments]!);
  });
}

/** The twelve rounded edges, a little brighter than the faces so that they catch the light. */
function addEdges(shape: Shape): void {
  const span = SIZE.half - SIZE.bevel;
  for (const i of [0, 1, 2]) {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    for (const [si, sj] of CORNERS) {
      const rows = Array.from({ length: BEVEL_STEPS + 1 }, (_, t) => {
        const angle = ((t / BEVEL_STEPS) * Math.PI) / 2;
        const normal = new Vector3().setComponent(i, si * Math.cos(angle)).setComponent(j, sj * Math.sin(angle));
        return [1, -1].map((end) => {
          const middle = new Vector3().setComponent(i, si * span).setComponent(j, sj * span);
          middle.setComponent(k, end * span);
          return shape.vertex(middle.addScaledVector(normal, SIZE.bevel), normal, EDGE_SHADE);
        });
      });
      shape.weave(rows, false);
    }
  }
}

/** The eight rounded corners. */
function addCorners(shape: Shape): void {
  const span = SIZE.half - SIZE.bevel;
  const sine = (t: number) => Math.sin(((t / BEVEL_STEPS) * Math.PI) / 2);
  for (const z of [1, -1]) {
    for (const [x, y] of CORNERS) {
      const rows = Array.from({ length: BEVEL_STEPS + 1 }, (_, i) =>
        Array.from({ length: BEVEL_STEPS + 1 - i }, (_, j) => {
          const normal = new Vector3(x * sine(i), y * sine(j), 0);
          normal.z = z * Math.sqrt(Math.max(0, 1 - normal.x ** 2 - normal.y ** 2));
          normal.normalize();
          const point = new Vector3(x * span, y * span, z * span).addScaledVector(normal, SIZE.bevel);
          return shape.vertex(point, normal, EDGE_SHADE);
        }),
      );
      for (let i = 0; i < BEVEL_STEPS; i++) {
        for (let j = 0; j < BEVEL_STEPS - i; j++) {
          shape.triangle(rows[i]![j]!, rows[i + 1]![j]!, rows[i]![j + 1]!);
          if (j < BEVEL_STEPS - i - 1) shape.triangle(rows[i + 1]![j]!, rows[i + 1]![j + 1]!, rows[i]![j + 1]!);
        }
      }
    }
  }
}

/** A cube with domes on the given faces and recesses on the others. */
export function cubeGeometry(domes: readonly Direction[], { segments, rings }: Detail): BufferGeometry {
  const shape = new Shape();
  for (const direction of DIRECTIONS) {
    addFace(shape, direction, faceProfile(domes.includes(direction), rings), segments);
  }
  addEdges(shape);
  addCorners(shape);
  return shape.build();
}

/** The same cube with plain faces instead of recesses: for outlines, where a bowl would shine through. */
export function hullGeometry(domes: readonly Direction[]): BufferGeometry {
  const shape = new Shape();
  for (const direction of DIRECTIONS) {
    addFace(shape, direction, domes.includes(direction) ? faceProfile(true, COARSE.rings) : null, COARSE.segments);
  }
  addEdges(shape);
  addCorners(shape);
  return shape.build();
}

/** A shape turned round the z axis. */
function turned(profile: readonly Ring[], segments: number): BufferGeometry {
  const shape = new Shape();
  const rows = profile.map(({ r, z, nr, nz, shade }) =>
    Array.from({ length: segments }, (_, k) => {
      const angle = (k / segments) * 2 * Math.PI;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return shape.vertex(new Vector3(r * c, r * s, z), new Vector3(nr * c, nr * s, nz), shade);
    }),
  );
  shape.weave(rows, true);
  return shape.build();
}

/** Two balls joined by a neck that is one circle, tangent to both. */
export function sceptreGeometry({ segments }: Detail): BufferGeometry {
  const { footRadius: A, footHeight: a, tipRadius: T, tipHeight: t, waist } = SIZE;
  // The neck's radius q is found by bisection: its circle lies waist + q from the axis and touches both balls.
  const heightOf = (q: number) => ((A + q) ** 2 - (T + q) ** 2 - a * a + t * t) / (2 * (t - a));
  let [low, high] = [0.05, 4];
  for (let i = 0; i < 60; i++) {
    const q = (low + high) / 2;
    if ((waist + q) ** 2 + (heightOf(q) - a) ** 2 > (A + q) ** 2) low = q;
    else high = q;
  }
  const q = low;
  const neckZ = heightOf(q);
  const neckR = waist + q;

  const profile: Ring[] = [];
  const add = (r: number, z: number, nr: number, nz: number) =>
    profile.push({ r, z, nr, nz, shade: Math.min(1.08, 0.62 + 0.9 * Math.max(0, z + 0.02)) }); // stands *in* the recess
  const arc = (steps: number, from: number, to: number, put: (angle: number) => void) => {
    for (let i = 0; i <= steps; i++) put(from + ((to - from) * i) / steps);
  };
  const ball = (R: number, height: number) => (angle: number) =>
    add(R * Math.sin(angle), height + R * Math.cos(angle), Math.sin(angle), Math.cos(angle));

  arc(8, Math.PI * 0.62, Math.atan2(neckR, neckZ - a), ball(A, a));
  const upper = Math.atan2(t - neckZ, -neckR);
  const lower = Math.atan2(a - neckZ, -neckR);
  const sweep = ((upper - lower + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  arc(9, lower, lower + sweep, (angle) =>
    add(neckR + q * Math.cos(angle), neckZ + q * Math.sin(angle), -Math.cos(angle), -Math.sin(angle)),
  );
  arc(10, Math.atan2(neckR, neckZ - t), 0, ball(T, t));
  return turned(profile, segments);
}

// --- Marks ---------------------------------------------------------------------------------------------------------

/** A ring lying on z = 0. */
export function torusGeometry(radius: number, tube: number): BufferGeometry {
  const profile = Array.from({ length: 9 }, (_, i) => {
    const angle = (i / 8) * 2 * Math.PI;
    const [nr, nz] = [Math.cos(angle), Math.sin(angle)];
    return { r: radius + tube * nr, z: tube * nz, nr, nz, shade: 1 };
  });
  return turned(profile, 48);
}

/** A flat ring on z = 0, facing up; with `dots`, only that many strokes of it. */
export function bandGeometry(inner: number, outer: number, dots = 0): BufferGeometry {
  const shape = new Shape();
  const up = new Vector3(0, 0, 1);
  const pieces = dots || 1;
  const share = dots ? 0.55 : 1;
  const steps = dots ? 3 : 48;
  for (let piece = 0; piece < pieces; piece++) {
    const rows = [inner, outer].map((r) =>
      Array.from({ length: steps + 1 }, (_, k) => {
        const angle = ((piece + (share * k) / steps) / pieces) * 2 * Math.PI;
        return shape.vertex(new Vector3(r * Math.cos(angle), r * Math.sin(angle), 0), up);
      }),
    );
    shape.weave(rows, false);
  }
  return shape.build();
}

/** A square frame on z = 0, facing up. */
export function frameGeometry(half: number, width: number): BufferGeometry {
  const shape = new Shape();
  const up = new Vector3(0, 0, 1);
  const rows = [half - width, half].map((size) =>
    CORNERS.map(([x, y]) => shape.vertex(new Vector3(x * size, y * size, 0), up)),
  );
  shape.weave(rows, true);
  return shape.build();
}

/** A filled circle on z = 0, facing up. */
export function discGeometry(radius: number): BufferGeometry {
  return bandGeometry(0, radius);
}

/** An arrow head along +z with its tip at `length`. */
export function coneGeometry(radius: number, length: number): BufferGeometry {
  const slope = radius / Math.hypot(radius, length);
  const side = Math.sqrt(1 - slope * slope);
  return turned(
    [
      { r: 1e-4, z: 0, nr: 0, nz: -1, shade: 1 },
      { r: radius, z: 0, nr: 0, nz: -1, shade: 1 },
      { r: radius, z: 0, nr: side, nz: slope, shade: 1 },
      { r: 1e-4, z: length, nr: side, nz: slope, shade: 1 },
    ],
    20,
  );
}

/** A tube along a line of points, each with the surface normal below it; `color.r` holds the length so far. */
export function tubeGeometry(line: readonly { point: Vector3; normal: Vector3 }[], radius: number): BufferGeometry {
  const shape = new Shape();
  const sides = 8;
  let length = 0;
  const rows = line.map(({ point, normal }, i) => {
    const before = line[Math.max(0, i - 1)]!.point;
    const after = line[Math.min(line.length - 1, i + 1)]!.point;
    length += point.distanceTo(before);
    const across = after.clone().sub(before).cross(normal).normalize();
    const up = across.clone().cross(after.clone().sub(before)).normalize();
    return Array.from({ length: sides }, (_, k) => {
      const angle = (k / sides) * 2 * Math.PI;
      const out = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(up, Math.sin(angle));
      return shape.vertex(point.clone().addScaledVector(out, radius), out, length);
    });
  });
  shape.weave(rows, true);
  return shape.build();
}
