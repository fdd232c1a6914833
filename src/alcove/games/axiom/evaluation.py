"""What an Axiom position is worth: how far the sceptres can go, how open they stand, who has cubes to move.

Scores are hundredths of a cube, seen by the side to move. A sceptre that can stop on an enemy sceptre's cube ends the game,
so the search never judges a position where that is possible: `tactical` gives the winning moves, `is_threatened` tells
when the other side would have one, and such positions are searched on.
"""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text, numeral
from alcove.jit import inlined, lean
from alcove.jit.bits import count_bits, lowest_bit, word

from .columns import (
    CUBE_FACES,
    CUBES,
    HEIGHT,
    LEVELS,
    N_COLUMNS,
    N_FACES,
    OPEN,
    REACH,
    ROOMY,
    SCEPTRES,
    SIDE,
    UP,
    WHITE_BIT,
    Packed,
)
from .kernel import FIRST_WALK, PER_SCEPTRE, free_cubes
from .reaching import erase, gather

SEARCH = "alphabeta"
WIN = 30_000
WIN_ZONE = 29_000
COUNT_PLIES = True
WINDOW = 40
FULL_MOVES = 4
REDUCTION_DIVISOR = 2.0
PRUNE_AFTER = (0, 24, 48)
QUIET_PLIES = 2
CUBE = 100
PRIOR_TEMPERATURE = 300.0
VALUE_SCALE = 200.0

# Weights, by number; benches/tune_axiom.py fits them to self-play.
MOBILITY = 0  # a sceptre with so many stops, up to MOST_STOPS
MOST_STOPS = 31
EXPOSED = MOBILITY + MOST_STOPS + 1  # a sceptre on a cube with so many faces that an enemy could stop on
LEVEL = EXPOSED + 6  # a sceptre on a cube at this level, up to HIGHEST
HIGHEST = 6
UPRIGHT = LEVEL + HIGHEST + 1  # a sceptre that stands on top of its cube
ABROAD = UPRIGHT + 1  # a sceptre on an enemy cube, which it takes by going home
FREE = ABROAD + 1  # a side with so many cubes free to move
OWNED = FREE + 7  # a side with so many cubes at all
THREATENED = OWNED + 7  # the side to move, if it has to parry
TEMPO = THREATENED + 1  # the side to move
N_WEIGHTS = TEMPO + 1

Weights = npt.NDArray[np.int16]
WEIGHTS: Weights = np.array(json.loads((Path(__file__).parent / "weights.json").read_text()), np.int16)


@inlined
def enemy_faces(state: Packed, number: int) -> np.uint64:
    """The faces of the cube under a sceptre, as bits of its column."""
    return CUBE_FACES << np.uint64(state[SCEPTRES + 3 * number + 1] - 1)


@lean
def attacks(state: Packed, side: int) -> int:
    """C18: on how many faces a sceptre of `side` could stop and win, were it to move."""
    hits = 0
    for which in range(2):
        reach = gather(state, 2 * side + which)
        for enemy in range(2 - 2 * side, 4 - 2 * side):
            hits += count_bits(word(state, reach + state[SCEPTRES + 3 * enemy]) & enemy_faces(state, enemy))
    erase(state)
    return hits


@lean
def is_threatened(state: Packed) -> bool:
    """Would the other side win if it were to move?"""
    return attacks(state, 1 - state[SIDE]) > 0


@inlined
def count_stops(state: Packed, reach: int) -> int:
    """How many faces `gather` has found."""
    n_stops = 0
    for place in range(reach, reach + N_COLUMNS):
        n_stops += count_bits(word(state, place))
    return n_stops


@inlined
def exposed_faces(state: Packed, number: int) -> np.uint64:
    """The faces of the cube under a sceptre that another could stop on, as bits of its column."""
    column = state[SCEPTRES + 3 * number]
    return word(state, OPEN + column) & word(state, ROOMY + column) & enemy_faces(state, number)


@inlined
def is_abroad(state: Packed, number: int) -> bool:
    """Does a sceptre stand on a cube of the other side?"""
    column, level = state[SCEPTRES + 3 * number], state[SCEPTRES + 3 * number + 1]
    return state[CUBES + 16 * column + level] & WHITE_BIT != WHITE_BIT * (number >> 1)


