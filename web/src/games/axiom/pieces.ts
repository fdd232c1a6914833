/** The pieces as they are drawn: all cubes with two instanced meshes, all sceptres with one. */

import {
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  Quaternion,
  Vector3,
} from "three";
import { cubeGeometry, type Detail, hullGeometry, sceptreGeometry, toVector } from "./geometry";
import type { Palette } from "./palette";
import { faceCentre } from "./route";
import type { Cube, Direction, Face, Position } from "./space";

export type PieceKind = "single" | "double" | "sceptre";

/** A piece somewhere in space, standing still or on its way. */
export interface Pose {
  readonly kind: PieceKind;
  readonly seat: number;
  readonly at: Vector3;
  readonly turn: Quaternion;
  readonly scale?: number;
}

const UP = new Vector3(0, 0, 1);
const MOST_PIECES = 16;

/** The shapes are modelled with their domes on z+ (single) or on z+ and x+ (double). */
const MODEL_DOMES = { single: ["z+"], double: ["z+", "x+"] } as const satisfies Record<string, readonly Direction[]>;

export function kindOf(domes: readonly Direction[]): "single" | "double" {
  return domes.length > 1 ? "double" : "single";
}

/** The turn that brings the model's domes to the given ones. */
export function turnOf(domes: readonly Direction[]): Quaternion {
  const z = toVector(domes[0]!);
  const x = domes[1] ? toVector(domes[1]) : new Vector3(z.y, z.z, z.x);
  const y = new Vector3().crossVectors(z, x);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
}

/** Of all turns that look like `to` (four for a single, two for a double), the one nearest to `from`. */
export function nearestTurn(from: Quaternion, to: Quaternion, kind: "single" | "double"): Quaternion {
  const axis = kind === "single" ? UP : new Vector3(1, 0, 1).normalize();
  const parts = kind === "single" ? 4 : 2;
  const same = Array.from({ length: parts }, (_, i) =>
    to.clone().multiply(new Quaternion().setFromAxisAngle(axis, (2 * Math.PI * i) / parts)),
  );
  return same.reduce((best, turn) => (from.angleTo(turn) < from.angleTo(best) ? turn : best));
}

export function standing(direction: Direction): Quaternion {
  return standingAlong(toVector(direction));
}

export function standingAlong(normal: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(UP, normal);
}

export function cubePose(cube: Cube, lift = 0): Pose {
  const at = new Vector3(...cube.cell).addScaledVector(UP, lift);
  return { kind: kindOf(cube.domes), seat: cube.seat, at, turn: turnOf(cube.domes) };
}

export function sceptrePose(face: Face, seat: number): Pose {
  return { kind: "sceptre", seat, at: faceCentre(face), turn: standing(face.direction) };
}

export function posesOf(position: Position): Pose[] {
  return [
    ...position.cubes.map((cube) => cubePose(cube)),
    ...position.sceptres.map((sceptre) => sceptrePose(sceptre, sceptre.seat)),
  ];
}

export function matrixOf({ at, turn, scale = 1 }: Pose): Matrix4 {
  return new Matrix4().compose(at, turn, new Vector3(scale, scale, scale));
}

/** The shapes themselves, shared by the pieces, their ghosts and their outlines. */
export class Shapes {
  readonly piece: Record<PieceKind, BufferGeometry>;
  readonly hull: Record<PieceKind, BufferGeometry>;

  constructor(detail: Detail) {
    const sceptre = sceptreGeometry(detail);
    this.piece = {
      single: cubeGeometry(MODEL_DOMES.single, detail),
      double: cubeGeometry(MODEL_DOMES.double, detail),
      sceptre,
    };
    this.hull = { single: hullGeometry(MODEL_DOMES.single), double: hullGeometry(MODEL_DOMES.double), sceptre };
  }

  dispose(): void {
    for (const shape of [...Object.values(this.piece), ...Object.values(this.hull)]) shape.dispose();
  }
}

export class Pieces {
  readonly group = new Group();
  readonly #meshes: Record<PieceKind, InstancedMesh>;

  constructor(shapes: Shapes, materials: { cube: Material; sceptre: Material }) {
    const mesh = (kind: PieceKind) => {
      const made = new InstancedMesh(
        shapes.piece[kind],
        kind === "sceptre" ? materials.sceptre : materials.cube,
        MOST_PIECES,
      );
      made.frustumCulled = false; // its bounds would be those of one piece
      made.castShadow = made.receiveShadow = true;
      made.instanceMatrix.setUsage(DynamicDrawUsage);
      this.group.add(made);
      return made;
    };
    this.#meshes = { single: mesh("single"), double: mesh("double"), sceptre: mesh("sceptre") };
  }

  show(poses: readonly Pose[], palette: Palette): void {
    const colour = new Color();
    for (const kind of Object.keys(this.#meshes) as PieceKind[]) {
      const mesh = this.#meshes[kind];
      const mine = poses.filter((pose) => pose.kind === kind);
      mine.forEach((pose, i) => {
        mesh.setMatrixAt(i, matrixOf(pose));
        mesh.setColorAt(i, colour.set((kind === "sceptre" ? palette.sceptres : palette.cubes)[pose.seat ? 1 : 0]));
      });
      mesh.count = mine.length;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of Object.values(this.#meshes)) mesh.dispose();
  }
}
