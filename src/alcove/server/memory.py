"""Positions that a table has left keep what they are, not what was worked out about them: legal moves and the like.

A game of forty plies would otherwise hold half a megabyte, and thousands of tables are open. Whoever asks an old
position again gets the same answer, worked out anew.
"""

from functools import cache, cached_property


def forget_findings(position: object) -> None:
    """Drop what a position has remembered about itself."""
    kept = position.__dict__
    for name in _findings(type(position)):
        kept.pop(name, None)


@cache
def _findings(kind: type) -> tuple[str, ...]:
    """The names under which positions of that kind remember things."""
    return tuple(
        name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, cached_property)
    )
