/** The colours of Axiom in space. A cool table: on a warm one the ivory cubes turn into wood. */

export type Theme = "light" | "dark";

export interface Palette {
  readonly table: string;
  readonly grid: string;
  /** By seat. Sceptres are one step lighter than cubes, so that they stand out before their own colour. */
  readonly cubes: readonly [string, string];
  readonly sceptres: readonly [string, string];
  readonly mark: string;
  /** Every amber line has a dark casing: amber on ivory alone is only 1.7:1. */
  readonly casing: string;
  readonly warning: string;
  readonly last: string;
  readonly hint: string;
  readonly keyLight: number;
  readonly environment: number;
}

export const PALETTES: Record<Theme, Palette> = {
  light: {
    table: "#b5b8bd",
    grid: "#8c919a",
    cubes: ["#1f3f80", "#f3ecde"],
    sceptres: ["#2a5ab4", "#fffaf0"],
    mark: "#ffa51f",
    casing: "#2a1a00",
    warning: "#e2452c",
    last: "#ffffff",
    hint: "#b48cff",
    keyLight: 2.3,
    environment: 0.6,
  },
  dark: {
    table: "#23272e",
    grid: "#59616e",
    cubes: ["#2c55a6", "#ece3d2"],
    sceptres: ["#3a72d8", "#f8f0e0"],
    mark: "#ffb338",
    casing: "#120b00",
    warning: "#ff6a4d",
    last: "#ffffff",
    hint: "#d9c2ff",
    keyLight: 2.1,
    environment: 0.55,
  },
};
