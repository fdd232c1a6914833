"""Which games there are. Adding a game is one folder under `games/` and one line here."""

from functools import cache
from importlib import import_module

from .errors import UnknownGameError, quoted
from .game import Game
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


@cache
def game(name: str) -> Game:
    """The game of that name."""
    if name not in _FOLDERS:
        known = ", ".join(_FOLDERS)
        raise UnknownGameError(
            Text(f"unknown game {quoted(name)}; known: {known}", f"jeu inconnu {quoted(name)} ; connus : {known}")
        )
    found: Game = import_module(_FOLDERS[name]).GAME
    return found
