import type { GameCard } from "../../board/types";
import Icon from "./Icon.svelte";
import Picture from "./Picture.svelte";

export default { Picture, Icon, load: async () => (await import(".")).default } satisfies GameCard;
