"""What bots say and hear. The streams are lines of JSON, one after the other, with an empty line now and then."""

from typing import Annotated, Literal

from msgspec import Meta

from alcove.table.events import Terms

from .base import Count, FromPage, GameName, MoveText, ToPage
from .lobby import SeekTold
from .people import Name


class BotMove(FromPage):
    """`POST /api/bot/games/{table}/move`. With `expected_n` it is refused if the game has moved on since."""

    move: MoveText
    expected_n: Count | None = None


class BotLine(FromPage):
    """`POST /api/bot/games/{table}/chat`"""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class BotDone(ToPage):
    """It is on the disk as event `n`."""

    n: int


class GameStart(ToPage, tag="game_start"):
    """A game of yours; all that are under way come when the stream opens."""

    table: str
    game: GameName
    seat: int


class GameFinish(ToPage, tag="game_finish"):
    table: str
    game: GameName
    result: str
    reason: str


class Challenge(ToPage, tag="challenge"):
    """Somebody wants to play you: accept or decline `seek.id`."""

    seek: SeekTold


class ChallengeGone(ToPage, tag="challenge_gone"):
    """A challenge was withdrawn, or answered."""

    id: str


class Seeks(ToPage, tag="seeks"):
    """The open offers that bots may take have changed."""

    seeks: tuple[SeekTold, ...]


class BotSeat(ToPage):
    name: Name | None
    rating: int | None
    is_bot: bool
    is_you: bool


class GameState(ToPage, tag="game_state"):
    """Where the game stands after event `n`. `position` is what you may see, `moves` all that were played.

    `left_ms` is empty without a clock. `status` is `waiting` until every seat is taken.
    """

    n: int
    position: str
    moves: tuple[str, ...]
    to_move: int
    is_your_turn: bool
    left_ms: tuple[int, ...]
    status: Literal["waiting", "playing", "over"]
    result: str
    reason: str


class GameFull(ToPage, tag="game_full"):
    """The first line of a game's stream. `start` is the position of the first move, as everybody may see it.

    Where the game hides something (`has_secrets`), only `state.position` says all you may know; else `start` and
    `state.moves` say more: how often a position has occurred.
    """

    table: str
    game: GameName
    options: dict[str, str]
    terms: Terms
    seats: tuple[BotSeat, ...]
    start: str
    has_secrets: bool
    state: GameState
