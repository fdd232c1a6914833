"""Strength in Elo points, the one scale of matches, networks and puzzles. A draw is half a win."""

import math

TENFOLD = 400
"""So many points are odds of ten to one."""


def elo(share: float) -> float:
    """How many points stronger the player is who scores this share of the points; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return TENFOLD * math.log10(share / (1 - share))


def expected_share(points: float) -> float:
    """The share of the points that a player this much stronger scores: the inverse of `elo`."""
    return 1 / (1 + 10 ** (-points / TENFOLD))