@inlined
def worth_of_sceptre(state: Packed, number: int, n_stops: int, weights: Weights) -> int:
    """The worth of a sceptre that can stop on this many faces."""
    sceptre = SCEPTRES + 3 * number
    worth = weights[MOBILITY + min(n_stops, MOST_STOPS)]
    worth += weights[EXPOSED + count_bits(exposed_faces(state, number))]
    worth += weights[LEVEL + min(state[sceptre + 1], HIGHEST)]
    if state[sceptre + 2] == UP:
        worth += weights[UPRIGHT]
    if is_abroad(state, number):
        worth += weights[ABROAD]
    return worth


@inlined
def count_cubes(state: Packed, side: int) -> int:
    n_cubes, colour = 0, WHITE_BIT * side
    for column in range(N_COLUMNS):
        for level in range(1, state[HEIGHT + column] + 1):
            if state[CUBES + 16 * column + level] & WHITE_BIT == colour:
                n_cubes += 1
    return n_cubes


@lean
def _worth_of_side(state: Packed, side: int, weights: Weights) -> int:
    """What one side's pieces are worth, apart from threats."""
    worth = 0
    for number in range(2 * side, 2 * side + 2):
        worth += worth_of_sceptre(state, number, count_stops(state, gather(state, number)), weights)
    erase(state)
    n_free = count_bits(np.uint64(free_cubes(state, side)))
    return worth + weights[FREE + n_free] + weights[OWNED + count_cubes(state, side)]


@lean
def worth(state: Packed, weights: Weights) -> int:
    """The worth of an unfinished position to the side to move: linear in the weights."""
    side = state[SIDE]
    difference = _worth_of_side(state, side, weights) - _worth_of_side(state, 1 - side, weights)
    return weights[TEMPO] + difference + (weights[THREATENED] if is_threatened(state) else 0)


@lean
def evaluate(state: Packed) -> int:
    return worth(state, WEIGHTS)


@lean
def outcome_score(state: Packed, result: int) -> int:
    """A finished game is won or lost."""
    return result * WIN if state[SIDE] == 0 else -result * WIN


WINS, GOES_HOME, WALKS = 1 << 22, 600, 300


@lean
def order(state: Packed, actions: npt.NDArray[np.int32], n: int, scores: npt.NDArray[np.int32]) -> None:
    """Wins first, then what takes a cube, then the other walks, then cubes."""
    side = state[SIDE]
    for i in range(n):
        if actions[i] < FIRST_WALK:
            scores[i] = 0
            continue
        place = actions[i] - FIRST_WALK
        number, target = 2 * side + place // PER_SCEPTRE, place % PER_SCEPTRE
        column, level = np.uint8(target // N_FACES), np.uint8(target % N_FACES % LEVELS + 1)
        scores[i] = WALKS
        left, left_level = state[SCEPTRES + 3 * number], state[SCEPTRES + 3 * number + 1]
        own = WHITE_BIT * side
        if (
            state[CUBES + 16 * left + left_level] & WHITE_BIT != own
            and state[CUBES + 16 * column + level] & WHITE_BIT == own
            and state[HEIGHT + left] == left_level
        ):
            scores[i] = GOES_HOME
        for enemy in range(2 - 2 * side, 4 - 2 * side):
            if state[SCEPTRES + 3 * enemy] == column and state[SCEPTRES + 3 * enemy + 1] == level:
                scores[i] = WINS


@lean
def winning_action(state: Packed) -> int:
    """C18: a move that wins at once, or −1."""
    side, action = state[SIDE], np.int64(-1)
    for which in range(2):
        reach = gather(state, 2 * side + which)
        for enemy in range(2 - 2 * side, 4 - 2 * side):
            column = state[SCEPTRES + 3 * enemy]
            stops = word(state, reach + column) & enemy_faces(state, enemy)
            if stops and action < 0:
                action = FIRST_WALK + (reach - REACH + column) * N_FACES + lowest_bit(stops)
    erase(state)
    return action


@lean
def tactical(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """C18: a move that wins at once, if there is one."""
    actions[0] = winning_action(state)
    return np.int64(actions[0] >= 0)


def tell(value: int) -> tuple[float, Text]:
    """A search value in cubes, and in words."""
    if abs(value) < WIN_ZONE:
        cubes = value / CUBE
        shown = numeral(cubes, 1, "+")
        return cubes, Text(f"{shown.en} cubes", f"{shown.fr} cubes")
    moves = max(1, (WIN - abs(value) + 1) // 2)
    many = "s" if moves > 1 else ""
    score = 1.0 * (CUBE if value > 0 else -CUBE)
    if value > 0:
        return score, Text(f"wins in {moves} move{many}", f"gagne en {moves} coup{many}")
    return score, Text(f"loses in {moves} move{many}", f"perd en {moves} coup{many}")
