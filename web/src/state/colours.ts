/** The colours in which a game says which side is meant. */

import type { Palette } from "../api/types";
import { games } from "./games.svelte";
import { settings } from "./settings.svelte";

/** The pieces of a game in the theme that is shown; `null` where its seats have no colours of their own. */
export function seatColours(game: string): Palette | null {
  const palette = games.named(game)?.colours[settings.theme] ?? null;
  return palette === null || palette.first === palette.second ? null : palette;
}

const [DARK, LIGHT] = ["#211a12", "#fffaf2"];

/** The ink that is read more easily on a colour (`#rrggbb`, as games tell them). */
export function inkOn(colour: string): string {
  return contrast(colour, DARK) >= contrast(colour, LIGHT) ? DARK : LIGHT;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** From 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
