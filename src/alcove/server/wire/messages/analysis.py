"""The analysis page: a tree of moves and what people say about them, lines of the engine, a whole game reviewed."""

from typing import Annotated, Literal

from msgspec import Meta

from alcove.core.text import Text
from alcove.table.fold import MoveLine

from .base import Count, FromPage, GameName, MoveText, TableId, ToPage
from .live import HintLine
from .study import MOST_MOVES, AskStudy

MOST_NODES = 2_000
MOST_LINES = 5

Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Comment = Annotated[str, Meta(max_length=4_000)]
Comments = Annotated[tuple[Comment, ...], Meta(max_length=20)]
TagName = Annotated[str, Meta(pattern="^(?!(Game|Options|Start|Result|Reason)$)[A-Za-z][A-Za-z0-9_]{0,39}$")]
"""A free tag of a record: those that mean something are written by the room itself."""
Verdict = Literal["slip", "mistake", "blunder"]


class OpenAnalysis(FromPage):
    """`POST /api/analysis`: a record, a table, or a game from a position (without one: from its start) with moves."""

    record: Annotated[str, Meta(max_length=200_000)] | None = None
    table: TableId | None = None
    game: GameName = ""
    position: Annotated[str, Meta(max_length=4096)] | None = None
    options: dict[str, str | int | bool] = {}
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=MOST_MOVES)] = ()


class NodeTold(ToPage):
    """A move of the tree. `parent` is the number of the node before it, from 1 in the order of the list; 0 is the start.

    The first node of a parent continues its line, the others are variations. `before` are the comments that open a
    variation, `comments` those after the move.
    """

    parent: int
    line: MoveLine
    glyph: Glyph
    before: tuple[str, ...]
    comments: tuple[str, ...]


class AnalysisTold(ToPage):
    """A tree to study. `start` is null for a game's usual start; `dealt` says that unseen pieces were dealt for it.

    `comments` stand before the first move; `result` and `reason` are those of the record.
    """

    game: GameName
    title: str
    seats: tuple[Text, ...]
    options: dict[str, str]
    start: str | None
    dealt: bool
    tags: dict[str, str]
    result: str
    reason: str
    comments: tuple[str, ...]
    nodes: tuple[NodeTold, ...]


class Node(FromPage):
    """A move of the tree, as `NodeTold`."""

    parent: Count
    move: MoveText
    glyph: Glyph = ""
    before: Comments = ()
    comments: Comments = ()


class WriteAnalysis(FromPage):
    """`POST /api/analysis/record`: the tree as a record. Where the rules say how the game ended, they are believed."""

    game: GameName
    options: dict[str, str | int | bool] = {}
    start: Annotated[str, Meta(max_length=4096)] | None = None
    tags: Annotated[dict[TagName, Annotated[str, Meta(max_length=1000)]], Meta(max_length=40)] = {}
    result: Annotated[str, Meta(max_length=10)] = "*"
    reason: Annotated[str, Meta(max_length=40)] = ""
    comments: Comments = ()
    nodes: Annotated[tuple[Node, ...], Meta(max_length=MOST_NODES)] = ()


class AnalysisWritten(ToPage):
    record: str


class AskEngine(AskStudy):
    """Moves to think about. `table` is where the game is being played, if it is: a game that counts gets no help."""

    table: TableId | None = None


class AskLines(AskEngine):
    """`POST /api/analyse`: the best lines after these moves. The answer is a stream of `LinesTold`, each deeper."""

    lines: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 3


class LinesTold(ToPage):
    """What the engine thinks so far, best line first. `chance` is that of the first seat to win, or of all together."""

    chance: float
    lines: tuple[HintLine, ...]
    depth: int
    nodes: int
    seconds: float
    is_last: bool


class AskReview(AskEngine):
    """`POST /api/review`: every position of a game judged. The answer is a stream of `Reviewed`."""


class Reviewed(ToPage):
    """From the last position of a game to the first.

    The position after `ply` plies: the `chance` of the first seat (or of all together), and the `best` line, null where
    the game is over. Then the move played there: how much of their chance it `cost` the player, and what to call that.
    A ply that was looked at twice comes twice; the later is right.
    """

    ply: int
    chance: float
    best: HintLine | None
    cost: float
    verdict: Verdict | None
