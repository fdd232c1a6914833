"""How history speaks to a search: one word for a move in a position."""

import numpy as np

from alcove.jit.compile import lean


@lean
def mark(key: int, action: int) -> int:
    """One word for a move in a position: how `Memory.losing` names what a game's history has made losing."""
    return key ^ (np.int64(action + 1) * np.int64(-7046029254386353131))
