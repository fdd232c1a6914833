"""What AxxA's plies are worth, by public facts alone: the judgement behind the search over worlds.

`rate` looks one ply ahead without looking under a piece. It sketches the position after each ply in bit masks: which
cells show a number, which piles have a known number second, which tops would be turned up unseen. A sketch has a
score, the sum of `WEIGHTS` times what `_features` counts; the weights were fitted by playing (docs/engines/axxa.md).
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text, numeral
from alcove.jit import lean
from alcove.jit.bits import count_bits, lowest_bit, word

from .kernel import (
    CHOICES,
    DUEL,
    HIDDEN,
    LEFT,
    NEEDED,
    OCCUPIED,
    PAYMENTS,
    SEAT,
    SHAPE,
    SLOT_AT,
    SLOTS,
    TRIPLETS,
    Packed,
    following,
    moves,
    open_targets,
    skips,
)
from .rules import SET
from .tables import BIT, LOWEST, MORE, N_CELLS, N_SLOTS, REACH, TARGET, THIRDS, TRIPLE_CELLS

SEARCH = "worlds"
WIDTH = 12
PRIOR_TEMPERATURE = 1.0
EXPLORATION = 0.3
LEAD_SCALE = 4
"""In a duel: the triplets that are worth 1. A large lead leaves the range from 0 to 1, which harms nothing; with 24, so
that it never could, a triplet weighed too little against curiosity."""
LEAD_OF_A_LIKELY_WIN = 0.8
"""In a duel: the lead in triplets at which a win is e times as likely as a loss."""

Masks = npt.NDArray[np.uint64]
Weights = npt.NDArray[np.float64]

# --- Sketches ---------------------------------------------------------------------------------------------------------

FILLED, UNKNOWN, SECOND = 0, 7, 7
"""Masks of a sketch: cells with a pile; 1 to 6: cells that show a number; cells whose top nobody has seen yet; after
that, 8 to 13: cells whose second piece is known to be a number."""
N_MASKS = 14


class Sketch(NamedTuple):
    """Work space of `rate`."""

    now: Masks
    after: Masks
    left: npt.NDArray[np.int64]  # pieces of each number on the board after the ply
    chance: npt.NDArray[np.float64]  # how likely an unseen piece is each number
    features: npt.NDArray[np.float64]


def new_sketch() -> Sketch:
    return Sketch(
        np.zeros(N_MASKS, np.uint64),
        np.zeros(N_MASKS, np.uint64),
        np.zeros(7, np.int64),
        np.zeros(7),
        np.zeros(N_FEATURES),
    )


@lean
def _read(state: Packed, sketch: Sketch) -> None:
    """The sketch of a position as it is."""
    masks, chance = sketch.now, sketch.chance
    for i in range(N_MASKS):
        masks[i] = np.uint64(0)
    for number in range(1, 7):
        chance[number] = state[LEFT + number - 1]
    total = 0.0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if state[slot + 1]:
            bit = BIT[state[slot]]
            masks[state[slot + 1]] |= bit
            if state[slot + 2] and not state[slot + 2] & HIDDEN:
                masks[SECOND + state[slot + 2]] |= bit
        for i in range(slot + 1, slot + 4):
            if state[i] & HIDDEN:
                total += 1.0
            elif state[i]:
                chance[state[i]] -= 1.0
    masks[FILLED] = word(state, OCCUPIED)
    for number in range(1, 7):
        chance[number] = chance[number] / total if total else 0.0


@lean
def _uncover(masks: Masks, cell: int, second: int, third: int) -> None:
    """The top of a pile has gone; what lies beneath it comes up."""
    bit = BIT[cell]
    if second == 0:
        masks[FILLED] ^= bit
        return
    if second & HIDDEN:
        masks[UNKNOWN] |= bit
    else:
        masks[SECOND + second] ^= bit
        masks[second] |= bit
    if third and not third & HIDDEN:
        masks[SECOND + third] |= bit


@lean
def _near(shape: int, tops: np.uint64) -> np.uint64:
    """A6: the cells that make a triple with two of these tops."""
    found = np.uint64(0)
    while tops:
        a = lowest_bit(tops)
        tops &= tops - np.uint64(1)
        others = tops
        while others:
            found |= THIRDS[shape, a, lowest_bit(others)]
            others &= others - np.uint64(1)
    return found


@lean
def _ways_to(filled: np.uint64, cell: int, number: int, goals: np.uint64) -> int:
    """A4: how many of these goals a pile on `cell` that shows `number` can reach."""
    row = np.uint8(6 * cell + number - 1)
    if REACH[row] & goals == np.uint64(0):
        return 0
    n = 0
    while True:
        targets = open_targets(filled, row)
        while targets:
            if BIT[TARGET[row, LOWEST[targets]]] & goals:
                n += 1
            targets &= np.uint8(targets - 1)
        row = MORE[row]
        if row == 0:
            return n


@lean
def _ready(masks: Masks, shape: int, number: int, near: np.uint64) -> int:
    """How many slides would complete a triplet of `number`: one of three tops joins two, or a pile turns one up."""
    tops, n = masks[number], 0
    if count_bits(tops) >= SET:
        rest = tops
        while rest:
            cell = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            n += _ways_to(masks[FILLED], cell, number, _near(shape, tops ^ BIT[cell]))
    if near:
        rest = masks[SECOND + number]
        while rest:
            cell = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            for top in range(1, 7):
                if masks[top] & BIT[cell]:
                    n += _ways_to(masks[FILLED], cell, top, near)
    return n


# --- Features ---------------------------------------------------------------------------------------------------------

CLOSE = 2
"""How many of the numbers to come are examined closely."""
TOPS, PAIR, COMPLETE, READY, KNOWN, LUCKY, GOALS = range(7)
"""Of each of them: tops; is there a pair that a third can join; a triplet; slides that make one; known second pieces;
the chance that an unseen top makes one; how many cells a third could go to."""
N_CLOSE = 7
FAR_TOPS = CLOSE * N_CLOSE  # then, of the numbers farther on: tops and known second pieces
FAR_KNOWN = FAR_TOPS + 1
SPARE = FAR_TOPS + 2  # how many needed numbers have no piece to spare, one, two
FREE = SPARE + 3  # is there a top that nobody needs any more, a second one, a third
FREE_KNOWN = FREE + 3
PILES = FREE_KNOWN + 1
UNKNOWN_TOPS = PILES + 1
TAKEN = UNKNOWN_TOPS + 1
N_FEATURES = TAKEN + 1


@lean
def _count_features(state: Packed, sketch: Sketch, needed: int) -> None:
    """Fill `sketch.features` from `sketch.after`."""
    masks, features, shape = sketch.after, sketch.features, state[SHAPE]
    for i in range(N_FEATURES):
        features[i] = 0.0
    unknown = masks[UNKNOWN]
    n_unknown = count_bits(unknown)
    still_needed, known_needed = np.uint64(0), np.uint64(0)
    number = needed
    for distance in range(6):
        if number == 0:
            break
        tops, known = masks[number], masks[SECOND + number]
        still_needed |= tops
        known_needed |= known
        spare = sketch.left[number] - SET
        if spare < 3:
            features[SPARE + max(spare, 0)] += 1.0
        n_tops = count_bits(tops) + sketch.chance[number] * n_unknown
        if distance >= CLOSE:
            features[FAR_TOPS] += n_tops
            features[FAR_KNOWN] += count_bits(known)
        else:
            near = _near(shape, tops)
            at = distance * N_CLOSE
            features[at + TOPS] = min(n_tops, 4.0)
            features[at + PAIR] = near != np.uint64(0)
            features[at + COMPLETE] = near & tops != np.uint64(0)
            features[at + READY] = min(_ready(masks, shape, number, near), 2)
            features[at + KNOWN] = count_bits(known)
            features[at + LUCKY] = min(sketch.chance[number] * count_bits(near & unknown), 1.0)
            features[at + GOALS] = min(count_bits(near) / 8.0, 2.0)
        number = following(state, number)
        if number == needed:
            break
    free = count_bits(masks[FILLED] & ~(still_needed | unknown))
    for i in range(min(free, 3)):
        features[FREE + i] = 1.0
    for i in range(1, 7):
        features[FREE_KNOWN] += count_bits(masks[SECOND + i] & ~known_needed)
    features[PILES] = count_bits(masks[FILLED])
    features[UNKNOWN_TOPS] = n_unknown


_GROUPS = ("close", "far", "spare", "free", "free_known", "piles", "unknown_tops", "taken")


def _weights(mode: str) -> Weights:
    """The weights of a mode from weights.json, in the order of the features."""
    groups = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))[mode]
    return np.concatenate([np.ravel(groups[name]) for name in _GROUPS])


WEIGHTS = np.array([_weights("together"), _weights("duel")])

# --- Rating plies -----------------------------------------------------------------------------------------------------

LOST = -1e6


@lean
def _take(state: Packed, sketch: Sketch, needed: int, cells: int, moved: int, second: int, third: int) -> int:
    """A6: three tops go. `cells` are three bytes; the pile on `moved` has the pieces `second` and `third` by now.
    Returns the number needed then."""
    masks = sketch.after
    for i in range(SET):
        cell = cells >> 8 * i & 255
        masks[needed] ^= BIT[cell]
        if cell == moved:
            _uncover(masks, cell, second, third)
        else:
            slot = SLOTS + 4 * np.int64(state[SLOT_AT + cell])
            _uncover(masks, cell, state[slot + 2], state[slot + 3])
    sketch.left[needed] -= SET
    return _next_needed(state, sketch, needed)


@lean
def _next_needed(state: Packed, sketch: Sketch, needed: int) -> int:
    number = following(state, needed)
    if skips(state):
        for _ in range(6):
            if number == 0 or sketch.left[number] >= SET:
                return number
            number = following(state, number)
        return 0
    return number


@lean
def _first_set(shape: int, tops: np.uint64) -> int:
    """A6: the cells of a triplet among these tops, in three bytes; 0 if there is none."""
    rest = tops
    while rest:
        a = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        others = rest
        while others:
            b = lowest_bit(others)
            others &= others - np.uint64(1)
            thirds = THIRDS[shape, a, b] & tops
            if thirds:
                return a | b << 8 | lowest_bit(thirds) << 16
    return 0


@lean
def _sketch_slide(state: Packed, sketch: Sketch, action: int, needed: int) -> int:
    """A4 to A6, as far as anybody knows; returns the number needed then."""
    origin, target = (action >> 1) // N_CELLS, (action >> 1) % N_CELLS
    masks = sketch.after
    slot = SLOTS + 4 * np.int64(state[SLOT_AT + origin])
    top, second, third = state[slot + 1], state[slot + 2], state[slot + 3]
    masks[FILLED] ^= BIT[origin] ^ BIT[target]
    masks[top] ^= BIT[origin]
    if second and not second & HIDDEN:
        masks[SECOND + second] ^= BIT[origin]
    if action & 1:
        if third:
            top, second, third = second, third, top
        else:
            top, second = second, top
    if top & HIDDEN:
        masks[UNKNOWN] |= BIT[target]
    else:
        masks[top] |= BIT[target]
    if second and not second & HIDDEN:
        masks[SECOND + second] |= BIT[target]
    cells = _first_set(state[SHAPE], masks[needed])
    if cells:
        return _take(state, sketch, needed, cells, target, second, third)
    return needed


@lean
def _sketch_payment(state: Packed, sketch: Sketch, cell: int, needed: int) -> int:
    """A7, A10; returns the number needed then, −1 if the payment loses the game."""
    slot = SLOTS + 4 * np.int64(state[SLOT_AT + cell])
    number = np.int64(state[slot + 1])
    sketch.after[number] ^= BIT[cell]
    _uncover(sketch.after, cell, state[slot + 2], state[slot + 3])
    sketch.left[number] -= 1
    if sketch.left[number] < SET:
        if state[DUEL]:
            if number == needed and skips(state):
                return _next_needed(state, sketch, needed)
        elif number >= needed:
            return -1
    return needed


@lean
def rate_with(
    weights: Weights, state: Packed, actions: npt.NDArray[np.int32], scores: npt.NDArray[np.float64], sketch: Sketch
) -> int:
    """Write the legal actions and how promising each looks; their number is returned."""
    n = moves(state, actions)
    _read(state, sketch)
    before = np.int64(state[NEEDED])
    for i in range(n):
        action = np.int64(actions[i])
        for k in range(N_MASKS):
            sketch.after[k] = sketch.now[k]
        for number in range(1, 7):
            sketch.left[number] = state[LEFT + number - 1]
        if action < PAYMENTS:
            needed = _sketch_slide(state, sketch, action, before)
        elif action < CHOICES:
            needed = _sketch_payment(state, sketch, action - PAYMENTS, before)
        else:
            a, b, c = TRIPLE_CELLS[action - CHOICES]
            needed = _take(state, sketch, before, a | np.int64(b) << 8 | np.int64(c) << 16, -1, 0, 0)
        scores[i] = LOST
        if needed >= 0:
            _count_features(state, sketch, needed)
            sketch.features[TAKEN] = sketch.left[before] + SET <= state[LEFT + before - 1]
            score = 0.0
            for k in range(N_FEATURES):
                score += weights[k] * sketch.features[k]
            scores[i] = score
    return n


@lean
def rate(state: Packed, actions: npt.NDArray[np.int32], scores: npt.NDArray[np.float64], sketch: Sketch) -> int:
    """Write the legal actions and how promising each looks to the seat to move; their number is returned."""
    return rate_with(WEIGHTS[state[DUEL]], state, actions, scores, sketch)


# --- Finished games ---------------------------------------------------------------------------------------------------


@lean
def worth(state: Packed) -> float:
    """What a finished game is worth to seat 0: 1 if won, 0 if lost; in a duel 0.5 and the lead in triplets, scaled."""
    if state[DUEL]:
        return 0.5 + (np.int64(state[TRIPLETS]) - np.int64(state[TRIPLETS + 1])) / LEAD_SCALE
    return 1.0 if state[NEEDED] == 0 else 0.0


@lean
def is_rival(state: Packed) -> bool:
    """Does the seat to move want the opposite of what seat 0 wants?"""
    return state[DUEL] != 0 and state[SEAT] == 1


def tell(together: bool, worth: float) -> tuple[float, Text, float]:
    """A worth in the game's own terms, in words, and as a chance of winning: the chance itself where all seats win or
    lose together, the lead in triplets where two sides keep their own."""
    if together:
        percent = round(100 * worth)
        return worth, Text(f"{percent}% to win", f"{percent} % de chances de gagner"), worth
    lead = (worth - 0.5) * LEAD_SCALE
    chance = 1.0 / (1.0 + math.exp(-lead / LEAD_OF_A_LIKELY_WIN))
    shown, noun = (
        numeral(lead, 1, "+"),
        "triplet" if abs(lead) < 1.95 else "triplets",
    )  # French counts 1,9 as one; so do we
    return lead, Text(f"{shown.en} {noun}", f"{shown.fr} {noun}"), chance
