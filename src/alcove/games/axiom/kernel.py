"""Axiom's accelerator: the answers of `rules.py` on flat arrays of small integers, compiled.

The block is held as columns of cubes that know their neighbours, and the faces of a column as the bits of one word: see
`columns.py`. A sceptre's walk gathers the faces it reaches in such words, so a face reached by several routes is
one move, and counting moves is counting bits.

An *action* is a number below `N_ACTIONS` that names a move in its position: a cube by the column it tops, a cell by a
column and "on top" or a side of it, a sceptre by its number. It means the same in every position in which the columns are
numbered alike; playing a move renumbers none of the others.

The key does not change when the block is shifted along the table (C21): `make` keeps a word of content for every column, and
the key mixes these with the columns' places relative to the least x and the least y, at most twelve of them.
"""

from collections import Counter

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit import compiled, inlined, lean
from alcove.jit.bits import count_bits, lowest_bit, set_word, word
from alcove.jit.random import Generator, below, zobrist

from .columns import (
    AROUND,
    CONTENT,
    CUBE_FACES,
    CUBES,
    DOMES,
    DOUBLE_BIT,
    DOWN,
    DRAWN,
    HEIGHT,
    HERE,
    KEY,
    LEVELS,
    LINK,
    N_COLUMNS,
    N_FACES,
    NOWHERE,
    OVER,
    REACH,
    ROW,
    SCEPTRES,
    SELF,
    SIDE,
    STATE_SIZE as STATE_SIZE,  # handed on: it is part of what a kernel promises
    STEP_X,
    STEP_Y,
    TURN_BITS,
    TWO,
    UP,
    WHITE_BIT,
    Packed,
    X,
    Y,
    clear_bits,
    dome_bits,
    found,
    lift,
    place_x,
    place_y,
    put,
    stand,
    step_off,
)
from .notation import read_position
from .reaching import erase, gather
from .rules import Options, State
from .space import DIRECTIONS, TURNS, Cell, Cube, CubeMove, Face, Move, Sceptre, SceptreMove, piece_order

Actions = npt.NDArray[np.int32]
Undo = npt.NDArray[np.int64]

ON_TOP = 4
CELLS_OF_COLUMN = 5
"""A cell a cube can go to is named by a column and a side of it (the table there is empty), or `ON_TOP`."""
N_TURNS = 12
PER_ORIGIN = N_COLUMNS * CELLS_OF_COLUMN * N_TURNS
FIRST_WALK = N_COLUMNS * PER_ORIGIN
"""Actions below this one move cubes, those from here on sceptres."""
PER_SCEPTRE = N_COLUMNS * N_FACES
N_ACTIONS = FIRST_WALK + 2 * PER_SCEPTRE

UNDO_SIZE = REACH
GROUPS = 1536
"""No position has more moves: twelve cubes far apart offer a double cube at most 22 ways each and a single 12, and a sceptre has
at most 59 faces. Behind them an array of actions has room for the moves of cubes in groups: their number, then one number
for each cell and each set of columns and turns that fit it."""
MAX_MOVES = GROUPS + 384
MAX_PLIES = 1000
"""C22. The ply count is no part of a position; a playout ends in a draw after this many plies of its own."""

SIDE_KEY = np.uint64(zobrist(33, 1).view(np.uint64)[0])
PLACE_KEYS = zobrist(34, 2).view(np.uint64) | np.uint64(1)


def _fits_on_table() -> npt.NDArray[np.uint16]:
    """C9, C10: the turns that fit on the table, by kind of cube, sides with domes and sides with recesses."""
    fits = np.zeros((2, 16, 16), np.uint16)
    for kind, turns in enumerate((TURNS[1], TURNS[2])):
        for domes in range(16):
            for recesses in range(16):
                for number, turn in enumerate(turns):
                    bits = dome_bits(turn)
                    if not bits & (domes | 1 << DOWN) and (domes or bits & recesses):
                        fits[kind, domes, recesses] |= 1 << number
    return fits


def _fits_on_cube() -> npt.NDArray[np.uint16]:
    """C9, C10: the turns that fit on a cube, by kind, whether its top is a dome, and sides with domes."""
    fits = np.zeros((2, 2, 16), np.uint16)
    for kind, turns in enumerate((TURNS[1], TURNS[2])):
        for on_dome in range(2):
            for domes in range(16):
                for number, turn in enumerate(turns):
                    bits = dome_bits(turn)
                    if not bits & domes and bits >> DOWN & 1 != on_dome:
                        fits[kind, on_dome, domes] |= 1 << number
    return fits


