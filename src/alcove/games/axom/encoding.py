"""Axom for networks: a position as planes, always seen by the side to move from its own corner.

Version 1, `SHAPE` = (15, 7, 7), float32. Light sees row 0 as rank 7 and column 0 as file a; Dark sees the board turned
by half a turn, so that the mover's heart is always below on the left.

| plane | 1 where |
|---|---|
| 0–3 | a stack of the side to move, of height 1–4 |
| 4 | the head of the side to move |
| 5–8 | a stack of the other side, of height 1–4 |
| 9 | the head of the other side |
| 10, 11 | the heart of the side to move, of the other side |
| 12, 13 | everywhere: stacks of four of the side to move, of the other side, divided by 4 |
| 14 | everywhere: share of the plies towards the draw of X22 that have gone by; 0 where that draw is off |

The board is the same on both sides of the diagonal between the hearts: `mirrored` keeps the meaning of every plane.
A policy is seen from the same corner: `SEEN_ACTION[side, action]` is its place for an action of the kernel.
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import compiled

from .kernel import (
    BOARD,
    DRAW_PLIES,
    FOURS,
    HEAD,
    HEART,
    KIND,
    N_ACTIONS,
    N_CELLS,
    QUIET,
    SIDE,
    Packed,
)
from .rules import DIRECTIONS, MOST_FOURS, TALLEST

VERSION = 1
SHAPE = (15, 7, 7)
N_POLICY = N_ACTIONS

Planes = npt.NDArray[np.float32]

ROW = np.array([[6 - cell // 7 for cell in range(N_CELLS)], [cell // 7 for cell in range(N_CELLS)]], np.uint8)
COLUMN = np.array([[cell % 7 for cell in range(N_CELLS)], [6 - cell % 7 for cell in range(N_CELLS)]], np.uint8)


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    planes[:] = 0.0
    side = state[SIDE]
    for cell in range(N_CELLS):
        content = state[BOARD + cell]
        kind = content & KIND
        if kind == HEAD or 0 < kind <= TALLEST:
            plane = 4 if kind == HEAD else kind - 1
            if content >> 3 != side:
                plane += 5
            planes[plane, ROW[side, cell], COLUMN[side, cell]] = 1.0
    for whose in range(2):
        heart = HEART[side if whose == 0 else 1 - side]
        planes[10 + whose, ROW[side, heart], COLUMN[side, heart]] = 1.0
        planes[12 + whose] = state[FOURS + (side if whose == 0 else 1 - side)] / MOST_FOURS
    words = state.view(np.int64)
    if words[DRAW_PLIES]:
        planes[14] = min(words[QUIET] / words[DRAW_PLIES], 1.0)


def mirrored(planes: Planes) -> Planes:
    """The planes of the position mirrored in the diagonal between the hearts."""
    return planes[..., ::-1, ::-1].swapaxes(-1, -2)


def _action(file: int, rank: int, step: tuple[int, int]) -> int:
    return 8 * (7 * rank + file) + list(DIRECTIONS.values()).index(step)


_STEPS = [(cell % 7, cell // 7, step) for cell in range(N_CELLS) for step in DIRECTIONS.values()]
MIRRORED_ACTION = np.array([_action(rank, file, (step[1], step[0])) for file, rank, step in _STEPS])
"""The action that does on the mirrored board what each action does here."""
SEEN_ACTION = np.array(
    [range(N_ACTIONS), [_action(6 - file, 6 - rank, (-step[0], -step[1])) for file, rank, step in _STEPS]]
)
"""Each action as the mover's corner sees it, by side."""
