"""What all messages are made of: names and sizes, why something was refused, and how an answer is written."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from alcove.core.text import Text
from alcove.table.commands import (
    Asked,
    Count as Count,
    GameName as GameName,
    MoveText as MoveText,
    Nonce as Nonce,
    TableId as TableId,
)
from alcove.table.refusals import Codes as Codes

PROTOCOL = 1
LARGEST_FRAME_BYTES = 4096
LARGEST_BODY_BYTES = 256 * 1024

Scene = Any
FirstScene = Any
SeatPiece = Any
Preview = Any
Step = Any
"""A position, a legal move and a part of a move, as games/<g>/scene.py or boards/flat.py describes them. What carries them looks
into none of them."""

Code = Annotated[Codes, Meta(extra={"typescript": "Code"})]
"""Why something was refused, for programs; the words beside it are for people."""


FromPage = Asked
"""Something a page sends."""


class ToPage(Struct):
    """Something a page receives."""


class Fault(ToPage):
    """The answer to everything that went wrong. `place` is where, when the words alone do not say it."""

    error: Text
    code: Code
    place: str | None = None


_encoder = msgspec.json.Encoder()


def write(message: ToPage) -> bytes:
    """A message or an answer as JSON."""
    return _encoder.encode(message)
