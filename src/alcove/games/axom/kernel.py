"""Axom's accelerator: the answers of `rules.py` on flat arrays of small integers, compiled.

The trick is one table. Whether a stack may go in a direction, how far, and what it takes depend on at most three cells
(X7) and on how many stacks of four its side may still make (X10). Each cell is four bits, so the cells ahead, seen by
the mover, are a number below 4096, and `WALKS` answers at once. Both sides keep a list of their pieces, so that a
random move is a random piece and a random direction, drawn again until the table agrees.

A packed state is one array of `STATE_SIZE` bytes (see the layout below). An *action* is 8 × the origin's cell number
+ the direction's place in `rules.DIRECTIONS`; it is the same in every position. A *movement* of a side (X20) is an action
and how many cells it enters. How often each has been made is part of the state and of its key: so whoever searches,
remembers or plays at random with this kernel counts as the law does, and no two positions are taken for one whose counts
differ.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.marks import mark
from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit import compiled, inlined, lean
from alcove.jit.random import Generator, next_word, zobrist

from . import rules
from .rules import (
    CELLS,
    HEARTS,
    MOST_FOURS,
    NUMBER,
    RAYS,
    REPETITION_LOSES,
    SIGNS,
    TALLEST,
    Move,
    Options,
    State,
)

Packed = npt.NDArray[np.uint8]
Undo = npt.NDArray[np.int64]

# --- What stands on a cell ------------------------------------------------------------------------------------------

KIND, DARK_BIT = 7, 8
"""A cell's four bits: its kind, and whose it is. Kinds 1 to 4 are stacks of that height (5 stands only where
`head_stop_limits` is off and the game is over); then there are a head, and what lies beyond the edge."""
HEAD, EDGE_KIND = 6, 7

N_CELLS = len(CELLS)
EDGE = N_CELLS
"""The number of the cell that stands for everything beyond the edge."""

N_ACTIONS = N_CELLS * 8

RAY = np.array(
    [[(*ray[origin], EDGE, EDGE, EDGE)[i] for i in range(3)] for origin in range(N_CELLS) for ray in RAYS.values()],
    np.uint8,
)
"""The first three cells met by each action."""
FIRST_DIRECTION = np.array([0, 4, 0, 4, 0, 0, 0, 0], np.uint8)
"""X6: where the four directions of a stack begin, by its height."""
HEART = np.array(HEARTS, np.uint8)
FLIP = np.array([0, 0x888], np.uint16)
"""What makes three cells that lie ahead, four bits each, look to Dark as they would to Light."""

PIECE_KEY = zobrist(3, N_CELLS, 16)
PIECE_KEY[:, 0] = 0
SIDE_KEY = int(zobrist(4, 1)[0])
OPTION_KEY = zobrist(5, 256)
DRAW_PLIES_FACTOR = int(zobrist(6, 1)[0]) | 1

N_MOVEMENTS = 3 * N_ACTIONS
"""The movements of a side: number 3 × action + cells entered − 1."""
MOST_TIMES = REPETITION_LOSES - 1
"""How often a movement may be made."""
MADE_KEY = zobrist(7, 2 * N_MOVEMENTS)
"""What a movement changes in the key, multiplied by how often it has been made: a table of words for each number of times would
not stay near the processor."""

# --- The table of walks ---------------------------------------------------------------------------------------------

OPTION_BITS = (
    ("fifth_four", "forbid"),
    ("head_stop_limits", "off"),
    ("head_takes_on_heart", "yes"),
    ("leaving_pawn_empties_heart", "no"),
    ("no_move", "draw"),
    ("repetition", "shuttle"),
    ("repetition", "off"),
    ("repetition", "movement4"),
)
"""A state's byte of options has a bit for each of these, set where the option has that value."""
FORBID_FIFTH, HEAD_IS_FREE, HEAD_TAKES_ON_HEART, HEART_IS_KEPT, NO_MOVE_DRAWS, COUNTS_MOVEMENTS = 1, 2, 4, 8, 16, 128

