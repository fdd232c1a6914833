"""Clobber for programs that learn: `alcove.batch.make("clobber", count=1024, size="8x8")`.

Version 1, three planes of 10 × 10; row 0 is rank 1, column 0 is file a.

| plane | 1 where |
|---|---|
| 0, 1 | a stone of the side to move, of the other side |
| 2 | a cell of the board |

An action is the kernel's: 4 × the origin's cell number + which neighbour it takes.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import History, Look, byte_tables
from alcove.jit import lean

from . import SIZES, Options, board, kernel

Packed = npt.NDArray[np.uint8]

VERSION = 1
_kernel: Any = kernel
SIDE: int = _kernel.SIDE
CELLS: int = _kernel.CELLS
BOARD = SIDE - 1
N_ACTIONS: int = _kernel.MAX_MOVES
WIDEST = 10

SQUARES = np.full((len(SIZES), WIDEST * WIDEST), -1, np.int64)
"""Where the cells of each board stand among the squares of the planes; −1 behind the last."""
for _number, _size in enumerate(SIZES):
    for _cell, _name in enumerate(board(_size).cells):
        SQUARES[_number, _cell] = (int(_name[1:]) - 1) * WIDEST + "abcdefghij".index(_name[0])

OWN, OTHER, EMPTY = 1, 2, 3
LOOK = Look.without_policy(
    WIDEST, WIDEST, 1,
    *byte_tables([{0: {OWN: 1.0}, 1: {OTHER: 1.0}, 2: {OWN: 1.0, OTHER: 1.0, EMPTY: 1.0}}]),
)  # fmt: skip


@lean
def look(state: Packed, seen: Packed) -> None:
    for square in range(seen.shape[0]):
        seen[square] = 0
    for cell in range(WIDEST * WIDEST):
        square = SQUARES[state[BOARD], cell]
        if square < 0:
            break
        stone = state[CELLS + cell]
        seen[square] = EMPTY if stone == 0 else OWN if stone == state[SIDE] + 1 else OTHER


@lean
def recall(state: Packed, past: npt.NDArray[np.int64], seen: Packed) -> None:
    """Nothing comes back."""


@lean
def is_new(state: Packed) -> bool:
    return True


@lean
def numbers(state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16]) -> None:
    for i in range(n):
        found[i] = actions[i]


def history(options: Options) -> History:
    return History()
