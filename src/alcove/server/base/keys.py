"""The room's own secret, which is never in the database: whoever has a copy of the games can neither make a cookie with it nor
read what the room keeps under lock.

It is made at the first start and lies in the data folder (`room.key`, readable by the room alone). Servers of one room must
have the same: they are told it (`ALCOVE_KEY`, or `--key-file`). Nothing uses it directly: every purpose has a key of its own,
derived from it, so that what is signed for one is worth nothing for another.
"""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

FILE = "room.key"
LEAST_CHARACTERS = 32
_MAC_HEX = 32
"""128 bits: enough for what must not be guessed, and short in a cookie."""


class Keys:
    """The keys of a room, one for each purpose."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    @classmethod
    def open(cls, data: Path, given: str | None = None) -> "Keys":
        """The secret that was `given`, or the one in the data folder, which is made if there is none."""
        if given is not None:
            return cls(checked(given, "ALCOVE_KEY"))
        path = data / FILE
        data.mkdir(parents=True, exist_ok=True)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls(read_key(path))
        secret = secrets.token_hex(32)
        with os.fdopen(file, "w", encoding="ascii") as made:
            made.write(secret + "\n")
        return cls(secret)

    def derived(self, purpose: str) -> bytes:
        """32 bytes for one purpose alone."""
        return hmac.digest(self._secret, b"alcove " + purpose.encode(), hashlib.sha256)

    def signer(self, purpose: str) -> "Signer":
        return Signer(self.derived(purpose))


class Signer:
    """Signs for one purpose."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, text: str) -> str:
        """What nobody without the key can make for this text; it tells nothing of the text either."""
        return hmac.digest(self._key, text.encode(), hashlib.sha256).hex()[:_MAC_HEX]

    def has_signed(self, text: str, mac: str) -> bool:
        return hmac.compare_digest(self.sign(text).encode(), mac.encode())


def read_key(path: Path) -> str:
    """The secret in a file; the error says what is wrong with it."""
    try:
        return checked(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise AlcoveError(Text(f"{path}: {why}", f"{path} : {why}")) from None


def checked(secret: str, place: str) -> str:
    """A secret without the blanks around it, if it is long enough not to be guessed."""
    text = secret.strip()
    if len(text) < LEAST_CHARACTERS:
        raise AlcoveError(
            Text(
                f"{place}: a key has at least {LEAST_CHARACTERS} random characters; `openssl rand -hex 32` makes one",
                f"{place} : une clé compte au moins {LEAST_CHARACTERS} caractères tirés au hasard ; `openssl rand -hex 32` "
                "en fait une",
            )
        )
    return text