LENGTH, TAKES_HEAD, TAKEN_SHIFT = 3, 4, 3
"""A walk in one byte: two bits for the number of cells entered (0: no such move), one for taking the head, and above
them the number of pawns taken."""

WALK_MASK = np.array([0, 15, 15, 255, 4095, 0, 15, 0], np.uint16)
"""How much of what lies ahead each kind of piece looks at: one cell, two, or three."""
WALK_OFFSET = np.array([0, 0, 16, 48, 304, 0, 32, 0], np.uint16)
"""Where the walks of each kind begin in a table."""
N_WALKS = 304 + 4096
N_SLOTS, N_WALK_OPTIONS = 4, 4
"""There is a table for each number of stacks of four that may still be made (no move makes more than three) and for
each value of the two options that walks depend on."""


@compiled
def _arriving(kind: int, place: int) -> int:
    """X7: how many pawns arrive on the cell number `place` of a walk."""
    return max(kind - 1 - place, 1)


@compiled
def _farthest(ahead: int, kind: int) -> int:
    """X10 to X12: how many cells a walk could enter if there were no limits on stacks. Each cell is seen by the mover."""
    most = max(kind - 1, 1)
    for place in range(most):
        met = (ahead >> (4 * place)) & 15
        if met & KIND == EDGE_KIND or met == HEAD:
            return place
        if met == DARK_BIT | HEAD:
            return place + 1
        if met & DARK_BIT and met & KIND > _arriving(kind, place):
            return place
    return most


@compiled
def _stop(ahead: int, kind: int, length: int, slots: int, options: int) -> int:
    """X4, X10, X12: the walk that stops after `length` cells, in one byte; `TOO_TALL` or `TOO_MANY` where limits forbid
    that stop."""
    fours, pawns, takes_head, tallest = 0, 0, 0, 0
    for place in range(length):
        met = (ahead >> (4 * place)) & 15
        height = _arriving(kind, place) if place == length - 1 else 1
        if met == DARK_BIT | HEAD:
            takes_head = TAKES_HEAD
        elif met & DARK_BIT:
            pawns += met & KIND
        else:
            height += met
        fours += height == TALLEST
        tallest = max(tallest, height)
    if not (takes_head and options & HEAD_IS_FREE):
        if tallest > TALLEST:
            return TOO_TALL
        if fours > slots:
            return TOO_MANY
    return length | takes_head | pawns << TAKEN_SHIFT


TOO_TALL, TOO_MANY = -1, -2


@compiled
def _walk(ahead: int, kind: int, slots: int, options: int) -> int:
    """X8: the walk of a piece towards what lies `ahead`, in one byte. The hearts, which heads keep off, are looked at
    elsewhere."""
    if kind == HEAD:
        met = ahead & 15
        if met & KIND == 0:
            return 1
        if met == DARK_BIT | 1:
            return 1 | 1 << TAKEN_SHIFT
        return 1 | TAKES_HEAD if met == DARK_BIT | HEAD else 0
    for length in range(_farthest(ahead, kind), 0, -1):
        walk = _stop(ahead, kind, length, slots, options)
        if walk > 0:
            return walk
        if walk == TOO_MANY and options & FORBID_FIFTH:
            return 0
    return 0


@compiled
def _all_walks() -> npt.NDArray[np.uint8]:
    tables = np.zeros((N_WALK_OPTIONS, N_SLOTS, N_WALKS), np.uint8)
    for options in range(N_WALK_OPTIONS):
        for slots in range(N_SLOTS):
            for kind in (1, 2, 3, 4, HEAD):
                for ahead in range(WALK_MASK[kind] + 1):
                    tables[options, slots, WALK_OFFSET[kind] + ahead] = _walk(ahead, kind, slots, options)
    return tables


WALKS = _all_walks().reshape(-1)

