"""How Axiom's kernel holds a block: as columns.

No cube hangs in the air (C8), only the top cube of a stack can leave it (C6, C17): so the cubes of one place of the table
form a column without holes, and "is there a cube at (x, y, z)?" is "is the column at (x, y) at least z high?". There are
at most twelve columns. Each knows its neighbours by number (`LINK`), so nobody looks anything up by coordinates, groups may
stand a million cells apart, and nothing depends on where on the table the block is.

The faces of one column fit into one 64-bit word: bit 12·d + z − 1 is the side d of its cube at level z, for d = x+, x-, y+,
y-, z+. Per column the state keeps such words for the faces that are recesses, those that sceptres stand on, those that a
sceptre can walk over (`OPEN`), and those with no cube in their tip cell (`ROOMY`).
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import inlined, lean
from alcove.jit.bits import set_word, word
from alcove.jit.random import zobrist

from .space import DIRECTIONS, DOUBLE_TURNS, OPPOSITE, SINGLE_TURNS, STEP, Direction

Packed = npt.NDArray[np.uint8]

N_COLUMNS = 12
NOWHERE = N_COLUMNS
"""The number of the column that is not there: its height is 0 and none of its faces is open."""
LEVELS = 12
N_FACES = 60
"""Faces of a column a sceptre could stand on: five sides, twelve levels."""
UP, DOWN = 4, 5
HERE = 4
"""Directions are numbers in the order of `DIRECTIONS`; the opposite of d is d ^ 1. Along the table `HERE` is no step."""

# --- Layout of a packed state -----------------------------------------------------------------------------------------

ROW = 24  # bytes from one column's links to the next one's

# 64-bit words, read by `word` and written by `set_word`
KEY = 0
RECESSES = 1  # a word a column
STANDING = RECESSES + N_COLUMNS  # faces with a sceptre
OPEN = STANDING + N_COLUMNS  # recesses with no cube in front of them and no sceptre on them
ROOMY = OPEN + N_COLUMNS + 1  # faces with no cube in their tip cell
CONTENT = ROOMY + N_COLUMNS  # what stands in a column, as a sum of random words: part of the key
X = CONTENT + N_COLUMNS  # where a column stands, signed; 0 where there is none
Y = X + N_COLUMNS
_N_WORDS = Y + N_COLUMNS

# bytes
LINK = 8 * _N_WORDS  # the neighbours of a column in the order of OFFSETS, and itself
CUBES = LINK + ROW * N_COLUMNS  # sixteen bytes a column, by level; 0 where there is no cube
HEIGHT = CUBES + 16 * (N_COLUMNS + 1)
SCEPTRES = HEIGHT + N_COLUMNS + 1  # column, level and direction of each of four, Blue's first
SIDE = SCEPTRES + 12
OVER = SIDE + 1  # 0 while nobody has won by C18 or C19, else 1 + the winner's seat, or DRAWN

# 64-bit words again
REACH = (OVER + 1 + 7) // 8  # for two sceptres, a word a column: scratch paper, all zero at rest
STATE_SIZE = 8 * (REACH + 2 * N_COLUMNS)

DRAWN = 3

# a cube's byte: its domes as six bits, and
WHITE_BIT, DOUBLE_BIT = 64, 128
DOMES = 63

# --- Tables -----------------------------------------------------------------------------------------------------------

_SIDES = [STEP[direction][:2] for direction in DIRECTIONS[:4]]
OFFSETS = (
    _SIDES
    + [(x, y) for x in (1, -1) for y in (1, -1)]
    + [(2 * x, 2 * y) for x, y in _SIDES]
    + [(3 * x, 3 * y) for x, y in _SIDES]
)
"""Where the linked neighbours of a column stand: beside it, across its corners, two and three steps away."""
TWO, THREE, SELF = 8, 12, 16

BACK = np.array([OFFSETS.index((-x, -y)) for x, y in OFFSETS], np.uint8)
"""The link that leads back."""
FARTHEST_LINK = 3
LINK_AT = np.full((7, 7), 255, np.uint8)
"""The link that leads to an offset, counted from (−3, −3); 255 where there is none."""
for _link, (_x, _y) in enumerate(OFFSETS):
    LINK_AT[_x + FARTHEST_LINK, _y + FARTHEST_LINK] = _link

ACROSS = np.zeros((4, 4), np.uint8)
"""The link across the corner between two perpendicular sides."""
for _one, (_x, _y) in enumerate(_SIDES):
    for _other, (_u, _v) in enumerate(_SIDES):
        if _one // 2 != _other // 2:
            ACROSS[_one, _other] = OFFSETS.index((_x + _u, _y + _v))

AROUND = np.zeros((4, 4), np.uint8)
"""For the table cell on one side of a column: the links that lead from the column to the cell's four neighbours."""
for _side, (_x, _y) in enumerate(_SIDES):
    for _other, (_u, _v) in enumerate(_SIDES):
        AROUND[_side, _other] = SELF if (_x + _u, _y + _v) == (0, 0) else OFFSETS.index((_x + _u, _y + _v))

