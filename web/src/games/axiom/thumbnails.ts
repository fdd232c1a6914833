/** Small pictures of a cube as it would be turned, seen from where the camera stands. */

import {
  AmbientLight,
  DirectionalLight,
  DoubleSide,
  GreaterDepth,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";
import { aim, fit, outline, type Pose as CameraPose, type Window } from "./camera";
import { bandGeometry, torusGeometry } from "./geometry";
import type { Palette } from "./palette";
import { kindOf, type Shapes, standing, turnOf } from "./pieces";
import { faceCentre } from "./route";
import type { Cell, Direction } from "./space";

const ORIGIN: Cell = [0, 0, 0];

export class Thumbnails {
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  readonly #light = new DirectionalLight();
  readonly #shapes: Shapes;
  readonly #cube: Mesh;
  readonly #rings = new Group();
  readonly #seen = new MeshBasicMaterial({ toneMapped: false });
  readonly #behind = new MeshBasicMaterial({
    toneMapped: false,
    transparent: true,
    depthFunc: GreaterDepth,
    depthWrite: false,
    side: DoubleSide,
  });
  readonly #ring = torusGeometry(0.36, 0.03);
  readonly #dots = bandGeometry(0.33, 0.39, 12);

  constructor(shapes: Shapes, environment: Texture | null) {
    this.#shapes = shapes;
    const material = environment
      ? new MeshStandardMaterial({ vertexColors: true, roughness: 0.46 })
      : new MeshLambertMaterial({ vertexColors: true });
    this.#cube = new Mesh(undefined, material);
    this.#scene.environment = environment;
    this.#scene.add(this.#cube, this.#rings, this.#light);
    if (!environment) this.#scene.add(new AmbientLight(0xffffff, 1.4));
  }

  /** Draws into the corner of the renderer's canvas that `window` gives; the caller copies it from there. */
  draw(
    renderer: WebGLRenderer,
    pose: CameraPose,
    window: Window,
    domes: readonly Direction[],
    seat: number,
    palette: Palette,
  ): void {
    this.#cube.geometry = this.#shapes.piece[kindOf(domes)];
    this.#cube.quaternion.copy(turnOf(domes));
    (this.#cube.material as MeshStandardMaterial).color.set(palette.cubes[seat ? 1 : 0]);
    this.#seen.color.set(palette.mark);
    this.#behind.color.set(palette.mark);
    this.#rings.clear();
    for (const direction of domes) {
      const face = { cell: ORIGIN, direction };
      for (const [shape, material, lift] of [
        [this.#ring, this.#seen, 0.01],
        [this.#dots, this.#behind, 0.04],
      ] as const) {
        const ring = new Mesh(shape, material);
        ring.position.copy(faceCentre(face, lift));
        ring.quaternion.copy(standing(direction));
        this.#rings.add(ring);
      }
    }
    const view = { ...pose, zoom: 1 };
    aim(this.#camera, view, fit(outline({ cubes: [], sceptres: [] }, [ORIGIN]), view, window), window);
    const angle = ((pose.azimuth - 38) * Math.PI) / 180;
    this.#light.position.set(Math.sin(angle) * 8, -Math.cos(angle) * 8, 10);
    this.#light.intensity = palette.keyLight;
    this.#scene.environmentIntensity = palette.environment;
    this.#scene.environmentRotation.z = (pose.azimuth * Math.PI) / 180;
    renderer.render(this.#scene, this.#camera);
  }

  dispose(): void {
    this.#ring.dispose();
    this.#dots.dispose();
    for (const material of [this.#seen, this.#behind, this.#cube.material as Material]) material.dispose();
  }
}
