import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { leanThree } from "./scripts/lean-three.js";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [leanThree(), svelte()],
  build: {
    outDir: "../src/alcove/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page's Content-Security-Policy knows files, not data: addresses
    manifest: true, // scripts/finish.mjs weighs the first load with it
    target: "es2022",
    rolldownOptions: { checks: { pluginTimings: false } }, // a slow machine is no news
  },
  // `npm run dev` beside a running `alcove serve`.
  server: { proxy: { "/api": { target: server, ws: true } } },
});
