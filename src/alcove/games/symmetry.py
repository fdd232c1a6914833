"""Positions that are the same but for how one looks at the board.

Each game that has symmetries says so beside its law, in `symmetry.py`: `SAYS` tells them to people, and `images` gives
a state as it looks under each of them. A game without that file has none.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from alcove.core.game import State
from alcove.core.registry import game
from alcove.core.text import Text


class Image(NamedTuple):
    """A position as it looks under one symmetry: its text, and how moves go there and come back."""

    text: str
    there: Callable[[Any], Any]
    back: Callable[[Any], Any]


NOTHING_ALIKE = Text("no two positions count as the same", "aucune position n'en vaut une autre")


@cache
def _module(name: str) -> Any:
    path = f"{type(game(name)).__module__}.symmetry"
    return import_module(path) if find_spec(path) else None


def says(name: str) -> Text:
    """Which positions of a game count as the same."""
    module = _module(name)
    found: Text = NOTHING_ALIKE if module is None else module.SAYS
    return found


def images(name: str, state: State[Any]) -> Sequence[Image]:
    """All images of a state, its own first."""
    module = _module(name)
    if module is None:
        return [Image(state.to_text(), _same, _same)]
    found: Sequence[Image] = module.images(state)
    return found


def _same(move: Any) -> Any:
    return move
