"""Which games there are. Adding a game is one folder under `games/` and one line here."""

import sys
from functools import cache
from importlib import import_module
from typing import Any

from .errors import UnknownGameError, expect, quoted
from .game import Game, Position
from .text import Text

_FOLDERS = {
    "avalam": "alcove.games.avalam",
    "axom": "alcove.games.axom",
    "axiom": "alcove.games.axiom",
    "axxa": "alcove.games.axxa",
}


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_FOLDERS)


def game(name: str) -> Game:
    """The game of that name."""
    expect("name", name, str, Text("the name of a game", "le nom d'un jeu"))
    return _load(name)


@cache
def _load(name: str) -> Game:
    if name not in _FOLDERS:
        known = ", ".join(_FOLDERS)
        raise UnknownGameError(
            Text(f"unknown game {quoted(name)}; known: {known}", f"jeu inconnu {quoted(name)} ; connus : {known}")
        )
    found: Game = import_module(_FOLDERS[name]).GAME
    return found


@cache
def game_of(kind: type[Position[Any]]) -> Game | None:
    """The game whose states or views are of this kind: its class lies in the same module or, failing that, the same package.
    `None` for a game that is not one of the room's."""
    found = [game(name) for name in games()]
    here = [each for each in found if type(each).__module__ == kind.__module__]
    beside = [each for each in found if _package(type(each)) == _package(kind)]
    return next(iter(here or beside), None)


def _package(kind: type) -> str:
    return sys.modules[kind.__module__].__package__ or kind.__module__
