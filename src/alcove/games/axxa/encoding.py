"""AxxA for networks: what players know of a position as planes, always seen by the seat to move.

Version 1, `SHAPE` = (60, 7, 7), float32; row 0 is rank 7, column 0 is file a. Unseen pieces count as unseen: two worlds
that look alike to players have the same planes (A3).

| plane | 1 where |
|---|---|
| 0–5 | the top piece of a pile is 1–6 |
| 6–11 | the second piece is 1–6 and has been seen |
| 12 | there is a second piece that nobody has seen |
| 13–18 | the third piece is 1–6 and has been seen |
| 19 | there is a third piece that nobody has seen |
| 20 | a cell of the board |
| 21 | a pile that shows the needed number |
| 22–27 | everywhere: the needed number is 1–6 |
| 28–33 | everywhere: pieces of 1–6 on the board, divided by 6 |
| 34–39 | everywhere: those of them that nobody has seen, divided by 6 |
| 40–45 | everywhere: payments of 1–6, divided by 6 |
| 46, 47 | everywhere: triplets of the seat to move and of the other, divided by 6; alone and together all are the first's |
| 48–50 | everywhere: the phase is move, take, pay |
| 51 | everywhere: the game is a duel |
| 52–55 | everywhere: the shape is king, line8, side, line4 |
| 56 | everywhere: triplets that a payment uncovers are taken at once |
| 57, 58 | everywhere: the options skip_dead, second_cycle |
| 59 | everywhere: number of seats, divided by 6 |

The board has the eight symmetries of a square: `turned` turns planes and `TURNED_ACTION` the actions.
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import lean

from .board import CELLS, FILES, RANKS
from .kernel import (
    ASIDE,
    CHOICES,
    DUEL,
    HIDDEN,
    LEFT,
    N_ACTIONS,
    NEEDED,
    PAYMENTS,
    PHASE,
    SEAT,
    SEATS,
    SECOND_CYCLE,
    SHAPE as SHAPE_OPTION,
    SKIP_AND_CYCLE,
    SKIP_DEAD,
    SLOTS,
    TAKES_AFTER_PAYMENT,
    TRIPLETS,
    Packed,
)
from .tables import N_CELLS, N_SLOTS, TRIPLE_CELLS

VERSION = 1
SHAPE = (60, 7, 7)
N_POLICY = N_ACTIONS
N_SYMMETRIES = 8

Planes = npt.NDArray[np.float32]

ROW = np.array([RANKS.index(cell[1]) for cell in CELLS], np.uint8)
COLUMN = np.array([FILES.index(cell[0]) for cell in CELLS], np.uint8)
PIECE_PLANES = np.array([0, 6, 13], np.uint8)
"""The plane of a 1 on top, second and third."""


@lean
def _fill(planes: Planes, plane: int, value: float) -> None:
    for row in range(SHAPE[1]):
        for column in range(SHAPE[2]):
            planes[plane, row, column] = value


@lean
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state or view."""
    for plane in range(SHAPE[0]):
        _fill(planes, plane, 0.0)
    for cell in range(N_CELLS):
        planes[20, ROW[cell], COLUMN[cell]] = 1.0
    for i in range(6):
        _fill(planes, 28 + i, state[LEFT + i] / 6)
        _fill(planes, 34 + i, _unseen(state, i + 1) / 6)
        _fill(planes, 40 + i, state[ASIDE + i] / 6)
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        _encode_pile(state, slot, planes)
    _encode_facts(state, planes)


@lean
def _unseen(state: Packed, number: int) -> int:
    """How many pieces of a number are on the board and nobody has seen them: public, by counting those that are seen."""
    seen = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        for depth in range(1, 4):
            seen += state[slot + depth] == number
    return state[LEFT + number - 1] - seen


@lean
def _encode_pile(state: Packed, slot: int, planes: Planes) -> None:
    """The known pieces of a pile, and where there are others."""
    row, column = ROW[state[slot]], COLUMN[state[slot]]
    if state[slot + 1] and state[slot + 1] == state[NEEDED]:
        planes[21, row, column] = 1.0
    for depth in range(3):
        piece = state[slot + 1 + depth]
        if piece & HIDDEN:
            planes[PIECE_PLANES[depth] + 6, row, column] = 1.0
        elif piece:
            planes[PIECE_PLANES[depth] + piece - 1, row, column] = 1.0


@lean
def _encode_facts(state: Packed, planes: Planes) -> None:
    if state[NEEDED]:
        _fill(planes, 21 + state[NEEDED], 1.0)
    mover = state[SEAT] if state[DUEL] else np.uint8(0)
    _fill(planes, 46, state[TRIPLETS + mover] / 6)
    _fill(planes, 47, state[TRIPLETS + 1 - mover] / 6)
    _fill(planes, 48 + state[PHASE], 1.0)
    _fill(planes, 51, state[DUEL])
    _fill(planes, 52 + state[SHAPE_OPTION], 1.0)
    _fill(planes, 56, state[TAKES_AFTER_PAYMENT])
    _fill(planes, 57, state[SKIP_AND_CYCLE] & SKIP_DEAD != 0)
    _fill(planes, 58, state[SKIP_AND_CYCLE] & SECOND_CYCLE != 0)
    _fill(planes, 59, state[SEATS] / 6)


# --- Symmetries -------------------------------------------------------------------------------------------------------


def turned(planes: Planes, symmetry: int) -> Planes:
    """The planes of a position after one of the eight symmetries: quarter turns, for 4 and above of its mirror image."""
    mirrored = planes[..., ::-1] if symmetry >= 4 else planes
    return np.rot90(mirrored, symmetry % 4, axes=(-2, -1))


def _turned_cells(symmetry: int) -> list[int]:
    """Where each cell goes."""
    board = np.full(SHAPE[1:], -1)
    board[ROW, COLUMN] = np.arange(N_CELLS)
    after = turned(board, symmetry)
    return [int(np.flatnonzero(after[ROW, COLUMN] == cell)[0]) for cell in range(N_CELLS)]


def _turned_actions(cells: list[int]) -> list[int]:
    triples = {tuple(sorted(triple)): number for number, triple in enumerate(TRIPLE_CELLS.tolist())}
    slides = [
        2 * (N_CELLS * cells[origin] + cells[target]) + is_turned
        for origin in range(N_CELLS)
        for target in range(N_CELLS)
        for is_turned in range(2)
    ]
    choices = [CHOICES + triples[tuple(sorted(cells[cell] for cell in triple))] for triple in TRIPLE_CELLS.tolist()]
    return slides + [PAYMENTS + cell for cell in cells] + choices


TURNED_CELL = np.array([_turned_cells(symmetry) for symmetry in range(N_SYMMETRIES)])
"""Where each cell goes under each symmetry."""
TURNED_ACTION = np.array([_turned_actions(cells) for cells in TURNED_CELL.tolist()])
"""The action that does on the turned board what each action does here."""
