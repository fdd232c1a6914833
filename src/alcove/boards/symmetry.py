"""A position as it looks when the board is turned or mirrored."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Image(NamedTuple):
    """A position as it looks under one symmetry: its text, and how moves go there and come back."""

    text: str
    there: Callable[[Any], Any]
    back: Callable[[Any], Any]


def twins(here: str, there: str, mover: Callable[[Any], Any]) -> list[Image]:
    """The images of a position on a board with one symmetry that undoes itself: its text, its twin's, and how moves go to either."""
    return [Image(here, same, same), Image(there, mover, mover)]


def same(move: Any) -> Any:
    return move
