"""Alcove: exact rules, engines and a room for rare games.

>>> import alcove
>>> state = alcove.game(alcove.games()[0]).initial()
>>> state = state.play(state.legal_moves()[0])
>>> state.to_move
1
"""

from typing import TYPE_CHECKING

from alcove.core.errors import (
    AlcoveError,
    IllegalMoveError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGameError,
    WrongTypeError,
)
from alcove.core.game import Game, Outcome, State, View
from alcove.core.perft import divide, perft
from alcove.core.registry import game
from alcove.records import read_record, read_records
from alcove.records.record import Record

if TYPE_CHECKING:

    def games() -> tuple[str, ...]:
        """The names of all games."""
        ...
else:
    from alcove import games  # the package, which can be called: see games/__init__.py

__version__ = "0.1.0"

__all__ = [
    "AlcoveError",
    "Game",
    "IllegalMoveError",
    "OptionError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "State",
    "UnknownGameError",
    "View",
    "WrongTypeError",
    "divide",
    "game",
    "games",
    "perft",
    "read_record",
    "read_records",
]
