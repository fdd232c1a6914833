"""Clobber, compiled."""

from alcove.games import stepping

from . import Options, State


def _step(moved: int, met: int) -> tuple[int, int] | None:
    """C3: a stone takes one of the other colour and stands in its place."""
    return (0, moved) if moved * met < 0 else None


globals().update(
    stepping.kernel(
        "clobber", State, [Options(size) for size in ("6x5", "5x4", "8x8", "10x10")], steps=_step, most_plies=100
    )
)
