import type { GameCard } from "../../board/types";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";

const silhouette = {
  viewBox: "0 0 700 690",
  path: "M9,9h682v672h-682z",
  rounding: 18,
};

export default { Picture, Icon, silhouette, load: async () => (await import(".")).default } satisfies GameCard;
