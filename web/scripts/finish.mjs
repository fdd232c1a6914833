// After the build: weigh what a first visit loads, fail above the limit, and lay compressed copies beside the files.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = new URL("../../src/alcove/server/static/", import.meta.url).pathname;
/** The page with everything that a first game may need, and what a single game may add to it. */
const LIMIT_KB = { first: 120, game: 150 };
/** A game that adds more than this is fetched by those who open it; all others count as part of the first visit. */
const LIGHT_KB = 20;
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
  const bytes = [...files]
    .filter((file) => extname(file) === ".js")
    .map((file) => gzipSync(readFileSync(join(FOLDER, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const page = scriptsOf(entry);
const games = Object.keys(manifest).filter((key) => /^src\/(games\/\w+|board\/flat)\/index\.ts$/.test(key));
const without = (files) => new Set([...files].filter((file) => !page.has(file)));

const added = games.map((key) => ({ name: key.split("/").at(-2), files: without(scriptsOfGame(key)) }));
const heavy = added.filter(({ files }) => weigh(files) > LIGHT_KB);
const first = new Set([...page, ...added.filter((game) => !heavy.includes(game)).flatMap(({ files }) => [...files])]);

const weights = [
  { name: `page and ${games.length - heavy.length} boards`, weight: weigh(first), limit: LIMIT_KB.first },
];
for (const { name, files } of heavy) weights.push({ name: `${name} adds`, weight: weigh(files), limit: LIMIT_KB.game });
console.log(`JavaScript, gzipped: ${weights.map(({ name, weight }) => `${name} ${weight.toFixed(1)} kB`).join(", ")}`);
for (const { name, weight, limit } of weights) {
  if (weight > limit) {
    console.error(`Too heavy: ${name} ${weight.toFixed(1)} kB, the limit is ${limit} kB.`);
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
