import type { GameCard } from "../../board/types";
import Defs from "./Defs.svelte";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";
import { view } from "./settings";

const silhouette = {
  viewBox: "-386 -612 772 664",
  path: "M0,-581L376,-280 0,21-376,-280z",
  rounding: 4,
};

export default {
  Picture,
  Icon,
  silhouette,
  Defs,
  settings: [view],
  load: async () => (await import(".")).default,
} satisfies GameCard;
