/**
 * What is drawn on and around the pieces: targets, the chosen piece, the ghost of a preview, the line of a walk, the last
 * move, the end. One accent; the shape tells the meaning, colour only helps, and every amber line has a dark casing.
 */

import {
  BackSide,
  BufferAttribute,
  type BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type MeshLambertMaterial,
  type MeshStandardMaterial,
  ShaderMaterial,
  Vector3,
} from "three";
import { bandGeometry, coneGeometry, frameGeometry, hullGeometry, torusGeometry, tubeGeometry } from "./geometry";
import type { Palette } from "./palette";
import { cubePose, matrixOf, type Pose, sceptrePose, type Shapes, standing, standingAlong } from "./pieces";
import { faceCentre, trimmed, walkLine } from "./route";
import type { MovePreview as Move, Step } from "./scene";
import { type Cell, cubeAt, type Direction, type Face, type Position, sameCell, sceptreOn } from "./space";
import type { Piece, Target } from "./targets";

/** A chosen cube floats: nothing can stand on it, and between its neighbours an outline would drown. */
export const FLOAT = 0.4;

export interface MarkSet {
  readonly movable: readonly Piece[];
  readonly chosen: Piece | null;
  readonly targets: readonly Target[];
  /** The move whose ghost and line are shown. */
  readonly preview: Move | null;
  /** A cell has been chosen for the cube: the other cells step back. */
  readonly settled: boolean;
  readonly pending: Move | null;
  readonly hint: Move | null;
  readonly last: readonly Step[];
  readonly decided: Cell | null;
  readonly throughWalls: boolean;
}

export const NO_MARKS: MarkSet = {
  movable: [],
  chosen: null,
  targets: [],
  preview: null,
  settled: false,
  pending: null,
  hint: null,
  last: [],
  decided: null,
  throughWalls: true,
};

type Ink = "mark" | "casing" | "warning" | "last" | "hint";
const INKS: readonly Ink[] = ["mark", "casing", "warning", "last", "hint"];

const MOST_STAMPS = 64;
const LIFT = 0.012;
const TOKEN = 0.4;
const GHOST_OPACITY = { sceptre: 0.68, single: 0.85, double: 0.85 } as const;
const LINE = { lift: 0.075, radius: 0.034, casing: 0.052, head: 0.3, tail: 0.5 };
const ARROW = { radius: 0.1, length: 0.17 };

/** Where a mark lies flat on a face. */
function onFace(face: Face, lift = LIFT): Matrix4 {
  return new Matrix4().compose(faceCentre(face, lift), standing(face.direction), ONE);
}

/** Where a frame lies on what carries a cell. */
function underCell([x, y, z]: Cell): Matrix4 {
  return new Matrix4().makeTranslation(x, y, z - 0.5 + 2 * LIFT);
}

const ONE = new Vector3(1, 1, 1);

/** The same mark in many places, with one draw call. */
class Stamp {
  readonly mesh: InstancedMesh;

  constructor(geometry: BufferGeometry, material: Material, order: number) {
    this.mesh = new InstancedMesh(geometry, material, MOST_STAMPS);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.count = 0;
  }

  set(places: readonly Matrix4[]): void {
    this.mesh.count = Math.min(places.length, MOST_STAMPS);
    places.slice(0, MOST_STAMPS).forEach((place, i) => this.mesh.setMatrixAt(i, place));
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
  }
}

const OUTLINE_SHADERS = {
  vertexShader: `uniform float width;
    void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position + normal * width, 1.); }`,
  fragmentShader: `uniform vec3 ink;
    void main() { gl_FragColor = vec4(ink, 1.);
      #include <colorspace_fragment>
    }`,
};

