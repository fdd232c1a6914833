/** Questions about people and the lobby; only the pages that ask them load this. */

import { ask } from "./http";
import type {
  AddPasskey, Archive, ChangePassword, ConfirmFactor, DeleteAccount, Done, FactorOffered, FactorTold, Forgotten, History, Leaders, Lobby, LogIn,
  NewSeek, NewToken, OfferFactor, OfferPasskey, PasskeyLogIn, PasskeyOptions, PasskeyTold, Passkeys, Profile, RatingTold, RecoveryCodes, Register, RemoveFactor, RemovePasskey, ResetPassword, SeekMade, Sessions, TableMade,
  TokenMade, Tokens, Who,
} from "./types";

export type Speed = RatingTold["speed"];
export type Ladder = RatingTold["ladder"];

const part = encodeURIComponent;

export const people = {
  register: (wish: Register) => ask<Who>("/account", wish),
  logIn: (wish: LogIn) => ask<Who>("/session", wish),
  logOut: () => ask<Who>("/session", undefined, "DELETE"),
  sessions: () => ask<Sessions>("/account/sessions"),
  endSession: (id: string) => ask<Done>(`/account/sessions/${part(id)}`, undefined, "DELETE"),
  changePassword: (wish: ChangePassword) => ask<Done>("/account/password", wish),
  forgotten: (wish: Forgotten) => ask<Done>("/account/forgotten", wish),
  resetPassword: (wish: ResetPassword) => ask<Done>("/account/reset", wish),
  factor: () => ask<FactorTold>("/account/factor"),
  offerFactor: (wish: OfferFactor) => ask<FactorOffered>("/account/factor", wish),
  confirmFactor: (wish: ConfirmFactor) => ask<RecoveryCodes>("/account/factor/confirm", wish),
  removeFactor: (wish: RemoveFactor) => ask<Done>("/account/factor/off", wish),
  passkeys: () => ask<Passkeys>("/account/passkeys"),
  offerPasskey: (wish: OfferPasskey) => ask<PasskeyOptions>("/account/passkeys/offer", wish),
  addPasskey: (wish: AddPasskey) => ask<PasskeyTold>("/account/passkeys", wish),
  removePasskey: (id: string, wish: RemovePasskey) => ask<Done>(`/account/passkeys/${part(id)}/remove`, wish),
  askForPasskey: () => ask<PasskeyOptions>("/session/passkey/offer", null),
  logInWithPasskey: (wish: PasskeyLogIn) => ask<Who>("/session/passkey", wish),
  remove: (wish: DeleteAccount) => ask<Who>("/account/delete", wish),
  becomeBot: () => ask<Who>("/account/bot", null),
  tokens: () => ask<Tokens>("/account/tokens"),
  makeToken: (wish: NewToken) => ask<TokenMade>("/account/tokens", wish),
  revoke: (id: string) => ask<Done>(`/account/tokens/${part(id)}`, undefined, "DELETE"),
  profile: (name: string) => ask<Profile>(`/people/${part(name)}`),
  history: (name: string, game: string, speed: Speed, ladder: Ladder) =>
    ask<History>(`/people/${part(name)}/history?${new URLSearchParams({ game, speed, ladder })}`),
  leaders: (game: string, speed: Speed, ladder: Ladder) => ask<Leaders>(`/leaders/${game}?${new URLSearchParams({ speed, ladder })}`),
  archive: (search: Record<string, string>) => ask<Archive>(`/archive?${new URLSearchParams(search)}`),
  recordsPath: (search: Record<string, string>) => `/api/archive/records?${new URLSearchParams(search)}`,
  lobby: () => ask<Lobby>("/lobby"),
  seek: (wish: NewSeek) => ask<SeekMade>("/lobby", wish),
  withdraw: (id: string) => ask<Done>(`/lobby/${part(id)}`, undefined, "DELETE"),
  accept: (id: string) => ask<TableMade>(`/lobby/${part(id)}/accept`, null),
  decline: (id: string) => ask<Done>(`/lobby/${part(id)}/decline`, null),
};
