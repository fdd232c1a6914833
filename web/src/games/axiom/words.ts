/** What Axiom's board says, in English and in French. Left, right, front and back are those of the reader's seat. */

import type { Text } from "../../words/text";
import type { MovePreview as Move } from "./scene";
import { type Cell, type Cube, type Direction, type Position, sameCell, sceptreOn, step } from "./space";
import type { Piece, Target } from "./targets";

const BLUE = 0;

export type Side = "right" | "left" | "back" | "front" | "top" | "bottom";

const FROM_BLUE: Record<Direction, Side> = {
  "x+": "right",
  "x-": "left",
  "y+": "back",
  "y-": "front",
  "z+": "top",
  "z-": "bottom",
};
const TURNED: Record<Side, Side> = {
  right: "left",
  left: "right",
  back: "front",
  front: "back",
  top: "top",
  bottom: "bottom",
};

/** What a direction is called at a seat: White looks at the same board from the other side. */
export function sideOf(direction: Direction, viewpoint: number): Side {
  const side = FROM_BLUE[direction];
  return viewpoint === BLUE ? side : TURNED[side];
}

export function directionOf(side: Side, viewpoint: number): Direction {
  const directions = Object.keys(FROM_BLUE) as Direction[];
  return directions.find((direction) => sideOf(direction, viewpoint) === side)!;
}

interface SideWords {
  /** One word, as under a thumbnail. */
  readonly word: Text;
  /** The face of a cube: "Front of (0, 1, 1)". */
  readonly of: Text;
  /** Where a sceptre stands: "on the front of (0, 1, 1)". */
  readonly at: Text;
  /** The face itself: "Front face". */
  readonly face: Text;
}

const SIDES: Record<Side, SideWords> = {
  right: {
    word: { en: "right", fr: "droite" },
    of: { en: "Right of", fr: "Droite de" },
    at: { en: "on the right of", fr: "à droite de" },
    face: { en: "Right face", fr: "Face droite" },
  },
  left: {
    word: { en: "left", fr: "gauche" },
    of: { en: "Left of", fr: "Gauche de" },
    at: { en: "on the left of", fr: "à gauche de" },
    face: { en: "Left face", fr: "Face gauche" },
  },
  back: {
    word: { en: "back", fr: "arrière" },
    of: { en: "Back of", fr: "Arrière de" },
    at: { en: "on the back of", fr: "derrière" },
    face: { en: "Back face", fr: "Face arrière" },
  },
  front: {
    word: { en: "front", fr: "avant" },
    of: { en: "Front of", fr: "Avant de" },
    at: { en: "on the front of", fr: "devant" },
    face: { en: "Front face", fr: "Face avant" },
  },
  top: {
    word: { en: "top", fr: "dessus" },
    of: { en: "Top of", fr: "Dessus de" },
    at: { en: "on top of", fr: "sur" },
    face: { en: "Top face", fr: "Face du dessus" },
  },
  bottom: {
    word: { en: "bottom", fr: "dessous" },
    of: { en: "Bottom of", fr: "Dessous de" },
    at: { en: "under", fr: "sous" },
    face: { en: "Bottom face", fr: "Face du dessous" },
  },
};

/** `(−2, 0, 1)`, with a real minus sign. */
export function place(cell: Cell): string {
  return `(${cell.map(number).join(", ")})`;
}

function number(value: number): string {
  return String(value).replace("-", "−");
}

/** Both languages at once, from a text written for either. */
export function text(write: (language: "en" | "fr") => string): Text {
  return { en: write("en"), fr: write("fr") };
}

export function sideWord(direction: Direction, viewpoint: number): Text {
  return SIDES[sideOf(direction, viewpoint)].word;
}

export function faceOf(cell: Cell, direction: Direction, viewpoint: number): Text {
  return text((language) => `${SIDES[sideOf(direction, viewpoint)].of[language]} ${place(cell)}`);
}

/** "left + back", as under the thumbnails of a cube. */
export function turnWords(domes: readonly Direction[], viewpoint: number): Text {
  return text((language) => domes.map((dome) => sideWord(dome, viewpoint)[language]).join(" + "));
}

/** "domes left and back", "dome on top". */
export function domesText(domes: readonly Direction[], viewpoint: number): Text {
  const many = domes.length > 1;
  return {
    en: `${many ? "domes" : "dome"} ${domes.map((dome) => sideWord(dome, viewpoint).en).join(" and ")}`,
    fr: `${many ? "bosses" : "bosse"} ${domes.map((dome) => sideWord(dome, viewpoint).fr).join(" et ")}`,
  };
}

export function cubeName(cube: Cube): Text {
  const double = cube.domes.length > 1;
  return {
    en: `${cube.seat === BLUE ? "Blue" : "White"} ${double ? "double" : "single"} cube`,
    fr: `Cube ${double ? "double" : "simple"} ${cube.seat === BLUE ? "bleu" : "blanc"}`,
  };
}

