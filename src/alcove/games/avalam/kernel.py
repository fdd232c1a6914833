"""Avalam's accelerator: the answers of `rules.py` on flat arrays of small integers, compiled.

The trick is the list of *live edges*. Two neighbouring towers form a live edge while their heights sum to at most
five; both directions are then legal, and neither is otherwise. So the list holds the legal moves, a move only has to
look at the live edges of its two cells (one byte a cell says which are alive), and counting moves costs nothing.

A packed state is one array of `STATE_SIZE` bytes (see the layout below). An *action* is the number of a move among the
292 steps between neighbouring cells, in the order of `rules.STEPS`; it is the same in every position.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit import inlined, lean
from alcove.jit.random import Generator, next_word, zobrist

from .rules import BOARD, CELLS, STEPS, TALLEST, Move, Options, State

Packed = npt.NDArray[np.uint8]
Undo = npt.NDArray[np.int64]

# --- Tables ---------------------------------------------------------------------------------------------------------

N_CELLS = len(CELLS)
N_ACTIONS = len(STEPS)
N_EDGES = N_ACTIONS // 2

ACTION_OF = {move: action for action, (_, _, move) in enumerate(STEPS)}
MOVE_OF = tuple(move for _, _, move in STEPS)
ORIGIN = np.array([a for a, _, _ in STEPS], np.uint8)
TARGET = np.array([b for _, b, _ in STEPS], np.uint8)

_EDGES = [(a, b) for a, b, _ in STEPS if a < b]
_EDGE_NUMBER = {edge: number for number, edge in enumerate(_EDGES)}
EDGE_ACTIONS = np.array([[ACTION_OF[Move(CELLS[a], CELLS[b])], ACTION_OF[Move(CELLS[b], CELLS[a])]] for a, b in _EDGES])
"""The two actions of an edge."""
EDGE_ENDS = np.array(_EDGES, np.uint8)

INCIDENT = np.zeros((N_CELLS, 8), np.uint8)
"""The edges of a cell."""
BESIDE = np.zeros((N_CELLS, 8), np.uint8)
"""The cell at the other end of each of those edges."""
EDGE_BITS = np.zeros((N_EDGES, 2), np.uint8)
"""For both ends of an edge, the bit that stands for it in that cell's byte of live edges."""
for _a in range(N_CELLS):
    for _k, _b in enumerate(BOARD.around[_a]):
        _edge = _EDGE_NUMBER[min(_a, _b), max(_a, _b)]
        INCIDENT[_a, _k], BESIDE[_a, _k] = _edge, _b
        EDGE_BITS[_edge, 0 if _a < _b else 1] = 1 << _k
BACK = np.zeros((N_CELLS, 8), np.uint8)
"""What is left of the neighbour's byte when an edge of a cell dies."""
for _a in range(N_CELLS):
    for _k, _b in enumerate(BOARD.around[_a]):
        BACK[_a, _k] = 255 ^ EDGE_BITS[INCIDENT[_a, _k], 1 if _a < _b else 0]

BIT = np.array([1 << k for k in range(8)], np.uint8)
LOWEST_BIT = np.array([0] + [(bits & -bits).bit_length() - 1 for bits in range(1, 256)], np.uint8)

TOWER_KEY = zobrist(1, N_CELLS, 16)
SIDE_KEY = int(zobrist(2, 1)[0])

# --- Layout of a packed state -----------------------------------------------------------------------------------------

KEY = 0  # the key fills the first eight bytes: state.view(np.int64)[KEY]
TOWERS = 8  # 48 bytes: 0 for an empty cell, else the height, and DARK_BIT if Dark owns the tower
LIVE = TOWERS + N_CELLS  # the live edges, in no particular order
PLACE = LIVE + N_EDGES  # where each live edge stands in that list
ALIVE = PLACE + N_EDGES  # a byte a cell: which of its edges are alive
DARKS = ALIVE + N_CELLS  # a byte a cell: which of its neighbours are Dark's; only the bits of live edges mean anything
N_LIVE = DARKS + N_CELLS
SIDE = N_LIVE + 1
STATE_SIZE = (SIDE + 1 + 7) // 8 * 8

HEIGHT, DARK_BIT = 7, 8

UNDO_SIZE = 4 + 16  # both towers, the key, the number of removals, and each removed edge with its place
MAX_MOVES = N_ACTIONS
MAX_PLIES = 38


