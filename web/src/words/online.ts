/** What the page says where people play each other: invitations, clocks, offers, presence, chat. */

import type { Days, Fischer, OfferTold, PersonTold, Terms, Text } from "../api/types";
import { same } from "./text";

type Offer = OfferTold["what"];

export const O = {
  // Who
  guest: (handle: string): Text => ({ en: `Guest ${handle.slice(0, 4)}`, fr: `Invité ${handle.slice(0, 4)}` }),
  openSeat: { en: "Open seat", fr: "Place libre" },
  waitingFor: { en: "waiting for somebody", fr: "on attend quelqu’un" },
  isHere: { en: "online", fr: "en ligne" },
  isAway: { en: "away", fr: "absent" },
  watching: (count: number): Text => ({
    en: count === 1 ? "1 person is watching" : `${count} people are watching`,
    fr: count === 1 ? "1 personne regarde" : `${count} personnes regardent`,
  }),
  onlooker: { en: "watching", fr: "spectateur" },

  // Invitations
  friend: { en: "Invite a friend", fr: "Inviter un ami" },
  friends: { en: "Invite friends", fr: "Inviter des amis" },
  inviteTitle: (to: Text): Text => ({
    en: `Play ${to.en} with a friend by link`,
    fr: `Jouer ${to.fr} avec un ami, par un lien`,
  }),
  seats: { en: "Players, you among them", fr: "Joueurs, vous compris" },
  createLink: { en: "Make the link", fr: "Créer le lien" },
  send: {
    en: "Send this link: who opens it first sits down across from you.",
    fr: "Envoyez ce lien : qui l’ouvre en premier s’assied face à vous.",
  },
  sendMany: (left: number): Text => ({
    en: left === 1 ? "Send this link: one seat is still free." : `Send this link: ${left} seats are still free.`,
    fr:
      left === 1
        ? "Envoyez ce lien : une place est encore libre."
        : `Envoyez ce lien : ${left} places sont encore libres.`,
  }),
  link: { en: "Link to this table", fr: "Lien vers cette table" },
  copy: { en: "Copy", fr: "Copier" },
  share: { en: "Share", fr: "Partager" },
  copied: { en: "Link copied.", fr: "Lien copié." },
  callOff: { en: "Call off", fr: "Annuler" },
  invited: (who: Text, terms: Text): Text => ({
    en: `${who.en} invites you: ${terms.en}.`,
    fr: `${who.fr} vous invite : ${terms.fr}.`,
  }),
  join: { en: "Join", fr: "Rejoindre" },
  joinAs: (side: Text): Text => ({ en: `Join as ${side.en}`, fr: `Jouer ${side.fr}` }),
  waitForMore: (left: number): Text => ({
    en: left === 1 ? "One more player, and the game begins." : `${left} more players, and the game begins.`,
    fr: left === 1 ? "Encore un joueur, et la partie commence." : `Encore ${left} joueurs, et la partie commence.`,
  }),
  joined: (who: Text): Text => ({ en: `${who.en} sits down.`, fr: `${who.fr} s’assied.` }),

  // Terms
  time: { en: "Time", fr: "Temps" },
  noClock: { en: "No clock", fr: "Sans pendule" },
  custom: { en: "Other", fr: "Autre" },
  daysEach: { en: "Days per move", fr: "Jours par coup" },
  minutes: { en: "Minutes each", fr: "Minutes chacun" },
  increment: { en: "Seconds added per move", fr: "Secondes ajoutées par coup" },
  days: (days: number): Text => ({
    en: days === 1 ? "1 day per move" : `${days} days per move`,
    fr: days === 1 ? "1 jour par coup" : `${days} jours par coup`,
  }),
  rated: { en: "rated", fr: "classée" },
  knownDeal: { en: "the host may know the hidden pieces", fr: "l’hôte connaît peut-être les pièces cachées" },
  ratedGame: { en: "Rated game", fr: "Partie classée" },
  ratedText: {
    en: "It counts for both ratings, and your friend needs an account too.",
    fr: "Elle compte pour les deux cotes, et votre ami doit aussi avoir un compte.",
  },
  casual: { en: "casual", fr: "amicale" },

  // Clocks
  clockOf: (who: string): Text => ({ en: `Time left for ${who}`, fr: `Temps restant de ${who}` }),
  secondsLeft: (seconds: number): Text => ({ en: `${seconds} seconds left.`, fr: `Plus que ${seconds} secondes.` }),
  dueIn: (left: Text): Text => ({ en: `${left.en} left`, fr: `encore ${left.fr}` }),
  free: { en: "first move: the clock waits", fr: "premier coup : la pendule attend" },

  // Offers
  draw: { en: "Draw", fr: "Nulle" },
  asks: (who: Text, what: Offer): Text => ({
    en: {
      draw: `${who.en} offers a draw.`,
      takeback: `${who.en} asks to take a move back.`,
      rematch: `${who.en} would like a rematch.`,
    }[what],
    fr: {
      draw: `${who.fr} propose la nulle.`,
      takeback: `${who.fr} demande à reprendre un coup.`,
      rematch: `${who.fr} propose une revanche.`,
    }[what],
  }),
  asked: (what: Offer): Text => ({
    en: {
      draw: "You have offered a draw.",
      takeback: "You have asked to take a move back.",
      rematch: "You have asked for a rematch.",
    }[what],
    fr: {
      draw: "Vous avez proposé la nulle.",
      takeback: "Vous avez demandé à reprendre un coup.",
      rematch: "Vous avez proposé une revanche.",
    }[what],
  }),
  declined: (who: Text, what: Offer): Text => ({
    en: {
      draw: `${who.en} declines the draw.`,
      takeback: `${who.en} does not want to take back.`,
      rematch: `${who.en} declines the rematch.`,
    }[what],
    fr: {
      draw: `${who.fr} refuse la nulle.`,
      takeback: `${who.fr} refuse la reprise.`,
      rematch: `${who.fr} refuse la revanche.`,
    }[what],
  }),
  withdrawn: { en: "The offer is withdrawn.", fr: "La proposition est retirée." },
  accept: { en: "Accept", fr: "Accepter" },
  decline: { en: "Decline", fr: "Refuser" },
  withdraw: { en: "Withdraw", fr: "Retirer" },
  offerDraw: { en: "Offer a draw?", fr: "Proposer la nulle ?" },
  offerDrawText: {
    en: "The game ends without a winner if the other side agrees.",
    fr: "La partie s’arrête sans vainqueur si l’autre camp accepte.",
  },
  offerIt: { en: "Offer a draw", fr: "Proposer la nulle" },

  // Leaving
  left: (who: Text): Text => ({ en: `${who.en} has left the table.`, fr: `${who.fr} a quitté la table.` }),
  leftFor: (who: Text, seconds: number): Text => ({
    en: `${who.en} has left the table. In ${seconds} s you can claim the win.`,
    fr: `${who.fr} a quitté la table. Dans ${seconds} s, vous pourrez réclamer le gain.`,
  }),
  claimWin: { en: "Claim the win", fr: "Réclamer le gain" },
  claimDraw: { en: "Call it a draw", fr: "Déclarer nulle" },
  wait: { en: "Wait", fr: "Attendre" },
  aborted: { en: "Game called off", fr: "Partie annulée" },
  abortTitle: { en: "Call this game off?", fr: "Annuler la partie ?" },
  abortText: {
    en: "It has hardly begun and counts for nobody.",
    fr: "Elle vient de commencer et ne compte pour personne.",
  },

  // Chat
  chat: { en: "Chat", fr: "Discussion" },
  chatEmpty: { en: "Nobody has said anything yet.", fr: "Personne n’a encore rien dit." },
  chatField: { en: "Your message", fr: "Votre message" },
  sendIt: { en: "Send", fr: "Envoyer" },
  mute: (who: Text): Text => ({ en: `Mute ${who.en}`, fr: `Ne plus voir ${who.fr}` }),
  unmute: (who: Text): Text => ({ en: `Show ${who.en} again`, fr: `Revoir ${who.fr}` }),
  report: { en: "Report", fr: "Signaler" },
  reported: {
    en: "Reported. Whoever runs this room will look at it.",
    fr: "Signalé. La personne qui tient la salle regardera.",
  },
  muted: { en: "muted", fr: "masqué" },
  says: (who: Text, text: string): Text => ({ en: `${who.en}: ${text}`, fr: `${who.fr} : ${text}` }),
  chatOff: {
    en: "While a rated game is played, only its players may write.",
    fr: "Pendant une partie classée, seuls les joueurs peuvent écrire.",
  },

  // Mail
  mailTitle: { en: "E-mail", fr: "Courriel" },
  mailText: {
    en: "Write to me when it is my move in a game by correspondence.",
    fr: "M’écrire quand c’est à moi de jouer par correspondance.",
  },
  mailTextNamed: {
    en: "Write to me when it is my move in a game by correspondence, or when I have lost my password.",
    fr: "M’écrire quand c’est à moi de jouer par correspondance, ou si j’ai perdu mon mot de passe.",
  },
  mailAsk: { en: "Write to me", fr: "M’écrire" },
  mailForget: { en: "Forget my address", fr: "Oublier mon adresse" },
  mailSent: {
    en: "A first mail is on its way. Its link confirms the address.",
    fr: "Un premier courriel part. Son lien confirme l’adresse.",
  },
  mailWaits: {
    en: "Not confirmed yet: follow the link in the mail we sent there.",
    fr: "Pas encore confirmée : suivez le lien du courriel envoyé.",
  },
  mailOn: {
    en: "Confirmed. Every mail has a link that ends them.",
    fr: "Confirmée. Chaque courriel contient un lien pour les arrêter.",
  },
  mailConfirmed: { en: "Address confirmed.", fr: "Adresse confirmée." },
  mailStopped: { en: "No more mail.", fr: "Plus de courriels." },

  // Home
  withWhom: (game: string, who: Text): Text => ({ en: `${game} with ${who.en}`, fr: `${game} avec ${who.fr}` }),
  invitation: (game: string): Text => ({ en: `${game}, invitation`, fr: `${game}, invitation` }),
  yourGames: { en: "Your games", fr: "Vos parties" },
  theirMove: { en: "their move", fr: "à l’autre de jouer" },
} as const;

