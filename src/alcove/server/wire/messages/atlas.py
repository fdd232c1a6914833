"""The atlas: what was measured of a game, and what was played in a position."""

from typing import Annotated

from msgspec import Meta

from alcove.atlas.model import AtlasMode, Luck, TreeSize
from alcove.atlas.openings import MoveCount
from alcove.atlas.telling import Finding
from alcove.core.text import Text

from .base import FromPage, GameName, MoveText, ToPage


class AtlasTold(ToPage):
    """`GET /api/atlas/{game}`: the figures, and what they mean.

    `seats` are those of the last mode, `reasons` the words for why games end, `openings` how many engine games can be
    explored.
    """

    game: GameName
    title: str
    seats: tuple[Text, ...]
    date: str
    seed: int
    random_games: int
    engine_games: int
    findings: tuple[Finding, ...]
    modes: tuple[AtlasMode, ...]
    reasons: dict[str, Text]
    tree: TreeSize
    states_log10: float | None
    luck: Luck | None
    openings: int


class AskExplore(FromPage):
    """`POST /api/explore`: what was played after these moves from the start?"""

    game: GameName
    options: dict[str, str | int | bool] = {}
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=200)] = ()


class Explored(ToPage):
    """The answer: the moves of the engines' games, and those of the finished games of this room, without names."""

    game: GameName
    ply: int
    engines: tuple[MoveCount, ...]
    room: tuple[MoveCount, ...]
