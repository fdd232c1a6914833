"""Rulebook, lessons and the boards in them."""

from typing import Annotated

from msgspec import Meta

from alcove.core.text import Text
from alcove.games import teaching
from alcove.table.fold import MoveLine

from .base import FromPage, GameName, MoveText, ToPage
from .tables import Frame, OptionTold, Played

MOST_MOVES = 1_000


class AskStudy(FromPage):
    """`POST /api/study`: what stands on the board after these moves? Nothing is kept.

    Without a position the game begins at its start; where luck makes the start, it is another one each time.
    """

    game: GameName
    position: Annotated[str, Meta(max_length=4096)] | None = None
    options: dict[str, str | int | bool] = {}
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=MOST_MOVES)] = ()


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
    """A position, the moves `played` from it so far, and a move to find. A legal move that is in no answer gets `otherwise`."""

    name: str
    title: Text
    ask: Text
    hint: Text
    position: str | None
    options: dict[str, str]
    played: tuple[str, ...]
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
