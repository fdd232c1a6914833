"""The live socket: first what a page sends, then what it receives."""

from typing import Annotated

import msgspec
from msgspec import Meta

from alcove.core.text import Text
from alcove.table.commands import Deed
from alcove.table.events import Terms
from alcove.table.fold import MoveLine

from .base import PROTOCOL, Code, Count, FromPage, GameName, MoveText, Nonce, TableId, ToPage
from .lobby import Challenges, Lobby, Paired, UnwatchLobby, WatchLobby
from .tables import Change, ClockTold, Frame, OfferTold, PersonTold, Played, SeatTold


class Hello(FromPage, tag="hello"):
    protocol: int = PROTOCOL


class Watch(FromPage, tag="watch"):
    """Follow a table. A page that has seen event `seen_n` gets what it missed, and a snapshot only if that is a lot."""

    table: TableId
    seen_n: Count | None = None


class Unwatch(FromPage, tag="unwatch"):
    table: TableId


class Ping(FromPage, tag="ping"):
    """`sent` comes back in the pong.

    So that the server can tell how slow the connection is: `echo` is the `at` of the last pong, and `held_ms` how long ago
    it came.
    """

    sent: float = 0.0
    echo: float | None = None
    held_ms: Annotated[float, Meta(ge=0, le=60_000)] = 0.0


class Say(FromPage, tag="say"):
    """A line of chat."""

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    nonce: Nonce


class Report(FromPage, tag="report"):
    """Somebody should look at this line of chat."""

    table: TableId
    line: Annotated[int, Meta(ge=1, le=2**53)]
    nonce: Nonce


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


Incoming = Hello | Watch | Unwatch | Ping | Deed | Say | Report | AskHint | AskWhy | WatchLobby | UnwatchLobby

# --- The live socket: to the page -----------------------------------------------------------------------------------


class Welcome(ToPage, tag="welcome"):
    """`you` is your own handle, as others see it."""

    protocol: int
    version: str
    you: str


class SeatPresence(ToPage):
    """`is_here`: the person of this seat is at the table. Once somebody has been away for long, the others may claim the game in `claim_in_ms`."""

    is_here: bool
    claim_in_ms: int | None


class Snapshot(ToPage, tag="snapshot"):
    """A whole table. Also the answer to `GET /api/tables/{table}`. `is_deal_known`: whoever opened it knows the hidden pieces."""

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
    terms: Terms
    is_deal_known: bool
    clock: ClockTold | None
    offers: tuple[OfferTold, ...]
    presence: tuple[SeatPresence, ...]
    onlookers: int


class Event(ToPage, tag="event"):
    """Event `n` of a table, the one after `n − 1`, and the position it leaves, with legal moves for the player to move."""

    table: str
    n: int
    change: Change
    frame: Frame
    can_undo: bool
    clock: ClockTold | None
    offers: tuple[OfferTold, ...]


class Presence(ToPage, tag="presence"):
    """Who is at the table, seat by seat, and how many are watching."""

    table: str
    seats: tuple[SeatPresence, ...]
    onlookers: int


class UpToDate(ToPage, tag="up_to_date"):
    """The answer to a `watch` that has missed nothing; clocks may have been set right meanwhile."""

    table: str
    n: int
    clock: ClockTold | None


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
    """`refusal` is null when the move could be played; `text` is then how it is written."""

    table: str
    nonce: str
    text: str
    refusal: Text | None
    clause: str | None


class Said(ToPage):
    """A line of chat; `seat` is null for an onlooker."""

    line: int
    seat: int | None
    person: PersonTold
    text: str
    at_ms: int


class Chat(ToPage, tag="chat"):
    """Lines of chat, the oldest first: those so far (`is_whole`), or new ones."""

    table: str
    lines: tuple[Said, ...]
    is_whole: bool


class Reported(ToPage, tag="reported"):
    """The line of chat will be looked at."""

    table: str
    nonce: str
    line: int


class Pong(ToPage, tag="pong"):
    """`at` is the server's own time, to be echoed."""

    sent: float
    at: float


class Probe(ToPage, tag="probe"):
    """The server has not heard from this page for a while: a ping will do."""


Outgoing = (
    Welcome
    | Snapshot
    | Event
    | Presence
    | UpToDate
    | Ack
    | Refused
    | Thinking
    | Hint
    | Why
    | Chat
    | Reported
    | Pong
    | Probe
    | Lobby
    | Challenges
    | Paired
)

INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
"""Reads a frame of the live socket."""
