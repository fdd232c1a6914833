"""Secrets that the room has to read again, such as those of authenticator apps, are kept sealed: AES-256-GCM with a key that
is not in the database (`keys.py`). A copy of the database alone opens none of them."""

import base64
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_MARK = "v1:"
_NONCE_BYTES = 12


class LostKeyError(Exception):
    """It was sealed with another key than the one the room has now, or for somebody else."""


class Seal:
    """Seals and opens texts, each for one owner: what is copied to somebody else's row does not open there."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, text: str, owner: str) -> str:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return _MARK + base64.b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), owner.encode())).decode()

    def open(self, sealed: str, owner: str) -> str:
        try:
            raw = base64.b64decode(sealed.removeprefix(_MARK), validate=True)
            return self._cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], owner.encode()).decode()
        except (InvalidTag, ValueError):
            raise LostKeyError from None


def is_sealed(text: str) -> bool:
    return text.startswith(_MARK)