WALK_START = np.zeros((N_WALK_OPTIONS, 8, 8), np.uint32)
"""Where in `WALKS` to look: by options, by how many stacks of four the mover has (X4), by the kind of piece that moves."""
for _options, _fours, _kind in np.ndindex(WALK_START.shape):
    _slots = min(max(MOST_FOURS - _fours + (_kind == TALLEST), 0), N_SLOTS - 1)
    WALK_START[_options, _fours, _kind] = (_options * N_SLOTS + _slots) * N_WALKS + int(WALK_OFFSET[_kind])

# --- Layout of a packed state ---------------------------------------------------------------------------------------

KEY, QUIET, DRAW_PLIES = 0, 1, 2  # three 64-bit words, state.view(np.int64): the key, and the two numbers of X22
BOARD = 24  # 49 bytes, one a cell, and one for what lies beyond the edge
PLACE = BOARD + N_CELLS + 1  # where each stack stands in its side's list
LIST = PLACE + N_CELLS  # the cells of Light's pieces: the head's twice (it has eight directions), then the stacks'
ROOM = 32  # the length of a list
COUNT = LIST + 2 * ROOM  # how long both lists are
FOURS = COUNT + 2  # X4: how many stacks of four both sides have
SIDE = FOURS + 2
HEADLESS = SIDE + 1  # whose head was taken: 0 nobody's, 1 Light's, 2 Dark's
RESIGNED = HEADLESS + 1  # X20: who has made a movement for the fourth time: 0 nobody, 1 Light, 2 Dark
OPTIONS = RESIGNED + 1
WORN = OPTIONS + 1  # X20: how many movements both sides may make no more without losing; 255 stands for more, too
MADE = (WORN + 2 + 7) // 8 * 8  # X20: how often each movement has been made, Light's and then Dark's
STATE_SIZE = MADE + 2 * N_MOVEMENTS

UNDO_SIZE = (
    MADE // 8 + 1
)  # a move changes much of what is not counts: unmaking copies it back; and the one count it changes
MAX_MOVES = 4 * ROOM
MAX_PLIES = 10_000
"""Where a random game is given up. With `movement4` (X20) none is that long, as there are 7,056 plies before somebody has to
make a movement for the fourth time; with other readings and without X22 it might never end."""


def pack(state: State) -> Packed:
    """The packed form of a state."""
    packed = np.zeros(STATE_SIZE, np.uint8)
    words = packed.view(np.int64)
    words[QUIET], words[DRAW_PLIES] = state.quiet_plies, state.options.draw_plies
    packed[SIDE] = state.side
    packed[OPTIONS] = sum(
        1 << bit for bit, (name, value) in enumerate(OPTION_BITS) if getattr(state.options, name) == value
    )
    packed[BOARD + EDGE] = EDGE_KIND
    packed[HEADLESS] = 3
    packed[COUNT], packed[COUNT + 1] = 2, 2
    for cell, piece in enumerate(state.board):
        if piece:
            side, height = int(piece < 0), abs(piece)
            packed[BOARD + cell] = (HEAD if height == rules.HEAD else height) | DARK_BIT * side
            if height == rules.HEAD:
                packed[LIST + ROOM * side : LIST + ROOM * side + 2] = cell
                packed[HEADLESS] &= 2 - side
            else:
                _add(packed, side, cell)
                packed[FOURS + side] += height == TALLEST
    for (seat, origin, target), times in state.movements.items():
        packed[MADE + seat * N_MOVEMENTS + _movement_number(origin, target)] = times
        packed[WORN + seat] = min(int(packed[WORN + seat]) + (times >= MOST_TIMES), 255)
        packed[RESIGNED] |= (seat + 1) * (times >= REPETITION_LOSES and not packed[HEADLESS])
    words[KEY] = key_of(packed)
    return packed


def _movement_number(origin: str, target: str) -> int:
    for direction, rays in enumerate(RAYS.values()):
        ray = rays[NUMBER[origin]]
        if NUMBER[target] in ray:
            return 3 * (8 * NUMBER[origin] + direction) + ray.index(NUMBER[target])
    raise AssertionError(f"{origin}-{target} is no straight line")


