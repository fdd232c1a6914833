"""What people can ask for: a new table, or a change to one. Everything they send is checked against these structs."""

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .events import Offer, Terms

TABLE_ID = re.compile("[A-Za-z0-9_-]{1,32}")
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Nonce = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
GameName = Annotated[str, Meta(max_length=40, extra={"typescript": "GameName"})]


class Asked(Struct, forbid_unknown_fields=True):
    """Something somebody asks for."""


class SeatWish(Asked):
    """Who is to sit in a seat: the person asking, the engine at a level, or (`open`) whoever follows the link first."""

    kind: Literal["human", "engine", "open"]
    level: Annotated[int, Meta(ge=1, le=8)] | None = None


class NewTable(Asked):
    """`POST /api/tables`: without seats, the person asking holds them all."""

    game: GameName
    options: dict[str, str | int | bool] = {}
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)] = ()
    position: Annotated[str, Meta(max_length=2000)] | None = None
    terms: Terms = Terms()


class OpenRecord(Asked):
    """`POST /api/records`: a table where the game of the record has been played so far."""

    record: Annotated[str, Meta(max_length=200_000)]
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)] = ()


class Command(Asked):
    """Something that changes a table: refused unless the table stands at event `expected_n`.

    `nonce` is the page's own name for it. A command sent again under the same nonce is not carried out again; it
    gets the acknowledgement that it got, or should have got, the first time.
    """

    table: TableId
    expected_n: Count
    nonce: Nonce


class Move(Command, tag="move", kw_only=True):
    move: MoveText


class Undo(Command, tag="undo"):
    """Go back to your own last turn: at once, or as soon as everybody at the table has asked for it or agreed."""


class Resign(Command, tag="resign"):
    pass


class Draw(Command, tag="draw"):
    """Propose a draw, or agree to one."""


class Rematch(Command, tag="rematch"):
    """The same game once more at a new table, with everybody one seat further on: propose it, or agree to it."""


class Decline(Command, tag="decline", kw_only=True):
    """Say no to a proposal, or withdraw your own."""

    what: Offer


class Join(Command, tag="join"):
    """Sit down in an open seat: that one, or any."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Abort(Command, tag="abort"):
    """Call the game off before its second ply."""


class Claim(Command, tag="claim"):
    """The other side has left: claim the win, or a draw."""

    is_draw: bool = False


Deed = Move | Undo | Resign | Draw | Rematch | Decline | Join | Abort | Claim
"""All commands."""