const DASH_SHADERS = {
  vertexShader: `varying float vLength;
    void main() { vLength = color.r; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }`,
  fragmentShader: `uniform vec3 ink; uniform float alpha; uniform float time; uniform vec2 stroke; varying float vLength;
    void main() {
      if (fract(vLength / .24 - time + stroke.x) > stroke.y) discard;
      gl_FragColor = vec4(ink, alpha);
      #include <colorspace_fragment>
    }`,
};

const HATCH_SHADERS = {
  vertexShader: `varying vec3 vPlace;
    void main() { vec4 at = modelMatrix * vec4(position, 1.); vPlace = at.xyz; gl_Position = projectionMatrix * viewMatrix * at; }`,
  fragmentShader: `uniform vec3 ink; uniform float alpha; varying vec3 vPlace;
    void main() {
      if (fract((vPlace.x + vPlace.y + vPlace.z) * 6.) > .5) discard;
      gl_FragColor = vec4(ink, alpha);
      #include <colorspace_fragment>
    }`,
};

export class Marks {
  readonly group = new Group();
  readonly #shapes: Shapes;
  readonly #inks = Object.fromEntries(INKS.map((ink) => [ink, new Color()])) as Record<Ink, Color>;
  readonly #time = { value: 0 };
  readonly #plain: Record<Ink, MeshBasicMaterial>;
  readonly #stamps: Record<string, Stamp> = {};
  readonly #outlineMaterials = new Map<string, ShaderMaterial>();
  readonly #outlines = new Group();
  readonly #hatchMaterial: ShaderMaterial;
  readonly #hatch: Mesh;
  readonly #ghost: Ghost;
  readonly #line: Line;

  constructor(shapes: Shapes, ghostMaterial: MeshStandardMaterial | MeshLambertMaterial) {
    this.#shapes = shapes;
    this.#plain = Object.fromEntries(
      INKS.map((ink) => [ink, new MeshBasicMaterial({ toneMapped: false })]),
    ) as unknown as Record<Ink, MeshBasicMaterial>;
    this.#makeStamps();
    this.#hatchMaterial = new ShaderMaterial({
      ...HATCH_SHADERS,
      uniforms: { ink: { value: this.#inks.warning }, alpha: { value: 0.66 } },
      transparent: true,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -1,
    });
    this.#hatch = new Mesh(shapes.piece.single, this.#hatchMaterial);
    this.#hatch.renderOrder = 1;
    this.#ghost = new Ghost(ghostMaterial);
    this.#line = new Line(this.#inks, this.#time);
    this.group.add(this.#outlines, this.#hatch, this.#ghost.group, this.#line.group);
  }

  #makeStamps(): void {
    const glow = bandGeometry(0, 0.31);
    const shades = glow.getAttribute("color");
    const alphas = new Float32Array(shades.count * 4).fill(1);
    for (let i = 0; i < shades.count; i++) alphas[4 * i + 3] = i < shades.count / 2 ? 0.16 : 0.66; // middle, then rim
    glow.setAttribute("color", new BufferAttribute(alphas, 4));
    const seeThrough = { toneMapped: false, transparent: true, depthWrite: false };