FITS_ON_TABLE, FITS_ON_CUBE = _fits_on_table(), _fits_on_cube()

# --- Between rules and kernel -------------------------------------------------------------------------------------------


def pack(state: State) -> Packed:
    """The packed form of a state; columns are numbered by y, then x."""
    packed = np.zeros(STATE_SIZE, np.uint8)
    links = packed[LINK : LINK + ROW * N_COLUMNS].reshape(N_COLUMNS, ROW)
    links[:] = NOWHERE
    links[:, SELF] = range(N_COLUMNS)
    packed[SCEPTRES : SCEPTRES + 12] = NOWHERE
    for cube in sorted(state.cubes, key=lambda cube: (cube.cell[1], cube.cell[0], cube.cell[2])):
        x, y, z = cube.cell
        column = found(packed, x, y) if z == 1 else _column_at(packed, cube.cell)
        kind = DOUBLE_BIT if len(cube.domes) == 2 else 0
        put(packed, column, np.uint8(dome_bits(cube.domes) | WHITE_BIT * cube.colour | kind))
    for number, (_, face) in enumerate(state.sceptres):
        column, direction = _column_at(packed, face.cell), DIRECTIONS.index(face.direction)
        stand(packed, number, np.uint8(column), np.uint8(face.cell[2]), np.uint8(direction))
    packed[SIDE] = state.side
    outcome = state.outcome()
    if outcome is not None and outcome.reason in ("sceptres", "own sceptres"):
        assert outcome.winner is not None
        packed[OVER] = 1 + outcome.winner
    packed.view(np.int64)[KEY] = key_of(packed)
    return packed


