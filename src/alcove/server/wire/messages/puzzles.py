"""Puzzles: what the task is, and what came of an answer. Only whoever solved it or gave up gets the solution."""

from typing import Annotated, Literal

from msgspec import Meta

from alcove.core.text import Text

from .base import FromPage, GameName, MoveText, ToPage
from .study import RefusedMove, Studied

PuzzleId = Annotated[str, Meta(min_length=1, max_length=16)]


class PuzzleShelf(ToPage):
    """The puzzles of a game: how many, how hard, and the one of the day."""

    game: GameName
    title: str
    count: int
    lowest: int
    highest: int
    daily: str
    daily_rating: int


class PuzzlesTold(ToPage):
    """`GET /api/puzzles`: every game's puzzles on a day."""

    date: str
    shelves: tuple[PuzzleShelf, ...]


class PuzzleStanding(ToPage):
    """How somebody with an account does at the puzzles of a game. `today` is what the one of the day came to."""

    game: GameName
    rating: int
    is_provisional: bool
    tried: int
    solved: int
    streak: int
    best: int
    today: float | None


class PuzzleStandings(ToPage):
    """`GET /api/puzzles/standings`"""

    standings: tuple[PuzzleStanding, ...]


class PuzzleCounted(ToPage):
    """A first result that was written down: the points it brought, and the standing after it."""

    points: int
    standing: PuzzleStanding


class NextPuzzle(FromPage):
    """`POST /api/puzzles/{game}/next`: one near a rating that was not seen yet; `seen` is in the order of seeing. For
    people with an account the room knows both."""

    rating: Annotated[int, Meta(ge=0, le=4000)]
    seen: Annotated[tuple[PuzzleId, ...], Meta(max_length=1_000)] = ()


class PuzzleTold(ToPage):
    """A puzzle, without its solution. `steps` is how many moves the solver has to find; `is_counted`: the room has a result of this
    account for it."""

    game: GameName
    title: str
    id: str
    rating: int
    goal: Text
    steps: int
    board: Studied
    is_counted: bool = False


class TryPuzzle(FromPage):
    """`POST /api/puzzles/{game}/{puzzle}/try` and `/hint`: the own moves so far; of those to try the last is judged."""

    moves: Annotated[tuple[MoveText, ...], Meta(max_length=8)] = ()


class PuzzleTheme(ToPage):
    name: str
    text: Text


class Tried(ToPage):
    """What came of an answer. `boards` are what to show, ply by ply: the own move, then the answer to it.

    A move against the rules is `refused` and counts for nothing. `themes` come once it is solved, and `counted`
    if this gave an account its first result.
    """

    verdict: Literal["right", "wrong", "solved", "refused"]
    said: Text | None
    boards: tuple[Studied, ...]
    refused: RefusedMove | None
    themes: tuple[PuzzleTheme, ...]
    counted: PuzzleCounted | None = None


class PuzzleHint(ToPage):
    """The answer to `/hint`: a nudge for the next own move."""

    text: Text


class PuzzleSolution(ToPage):
    """`POST /api/puzzles/{game}/{puzzle}/solution`: the whole line, for somebody who gave up; `boards` ply by ply."""

    moves: tuple[str, ...]
    said: Text
    boards: tuple[Studied, ...]
    themes: tuple[PuzzleTheme, ...]
    counted: PuzzleCounted | None = None