STEP_X = np.array([x for x, _ in _SIDES] + [0], np.int64)
STEP_Y = np.array([y for _, y in _SIDES] + [0], np.int64)


def _every_level(directions: range) -> int:
    return sum(((1 << LEVELS) - 1) << (LEVELS * direction) for direction in directions)


SIDE_FACES = np.uint64(_every_level(range(UP)))
CUBE_FACES = np.uint64(sum(1 << (LEVELS * direction) for direction in range(5)))
"""All five faces of the cube at level 1; shift it for the others."""
LOWEST = np.array([(1 << height) - 1 for height in range(LEVELS + 1)], np.uint64)
"""The levels up to a height, as bits."""
RECESSES_OF = np.array(
    [sum(1 << (LEVELS * d) for d in range(5) if not domes >> d & 1) for domes in range(64)], np.uint64
)
"""The recesses of a cube at level 1, by its domes."""


def dome_bits(domes: tuple[Direction, ...]) -> int:
    return sum(1 << DIRECTIONS.index(dome) for dome in domes)


TURN_BITS = np.zeros((2, 12), np.uint8)
"""The domes of a single and of a double cube, turn by turn."""
TURN_BITS[0, :6] = [dome_bits(turn) for turn in SINGLE_TURNS]
TURN_BITS[1] = [dome_bits(turn) for turn in DOUBLE_TURNS]

CUBE_KEY = zobrist(31, LEVELS + 1, 128).view(np.uint64)
SCEPTRE_KEY = zobrist(32, 2, N_FACES).view(np.uint64)

assert all(DIRECTIONS.index(OPPOSITE[name]) == number ^ 1 for number, name in enumerate(DIRECTIONS))

# --- Upkeep -----------------------------------------------------------------------------------------------------------


@inlined
def set_bits(state: Packed, number: int, bits: np.uint64) -> None:
    """Set some bits of one of the state's words."""
    set_word(state, number, word(state, number) | bits)


@inlined
def clear_bits(state: Packed, number: int, bits: np.uint64) -> None:
    """Clear some bits of one of the state's words."""
    set_word(state, number, word(state, number) & ~bits)


@inlined
def face_bit(direction: int, level: int) -> np.uint64:
    """The bit of a face in the words of its column."""
    return np.uint64(1) << np.uint64(LEVELS * direction + level - 1)


@inlined
def place_x(state: Packed, column: int, side: int) -> int:
    """The x of the cell on one side of a column, or of its own (`HERE`)."""
    return np.int64(word(state, X + column)) + STEP_X[side]


@inlined
def place_y(state: Packed, column: int, side: int) -> int:
    return np.int64(word(state, Y + column)) + STEP_Y[side]


@inlined
def _levels_beside(state: Packed, column: int, first_link: int) -> np.uint64:
    """For each of the four sides, as many levels as the column linked there is high."""
    row = LINK + ROW * column + first_link
    return (
        LOWEST[state[HEIGHT + state[row]]]
        | (LOWEST[state[HEIGHT + state[row + 1]]] << np.uint64(LEVELS))
        | (LOWEST[state[HEIGHT + state[row + 2]]] << np.uint64(2 * LEVELS))
        | (LOWEST[state[HEIGHT + state[row + 3]]] << np.uint64(3 * LEVELS))
    )


@inlined
def _refresh_open(state: Packed, column: int) -> None:
    height = state[HEIGHT + column]
    uncovered = SIDE_FACES | (face_bit(UP, height) if height else np.uint64(0))
    faces = word(state, RECESSES + column) & uncovered & ~_levels_beside(state, column, 0)
    set_word(state, OPEN + column, faces & ~word(state, STANDING + column))


