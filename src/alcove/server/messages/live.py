"""The live socket: first what a page sends, then what it is told."""

import msgspec

from alcove.core.text import Text

from .base import PROTOCOL, Code, Count, FromPage, GameName, MoveText, Nonce, TableId, ToPage
from .tables import Change, Frame, MoveLine, Played, SeatTold


class Hello(FromPage, tag="hello"):
    protocol: int = PROTOCOL


class Watch(FromPage, tag="watch"):
    """Follow a table. Who has seen event `seen_n` already gets no snapshot while it is the latest."""

    table: TableId
    seen_n: Count | None = None


class Unwatch(FromPage, tag="unwatch"):
    table: TableId


class Ping(FromPage, tag="ping"):
    """`sent` comes back in the pong."""

    sent: float = 0.0


class Command(FromPage):
    """Something that changes a table: refused unless the table stands at event `expected_n`.

    `nonce` is the page's own name for it. A command sent again under the same nonce is not done again; it gets the
    acknowledgement it got, or should have got, the first time.
    """

    table: TableId
    expected_n: Count
    nonce: Nonce


class Move(Command, tag="move", kw_only=True):
    move: MoveText


class Undo(Command, tag="undo"):
    """Take back: one ply, or back to your own turn if an engine has answered."""


class Resign(Command, tag="resign"):
    pass


class Rematch(Command, tag="rematch"):
    """The same game once more at a new table, with the seats passed on by one."""


class AskHint(FromPage, tag="hint"):
    """The engine at full strength on the position after event `expected_n`."""

    table: TableId
    expected_n: Count
    nonce: Nonce


class AskWhy(FromPage, tag="why"):
    """Why can this not be played?"""

    table: TableId
    text: MoveText
    nonce: Nonce


Incoming = Hello | Watch | Unwatch | Ping | Move | Undo | Resign | Rematch | AskHint | AskWhy

# --- The live socket: to the page -----------------------------------------------------------------------------------


class Welcome(ToPage, tag="welcome"):
    protocol: int
    version: str


class Snapshot(ToPage, tag="snapshot"):
    """A whole table. Also the answer to `GET /api/tables/{table}`."""

    table: str
    n: int
    game: GameName
    options: dict[str, str]
    seats: tuple[SeatTold, ...]
    lines: tuple[MoveLine, ...]
    frame: Frame
    last: Played | None
    thinking: int | None
    can_undo: bool
    rematch: str | None


class Event(ToPage, tag="event"):
    """Event `n` of a table, the one after `n − 1`, and the position it leaves."""

    table: str
    n: int
    change: Change
    frame: Frame
    can_undo: bool


class UpToDate(ToPage, tag="up_to_date"):
    """The answer to a `watch` that has missed nothing."""

    table: str
    n: int


class Ack(ToPage, tag="ack"):
    """What `nonce` asked for is on the disk as event `n`."""

    table: str
    nonce: str
    n: int


class Refused(ToPage, tag="refused"):
    """What `nonce` asked for was not done. `stale` is followed by a snapshot. `clause` is the rule, if it is one."""

    code: Code
    text: Text
    table: str | None = None
    nonce: str | None = None
    clause: str | None = None


class Thinking(ToPage, tag="thinking"):
    """The engine in `seat` begins to think about the position after event `n`."""

    table: str
    n: int
    seat: int


class HintLine(ToPage):
    """A line the engine would play, best first; `score_text` says its value in the game's own terms."""

    moves: tuple[str, ...]
    score: float
    score_text: Text
    win_probability: float
    exact: bool


class Hint(ToPage, tag="hint"):
    table: str
    n: int
    nonce: str
    lines: tuple[HintLine, ...]
    depth: int
    nodes: int


class Why(ToPage, tag="why"):
    """`refusal` is null when the move could be played."""

    table: str
    nonce: str
    text: str
    refusal: Text | None
    clause: str | None


class Pong(ToPage, tag="pong"):
    sent: float


Outgoing = Welcome | Snapshot | Event | UpToDate | Ack | Refused | Thinking | Hint | Why | Pong

INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
"""Reads a frame of the live socket."""
