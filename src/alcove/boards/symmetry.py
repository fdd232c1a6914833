"""A position as it looks when the board is turned or mirrored."""

from collections.abc import Callable
from typing import Any, NamedTuple


class Image(NamedTuple):
    """A position as it looks under one symmetry: its text, and how moves go there and come back."""

    text: str
    there: Callable[[Any], Any]
    back: Callable[[Any], Any]