    const add = (name: string, geometry: BufferGeometry, material: Material, order: number) => {
      const stamp = new Stamp(geometry, material, order);
      this.#stamps[name] = stamp;
      this.group.add(stamp.mesh);
    };
    const { mark, casing, last, hint } = this.#plain;
    add("target", torusGeometry(0.338, 0.028), mark, 2);
    add("targetCasing", bandGeometry(0.338 - 0.046, 0.338 + 0.046), casing, 1);
    add("glow", glow, new MeshBasicMaterial({ ...seeThrough, vertexColors: true }), 1);
    add("winning", torusGeometry(0.425, 0.02), mark, 2);
    add("winningCasing", bandGeometry(0.425 - 0.034, 0.425 + 0.034), casing, 1);
    add("movable", torusGeometry(0.36, 0.02), mark, 2);
    add("movableCasing", bandGeometry(0.36 - 0.034, 0.36 + 0.034), casing, 1);
    add("top", frameGeometry(0.455, 0.024), mark, 2);
    add("topCasing", frameGeometry(0.468, 0.05), casing, 1);
    add("cell", frameGeometry(0.455, 0.03), mark, 2);
    add("cellCasing", frameGeometry(0.468, 0.056), casing, 1);
    add("thinCell", frameGeometry(0.455, 0.018), mark, 2);
    add(
      "token",
      hullGeometry([]),
      new MeshBasicMaterial({ ...seeThrough, depthWrite: true, vertexColors: true, opacity: 0.86 }),
      2,
    );
    add("from", torusGeometry(0.345, 0.014), last, 2);
    add("to", torusGeometry(0.375, 0.014), last, 2);
    add("stood", frameGeometry(0.455, 0.026), last, 2);
    add("advice", torusGeometry(0.338, 0.028), hint, 2);
    add("adviceCell", frameGeometry(0.455, 0.034), hint, 2);
    add(
      "hidden",
      bandGeometry(0.338 - 0.026, 0.338 + 0.026, 16),
      new MeshBasicMaterial({ ...seeThrough, opacity: 0.62, depthFunc: GreaterDepth, side: DoubleSide }),
      5,
    );
  }

  paint(palette: Palette): void {
    for (const ink of INKS) {
      this.#inks[ink].set(palette[ink]);
      this.#plain[ink].color.set(palette[ink]);
    }
    for (const name of ["glow", "token", "hidden"]) {
      (this.#stamps[name]!.mesh.material as MeshBasicMaterial).color.set(palette.mark);
    }
  }

  /** Moves the dashes: about one period a second. */
  tick(seconds: number): void {
    this.#time.value = seconds % 1000;
  }

  get hasDashes(): boolean {
    return this.#line.group.visible;
  }

  show(marks: MarkSet, position: Position, palette: Palette): void {
    const { preview, hint, pending } = marks;
    this.#outlines.clear();
    this.#showMovable(marks, position);
    this.#showTargets(marks);
    this.#showLast(marks, position);
    this.#showChosen(marks, position);
    this.#showRemoved(preview, position);

    const ghost = preview ?? pending ?? hint;
    const pose = ghost ? arrival(ghost, position) : null;
    this.#ghost.show(pose, this.#shapes, palette, pose ? GHOST_OPACITY[pose.kind] : 0);
    if (pose && pose.kind !== "sceptre") this.#outline(pose, ghost === hint ? "hint" : "mark", 0.028);
    const advised = hint && !preview ? departure(hint, position) : null;
    if (advised) this.#outline(advised, "hint", 0.035);

    const won = marks.decided ? marks.last.find((step) => step.kind === "walk") : undefined;
    const route = preview?.route ?? (pending ? [] : (hint?.route ?? won?.route ?? []));
    this.#line.show(route, !preview && hint ? "hint" : "mark");

    this.#stamp("advice", hint?.direction ? [onFace({ cell: hint.target, direction: hint.direction })] : []);
    this.#stamp("adviceCell", hint && !hint.direction ? [underCell(hint.target)] : []);
  }

  #stamp(name: string, places: readonly Matrix4[]): void {
    this.#stamps[name]!.set(places);
  }

  #showMovable({ movable, preview }: MarkSet, position: Position): void {
    const feet = movable.flatMap(({ kind, cell }) => {
      const sceptre = kind === "sceptre" ? sceptreOn(position, cell) : undefined;
      return sceptre ? [sceptre] : [];
    });
    const tops = movable.filter(({ kind }) => kind === "cube").map(({ cell }) => ({ cell, direction: "z+" }) as Face);
    const domes: Face[] = preview ? preview.domes.map((direction) => ({ cell: preview.target, direction })) : [];
    const rings = [...feet, ...domes];
    this.#stamp(
      "movable",
      rings.map((face) => onFace(face, 0.02)),
    );
    this.#stamp(
      "movableCasing",
      rings.map((face) => onFace(face)),
    );
    this.#stamp(
      "top",
      tops.map((face) => onFace(face, 0.014)),
    );
    this.#stamp(
      "topCasing",
      tops.map((face) => onFace(face, 0.008)),
    );
  }

  #showTargets({ targets, settled, throughWalls }: MarkSet): void {
    const faces = targets.flatMap(({ cell, direction }) => (direction ? [{ cell, direction }] : []));
    const winning = targets.flatMap(({ cell, direction, ways }) =>
      direction && ways[0].wins ? [{ cell, direction }] : [],
    );
    const cells = targets.filter(({ direction }) => !direction).map(({ cell }) => cell);
    this.#stamp(
      "target",
      faces.map((face) => onFace(face, 0.016)),
    );
    this.#stamp(
      "targetCasing",
      faces.map((face) => onFace(face, 0.008)),
    );
    this.#stamp(
      "glow",
      faces.map((face) => onFace(face, 0.004)),
    );
    this.#stamp("hidden", throughWalls ? faces.map((face) => onFace(face, 0.05)) : []);
    this.#stamp(
      "winning",
      winning.map((face) => onFace(face, 0.016)),
    );
    this.#stamp(
      "winningCasing",
      winning.map((face) => onFace(face, 0.008)),
    );
    this.#stamp("cell", settled ? [] : cells.map(underCell));
    this.#stamp("cellCasing", settled ? [] : cells.map((cell) => lowered(underCell(cell))));
    this.#stamp("thinCell", settled ? cells.map(underCell) : []);
    const size = new Matrix4().makeScale(TOKEN, TOKEN, TOKEN);
    this.#stamp(
      "token",
      settled ? [] : cells.map(([x, y, z]) => new Matrix4().makeTranslation(x, y, z).multiply(size)),
    );
  }

  #showChosen({ chosen, decided }: MarkSet, position: Position): void {
    if (chosen?.kind === "cube") {
      const cube = cubeAt(position, chosen.cell);
      if (cube) this.#outline(cubePose(cube, FLOAT), "mark", 0.035);
    } else if (chosen) {
      const sceptre = sceptreOn(position, chosen.cell);
      if (sceptre) this.#outline(sceptrePose(sceptre, sceptre.seat), "mark", 0.035);
    }
    if (!decided) return;
    const cube = cubeAt(position, decided);
    if (cube) this.#outline(cubePose(cube), "mark", 0.05);
    const standing = position.sceptres.filter(({ cell }) => sameCell(cell, decided));
    for (const sceptre of standing) this.#outline(sceptrePose(sceptre, sceptre.seat), "mark", 0.04);
    this.#stamp(
      "target",
      standing.map((face) => onFace(face, 0.016)),
    );
    this.#stamp(
      "targetCasing",
      standing.map((face) => onFace(face, 0.008)),
    );
  }

  #showLast({ last, chosen, decided }: MarkSet, position: Position): void {
    const walk = last.find((step) => step.kind === "walk");
    const carry = last.find((step) => step.kind === "carry");
    const start = walk?.route[0];
    const end = walk?.route.at(-1);
    const startStands = start && cubeAt(position, start.cell);
    this.#stamp("from", start && startStands ? [onFace(start, 0.01)] : []);
    this.#stamp("to", end && !decided ? [onFace(end, 0.01)] : []);
    const gone = last.filter((step) => step.kind === "remove").map((step) => step.origin);
    this.#stamp("stood", [...(carry ? [carry.origin] : []), ...gone].map(underCell));
    const cube = carry && cubeAt(position, carry.target);
    if (cube && !(chosen && sameCell(chosen.cell, cube.cell))) this.#outline(cubePose(cube), "last", 0.022);
  }

  #showRemoved(preview: Move | null, position: Position): void {
    const cube = preview?.removes ? cubeAt(position, preview.removes) : undefined;
    this.hatch(cube ? cubePose(cube) : null);
    if (cube) this.#outline(cubePose(cube), "warning", 0.03);
  }

  /** Hatches a cube that will leave the board. */
  hatch(pose: Pose | null): void {
    this.#hatch.visible = pose !== null;
    if (!pose) return;
    this.#hatch.geometry = this.#shapes.piece[pose.kind];
    place(this.#hatch, pose);
  }

  /** A piece that is not quite there, for the fading of an eliminated cube. */
  ghost(pose: Pose | null, palette: Palette, opacity: number): void {
    this.#ghost.show(pose, this.#shapes, palette, opacity);
  }

  /** A line round a piece: its hull, turned inside out and a little larger; where the ink is pale, with a dark one behind. */
  #outline(pose: Pose, ink: Ink, width: number): void {
    const widths: [Ink, number][] = [[ink, width]];
    if (ink === "mark" || ink === "hint") widths.push(["casing", width + 0.012]);
    for (const [colour, size] of widths) {
      const mesh = new Mesh(this.#shapes.hull[pose.kind], this.#outlineMaterial(colour, size));
      place(mesh, pose);
      this.#outlines.add(mesh);
    }
  }

  #outlineMaterial(ink: Ink, width: number): ShaderMaterial {
    const key = `${ink} ${width}`;
    let material = this.#outlineMaterials.get(key);
    if (!material) {
      material = new ShaderMaterial({
        ...OUTLINE_SHADERS,
        uniforms: { ink: { value: this.#inks[ink] }, width: { value: width } },
        side: BackSide,
      });
      this.#outlineMaterials.set(key, material);
    }
    return material;
  }

  dispose(): void {
    for (const stamp of Object.values(this.#stamps)) {
      (stamp.mesh.material as Material).dispose();
      stamp.dispose();
    }
    for (const material of this.#outlineMaterials.values()) material.dispose();
    this.#hatchMaterial.dispose();
    this.#ghost.dispose();
    this.#line.dispose();
  }
}

function lowered(matrix: Matrix4): Matrix4 {
  return matrix.multiply(new Matrix4().makeTranslation(0, 0, -LIFT / 2));
}

function place(mesh: Mesh, pose: Pose): void {
  matrixOf(pose).decompose(mesh.position, mesh.quaternion, mesh.scale);
}

/** Where the piece that a move takes stands now. */
function departure(move: Move, position: Position): Pose | null {
  const sceptre = move.piece === "sceptre" ? sceptreOn(position, move.origin) : undefined;
  const cube = move.piece === "cube" ? cubeAt(position, move.origin) : undefined;
  return sceptre ? sceptrePose(sceptre, sceptre.seat) : cube ? cubePose(cube) : null;
}

/** Where the moved piece will stand. */
function arrival(move: Move, position: Position): Pose | null {
  if (move.direction) return sceptrePose({ cell: move.target, direction: move.direction }, move.seat);
  const cube = cubeAt(position, move.origin);
  return cube ? cubePose({ ...cube, cell: move.target, domes: move.domes as Direction[] }) : null;
}

/** A piece seen half through, after a pass that only fills the depth buffer, so that no insides show. */
class Ghost {
  readonly group = new Group();
  readonly #depth = new Mesh(undefined, new MeshBasicMaterial({ colorWrite: false }));
  readonly #body: Mesh;
  readonly #material: MeshStandardMaterial | MeshLambertMaterial;

  constructor(material: MeshStandardMaterial | MeshLambertMaterial) {
    this.#material = material;
    this.#body = new Mesh(undefined, material);
    this.#depth.renderOrder = 3;
    this.#body.renderOrder = 4;
    (this.#depth.material as MeshBasicMaterial).transparent = true; // sorted with the see-through things
    this.group.add(this.#depth, this.#body);
  }

  show(pose: Pose | null, shapes: Shapes, palette: Palette, opacity: number): void {
    this.group.visible = pose !== null;
    if (!pose) return;
    this.#material.color.set((pose.kind === "sceptre" ? palette.sceptres : palette.cubes)[pose.seat ? 1 : 0]);
    this.#material.opacity = opacity;
    for (const mesh of [this.#depth, this.#body]) {
      mesh.geometry = shapes.piece[pose.kind];
      place(mesh, pose);
    }
  }

  dispose(): void {
    (this.#depth.material as Material).dispose();
  }
}

/** The line of a walk: dashes in a dark casing with an arrow at the end; where it is hidden, fainter. */
class Line {
  readonly group = new Group();
  readonly #inks: Record<Ink, Color>;
  readonly #dashes: ShaderMaterial;
  readonly #hidden: ShaderMaterial;
  readonly #casing: ShaderMaterial;
  readonly #tubes: Mesh[];
  readonly #arrow: Mesh;
  readonly #arrowCasing: Mesh;
  readonly #cone = coneGeometry(ARROW.radius, ARROW.length);

  constructor(inks: Record<Ink, Color>, time: { value: number }) {
    this.#inks = inks;
    const dash = (ink: Color, alpha: number, [shift, length]: [number, number], options: object) =>
      new ShaderMaterial({
        ...DASH_SHADERS,
        vertexColors: true,
        transparent: true,
        uniforms: {
          ink: { value: ink },
          alpha: { value: alpha },
          time,
          stroke: { value: [shift, length] },
        },
        ...options,
      });
    this.#dashes = dash(inks.mark, 1, [0, 0.56], {});
    this.#casing = dash(inks.casing, 1, [0.07, 0.7], { side: BackSide });
    this.#hidden = dash(inks.mark, 0.34, [0, 0.56], { depthFunc: GreaterDepth, depthWrite: false });
    this.#tubes = [this.#casing, this.#dashes, this.#hidden].map((material, i) => {
      const mesh = new Mesh(undefined, material);
      mesh.renderOrder = 6 + i;
      return mesh;
    });
    const solid = (ink: Color, width: number, side: object) =>
      new ShaderMaterial({
        ...OUTLINE_SHADERS,
        transparent: true,
        uniforms: { ink: { value: ink }, width: { value: width } },
        ...side,
      });
    this.#arrow = new Mesh(this.#cone, solid(inks.mark, 0, {}));
    this.#arrowCasing = new Mesh(this.#cone, solid(inks.casing, 0.018, { side: BackSide }));
    this.#arrow.renderOrder = 7;
    this.#arrowCasing.renderOrder = 6;
    this.group.add(...this.#tubes, this.#arrow, this.#arrowCasing);
    this.group.visible = false;
  }

  show(route: readonly Face[], ink: Ink): void {
    const [casing, dashes, hidden] = this.#tubes as [Mesh, Mesh, Mesh];
    casing.geometry.dispose();
    dashes.geometry.dispose();
    this.group.visible = route.length > 1;
    if (!this.group.visible) return;
    for (const material of [this.#dashes, this.#hidden, this.#arrow.material as ShaderMaterial]) {
      material.uniforms.ink!.value = this.#inks[ink];
    }
    const line = trimmed(walkLine(route, LINE.lift), LINE.head, LINE.tail);
    casing.geometry = tubeGeometry(line, LINE.casing);
    dashes.geometry = hidden.geometry = tubeGeometry(line, LINE.radius);
    const [before, end] = [line.at(-2)!.point, line.at(-1)!.point];
    const ahead = end.clone().sub(before).normalize();
    for (const mesh of [this.#arrow, this.#arrowCasing]) {
      mesh.position.copy(end);
      mesh.quaternion.copy(standingAlong(ahead));
    }
  }

  dispose(): void {
    for (const mesh of [...this.#tubes, this.#arrow, this.#arrowCasing]) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
    }
  }
}