export function personWords(person: PersonTold): Text {
  return person.name === null ? O.guest(person.handle) : same(person.name);
}

export function clockWords(clock: Fischer | Days): Text {
  if (clock.kind === "days") return O.days(clock.days);
  const minutes = clock.initial_seconds / 60;
  const fraction = { 0.5: "½", 0.25: "¼", 0.75: "¾" }[minutes] ?? String(Math.round(minutes * 100) / 100);
  return same(`${fraction}+${clock.increment_seconds}`);
}

export function termsWords(terms: Terms): Text {
  const clock = terms.clock === null ? O.noClock : clockWords(terms.clock);
  const counts = terms.rated ? O.rated : O.casual;
  return { en: `${clock.en}, ${counts.en}`, fr: `${clock.fr}, ${counts.fr}` };
}

const DAY_MS = 24 * 3600 * 1000;

/** Days and hours, hours and minutes, or minutes: what is left of a long time. */
export function longTime(ms: number): Text {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor(ms / 3_600_000) % 24;
  const minutes = Math.floor(ms / 60_000) % 60;
  if (days > 0) return { en: `${days} d ${hours} h`, fr: `${days} j ${hours} h` };
  return hours > 0 ? same(`${hours} h ${String(minutes).padStart(2, "0")}`) : same(`${Math.max(1, minutes)} min`);
}

/** `4:32`, `1:04:32`, and below twenty seconds `0:09.4`. */
export function shortTime(ms: number): string {
  if (ms < LOW_MS) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** Below this a clock shows that it runs out. */
export const LOW_MS = 20_000;
