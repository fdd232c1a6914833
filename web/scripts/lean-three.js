/**
 * three.js without what a board of cubes never needs, as a Vite plugin: built from its sources, with shaders squeezed and
 * whole parts left out (headsets, fog, skins, glass, …). Saves about a fifth; Axiom's budget of 150 kB needs it.
 */

import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../node_modules/three/src/", import.meta.url));

/** Shaders of materials that are never made, and the parts of others that lie behind an `#ifdef` nobody defines. */
const EMPTY_SHADERS = [
  ...["background", "backgroundCube", "distance", "equirect", "linedashed", "meshmatcap", "meshnormal", "meshphong"],
  ...["meshtoon", "points", "shadow", "sprite", "vsm"],
].map((name) => `renderers/shaders/ShaderLib/${name}.glsl.js`);

const EMPTY_CHUNKS = [
  ...["alphahash_fragment", "alphahash_pars_fragment", "alphamap_fragment", "alphamap_pars_fragment"],
  ...["batching_pars_vertex", "batching_vertex", "bumpmap_pars_fragment", "clearcoat_normal_fragment_begin"],
  ...["clearcoat_normal_fragment_maps", "clearcoat_pars_fragment", "clipping_planes_fragment"],
  ...["clipping_planes_pars_fragment", "clipping_planes_pars_vertex", "clipping_planes_vertex"],
  ...["displacementmap_pars_vertex", "displacementmap_vertex", "dithering_fragment", "dithering_pars_fragment"],
  ...[
    "emissivemap_fragment",
    "emissivemap_pars_fragment",
    "envmap_fragment",
    "envmap_pars_fragment",
    "envmap_pars_vertex",
  ],
  ...[
    "envmap_vertex",
    "fog_fragment",
    "fog_pars_fragment",
    "fog_pars_vertex",
    "fog_vertex",
    "gradientmap_pars_fragment",
  ],
  ...["iridescence_fragment", "iridescence_pars_fragment", "lightmap_pars_fragment", "lightprobes_pars_fragment"],
  ...["lights_phong_fragment", "lights_phong_pars_fragment", "lights_toon_fragment", "lights_toon_pars_fragment"],
  ...["logdepthbuf_fragment", "logdepthbuf_pars_fragment", "logdepthbuf_pars_vertex", "logdepthbuf_vertex"],
  ...[
    "map_fragment",
    "map_pars_fragment",
    "map_particle_fragment",
    "map_particle_pars_fragment",
    "metalnessmap_pars_fragment",
  ],
  ...[
    "morphcolor_vertex",
    "morphinstance_vertex",
    "morphnormal_vertex",
    "morphtarget_pars_vertex",
    "morphtarget_vertex",
  ],
  ...["normal_fragment_maps", "normalmap_pars_fragment", "roughnessmap_pars_fragment", "skinbase_vertex"],
  ...[
    "skinning_pars_vertex",
    "skinning_vertex",
    "skinnormal_vertex",
    "specularmap_pars_fragment",
    "transmission_fragment",
  ],
  ...["transmission_pars_fragment", "uv_pars_fragment", "uv_pars_vertex", "uv_vertex"],
].map((name) => `renderers/shaders/ShaderChunk/${name}.glsl.js`);

/** Parts of the renderer that would only ever do nothing here. */
const STAND_INS = {
  "renderers/webxr/WebXRManager.js": `export class WebXRManager {
    enabled = false; isPresenting = false;
    addEventListener() {} removeEventListener() {} dispose() {} setAnimationLoop() {}
    getEnvironmentBlendMode() {} hasDepthSensing() {}
  }`,
  "renderers/webgl/WebGLMorphtargets.js": "export function WebGLMorphtargets() { return { update() {} }; }",
  "renderers/webgl/WebGLOutput.js": "export class WebGLOutput {}",
  "renderers/webgl/WebGLUniformsGroups.js":
    "export function WebGLUniformsGroups() { return { bind() {}, update() {}, dispose() {} }; }",
};

/** A shader without comments, indentation and empty lines. */
function squeezed(glsl) {
  return glsl
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*/g, "")
    .replace(/^[ \t]+|[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n");
}

export function leanThree() {
  const replaced = new Map([
    ...EMPTY_SHADERS.map((path) => [path, 'export const vertex = ""; export const fragment = "";']),
    ...EMPTY_CHUNKS.map((path) => [path, 'export default "";']),
    ...Object.entries(STAND_INS),
  ]);
  const met = new Set();
  return {
    name: "lean-three",
    enforce: "pre",
    resolveId: (id) => (id === "three" ? `${SOURCES}Three.js` : null),
    load(id) {
      const path = id.startsWith(SOURCES) ? id.slice(SOURCES.length) : "";
      met.add(path);
      return replaced.get(path) ?? null;
    },
    transform(code, id) {
      if (id.startsWith(SOURCES) && id.endsWith(".glsl.js")) return { code: squeezed(code), map: null };
      return null;
    },
    buildEnd(error) {
      const gone = [...replaced.keys()].filter((path) => !met.has(path));
      // A new three.js may have moved a file: better to hear of it than to grow by it.
      if (!error && met.size && gone.length) this.error(`three.js has no ${gone.join(", ")} any more`);
    },
  };
}
