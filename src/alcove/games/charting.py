"""What the atlas needs to know before it can measure a game, and what it takes to count its positions.

Each game says it beside its law, in `chart.py` (`CHART`). A game without that file is measured all the same, as far as that
goes without being told anything.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from alcove.core.text import Text
from alcove.games.rooms import rooms


@dataclass(frozen=True, slots=True)
class Bound:
    """How many positions a game can have at most: every placement of the pieces that keeps the few conditions named in
    `counted`. Some of them cannot come about in play."""

    positions: Callable[[], int]
    counted: Text


@dataclass(frozen=True, slots=True)
class Chart:
    """What a game tells the atlas."""

    exact_plies: int = 3
    """Up to this many plies, lines are counted one by one."""
    modes: tuple[tuple[str, dict[str, str]], ...] = (("", {}),)
    """The ways to play, by name and options, where there are several; the first is the usual one."""
    bound: Bound | None = None


@cache
def chart(name: str) -> Chart:
    """What the game of that name tells the atlas."""
    return rooms(name).chart.CHART if rooms(name).has("chart") else Chart()


@cache
def compositions(total: int, parts: int, most: int) -> int:
    """In how many ways `total` is a sum of `parts` numbers from 1 to `most`, their order counting."""
    if parts == 0:
        return int(total == 0)
    return sum(compositions(total - part, parts - 1, most) for part in range(1, min(most, total) + 1))
