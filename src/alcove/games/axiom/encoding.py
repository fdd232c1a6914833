"""Axiom for networks: a position as planes, always seen by the side to move, and where a policy has its moves.

Version 2, `SHAPE` = (256, 9, 9), float32; row is x, column is y. Six levels, z = 1 to 6, have 38 planes each:

| plane | 1 where |
|---|---|
| 0–5 | a cube with a dome on x+, x-, y+, y-, z+, z- |
| 6, 7 | a cube of the side to move; a cube of the other side |
| 8–12 | the first sceptre of the side to move on the face x+, x-, y+, y-, z+ of the cube there |
| 13–17, 18–22 | its second sceptre; a sceptre of the other side, likewise |
| 23–27, 28–32 | a face where its first sceptre may stop; where its second one may |
| 33–37 | a face where a sceptre of the other side could, if it were its turn |

Then come planes of whole columns of cubes, and four that are the same everywhere:

| plane | 1 where |
|---|---|
| 228–233 | a single cube of the side to move may be set with its dome on x+, x-, y+, y-, z+, z- |
| 234, 235 | a cube of the side to move, of the other side, is free (C6) |
| 236–247 | a double cube may be set with its domes as in `DOUBLES` |
| 248–251 | the top of a column is a dome; is a recess; is a cube of the side to move; is one of the other side |
| 252 | everywhere: how often the position has stood before (C21), divided by 2 |
| 253 | everywhere: on how many faces the other side threatens to win, divided by 4 |
| 254, 255 | everywhere: cubes of the side to move, of the other side, divided by 6 |

The block stands in the middle (half a cell before it where its length is even). Nothing in the rules reaches farther than three
cells, so a wider gap that runs through the whole block is drawn three cells wide; groups far apart fit as well as near ones.
What then still lies outside the window, or above level 6, is not drawn, and moves there share the places at the border.

A policy has a place for each face where each sceptre may stop, and for each way to set a single or a double cube on each
column: the level follows from the column. Which of several free cubes of a kind it is, is a question of its own: the share of a
move is that of its target, multiplied by that of its origin among the cubes of that kind.

The rules do not change under the eight symmetries of a square table, nor when the two sceptres of a side change their names.
"""

from collections import Counter
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look, bits, byte_tables, draw
from alcove.compiled.marks import mark, marked_action
from alcove.compiled.permutations import moved_bits
from alcove.compiled.results import ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit import compiled, lean
from alcove.jit.bits import count_bits, lowest_bit, word

from .columns import (
    CUBE_FACES,
    CUBES,
    DOMES,
    DOUBLE_BIT,
    HEIGHT,
    HERE,
    LEVELS,
    N_COLUMNS,
    N_FACES,
    SCEPTRES,
    SIDE,
    STEP_X,
    STEP_Y,
    UP,
    WHITE_BIT,
    Packed,
    X,
    Y,
)
from .evaluation import winning_action
from .kernel import (
    CELLS_OF_COLUMN,
    FIRST_WALK,
    GROUPS,
    MAX_MOVES,
    N_ACTIONS,
    N_TURNS,
    PER_ORIGIN,
    PER_SCEPTRE,
    cube_moves,
    free_cubes,
    key,
    pack,
    result,
)
from .notation import read_position
from .reaching import erase, gather
from .rules import State
from .space import DIRECTIONS, TURNS, Direction, dome_order
from .symmetry import INVERSE, N_SYMMETRIES, turned_cell, turned_direction

__all__ = [
    "LOOK", "N_POLICY", "REPETITION_DRAWS", "REPETITION_LOSES", "SHAPE", "VERSION",
    "encode", "is_new", "look", "owners", "past_marks", "places", "recall", "verdict",
]  # fmt: skip

VERSION = 2
SIZE = 9
N_SQUARES = SIZE * SIZE
SHAPE = (256, SIZE, SIZE)
WIDEST_STEP = 4
"""From one occupied row to the next: three empty rows between them at most."""
N_SIDES = 5
"""The faces of a cube that a sceptre can stand on."""

REPETITION_LOSES = 0
REPETITION_DRAWS = 3
"""C21"""

Planes = npt.NDArray[np.float32]
Seen = npt.NDArray[np.uint8]

# --- Bytes --------------------------------------------------------------------------------------------------------------

