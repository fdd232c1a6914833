"""What an Axom position is worth: pawns and where they stand, what both heads have to fear, and who is to move.

A score is the sum of weights set by hand, in hundredths of a pawn and seen by the side to move. What X20 leaves of a side's moves
is worth something too: a movement made three times is no move, for whoever makes it has resigned, and one made before is a part of
one. Where X22 is played, every score fades towards nothing as its draw comes nearer, so that whoever is ahead gets on with it.
"""

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text, numeral
from alcove.jit import inlined, lean

from .kernel import (
    BOARD,
    COUNT,
    DRAW_PLIES,
    FIRST_DIRECTION,
    FLIP,
    FOURS,
    HEAD,
    HEART,
    KIND,
    LENGTH,
    LIST,
    MOST_TIMES,
    N_ACTIONS,
    N_CELLS,
    OPTIONS,
    QUIET,
    RAY,
    ROOM,
    SIDE,
    TAKEN_SHIFT,
    TAKES_HEAD,
    WALK_MASK,
    WALK_START,
    Packed,
    head_walk,
    times_left,
    walk_by,
    walk_of,
    walk_towards,
)

SEARCH = "alphabeta"
WIN = 30_000
WIN_ZONE = 29_000
COUNT_PLIES = True
WINDOW = 40
FULL_MOVES = 3
REDUCTION_DIVISOR = 2.0
PRUNE_AFTER = (0, 12, 20)
QUIET_PLIES = 3
PAWN = 100
PRIOR_TEMPERATURE = 300.0
VALUE_SCALE = 250.0

HEAD_IS_LOST = WIN_ZONE - 1
"""The worth of a position whose mover can take the head: as good as won, but not yet counted in plies."""

# --- Tables ---------------------------------------------------------------------------------------------------------


def _pair_classes() -> npt.NDArray[np.uint8]:
    """A number for each pair of coordinates below 7 whatever their order: the board is the same on both sides of the
    diagonal between the hearts."""
    numbers = {pair: number for number, pair in enumerate((a, b) for b in range(7) for a in range(b + 1))}
    return np.array([[numbers[min(a, b), max(a, b)] for b in range(7)] for a in range(7)], np.uint8)


