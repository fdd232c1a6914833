/**
 * Light, table and materials. The studio turns with the viewer, like a board on a turntable, so that both players and the
 * picture from behind see the same quality of light.
 */

import {
  BackSide,
  BoxGeometry,
  Color,
  Data3DTexture,
  DirectionalLight,
  Group,
  HemisphereLight,
  LinearFilter,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PMREMGenerator,
  RedFormat,
  Scene,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from "three";
import { discGeometry } from "./geometry";
import type { Palette } from "./palette";
import { bounds, type Position } from "./space";

const TABLE_HEIGHT = 0.505;
const TABLE_RADIUS = 12;

/** Where the key light stands: degrees left of the camera, then out and up in cells. */
const KEY_LIGHT = { left: 38, out: 8, up: 10 };

// --- Occlusion between cubes ---------------------------------------------------------------------------------------

const TEXTURE = { width: 24, height: 24, depth: 16 };
/** The texture's first layer is z = −1, two layers below the table's. */
const FIRST_LAYER = -1;

/** A small 3D texture of filled cells; two fetches a pixel give corners, towers and the contact shadow on the table. */
class CellShade {
  readonly #data = new Uint8Array(TEXTURE.width * TEXTURE.height * TEXTURE.depth);
  readonly #texture = new Data3DTexture(this.#data, TEXTURE.width, TEXTURE.height, TEXTURE.depth);
  /** The cell of the texture's first corner: it follows the group, which may drift as far as it likes. */
  readonly #origin = { value: new Vector3() };

  constructor() {
    this.#texture.format = RedFormat;
    this.#texture.minFilter = this.#texture.magFilter = LinearFilter;
    this.#texture.unpackAlignment = 1;
  }

  update(position: Position): void {
    const { low, high } = bounds(position);
    const corner = (axis: 0 | 1, size: number) => Math.round((low[axis] + high[axis]) / 2) - size / 2;
    this.#origin.value.set(corner(0, TEXTURE.width), corner(1, TEXTURE.height), FIRST_LAYER);
    const { x: x0, y: y0 } = this.#origin.value;
    this.#data.fill(0);
    for (const { cell } of position.cubes) {
      const [x, y, z] = [cell[0] - x0, cell[1] - y0, cell[2] - FIRST_LAYER];
      if (x < 0 || y < 0 || x >= TEXTURE.width || y >= TEXTURE.height || z >= TEXTURE.depth) continue;
      this.#data[x + TEXTURE.width * (y + TEXTURE.height * z)] = 255;
    }
    this.#texture.needsUpdate = true;
  }

  /** Adds the shade to a material. For a cube the face's normal counts, not that of a bowl or a rounded edge. */
  apply(material: MeshStandardMaterial, kind: "cube" | "round" | "table", extra: Extra = {}): MeshStandardMaterial {
    const normal = kind === "cube" ? FACE_NORMAL : "objectNormal";
    const table = kind === "table";
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { uCells: { value: this.#texture }, uOrigin: this.#origin }, extra.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec3 vPlace; varying vec3 vFace;")
        .replace("#include <project_vertex>", `#include <project_vertex>\n${placeAndFace(normal)}`);
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", `#include <common>\n${CELLS}\n${extra.head ?? ""}`)
        .replace("#include <color_fragment>", `#include <color_fragment>\n${extra.colour ?? ""}`)
        .replace("#include <aomap_fragment>", occlusion(table));
    };
    material.customProgramCacheKey = () => `cells-${kind}`;
    return material;
  }

  dispose(): void {
    this.#texture.dispose();
  }
}

interface Extra {
  readonly uniforms?: Record<string, { value: unknown }>;
  readonly head?: string;
  readonly colour?: string;
}

const FACE_NORMAL = `abs(position.x) > max(abs(position.y), abs(position.z)) ? vec3(sign(position.x), 0., 0.)
  : abs(position.y) > abs(position.z) ? vec3(0., sign(position.y), 0.) : vec3(0., 0., sign(position.z))`;

function placeAndFace(normal: string): string {
  return `
    vec4 place4 = vec4(transformed, 1.); vec4 face4 = vec4(${normal}, 0.);
    #ifdef USE_INSTANCING
      place4 = instanceMatrix * place4; face4 = instanceMatrix * face4;
    #endif
    vPlace = (modelMatrix * place4).xyz; vFace = mat3(modelMatrix) * face4.xyz;`;
}

const CELLS = `
  precision highp sampler3D; uniform sampler3D uCells; uniform vec3 uOrigin; varying vec3 vPlace; varying vec3 vFace;
  float filled(vec3 p) {
    return texture(uCells, (p - uOrigin + .5) / vec3(${TEXTURE.width}., ${TEXTURE.height}., ${TEXTURE.depth}.)).r;
  }`;

function occlusion(table: boolean): string {
  const nearTable = table ? "" : "occ += .3 * smoothstep(1.1, .5, vPlace.z) * (1. - max(face.z, 0.));";
  return `
    vec3 face = normalize(vFace);
    float occ = .62 * filled(vPlace + face * .55) + .38 * filled(vPlace + face * 1.05);
    ${nearTable}
    float open = 1. - ${table ? ".95" : ".85"} * clamp(occ, 0., 1.);
    reflectedLight.indirectDiffuse *= open; reflectedLight.indirectSpecular *= open;
    reflectedLight.directDiffuse *= mix(1., open, .35);`;
}

// --- Table ---------------------------------------------------------------------------------------------------------

/** A disc under the group that melts into the page, with a hairline grid of cells that fades sooner. */
class Table {
  readonly mesh: Mesh;
  readonly #grid = { value: new Color() };
  /** The group's middle and how far the table reaches round it. */
  readonly #group = { value: new Vector3() };
  readonly #material: MeshStandardMaterial | MeshBasicMaterial;

  constructor(shade: CellShade | null) {
    const extra: Extra = {
      uniforms: { uGrid: this.#grid, uGroup: this.#group },
      head: "uniform vec3 uGrid; uniform vec3 uGroup;",
      colour: `
        float out_ = max(0., distance(vPlace.xy, uGroup.xy) - uGroup.z);
        vec2 line = abs(fract(vPlace.xy) - .5) / fwidth(vPlace.xy);
        float ink = (1. - smoothstep(.5, 1.6, min(line.x, line.y))) * (1. - smoothstep(.8, 3.2, out_));
        diffuseColor.rgb = mix(diffuseColor.rgb, uGrid, ink);
        diffuseColor.a = ${shade ? "1." : ".5"} - ${shade ? "1." : ".5"} * smoothstep(0., 4.6, out_);`,
    };
    const look = { transparent: true, depthWrite: false };
    if (shade) {
      this.#material = shade.apply(new MeshStandardMaterial({ ...look, roughness: 0.95 }), "table", extra);
    } else {
      this.#material = new MeshBasicMaterial({ ...look, toneMapped: false });
      this.#material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, extra.uniforms);
        shader.vertexShader = shader.vertexShader
          .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;")
          .replace(
            "#include <project_vertex>",
            "#include <project_vertex>\nvPlace = (modelMatrix * vec4(transformed, 1.)).xyz;",
          );
        shader.fragmentShader = shader.fragmentShader
          .replace("#include <common>", `#include <common>\nvarying vec3 vPlace; ${extra.head}`)
          .replace("#include <color_fragment>", extra.colour!);
      };
    }
    this.mesh = new Mesh(discGeometry(TABLE_RADIUS), this.#material);
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = -1;
  }

  paint(palette: Palette): void {
    this.#material.color.set(palette.table);
    this.#grid.value.set(palette.grid);
  }

  update(position: Position): void {
    const { low, high } = bounds(position);
    const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    const radius = Math.hypot(high[0] - low[0], high[1] - low[1]) / 2;
    this.#group.value.set(x, y, Math.max(2.6, radius + 0.9));
    this.mesh.position.set(x, y, TABLE_HEIGHT);
    this.mesh.scale.setScalar((this.#group.value.z + 4.6) / TABLE_RADIUS);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.#material.dispose();
  }
}

// --- Environment ---------------------------------------------------------------------------------------------------

/** Our own five-box studio as an environment map; no picture has to be loaded. Seen from azimuth 0. */
function environment(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const box = (size: [number, number, number], at: [number, number, number], light: number, inside = false) => {
    const material = new MeshBasicMaterial(inside ? { side: BackSide } : {});
    material.color.setScalar(light);
    const mesh = new Mesh(new BoxGeometry(...size), material);
    mesh.position.set(...at);
    room.add(mesh);
  };
  box([20, 20, 12], [0, 0, 4], 0.36, true);
  box([18, 18, 0.2], [0, 0, -1.7], 0.22);
  box([6.5, 6.5, 0.2], [0, -1, 9.5], 7);
  box([0.2, 6, 5], [-9.5, -3, 4.5], 5);
  box([0.2, 5, 4], [9.5, -2, 4], 4);
  box([8, 0.2, 1.4], [0, 9.5, 8], 5);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.035);
  generator.dispose();
  room.traverse((thing) => {
    if (!(thing instanceof Mesh)) return;
    thing.geometry.dispose();
    (thing.material as Material).dispose();
  });
  return texture;
}

// --- The studio ----------------------------------------------------------------------------------------------------

export interface PieceMaterials {
  readonly cube: MeshStandardMaterial | MeshLambertMaterial;
  readonly sceptre: MeshStandardMaterial | MeshLambertMaterial;
  readonly ghost: MeshStandardMaterial | MeshLambertMaterial;
}

export class Studio {
  readonly group = new Group();
  readonly materials: PieceMaterials;
  readonly #shade: CellShade | null;
  readonly #table: Table;
  readonly #key = new DirectionalLight();
  readonly #environment: Texture | null;
  readonly #scene: Scene;
  readonly #middle = new Vector3();

  /** `low`: no environment, no shadow, no occlusion; for slow machines. */
  constructor(scene: Scene, renderer: WebGLRenderer, low: boolean) {
    this.#scene = scene;
    this.#shade = low ? null : new CellShade();
    this.#table = new Table(this.#shade);
    this.#environment = low ? null : environment(renderer);
    scene.environment = this.#environment;
    this.materials = low ? plainMaterials() : fineMaterials(this.#shade!);
    this.group.add(this.#table.mesh, this.#key, this.#key.target);
    if (low) this.group.add(new HemisphereLight(0xffffff, 0x9aa0aa, 1.7));
    else this.#castShadows();
    scene.add(this.group);
  }

  #castShadows(): void {
    const { shadow } = this.#key;
    this.#key.castShadow = true;
    shadow.mapSize.set(2048, 2048);
    shadow.radius = 5;
    shadow.normalBias = 0.02;
    shadow.bias = -0.0006;
  }

  paint(palette: Palette): void {
    this.#table.paint(palette);
    this.#key.intensity = palette.keyLight;
    this.#scene.environmentIntensity = palette.environment;
  }

  update(position: Position): void {
    this.#table.update(position);
    this.#shade?.update(position);
    const { low, high } = bounds(position);
    this.#middle.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (high[2] + 1) / 2);
    const reach = Math.hypot(high[0] - low[0] + 1, high[1] - low[1] + 1, high[2]) / 2 + 1.5;
    const { camera } = this.#key.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.far = 40;
    camera.updateProjectionMatrix();
  }

  /** Turns the light with the viewer. */
  face(azimuth: number): void {
    const angle = ((azimuth - KEY_LIGHT.left) * Math.PI) / 180;
    this.#key.position.set(Math.sin(angle) * KEY_LIGHT.out, -Math.cos(angle) * KEY_LIGHT.out, KEY_LIGHT.up);
    this.#key.position.add(this.#middle);
    this.#key.target.position.copy(this.#middle);
    this.#scene.environmentRotation.z = (azimuth * Math.PI) / 180;
  }

  dispose(): void {
    this.#scene.remove(this.group);
    this.#scene.environment = null;
    this.#table.dispose();
    this.#shade?.dispose();
    this.#environment?.dispose();
    this.#key.dispose();
    for (const material of Object.values(this.materials)) material.dispose();
  }
}

const GHOST = { vertexColors: true, transparent: true, depthWrite: false };

function fineMaterials(shade: CellShade): PieceMaterials {
  return {
    cube: shade.apply(new MeshStandardMaterial({ vertexColors: true, roughness: 0.46 }), "cube"),
    sceptre: shade.apply(new MeshStandardMaterial({ vertexColors: true, roughness: 0.3 }), "round"),
    ghost: new MeshStandardMaterial({ ...GHOST, roughness: 0.4 }),
  };
}

function plainMaterials(): PieceMaterials {
  return {
    cube: new MeshLambertMaterial({ vertexColors: true }),
    sceptre: new MeshLambertMaterial({ vertexColors: true }),
    ghost: new MeshLambertMaterial(GHOST),
  };
}
