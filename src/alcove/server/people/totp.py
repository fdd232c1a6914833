"""One-time passwords by time (RFC 6238 over RFC 4226): what an authenticator app shows, and how its secret is entered."""

import base64
import hmac
import secrets
from hashlib import sha1
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
"""As long as the hash, which RFC 4226 recommends."""
_SLACK_STEPS = 1
"""A clock may be half a minute off."""


def new_secret() -> str:
    """160 random bits, in the letters that apps read."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a step (RFC 4226, 5.3). SHA-1 is what all apps know; as a keyed hash it is not broken."""
    mac = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), sha1).digest()
    offset = mac[-1] & 15
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: str, code: str, seconds: float) -> int | None:
    """Which step has this code, around the moment `seconds`; `None` if none has."""
    now = int(seconds // STEP_SECONDS)
    found = None
    for step in range(max(0, now - _SLACK_STEPS), now + _SLACK_STEPS + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            found = step
    return found


def address(secret: str, name: str) -> str:
    """What the square code says: apps read the secret and the names from it."""
    query = urlencode({"secret": secret, "issuer": "Alcove"})
    return f"otpauth://totp/Alcove:{quote(name)}?{query}"
