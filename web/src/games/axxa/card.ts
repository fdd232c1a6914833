import type { GameCard } from "../../board/types";
import Defs from "./Defs.svelte";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";
import { remembered } from "./settings";

const silhouette = {
  viewBox: "-42 -54 616 620",
  path: "M-28-28h588v574h-588z",
  rounding: 20,
};

export default {
  Picture,
  Icon,
  silhouette,
  Defs,
  settings: [remembered],
  load: async () => (await import(".")).default,
} satisfies GameCard;