def unpack(packed: Packed, options: Options) -> State:
    """The state that `packed` holds."""
    cubes = [
        Cube(int(byte & WHITE_BIT != 0), _cell(packed, column, level), _domes(int(byte)))
        for column in range(N_COLUMNS)
        for level in range(1, int(packed[HEIGHT + column]) + 1)
        for byte in [packed[CUBES + 16 * column + level]]
    ]
    sceptres = [Sceptre(number // 2, _face(packed, number)) for number in range(4)]
    return State(piece_order(cubes), piece_order(sceptres), int(packed[SIDE]), options)


def _cell(packed: Packed, column: int, level: int) -> Cell:
    places = packed.view(np.int64)
    return (int(places[X + column]), int(places[Y + column]), level)


def _domes(byte: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(DIRECTIONS) if byte >> number & 1)


def _face(packed: Packed, number: int) -> Face:
    column, level, direction = packed[SCEPTRES + 3 * number : SCEPTRES + 3 * number + 3]
    return Face(_cell(packed, int(column), int(level)), DIRECTIONS[direction])


def _column_at(packed: Packed, cell: Cell) -> int:
    """The column that stands at a cell's place, `NOWHERE` if none does."""
    for column in range(N_COLUMNS):
        if packed[HEIGHT + column] and _cell(packed, column, cell[2]) == cell:
            return column
    return NOWHERE


def action_of(packed: Packed, move: Move) -> int:
    """The number of a legal move."""
    if isinstance(move, SceptreMove):
        side = int(packed[SIDE])
        number = next(n for n in range(2) if _face(packed, 2 * side + n).cell == move.origin)
        face = LEVELS * DIRECTIONS.index(move.target.direction) + move.target.cell[2] - 1
        return FIRST_WALK + number * PER_SCEPTRE + _column_at(packed, move.target.cell) * N_FACES + face
    column, side = _column_at(packed, move.target), ON_TOP
    x, y, z = move.target
    for direction in range(4):
        if column == NOWHERE:
            column = _column_at(packed, (x + int(STEP_X[direction]), y + int(STEP_Y[direction]), z))
            side = direction ^ 1
    turn = TURNS[len(move.domes)].index(move.domes)
    return _column_at(packed, move.origin) * PER_ORIGIN + (column * CELLS_OF_COLUMN + side) * N_TURNS + turn


def move_of(packed: Packed, action: int) -> Move:
    """The move that an action stands for in this position."""
    if action >= FIRST_WALK:
        number, place = divmod(action - FIRST_WALK, PER_SCEPTRE)
        column, face = divmod(place, N_FACES)
        origin = _face(packed, 2 * int(packed[SIDE]) + number).cell
        return SceptreMove(origin, Face(_cell(packed, column, face % LEVELS + 1), DIRECTIONS[face // LEVELS]))
    start, place = divmod(action, PER_ORIGIN)
    cell, turn = divmod(place, N_TURNS)
    column, side = divmod(cell, CELLS_OF_COLUMN)
    top = int(packed[HEIGHT + start])
    x, y, height = _cell(packed, column, int(packed[HEIGHT + column]))
    target = (x + int(STEP_X[side]), y + int(STEP_Y[side]), height + 1 if side == ON_TOP else 1)
    n_domes = 2 if packed[CUBES + 16 * start + top] & DOUBLE_BIT else 1
    return CubeMove(_cell(packed, start, top), target, TURNS[n_domes][turn])


def history_marks(state: State) -> tuple[list[int], list[int]]:
    """C21: a position that has stood twice makes a draw when it comes again."""
    if state.options.repetition == "off":
        return [], []
    stood = Counter([*state.earlier, state.same_position])
    twice = (read_position(text) for text, times in stood.items() if times >= 2)
    return [], [int(key(pack(State(*position, state.options)))) for position in twice]


def sure_plies(state: State) -> int:
    """How far ahead position and marks alone decide: until the plies of C22 have been played, which no position counts."""
    return state.options.max_plies - state.plies if state.options.max_plies else MAX_PLIES


# --- Moves --------------------------------------------------------------------------------------------------------------


@inlined
def to_move(state: Packed) -> int:
    return state[SIDE]


@inlined
def key(state: Packed) -> int:
    return np.int64(word(state, KEY))


@lean
def free_cubes(state: Packed, side: int) -> int:
    """C6: the columns whose top cube is one side's and may move, as bits; those topped by doubles sixteen bits higher."""
    free, colour = 0, WHITE_BIT * side
    for column in range(N_COLUMNS):
        height = state[HEIGHT + column]
        if height:
            cube = state[CUBES + 16 * column + height]
            if cube & WHITE_BIT == colour:
                free |= (0x10000 if cube & DOUBLE_BIT else 1) << column
    for sceptre in range(SCEPTRES, SCEPTRES + 12, 3):
        if state[HEIGHT + state[sceptre]] == state[sceptre + 1]:
            free &= ~(0x10001 << state[sceptre])
    return free


@lean
def _shut_tops(state: Packed) -> int:
    """C11: the columns on whose top a sceptre's body or tip is in the way, as bits."""
    shut = 0
    for sceptre in range(SCEPTRES, SCEPTRES + 12, 3):
        column, level, direction = state[sceptre], state[sceptre + 1], state[sceptre + 2]
        if direction == UP:
            shut |= 1 << column
        else:
            for steps in (0, TWO):
                other = state[LINK + ROW * column + direction + steps]
                if state[HEIGHT + other] == level - 1:
                    shut |= 1 << other
    return shut


@lean
def _low_sceptres(state: Packed) -> int:
    """The sceptres whose body and tip are on the table, as bits."""
    low = 0
    for number in range(4):
        sceptre = SCEPTRES + 3 * number
        if state[sceptre + 1] == 1 and state[sceptre + 2] != UP:
            low |= 1 << number
    return low


@lean
def _is_shut(state: Packed, low: int, column: int, side: int) -> bool:
    """C11: is the body or the tip of a low sceptre in the empty table cell beside a column?"""
    x, y = place_x(state, column, side), place_y(state, column, side)
    for number in range(4):
        if low >> number & 1:
            sceptre = SCEPTRES + 3 * number
            dx, dy = x - place_x(state, state[sceptre], HERE), y - place_y(state, state[sceptre], HERE)
            step_x, step_y = STEP_X[state[sceptre + 2]], STEP_Y[state[sceptre + 2]]
            if (dx == step_x and dy == step_y) or (dx == 2 * step_x and dy == 2 * step_y):
                return True
    return False


@inlined
def _is_named_better(state: Packed, column: int, side: int) -> bool:
    """Has the table cell beside a column another neighbour that comes before it, in the order of directions?"""
    row = LINK + ROW * column
    for direction in range(side ^ 1):  # noqa: SIM110 (numba has no generator expressions)
        if state[row + AROUND[side, direction]] != NOWHERE:
            return True
    return False


@inlined
def _note(actions: Actions, origins: int, place: int, turns: int) -> int:
    """Note the moves from every origin to a place with every turn as one group; returns how many they are."""
    if actions.shape[0] and turns:
        actions[GROUPS] += 1
        actions[GROUPS + actions[GROUPS]] = place | (origins << 6) | (turns << 18)
    return count_bits(np.uint64(origins)) * count_bits(np.uint64(turns))


@inlined
def _fits(kind: np.uint8, below: np.uint8, there: int, domes: int) -> int:
    """C9, C10: the turns of a kind of cube that fit into a cell, as bits.

    `below` is the cube below, 0 for the table; `there` the sides where a neighbour stands, `domes` those where its dome is.
    """
    if below == 0:
        return np.int64(FITS_ON_TABLE[kind, np.uint8(domes), np.uint8(there ^ domes)])
    return np.int64(FITS_ON_CUBE[kind, np.uint8((below >> UP) & 1), np.uint8(domes)])


@inlined
def _around(state: Packed, row: int, link_0: int, link_1: int, link_2: int, link_3: int) -> int:
    """The columns on the four sides of a cell, a byte each, by the links that lead to them from one column."""
    return (
        np.int64(state[row + link_0])
        | (np.int64(state[row + link_1]) << 8)
        | (np.int64(state[row + link_2]) << 16)
        | (np.int64(state[row + link_3]) << 24)
    )


@inlined
def _fill(
    state: Packed,
    free: int,
    place: int,
    below: np.uint8,
    level: np.uint8,
    around: int,
    actions: Actions,
) -> int:
    """C7 to C10: note the ways to set a free cube into one cell; returns how many they are.

    The cell is `place` as in actions, at a level, on the cube `below`, with the columns `around` it, a byte a side.
    """
    n = 0
    side_0, side_1, side_2, side_3 = around & 15, (around >> 8) & 15, (around >> 16) & 15, around >> 24
    at_0, at_1 = state[CUBES + 16 * side_0 + level], state[CUBES + 16 * side_1 + level]
    at_2, at_3 = state[CUBES + 16 * side_2 + level], state[CUBES + 16 * side_3 + level]
    domes = ((at_0 >> 1) & 1) | ((at_1 & 1) << 1) | (((at_2 >> 3) & 1) << 2) | (((at_3 >> 2) & 1) << 3)
    there = np.int64(at_0 != 0) | (np.int64(at_1 != 0) << 1) | (np.int64(at_2 != 0) << 2) | (np.int64(at_3 != 0) << 3)
    if (free | (free >> 16)) & ((1 << side_0) | (1 << side_1) | (1 << side_2) | (1 << side_3)):
        for direction in range(4):  # a cube beside the cell: once it is in the hand, it is beside it no more
            neighbour = (around >> (8 * direction)) & 15
            if free & (0x10001 << neighbour) and state[HEIGHT + neighbour] == level:
                kind = np.uint8((free >> (16 + neighbour)) & 1)
                free &= ~(0x10001 << neighbour)
                left = ~(1 << direction)
                n += _note(actions, 1 << neighbour, place, _fits(kind, below, there & left, domes & left))
    if free & 0xFFFF:
        n += _note(actions, free & 0xFFFF, place, _fits(np.uint8(0), below, there, domes))
    if free >> 16:
        n += _note(actions, free >> 16, place, _fits(np.uint8(1), below, there, domes))
    return n


@lean
def cube_moves(state: Packed, actions: Actions) -> int:
    """C6 to C11: the moves of cubes, noted in groups; returns how many they are."""
    n, free = 0, free_cubes(state, state[SIDE])
    if free == 0:
        return 0
    shut, low = _shut_tops(state), _low_sceptres(state)
    for column in range(N_COLUMNS):
        height = state[HEIGHT + column]
        if height == 0:
            continue
        row, place = LINK + ROW * column, column * CELLS_OF_COLUMN
        if not (shut >> column) & 1:
            others = free & ~(0x10001 << column)
            if others:
                below, around = state[CUBES + 16 * column + height], _around(state, row, 0, 1, 2, 3)
                n += _fill(state, others, place + ON_TOP, below, np.uint8(height + 1), around, actions)
        for side in range(4):
            if state[row + side] != NOWHERE or _is_named_better(state, column, side):
                continue
            if low and _is_shut(state, low, column, side):
                continue
            around = _around(state, row, AROUND[side, 0], AROUND[side, 1], AROUND[side, 2], AROUND[side, 3])
            n += _fill(state, free, place + side, np.uint8(0), np.uint8(1), around, actions)
    return n


@lean
def _walks(state: Packed, joining: bool) -> int:
    """C12 to C19: gather the stops of both own sceptres, with or without those that join the two; returns how many."""
    n = 0
    for which in range(2):
        number = 2 * state[SIDE] + which
        reach = gather(state, number)
        if not joining:
            other = SCEPTRES + 3 * (number ^ 1)
            clear_bits(state, reach + state[other], CUBE_FACES << np.uint64(state[other + 1] - 1))
        for column in range(reach, reach + N_COLUMNS):
            n += count_bits(word(state, column))
    return n


@lean
def _find_moves(state: Packed, actions: Actions) -> int:
    """Gather the stops of the sceptres and note the moves of cubes in groups; returns how many moves that makes."""
    if state[OVER]:
        return 0
    if actions.shape[0]:
        actions[GROUPS] = 0
    n = _walks(state, False) + cube_moves(state, actions)
    return n if n else _walks(state, True)


@lean
def moves(state: Packed, actions: Actions) -> int:
    """Write the legal actions into `actions`, sceptres first; their number is returned."""
    if _find_moves(state, actions) == 0:
        return 0
    n = 0
    for place in range(2 * N_COLUMNS):
        stops = word(state, REACH + place)
        set_word(state, REACH + place, np.uint64(0))
        while stops:
            actions[n] = FIRST_WALK + place * N_FACES + lowest_bit(stops)
            stops &= stops - np.uint64(1)
            n += 1
    for group in range(GROUPS + 1, GROUPS + 1 + actions[GROUPS]):
        place, origins = actions[group] & 63, (actions[group] >> 6) & 4095
        while origins:
            first = lowest_bit(np.uint64(origins)) * PER_ORIGIN + place * N_TURNS
            origins &= origins - 1
            turns = actions[group] >> 18
            while turns:
                actions[n] = first + lowest_bit(np.uint64(turns))
                turns &= turns - 1
                n += 1
    return n


@lean
def count_moves(state: Packed) -> int:
    n = _find_moves(state, state.view(np.int32)[:0])
    erase(state)
    return n


@lean
def _pick(state: Packed, actions: Actions, number: int) -> int:
    """The action that `moves` would have written at a place, from what `_find_moves` has found."""
    for place in range(2 * N_COLUMNS):
        stops = word(state, REACH + place)
        n = count_bits(stops)
        if number < n:
            for _ in range(number):
                stops &= stops - np.uint64(1)
            return FIRST_WALK + place * N_FACES + lowest_bit(stops)
        number -= n
    group = GROUPS
    n = 0
    while number >= n:
        number -= n
        group += 1
        n_turns = count_bits(np.uint64(actions[group] >> 18))
        n = count_bits(np.uint64((actions[group] >> 6) & 4095)) * n_turns
    origins, turns = (actions[group] >> 6) & 4095, actions[group] >> 18
    for _ in range(number // n_turns):
        origins &= origins - 1
    for _ in range(number % n_turns):
        turns &= turns - 1
    first = lowest_bit(np.uint64(origins)) * PER_ORIGIN + (actions[group] & 63) * N_TURNS
    return first + lowest_bit(np.uint64(turns))


@lean
def _play(state: Packed, action: int) -> None:
    """C5: make a legal move without keeping the key."""
    if action >= FIRST_WALK:
        place = action - FIRST_WALK
        _play_walk(state, 2 * state[SIDE] + place // PER_SCEPTRE, place % PER_SCEPTRE)
    else:
        origin, place = np.uint8(action // PER_ORIGIN), action % PER_ORIGIN
        column, side = np.uint8(place // N_TURNS // CELLS_OF_COLUMN), place // N_TURNS % CELLS_OF_COLUMN
        x, y = place_x(state, column, side), place_y(state, column, side)
        cube = lift(state, origin)
        if side != ON_TOP:
            column = found(state, x, y)
        turned = TURN_BITS[cube >> 7, place % N_TURNS] | (cube & np.uint8(255 - DOMES))
        put(state, column, turned)
    state[SIDE] ^= 1


@lean
def _play_walk(state: Packed, number: int, target: int) -> None:
    """C12, C17 to C19: a sceptre goes to a face, and what that does."""
    colour = number >> 1
    column, face = np.uint8(target // N_FACES), np.uint8(target % N_FACES)
    level = np.uint8(face % LEVELS + 1)
    left, left_level = state[SCEPTRES + 3 * number], state[SCEPTRES + 3 * number + 1]
    step_off(state, number)
    stand(state, number, column, level, np.uint8(face // LEVELS))
    for other in range(4):
        if other != number and state[SCEPTRES + 3 * other] == column and state[SCEPTRES + 3 * other + 1] == level:
            state[OVER] = 1 + (colour if other >> 1 != colour else 1 - colour)
    own = WHITE_BIT * colour
    if (
        state[HEIGHT + left] == left_level
        and state[CUBES + 16 * left + left_level] & WHITE_BIT != own
        and state[CUBES + 16 * column + level] & WHITE_BIT == own
    ):
        lift(state, left)


@lean
def make(state: Packed, action: int, undo: Undo) -> None:
    """Play a legal action; `undo` receives the whole state, which is small enough."""
    for i in range(UNDO_SIZE):
        undo[i] = np.int64(word(state, i))
    _play(state, action)
    set_word(state, KEY, _combined(state))


@lean
def unmake(state: Packed, action: int, undo: Undo) -> None:
    """Take back the last action, so that every byte of the state is as before."""
    for i in range(UNDO_SIZE):
        set_word(state, i, np.uint64(undo[i]))


@lean
def _combined(state: Packed) -> np.uint64:
    """C21: the key of a position, from the contents of its columns and their places relative to one another."""
    least_x = least_y = 1 << 30
    for column in range(N_COLUMNS):
        if state[HEIGHT + column]:
            least_x, least_y = min(least_x, place_x(state, column, HERE)), min(least_y, place_y(state, column, HERE))
    total = SIDE_KEY if state[SIDE] else np.uint64(0)
    for column in range(N_COLUMNS):
        if state[HEIGHT + column]:
            dx, dy = word(state, X + column) - np.uint64(least_x), word(state, Y + column) - np.uint64(least_y)
            mixed = word(state, CONTENT + column) + dx * PLACE_KEYS[0] + dy * PLACE_KEYS[1]
            mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
            total += mixed ^ (mixed >> np.uint64(29))
    return total


@lean
def key_of(state: Packed) -> int:
    """The key of a position; `make` keeps `key(state)` equal to it."""
    return np.int64(_combined(state))


@lean
def _has_move(state: Packed) -> bool:
    """C20: is there any move, even one that joins the own sceptres? Looks no further than the first sceptre that has one."""
    stops = np.uint64(0)
    for which in range(2):
        if stops == 0:
            reach = gather(state, 2 * state[SIDE] + which)
            for column in range(reach, reach + N_COLUMNS):
                stops |= word(state, column)
    erase(state)
    return stops != 0 or cube_moves(state, state.view(np.int32)[:0]) > 0


@lean
def result(state: Packed) -> int:
    """C18 to C20; draws by history (C21, C22) are no part of a position."""
    if state[OVER] == 0:
        if _has_move(state):
            return ONGOING
        return SEAT_1_WINS if state[SIDE] == 0 else SEAT_0_WINS
    if state[OVER] == DRAWN:
        return DRAW
    return SEAT_0_WINS if state[OVER] == 1 else SEAT_1_WINS


# --- Random games -------------------------------------------------------------------------------------------------------


@compiled
def playout(state: Packed, generator: Generator) -> int:
    """Play random moves to the end, in place, and return how many; C22 makes a draw of a long one. No key is kept."""
    actions = np.empty(MAX_MOVES, np.int32)
    for plies in range(MAX_PLIES):
        n = _find_moves(state, actions)
        if n == 0:
            return plies
        action = _pick(state, actions, below(generator, n))
        erase(state)
        _play(state, action)
    if result(state) == ONGOING:
        state[OVER] = DRAWN
    return MAX_PLIES
