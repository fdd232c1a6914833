/** What the atlas says around the sentences that come with the figures. */

import type { Text } from "../api/types";
import { settings } from "../state/settings.svelte";

export const A = {
  atlas: { en: "Atlas", fr: "Atlas" },
  atlasTitle: (of: Text): Text => ({ en: `Atlas ${of.en}`, fr: `Atlas ${of.fr}` }),
  entry: { en: "Atlas of the games", fr: "Atlas des jeux" },
  entryText: {
    en: "What we know of each game, measured by Alcove’s own tools: how long games are, whether it pays to begin, how they open, and how large the game is.",
    fr: "Ce que nous savons de chaque jeu, mesuré par les outils d’Alcove : la durée des parties, l’avantage de commencer, les ouvertures et la taille du jeu.",
  },
  openAtlas: (of: Text): Text => ({ en: `Open the atlas ${of.en}`, fr: `Ouvrir l’atlas ${of.fr}` }),
  games: { en: "Games", fr: "Jeux" },
  measured: (date: string, random: string, each: string): Text => ({
    en: `Measured on ${date}: ${random} random games and ${each} games at each level of the engine.`,
    fr: `Mesuré le ${date} : ${random} parties au hasard et ${each} parties à chaque niveau du moteur.`,
  }),
  none: { en: "Nobody has measured this game yet.", fr: "Personne n’a encore mesuré ce jeu." },
  how: { en: "How it was measured", fr: "Comment c’est mesuré" },
  numbers: { en: "The numbers", fr: "Les nombres" },
  player: { en: "Player", fr: "Joueur" },
  playerOf: { en: "Games of level", fr: "Parties du niveau" },
  random: { en: "Random", fr: "Hasard" },
  level: (level: string): Text => ({ en: `Level ${level}`, fr: `Niveau ${level}` }),
  gamesPlayed: { en: "Games", fr: "Parties" },
  rating: { en: "Rating", fr: "Classement" },
  score: (first: Text): Text => ({ en: `Score of ${first.en}, who begins`, fr: `Score de ${first.fr}, qui commence` }),
  won: { en: "Deals won", fr: "Donnes gagnées" },
  interval: { en: "95% interval", fr: "Intervalle à 95 %" },
  to: (low: string, high: string): Text => ({ en: `${low} to ${high}`, fr: `${low} à ${high}` }),
  draws: { en: "Draws", fr: "Nulles" },
  plies: { en: "plies", fr: "demi-coups" },
  legalMoves: { en: "legal moves", fr: "coups possibles" },
  mean: (value: string): Text => ({ en: `mean ${value}`, fr: `moyenne ${value}` }),
  lengthLabel: (who: string, mean: string, least: string, most: string): Text => ({
    en: `${who}: games take ${mean} plies on average, from ${least} to ${most}.`,
    fr: `${who} : les parties durent ${mean} demi-coups en moyenne, de ${least} à ${most}.`,
  }),
  branchingLabel: (who: string, mean: string, start: string): Text => ({
    en: `${who}: the mean number of legal moves, ply by ply; ${start} at the start, ${mean} over the whole game.`,
    fr: `${who} : le nombre moyen de coups possibles, demi-coup par demi-coup ; ${start} au début, ${mean} sur toute la partie.`,
  }),
  treeLabel: (plies: string, power: string): Text => ({
    en: `Lines of play by number of plies, up to ${power} for ${plies} plies.`,
    fr: `Nombre de suites selon le nombre de demi-coups, jusqu’à ${power} pour ${plies} demi-coups.`,
  }),
  alongAGame: { en: "plies played", fr: "demi-coups joués" },
  ofLine: { en: "plies of a line", fr: "demi-coups d’une suite" },
  counted: { en: "Counted", fr: "Compté" },
  estimated: { en: "Estimated", fr: "Estimé" },
  countedKey: { en: "● counted ○ estimated", fr: "● compté ○ estimé" },
  faintRandom: { en: "dashed: random play", fr: "tirets : jeu au hasard" },
  reason: { en: "How the game ended", fr: "Fin de partie" },
  share: { en: "Share", fr: "Part" },

  // Explorer
  explorer: { en: "Explore the openings", fr: "Explorer les ouvertures" },
  explorerText: {
    en: "Play on the board or press a move: beside it stands how often it was played and how those games ended.",
    fr: "Jouez sur le plateau ou choisissez un coup : à côté, combien de fois il a été joué et comment ces parties ont fini.",
  },
  noExplorer: {
    en: "No two deals are alike, so this game has no openings to explore.",
    fr: "Aucune donne ne ressemble à une autre : ce jeu n’a pas d’ouvertures à explorer.",
  },
  source: { en: "Whose games", fr: "Parties de qui" },
  engines: { en: "Engines", fr: "Moteurs" },
  room: { en: "This room", fr: "Cette salle" },
  move: { en: "Move", fr: "Coup" },
  results: { en: "Results", fr: "Résultats" },
  points: (first: Text): Text => ({ en: `${first.en} scores`, fr: `${first.fr} marque` }),
  length: { en: "Plies", fr: "Durée" },
  lengthTitle: { en: "Mean length of those games, in plies", fr: "Durée moyenne de ces parties, en demi-coups" },
  playMove: (move: string): Text => ({ en: `Play ${move}`, fr: `Jouer ${move}` }),
  resultWords: (first: Text, second: Text, wins: string, draws: string, losses: string): Text => ({
    en: `${first.en} ${wins}, draws ${draws}, ${second.en} ${losses}`,
    fr: `${first.fr} ${wins}, nulles ${draws}, ${second.fr} ${losses}`,
  }),
  gamesHere: (count: number): Text =>
    count === 1
      ? { en: "1 game passed here.", fr: "1 partie est passée ici." }
      : { en: `${amountIn(count, "en")} games passed here.`, fr: `${amountIn(count, "fr")} parties sont passées ici.` },
  noEngineGame: {
    en: "No engine game passed here often enough to be kept.",
    fr: "Aucune partie de moteur n’est passée ici assez souvent pour être gardée.",
  },
  noRoomGame: {
    en: "No finished game of this room has passed here yet.",
    fr: "Aucune partie terminée de cette salle n’est encore passée ici.",
  },
  analyse: { en: "Open in analysis", fr: "Ouvrir dans l’analyse" },
  playOn: { en: "Play on from here", fr: "Jouer à partir d’ici" },
  toStart: { en: "To the start", fr: "Au début" },
  back: { en: "One move back", fr: "Reculer d’un coup" },
  movesSoFar: { en: "Moves so far", fr: "Coups joués" },
  atStart: { en: "The start of the game", fr: "Le début de la partie" },
  key: (first: Text, second: Text): Text => ({
    en: `${first.en} wins · draws (hatched) · ${second.en} wins`,
    fr: `${first.fr} gagne · nulles (hachures) · ${second.fr} gagne`,
  }),
} as const;

function amountIn(value: number, language: "en" | "fr", digits = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(
    value,
  );
}

/** A number as the reader's language writes it. */
export function amount(value: number, digits = 0): string {
  return amountIn(value, settings.language, digits);
}

/** A share as a percentage. */
export function percent(value: number, digits = 0): string {
  return new Intl.NumberFormat(settings.language, {
    style: "percent",
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(value);
}

/** 10⁶⁷. */
export function power(log10: number): string {
  return `10${[...String(Math.round(log10))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "⁻").join("")}`;
}
