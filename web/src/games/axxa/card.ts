import type { GameCard } from "../../board/types";
import Defs from "./Defs.svelte";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";

export default { Picture, Icon, Defs, load: async () => (await import(".")).default } satisfies GameCard;
