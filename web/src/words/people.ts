/** What the page says about people: signing in, profiles, the archive, the lobby. */

import type { ArchiveSeat, SeekTold, Text } from "../api/types";
import { ratingWords } from "./text";

const count = (n: number, one: string, many: string, language: "en" | "fr"): string =>
  `${n.toLocaleString(language)} ${n === 1 || (language === "fr" && n === 0) ? one : many}`;

/** `+12`, `−7`. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change === 0 ? "±0" : `−${-change}`);

export const P = {
  // Signing in
  signIn: { en: "Sign in", fr: "Se connecter" },
  signUp: { en: "New account", fr: "Nouveau compte" },
  signInTitle: { en: "Welcome back", fr: "Content de vous revoir" },
  signUpTitle: { en: "Take a name", fr: "Prenez un nom" },
  signUpText: {
    en: "A name and a password, nothing else: no e-mail, no tracking. The games you have played here as a guest come along.",
    fr: "Un nom et un mot de passe, rien d’autre : ni courriel, ni pistage. Les parties que vous avez jouées ici en invité vous suivent.",
  },
  signInText: {
    en: "Your games, your ratings, your friends’ challenges.",
    fr: "Vos parties, vos cotes, les défis de vos amis.",
  },
  name: { en: "Name", fr: "Nom" },
  nameHelp: {
    en: "2 to 20 letters and digits; everybody can see it.",
    fr: "De 2 à 20 lettres et chiffres ; tout le monde le voit.",
  },
  password: { en: "Password", fr: "Mot de passe" },
  passwordHelp: {
    en: "8 characters or more. Unless you give an e-mail address later, a lost password is lost: keep it well.",
    fr: "8 caractères ou plus. Sans adresse électronique donnée plus tard, un mot de passe perdu l’est pour de bon : gardez-le bien.",
  },
  passwordLength: { en: "8 characters or more.", fr: "8 caractères ou plus." },
  forgotten: { en: "Forgotten your password?", fr: "Mot de passe oublié ?" },
  forgottenTitle: { en: "A new password", fr: "Un nouveau mot de passe" },
  forgottenText: {
    en: "If your account has a confirmed e-mail address, we send a link to it.",
    fr: "Si votre compte a une adresse électronique confirmée, nous y envoyons un lien.",
  },
  sendLink: { en: "Send the link", fr: "Envoyer le lien" },
  linkSent: {
    en: "If there is such an account with an address, the link is on its way. It works once, within 30 minutes.",
    fr: "S’il existe un tel compte avec une adresse, le lien est parti. Il sert une fois, dans les 30 minutes.",
  },
  backToSignIn: { en: "Back to signing in", fr: "Revenir à la connexion" },
  resetTitle: { en: "Choose a new password", fr: "Choisissez un nouveau mot de passe" },
  resetText: { en: "You will be signed out everywhere.", fr: "Vous serez déconnecté partout." },
  resetDone: {
    en: "The password is changed. Sign in with it.",
    fr: "C’est changé. Connectez-vous avec le nouveau mot de passe.",
  },
  code: { en: "Code", fr: "Code" },
  codeHelp: {
    en: "From your authenticator app, or a recovery code.",
    fr: "Celui de votre application d’authentification, ou un code de secours.",
  },
  firstCodeHelp: {
    en: "The six digits the app shows now.",
    fr: "Les six chiffres que l’application affiche maintenant.",
  },
  show: { en: "Show", fr: "Afficher" },
  hide: { en: "Hide", fr: "Masquer" },
  create: { en: "Create the account", fr: "Créer le compte" },
  hello: (name: string): Text => ({ en: `Welcome, ${name}.`, fr: `Bienvenue, ${name}.` }),
  goodbye: { en: "You are signed out.", fr: "Vous êtes déconnecté." },

  // The account
  account: { en: "Account", fr: "Compte" },
  logOut: { en: "Sign out", fr: "Se déconnecter" },
  since: (date: string): Text => ({ en: `Here since ${date}`, fr: `Ici depuis le ${date}` }),
  yourProfile: { en: "Your profile", fr: "Votre profil" },
  yourGames: { en: "Your games", fr: "Vos parties" },
  changePassword: { en: "Change the password", fr: "Changer de mot de passe" },
  oldPassword: { en: "Present password", fr: "Mot de passe actuel" },
  newPassword: { en: "New password", fr: "Nouveau mot de passe" },
  change: { en: "Change", fr: "Changer" },
  changed: {
    en: "Changed. You are signed out everywhere else, and tokens of programs have ended.",
    fr: "C’est changé. Vous êtes déconnecté partout ailleurs, et les jetons des programmes sont révoqués.",
  },
  sessions: { en: "Where you are signed in", fr: "Où vous êtes connecté" },
  thisOne: { en: "this one", fr: "ici même" },
  unknownBrowser: { en: "a browser", fr: "un navigateur" },
  seen: (date: string): Text => ({ en: `last seen ${date}`, fr: `vu le ${date}` }),
  end: { en: "End", fr: "Fermer" },
  endOf: (browser: string): Text => ({ en: `End ${browser}`, fr: `Fermer ${browser}` }),
  factor: { en: "Signing in with a code", fr: "Connexion avec un code" },
  factorOn: { en: "on", fr: "activée" },
  factorText: {
    en: "Besides the password, a code from an app on your phone. Whoever learns your password still stays outside.",
    fr: "En plus du mot de passe, un code donné par une application de votre téléphone. Qui apprend votre mot de passe reste dehors.",
  },
  codesLeft: (n: number): Text => ({
    en: `Signing in asks for a code. ${count(n, "recovery code", "recovery codes", "en")} left.`,
    fr: `Se connecter demande un code. Il reste ${count(n, "code", "codes", "fr")} de secours.`,
  }),
  turnOn: { en: "Turn on", fr: "Activer" },
  turnOff: { en: "Turn off", fr: "Désactiver" },
  goOn: { en: "Go on", fr: "Continuer" },
  factorFirst: { en: "First, your password once more.", fr: "D’abord, votre mot de passe encore une fois." },
  factorScan: {
    en: "Scan this QR code with an authenticator app, then enter the code it shows.",
    fr: "Scannez ce QR code avec une application d’authentification, puis saisissez le code qu’elle affiche.",
  },
  squareCode: { en: "QR code of the key written below", fr: "QR code de la clé écrite dessous" },
  factorType: { en: "Or type this key into it:", fr: "Ou saisissez-y cette clé :" },
  codesTitle: { en: "Your recovery codes", fr: "Vos codes de secours" },
  codesText: {
    en: "Should you lose the app, each of these opens your account once. They are never shown again: keep them well, away from your phone.",
    fr: "Si vous perdez l’application, chacun ouvre votre compte une fois. Ils ne seront plus montrés : gardez-les bien, ailleurs que sur votre téléphone.",
  },
  codesKept: { en: "I have kept them", fr: "Je les ai gardés" },
  factorOffTitle: { en: "Sign in without a code?", fr: "Se connecter sans code ?" },
  factorOffText: {
    en: "The password alone will open your account again.",
    fr: "Le mot de passe suffira de nouveau à ouvrir votre compte.",
  },
  factorIsOff: { en: "The password is enough now.", fr: "Le mot de passe suffit désormais." },
  passkeys: { en: "Passkeys", fr: "Clés d’accès" },
  passkeysText: {
    en: "Sign in with a finger, a face or a PIN instead of a password. Nobody can trick you out of a passkey, and no code is asked for.",
    fr: "Se connecter d’un doigt, d’un regard ou d’un code court plutôt que par mot de passe. Une clé d’accès ne se soutire pas, et dispense du code.",
  },
  passkeysNotHere: {
    en: "Passkeys need https and an address with a name, or http://localhost, and a browser of these days.",
    fr: "Les clés d’accès demandent https et une adresse avec un nom, ou http://localhost, et un navigateur récent.",
  },
  addPasskey: { en: "Add a passkey", fr: "Ajouter une clé" },
  newPasskey: { en: "New passkey", fr: "Nouvelle clé d’accès" },
  newPasskeyText: {
    en: "Your password once more; then your device asks you. Remove the passkey here if you lose the device.",
    fr: "Votre mot de passe encore une fois ; puis votre appareil vous demande. Retirez la clé ici si vous perdez l’appareil.",
  },
  passkeyLabel: { en: "What to call it", fr: "Son nom" },
  passkeyExample: { en: "My phone", fr: "Mon téléphone" },
  passkeyAdded: { en: "The passkey opens your account now.", fr: "La clé d’accès ouvre désormais votre compte." },
  passkeyRemoved: {
    en: "The passkey opens nothing any more. You are signed out everywhere else.",
    fr: "La clé d’accès n’ouvre plus rien. Vous êtes déconnecté partout ailleurs.",
  },
  remove: { en: "Remove", fr: "Retirer" },
  removePasskeyOf: (label: string): Text => ({ en: `Remove ${label}`, fr: `Retirer ${label}` }),
  removePasskeyText: {
    en: "It will no longer open your account. You are signed out everywhere else, and tokens of programs end.",
    fr: "Elle n’ouvrira plus votre compte. Vous serez déconnecté partout ailleurs, et les jetons des programmes révoqués.",
  },
  withPasskey: { en: "Sign in with a passkey", fr: "Se connecter avec une clé d’accès" },
  data: { en: "Your data", fr: "Vos données" },
  exportText: {
    en: "Everything the room knows about you, and the records of your games.",
    fr: "Tout ce que la salle sait de vous, et le texte de vos parties.",
  },
  export: { en: "Download", fr: "Télécharger" },
  leave: { en: "Delete the account", fr: "Supprimer le compte" },
  leaveShort: {
    en: "Your games stay with those you played, without your name.",
    fr: "Vos parties restent à vos adversaires, sans votre nom.",
  },
  leaveText: {
    en: "Running games are resigned. Finished games stay with those you played, without your name. This cannot be undone, and nobody can take your name.",
    fr: "Les parties en cours sont abandonnées. Les parties finies restent à vos adversaires, sans votre nom. C’est sans retour, et personne ne pourra reprendre ce nom.",
  },
  leaveForGood: { en: "Delete for good", fr: "Supprimer pour de bon" },
  cancel: { en: "Cancel", fr: "Annuler" },

  // Programs
  programs: { en: "Programs", fr: "Programmes" },
  programsText: {
    en: "A token lets a program act in your name: to download your games, or to play as a bot.",
    fr: "Un jeton permet à un programme d’agir en votre nom : télécharger vos parties, ou jouer comme robot.",
  },
  label: { en: "What for", fr: "Pour quoi faire" },
  scopes: { en: "It may", fr: "Il peut" },
  scope: {
    read: { en: "read your games", fr: "lire vos parties" },
    play: { en: "play", fr: "jouer" },
    chat: { en: "chat", fr: "discuter" },
  },
  makeToken: { en: "Make a token", fr: "Créer un jeton" },
  tokenOnce: {
    en: "Copy this token now: it is never shown again. Whoever has it can act in your name.",
    fr: "Copiez ce jeton maintenant : il ne sera plus jamais montré. Qui le détient peut agir en votre nom.",
  },
  copy: { en: "Copy", fr: "Copier" },
  copied: { en: "Copied.", fr: "Copié." },
  revoke: { en: "Revoke", fr: "Révoquer" },
  revokeOf: (label: string): Text => ({ en: `Revoke ${label}`, fr: `Révoquer ${label}` }),
  usedOn: (date: string): Text => ({ en: `last used ${date}`, fr: `utilisé le ${date}` }),
  neverUsed: { en: "never used", fr: "jamais utilisé" },
  bot: { en: "BOT", fr: "ROBOT" },
  becomeBot: { en: "Make this a bot’s account", fr: "En faire le compte d’un robot" },
  becomeBotText: {
    en: "For good: a bot is labelled everywhere and rated among engines. Only an account that has not played yet can become one.",
    fr: "C’est définitif : un robot est signalé partout et classé parmi les moteurs. Seul un compte qui n’a pas encore joué peut le devenir.",
  },
  isBot: { en: "This is a bot’s account.", fr: "C’est le compte d’un robot." },

  // Profile
  engine: { en: "ENGINE", fr: "MOTEUR" },
  guest: { en: "Guest", fr: "Invité" },
  you: { en: "you", fr: "vous" },
  ratings: { en: "Ratings", fr: "Cotes" },
  ratingChanged: (change: number): Text => ({
    en: `Your rating: ${signed(change)}.`,
    fr: `Votre cote : ${signed(change)}.`,
  }),
  noRatings: { en: "No rated game yet.", fr: "Pas encore de partie classée." },
  provisional: { en: "provisional", fr: "provisoire" },
  ratedGames: (n: number): Text => ({
    en: count(n, "rated game", "rated games", "en"),
    fr: count(n, "partie classée", "parties classées", "fr"),
  }),
  games: (n: number): Text => ({ en: count(n, "game", "games", "en"), fr: count(n, "partie", "parties", "fr") }),
  speed: {
    none: { en: "no clock", fr: "sans pendule" },
    fast: { en: "fast", fr: "cadence rapide" },
    slow: { en: "slow", fr: "cadence lente" },
    correspondence: { en: "correspondence", fr: "par correspondance" },
  },
  ladder: {
    people: { en: "against people", fr: "entre personnes" },
    engines: { en: "with bots", fr: "avec des robots" },
  },
  historyOf: (what: Text): Text => ({ en: `Rating over time: ${what.en}`, fr: `La cote au fil du temps : ${what.fr}` }),
  historyShort: {
    en: "The curve begins with the second rated game.",
    fr: "La courbe commence à la deuxième partie classée.",
  },
  levels: { en: "Levels", fr: "Niveaux" },
  levelsText: { en: "Measured by playing; random play is 0.", fr: "Mesurés en jouant ; le hasard vaut 0." },
  recent: { en: "Latest games", fr: "Dernières parties" },
  allGames: { en: "All games", fr: "Toutes les parties" },
  challenge: { en: "Challenge", fr: "Défier" },
  challengeTitle: (name: string): Text => ({ en: `Challenge ${name}`, fr: `Défier ${name}` }),
  challengeSent: (name: string): Text => ({
    en: `${name} has been asked. Wait in the lobby for the answer.`,
    fr: `${name} est prévenu. Attendez sa réponse au salon.`,
  }),
  nobody: { en: "Nobody here has this name.", fr: "Personne ici ne porte ce nom." },

  // Archive
  archive: { en: "Archive", fr: "Archives" },
  archiveOf: (name: string): Text => ({ en: `Games of ${name}`, fr: `Parties de ${name}` }),
  ownArchive: { en: "Your games", fr: "Vos parties" },
  archiveText: {
    en: "Rated games are public; the others only you can see.",
    fr: "Les parties classées sont publiques ; les autres, vous seul les voyez.",
  },
  game: { en: "Game", fr: "Jeu" },
  anyGame: { en: "all games", fr: "tous les jeux" },
  player: { en: "Player", fr: "Joueur" },
  opponent: { en: "Opponent", fr: "Adversaire" },
  result: { en: "Result", fr: "Résultat" },
  anyResult: { en: "any", fr: "tous" },
  counting: { en: "Rated", fr: "Classées" },
  anyCounting: { en: "all", fr: "toutes" },
  onlyRated: { en: "rated", fr: "classées" },
  onlyCasual: { en: "casual", fr: "amicales" },
  from: { en: "From", fr: "Du" },
  until: { en: "Until", fr: "Au" },
  search: { en: "Search", fr: "Chercher" },
  found: (n: number): Text => ({
    en: count(n, "game found", "games found", "en"),
    fr: count(n, "partie trouvée", "parties trouvées", "fr"),
  }),
  noGames: {
    en: "No finished game yet. They will be kept here.",
    fr: "Pas encore de partie finie. Elles seront gardées ici.",
  },
  nothingFound: { en: "No game matches.", fr: "Aucune partie ne correspond." },
  more: { en: "Older games", fr: "Parties plus anciennes" },
  downloadAll: { en: "Download the records", fr: "Télécharger les parties" },
  score: {
    won: { en: "won", fr: "gagnée" },
    lost: { en: "lost", fr: "perdue" },
    drew: { en: "drawn", fr: "nulle" },
    "": { en: "–", fr: "–" },
  },
  versus: { en: "against", fr: "contre" },
  alone: { en: "alone or at one screen", fr: "seul ou sur un même écran" },
  plies: (n: number): Text => ({ en: count(n, "move", "moves", "en"), fr: count(n, "coup", "coups", "fr") }),
  view: { en: "View", fr: "Voir" },

  // Lobby
  lobby: { en: "Lobby", fr: "Salon" },
  lobbyText: {
    en: "Open offers: press one, and you sit face to face.",
    fr: "Les propositions en cours : acceptez-en une, et vous voilà face à face.",
  },
  offer: { en: "Offer a game", fr: "Proposer une partie" },
  offers: { en: "Open offers", fr: "Parties proposées" },
  allOffers: { en: "All", fr: "Tous" },
  filter: { en: "Which game", fr: "Quel jeu" },
  inLobby: { en: "In the lobby just now", fr: "Au salon en ce moment" },
  toLobby: { en: "To the lobby", fr: "Aller au salon" },
  seeAll: (n: number): Text => ({ en: `See all (${n})`, fr: `Tout voir (${n})` }),
  youBegin: { en: "you begin", fr: "vous commencez" },
  theyBegin: { en: "they begin", fr: "l’autre commence" },
  running: { en: "Your games", fr: "Vos parties" },
  newGame: { en: "New game", fr: "Nouvelle partie" },
  newGameText: {
    en: "Live or by correspondence, rated or not.",
    fr: "En direct ou par correspondance, classée ou amicale.",
  },
  byLink: { en: "Invite by a link", fr: "Inviter par un lien" },
  againstAlcove: { en: "Play Alcove", fr: "Jouer contre Alcove" },
  noOffers: {
    en: "Nobody is waiting just now. Offer a game: whoever comes sees it.",
    fr: "Personne n’attend en ce moment. Proposez une partie : le prochain venu la verra.",
  },
  yours: { en: "Your offers", fr: "Vos propositions" },
  challenges: { en: "You are challenged", fr: "On vous défie" },
  challengedBy: (who: string, to: Text): Text => ({
    en: `${who} wants to play ${to.en} with you.`,
    fr: `${who} vous défie ${to.fr}.`,
  }),
  gameBegins: (of: Text): Text => ({ en: `Your game ${of.en} begins.`, fr: `Votre partie ${of.fr} commence.` }),
  toTable: { en: "To the table", fr: "Aller à la table" },
  accept: { en: "Play", fr: "Jouer" },
  acceptOf: (who: string, to: Text): Text => ({ en: `Play ${to.en} with ${who}`, fr: `Jouer ${to.fr} avec ${who}` }),
  decline: { en: "Decline", fr: "Refuser" },
  declineOf: (who: string): Text => ({ en: `Decline the challenge of ${who}`, fr: `Refuser le défi de ${who}` }),
  withdraw: { en: "Withdraw", fr: "Retirer" },
  withdrawOf: (of: Text): Text => ({ en: `Withdraw the offer ${of.en}`, fr: `Retirer la proposition ${of.fr}` }),
  waiting: {
    en: "Waiting for somebody. Stay here: the game opens by itself.",
    fr: "On attend quelqu’un. Restez ici : la partie s’ouvrira d’elle-même.",
  },
  waitingDays: { en: "It stays until somebody takes it.", fr: "Elle reste jusqu’à ce que quelqu’un la prenne." },
  toName: (name: string): Text => ({ en: `to ${name}`, fr: `à ${name}` }),
  offerTitle: { en: "Offer a game", fr: "Proposer une partie" },
  sendOffer: { en: "Offer", fr: "Proposer" },
  rated: { en: "Rated", fr: "Partie classée" },
  ratedText: {
    en: "It changes your rating. No engine help, no take-back without consent.",
    fr: "Elle compte pour votre cote. Ni aide du moteur, ni reprise sans accord.",
  },
  ratedNeeds: { en: "Rated games need an account.", fr: "Une partie classée demande un compte." },
  bots: { en: "Bots welcome", fr: "Robots bienvenus" },
  botsText: { en: "A program may take this offer.", fr: "Un programme peut accepter cette proposition." },
  range: { en: "Limit the opponent’s rating", fr: "Limiter la cote de l’adversaire" },
  lowest: { en: "Lowest rating", fr: "Cote minimale" },
  highest: { en: "Highest rating", fr: "Cote maximale" },
  any: { en: "any", fr: "libre" },
  leaders: { en: "Best players", fr: "Meilleurs joueurs" },
  noLeaders: {
    en: "Nobody has played enough rated games here for a sure rating.",
    fr: "Personne n’a encore joué ici assez de parties classées pour une cote sûre.",
  },
  rank: { en: "Rank", fr: "Rang" },
  rating: { en: "Rating", fr: "Cote" },
  signInToRate: { en: "Sign in to play rated games.", fr: "Connectez-vous pour jouer des parties classées." },
} as const;

export function seekerWords(seek: SeekTold, language: "en" | "fr"): string {
  const [shown, rating] = [seek.name ?? P.guest[language], ratingWords(seek)];
  return rating === null ? shown : `${shown} (${rating})`;
}

export function seatWords({ name, level }: ArchiveSeat): Text {
  if (level !== null) return { en: `Alcove, level ${level}`, fr: `Alcove, niveau ${level}` };
  return name === null ? P.guest : { en: name, fr: name };
}

/** A day as the language writes it. */
export function dayWords(at: string, language: "en" | "fr"): string {
  return new Date(at).toLocaleDateString(language === "fr" ? "fr-FR" : "en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
