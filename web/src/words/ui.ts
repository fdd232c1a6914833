/**
 * What the page says, both languages side by side: a missing one is a type error. French with no-break spaces. What is said
 * of a game is given as the room words it: `of` is "of Go", « du Go », `to` what one plays: "Go", « au Go ».
 */

import type { Text } from "../api/types";

/** Numbers that are written out in a title. */
const NUMBERS: readonly Text[] = [
  { en: "No", fr: "Aucun" },
  { en: "One", fr: "Un" },
  { en: "Two", fr: "Deux" },
  { en: "Three", fr: "Trois" },
  { en: "Four", fr: "Quatre" },
  { en: "Five", fr: "Cinq" },
  { en: "Six", fr: "Six" },
  { en: "Seven", fr: "Sept" },
  { en: "Eight", fr: "Huit" },
  { en: "Nine", fr: "Neuf" },
  { en: "Ten", fr: "Dix" },
  { en: "Eleven", fr: "Onze" },
  { en: "Twelve", fr: "Douze" },
];

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `${count} ${one}` : `${count} ${many}`;

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

export const W = {
  // The frame
  home: { en: "Alcove, home", fr: "Alcove, accueil" },
  settings: { en: "Settings", fr: "Réglages" },
  toLight: { en: "Light theme", fr: "Thème clair" },
  toDark: { en: "Dark theme", fr: "Thème sombre" },
  skipToBoard: { en: "Skip to the board", fr: "Aller au plateau" },
  skipToContent: { en: "Skip to the content", fr: "Aller au contenu" },
  close: { en: "Close", fr: "Fermer" },
  tryAgain: { en: "Try again", fr: "Réessayer" },
  backHome: { en: "Back to the games", fr: "Retour aux jeux" },
  loading: { en: "Setting the table…", fr: "On dresse la table…" },
  notLoaded: { en: "This page did not come.", fr: "Cette page n’est pas arrivée." },

  lobby: { en: "Lobby", fr: "Salon" },
  signIn: { en: "Sign in", fr: "Se connecter" },
  challenged: (count: number): Text => ({
    en: `, ${plural(count, "challenge for you", "challenges for you")}`,
    fr: `, ${plural(count, "défi pour vous", "défis pour vous")}`,
  }),
  profileOf: (name: string): Text => ({ en: `${name}, your profile`, fr: `${name}, votre profil` }),

  // Home
  heroTitle: (count: number): Text => {
    const number = NUMBERS[count] ?? { en: String(count), fr: String(count) };
    return {
      en: `${number.en} rare ${count === 1 ? "game" : "games"}, one open table.`,
      fr: `${number.fr} ${count > 1 ? "jeux rares" : "jeu rare"}, une table ouverte.`,
    };
  },
  heroUntold: { en: "Rare games, one open table.", fr: "Des jeux rares, une table ouverte." },
  heroText: {
    en: "Play at once, no account: against Alcove at your level, two at the same screen, or with a friend by a link.",
    fr: "Jouez tout de suite, sans compte : contre Alcove à votre niveau, à deux sur le même écran, ou avec un ami par un lien.",
  },
  noBoard: {
    en: "This game has no board for the page yet; the terminal plays it.",
    fr: "Ce jeu n’a pas encore de plateau pour la page ; il se joue dans le terminal.",
  },
  furtherOn: { en: "Further on", fr: "Plus loin" },
  archive: { en: "Archive", fr: "Archives" },
  play: { en: "Play", fr: "Jouer" },
  playTitle: (to: Text): Text => ({ en: `Play ${to.en} against Alcove`, fr: `Jouer ${to.fr} contre Alcove` }),
  playAloneTitle: (to: Text): Text => ({ en: `Play ${to.en} alone`, fr: `Jouer ${to.fr} en solitaire` }),
  two: { en: "For two", fr: "À deux" },
  twoTitle: (to: Text): Text => ({
    en: `Play ${to.en} for two at this screen`,
    fr: `Jouer ${to.fr} à deux sur cet écran`,
  }),
  choose: { en: "Choose level and options", fr: "Choisir le niveau et les options" },
  chooseTitle: (game: string): Text => ({
    en: `${game}: choose level and options`,
    fr: `${game} : choisir le niveau et les options`,
  }),
  rules: { en: "Rules", fr: "Règles" },
  rulesTitle: (of: Text): Text => ({ en: `Rules ${of.en}`, fr: `Règles ${of.fr}` }),
  learn: { en: "Learn", fr: "Apprendre" },
  learnText: {
    en: "A few short tasks a game, some minutes in all: you make the moves, the board answers. The rules say everything, clause by clause.",
    fr: "Quelques petits exercices par jeu, quelques minutes en tout : vous jouez, le plateau répond. Les règles disent tout, article par article.",
  },
  lesson: { en: "Lesson", fr: "Leçon" },
  inThree: { en: "Learn in three minutes", fr: "Apprendre en trois minutes" },
  inThreeText: (shortest: string): Text => ({
    en: `Every rule is a figure to play. Begin with ${shortest}, the shortest.`,
    fr: `Chaque règle est une figure que l’on joue. Commencez par ${shortest}, le plus court.`,
  }),
  openLessons: { en: "Open the lessons", fr: "Ouvrir les leçons" },
  learnTitle: (game: string): Text => ({ en: `Learn ${game}`, fr: `Apprendre ${game}` }),
  atlasTitle: (of: Text): Text => ({ en: `Atlas ${of.en}`, fr: `Atlas ${of.fr}` }),
  analysis: { en: "Analysis", fr: "Analyse" },
  analyse: { en: "Analyse", fr: "Analyser" },
  unfinished: { en: "Unfinished games", fr: "Parties en cours" },
  resume: { en: "Resume", fr: "Reprendre" },
  openRecord: { en: "Open a record", fr: "Ouvrir une partie" },
  forWhom: ([fewest, most]: readonly [number, number], [shortest, longest]: readonly [number, number]): Text => {
    const time = shortest === longest ? `${shortest} min` : `${shortest}–${longest} min`;
    if (most === 1) return { en: `1 player · ${time}`, fr: `1 joueur · ${time}` };
    if (fewest === most) return { en: `${most} players · ${time}`, fr: `${most} joueurs · ${time}` };
    return { en: `${fewest} to ${most} players · ${time}`, fr: `${fewest} à ${most} joueurs · ${time}` };
  },
  against: (game: string): Text => ({ en: `${game} against Alcove`, fr: `${game} contre Alcove` }),
  atOneScreen: (game: string): Text => ({ en: `${game}, at one screen`, fr: `${game}, sur un même écran` }),
  alone: (game: string): Text => ({ en: `${game}, alone`, fr: `${game}, en solitaire` }),
  plyDone: (ply: number): Text => ({
    en: ply === 0 ? "not begun" : `after ${plural(ply, "move", "moves")}`,
    fr: ply === 0 ? "pas commencée" : `après ${plural(ply, "coup", "coups")}`,
  }),

  // The game page
  you: { en: "You", fr: "Vous" },
  level: (level: number): Text => ({ en: `level ${level}`, fr: `niveau ${level}` }),
  rating: (rating: number): Text => ({ en: `rated ${rating}`, fr: `cote ${rating}` }),
  yourMove: { en: "Your move.", fr: "À vous de jouer." },
  yourMoveShort: { en: "your move", fr: "à vous" },
  moves: (name: Text): Text => ({ en: `${name.en} to move.`, fr: `À ${name.fr} de jouer.` }),
  movesShort: { en: "to move", fr: "au trait" },
  played: (who: Text, what: Text): Text => ({ en: `${who.en}: ${what.en}.`, fr: `${who.fr} : ${what.fr}.` }),
  thinking: { en: "Alcove is thinking.", fr: "Alcove réfléchit." },
  thinkingShort: { en: "thinking", fr: "réfléchit" },
  sending: { en: "Move on its way.", fr: "Coup en cours d’envoi." },
  lookingAt: (ply: number, of: number): Text => ({
    en: ply === 0 ? "You are looking at the start." : `You are looking at move ${ply} of ${of}.`,
    fr: ply === 0 ? "Vous regardez le début." : `Vous regardez le coup ${ply} sur ${of}.`,
  }),
  backToGame: { en: "Back to the game", fr: "Revenir à la partie" },
  wentOn: {
    en: "The game went on elsewhere. This is how it stands now.",
    fr: "La partie a avancé ailleurs. La voici telle qu’elle est.",
  },
  solo: { en: "Solo game", fr: "En solitaire" },
  turnNumber: (turn: number): Text => ({ en: `Turn ${turn}`, fr: `Tour ${turn}` }),
  seat: (number: number): Text => ({ en: `seat ${number}`, fr: `siège ${number}` }),
  players: { en: "Players", fr: "Joueurs" },
  movesTab: { en: "Moves", fr: "Coups" },
  begins: { en: "The game begins", fr: "La partie commence" },
  movesHere: { en: "Moves will be written here.", fr: "Les coups s’écriront ici." },
  toFirst: { en: "Start", fr: "Début" },
  toPrevious: { en: "Previous move", fr: "Coup précédent" },
  toNext: { en: "Next move", fr: "Coup suivant" },
  toLast: { en: "Latest move", fr: "Dernier coup" },
  panel: { en: "Moves and state of the game", fr: "Coups et état de la partie" },

  // Actions
  actions: { en: "Actions", fr: "Actions" },
  undo: { en: "Take back", fr: "Reprendre" },
  hint: { en: "Hint", fr: "Indice" },
  hinting: { en: "Searching…", fr: "Recherche…" },
  resign: { en: "Resign", fr: "Abandon" },
  more: { en: "More", fr: "Plus" },
  rematch: { en: "Rematch", fr: "Revanche" },
  playAgain: { en: "Play again", fr: "Rejouer" },
  goToRematch: { en: "To the next game", fr: "À la partie suivante" },
  newGame: { en: "New game", fr: "Nouvelle partie" },
  flip: { en: "Turn the board", fr: "Tourner le plateau" },
  soundOn: { en: "Turn sound on", fr: "Activer le son" },
  soundOff: { en: "Turn sound off", fr: "Couper le son" },
  showCoordinates: { en: "Show coordinates", fr: "Afficher les coordonnées" },
  hideCoordinates: { en: "Hide coordinates", fr: "Masquer les coordonnées" },
  confirmOn: { en: "Confirm moves", fr: "Confirmer les coups" },
  confirmOff: { en: "Play without confirming", fr: "Jouer sans confirmer" },
  typeMove: { en: "Type a move", fr: "Taper un coup" },
  copyPosition: { en: "Copy the position", fr: "Copier la position" },
  shareLink: { en: "Copy a link to this position", fr: "Copier un lien vers cette position" },
  download: { en: "Download the record", fr: "Télécharger la partie" },
  positionCopied: { en: "Position copied.", fr: "Position copiée." },
  linkCopied: { en: "Link copied. It opens this position.", fr: "Lien copié. Il ouvre cette position." },
  copyFailed: {
    en: "The browser did not let us copy. Here is the text:",
    fr: "Le navigateur n’a pas permis de copier. Voici le texte :",
  },
  tookBack: { en: "Move taken back.", fr: "Coup repris." },
  hintIs: (move: string): Text => ({ en: `Alcove would play ${move}`, fr: `Alcove jouerait ${move}` }),

  // Dialogs
  resignTitle: { en: "Resign this game?", fr: "Abandonner la partie ?" },
  resignText: { en: "The game ends and the other side wins.", fr: "La partie s’arrête et l’autre camp gagne." },
  resignTogether: { en: "The game ends and counts as lost.", fr: "La partie s’arrête et compte comme perdue." },
  keepPlaying: { en: "Keep playing", fr: "Continuer à jouer" },
  losingTitle: { en: "Lose the game by this move?", fr: "Perdre la partie par ce coup ?" },
  losingText: (move: string): Text => ({
    en: `The rules take ${move} for resigning: the other side wins.`,
    fr: `Les règles prennent ${move} pour un abandon : l’autre camp gagne.`,
  }),
  resignIt: { en: "Resign", fr: "Abandonner" },
  newGameOf: (of: Text): Text => ({ en: `New game ${of.en}`, fr: `Nouvelle partie ${of.fr}` }),
  opponent: { en: "Opponent", fr: "Adversaire" },
  againstAlcove: { en: "Against Alcove", fr: "Contre Alcove" },
  sameScreen: { en: "Two at this screen", fr: "À deux sur cet écran" },
  atThisScreen: { en: "At this screen", fr: "Sur cet écran" },
  mode: { en: "How to play", fr: "Façon de jouer" },
  modeSolo: { en: "Alone", fr: "En solitaire" },
  seatsAtScreen: { en: "Players at this screen", fr: "Joueurs sur cet écran" },
  colour: { en: "Your side", fr: "Votre camp" },
  chance: { en: "By lot", fr: "Au hasard" },
  first: { en: "moves first", fr: "en premier" },
  levelOf: { en: "Level of Alcove", fr: "Niveau d’Alcove" },
  measured: (games: number): Text => ({
    en: `Rating measured over ${games.toLocaleString("en")} games; random play = 0.`,
    fr: `Cote mesurée sur ${games.toLocaleString("fr")} parties, hasard = 0.`,
  }),
  notMeasured: { en: "not measured yet", fr: "pas encore mesuré" },
  options: { en: "Options of the rules", fr: "Options des règles" },
  usual: { en: "usual", fr: "habituel" },
  begin: { en: "Begin", fr: "Commencer" },
  typeLabel: { en: "The move in notation", fr: "Le coup en notation" },
  openTitle: { en: "Which record shall we open?", fr: "Quelle partie ouvrir ?" },
  openFile: { en: "From a file", fr: "Depuis un fichier" },
  openPaste: { en: "Or paste its text", fr: "Ou collez son texte" },
  openIt: { en: "Open", fr: "Ouvrir" },
  moreTitle: { en: "More", fr: "Plus" },
  openEmpty: {
    en: "Choose a file or paste a record first.",
    fr: "Choisissez d’abord un fichier, ou collez une partie.",
  },
  fileTooBig: { en: "That file is too large for a record.", fr: "Ce fichier est trop gros pour une partie." },

  // How it ended
  youWin: { en: "You win", fr: "Vous gagnez" },
  alcoveWins: { en: "Alcove wins", fr: "Alcove gagne" },
  wins: (name: Text): Text => ({ en: `${name.en} wins`, fr: `${name.fr} gagne` }),
  draw: { en: "Draw", fr: "Partie nulle" },
  wonTogether: { en: "Won", fr: "Gagné" },
  lostTogether: { en: "Lost", fr: "Perdu" },
  because: (words: Text): Text => ({ en: `: ${words.en}.`, fr: ` : ${words.fr}.` }),

  // Connection
  connectionLost: (seconds: number): Text => ({
    en:
      seconds > 0
        ? `Connection lost. Trying again in ${seconds} s. Your moves are kept.`
        : "Connection lost. Trying again. Your moves are kept.",
    fr:
      seconds > 0
        ? `Connexion perdue. Nouvel essai dans ${seconds} s. Vos coups sont gardés.`
        : "Connexion perdue. Nouvel essai. Vos coups sont gardés.",
  }),
  outdated: { en: "The room has a new version of this page.", fr: "La salle a une nouvelle version de cette page." },
  reload: { en: "Reload", fr: "Recharger" },
  tryNow: { en: "Try now", fr: "Essayer maintenant" },
  isBack: (resent: number): Text => ({
    en: resent === 0 ? "Back. Nothing was lost." : `Back. ${plural(resent, "move", "moves")} sent again.`,
    fr:
      resent === 0 ? "De retour. Rien n’est perdu." : `De retour. ${plural(resent, "coup renvoyé", "coups renvoyés")}.`,
  }),

  // Positions from a link
  positionOf: (of: Text): Text => ({ en: `A position ${of.en}`, fr: `Une position ${of.fr}` }),
  positionText: {
    en: "You opened a shared position. Play on from here:",
    fr: "Vous avez ouvert une position partagée. Jouez à partir d’ici :",
  },
  positionOver: { en: "The game is over in this position.", fr: "La partie est finie dans cette position." },
  fromHere: { en: "Against Alcove", fr: "Contre Alcove" },
  fromHereTwo: { en: "Two at this screen", fr: "À deux sur cet écran" },
  noPosition: { en: "This link has no position in it.", fr: "Ce lien ne contient pas de position." },

  // Settings
  settingsText: { en: "They are kept in this browser.", fr: "Ils sont gardés dans ce navigateur." },
  look: { en: "Look", fr: "Apparence" },
  theme: { en: "Theme", fr: "Thème" },
  themeSystem: { en: "Like the system", fr: "Comme le système" },
  themeLight: { en: "Light", fr: "Clair" },
  themeDark: { en: "Dark", fr: "Sombre" },
  languageTitle: { en: "Language", fr: "Langue" },
  board: { en: "Board", fr: "Plateau" },
  coordinates: { en: "Coordinates around the board", fr: "Coordonnées autour du plateau" },
  coordinatesText: {
    en: "Letters and numbers; some boards hide them on small screens.",
    fr: "Lettres et chiffres ; certains plateaux les masquent sur les petits écrans.",
  },
  confirm: { en: "Confirm each move", fr: "Confirmer chaque coup" },
  confirmText: {
    en: "The first press shows what will happen, the second plays.",
    fr: "Le premier appui montre ce qui va se passer, le second joue.",
  },
  animation: { en: "Animated moves", fr: "Coups animés" },
  animationText: {
    en: "Step by step. Always off when the system asks for less motion.",
    fr: "Pas à pas. Toujours coupés si le système demande moins de mouvement.",
  },
  ofGame: (game: string, setting: Text): Text => ({
    en: `${game}: ${lower(setting.en)}`,
    fr: `${game} : ${lower(setting.fr)}`,
  }),
  soundTitle: { en: "Sound", fr: "Son" },
  soundText: {
    en: "Of the pieces and the clock. Off unless you turn it on.",
    fr: "Des pièces et de la pendule. Coupé tant que vous ne l’activez pas.",
  },
  volume: { en: "Volume", fr: "Volume" },
  keys: { en: "Keyboard", fr: "Clavier" },
  keysList: [
    ["Tab", { en: "reach the board", fr: "aller au plateau" }],
    ["← ↑ → ↓", { en: "move over the cells", fr: "parcourir les cases" }],
    [
      { en: "Enter", fr: "Entrée" },
      { en: "pick up, play", fr: "choisir, jouer" },
    ],
    [
      { en: "Esc", fr: "Échap" },
      { en: "put back", fr: "reposer" },
    ],
    [
      { en: "Home End", fr: "Début Fin" },
      { en: "ends of the row", fr: "bouts de la rangée" },
    ],
    ["N", { en: "next possible cell", fr: "case possible suivante" }],
    [", .", { en: "back and forth through the moves", fr: "reculer, avancer dans les coups" }],
    ["/", { en: "type a move", fr: "taper un coup" }],
  ] satisfies readonly (readonly [string | Text, Text])[],

  // Nothing here
  unknownTitle: { en: "There is no such page.", fr: "Cette page n’existe pas." },
  unknownText: { en: "The address may be mistyped.", fr: "L’adresse est peut-être mal recopiée." },
  noGame: (name: string): Text => ({
    en: `This room has no game called ${name}.`,
    fr: `Cette salle n’a pas de jeu nommé ${name}.`,
  }),
  noGameText: {
    en: "It may have left, or the address may be mistyped.",
    fr: "Il est peut-être parti, ou l’adresse est mal recopiée.",
  },
  /** What a game does not have. */
  lacks: {
    rulebook: (game: string): Text => ({
      en: `${game} has no rulebook here yet.`,
      fr: `${game} n’a pas encore de livret ici.`,
    }),
    lessons: (game: string): Text => ({ en: `${game} has no lesson yet.`, fr: `${game} n’a pas encore de leçon.` }),
    puzzles: (game: string): Text => ({
      en: `${game} has no puzzles yet.`,
      fr: `${game} n’a pas encore de problèmes.`,
    }),
    atlas: (game: string): Text => ({
      en: `Nobody has measured ${game} yet.`,
      fr: `Personne n’a encore mesuré ${game}.`,
    }),
    scene: (game: string): Text => ({
      en: `${game} has no board for the page yet.`,
      fr: `${game} n’a pas encore de plateau pour la page.`,
    }),
    analysis: (game: string): Text => ({
      en: `${game} cannot be analysed here yet.`,
      fr: `${game} ne peut pas encore être analysé ici.`,
    }),
  },
  noTable: { en: "This table is not here.", fr: "Cette table n’est pas ici." },
} as const;
