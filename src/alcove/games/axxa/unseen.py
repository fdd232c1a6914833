"""AxxA's unseen pieces, counted rather than drawn: which of them a ply shows, and what it may be.

In a *veiled* state every unseen piece is `VEILED`, a number that no piece has and nobody needs. A ply that turns such
a piece up has gone further than anybody can know: then the piece is given each number it may be in turn, and the ply is
played again. Pieces that a ply did not turn up after all are veiled again.
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import lean

from .kernel import ASIDE, DUEL, HIDDEN, LEFT, NUMBER, SEAT, SEATS, SLOTS, Packed
from .tables import N_SLOTS

NUMBERS = 6
VEILED = HIDDEN | NUMBER


def shares_fate(state: Packed) -> bool:
    """Do all seats win or lose together? Only then is there one chance to count."""
    return not state[DUEL]


def root(packed: Packed) -> Packed:
    """The veiled state of a view. Whose turn it is makes no difference to seats of one fate, so all are one."""
    state = packed.copy()
    state[SEAT], state[SEATS] = 0, 1
    veil(state)
    return state


@lean
def veil(state: Packed) -> None:
    """Forget what lies unseen."""
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        for place in range(slot + 2, slot + 4):
            if state[place] & HIDDEN:
                state[place] = VEILED


@lean
def shown(before: Packed, after: Packed) -> int:
    """A place of `before` whose veiled piece has come up in `after`; −1 if there is none.

    A pile keeps its slot, and of its veiled pieces the upper one comes up first, whether or not the pile was turned.
    """
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if after[slot + 1] == NUMBER:
            return slot + 2 if before[slot + 2] == VEILED else slot + 3
    return -1


@lean
def count(state: Packed, counts: npt.NDArray[np.int64]) -> int:
    """How many veiled pieces there are of each number, in `counts[1]` to `counts[6]`, and in all."""
    for number in range(1, NUMBERS + 1):
        counts[number] = state[LEFT + number - 1]
    total = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        for place in range(slot + 1, slot + 4):
            if state[place] == VEILED:
                total += 1
            elif state[place]:
                counts[state[place] & NUMBER] -= 1
    return total


@lean
def put(state: Packed, place: int, number: int) -> None:
    """Say what a veiled piece is; it is unseen still."""
    state[place] = HIDDEN | number


@lean
def spent(state: Packed) -> int:
    """How many pieces have been paid: what a win costs (A7)."""
    total = 0
    for i in range(ASIDE, ASIDE + NUMBERS):
        total += state[i]
    return total
