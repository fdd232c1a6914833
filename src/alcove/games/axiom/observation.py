"""Axiom in batches and environments: the planes are those of `encoding.py`, version and all.

A network names a cube's move by two places, target and origin, and shares some of them at the border of its window: they do not tell all
moves apart. So an action has the number that the kernel gives it once the columns of cubes are counted by y, then by x, as
`kernel.pack` counts them. It follows from what the planes show: below `FIRST_WALK` stand

    ((origin · 12 + column) · 5 + side) · 12 + turn

for a cube from the top of a column to the top of another (side 4) or to the table beside it (sides 0–3: x+, x-, y+, y-), turned as
in `space.TURNS`; from there on `(sceptre · 12 + column) · 60 + face`, with the sceptres as the planes name them.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import History
from alcove.jit import lean
from alcove.jit.bits import word

from .columns import HEIGHT, N_COLUMNS, N_FACES, Packed, X, Y
from .encoding import LOOK, REPETITION_DRAWS, VERSION, is_new, look, look_with, recall
from .kernel import CELLS_OF_COLUMN, FIRST_WALK, N_ACTIONS, N_TURNS, PER_ORIGIN, PER_SCEPTRE
from .rules import Options

__all__ = ["LOOK", "N_ACTIONS", "VERSION", "history", "is_new", "look", "look_with", "numbers", "recall"]

PER_COLUMN = CELLS_OF_COLUMN * N_TURNS


@lean
def _ranks(state: Packed) -> int:
    """How many columns come before each one, four bits a column."""
    ranks = np.int64(0)
    for column in range(N_COLUMNS):
        if state[HEIGHT + column]:
            x, y = np.int64(word(state, X + column)), np.int64(word(state, Y + column))
            before = np.int64(0)
            for other in range(N_COLUMNS):
                if state[HEIGHT + other]:
                    other_x, other_y = np.int64(word(state, X + other)), np.int64(word(state, Y + other))
                    before += other_y < y or (other_y == y and other_x < x)
            ranks |= before << np.int64(4 * column)
    return ranks


@lean
def numbers(state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16]) -> None:
    """Write the numbers of n actions."""
    ranks = _ranks(state)
    for i in range(n):
        action = np.int64(actions[i])
        if action >= FIRST_WALK:
            which, target = (action - FIRST_WALK) // PER_SCEPTRE, (action - FIRST_WALK) % PER_SCEPTRE
            column, face = target // N_FACES, target % N_FACES
            found[i] = FIRST_WALK + which * PER_SCEPTRE + ((ranks >> (4 * column)) & 15) * N_FACES + face
        else:
            origin, place = action // PER_ORIGIN, action % PER_ORIGIN
            column, rest = place // PER_COLUMN, place % PER_COLUMN
            first = ((ranks >> (4 * origin)) & 15) * PER_ORIGIN
            found[i] = first + ((ranks >> (4 * column)) & 15) * PER_COLUMN + rest


def history(options: Options) -> History:
    """C21, C22: no packed state knows how often it has stood, nor how many plies have been played."""
    return History(draws=0 if options.repetition == "off" else REPETITION_DRAWS, plies=options.max_plies)
