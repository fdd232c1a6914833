import type { GameCard } from "../../board/types";
import Defs from "./Defs.svelte";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";

const silhouette = {
  viewBox: "-46 -24 686 614",
  path: "M132,0h132v60h-132zM66,60h264v60h-264zM66,120h396v60h-396zM66,180h528v60h-528zM0,240h594v60h-594zM0,300h528v60h-528zM132,360h396v60h-396zM264,420h264v60h-264zM330,480h132v60h-132z",
  rounding: 26,
};

export default { Picture, Icon, silhouette, Defs, load: async () => (await import(".")).default } satisfies GameCard;
