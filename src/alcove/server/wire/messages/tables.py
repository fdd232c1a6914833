"""The games of the room, and a table as the page gets it."""

from typing import Annotated, Literal

from msgspec import Meta

from alcove.core.about import Colours, Mode
from alcove.core.text import Text
from alcove.games.teaching import Note
from alcove.table.events import Offer, Terms
from alcove.table.fold import MoveLine

from .base import FirstScene, FromPage, GameName, Preview, Scene, SeatPiece, Step, ToPage


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


class PersonTold(ToPage):
    """A person in a seat. `handle` is the same at every table and reveals nothing else; guests have no `name`. Somebody who
    has not played a rated game yet has a `rating` at rated tables only: the one everybody begins with."""

    handle: str
    name: str | None
    rating: int | None
    is_provisional: bool
    is_bot: bool


class Joined(ToPage, tag_field="kind", tag="joined"):
    """Somebody has taken an open seat; it is yours if the handle is."""

    seat: int
    person: PersonTold


class Offered(ToPage, tag_field="kind", tag="offered"):
    seat: int
    what: Offer


class Declined(ToPage, tag_field="kind", tag="declined"):
    """`seat` said no, or withdrew its own proposal."""

    seat: int
    what: Offer


class Agreed(ToPage, tag_field="kind", tag="agreed"):
    pass


class Flagged(ToPage, tag_field="kind", tag="flagged"):
    seat: int


class Left(ToPage, tag_field="kind", tag="left"):
    seat: int


class Aborted(ToPage, tag_field="kind", tag="aborted"):
    seat: int


Change = Joined | Played | TookBack | Offered | Declined | Agreed | Resigned | Flagged | Left | Aborted | Rematched


class SeatTold(ToPage):
    """A seat: what it is called, who sits there (nobody yet where it is open), and whether it is one of yours."""

    name: Text
    kind: Literal["human", "engine", "open"]
    level: int | None
    yours: bool
    person: PersonTold | None


class ClockTold(ToPage):
    """What everybody has left at this moment. The clock of `running` goes down from now on, after `grace_ms`."""

    left_ms: tuple[int, ...]
    running: int | None
    grace_ms: int


class OfferTold(ToPage):
    """A proposal that stands, and the seats that have said yes to it, the proposer's first."""

    what: Offer
    seats: tuple[int, ...]


class OptionTold(ToPage):
    """An option of a game. `values` is empty for a whole number from `least` to `most`. `labels` say what values mean: all of
    them, or the numbers that stand for something else. `note`: what we decided, and why."""

    name: str
    values: tuple[str, ...]
    labels: dict[str, Text]
    default: str
    clause: str
    says: Text
    note: Note | None
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
    """A game of the room, with the names of its seats and a starting scene for its default options (null: the page cannot draw
    it). `of` and `to` are its title after "the rules" and after "play": « d’Othello », « à Othello ». `has` names what there
    is of it: `scene`, `rulebook`, `lessons`, `puzzles`, `atlas`, `analysis`. `board` is the address of a module that draws
    it, where its package brings one; `pieces` are a piece of each seat, where the law says how they look."""

    name: GameName
    title: str
    summary: Text
    tagline: Text
    of: Text
    to: Text
    minutes: tuple[int, int]
    players: tuple[int, int]
    modes: tuple[Mode, ...]
    colours: Colours
    sounds: str
    notation: str
    has: tuple[str, ...]
    board: str | None
    seats: tuple[Text, ...]
    options: tuple[OptionTold, ...]
    levels: tuple[LevelTold, ...]
    scene: FirstScene
    pieces: tuple[SeatPiece, ...]


class Games(ToPage):
    """`GET /api/games`"""

    version: str
    games: tuple[GameTold, ...]


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


class TableLine(ToPage):
    """One of your unfinished games. `due_at_ms` is when the clock of the player to move runs out (Unix time)."""

    table: str
    game: GameName
    seats: tuple[SeatTold, ...]
    ply: int
    to_move: int
    changed_at: str
    terms: Terms
    due_at_ms: int | None


class MyTables(ToPage):
    """`GET /api/tables`: your unfinished games, those waiting for your move first, then the latest first."""

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


class Ready(ToPage):
    """`GET /api/ready`: how long a move took to play and a line to write down."""

    status: Literal["ok"]
    version: str
    move_ms: float
    write_ms: float
