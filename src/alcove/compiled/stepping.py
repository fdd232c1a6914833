"""The kernel of any game in which a piece steps to a neighbouring cell, and what stands there decides what happens.

Made once for each game by `boards/stepping.py`, with its tables bound: which cells lie beside which, on each of its boards;
which piece may step onto what; what that leaves behind; and who has won when nobody can step any more.

A packed state is a key of eight bytes, the number of the board, the side, and a byte a cell: the code of what stands there, 0 for
nothing. An *action* is a cell times `WAYS` and the number of the neighbour it steps to.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit.compile import compiled, lean
from alcove.jit.random import Generator, below, zobrist

Packed = npt.NDArray[np.uint8]
Undo = npt.NDArray[np.int64]

NEXT: npt.NDArray[np.uint8] = globals()["NEXT"]  # board, cell, way: the neighbour, `NOWHERE` if there is none
MAY: npt.NDArray[np.uint8] = globals()["MAY"]  # side, code that steps, code it meets: is that allowed?
LEAVES: npt.NDArray[np.uint8] = globals()["LEAVES"]  # code that steps, code it meets: what the origin holds afterwards
MAKES: npt.NDArray[np.uint8] = globals()["MAKES"]  # and what the target holds
POINTS: npt.NDArray[np.int64] = globals()["POINTS"]  # what each code counts for seat 0 in the end
LAST_STEP: int = globals()["LAST_STEP"]  # 1: whoever cannot step has lost, −1: has won, 0: points decide
MAX_PLIES: int = globals()["MAX_PLIES"]

NOWHERE = 255
N_BOARDS, N_CELLS, WAYS = NEXT.shape
KEY, BOARD, SIDE, CELLS = 0, 8, 9, 10
STATE_SIZE = (CELLS + N_CELLS + 7) // 8 * 8
UNDO_SIZE = 3
MAX_MOVES = N_CELLS * WAYS

PIECE_KEY = zobrist(11, N_CELLS, POINTS.shape[0])
BOARD_KEY = zobrist(12, N_BOARDS)
SIDE_KEY = int(zobrist(13, 1)[0])


@lean
def to_move(state: Packed) -> int:
    return state[SIDE]


@lean
def key(state: Packed) -> int:
    return state.view(np.int64)[KEY]


@lean
def key_of(state: Packed) -> int:
    """The key of a position from scratch; `make` and `unmake` keep `key(state)` equal to it."""
    word = BOARD_KEY[state[BOARD]]
    for cell in range(N_CELLS):
        if state[CELLS + cell]:
            word ^= PIECE_KEY[cell, state[CELLS + cell]]
    if state[SIDE]:
        word ^= SIDE_KEY
    return word


@lean
def moves(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """Write the legal actions into `actions`; their number is returned."""
    n = 0
    board, side = state[BOARD], state[SIDE]
    for cell in range(N_CELLS):
        stepping = state[CELLS + cell]
        if stepping == 0:
            continue
        for way in range(WAYS):
            target = NEXT[board, cell, way]
            if target == NOWHERE:
                break
            if MAY[side, stepping, state[CELLS + target]]:
                actions[n] = cell * WAYS + way
                n += 1
    return n


@lean
def count_moves(state: Packed) -> int:
    n = 0
    board, side = state[BOARD], state[SIDE]
    for cell in range(N_CELLS):
        stepping = state[CELLS + cell]
        if stepping == 0:
            continue
        for way in range(WAYS):
            target = NEXT[board, cell, way]
            if target == NOWHERE:
                break
            n += MAY[side, stepping, state[CELLS + target]]
    return n


@lean
def make(state: Packed, action: int, undo: Undo) -> None:
    """Play a legal action; `undo` receives what `unmake` needs."""
    origin = action // WAYS
    target = NEXT[state[BOARD], origin, action % WAYS]
    stepping, met = state[CELLS + origin], state[CELLS + target]
    left, made = LEAVES[stepping, met], MAKES[stepping, met]
    words = state.view(np.int64)
    undo[0], undo[1], undo[2] = stepping, met, words[KEY]
    word = words[KEY] ^ SIDE_KEY ^ PIECE_KEY[origin, stepping]
    if met:
        word ^= PIECE_KEY[target, met]
    if left:
        word ^= PIECE_KEY[origin, left]
    if made:
        word ^= PIECE_KEY[target, made]
    words[KEY] = word
    state[CELLS + origin], state[CELLS + target] = left, made
    state[SIDE] ^= 1


@lean
def unmake(state: Packed, action: int, undo: Undo) -> None:
    """Take back `action`, the last one made."""
    origin = action // WAYS
    state[CELLS + origin] = undo[0]
    state[CELLS + NEXT[state[BOARD], origin, action % WAYS]] = undo[1]
    state.view(np.int64)[KEY] = undo[2]
    state[SIDE] ^= 1


@lean
def result(state: Packed) -> int:
    """`ONGOING` while somebody can step."""
    if count_moves(state):
        return ONGOING
    if LAST_STEP:
        lead = -LAST_STEP if state[SIDE] == 0 else LAST_STEP
    else:
        lead = 0
        for cell in range(N_CELLS):
            lead += POINTS[state[CELLS + cell]]
    return SEAT_0_WINS if lead > 0 else SEAT_1_WINS if lead < 0 else DRAW


@compiled
def playout(state: Packed, generator: Generator) -> int:
    """Play random moves to the end, in place, and return how many."""
    actions, undo = np.empty(MAX_MOVES, np.int32), np.empty(UNDO_SIZE, np.int64)
    for plies in range(MAX_PLIES):
        n = moves(state, actions)
        if n == 0:
            return plies
        make(state, actions[below(generator, n)], undo)
    return MAX_PLIES