@lean
def _refresh_around(state: Packed, column: int) -> None:
    """The height of `column` has changed: tell itself and whoever looks at it."""
    _refresh_open(state, column)
    row = LINK + ROW * column
    for link in range(4):
        neighbour = state[row + link]
        if neighbour != NOWHERE:
            _refresh_open(state, neighbour)
        neighbour = state[row + TWO + link]
        if neighbour != NOWHERE:
            set_word(state, ROOMY + neighbour, ~_levels_beside(state, neighbour, TWO))


@lean
def found(state: Packed, x: int, y: int) -> np.uint8:
    """Begin a column at (x, y), where there is none; it gets its first cube next. Returns its number."""
    column = np.uint8(0)
    while state[HEIGHT + column]:
        column = np.uint8(column + 1)
    set_word(state, X + column, np.uint64(np.int64(x)))
    set_word(state, Y + column, np.uint64(np.int64(y)))
    for other in range(N_COLUMNS):
        if state[HEIGHT + other]:
            dx = np.int64(word(state, X + other)) - x + FARTHEST_LINK
            dy = np.int64(word(state, Y + other)) - y + FARTHEST_LINK
            if 0 <= dx <= 2 * FARTHEST_LINK and 0 <= dy <= 2 * FARTHEST_LINK:
                link = LINK_AT[dx, dy]
                if link != 255:
                    state[LINK + ROW * column + link] = other
                    state[LINK + ROW * other + BACK[link]] = column
    set_word(state, ROOMY + column, ~_levels_beside(state, column, TWO))
    return column


@lean
def _abandon(state: Packed, column: int) -> None:
    """Forget a column whose last cube has gone."""
    for row in (X, Y, ROOMY):
        set_word(state, row + column, np.uint64(0))
    for link in range(16):
        other = state[LINK + ROW * column + link]
        if other != NOWHERE:
            state[LINK + ROW * other + BACK[link]] = NOWHERE
            state[LINK + ROW * column + link] = NOWHERE


@lean
def put(state: Packed, column: int, cube: np.uint8) -> None:
    """A cube comes to stand on top of a column."""
    height = np.uint8(state[HEIGHT + column] + 1)
    state[HEIGHT + column] = height
    state[CUBES + 16 * column + height] = cube
    set_bits(state, RECESSES + column, RECESSES_OF[cube & DOMES] << np.uint64(height - 1))
    set_word(state, CONTENT + column, word(state, CONTENT + column) + CUBE_KEY[height, cube & 127])
    _refresh_around(state, column)


@lean
def lift(state: Packed, column: int) -> np.uint8:
    """The top cube of a column leaves it; returns the cube."""
    height = state[HEIGHT + column]
    cube = state[CUBES + 16 * column + height]
    state[HEIGHT + column] = height - 1
    state[CUBES + 16 * column + height] = 0
    clear_bits(state, RECESSES + column, CUBE_FACES << np.uint64(height - 1))
    set_word(state, CONTENT + column, word(state, CONTENT + column) - CUBE_KEY[height, cube & 127])
    _refresh_around(state, column)
    if height == 1:
        _abandon(state, column)
    return cube


@inlined
def stand(state: Packed, number: int, column: np.uint8, level: np.uint8, direction: np.uint8) -> None:
    """Sceptre `number` comes to stand on an open face."""
    sceptre = SCEPTRES + 3 * number
    state[sceptre], state[sceptre + 1], state[sceptre + 2] = column, level, direction
    set_bits(state, STANDING + column, face_bit(direction, level))
    clear_bits(state, OPEN + column, face_bit(direction, level))
    key = SCEPTRE_KEY[np.uint8(number >> 1), np.uint8(LEVELS * direction + level - 1)]
    set_word(state, CONTENT + column, word(state, CONTENT + column) + key)


@inlined
def step_off(state: Packed, number: int) -> None:
    """Sceptre `number` leaves its face, which is open again."""
    sceptre = SCEPTRES + 3 * number
    column, level, direction = state[sceptre], state[sceptre + 1], state[sceptre + 2]
    clear_bits(state, STANDING + column, face_bit(direction, level))
    set_bits(state, OPEN + column, face_bit(direction, level))
    key = SCEPTRE_KEY[np.uint8(number >> 1), np.uint8(LEVELS * direction + level - 1)]
    set_word(state, CONTENT + column, word(state, CONTENT + column) - key)
