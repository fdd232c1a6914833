"""How history speaks to a search: one word for a move in a position."""

import numpy as np

from alcove.jit.compile import lean

FACTOR = np.int64(-7046029254386353131)
INVERSE = np.int64(pow(int(FACTOR), -1, 2**64) - 2**64)
"""What undoes a multiplication by `FACTOR` among 64-bit numbers."""


@lean
def mark(key: int, action: int) -> int:
    """One word for a move in a position: how `Memory.losing` names what a game's history has made losing."""
    return key ^ (np.int64(action + 1) * FACTOR)


@lean
def marked_action(word: int, key: int) -> int:
    """The action that a mark names if it is one of this position; a number that is hardly ever an action if it is not."""
    return (word ^ key) * INVERSE - 1
