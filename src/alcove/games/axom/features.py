"""What a small network is told about an Axom position, inside alpha-beta: the numbers of the features that are present.

All is seen by the side to move from its own corner: Dark sees the board turned by half a turn. The hand-made evaluation
comes along as the worth that a network corrects.

| features | present where |
|---|---|
| `STACK` | a stack of a side and height stands on a cell, can be taken there or not, can be joined by its own side or not |
| `HEADS` | the head of a side stands on a cell |
| `BY_OWN`, `BY_FOE` | a stack of a side and height lies so to the mover's head, to the other head |
| `ENTERED` | the stacks of a side can enter a cell |
| `BESET` | the nine cells on and beside a side's head that the other side's stacks can enter |
| `STEPS` | the eight cells beside a side's head that it can step on |
| `TAKES`, `PAWNS`, `FOURS`, `HEART` | a side takes so many pawns at most, has so many pawns, so many stacks of four, its heart is so |
| `DANGER` | the mover's head can be taken |
| `QUIET` | so many eighths of the way to the draw of X22 are gone; none where it is off |
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.permutations import moved_bits, moved_blocks
from alcove.jit import inlined, lean
from alcove.jit.bits import lowest_bit

from . import kernel as k
from .evaluation import CELL_BIT, HEAD_IS_LOST, Survey, balance, faded, survey
from .kernel import BOARD, EDGE, KIND, LIST, N_CELLS, ROOM, SIDE, Packed
from .rules import MOST_FOURS, PAWNS

VERSION = 1

N_RELATIONS = 13 * 13
STACK = 0  # side, height, can be taken, can be joined, cell
HEADS = STACK + 2 * 4 * 4 * N_CELLS
BY_OWN = HEADS + 2 * N_CELLS
BY_FOE = BY_OWN + 8 * N_RELATIONS
ENTERED = BY_FOE + 8 * N_RELATIONS
BESET = ENTERED + 2 * N_CELLS
STEPS = BESET + 2 * 512
TAKES = STEPS + 2 * 256
N_TAKES = 7
PAWNS_LEFT = TAKES + 2 * N_TAKES
FOURS_LEFT = PAWNS_LEFT + 2 * (PAWNS + 1)
HEARTS = FOURS_LEFT + 2 * (MOST_FOURS + 1)
DANGER = HEARTS + 2 * 3
QUIET = DANGER + 1
N_QUIET = 8
N_FEATURES = QUIET + N_QUIET

MOST_ACTIVE = 3 * 2 * PAWNS + 2 * N_CELLS + 32
"""No position has more features than that."""

_COORDINATES = [(cell % 7, cell // 7) for cell in range(N_CELLS)]
SQUARE = np.array([range(N_CELLS), range(N_CELLS - 1, -1, -1)], np.uint8)
"""Where each side sees each cell."""
RELATION = np.array(
    [
        [[(6 + sign * (file - f)) * 13 + 6 + sign * (rank - r) for f, r in _COORDINATES] for file, rank in _COORDINATES]
        for sign in (1, -1)
    ],
    np.uint8,
)
"""How each side sees a cell lie to another."""
_BESIDE = [(dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)] + [(0, 0)]


def _beside(file: int, rank: int, sign: int) -> list[int]:
    """The cells beside a cell as a side sees them, and last the cell itself."""
    places = [(file + sign * dx, rank + sign * dy) for dx, dy in _BESIDE]
    return [7 * y + x if 0 <= x < 7 and 0 <= y < 7 else EDGE for x, y in places]


BESIDE = np.array([[_beside(file, rank, sign) for file, rank in _COORDINATES] for sign in (1, -1)], np.uint8)


def _mirrored() -> npt.NDArray[np.int64]:
    """The feature that each becomes when the board is mirrored in the diagonal between the hearts."""
    cells = np.array([7 * file + rank for file, rank in _COORDINATES])
    relations = np.arange(N_RELATIONS).reshape(13, 13).T.reshape(-1)
    patterns = moved_bits([_BESIDE.index((dy, dx)) for dx, dy in _BESIDE])
    return moved_blocks(
        N_FEATURES,
        [(first, cells) for first in range(STACK, BY_OWN, N_CELLS)]
        + [(first, relations) for first in range(BY_OWN, ENTERED, N_RELATIONS)]
        + [(ENTERED, cells), (ENTERED + N_CELLS, cells)]
        + [(BESET, patterns), (BESET + 512, patterns), (STEPS, patterns[:256]), (STEPS + 256, patterns[:256])],
    )


SYMMETRIES = np.stack([np.arange(N_FEATURES), _mirrored()])


def traits_of(feature: int) -> list[tuple[object, ...]]:
    """What a feature has in common with others."""
    if feature < HEADS:
        kind, standing, cell = feature // (4 * N_CELLS), feature // N_CELLS % 4, feature % N_CELLS
        return [("stack", kind, cell), ("standing", kind, standing), ("cell", kind // 4, cell)]
    if feature < BY_OWN:
        return []
    if feature < ENTERED:
        to_foe, kind = divmod((feature - BY_OWN) // N_RELATIONS, 8)
        relation = (feature - BY_OWN) % N_RELATIONS
        apart = max(abs(relation // 13 - 6), abs(relation % 13 - 6))
        return [("relation", to_foe, kind // 4, relation), ("apart", to_foe, kind, apart)]
    if feature < BESET:
        return []
    if feature < TAKES:
        first, size = (BESET, 512) if feature < STEPS else (STEPS, 256)
        whose, pattern = divmod(feature - first, size)
        bits = [bit for bit in range(9) if pattern >> bit & 1]
        return [("bit", first, whose, bit) for bit in bits] + [("bits", first, whose, len(bits))]
    for first, size in ((TAKES, N_TAKES), (PAWNS_LEFT, PAWNS + 1), (FOURS_LEFT, MOST_FOURS + 1), (QUIET, N_QUIET)):
        if first <= feature < first + (size if first == QUIET else 2 * size):
            whose, count = divmod(feature - first, size)
            return [("at least", first, whose, least) for least in range(1, count + 1)]
    return []


Active = npt.NDArray[np.int32]


@inlined
def _pattern(cells: int, around: npt.NDArray[np.uint8], n: int) -> int:
    """Which of the first `n` cells around are among some: a bit each."""
    pattern = 0
    for bit in range(n):
        pattern |= np.int64(cells & CELL_BIT[around[bit]] != 0) << bit
    return pattern


@inlined
def _entered(cells: np.uint64, side: int, first: int, active: Active, n: int) -> int:
    while cells:
        active[n] = first + SQUARE[side, np.int64(lowest_bit(cells))]
        cells &= cells - np.uint64(1)
        n += 1
    return n


@inlined
def _side(state: Packed, owner: int, own: Survey, other: Survey, active: Active, n: int) -> int:
    """Write the features of the pieces of `owner`, who can do `own` and fears `other`; how many there are now."""
    side = state[SIDE]
    is_foe = np.int64(owner != side)
    own_head, foe_head = state[LIST + ROOM * side], state[LIST + ROOM * (1 - side)]
    head = state[LIST + ROOM * owner]
    reach, steps, _, most, _ = own
    danger = other[0]
    pawns = 0
    for i in range(2, state[k.COUNT + owner]):
        cell = state[LIST + ROOM * owner + i]
        height = np.int64(state[BOARD + cell] & KIND)
        pawns += height
        kind = 4 * is_foe + height - 1
        standing = 2 * np.int64(danger & CELL_BIT[cell] != 0) + np.int64(reach & CELL_BIT[cell] != 0)
        active[n] = STACK + (4 * kind + standing) * N_CELLS + SQUARE[side, cell]
        active[n + 1] = BY_OWN + kind * N_RELATIONS + RELATION[side, cell, own_head]
        active[n + 2] = BY_FOE + kind * N_RELATIONS + RELATION[side, cell, foe_head]
        n += 3
    n = _entered(reach, side, ENTERED + is_foe * N_CELLS, active, n)
    heart = state[BOARD + k.HEART[owner]]
    active[n] = HEADS + is_foe * N_CELLS + SQUARE[side, head]
    active[n + 1] = BESET + 512 * is_foe + _pattern(danger, BESIDE[side, head], 9)
    active[n + 2] = STEPS + 256 * is_foe + _pattern(steps, BESIDE[side, head], 8)
    active[n + 3] = TAKES + N_TAKES * is_foe + most
    active[n + 4] = PAWNS_LEFT + (PAWNS + 1) * is_foe + pawns
    active[n + 5] = FOURS_LEFT + (MOST_FOURS + 1) * is_foe + state[k.FOURS + owner]
    active[n + 6] = HEARTS + 3 * is_foe + (0 if heart == 0 else 1 + np.int64(heart >> 3 != owner))
    return n + 7


@lean
def gather(state: Packed, active: Active) -> tuple[int, int]:
    """Write the features of an unfinished position; how many there are, and the worth that is to be corrected. None where
    that worth is certain."""
    side = state[SIDE]
    foe = np.uint8(1) - side
    own = survey(state, side)
    if own[4]:
        return 0, HEAD_IS_LOST
    other = survey(state, foe)
    n = _side(state, side, own, other, active, 0)
    n = _side(state, foe, other, own, active, n)
    words, gone = state.view(np.int64), np.int64(0)
    if words[k.DRAW_PLIES]:
        gone = min(N_QUIET * words[k.QUIET] // words[k.DRAW_PLIES], np.int64(N_QUIET - 1))
    active[n] = QUIET + gone
    n += 1
    if other[4]:
        active[n] = DANGER
        n += 1
    return n, balance(state, own, other)


temper = faded
"""What becomes of a corrected worth."""
