"""Positions that are the same but for how one looks at the board.

Each game that has symmetries says so beside its law, in `symmetry.py`: `SAYS` tells them to people, and `images` gives
a state as it looks under each of them. A game without that file has none.
"""

from collections.abc import Sequence
from typing import Any

from alcove.boards.symmetry import Image, same
from alcove.core.game import State
from alcove.core.text import Text
from alcove.games.rooms import rooms

NOTHING_ALIKE = Text("no two positions count as the same", "aucune position n'en vaut une autre")


def says(name: str) -> Text:
    """Which positions of a game count as the same."""
    return rooms(name).symmetry.SAYS if rooms(name).has("symmetry") else NOTHING_ALIKE


def images(name: str, state: State[Any]) -> Sequence[Image]:
    """All images of a state, its own first."""
    if rooms(name).has("symmetry"):
        return rooms(name).symmetry.images(state)
    return [Image(state.to_text(), same, same)]