N_LEVELS, PER_LEVEL, PLANES_OF_LEVEL = 6, 5, 38
CUBE, SCEPTRE, OWN_REACH = 0, 1, 2
"""The layers of a level: a cube's domes and owner, the sceptre on it, and the faces where sceptres may stop: three layers, for
the two own ones and for those of the other side."""
OWN_BIT, OTHER_BIT = 64, 128
SINGLE_WAYS, DOUBLE_WAYS = N_LEVELS * PER_LEVEL, N_LEVELS * PER_LEVEL + 1
"""Layers of whole columns: how a single cube may be set there; how a double may, in two layers."""
CELL_LAYERS = DOUBLE_WAYS + 2
OWN_FREE_BIT, OTHER_FREE_BIT = 64, 128
TOP_DOME_BIT, TOP_RECESS_BIT, TOP_OWN_BIT, TOP_OTHER_BIT = 16, 32, 64, 128
STOOD, THREATS, OWN_CUBES, OTHER_CUBES = range(CELL_LAYERS * N_SQUARES, CELL_LAYERS * N_SQUARES + 4)
SIZE_OF_LOOK = OTHER_CUBES + 1

DOUBLES = tuple(sorted(TURNS[2], key=lambda domes: ("z-" in domes, "z+" in domes, TURNS[2].index(domes))))
"""The ways to turn a double cube, those with a dome below last: a symmetry of the table keeps either layer to itself."""
WAY_BITS = np.zeros((2, 1 << N_TURNS, 3), np.uint8)
"""What a set of turns adds to the bytes of the three layers of ways, for singles and doubles."""
for _turns in range(1 << N_TURNS):
    WAY_BITS[0, _turns, 0] = _turns & DOMES
    for _turn in range(N_TURNS):
        if _turns >> _turn & 1:
            _bit = DOUBLES.index(TURNS[2][_turn])
            WAY_BITS[1, _turns, 1 + _bit // 8] |= 1 << _bit % 8

# --- Places -------------------------------------------------------------------------------------------------------------

FIRST_TURN = 2 * N_SIDES * N_LEVELS
"""Policy planes below this one are stops of sceptres; then come the ways to set a single and a double, then origins."""
FIRST_ORIGIN = FIRST_TURN + len(TURNS[1]) + len(TURNS[2])
POLICY_PLANES = FIRST_ORIGIN + 2
N_POLICY = POLICY_PLANES * N_SQUARES
FIRST_TURN_OF_KIND = np.array([FIRST_TURN, FIRST_TURN + len(TURNS[1])], np.int64)


# --- The window ---------------------------------------------------------------------------------------------------------
#
# Where the columns of cubes stand in the window, along x or along y, is one number: four bits a column. They hold the position
# plus one; a column that is not drawn has 0 before the window and `SIZE` + 1 behind it.


@lean
def _arranged(state: Packed, coordinates: int) -> int:
    """Where each column's x (or y) is drawn."""
    nowhere = np.int64(1 << 40)
    least = nowhere
    for column in range(N_COLUMNS):
        if state[HEIGHT + column]:
            least = min(least, np.int64(word(state, coordinates + column)))
    drawn, first = np.int64(0), np.int64(0)
    for is_measured in range(2):  # once to see how long the block is, once more to set it in the middle
        current, position = least, first
        while current != nowhere:
            following, code = nowhere, min(max(position + 1, np.int64(0)), np.int64(SIZE + 1))
            for column in range(N_COLUMNS):
                if state[HEIGHT + column]:
                    place = np.int64(word(state, coordinates + column))
                    if place == current and is_measured:
                        drawn |= code << (4 * column)
                    elif place > current:
                        following = min(following, place)
            if following != nowhere:
                position += min(following - current, np.int64(WIDEST_STEP))
            current = following
        first = (SIZE - 1 - position) // 2
    return drawn


@lean
def _square(rows: int, files: int, column: int, side: int) -> int:
    """The square of a column or of the cell on one side of it; what lies outside the window has the nearest one."""
    row = ((rows >> (4 * column)) & 15) - 1 + STEP_X[side]
    file = ((files >> (4 * column)) & 15) - 1 + STEP_Y[side]
    return min(max(row, 0), SIZE - 1) * SIZE + min(max(file, 0), SIZE - 1)


@lean
def _is_drawn(rows: int, files: int, column: int) -> bool:
    row, file = (rows >> (4 * column)) & 15, (files >> (4 * column)) & 15
    return 0 < row <= SIZE and 0 < file <= SIZE


# --- What is seen -------------------------------------------------------------------------------------------------------


@lean
def _see_columns(state: Packed, rows: int, files: int, seen: Seen) -> None:
    """Write down the cubes, and what is on top of each column."""
    own = WHITE_BIT if state[SIDE] else 0
    free, other_free = free_cubes(state, state[SIDE]), free_cubes(state, 1 - state[SIDE])
    for column in range(N_COLUMNS):
        height = state[HEIGHT + column]
        for level in range(1, height + 1):
            is_own = state[CUBES + 16 * column + level] & WHITE_BIT == own
            seen[OWN_CUBES if is_own else OTHER_CUBES] += 1
        if height == 0 or not _is_drawn(rows, files, column):
            continue
        square = _square(rows, files, column, HERE)
        for level in range(1, min(height, N_LEVELS) + 1):
            cube = state[CUBES + 16 * column + level]
            layer = (level - 1) * PER_LEVEL + CUBE
            seen[layer * N_SQUARES + square] = (cube & DOMES) | (OWN_BIT if cube & WHITE_BIT == own else OTHER_BIT)
        cube = state[CUBES + 16 * column + height]
        top = TOP_OWN_BIT if cube & WHITE_BIT == own else TOP_OTHER_BIT
        seen[(DOUBLE_WAYS + 1) * N_SQUARES + square] |= top | (TOP_DOME_BIT if cube >> UP & 1 else TOP_RECESS_BIT)
        if free & (0x10001 << column):
            seen[SINGLE_WAYS * N_SQUARES + square] |= OWN_FREE_BIT
        if other_free & (0x10001 << column):
            seen[SINGLE_WAYS * N_SQUARES + square] |= OTHER_FREE_BIT


@lean
def _see_stops(stops: np.uint64, layer: int, square: int, seen: Seen) -> None:
    """Write down the faces of one column where a sceptre may stop."""
    for level in range(N_LEVELS):
        faces = (stops >> np.uint64(level)) & CUBE_FACES
        while faces:
            seen[(level * PER_LEVEL + layer) * N_SQUARES + square] |= np.uint8(1 << (lowest_bit(faces) // LEVELS))
            faces &= faces - np.uint64(1)


@lean
def _see_sceptres(state: Packed, rows: int, files: int, seen: Seen) -> None:
    """Write down the sceptres, where they may stop, and where the other side threatens to win (C18)."""
    own = np.int64(state[SIDE])
    for number in range(4):
        is_own = number >> 1 == own
        who = number & 1 if is_own else 2
        sceptre = SCEPTRES + 3 * number
        column, level = state[sceptre], state[sceptre + 1]
        if level <= N_LEVELS and _is_drawn(rows, files, column):
            place = ((level - 1) * PER_LEVEL + SCEPTRE) * N_SQUARES + _square(rows, files, column, HERE)
            seen[place] = 1 + N_SIDES * who + state[sceptre + 2]
        reach = gather(state, number)
        for stop in range(N_COLUMNS):
            if word(state, reach + stop) and _is_drawn(rows, files, stop):
                _see_stops(word(state, reach + stop), OWN_REACH + who, _square(rows, files, stop, HERE), seen)
        if not is_own:
            for prey in range(SCEPTRES + 6 * own, SCEPTRES + 6 * own + 6, 3):
                faces = word(state, reach + state[prey]) & (CUBE_FACES << np.uint64(state[prey + 1] - 1))
                seen[THREATS] += np.uint8(count_bits(faces))
        if number & 1:
            erase(state)


@lean
def _see_ways(state: Packed, rows: int, files: int, actions: npt.NDArray[np.int32], seen: Seen) -> None:
    """Write down how cubes may be set, and where, from what `cube_moves` has noted."""
    for group in range(GROUPS + 1, GROUPS + 1 + actions[GROUPS]):
        place, origins, turns = actions[group] & 63, (actions[group] >> 6) & 4095, actions[group] >> 18
        origin = lowest_bit(np.uint64(origins))
        kind = 1 if state[CUBES + 16 * origin + state[HEIGHT + origin]] & DOUBLE_BIT else 0
        column, side = place // CELLS_OF_COLUMN, place % CELLS_OF_COLUMN
        square = _square(rows, files, column, side)
        for layer in range(3):
            seen[(SINGLE_WAYS + layer) * N_SQUARES + square] |= WAY_BITS[kind, turns, layer]


@compiled
def look(state: Packed, seen: Seen) -> None:
    """Write the bytes that the planes follow from."""
    look_with(state, np.empty(MAX_MOVES, np.int32), 0, seen)


@lean
def look_with(state: Packed, actions: npt.NDArray[np.int32], n: int, seen: Seen) -> None:
    """As `look`, where the n legal actions have been listed in `actions`; if there are none, it is used to find what cubes could do."""
    for i in range(seen.shape[0]):
        seen[i] = 0
    rows, files = _arranged(state, X), _arranged(state, Y)
    _see_columns(state, rows, files, seen)
    _see_sceptres(state, rows, files, seen)
    if n == 0:
        actions[GROUPS] = 0
        cube_moves(state, actions)
    _see_ways(state, rows, files, actions, seen)


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    seen = np.empty(SIZE_OF_LOOK, np.uint8)
    look(state, seen)
    draw(seen, CELL_LAYERS, TABLE, SPANS, planes)


@lean
def owners(state: Packed, side: int, owned: Seen) -> None:
    """Whose the columns are by their top cubes, as `side` sees them: 0 nobody's, 1 its own, 2 the other's."""
    for square in range(N_SQUARES):
        owned[square] = 0
    rows, files = _arranged(state, X), _arranged(state, Y)
    for column in range(N_COLUMNS):
        height = state[HEIGHT + column]
        if height and _is_drawn(rows, files, column):
            is_own = state[CUBES + 16 * column + height] & WHITE_BIT == WHITE_BIT * side
            owned[_square(rows, files, column, HERE)] = 1 if is_own else 2


# --- The past -----------------------------------------------------------------------------------------------------------


@lean
def recall(state: Packed, past: npt.NDArray[np.int64], seen: Seen) -> None:
    """C21: add how often a position has stood before, by the marks of the moves that were played there."""
    here = key(state)
    for i in range(past.shape[0]):
        if 0 <= marked_action(past[i], here) < N_ACTIONS:
            seen[STOOD] += 1


@lean
def is_new(state: Packed) -> bool:
    """Can nothing that stood before stand again? A position does not tell."""
    return False


def past_marks(state: State) -> list[int]:
    """C21: a mark for every time that an earlier position has stood, those that stood most often last."""
    if state.options.repetition == "off":
        return []
    stood = sorted(Counter(state.earlier).items(), key=lambda item: item[1])
    return [int(mark(_key_of(text), 0)) for text, times in stood for _ in range(times)]


@lru_cache(maxsize=4096)
def _key_of(text: str) -> int:
    """The key of a position that has stood. A game asks for the same ones after every ply."""
    return int(key(pack(State(*read_position(text)))))


@lean
def verdict(state: Packed) -> int:
    """The result, told a ply early: whoever can win at once (C18) will."""
    told = result(state)
    if told == ONGOING and winning_action(state) >= 0:
        return SEAT_0_WINS if state[SIDE] == 0 else SEAT_1_WINS
    return told


# --- Where a policy has the moves ---------------------------------------------------------------------------------------


@lean
def places(
    state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16], origins: npt.NDArray[np.int16]
) -> None:
    """Write where a policy has each of n actions: its target, and where its origin is a question of its own, that; else −1."""
    rows, files = _arranged(state, X), _arranged(state, Y)
    for i in range(n):
        if actions[i] >= FIRST_WALK:
            which, target = (actions[i] - FIRST_WALK) // PER_SCEPTRE, (actions[i] - FIRST_WALK) % PER_SCEPTRE
            column, face = target // N_FACES, target % N_FACES
            side, level = face // LEVELS, min(face % LEVELS, N_LEVELS - 1)
            plane = (which * N_SIDES + side) * N_LEVELS + level
            found[i], origins[i] = plane * N_SQUARES + _square(rows, files, column, HERE), -1
        else:
            origin, place = actions[i] // PER_ORIGIN, actions[i] % PER_ORIGIN
            column, side, turn = (
                place // N_TURNS // CELLS_OF_COLUMN,
                place // N_TURNS % CELLS_OF_COLUMN,
                place % N_TURNS,
            )
            kind = 1 if state[CUBES + 16 * origin + state[HEIGHT + origin]] & DOUBLE_BIT else 0
            square = _square(rows, files, column, side)
            found[i] = (FIRST_TURN_OF_KIND[kind] + turn) * N_SQUARES + square
            origins[i] = (FIRST_ORIGIN + kind) * N_SQUARES + _square(rows, files, origin, HERE)


# --- Symmetries ---------------------------------------------------------------------------------------------------------
#
# Number 2 s is symmetry s of the table; 2 s + 1 also lets the sceptres of the side to move change their names.


def _turned_squares(symmetry: int) -> npt.NDArray[np.int64]:
    """The square that comes to each square."""
    middle = SIZE // 2
    sources = np.zeros(N_SQUARES, np.int64)
    for row in range(SIZE):
        for file in range(SIZE):
            x, y, _ = turned_cell((row - middle, file - middle, 1), INVERSE[symmetry])
            sources[row * SIZE + file] = (x + middle) * SIZE + y + middle
    return sources


def _turned_turn(domes: tuple[Direction, ...], symmetry: int) -> tuple[Direction, ...]:
    return dome_order(turned_direction(dome, symmetry) for dome in domes)


def _turned_side(side: int, symmetry: int) -> int:
    return DIRECTIONS.index(turned_direction(DIRECTIONS[side], symmetry))


def _moved_bits(moves: dict[int, int]) -> npt.NDArray[np.uint8]:
    """For every byte what it becomes when its bits move; those not named stay."""
    return moved_bits([moves.get(bit, bit) for bit in range(8)]).astype(np.uint8)


def _turned_bytes(symmetry: int, swap: bool) -> npt.NDArray[np.uint8]:
    """What a byte that comes to each layer becomes."""
    domes = _moved_bits({side: _turned_side(side, symmetry) for side in range(6)})
    sceptres = np.arange(256, dtype=np.uint8)
    for who in range(3):
        for side in range(N_SIDES):
            after = 1 - who if swap and who < 2 else who
            sceptres[1 + N_SIDES * who + side] = 1 + N_SIDES * after + _turned_side(side, symmetry)
    doubles = [DOUBLES.index(_turned_turn(domes_of, symmetry)) for domes_of in DOUBLES]
    ways = [domes, _moved_bits(dict(enumerate(doubles[:8]))), _moved_bits({i: doubles[8 + i] - 8 for i in range(4)})]
    return np.array([domes, sceptres, domes, domes, domes] * N_LEVELS + ways)


def _turned_layers(swap: bool) -> npt.NDArray[np.int64]:
    """The layer that comes to each layer."""
    layers = np.arange(CELL_LAYERS)
    if swap:
        for level in range(N_LEVELS):
            first = level * PER_LEVEL + OWN_REACH
            layers[first : first + 2] = first + 1, first
    return layers


def _turned_policy(symmetry: int, swap: bool) -> npt.NDArray[np.int64]:
    """The place that comes to each place of a policy."""
    planes = np.arange(POLICY_PLANES)
    for which in range(2):
        for side in range(N_SIDES):
            after = (which ^ swap) * N_SIDES + _turned_side(side, symmetry)
            for level in range(N_LEVELS):
                planes[after * N_LEVELS + level] = (which * N_SIDES + side) * N_LEVELS + level
    for kind in range(2):
        turns = TURNS[1 + kind]
        for turn, domes in enumerate(turns):
            planes[FIRST_TURN_OF_KIND[kind] + turns.index(_turned_turn(domes, symmetry))] = (
                FIRST_TURN_OF_KIND[kind] + turn
            )
    return (planes[:, None] * N_SQUARES + _turned_squares(symmetry)).reshape(-1)


def _look() -> Look:
    layers = []
    for level in range(N_LEVELS):
        first = level * PLANES_OF_LEVEL
        layers += [
            bits(first),
            {first + 8 + number: {1 + number: 1.0} for number in range(3 * N_SIDES)},
            *(bits(first + plane, N_SIDES) for plane in (23, 28, 33)),
        ]
    first = N_LEVELS * PLANES_OF_LEVEL
    layers += [bits(first), bits(first + 8), bits(first + 16)]
    scales = {first + 24: 2, first + 25: 4, first + 26: 6, first + 27: 6}
    layers += [{plane: {byte: min(byte / scale, 2.0) for byte in range(256)}} for plane, scale in scales.items()]
    table, spans = byte_tables(layers)
    images = [(symmetry, swap) for symmetry in range(N_SYMMETRIES) for swap in (False, True)]
    return Look(
        *SHAPE[1:],
        cell_layers=CELL_LAYERS,
        table=table,
        spans=spans,
        policy_planes=POLICY_PLANES,
        policy_source=np.arange(N_POLICY),
        policy_parts=(FIRST_ORIGIN * N_SQUARES, N_SQUARES, N_SQUARES),
        mirror_cells=np.array([_turned_squares(symmetry) for symmetry, _ in images]),
        mirror_layers=np.array([_turned_layers(swap) for _, swap in images]),
        mirror_bytes=np.array([_turned_bytes(symmetry, swap) for symmetry, swap in images]),
        mirror_policy=np.array([_turned_policy(symmetry, swap) for symmetry, swap in images]),
    )


LOOK = _look()
TABLE, SPANS = LOOK.table, LOOK.spans