def pack(state: State) -> Packed:
    """The packed form of a state."""
    packed = np.zeros(STATE_SIZE, np.uint8)
    packed[TOWERS : TOWERS + N_CELLS] = [tower if tower >= 0 else DARK_BIT - tower for tower in state.towers]
    packed[SIDE] = state.side
    living = []
    for edge, (a, b) in enumerate(_EDGES):
        height_a, height_b = abs(state.towers[a]), abs(state.towers[b])
        if height_a and height_b and height_a + height_b <= TALLEST:
            living.append(edge)
            packed[ALIVE + a] |= EDGE_BITS[edge, 0]
            packed[ALIVE + b] |= EDGE_BITS[edge, 1]
            packed[DARKS + a] |= EDGE_BITS[edge, 0] * (state.towers[b] < 0)
            packed[DARKS + b] |= EDGE_BITS[edge, 1] * (state.towers[a] < 0)
    packed[N_LIVE] = len(living)
    for place, edge in enumerate(living):
        packed[LIVE + place], packed[PLACE + edge] = edge, place
    packed.view(np.int64)[KEY] = key_of(packed)
    return packed


def unpack(packed: Packed, options: Options) -> State:
    """The state that `packed` holds."""
    towers = [int(tower) for tower in packed[TOWERS : TOWERS + N_CELLS]]
    return State(tuple(DARK_BIT - tower if tower & DARK_BIT else tower for tower in towers), int(packed[SIDE]), options)


def action_of(packed: Packed, move: Move) -> int:
    return ACTION_OF[move]


def move_of(packed: Packed, action: int) -> Move:
    return MOVE_OF[action]


def history_marks(state: State) -> tuple[list[int], list[int]]:
    """Avalam's history forbids nothing: no position comes back."""
    return [], []


def sure_plies(state: State) -> int:
    """How far ahead position and marks alone decide: to the end."""
    return MAX_PLIES


# --- Moves ------------------------------------------------------------------------------------------------------------


@lean
def to_move(state: Packed) -> int:
    return state[SIDE]


@lean
def key(state: Packed) -> int:
    return state.view(np.int64)[KEY]


