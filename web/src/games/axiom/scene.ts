// Generated from src/alcove/games/axiom/scene.py by `make types`. Do not edit.

/** C2: a cube; the sides without a dome are recesses. */
export interface Cube {
  readonly seat: number;
  readonly cell: readonly [number, number, number];
  readonly domes: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
}

/** C3: a sceptre on the side `direction` of the cube in `cell`. */
export interface Sceptre {
  readonly seat: number;
  readonly cell: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-";
}

/** `decided` is the cube whose two sceptres ended the game (C18, C19), or `None`. */
export interface Scene {
  readonly cubes: readonly Cube[];
  readonly sceptres: readonly Sceptre[];
  readonly decided: readonly [number, number, number] | null;
}

/** One side of the cube in a cell. */
export interface Face {
  readonly cell: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-";
}

/** A legal move of `seat`.
 *
 * A sceptre comes to the side `direction` of the cube in `target` over the faces of `route`, its own and the target
 * included (the shortest line there), and may take the cube in `removes` off the board (C17). A cube is set into the
 * cell `target`, turned so that its domes point to `domes`. What the other piece would need is `None` or empty. */
export interface MovePreview {
  readonly text: string;
  readonly piece: "cube" | "sceptre";
  readonly seat: number;
  readonly origin: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly direction: "x+" | "x-" | "y+" | "y-" | "z+" | "z-" | null;
  readonly domes: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
  readonly route: readonly Face[];
  readonly removes: readonly [number, number, number] | null;
  readonly wins: boolean;
  readonly loses: boolean;
}

/** A part of a move: a sceptre walks `route`, a cube is carried and turned, or an eliminated cube of `seat` goes. */
export interface Step {
  readonly kind: "carry" | "remove" | "walk";
  readonly seat: number;
  readonly origin: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly route: readonly Face[];
  readonly domes_before: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
  readonly domes_after: readonly ("x+" | "x-" | "y+" | "y-" | "z+" | "z-")[];
}