export function pieceName(piece: Piece, position: Position, viewpoint: number): Text {
  const sceptre = piece.kind === "sceptre" ? sceptreOn(position, piece.cell) : undefined;
  if (!sceptre) return { en: `Cube ${place(piece.cell)}`, fr: `Cube ${place(piece.cell)}` };
  const where = SIDES[sideOf(sceptre.direction, viewpoint)].at;
  return text((language) => `Sceptre ${where[language]} ${place(piece.cell)}`);
}

/** "10 faces"; "11 cells, 23 ways". */
export function countText(piece: Piece, targets: readonly Target[]): Text {
  const places = targets.length;
  if (piece.kind === "sceptre") return text(() => `${places} ${places === 1 ? "face" : "faces"}`);
  const ways = targets.reduce((sum, target) => sum + target.ways.length, 0);
  return {
    en: `${places} ${places === 1 ? "cell" : "cells"}, ${ways} ${ways === 1 ? "way" : "ways"}`,
    fr: `${places} ${places === 1 ? "case" : "cases"}, ${ways} ${ways === 1 ? "façon" : "façons"}`,
  };
}

/** "Front of (0, 1, 1), removes the white cube at (−2, 0, 1)"; "Cell (0, 1, 3)". */
export function targetName(target: Target, viewpoint: number): Text {
  const { cell, direction, ways } = target;
  if (direction) {
    const [face, after] = [faceOf(cell, direction, viewpoint), consequence(ways[0])];
    return text((language) => [face[language], after[language]].filter(Boolean).join(", "));
  }
  return { en: `Cell ${place(target.cell)}`, fr: `Case ${place(target.cell)}` };
}

/** What a move does beyond arriving: "wins", "removes white (−2, 0, 1)"; empty where there is nothing to say. */
export function consequence(move: Move): Text {
  const taken = move.removes;
  const enemy: Text = move.seat === BLUE ? { en: "white", fr: "blanc" } : { en: "blue", fr: "bleu" };
  const parts = (language: "en" | "fr"): string[] => {
    const all: string[] = [];
    if (taken) {
      const en = `removes the ${enemy.en} cube at ${place(taken)}`;
      all.push(language === "en" ? en : `enlève le cube ${enemy.fr} en ${place(taken)}`);
    }
    if (move.wins) all.push(language === "en" ? "wins the game" : "gagne la partie");
    if (move.loses) all.push(language === "en" ? "loses the game" : "perd la partie");
    return all;
  };
  return text((language) => parts(language).join(" · "));
}

/** The length of a sceptre's line: "6 faces along one line". */
export function lineText(move: Move): Text {
  const faces = move.route.length - 1;
  if (faces === 1) return { en: "next face on its line", fr: "face voisine sur sa ligne" };
  return { en: `${faces} faces along one line`, fr: `${faces} faces sur une ligne` };
}

/** One line about a move for the prompt and the list. */
export function moveText(move: Move, viewpoint: number): { title: Text; detail: Text } {
  const after = consequence(move);
  if (move.direction) {
    const line = lineText(move);
    return {
      title: faceOf(move.target, move.direction, viewpoint),
      detail: text((language) => (after[language] ? `${line[language]} · ${after[language]}` : line[language])),
    };
  }
  const turned = domesText(move.domes, viewpoint);
  return {
    title: text((language) => `${language === "en" ? "Cube to" : "Cube en"} ${place(move.target)}`),
    detail: turned,
  };
}

/** A level's cell as it is spoken: what it holds, and whether it is a target. */
export function cellText(
  position: Position,
  cell: Cell,
  viewpoint: number,
  target: Target | undefined,
  targets: number,
): Text {
  const cube = position.cubes.find((other) => sameCell(other.cell, cell));
  const here = {
    en: `Level ${cell[2]}, column ${number(cell[0])}, row ${number(cell[1])}.`,
    fr: `Étage ${cell[2]}, colonne ${number(cell[0])}, rangée ${number(cell[1])}.`,
  };
  const parts = (language: "en" | "fr"): string[] => {
    const all = [here[language]];
    if (cube) all.push(`${cubeName(cube)[language]}, ${domesText(cube.domes, viewpoint)[language]}.`);
    for (const sceptre of position.sceptres) {
      const colour = sceptre.seat === BLUE ? { en: "Blue", fr: "bleu" } : { en: "White", fr: "blanc" };
      const where = SIDES[sideOf(sceptre.direction, viewpoint)].at[language];
      if (sameCell(sceptre.cell, cell) || sameCell(step(sceptre.cell, sceptre.direction), cell)) {
        all.push(
          language === "en"
            ? `${colour.en} sceptre ${where} ${place(sceptre.cell)}.`
            : `Sceptre ${colour.fr} ${where} ${place(sceptre.cell)}.`,
        );
      }
    }
    if (all.length === 1) all.push(language === "en" ? "Empty." : "Vide.");
    if (target)
      all.push(language === "en" ? `Target ${target.number} of ${targets}.` : `Cible ${target.number} sur ${targets}.`);
    return all;
  };
  return text((language) => parts(language).join(" "));
}

