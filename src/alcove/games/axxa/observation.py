"""AxxA in batches and environments: a position as planes that show what every player may know (A3), and no more.

Version 1, `LOOK.shape` = (38, 7, 7), float32; row 0 is rank 7, column 0 is file a. Planes are 0 off the board.

| plane | 1 where |
|---|---|
| 0–5 | the top of a pile is 1–6 |
| 6–11, 12 | the piece below it has been seen and is 1–6; has not been seen |
| 13–18, 19 | the same of the third piece |
| 20 | a cell of the board |
| 21–26 | everywhere: 1–6 is needed (none of them if nothing is) |
| 27, 28, 29 | everywhere: a pile is to be moved, a triplet to be chosen, a piece to be paid |
| 30–35 | everywhere: pieces 1–6 on the board, seen or not, divided by 6 |
| 36, 37 | everywhere: triplets of the side to move, of the other side, divided by 6; alone and together all are the mover's |

An action has the kernel's number, which means the same in every position: a slide is `(37 · origin + target) · 2 + turned`, then come
37 payments and the 452 triples of neighbouring cells (`kernel.py`).
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import History, Look, byte_tables
from alcove.jit import compiled, lean
from alcove.jit.bits import set_word
from alcove.jit.random import Generator, below

from .board import CELLS
from .kernel import (
    DUEL,
    HIDDEN,
    KEY,
    LEFT,
    N_ACTIONS,
    NEEDED,
    NUMBER,
    PHASE,
    SEAT,
    SLOTS,
    TRIPLETS,
    Packed,
    key_of,
)
from .rules import OF_EACH, PIECES, Options
from .tables import N_CELLS, N_SLOTS

__all__ = ["LOOK", "N_ACTIONS", "VERSION", "begin", "history", "is_new", "look", "numbers", "recall"]

VERSION = 1

SIZE = 7
N_SQUARES = SIZE * SIZE
SQUARE = np.array([(SIZE - int(cell[1])) * SIZE + "abcdefg".index(cell[0]) for cell in CELLS], np.int64)
"""Where each cell of the board stands among the 49 of the planes."""

UNSEEN = NUMBER
"""What a look says of a piece nobody has seen, instead of its number."""
CELL_LAYERS = 4
BOARD = 3 * N_SQUARES
"""After three layers of pieces, from the top down, comes one of the board's cells."""
NEEDED_SEEN, PHASE_SEEN, LEFT_SEEN, OWN, OTHER, SIZE_OF_LOOK = (
    CELL_LAYERS * N_SQUARES + i for i in (0, 1, 2, 8, 9, 10)
)


def _look() -> Look:
    tops = {number: {number + 1: 1.0} for number in range(6)}
    below_them = [{first + number: {number + 1: 1.0} for number in range(7)} for first in (6, 13)]
    of_six = [{plane: {byte: byte / 6 for byte in range(256)}} for plane in range(30, 38)]
    needed = {21 + number: {number + 1: 1.0} for number in range(6)}
    phases = {27 + phase: {phase: 1.0} for phase in range(3)}
    table, spans = byte_tables([tops, *below_them, {20: {1: 1.0}}, needed, phases, *of_six])
    return Look.without_policy(SIZE, SIZE, CELL_LAYERS, table, spans)


@compiled
def look(state: Packed, seen: npt.NDArray[np.uint8]) -> None:
    """Write the bytes that the planes follow from."""
    seen[:] = 0
    for cell in range(N_CELLS):
        seen[BOARD + SQUARE[cell]] = 1
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if state[slot + 1]:
            square = SQUARE[state[slot]]
            for depth in range(3):
                piece = state[slot + 1 + depth]
                seen[depth * N_SQUARES + square] = UNSEEN if piece & HIDDEN else piece
    seen[NEEDED_SEEN], seen[PHASE_SEEN] = state[NEEDED], state[PHASE]
    for number in range(6):
        seen[LEFT_SEEN + number] = state[LEFT + number]
    own = np.int64(state[SEAT]) if state[DUEL] else np.int64(0)
    seen[OWN] = state[TRIPLETS + own]
    seen[OTHER] = state[TRIPLETS + 1 - own]


@lean
def recall(state: Packed, past: npt.NDArray[np.int64], seen: npt.NDArray[np.uint8]) -> None:
    """What has been seen of the pieces is in the position; nothing else of the past matters."""


@lean
def is_new(state: Packed) -> bool:
    """Can nothing that stood before stand again? Every turn takes pieces off the board."""
    return True


@lean
def numbers(state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16]) -> None:
    """Write the numbers of n actions: their own."""
    for i in range(n):
        found[i] = actions[i]


@lean
def begin(state: Packed, generator: Generator) -> None:
    """A2: shuffle the pieces of a start; every deal is as likely as any other."""
    for i in range(PIECES):
        place = SLOTS + 4 * (i // 3) + 1 + i % 3
        state[place] = np.uint8(i // OF_EACH + 1)
        other = below(generator, i + 1)
        chosen = SLOTS + 4 * (other // 3) + 1 + other % 3
        state[place], state[chosen] = state[chosen], state[place]
    for i in range(PIECES):
        if i % 3:
            state[SLOTS + 4 * (i // 3) + 1 + i % 3] |= np.uint8(HIDDEN)
    set_word(state, KEY, np.uint64(key_of(state)))


def history(options: Options) -> History:
    """AxxA's past decides nothing."""
    return History()


LOOK = _look()
