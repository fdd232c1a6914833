/** What the puzzle pages say around the puzzles' own words. */

import type { Text } from "../api/types";

export const P = {
  puzzles: { en: "Puzzles", fr: "Problèmes" },
  intro: {
    en: "Positions from games of the engine. Each has exactly one solution, proven by searching every line.",
    fr: "Des positions tirées de parties du moteur. Chacune n’a qu’une solution, prouvée par une recherche complète.",
  },
  titleOf: (of: Text): Text => ({ en: `Puzzles ${of.en}`, fr: `Problèmes ${of.fr}` }),
  solve: { en: "Solve", fr: "Résoudre" },
  solveTitle: (of: Text): Text => ({ en: `Solve puzzles ${of.en}`, fr: `Résoudre des problèmes ${of.fr}` }),
  today: { en: "Puzzle of the day", fr: "Problème du jour" },
  todayOf: (game: string): Text => ({ en: `Puzzle of the day, ${game}`, fr: `Problème du jour, ${game}` }),
  todayShort: { en: "Today", fr: "Du jour" },
  doneToday: { en: "solved", fr: "résolu" },
  missedToday: { en: "missed", fr: "manqué" },
  yourRating: { en: "Your rating", fr: "Votre cote" },
  puzzleRating: { en: "This puzzle", fr: "Ce problème" },
  rated: (points: number): Text => ({ en: `Rated ${points}`, fr: `Coté ${points}` }),
  solved: (count: number, of: number): Text => ({
    en: `${count} of ${of} solved`,
    fr: `${count} résolu${count > 1 ? "s" : ""} sur ${of}`,
  }),
  streak: { en: "In a row", fr: "De suite" },
  best: (count: number): Text => ({ en: `best ${count}`, fr: `record ${count}` }),
  days: (count: number): Text => ({
    en: count === 1 ? "1 day in a row" : `${count} days in a row`,
    fr: count === 1 ? "1 jour de suite" : `${count} jours de suite`,
  }),
  noDays: {
    en: "Solve a puzzle of the day to begin a streak.",
    fr: "Résolvez un problème du jour pour commencer une série.",
  },
  howRated: {
    en: "Your ratings stay in this browser. A wrong move counts as missed; a hint counts half.",
    fr: "Vos cotes restent dans ce navigateur. Un coup faux compte comme manqué ; un indice compte pour moitié.",
  },
  howRatedNamed: {
    en: "Your ratings are kept with your account. A wrong move counts as missed; a hint counts half.",
    fr: "Vos cotes sont gardées avec votre compte. Un coup faux compte comme manqué ; un indice compte pour moitié.",
  },
  moveOf: (move: number, count: number): Text => ({ en: `Move ${move} of ${count}`, fr: `Coup ${move} sur ${count}` }),
  yourMove: { en: "Your move", fr: "À vous de jouer" },
  hint: { en: "Hint", fr: "Indice" },
  giveUp: { en: "Show the solution", fr: "Voir la solution" },
  again: { en: "Try again", fr: "Réessayer" },
  next: { en: "Next puzzle", fr: "Problème suivant" },
  type: { en: "Type a move", fr: "Taper un coup" },
  right: { en: "Right", fr: "Juste" },
  solvedTitle: { en: "Solved", fr: "Résolu" },
  wrongTitle: { en: "Not that one", fr: "Ce n’est pas celui-là" },
  solutionTitle: { en: "The solution", fr: "La solution" },
  seenBefore: {
    en: "You have met this one before: it does not count again.",
    fr: "Vous l’avez déjà rencontré : il ne compte pas à nouveau.",
  },
  change: (points: number): Text => {
    const shown = `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
    return { en: `${shown} points`, fr: `${shown} points` };
  },
  share: { en: "Link to this puzzle", fr: "Lien vers ce problème" },
  all: { en: "All games", fr: "Tous les jeux" },
} as const;
