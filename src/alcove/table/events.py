"""Everything that can happen at a table, as it is stored. A table is the fold of these events (`fold.py`)."""

from typing import Any, Literal

from msgspec import Struct

from alcove.core.game import State
from alcove.core.options import kept
from alcove.core.registry import game as game_named

from .clock import Clock, Speed, speed_of


class Seat(Struct, frozen=True):
    """Who sits there: a person, known by their id, the engine at a level, or (`open`) whoever comes first."""

    guest: str | None
    level: int | None = None
    open: bool = False

    @property
    def is_engine(self) -> bool:
        return self.guest is None and not self.open


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the first move: is the game rated, and is there a clock?"""

    rated: bool = False
    clock: Clock | None = None

    @property
    def speed(self) -> Speed:
        return speed_of(self.clock)


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The first event. The game starts from `position`, or from `luck`, or as its rules say. `options` are as records write
    them: a game goes on under the rules it began with.

    `is_deal_known`: it has hidden pieces, and whoever opened the table brought them along.
    """

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    luck: str = ""
    position: str | None = None
    terms: Terms = Terms()
    is_deal_known: bool = False

    @property
    def kept_options(self) -> dict[str, str]:
        """What the options mean to the game."""
        return kept(game_named(self.game).options_type, self.options)

    def start(self) -> State[Any]:
        game, options = game_named(self.game), self.kept_options
        if self.position is not None:
            return game.from_text(self.position, **options)
        return game.with_luck(self.luck, **options) if self.luck else game.initial(**options)


class Joined(Struct, frozen=True, tag_field="kind", tag="joined"):
    """An open seat is taken. When it was the last one, the game begins."""

    seat: int
    guest: str


class Played(Struct, frozen=True, tag_field="kind", tag="played"):
    """`spent_ms` is what the clock charged for it, `lag_ms` what the line was forgiven."""

    move: str
    spent_ms: int = 0
    lag_ms: int = 0


class TookBack(Struct, frozen=True, tag_field="kind", tag="took_back"):
    """`ply` plies are left."""

    ply: int


Offer = Literal["draw", "takeback", "rematch"]


class Offered(Struct, frozen=True, tag_field="kind", tag="offered"):
    """Somebody proposes something, or is the next to agree where several have to."""

    seat: int
    what: Offer


class Declined(Struct, frozen=True, tag_field="kind", tag="declined"):
    """Somebody says no, or withdraws what they proposed."""

    seat: int
    what: Offer


class Agreed(Struct, frozen=True, tag_field="kind", tag="agreed"):
    """Everybody wants a draw: the game is over."""


class Resigned(Struct, frozen=True, tag_field="kind", tag="resigned"):
    seat: int


class Flagged(Struct, frozen=True, tag_field="kind", tag="flagged"):
    """The clock of `seat` ran out: the game is over."""

    seat: int


class Left(Struct, frozen=True, tag_field="kind", tag="left"):
    """`seat` went away and the other side claimed a win, or a draw: the game is over."""

    seat: int
    is_draw: bool = False


class Aborted(Struct, frozen=True, tag_field="kind", tag="aborted"):
    """The game is called off before it has really begun: it has no result."""

    seat: int


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematched"):
    table: str


Ending = Agreed | Resigned | Flagged | Left | Aborted
"""The ways in which the room ends a game that its rules have not ended."""
Happening = Joined | Played | TookBack | Offered | Declined | Ending | Rematched
"""Everything after the first event."""
Event = Created | Happening


class Entry(Struct, frozen=True):
    """An event, when it happened, and who asked for it under which nonce; the engine and the room itself have neither."""

    event: Event
    guest: str | None = None
    nonce: str | None = None
    at_ms: int = 0
