/** What the analysis page says. */

import type { Reviewed, Text } from "../api/types";

const percent = (chance: number, space: string): string => `${Math.round(chance * 100)}${space}%`;

export const A = {
  title: (of: Text): Text => ({ en: `Analysis ${of.en}`, fr: `Analyse ${of.fr}` }),
  cannotOpen: { en: "This cannot be analysed.", fr: "Ceci ne peut être analysé." },
  isOver: (words: Text): Text => ({
    en: `The game is over here: ${words.en}.`,
    fr: `La partie est finie ici : ${words.fr}.`,
  }),
  reviewingNow: { en: "Alcove is reviewing the game…", fr: "Alcove revoit la partie…" },
  notWritten: { en: "The link could not be made. Try again.", fr: "Le lien n’a pas pu être fait. Réessayez." },

  // The engine
  engine: { en: "Engine", fr: "Moteur" },
  linesShown: (lines: number): Text => ({
    en: `${lines} ${lines === 1 ? "line" : "lines"}`,
    fr: `${lines} ${lines === 1 ? "ligne" : "lignes"}`,
  }),
  fewerLines: { en: "Fewer lines", fr: "Moins de lignes" },
  moreLines: { en: "More lines", fr: "Plus de lignes" },
  engineOff: { en: "The engine rests.", fr: "Le moteur se repose." },
  thinking: { en: "Alcove is thinking…", fr: "Alcove réfléchit…" },
  wins: (name: Text, chance: number): Text => ({
    en: `${name.en} wins ${percent(chance, "")} of the time`,
    fr: `${name.fr} gagne dans ${percent(chance, "\u00a0")} des cas`,
  }),
  winsTogether: (chance: number): Text => ({
    en: `Won ${percent(chance, "")} of the time`,
    fr: `Gagné dans ${percent(chance, "\u00a0")} des cas`,
  }),
  /** Whether a search counts positions or games played out, each is a variation it has tried. */
  effort: (depth: number, tried: number): Text => ({
    en: `depth ${depth} · ${short(tried, "en")} variations tried`,
    fr: `profondeur ${depth} · ${short(tried, "fr")} variantes essayées`,
  }),
  exact: { en: "proven", fr: "prouvé" },
  lines: { en: "Lines of the engine", fr: "Lignes du moteur" },
  playLine: (move: string): Text => ({ en: `Play ${move}`, fr: `Jouer ${move}` }),
  bar: (name: Text, chance: number): Text => ({
    en: `${name.en}: ${percent(chance, "")}`,
    fr: `${name.fr} : ${percent(chance, "\u00a0")}`,
  }),
  barTogether: (chance: number): Text => ({
    en: `Chance to win: ${percent(chance, "")}`,
    fr: `Chances de gagner : ${percent(chance, "\u00a0")}`,
  }),
  barUnknown: { en: "Not judged yet", fr: "Pas encore évalué" },

  // The review
  review: { en: "Evaluation of the game", fr: "Évaluation de la partie" },
  reviewIt: { en: "Review the game", fr: "Revoir la partie" },
  reviewAgain: { en: "Review again", fr: "Revoir encore" },
  reviewing: (done: number, all: number): Text => ({
    en: `${done} of ${all} positions`,
    fr: `${done} positions sur ${all}`,
  }),
  stop: { en: "Stop", fr: "Arrêter" },
  turning: { en: "Turning points", fr: "Tournants" },
  noTurning: { en: "No turning point: nobody gave much away.", fr: "Aucun tournant : personne n’a beaucoup perdu." },
  slip: { en: "slip", fr: "imprécision" },
  mistake: { en: "mistake", fr: "erreur" },
  blunder: { en: "blunder", fr: "gaffe" },
  cost: (cost: number): Text => ({ en: `−${Math.round(cost * 100)} points`, fr: `−${Math.round(cost * 100)} points` }),
  better: { en: "Better:", fr: "Mieux :" },
  addLine: { en: "Add this line as a variation", fr: "Ajouter cette ligne en variante" },
  pointAt: (ply: number, move: string, chance: number): Text => ({
    en: `${ply === 0 ? "Start" : `${ply}, ${move}`}: ${percent(chance, "")}`,
    fr: `${ply === 0 ? "Début" : `${ply}, ${move}`} : ${percent(chance, "\u00a0")}`,
  }),

  // The tree
  moves: { en: "Moves", fr: "Coups" },
  start: { en: "Start", fr: "Début" },
  noMoves: { en: "Play on the board", fr: "Jouez sur le plateau" },
  noMovesText: {
    en: "Every side, as many variations as you like.",
    fr: "Tous les camps, autant de variantes que vous voulez.",
  },
  annotate: { en: "Comment on this move", fr: "Commenter ce coup" },
  comment: { en: "Comment", fr: "Commentaire" },
  commentHere: { en: "What do you think of this move?", fr: "Que pensez-vous de ce coup ?" },
  commentStart: { en: "What is there to say before the first move?", fr: "Qu’y a-t-il à dire avant le premier coup ?" },
  glyphs: { en: "Mark", fr: "Signe" },
  glyph: {
    "!!": { en: "Brilliant move", fr: "Coup brillant" },
    "!": { en: "Good move", fr: "Bon coup" },
    "!?": { en: "Interesting move", fr: "Coup intéressant" },
    "?!": { en: "Doubtful move", fr: "Coup douteux" },
    "?": { en: "Bad move", fr: "Mauvais coup" },
    "??": { en: "Blunder", fr: "Gaffe" },
  },
  promote: { en: "Make it the main line", fr: "En faire la ligne principale" },
  remove: { en: "Delete from here", fr: "Effacer à partir d’ici" },
  removed: { en: "Deleted.", fr: "Effacé." },
  undoIt: { en: "Undo", fr: "Annuler" },
  turnNow: (name: Text): Text => ({ en: `${name.en} to move`, fr: `${name.fr} au trait` }),
  dealt: {
    en: "Nobody has seen the pieces below: for this analysis they were dealt at random.",
    fr: "Personne n’a vu les pièces du dessous : pour cette analyse, elles ont été distribuées au hasard.",
  },

  // In and out
  importIt: { en: "Import", fr: "Importer" },
  exportIt: { en: "Export", fr: "Exporter" },
  share: { en: "Share", fr: "Partager" },
  importTitle: { en: "What shall we analyse?", fr: "Que faut-il analyser ?" },
  importFile: { en: "A record from a file", fr: "Une partie, depuis un fichier" },
  importPaste: { en: "Or paste a record or a position", fr: "Ou collez une partie ou une position" },
  importKeeps: {
    en: "What you have now stays until this can be read.",
    fr: "Ce que vous avez reste là tant que ceci n’est pas lisible.",
  },
  importNew: { en: "A new game", fr: "Une nouvelle partie" },
  exportTitle: { en: "Your analysis", fr: "Votre analyse" },
  record: { en: "The record, with variations and comments", fr: "La partie, avec variantes et commentaires" },
  position: { en: "The position on the board", fr: "La position sur le plateau" },
  copy: { en: "Copy", fr: "Copier" },
  download: { en: "Download", fr: "Télécharger" },
  recordCopied: { en: "Record copied.", fr: "Partie copiée." },
  positionCopied: { en: "Position copied.", fr: "Position copiée." },
  linkCopied: { en: "Link copied. It opens this analysis.", fr: "Lien copié. Il ouvre cette analyse." },
  brokenLink: {
    en: "This link is not whole: the part after # is cut off or changed.",
    fr: "Ce lien n’est pas complet : la partie après # est coupée ou changée.",
  },
  flip: { en: "Turn the board", fr: "Tourner le plateau" },
} as const;

export function verdictWords(verdict: NonNullable<Reviewed["verdict"]>): Text {
  return A[verdict];
}

/** 1234567 → 1.2 M */
function short(count: number, language: "en" | "fr"): string {
  return count.toLocaleString(language, { notation: "compact", maximumFractionDigits: 1 });
}
