import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default typescript.config(
  { ignores: ["node_modules", "src/api/types.ts", "src/board/scene.ts", "src/games/*/scene.ts"] },
  js.configs.recommended,
  typescript.configs.strict,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
  {
    rules: {
      // TypeScript knows every name.
      "no-undef": "off",
      // `== null` asks for null and undefined in one.
      eqeqeq: ["error", "always", { null: "ignore" }],
      // French has its own blanks.
      "no-irregular-whitespace": ["error", { skipStrings: true, skipTemplates: true }],
      // The compiler's strict indices make us say where we know better; a lookup in a closed record is such a place.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Most maps and sets are no state: what changes is replaced.
      "svelte/prefer-svelte-reactivity": "off",
      // Scenes, moves and steps differ by game; the page only hands them through, and there it says `any`.
      "@typescript-eslint/no-explicit-any": "off",
      // svelte-check knows what is worth a warning; this rule asks a compiler without our options.
      "svelte/no-unused-svelte-ignore": "off",
      // `{" "}` is a blank that a formatter may not take away.
      "svelte/no-useless-mustaches": "off",
      // Links are made by the router's own functions, for a room that may live under any path.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