def _movements(packed: Packed) -> dict[rules.Movement, int]:
    """X20: how often each movement has been made."""
    found = {}
    for number in np.flatnonzero(packed[MADE:]):
        seat, movement = divmod(int(number), N_MOVEMENTS)
        last = CELLS[RAY[movement // 3, movement % 3]]
        found[rules.Movement(seat, CELLS[movement // 24], last)] = int(packed[MADE + number])
    return found


def unpack(packed: Packed, options: Options) -> State:
    """The state that `packed` holds. Of the past it holds what `movement4` counts (X20)."""
    board = [int(content) for content in packed[BOARD : BOARD + N_CELLS]]
    kinds = [rules.HEAD if content & KIND == HEAD else content & KIND for content in board]
    signed = tuple(kind * SIGNS[content >> 3] for kind, content in zip(kinds, board, strict=True))
    quiet, times_last = int(packed.view(np.int64)[QUIET]), REPETITION_LOSES if packed[RESIGNED] else 0
    return State(signed, int(packed[SIDE]), options, quiet, (), times_last, _movements(packed))


def action_of(packed: Packed, move: Move) -> int:
    """The action of a legal move."""
    origin, target = NUMBER[move.origin], NUMBER[move.target]
    return origin * 8 + next(place for place, ray in enumerate(RAYS.values()) if target in ray[origin])


def move_of(packed: Packed, action: int) -> Move:
    """The move that a legal action stands for."""
    walk = int(walk_of(packed, action))
    last = int(RAY[action, (walk & LENGTH) - 1])
    return Move(CELLS[action >> 3], CELLS[last], walk > LENGTH)


def history_marks(state: State) -> tuple[list[int], list[int]]:
    """X20: what the game's past has made losing, as marks of moves in positions, and what it has made drawn: nothing. What
    `movement4` counts is in the packed state."""
    if state.options.repetition == "movement4":
        return [], []
    if state.options.repetition == "position4":
        worn_out = {ply for ply in state.past if state.past.count(ply) >= REPETITION_LOSES - 1}
        pairs = [(State(ply.board, ply.side, state.options), ply.move) for ply in worn_out]
    else:
        pairs = [(state, move) for move in state.losing_repetitions()]
    packed = [(pack(position), move) for position, move in pairs]
    return [int(mark(key(position), action_of(position, move))) for position, move in packed], []


def sure_plies(state: State) -> int:
    """How far ahead position and marks alone decide: until the count of X22 may run out, which keys do not hold, or until a
    to and fro of X20 that marks do not know may have been played often enough."""
    plies = MAX_PLIES
    if state.options.draw_plies:
        plies = state.options.draw_plies - state.quiet_plies
    if state.options.repetition == "shuttle":
        plies = min(plies, max(1, rules.SHUTTLE_MEMORY - len(state.past)))
    return plies


# --- Moves ----------------------------------------------------------------------------------------------------------


@lean
def to_move(state: Packed) -> int:
    return state[SIDE]


@lean
def key(state: Packed) -> int:
    return state.view(np.int64)[KEY]


@inlined
def walk_towards(state: Packed, action: int, flip: int, start: int, mask: int) -> int:
    """The walk of an action, from the part of `WALKS` that `start` and `mask` tell. `flip` makes Dark see as Light."""
    ahead = (
        np.uint32(state[BOARD + RAY[action, 0]])
        | np.uint32(state[BOARD + RAY[action, 1]]) << 4
        | np.uint32(state[BOARD + RAY[action, 2]]) << 8
    )
    return WALKS[start + ((ahead ^ flip) & mask)]


@inlined
def head_walk(state: Packed, action: int, flip: int, start: int) -> int:
    """X13 to X15: as `walk_towards`, for a head. X14: no heart is entered, unless by option to take the head there."""
    walk = walk_towards(state, action, flip, start, 15)
    cell = RAY[action, 0]
    if cell == HEART[0] or cell == HEART[1]:
        return walk if walk & TAKES_HEAD and state[OPTIONS] & HEAD_TAKES_ON_HEART else 0
    return walk


@inlined
def walk_by(state: Packed, side: int, action: int) -> int:
    """The walk of an action of a side, as if it were to move, in one byte: see `LENGTH`, `TAKES_HEAD`, `TAKEN_SHIFT`."""
    kind = state[BOARD + (action >> 3)] & KIND
    start = WALK_START[state[OPTIONS] & 3, state[FOURS + side], kind]
    if kind == HEAD:
        return head_walk(state, action, FLIP[side], start)
    return walk_towards(state, action, FLIP[side], start, WALK_MASK[kind])


@inlined
def walk_of(state: Packed, action: int) -> int:
    """The walk of an action of the side to move."""
    return walk_by(state, state[SIDE], action)


@inlined
def _is_over(state: Packed) -> bool:
    """X19, X20, X22: the ends that need no look at the moves."""
    words = state.view(np.int64)
    return state[HEADLESS] | state[RESIGNED] != 0 or 0 < words[DRAW_PLIES] <= words[QUIET]


@lean
def moves(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """Write the legal actions and return how many there are; none once the game is over."""
    if _is_over(state):
        return 0
    n = 0
    side = state[SIDE]
    flip, options, fours, pieces = FLIP[side], state[OPTIONS] & 3, state[FOURS + side], LIST + ROOM * side
    start = WALK_START[options, fours, HEAD]
    first = np.uint32(state[pieces]) * 8
    for action in range(first, first + 8):
        if head_walk(state, action, flip, start):
            actions[n] = action
            n += 1
    for i in range(2, state[COUNT + side]):
        origin = state[pieces + i]
        kind = state[BOARD + origin] & KIND
        start, mask = WALK_START[options, fours, kind], WALK_MASK[kind]
        first = np.uint32(origin) * 8 + FIRST_DIRECTION[kind]
        for action in range(first, first + 4):
            actions[n] = action
            n += walk_towards(state, action, flip, start, mask) != 0
    return n


@lean
def count_moves(state: Packed) -> int:
    """How many legal moves there are."""
    if _is_over(state):
        return 0
    n = 0
    side = state[SIDE]
    flip, options, fours, pieces = FLIP[side], state[OPTIONS] & 3, state[FOURS + side], LIST + ROOM * side
    start = WALK_START[options, fours, HEAD]
    first = np.uint32(state[pieces]) * 8
    for action in range(first, first + 8):
        n += head_walk(state, action, flip, start) != 0
    for i in range(2, state[COUNT + side]):
        origin = state[pieces + i]
        kind = state[BOARD + origin] & KIND
        start, mask = WALK_START[options, fours, kind], WALK_MASK[kind]
        first = np.uint32(origin) * 8 + FIRST_DIRECTION[kind]
        for action in range(first, first + 4):
            n += walk_towards(state, action, flip, start, mask) != 0
    return n


@lean
def can_move(state: Packed) -> bool:
    """X21: has the side to move any move? The first one found will do."""
    side = state[SIDE]
    for i in range(1, state[COUNT + side]):
        origin = state[LIST + ROOM * side + i]
        first = np.uint32(origin) * 8
        if i == 1:
            last = first + 8
        else:
            first += FIRST_DIRECTION[state[BOARD + origin] & KIND]
            last = first + 4
        for action in range(first, last):
            if walk_of(state, action):
                return True
    return False


@inlined
def _add(state: Packed, side: int, cell: int) -> None:
    """A stack appears."""
    place = state[COUNT + side]
    state[LIST + ROOM * side + place] = cell
    state[PLACE + cell] = place
    state[COUNT + side] = place + 1


@inlined
def _remove(state: Packed, side: int, cell: int) -> None:
    """A stack disappears; the last of its side's list takes its place there."""
    last = np.uint8(state[COUNT + side] - 1)
    place = state[PLACE + cell]
    other = state[LIST + ROOM * side + last]
    state[LIST + ROOM * side + place] = other
    state[PLACE + other] = place
    state[COUNT + side] = last


@inlined
def _put(state: Packed, cell: int, content: int) -> int:
    """Something else stands on a cell; returns what that changes in the key."""
    change = PIECE_KEY[cell, state[BOARD + cell]] ^ PIECE_KEY[cell, content]
    state[BOARD + cell] = content
    return change


@inlined
def _take(state: Packed, side: int, cell: int, heart_is_kept: bool) -> int:
    """X11, X12, X15, X17: `side` takes what stands on a cell. How many pawns leave the game (0 if the only one goes
    home); the key is kept."""
    foe = 1 - side
    kind = state[BOARD + cell] & KIND
    if kind == HEAD:
        state[HEADLESS] = foe + 1
        return 0
    _remove(state, foe, cell)
    heart = HEART[foe]
    if state[BOARD + heart] or heart_is_kept:
        return kind
    _add(state, foe, heart)
    state.view(np.int64)[KEY] ^= _put(state, heart, 1 | DARK_BIT * foe)
    return kind - 1


@inlined
def _sow(state: Packed, action: int, walk: int) -> None:
    """Play a legal action whose walk is known (X7 to X18)."""
    side = state[SIDE]
    own = np.uint8(DARK_BIT * side)
    origin = action >> 3
    kind = state[BOARD + origin] & KIND
    lost, change, heart_is_kept = 0, np.int64(SIDE_KEY), False
    hand = kind - 1
    if kind == HEAD:
        hand = HEAD
        change ^= _put(state, origin, 0)
    elif kind == 1:
        hand = 1
        heart_is_kept = origin == HEART[1 - side] and state[OPTIONS] & HEART_IS_KEPT != 0
        _remove(state, side, origin)
        change ^= _put(state, origin, 0)
    else:
        state[FOURS + side] -= kind == TALLEST
        change ^= _put(state, origin, own | 1)
    length = walk & LENGTH
    for place in range(length):
        cell = RAY[action, place]
        stays = hand if place == length - 1 else 1
        met = state[BOARD + cell]
        if met & KIND and met & DARK_BIT == own:
            stays += met & KIND
            state[FOURS + side] += stays == TALLEST
        else:
            if met & KIND:
                lost += _take(state, side, cell, heart_is_kept)
            if kind != HEAD:
                _add(state, side, cell)
        change ^= _put(state, cell, own | stays)
        hand -= 1
    if kind == HEAD:
        state[LIST + ROOM * side] = state[LIST + ROOM * side + 1] = RAY[action, 0]
    words = state.view(np.int64)
    words[QUIET] = 0 if lost else words[QUIET] + 1
    state[SIDE] = 1 - side
    if state[OPTIONS] & COUNTS_MOVEMENTS:
        change ^= _count(state, side, movement(action, walk))
    words[KEY] ^= change


@inlined
def movement(action: int, walk: int) -> int:
    """X20: the number of the movement that a walk makes."""
    return 3 * action + (walk & LENGTH) - 1


@inlined
def times_left(state: Packed, side: int, action: int, walk: int) -> int:
    """X20: how often a side may still make the movement of a walk without losing; always, if it takes the head."""
    if walk & TAKES_HEAD:
        return np.int64(MOST_TIMES)
    return MOST_TIMES - np.int64(state[MADE + N_MOVEMENTS * np.int64(side) + movement(np.int64(action), walk)])


@inlined
def _count(state: Packed, side: int, number: int) -> int:
    """X20: a side makes a movement once more; returns what that changes in the key. The fourth time is resigning, unless it
    takes the head."""
    place = N_MOVEMENTS * side + number
    times = state[MADE + place]
    state[MADE + place] = times + 1
    if times + 1 == MOST_TIMES and state[WORN + side] < 255:
        state[WORN + side] += 1
    if times + 1 >= REPETITION_LOSES and not state[HEADLESS]:
        state[RESIGNED] = side + 1
    word = MADE_KEY[place]
    return word * times ^ word * (times + 1)


@lean
def make(state: Packed, action: int, undo: Undo) -> None:
    """Play a legal action; `undo` receives what `unmake` needs."""
    words = state.view(np.int64)
    for i in range(UNDO_SIZE - 1):
        undo[i] = words[i]
    walk = walk_of(state, action)
    undo[UNDO_SIZE - 1] = MADE + N_MOVEMENTS * np.int64(state[SIDE]) + movement(np.int64(action), walk)
    _sow(state, action, walk)


@lean
def unmake(state: Packed, action: int, undo: Undo) -> None:
    """Take back `action`, the last one made, so that every byte of the state is as before."""
    words = state.view(np.int64)
    for i in range(UNDO_SIZE - 1):
        words[i] = undo[i]
    if state[OPTIONS] & COUNTS_MOVEMENTS:
        state[undo[UNDO_SIZE - 1]] -= 1


@lean
def key_of(state: Packed) -> int:
    """The key of a position from scratch; `make` and `unmake` keep `key(state)` equal to it. It tells options apart and the
    counts of X20, and not the count of X22."""
    word = OPTION_KEY[state[OPTIONS]] ^ (state.view(np.int64)[DRAW_PLIES] * DRAW_PLIES_FACTOR)
    for cell in range(N_CELLS):
        word ^= PIECE_KEY[cell, state[BOARD + cell]]
    if state[SIDE]:
        word ^= SIDE_KEY
    for number in range(2 * N_MOVEMENTS):
        word ^= MADE_KEY[number] * state[MADE + number]
    return word


@lean
def result(state: Packed) -> int:
    """X19, else X20, else X21, else X22."""
    if state[HEADLESS] | state[RESIGNED]:
        return SEAT_1_WINS if state[HEADLESS] | state[RESIGNED] == 1 else SEAT_0_WINS
    if not can_move(state):
        if state[OPTIONS] & NO_MOVE_DRAWS:
            return DRAW
        return SEAT_1_WINS if state[SIDE] == 0 else SEAT_0_WINS
    return DRAW if _is_over(state) else ONGOING


# --- Random games ---------------------------------------------------------------------------------------------------

TRIES = 64
"""After so many draws without a legal move, it is time to ask whether there is one."""


@inlined
def _random_walk(state: Packed, generator: Generator) -> int:
    """A random legal action, every one as likely as every other, and its walk above it; 0 if none was found."""
    side = state[SIDE]
    flip, options, fours, pieces = FLIP[side], state[OPTIONS] & 3, state[FOURS + side], LIST + ROOM * side
    choices = np.uint64(state[COUNT + side]) * np.uint64(4)
    for _ in range(TRIES):
        choice = np.uint32(((next_word(generator) >> np.uint64(32)) * choices) >> np.uint64(32))
        origin = state[pieces + (choice >> 2)]
        kind = state[BOARD + origin] & KIND
        action = np.uint32(origin) * 8 + (choice & 3)
        start = WALK_START[options, fours, kind]
        if kind == HEAD:
            action += choice & 4
            walk = head_walk(state, action, flip, start)
        else:
            action += FIRST_DIRECTION[kind]
            walk = walk_towards(state, action, flip, start, WALK_MASK[kind])
        if walk:
            return np.int64(walk) << 16 | action
    return 0


@lean
def playout(state: Packed, generator: Generator) -> int:
    """Play random moves to the end, in place, and return how many; after `MAX_PLIES` the game is left as it stands."""
    plies = 0
    while plies < MAX_PLIES and not _is_over(state):
        found = _random_walk(state, generator)
        if found:
            _sow(state, np.uint32(found & 0xFFFF), np.uint8(found >> 16))
            plies += 1
        elif not can_move(state):
            break
    return plies
