/** Passkeys, as this browser has them: what the room asks goes to the device, and what the device signs goes to the room. */

import { Problem } from "./http";
import { people } from "./people";
import type { PasskeyTold, Text, Who } from "./types";

const CANCELLED: Text = {
  en: "no passkey was used: it was called off, or took too long",
  fr: "aucune clé d’accès n’a servi : c’était annulé, ou trop long",
};
const KNOWN: Text = {
  en: "this device already has a passkey for your account",
  fr: "cet appareil a déjà une clé d’accès pour votre compte",
};
const NOT_HERE: Text = {
  en: "this browser has no passkeys at this address: they need https and an address with a name, or http://localhost",
  fr: "ce navigateur n’a pas de clés d’accès à cette adresse : il faut https et une adresse avec un nom, ou http://localhost",
};

/** Can this browser have passkeys here? Never at a bare number, which is no name. */
export function hasPasskeys(): boolean {
  return (
    window.isSecureContext &&
    !/^[\d.]+$|^\[/.test(location.hostname) &&
    "PublicKeyCredential" in window &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

async function asked(work: () => Promise<Credential | null>): Promise<string> {
  if (!hasPasskeys()) throw new Problem(NOT_HERE, "bad_passkey");
  let credential: Credential | null;
  try {
    credential = await work();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new Problem(
      name === "InvalidStateError" ? KNOWN : name === "SecurityError" ? NOT_HERE : CANCELLED,
      "bad_passkey",
    );
  }
  if (!(credential instanceof PublicKeyCredential)) throw new Problem(CANCELLED, "bad_passkey");
  return JSON.stringify(credential.toJSON());
}

/** Make a passkey on this device. */
export async function addPasskey(label: string, password: string, code: string): Promise<PasskeyTold> {
  const { options } = await people.offerPasskey({ password, code });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  return people.addPasskey({ label, credential: await asked(() => navigator.credentials.create({ publicKey })) });
}

/** Sign in with whichever passkey of this device its owner chooses. */
export async function signInWithPasskey(): Promise<Who> {
  const { options } = await people.askForPasskey();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  return people.logInWithPasskey({ credential: await asked(() => navigator.credentials.get({ publicKey })) });
}
