// Runs before the first paint, so that a dark page never flashes white and the language is right at once.
// The page itself (src/state/settings.svelte.ts) keeps these two attributes up to date afterwards.
(function () {
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("alcove.settings") || "{}");
  } catch {
    // A private window without storage, or a spoiled entry: the defaults do.
  }
  const dark =
    saved.theme === "dark" || (saved.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const language = saved.language || (navigator.language || "").slice(0, 2);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.lang = language === "fr" ? "fr" : "en";
})();
