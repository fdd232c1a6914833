"""Puzzles: positions with one solution, proven by search, themed, rated and kept as data.

`puzzle.py` says what a puzzle is and reads the shipped ones, `words.py` tells them to people; both are light, so that
the room needs no engine to judge an answer. `solve.py` searches, `judge.py` makes a puzzle of a position or refuses it,
`themes.py` and `rate.py` describe it, `make.py` finds positions in games of the engine.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .puzzle import Puzzle


class _CallablePackage(ModuleType):
    """The package shares its name with the function `alcove.puzzles()`, as `games` does: see games/__init__.py."""

    def __call__(self, game_name: str) -> "tuple[Puzzle, ...]":
        """The puzzles of a game, the easiest first; none where it has none.

        >>> import alcove
        >>> puzzle = alcove.puzzles(alcove.games()[0])[0]
        >>> puzzle.judge(puzzle.steps[0].right[:1]).kind in ("right", "solved")
        True
        """
        from alcove.core.registry import game

        from .puzzle import puzzles

        return puzzles(game(game_name).name)


sys.modules[__name__].__class__ = _CallablePackage
