"""What comes in is read into the structs of `messages`, or refused in words."""

import re
from typing import TypeVar

import msgspec

from alcove.server.base import refusals

T = TypeVar("T")

MOST_RECORD_PLIES = 2_000
"""The most moves a record from outside may have, variations included: each is played by the rules, and that takes time."""

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""A character that no text has and PostgreSQL cannot keep: it is refused here, wherever in a message it is."""


def read(raw: bytes, most_bytes: int, decoder: "msgspec.json.Decoder[T]") -> T:
    """The value that `raw` holds; too much, or the wrong thing, is refused."""
    if len(raw) > most_bytes:
        raise refusals.too_big(most_bytes)
    if b"u0000" in raw and _NUL.search(raw):
        raise refusals.malformed("\\u0000")
    try:
        return decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise refusals.malformed(str(error)) from None
