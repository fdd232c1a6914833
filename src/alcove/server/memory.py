"""Positions that a table has left keep what they are, not what was worked out about them: legal moves and the like.

A game of forty plies would otherwise hold half a megabyte, and thousands of tables are open. Whoever asks an old
position again gets the same answer, worked out anew.
"""

from collections.abc import Hashable
from functools import cache, cached_property


def forget_findings(position: object) -> None:
    """Drop what a position has remembered about itself."""
    kept, kind = position.__dict__, type(position)
    for name in _findings(kind):
        kept.pop(name, None)


@cache
def _findings(kind: Hashable) -> tuple[str, ...]:
    """The names under which positions of that kind remember things."""
    assert isinstance(kind, type)
    return tuple(
        name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, cached_property)
    )
