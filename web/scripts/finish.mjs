// After the build: weigh what a first visit loads, fail above the limit, and lay compressed copies beside the files.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = new URL("../../src/alcove/server/static/", import.meta.url).pathname;
const LIMIT_KB = { first: 120, axiom: 150 };
const COMPRESSED = new Set([".js", ".css", ".html", ".svg", ".json"]);

const manifestPath = join(FOLDER, ".vite/manifest.json");
const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));

/** The scripts that come with an entry: itself and everything it imports at once. */
function scriptsOf(key, found = new Set()) {
  const entry = manifest[key];
  if (entry === undefined) throw new Error(`the manifest has no ${key}`);
  if (!found.has(entry.file)) {
    found.add(entry.file);
    for (const other of entry.imports ?? []) scriptsOf(other, found);
  }
  return found;
}

/** The scripts a game brings when it is opened, whatever it fetches later included. */
function scriptsOfGame(key, found = new Set()) {
  for (const file of scriptsOf(key)) found.add(file);
  for (const other of manifest[key].dynamicImports ?? []) scriptsOfGame(other, found);
  return found;
}

function weigh(files) {
  const bytes = [...files].filter((file) => extname(file) === ".js").map((file) => gzipSync(readFileSync(join(FOLDER, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const page = scriptsOf(entry);
const games = Object.keys(manifest).filter((key) => /^src\/games\/\w+\/index\.ts$/.test(key));
const without = (files) => new Set([...files].filter((file) => !page.has(file)));

let first = page;
for (const key of games.filter((key) => !key.includes("/axiom/"))) first = new Set([...first, ...scriptsOfGame(key)]);
const axiom = games.filter((key) => key.includes("/axiom/")).flatMap((key) => [...without(scriptsOfGame(key))]);

const weights = { first: weigh(first), axiom: weigh(new Set(axiom)) };
console.log(`JavaScript, gzipped: page and three games ${weights.first.toFixed(1)} kB, Axiom +${weights.axiom.toFixed(1)} kB`);
for (const [part, limit] of Object.entries(LIMIT_KB)) {
  if (weights[part] > limit) {
    console.error(`Too heavy: ${part} is ${weights[part].toFixed(1)} kB, the limit is ${limit} kB.`);
    process.exitCode = 1;
  }
}

for (const name of readdirSync(FOLDER, { recursive: true })) {
  if (!COMPRESSED.has(extname(name)) || name.startsWith(".vite")) continue;
  const path = join(FOLDER, name);
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
rmSync(join(FOLDER, ".vite"), { recursive: true });
