"""What all messages are made of: names and sizes, why something was refused, and how an answer is written."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from alcove.core.text import Text

PROTOCOL = 1
LARGEST_FRAME_BYTES = 4096
LARGEST_BODY_BYTES = 256 * 1024

TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Nonce = Annotated[str, Meta(min_length=8, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
GameName = Annotated[str, Meta(max_length=40, extra={"typescript": "GameName"})]
Scene = Annotated[Any, Meta(extra={"typescript": 'Scenes[G]["scene"]'})]
Preview = Annotated[Any, Meta(extra={"typescript": 'Scenes[G]["preview"]'})]
Step = Annotated[Any, Meta(extra={"typescript": 'Scenes[G]["step"]'})]
"""A position, a legal move and a part of a move, as games/<g>/scene.py tells them."""

Codes = Literal[
    "malformed",
    "too_big",
    "too_fast",
    "unknown_table",
    "unreadable",
    "unknown_game",
    "bad_option",
    "bad_position",
    "bad_record",
    "bad_seats",
    "bad_terms",
    "illegal",
    "stale",
    "not_seated",
    "already_seated",
    "seat_taken",
    "waiting",
    "not_your_turn",
    "over",
    "not_over",
    "nothing_to_undo",
    "shown",
    "rematched",
    "no_draw",
    "already_offered",
    "too_soon",
    "no_offer",
    "too_late",
    "nobody_left",
    "no_help",
    "chat_off",
    "no_mail",
    "storage",
    "no_engine",
    "not_found",
    "foreign_origin",
    "bad_name",
    "name_taken",
    "bad_password",
    "wrong_login",
    "needs_code",
    "wrong_code",
    "needs_account",
    "signed_in",
    "unknown_person",
    "too_many",
    "not_allowed",
    "bad_token",
    "unknown_seek",
    "bad_seek",
    "out_of_range",
    "internal",
]
Code = Annotated[Codes, Meta(extra={"typescript": "Code"})]
"""Why something was refused, for programs; the words beside it are for people."""


class FromPage(Struct, forbid_unknown_fields=True):
    """Something a page sends."""


class ToPage(Struct):
    """Something a page is told."""


class Fault(ToPage):
    """The answer to everything that went wrong. `place` is where, when the words alone do not say it."""

    error: Text
    code: Code
    place: str | None = None


_encoder = msgspec.json.Encoder()


def write(message: ToPage) -> bytes:
    """A message or an answer as JSON."""
    return _encoder.encode(message)
