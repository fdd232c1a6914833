"""The wire: everything the page may say and everything it is told. `types.py` writes web/src/api/types.ts from here.

What comes in is checked against these structs and nothing else is let in; what goes out is one of these structs.
Sentences for people travel as `{en, fr}`, so a page can change its language without asking again.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from alcove.core.text import Text
from alcove.games import teaching

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
    "illegal",
    "stale",
    "not_seated",
    "not_your_turn",
    "over",
    "not_over",
    "nothing_to_undo",
    "shown",
    "rematched",
    "storage",
    "no_engine",
    "not_found",
    "foreign_origin",
    "internal",
]
Code = Annotated[Codes, Meta(extra={"typescript": "Code"})]
"""Why something was refused, for programs; the words beside it are for people."""


class FromPage(Struct, forbid_unknown_fields=True):
    """Something a page sends."""


class ToPage(Struct):
    """Something a page is told."""


# --- A table, as the page is told of it -----------------------------------------------------------------------------


class OutcomeTold(ToPage):
    """How a game ended: `words` says why; `scores` is empty where nothing was counted (a resignation)."""

    winner: int | None
    result: str
    reason: str
    words: Text
    scores: tuple[float, ...]
    together: bool


class Frame(ToPage):
    """A position as it is drawn, after `ply` plies, with every legal move and what its preview needs."""

    ply: int
    to_move: int
    is_turn_start: bool
    position: str
    scene: Scene
    moves: tuple[Preview, ...]
    outcome: OutcomeTold | None
    warning: Text | None


class MoveLine(ToPage):
    """A line of the move list. `number` counts rounds from 1; `revealed` is what luck showed."""

    ply: int
    seat: int
    text: str
    revealed: str
    number: int
    opens_turn: bool


class Played(ToPage, tag_field="kind", tag="played"):
    """A move was played: its line, its announcement and the steps of its animation."""

    line: MoveLine
    spoken: Text
    steps: tuple[Step, ...]


class TookBack(ToPage, tag_field="kind", tag="took_back"):
    """Plies were taken back; `ply` are left."""

    ply: int


class Resigned(ToPage, tag_field="kind", tag="resigned"):
    seat: int


class Rematched(ToPage, tag_field="kind", tag="rematched"):
    """The next game is at another table."""

    table: str


Change = Played | TookBack | Resigned | Rematched


class SeatTold(ToPage):
    """A seat: what it is called, who sits there, and whether it is one of yours."""

    name: Text
    kind: Literal["human", "engine"]
    level: int | None
    yours: bool


# --- REST -----------------------------------------------------------------------------------------------------------


class Fault(ToPage):
    """The answer to everything that went wrong. `place` is where, when the words alone do not say it."""

    error: Text
    code: Code
    place: str | None = None


class OptionTold(ToPage):
    """An option of a game. `values` is empty for a whole number from `least` to `most`."""

    name: str
    values: tuple[str, ...]
    default: str
    clause: str
    says: Text
    least: int
    most: int


class LevelTold(ToPage):
    """A level of the engine; `rating` and `interval` are null until they have been measured in `games` games."""

    number: int
    name: Text
    rating: int | None
    interval: int | None
    games: int


class GameTold(ToPage):
    """A game of the room, with the names of its seats and a starting scene for its default options."""

    name: GameName
    title: str
    summary: Text
    seats: tuple[Text, ...]
    options: tuple[OptionTold, ...]
    levels: tuple[LevelTold, ...]
    scene: Scene


class Games(ToPage):
    """`GET /api/games`"""

    version: str
    games: tuple[GameTold, ...]


class SeatWish(FromPage):
    """Who shall sit in a seat: the person who asks, or the engine at a level."""

    kind: Literal["human", "engine"]
    level: Annotated[int, Meta(ge=1, le=8)] | None = None


class NewTable(FromPage):
    """`POST /api/tables`: no seats means that the person who asks holds them all."""

    game: GameName
    options: dict[str, str | int | bool] = {}
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)] = ()
    position: Annotated[str, Meta(max_length=2000)] | None = None


class OpenRecord(FromPage):
    """`POST /api/records`: a table where the game of the record has been played so far."""

    record: Annotated[str, Meta(max_length=200_000)]
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)] = ()


class TableMade(ToPage):
    """The answer to both."""

    table: str


class CheckPosition(FromPage):
    """`POST /api/positions`"""

    game: GameName
    position: Annotated[str, Meta(max_length=2000)]
    options: dict[str, str | int | bool] = {}


class PositionTold(ToPage):
    """A position that can stand on a board, with its seats."""

    game: GameName
    seats: tuple[Text, ...]
    frame: Frame


class AskStudy(FromPage):
    """`POST /api/study`: what stands on the board after these moves? Nothing is kept.

    Without a position the game begins at its start; where luck makes the start, it is another one each time.
    """

    game: GameName
    position: Annotated[str, Meta(max_length=4096)] | None = None
    options: dict[str, str | int | bool] = {}
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=200)] = ()


class RefusedMove(ToPage):
    """The first of the moves that cannot be played, and why; the board stands as before it."""

    ply: int
    move: str
    text: Text
    clause: str | None


class Studied(ToPage):
    """The answer: a position, the move that led there, and all moves so far."""

    game: GameName
    seats: tuple[Text, ...]
    lines: tuple[MoveLine, ...]
    frame: Frame
    last: Played | None
    refused: RefusedMove | None


class RulesTold(ToPage):
    """`GET /api/rules/{game}`: the rulebook, and the options its notes speak of."""

    game: GameName
    title: str
    options: tuple[OptionTold, ...]
    rulebook: teaching.Rulebook


class TaskTold(ToPage):
    """A position and a move to find. A legal move that is in no answer gets `otherwise`."""

    name: str
    title: Text
    ask: Text
    hint: Text
    position: str | None
    options: dict[str, str]
    right: tuple[teaching.Judged, ...]
    wrong: tuple[teaching.Judged, ...]
    otherwise: Text
    clauses: tuple[str, ...]


class LessonTold(ToPage):
    """`GET /api/lessons/{game}`"""

    game: GameName
    title: str
    welcome: Text
    tasks: tuple[TaskTold, ...]
    farewell: Text


class TableLine(ToPage):
    """One of your unfinished games."""

    table: str
    game: GameName
    seats: tuple[SeatTold, ...]
    ply: int
    to_move: int
    changed_at: str


class MyTables(ToPage):
    """`GET /api/tables`: your unfinished games, the latest first."""

    tables: tuple[TableLine, ...]


class FrameAt(ToPage):
    """`GET /api/tables/{table}/at/{ply}`: the position after `ply` plies, and the move that led there."""

    table: str
    frame: Frame
    last: Played | None


class Health(ToPage):
    """`GET /api/health`"""

    status: Literal["ok"]
    version: str


# --- The live socket: from the page ---------------------------------------------------------------------------------


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

REST = (
    Fault, Games, NewTable, OpenRecord, TableMade, CheckPosition, PositionTold, MyTables, FrameAt, Health, Snapshot,
    AskStudy, Studied, RulesTold, LessonTold,
)  # fmt: skip
"""The bodies of requests and answers under /api."""

INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
"""Reads a frame of the live socket."""
_encoder = msgspec.json.Encoder()


def write(message: ToPage) -> bytes:
    """A message or an answer as JSON."""
    return _encoder.encode(message)
