"""A device with passkeys, as a browser and its owner would use it: it makes keys for a host and signs what it is asked."""

import base64
import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _HAS_KEY = 0x01, 0x04, 0x40


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(slots=True)
class Kept:
    host: str
    handle: bytes
    key: ec.EllipticCurvePrivateKey
    count: int = 0


@dataclass(slots=True)
class Authenticator:
    """`verifies`: does it ask for a finger or a PIN? `counts`: does it count what it signs, as some do?"""

    origin: str = "http://localhost"
    verifies: bool = True
    counts: bool = True
    keys: dict[bytes, Kept] = field(default_factory=dict)

    def make(self, options: str, credential: bytes | None = None) -> str:
        """The answer to a request for a new passkey; a thief may choose its id."""
        asked = json.loads(options)
        known = {_raw(each["id"]) for each in asked.get("excludeCredentials", ())}
        assert not known & set(self.keys), "a browser makes no second passkey for the same account"
        key, credential = ec.generate_private_key(ec.SECP256R1()), credential or secrets.token_bytes(16)
        self.keys[credential] = kept = Kept(asked["rp"]["id"], _raw(asked["user"]["id"]), key)
        numbers = key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        data = self._data(kept, _HAS_KEY) + bytes(16) + struct.pack(">H", len(credential)) + credential + cose
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = {"clientDataJSON": _text(self._client("webauthn.create", asked)), "attestationObject": _text(attested)}
        return _credential(credential, told)

    def sign(self, options: str) -> str:
        """The answer to a request to sign in, with the passkey for that host that was made last."""
        asked = json.loads(options)
        credential, kept = [each for each in self.keys.items() if each[1].host == asked["rpId"]][-1]
        kept.count += self.counts
        data, client = self._data(kept), self._client("webauthn.get", asked)
        signature = kept.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        told = {
            "clientDataJSON": _text(client),
            "authenticatorData": _text(data),
            "signature": _text(signature),
            "userHandle": _text(kept.handle),
        }
        return _credential(credential, told)

    def _data(self, kept: Kept, more: int = 0) -> bytes:
        flags = _PRESENT | (_VERIFIED if self.verifies else 0) | more
        return hashlib.sha256(kept.host.encode()).digest() + struct.pack(">BI", flags, kept.count)

    def _client(self, type: str, asked: dict[str, str]) -> bytes:
        return json.dumps({"type": type, "challenge": asked["challenge"], "origin": self.origin}).encode()


def _credential(id: bytes, response: dict[str, str]) -> str:
    return json.dumps({"id": _text(id), "rawId": _text(id), "type": "public-key", "response": response})
