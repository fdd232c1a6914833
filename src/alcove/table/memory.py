"""Positions that a table has moved on from keep what they are, but not what was worked out about them (legal moves, say).

Otherwise a game of forty plies would hold half a megabyte, and thousands of tables are open. An old position that is
asked again gives the same answer, worked out afresh.
"""

from functools import cached_property

_findings: dict[type, tuple[str, ...]] = {}
"""For each kind of position, the names under which it remembers things."""


def forget_findings(position: object) -> None:
    """Drop what a position has remembered about itself."""
    kind = type(position)
    if kind not in _findings:
        members = (member for base in kind.__mro__ for member in vars(base).items())
        _findings[kind] = tuple(name for name, value in members if isinstance(value, cached_property))
    for name in _findings[kind]:
        position.__dict__.pop(name, None)
