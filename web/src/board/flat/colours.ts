/** What a board is painted with: the colours a game's card tells, and what must be seen on them. */

import type { GameTold } from "../../api/types";
import { inkOn, luminance } from "../../state/colours";

export type Colours = GameTold["colours"];

const USUAL: Colours = {
  light: { first: "#f6e7c6", second: "#8e3a22", ground: "#baac91" },
  dark: { first: "#eedcb8", second: "#823219", ground: "#a3977f" },
};
/** A third and a fourth side. */
const FURTHER = ["#3f6f5a", "#3f5a8f"] as const;

export type Theme = "light" | "dark";

/** Custom properties for a drawing. */
export function paint(colours: Colours | undefined, theme: Theme): string {
  const { first, second, ground } = (colours ?? USUAL)[theme];
  const sides = [first, second, ...FURTHER];
  return [
    `--ground:${ground}`,
    ...sides.flatMap((side, seat) => [`--side-${seat}:${side}`, `--on-side-${seat}:${inkOn(side)}`]),
  ].join(";");
}

/** Which signals are seen on the ground: those for dark boards, or those for light ones. */
export function toneOf(colours: Colours | undefined, theme: Theme): "dark" | "light" {
  return luminance((colours ?? USUAL)[theme].ground) < 0.22 ? "dark" : "light";
}
