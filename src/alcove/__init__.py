"""Alcove: exact rules, engines and a room for rare games.

>>> import alcove
>>> state = alcove.game(alcove.games()[0]).initial()
>>> state = state.play(state.legal_moves()[0])
>>> state.to_move
1

What stands in `__all__` is public and keeps its name and its signature until a version says otherwise (CHANGELOG.md); modules and
names beneath it may change with any version, unless docs/library.md or CONTRIBUTING.md tell you to use them. Games and records are
there at once; the rest, engines and matches and all that needs numpy, is imported when somebody asks for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from alcove.core.errors import (
    AlcoveError,
    IllegalMoveError,
    OptionError,
    PositionError,
    UnknownGameError,
    WrongTypeError,
)
from alcove.core.game import Game, Move, Outcome, State, View
from alcove.core.perft import divide, perft
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.records import read_record, read_records
from alcove.records.record import Record, RecordError

if TYPE_CHECKING:
    from alcove.library import MatchResult, analyse, engine, evaluations, levels, match, player
    from alcove.players.client import UgiClient
    from alcove.players.engine import Analysis, Engine, EngineError, Limits, Line
    from alcove.players.levels import Level
    from alcove.players.player import Player
    from alcove.plot import curve
    from alcove.puzzles.puzzle import Puzzle, Verdict

    def games() -> tuple[str, ...]:
        """The names of all games."""
        ...

    def puzzles(game_name: str) -> tuple[Puzzle, ...]:
        """The puzzles of a game, the easiest first."""
        ...
else:
    from alcove import games  # the package, which can be called: see games/__init__.py

__version__ = "0.1.0"

__all__ = [
    "AlcoveError",
    "Analysis",
    "Engine",
    "EngineError",
    "Game",
    "IllegalMoveError",
    "Level",
    "Limits",
    "Line",
    "MatchResult",
    "Move",
    "OptionError",
    "Outcome",
    "Player",
    "PositionError",
    "Puzzle",
    "Record",
    "RecordError",
    "State",
    "Text",
    "UgiClient",
    "UnknownGameError",
    "Verdict",
    "View",
    "WrongTypeError",
    "analyse",
    "batch",
    "curve",
    "divide",
    "engine",
    "environments",
    "evaluations",
    "game",
    "games",
    "levels",
    "match",
    "perft",
    "player",
    "puzzles",
    "read_record",
    "read_records",
]

_LAZY = {
    "alcove.library": ("MatchResult", "analyse", "engine", "evaluations", "levels", "match", "player"),
    "alcove.players.client": ("UgiClient",),
    "alcove.players.engine": ("Analysis", "Engine", "EngineError", "Limits", "Line"),
    "alcove.players.levels": ("Level",),
    "alcove.players.player": ("Player",),
    "alcove.plot": ("curve",),
    "alcove.puzzles.puzzle": ("Puzzle", "Verdict"),
}
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}
_MODULES = ("batch", "environments", "puzzles")
"""What is public as a module: games by the thousand, the field's environments, and the puzzles, which can also be called."""

if not TYPE_CHECKING:  # mypy goes by the imports above, and knows a name that does not exist

    def __getattr__(name: str) -> object:
        """What is public and was not asked for yet (PEP 562)."""
        if name in _MODULES:
            return import_module(f"alcove.{name}")
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'alcove' has no attribute {name!r}")
        found = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