_PAIRS = _pair_classes()
N_PAIRS = 28
_COORDINATES = [(cell % 7, cell // 7) for cell in range(N_CELLS)]
STANDS = np.array(
    [[_PAIRS[file, rank] for file, rank in _COORDINATES], [_PAIRS[6 - file, 6 - rank] for file, rank in _COORDINATES]],
    np.uint8,
)
"""Where a cell lies, seen from each side's heart."""
APART = np.array(
    [[_PAIRS[abs(file - f), abs(rank - r)] for f, r in _COORDINATES] for file, rank in _COORDINATES], np.uint8
)
"""How two cells lie to each other."""

NEARNESS = np.array(
    [[6 - max(abs(file - f), abs(rank - r)) for f, r in _COORDINATES] for file, rank in _COORDINATES], np.int64
)
"""How many of the six steps that can lie between two heads do not lie between two cells."""
NEAR_EDGE = np.array([6 - min(file, 6 - file) - min(rank, 6 - rank) for file, rank in _COORDINATES], np.int64)

OPPOSITE = np.array([1, 0, 3, 2, 7, 6, 5, 4], np.uint8)
"""The direction back."""
CELL_BIT = np.array([1 << cell for cell in range(N_CELLS)] + [0], np.uint64)
PATH_BITS = np.zeros((N_ACTIONS, 4), np.uint64)
"""The cells a walk of each length enters, one bit each."""
for _action in range(N_ACTIONS):
    for _length in range(1, 4):
        PATH_BITS[_action, _length] = PATH_BITS[_action, _length - 1] | CELL_BIT[RAY[_action, _length - 1]]
AROUND = np.array(
    [np.bitwise_or.reduce(CELL_BIT[RAY[8 * cell : 8 * cell + 8, 0]]) for cell in range(N_CELLS)], np.uint64
)
"""The cells beside a cell."""

# --- Weights --------------------------------------------------------------------------------------------------------

# Where each kind of weight begins. The first three have a place for each kind of piece and pair of coordinates.
STAND = 0  # a piece, by where it stands seen from its heart
NEAR_FOE = STAND + 8 * N_PAIRS  # a stack, by how it lies to the other head
NEAR_OWN = NEAR_FOE + 8 * N_PAIRS  # a stack, by how it lies to its own head
BESET = NEAR_OWN + 8 * N_PAIRS  # by how many cells on and beside the head the other side's stacks can enter, 0 to 9
ESCAPES = BESET + 10  # by how many steps lead the head out of their reach, 0 to 8
MOBILITY = ESCAPES + 9  # for each move, for each time that X20 leaves of it: three where it has not been made
REACH = MOBILITY + 1  # for each cell that some stack can enter
TAKES = REACH + 1  # by the most pawns that a move of the side to move takes, 0 to 6
WAITS = TAKES + 7  # the same for the other side
HEART_EMPTY = WAITS + 7  # X17: the next pawn taken comes home
HEART_FOE = HEART_EMPTY + 1  # the other side stands on the heart
IN_DANGER = HEART_FOE + 1  # the side to move must save its head
TEMPO = IN_DANGER + 1  # being the one to move
N_WEIGHTS = TEMPO + 1


def _weights() -> npt.NDArray[np.int32]:
    """Pawns first, a little more in stacks of four, which cannot be taken (X11); then a free and unharassed head, a heart
    that gives pawns back, room to move, and captures that hang."""
    weights = np.zeros(N_WEIGHTS, np.int32)
    for kind in range(1, 5):
        for low, high in combinations_with_replacement(range(7), 2):
            place = kind * N_PAIRS + int(_PAIRS[low, high])
            weights[STAND + place] = PAWN * kind + 30 * (kind == 4) + 2 * min(low, 6 - low)
            weights[NEAR_FOE + place] = 3 * max(0, 4 - high)
            weights[NEAR_OWN + place] = 2 * max(0, 3 - high)
    weights[BESET : BESET + 10] = -8 * np.arange(10)
    weights[ESCAPES : ESCAPES + 9] = (-60, -25, -10, 0, 5, 8, 10, 12, 12)
    weights[MOBILITY], weights[REACH] = 4, 3  # the former in thirds
    weights[TAKES : TAKES + 7] = 10 * np.arange(7)
    weights[WAITS : WAITS + 7] = 5 * np.arange(7)
    weights[HEART_EMPTY], weights[HEART_FOE], weights[IN_DANGER], weights[TEMPO] = 30, -30, -80, 15
    return weights


WEIGHTS = _weights()

MANY, HUNT_HEAD, HUNT_EDGE, HUNT_SCALE = 8, 10, 10, 4
"""From how few pawns on a head is hunted, and for each pawn less how much a step nearer counts, if the hunting head makes it and
not a stack, and a cell nearer to the edge."""


@inlined
def popcount(word: int) -> int:
    n = 0
    while word:
        word &= word - np.uint64(1)
        n += 1
    return n


Survey = tuple[int, int, int, int, int]


@inlined
def survey(state: Packed, side: int) -> Survey:
    """What a side could do if it were to move, without losing by X20: the cells its stacks can enter, those its head can, how
    many moves are left, each as often as X20 still allows it, the most pawns one takes, and `TAKES_HEAD` if one takes the head."""
    reach, steps, n, most, takes_head = np.uint64(0), np.uint64(0), 0, 0, 0
    flip, options, fours, pieces = FLIP[side], state[OPTIONS] & 3, state[FOURS + side], LIST + ROOM * side
    start = WALK_START[options, fours, HEAD]
    first = np.uint32(state[pieces]) * 8
    for action in range(first, first + 8):
        walk = np.int64(head_walk(state, action, flip, start))
        if walk:
            left = times_left(state, side, action, walk)
            if left > 0:
                steps |= CELL_BIT[RAY[action, 0]]
                n += left
                most = max(most, walk >> TAKEN_SHIFT)
                takes_head |= walk & TAKES_HEAD
    for i in range(2, state[COUNT + side]):
        origin = state[pieces + i]
        kind = state[BOARD + origin] & KIND
        start, mask = WALK_START[options, fours, kind], WALK_MASK[kind]
        first = np.uint32(origin) * 8 + FIRST_DIRECTION[kind]
        for action in range(first, first + 4):
            walk = np.int64(walk_towards(state, action, flip, start, mask))
            if walk:
                left = times_left(state, side, action, walk)
                if left > 0:
                    reach |= PATH_BITS[action, walk & LENGTH]
                    n += left
                    most = max(most, walk >> TAKEN_SHIFT)
                    takes_head |= walk & TAKES_HEAD
    return reach, steps, n, most, takes_head


@inlined
def _standing(state: Packed, side: int) -> int:
    """What a side's pieces are worth where they stand."""
    own, foe = state[LIST + ROOM * side], state[LIST + ROOM * (1 - side)]
    score = WEIGHTS[STAND + HEAD * N_PAIRS + STANDS[side, own]]
    for i in range(2, state[COUNT + side]):
        cell = state[LIST + ROOM * side + i]
        row = (state[BOARD + cell] & KIND) * np.uint32(N_PAIRS)
        score += (
            WEIGHTS[STAND + row + STANDS[side, cell]]
            + WEIGHTS[NEAR_FOE + row + APART[cell, foe]]
            + WEIGHTS[NEAR_OWN + row + APART[cell, own]]
        )
    heart = state[BOARD + HEART[side]]
    if heart == 0:
        score += WEIGHTS[HEART_EMPTY]
    elif heart >> 3 != side:
        score += WEIGHTS[HEART_FOE]
    return score


@inlined
def _safety(state: Packed, side: int, steps: int, danger: int) -> int:
    """What a side's head has to fear, where `danger` is what the other side's stacks can enter."""
    head = state[LIST + ROOM * side]
    beset = popcount(danger & (AROUND[head] | CELL_BIT[head]))
    return WEIGHTS[BESET + beset] + WEIGHTS[ESCAPES + popcount(steps & ~danger)]


@inlined
def _pawns(state: Packed, side: int) -> int:
    n = np.int64(0)
    for i in range(2, state[COUNT + side]):
        n += np.int64(state[BOARD + state[LIST + ROOM * side + i]] & KIND)
    return n


@inlined
def _hunt(state: Packed, side: int, few: int) -> int:
    """What it is worth to be near the other head, which has `few` pawns less than `MANY` left around it, and to have it near the
    edge: whoever is ahead must take it, as nothing else ends the game soon. (Near stacks are worth something; far ones cost
    nothing, or the hunter would throw them away.)"""
    own, foe = state[LIST + ROOM * side], state[LIST + ROOM * (1 - side)]
    score = HUNT_HEAD * NEARNESS[own, foe] + HUNT_EDGE * NEAR_EDGE[foe]
    for i in range(2, state[COUNT + side]):
        score += NEARNESS[state[LIST + ROOM * side + i], foe]
    return score * few // HUNT_SCALE


@inlined
def _chase(state: Packed, side: int) -> int:
    """Whoever has more pawns hunts the other head, the harder the fewer pawns are left to it."""
    foe = np.uint8(1) - side
    own_pawns, foe_pawns = _pawns(state, side), _pawns(state, foe)
    if own_pawns > foe_pawns:
        return _hunt(state, side, max(MANY - foe_pawns, np.int64(0)))
    if own_pawns < foe_pawns:
        return -_hunt(state, foe, max(MANY - own_pawns, np.int64(0)))
    return np.int64(0)


@inlined
def balance(state: Packed, own: Survey, other: Survey) -> int:
    """The worth of a position to the side to move, who cannot take the head, before X22 is thought of; `own` is what that
    side can do, `other` what the other could."""
    side = state[SIDE]
    foe = np.uint8(1) - side
    reach, steps, n, most, _ = own
    foe_reach, foe_steps, foe_n, foe_most, foe_takes_head = other
    score = WEIGHTS[TEMPO] + WEIGHTS[TAKES + most] - WEIGHTS[WAITS + foe_most]
    if foe_takes_head:
        score += WEIGHTS[IN_DANGER]
    score += WEIGHTS[MOBILITY] * n // MOST_TIMES - WEIGHTS[MOBILITY] * foe_n // MOST_TIMES
    score += WEIGHTS[REACH] * (popcount(reach) - popcount(foe_reach))
    score += _safety(state, side, steps, foe_reach) - _safety(state, foe, foe_steps, reach)
    return score + _chase(state, side) + _standing(state, side) - _standing(state, foe)


@inlined
def faded(state: Packed, score: int) -> int:
    """A score as the draw of X22 comes nearer."""
    words = state.view(np.int64)
    limit = words[DRAW_PLIES]
    return score if limit == 0 else score * (limit - words[QUIET]) // limit


@lean
def evaluate(state: Packed) -> int:
    """The worth of an unfinished position to the side to move; `HEAD_IS_LOST` if that side takes the head."""
    own = survey(state, state[SIDE])
    if own[4]:
        return HEAD_IS_LOST
    return faded(state, balance(state, own, survey(state, np.uint8(1) - state[SIDE])))


@lean
def outcome_score(state: Packed, result: int) -> int:
    """X19, X21: a game won or lost; X22: a draw."""
    return result * WIN if state[SIDE] == 0 else -result * WIN


# --- Moves worth a look ---------------------------------------------------------------------------------------------

TACTICAL_SCORE = 1 << 20
"""From here on, the search neither reduces nor leaves out a move."""


@lean
def order(state: Packed, actions: npt.NDArray[np.int32], n: int, scores: npt.NDArray[np.int32]) -> None:
    """The head first, then what takes most with least; what X20 has made losing last."""
    comes_home = state[BOARD + HEART[1 - state[SIDE]]] == 0
    for i in range(n):
        walk = np.int64(walk_of(state, np.uint32(actions[i])))
        score = 0
        if times_left(state, state[SIDE], actions[i], walk) <= 0:
            score = -TACTICAL_SCORE
        elif walk > LENGTH:
            lost = (walk >> TAKEN_SHIFT) - comes_home
            if walk & TAKES_HEAD:
                score = 2 * TACTICAL_SCORE
            elif lost > 0:
                score = TACTICAL_SCORE + 64 * lost - (walk & LENGTH)
            else:
                score = 64
        scores[i] = score


@lean
def promise(score: int) -> int:
    """The most that a move with this ordering score can gain: the pawns it takes, and what their loss may mean."""
    return ((score - TACTICAL_SCORE + LENGTH) >> 6) * PROMISE_PER_PAWN + PROMISE_MARGIN


PROMISE_PER_PAWN, PROMISE_MARGIN = 130, 60


@inlined
def _head_taker(state: Packed, side: int) -> int:
    """X12, X15: an action of a side, as if it were to move, that takes the other head; or −1."""
    head = state[LIST + ROOM * (1 - side)]
    for direction in range(8):
        for place in range(3):
            cell = RAY[np.uint32(head) * 8 + direction, place]
            content = state[BOARD + cell]
            kind = content & KIND
            if kind == 0 or kind > HEAD or content >> 3 != side:
                continue
            back = np.uint32(cell) * 8 + OPPOSITE[direction]
            follows = kind == HEAD or kind & 1 == direction >> 2  # X6
            if follows and walk_by(state, side, back) & TAKES_HEAD:
                return np.int64(back)
    return np.int64(-1)


@lean
def winning_action(state: Packed) -> int:
    """X19: a move that takes the other head, or −1."""
    return _head_taker(state, state[SIDE])


@lean
def is_threatened(state: Packed) -> bool:
    """Can the other side take the head of the side to move?"""
    return _head_taker(state, np.uint8(1) - state[SIDE]) >= 0


@lean
def tactical(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """The moves after which fewer pawns stand on the board, and those that take the head; none that loses by X20."""
    side = state[SIDE]
    flip, options, fours, pieces = FLIP[side], state[OPTIONS] & 3, state[FOURS + side], LIST + ROOM * side
    least = 2 << TAKEN_SHIFT if state[BOARD + HEART[1 - side]] == 0 else 1 << TAKEN_SHIFT
    n = 0
    start = WALK_START[options, fours, HEAD]
    first = np.uint32(state[pieces]) * 8
    for action in range(first, first + 8):
        walk = np.int64(head_walk(state, action, flip, start))
        if walk & TAKES_HEAD or (walk >= least and times_left(state, side, action, walk) > 0):
            actions[n] = action
            n += 1
    for i in range(2, state[COUNT + side]):
        origin = state[pieces + i]
        kind = state[BOARD + origin] & KIND
        start, mask = WALK_START[options, fours, kind], WALK_MASK[kind]
        first = np.uint32(origin) * 8 + FIRST_DIRECTION[kind]
        for action in range(first, first + 4):
            walk = np.int64(walk_towards(state, action, flip, start, mask))
            actions[n] = action
            n += walk & TAKES_HEAD != 0 or (walk >= least and times_left(state, side, action, walk) > 0)
    return n


# --- In words -------------------------------------------------------------------------------------------------------


def tell(value: int) -> tuple[float, Text]:
    """A search value in pawns, and in words."""
    if abs(value) < WIN_ZONE - 1:
        pawns = value / PAWN
        shown = numeral(pawns, 1, "+")
        return pawns, Text(f"{shown.en} pawns", f"{shown.fr} pions")
    moves = max(1, (WIN - abs(value) + 1) // 2)
    many = "s" if moves > 1 else ""
    score = (PAWN if value > 0 else -PAWN) * 1.0
    if value > 0:
        return score, Text(f"wins in {moves} move{many}", f"gagne en {moves} coup{many}")
    return score, Text(f"loses in {moves} move{many}", f"perd en {moves} coup{many}")
