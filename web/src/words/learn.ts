/** What the rulebook and the lesson say around the games' own words. */

import type { TeachingMark, Text } from "../api/types";

export const L = {
  // Rulebook
  rulesOf: (of: Text): Text => ({ en: `Rules ${of.en}`, fr: `Règles ${of.fr}` }),
  contents: { en: "Contents", fr: "Sommaire" },
  aim: { en: "The aim", fr: "Le but du jeu" },
  marks: { en: "Where the rules come from", fr: "D’où viennent les règles" },
  print: { en: "Print", fr: "Imprimer" },
  preparing: { en: "Setting the figures…", fr: "On compose les figures…" },
  book: { en: "In the rulebook", fr: "Dans le livret" },
  figure: { en: "Recovered figure", fr: "Figure retrouvée" },
  ruling: { en: "Our ruling", fr: "Notre lecture" },
  house: { en: "House rule", fr: "Règle de la maison" },
  bookText: { en: "The printed rulebook says so.", fr: "Le livret imprimé le dit." },
  figureText: {
    en: "A figure that was lost, recovered from other sources.",
    fr: "Une figure perdue, retrouvée par d’autres sources.",
  },
  rulingText: {
    en: "The book is vague; the number says how sure we are.",
    fr: "Le livret est vague ; le nombre dit à quel point nous en sommes sûrs.",
  },
  houseText: {
    en: "The book is silent, and something has to hold.",
    fr: "Le livret se tait, et il faut bien trancher.",
  },
  sure: (percent: number): Text => ({ en: `${percent}% sure`, fr: `sûre à ${percent} %` }),
  why: { en: "Why", fr: "Pourquoi" },
  option: { en: "Option", fr: "Option" },
  figureOf: (index: number, count: number): Text => ({
    en: `Figure ${index} of ${count}`,
    fr: `Figure ${index} sur ${count}`,
  }),
  previousFigure: { en: "Previous figure", fr: "Figure précédente" },
  nextFigure: { en: "Next figure", fr: "Figure suivante" },
  stepBack: { en: "Step back", fr: "Reculer d’un pas" },
  stepOn: { en: "Next step", fr: "Pas suivant" },
  stepOf: (step: number, count: number): Text => ({ en: `Step ${step} of ${count}`, fr: `Étape ${step} sur ${count}` }),
  reset: { en: "Reset", fr: "Remettre" },
  tryText: { en: "The board is live: play on it.", fr: "Le plateau est vivant : jouez-y." },
  tried: { en: "You are trying it out.", fr: "Vous essayez." },
  notPossible: { en: "Not possible", fr: "Impossible" },
  theLesson: { en: "Learn by playing", fr: "Apprendre en jouant" },

  nothingYet: {
    en: "This game has no lesson and no rulebook here yet.",
    fr: "Ce jeu n’a encore ni leçon ni livret ici.",
  },
  handbookText: {
    en: "Everything else, from the terminal to bots and games of your own, is in",
    fr: "Tout le reste, du terminal aux enregistrements, est dans",
  },
  handbook: { en: "the handbook", fr: "le manuel" },

  // Lesson
  learn: (game: string): Text => ({ en: `Learn ${game}`, fr: `Apprendre ${game}` }),
  taskOf: (task: number, count: number): Text => ({ en: `Step ${task} of ${count}`, fr: `Étape ${task} sur ${count}` }),
  progress: { en: "Steps of the lesson", fr: "Étapes de la leçon" },
  done: { en: "done", fr: "fait" },
  showHint: { en: "Hint", fr: "Indice" },
  again: { en: "Try again", fr: "Réessayer" },
  next: { en: "Next", fr: "Suivant" },
  back: { en: "Back", fr: "Retour" },
  finish: { en: "Finish", fr: "Terminer" },
  begin: { en: "Begin", fr: "Commencer" },
  right: { en: "Well done.", fr: "Bien joué." },
  notQuite: { en: "Not quite.", fr: "Pas tout à fait." },
  readMore: { en: "Read more:", fr: "Pour en savoir plus :" },
  finished: { en: "You can play now", fr: "Vous savez jouer" },
  playFirst: { en: "Play against Alcove, level 1", fr: "Jouer contre Alcove, niveau 1" },
  playScreen: { en: "Play at this screen", fr: "Jouer sur cet écran" },
  playAlone: { en: "Play alone", fr: "Jouer en solitaire" },
  fromTheStart: { en: "Start the lesson again", fr: "Reprendre la leçon au début" },
  readRules: { en: "Read the rules", fr: "Lire les règles" },
} as const;

export function markWords({ source, confidence }: TeachingMark): Text {
  const said = L[source];
  if (confidence === null) return said;
  const sure = L.sure(Math.round(confidence * 100));
  return { en: `${said.en}, ${sure.en}`, fr: `${said.fr}, ${sure.fr}` };
}