/** One face of a cube as it is spoken: "Front face: recess, target 8 of 10." */
export function faceText(
  position: Position,
  cube: Cube,
  direction: Direction,
  viewpoint: number,
  target: Target | undefined,
  targets: number,
): Text {
  const before = step(cube.cell, direction);
  const what = (): Text => {
    if (position.cubes.some((other) => sameCell(other.cell, before))) return { en: "covered", fr: "couverte" };
    const sceptre = position.sceptres.find((other) => sameCell(other.cell, cube.cell) && other.direction === direction);
    if (sceptre)
      return sceptre.seat === BLUE
        ? { en: "blue sceptre", fr: "sceptre bleu" }
        : { en: "white sceptre", fr: "sceptre blanc" };
    return cube.domes.includes(direction) ? { en: "dome", fr: "bosse" } : { en: "recess", fr: "creux" };
  };
  const name = SIDES[sideOf(direction, viewpoint)].face;
  const aim = {
    en: target ? `, target ${target.number} of ${targets}` : "",
    fr: target ? `, cible ${target.number} sur ${targets}` : "",
  };
  return { en: `${name.en}: ${what().en}${aim.en}.`, fr: `${name.fr} : ${what().fr}${aim.fr}.` };
}

/** Words of the controls. */
export const UI = {
  views: { en: "How the board is shown", fr: "Façon de montrer le plateau" },
  space: { en: "3D", fr: "3D" },
  plan: { en: "Levels", fr: "Étages" },
  list: { en: "List", fr: "Liste" },
  camera: { en: "Camera", fr: "Caméra" },
  reset: { en: "Reset the view (R)", fr: "Recentrer la vue (R)" },
  otherSide: { en: "See it from the other side (O)", fr: "Voir de l’autre côté (O)" },
  above: { en: "See it from above (T)", fr: "Voir de dessus (T)" },
  hidden: { en: "Show hidden targets (X)", fr: "Montrer les cibles cachées (X)" },
  numbers: { en: "Number the targets (N)", fr: "Numéroter les cibles (N)" },
  toPlan: { en: "Level by level (P)", fr: "Étage par étage (P)" },
  behind: { en: "From behind", fr: "De dos" },
  goBehind: { en: "From behind: look from there", fr: "De dos : regarder de là" },
  turnCube: { en: "Turn the cube", fr: "Orienter le cube" },
  play: { en: "Play", fr: "Jouer" },
  cancel: { en: "Cancel", fr: "Annuler" },
  yours: { en: "Your move.", fr: "À vous." },
  choosePiece: {
    en: "Choose a sceptre or a free cube, then where it goes.",
    fr: "Choisissez un sceptre ou un cube libre, puis où il va.",
  },
  moves: { en: "Possible moves", fr: "Coups possibles" },
  noMoves: { en: "Nothing to choose right now.", fr: "Rien à choisir pour le moment." },
  cubes: { en: "cubes", fr: "cubes" },
  onTable: { en: "on the table", fr: "sur la table" },
  recess: { en: "recess", fr: "creux" },
  dome: { en: "dome", fr: "bosse" },
  cubeAbove: { en: "cube above", fr: "cube au-dessus" },
  carried: { en: "carried from below", fr: "porté par le cube du dessous" },
  board: {
    en: "Axiom in space. Arrow keys turn it, digits choose a target, Tab goes through pieces and targets, P opens the levels.",
    fr: "Axiom dans l’espace. Les flèches le tournent, les chiffres choisissent une cible, Tab parcourt pièces et cibles, P ouvre les étages.",
  },
  planHelp: {
    en: "Arrows move from cell to cell, Page Up and Page Down change the level, Enter goes into a cell: then arrows and T name its faces. Digits choose a target, Escape goes back.",
    fr: "Les flèches vont de case en case, Page préc. et Page suiv. changent d’étage, Entrée entre dans une case : flèches et T désignent alors ses faces. Les chiffres choisissent une cible, Échap revient.",
  },
  noWebgl: {
    en: "This browser shows no 3D (WebGL 2 is missing), so here is the board level by level. The whole game can be played here.",
    fr: "Ce navigateur n’affiche pas la 3D (il manque WebGL 2) : voici le plateau étage par étage. Toute la partie peut se jouer ici.",
  },
  contextLost: {
    en: "The graphics card gave up the 3D view, so here is the board level by level.",
    fr: "La carte graphique a abandonné la vue 3D : voici le plateau étage par étage.",
  },
  tooSlow: {
    en: "3D is very slow on this machine, so here is the board level by level. You can still open 3D.",
    fr: "La 3D est très lente sur cet appareil : voici le plateau étage par étage. La 3D reste à portée de main.",
  },
} satisfies Record<string, Text>;

/** "8 of 12 ways lock here". */
export function waysText(ways: number, domes: number): Text {
  const all = domes > 1 ? 12 : 6;
  return { en: `${ways} of ${all} ways lock here`, fr: `${ways} façons possibles sur ${all}` };
}

export function levelText(level: number): Text {
  return { en: `Level ${level}`, fr: `Étage ${level}` };
}
