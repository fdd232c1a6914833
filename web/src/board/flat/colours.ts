/** What a board is painted with: the colours a game's card tells, and what must be seen on them. */

import type { GameTold } from "../../api/types";

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
  return [`--ground:${ground}`, ...sides.flatMap((side, seat) => [`--side-${seat}:${side}`, `--on-side-${seat}:${inkOn(side)}`])].join(";");
}

/** Which signals are seen on the ground: those for dark boards, or those for light ones. */
export function toneOf(colours: Colours | undefined, theme: Theme): "dark" | "light" {
  return lightness((colours ?? USUAL)[theme].ground) < 0.22 ? "dark" : "light";
}

function inkOn(colour: string): string {
  return lightness(colour) < 0.3 ? "#fff4ea" : "#2c1e0e";
}

/** Relative luminance of `#rrggbb`; what is not written so counts as light. */
function lightness(colour: string): number {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(colour) ?? [];
  if (parts.length < 3) return 1;
  const [red = 1, green = 1, blue = 1] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