@lean
def moves(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """Write the legal actions into `actions`; their number is returned."""
    n = state[N_LIVE]
    for i in range(n):
        edge = state[LIVE + i]
        actions[2 * i] = EDGE_ACTIONS[edge, 0]
        actions[2 * i + 1] = EDGE_ACTIONS[edge, 1]
    return 2 * n


@lean
def count_moves(state: Packed) -> int:
    return 2 * state[N_LIVE]


@inlined
def _remove(state: Packed, cell: int, k: int, n_live: np.uint8) -> np.uint8:
    """Take the k-th edge of `cell` off the list of the `n_live` living, whose last one fills its place, and off the
    byte of the cell beside it (not off the cell's own: the caller does that once). Returns how many are left."""
    edge = INCIDENT[cell, k]
    state[ALIVE + BESIDE[cell, k]] &= BACK[cell, k]
    left = np.uint8(n_live - 1)
    place, other = state[PLACE + edge], state[LIVE + left]
    state[LIVE + place] = other
    state[PLACE + other] = place
    return left


@inlined
def _restore(state: Packed, edge: int, place: int) -> None:
    """Undo `_remove`, which must have been the last one."""
    last = state[N_LIVE]
    other = state[LIVE + place]
    state[LIVE + last] = other
    state[PLACE + other] = last
    state[LIVE + place] = edge
    state[PLACE + edge] = place
    state[N_LIVE] = last + 1
    state[ALIVE + EDGE_ENDS[edge, 0]] ^= EDGE_BITS[edge, 0]
    state[ALIVE + EDGE_ENDS[edge, 1]] ^= EDGE_BITS[edge, 1]


@inlined
def _put(state: Packed, origin: int, target: int) -> int:
    """V6: the tower on `origin` goes onto the one on `target`; returns the new height."""
    moved = state[TOWERS + origin]
    height = np.uint8((moved & HEIGHT) + (state[TOWERS + target] & HEIGHT))
    state[TOWERS + origin] = 0
    state[TOWERS + target] = height | (moved & DARK_BIT)
    return height


@inlined
def _change_owner(state: Packed, cell: int) -> None:
    """Tell the neighbours of a cell that its tower has changed hands; telling them twice undoes it."""
    alive = state[ALIVE + cell]
    while alive:
        k = LOWEST_BIT[alive]
        alive &= np.uint8(alive - 1)
        state[DARKS + BESIDE[cell, k]] ^= np.uint8(~BACK[cell, k])


@inlined
def make(state: Packed, action: int, undo: Undo) -> None:
    """Play a legal action; `undo` receives what `unmake` needs."""
    origin, target = ORIGIN[action], TARGET[action]
    moved, covered = state[TOWERS + origin], state[TOWERS + target]
    height = _put(state, origin, target)
    words = state.view(np.int64)
    undo[0], undo[1], undo[2] = moved, covered, words[KEY]
    words[KEY] ^= (
        TOWER_KEY[origin, moved] ^ TOWER_KEY[target, covered] ^ TOWER_KEY[target, state[TOWERS + target]] ^ SIDE_KEY
    )
    state[SIDE] ^= 1
    removed, n_live = 0, state[N_LIVE]
    alive = state[ALIVE + origin]
    while alive:
        k = LOWEST_BIT[alive]
        alive &= np.uint8(alive - 1)
        edge = INCIDENT[origin, k]
        undo[4 + removed] = edge << 8 | state[PLACE + edge]
        n_live = _remove(state, origin, k, n_live)
        removed += 1
    state[ALIVE + origin] = 0
    alive = stays = state[ALIVE + target]
    while alive:
        k = LOWEST_BIT[alive]
        alive &= np.uint8(alive - 1)
        if (state[TOWERS + BESIDE[target, k]] & HEIGHT) + height > TALLEST:
            edge = INCIDENT[target, k]
            undo[4 + removed] = edge << 8 | state[PLACE + edge]
            n_live = _remove(state, target, k, n_live)
            stays ^= BIT[k]
            removed += 1
    state[ALIVE + target] = stays
    if (moved ^ covered) & DARK_BIT:
        _change_owner(state, target)
    undo[3] = removed
    state[N_LIVE] = n_live


@inlined
def unmake(state: Packed, action: int, undo: Undo) -> None:
    """Take back `action`, the last one made, so that every byte of the state is as before."""
    if (undo[0] ^ undo[1]) & DARK_BIT:
        _change_owner(state, TARGET[action])
    state[TOWERS + ORIGIN[action]] = undo[0]
    state[TOWERS + TARGET[action]] = undo[1]
    state.view(np.int64)[KEY] = undo[2]
    state[SIDE] ^= 1
    for k in range(undo[3] - 1, -1, -1):
        _restore(state, np.uint8(undo[4 + k] >> 8), np.uint8(undo[4 + k] & 255))


@lean
def key_of(state: Packed) -> int:
    """The key of a position from scratch; `make` and `unmake` keep `key(state)` equal to it."""
    word = np.int64(0)
    for cell in range(N_CELLS):
        if state[TOWERS + cell]:
            word ^= TOWER_KEY[cell, state[TOWERS + cell]]
    if state[SIDE]:
        word ^= SIDE_KEY
    return word


@lean
def result(state: Packed) -> int:
    """V8 to V10: `ONGOING` while a move is left."""
    if state[N_LIVE]:
        return ONGOING
    return final(state)


@lean
def final(state: Packed) -> int:
    """V9, V10: who would win if the game ended here."""
    lead, fives = 0, 0
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        sign = 0 if tower == 0 else 1 - 2 * (tower >> 3)
        lead += sign
        if tower & HEIGHT == TALLEST:
            fives += sign
    if lead == 0:
        lead = fives
    return SEAT_0_WINS if lead > 0 else SEAT_1_WINS if lead < 0 else DRAW


# --- Random games -------------------------------------------------------------------------------------------------------


@lean
def playout(state: Packed, generator: Generator) -> int:
    """Play random moves to the end, in place, and return how many. Keys are not kept: use the towers alone."""
    plies, n_live = 0, state[N_LIVE]
    while n_live:
        word = next_word(generator)
        edge = state[LIVE + np.uint32(((word >> np.uint64(32)) * n_live) >> np.uint64(32))]
        way = np.uint8(word & np.uint64(1))
        origin, target = EDGE_ENDS[edge, way], EDGE_ENDS[edge, np.uint8(1) - way]
        height = _put(state, origin, target)
        alive = state[ALIVE + origin]
        while alive:
            n_live = _remove(state, origin, LOWEST_BIT[alive], n_live)
            alive &= np.uint8(alive - 1)
        state[ALIVE + origin] = 0
        alive = stays = state[ALIVE + target]
        while alive:
            k = LOWEST_BIT[alive]
            alive &= np.uint8(alive - 1)
            if (state[TOWERS + BESIDE[target, k]] & HEIGHT) + height > TALLEST:
                n_live = _remove(state, target, k, n_live)
                stays ^= BIT[k]
        state[ALIVE + target] = stays
        plies += 1
    state[N_LIVE] = 0
    state[SIDE] ^= plies & 1
    return plies
