"""Clobber, compiled."""

from alcove.boards import stepping
from alcove.core.options import build

from . import SIZES, Options, State


def _step(moved: int, met: int) -> tuple[int, int] | None:
    """C3: a stone takes one of the other colour and stands in its place."""
    return (0, moved) if moved * met < 0 else None


globals().update(
    stepping.kernel("clobber", State, [build(Options, {"size": size}) for size in SIZES], steps=_step, most_plies=100)
)
