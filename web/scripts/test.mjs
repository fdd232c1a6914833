// Runs the page's own tests (tests/*.test.ts): bundled by Vite as the page is, run by Node's test runner.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const tests = fileURLToPath(new URL("../tests/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "alcove-page-"));
try {
  const entries = readdirSync(tests).filter((name) => name.endsWith(".test.ts"));
  await build({
    root: fileURLToPath(new URL("..", import.meta.url)),
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: folder,
      manifest: false,
      rolldownOptions: { input: entries.map((name) => join(tests, name)) },
    },
    ssr: { noExternal: true },
  });
  const built = readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith(".test.js") || name.endsWith(".test.mjs"),
  );
  process.exitCode =
    spawnSync(process.execPath, ["--test", ...built.map((name) => join(folder, name))], { stdio: "inherit" }).status ??
    1;
} finally {
  rmSync(folder, { recursive: true });
}
