"""Avalam in batches and environments: planes and numbers of actions are those of `encoding.py`, version and all.

A move ends some edges and starts none, so mask and planes follow from the one before by what the move has ended: `follow`.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import History
from alcove.jit import lean

from .encoding import LEAD_ZERO, LOOK, N_SQUARES, SQUARE, VERSION, direction, is_new, look, recall
from .kernel import (
    ALIVE,
    DARK_BIT,
    EDGE_ACTIONS,
    EDGE_ENDS,
    HEIGHT,
    N_ACTIONS,
    N_CELLS,
    N_EDGES,
    N_LIVE,
    ORIGIN,
    SIDE,
    TARGET,
    TOWERS,
    Packed,
    Undo,
)
from .rules import TALLEST, Options

__all__ = ["LOOK", "N_ACTIONS", "VERSION", "follow", "history", "is_new", "look", "numbers", "recall"]

EMPTY_PLANE, STUCK_PLANE, FIRST_WAY, LEAD_PLANE, COUNT_PLANE, LIVE_PLANE = (
    plane * N_SQUARES for plane in (10, 11, 13, 21, 22, 23)
)
HALF = TALLEST * N_SQUARES
"""The planes of one side's towers."""
WAY = np.array(
    [[FIRST_WAY + direction(int(EDGE_ENDS[edge, end]), int(EDGE_ENDS[edge, 1 - end])) * N_SQUARES
      + SQUARE[EDGE_ENDS[edge, end]] for end in range(2)] for edge in range(N_EDGES)], np.int64
)  # fmt: skip
"""Where the planes say that a tower can go along an edge, from both of its ends."""
IS_CELL = np.isin(np.arange(N_SQUARES), SQUARE).astype(np.uint8)
LEADS, COUNTS, LIVES = (np.ascontiguousarray(LOOK.table[layer, :, 0]) for layer in (2, 3, 4))
"""What a byte of the last three layers comes to."""


@lean
def numbers(state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16]) -> None:
    """Write the numbers of n actions: their own."""
    for i in range(n):
        found[i] = actions[i]


@lean
def follow(
    state: Packed, action: int, undo: Undo, mask: npt.NDArray[np.bool_], planes: npt.NDArray[np.float32]
) -> None:
    """Bring mask and planes up to date after an action; `undo` is what the kernel has written about it."""
    for i in range(HALF):  # whoever was the other side is to move now
        own = planes[i]
        planes[i] = planes[HALF + i]
        planes[HALF + i] = own
    origin, target = SQUARE[ORIGIN[action]], SQUARE[TARGET[action]]
    planes[_tower_plane(undo[0], state[SIDE]) + origin] = 0.0
    planes[_tower_plane(undo[1], state[SIDE]) + target] = 0.0
    planes[_tower_plane(state[TOWERS + TARGET[action]], state[SIDE]) + target] = 1.0
    planes[EMPTY_PLANE + origin] = 1.0
    for i in range(4, 4 + undo[3]):
        edge = undo[i] >> 8
        for end in range(2):
            mask[EDGE_ACTIONS[edge, end]] = False
            planes[WAY[edge, end]] = 0.0
            cell = EDGE_ENDS[edge, end]
            is_stuck = state[ALIVE + cell] == 0 and state[TOWERS + cell] != 0
            planes[STUCK_PLANE + SQUARE[cell]] = 1.0 if is_stuck else 0.0
    towers, darks = 0, 0
    for cell in range(N_CELLS):
        towers += state[TOWERS + cell] != 0
        darks += state[TOWERS + cell] >> 3
    lead = towers - 2 * darks if state[SIDE] == 0 else 2 * darks - towers
    lead_value, count_value, live_value = LEADS[LEAD_ZERO + lead], COUNTS[towers], LIVES[state[N_LIVE]]
    for square in range(N_SQUARES):
        planes[LEAD_PLANE + square] = lead_value if IS_CELL[square] else np.float32(0.0)
        planes[COUNT_PLANE + square] = count_value if IS_CELL[square] else np.float32(0.0)
        planes[LIVE_PLANE + square] = live_value if IS_CELL[square] else np.float32(0.0)


@lean
def _tower_plane(tower: int, side: int) -> int:
    """Where the plane of a tower begins, as a side sees it."""
    plane = (tower & HEIGHT) - 1 + (0 if (tower & DARK_BIT) >> 3 == side else TALLEST)
    return np.int64(plane) * N_SQUARES


def history(options: Options) -> History:
    """Avalam's past decides nothing."""
    return History()
