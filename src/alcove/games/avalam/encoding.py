"""Avalam for networks: a position as planes, always seen by the side to move.

Version 1, `SHAPE` = (14, 9, 9), float32; row 0 is rank 9, column 0 is file a.

| plane | 1 where |
|---|---|
| 0–4 | a tower of the side to move, of height 1–5 |
| 5–9 | a tower of the other side, of height 1–5 |
| 10 | a tower that can still move |
| 11 | a cell of the board |
| 12 | everywhere: tower lead of the side to move, divided by 8 |
| 13 | everywhere: share of the 146 edges that are alive |

Turning the board by half a turn (`turned`) keeps the rules, the colours and so the meaning of every plane.
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import compiled

from .kernel import ACTION_OF, ALIVE, DARK_BIT, HEIGHT, MOVE_OF, N_CELLS, N_EDGES, N_LIVE, SIDE, TOWERS, Packed
from .rules import CELLS, Move

VERSION = 1
SHAPE = (14, 9, 9)
N_POLICY = len(MOVE_OF)

Planes = npt.NDArray[np.float32]

ROW = np.array([9 - int(cell[1]) for cell in CELLS], np.uint8)
COLUMN = np.array(["abcdefghi".index(cell[0]) for cell in CELLS], np.uint8)


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    planes[:] = 0.0
    lead = 0
    mine = state[SIDE]
    for cell in range(N_CELLS):
        row, column = ROW[cell], COLUMN[cell]
        planes[11, row, column] = 1.0
        tower = state[TOWERS + cell]
        if tower == 0:
            continue
        is_mine = (tower & DARK_BIT) >> 3 == mine
        lead += 1 if is_mine else -1
        planes[(tower & HEIGHT) - 1 + (0 if is_mine else 5), row, column] = 1.0
        if state[ALIVE + cell]:
            planes[10, row, column] = 1.0
    planes[12] = lead / 8
    planes[13] = state[N_LIVE] / N_EDGES


def turned(planes: Planes) -> Planes:
    """The planes of the position turned by half a turn."""
    return planes[..., ::-1, ::-1]


def _opposite(cell: str) -> str:
    return chr(ord("a") + ord("i") - ord(cell[0])) + str(10 - int(cell[1]))


TURNED_ACTION = np.array([ACTION_OF[Move(_opposite(move.origin), _opposite(move.target))] for move in MOVE_OF])
"""The action that does on the turned board what each action does here."""
