"""An evaluation that a small network corrects, inside alpha-beta.

Made once for each game by `instance_for` with three names bound: `kernel`, `evaluation`, the game's hand-made one, which
still orders moves and counts results, and `features` (`FeaturesRoom` in games/rooms.py):

- `gather(state, active)` writes the numbers of the features that are present; how many, and the worth to be corrected,
  which stands as it is if there are none;
- `temper(state, worth)` what becomes of a corrected worth: a share of it; `N_FEATURES`, `MOST_ACTIVE`, `VERSION`;
- `SYMMETRIES` permutations of the features that change no worth, the first of them nothing.

The network: a row of `WIDTH` numbers for each feature, summed over those that are present; two small layers after it.
Whole numbers all the way, so that it says the same on every machine. Its numbers are an argument and not part of the
compiled code: a new network needs no new compilation.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import compiled, inlined, lean
from alcove.jit.vectors import FEW, ROW, add_rows, narrow
from alcove.search.memory import Paper

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]
features: Any = globals()["features"]

WIDTH, HIDDEN = ROW, FEW
ONE_SHIFT, WEIGHT_SHIFT, OUT_SHIFT = 9, 8, 4
ONE = 1 << ONE_SHIFT
"""What 1.0 is inside the network, where numbers are cut off below 0 and above 1."""
MOST_CORRECTION = 4_000

# Where each part of the network begins among its numbers.
ROWS = 0
FIRST_BIAS = ROWS + features.N_FEATURES * WIDTH
SECOND = FIRST_BIAS + WIDTH
SECOND_BIAS = SECOND + WIDTH * HIDDEN
LAST = SECOND_BIAS + HIDDEN
LAST_BIAS = LAST + HIDDEN
N_NUMBERS = LAST_BIAS + 1

MOST_LISTED = features.MOST_ACTIVE

WIN, WIN_ZONE, COUNT_PLIES, WINDOW = evaluation.WIN, evaluation.WIN_ZONE, evaluation.COUNT_PLIES, evaluation.WINDOW
FULL_MOVES, REDUCTION_DIVISOR = evaluation.FULL_MOVES, evaluation.REDUCTION_DIVISOR
PRUNE_AFTER, QUIET_PLIES = evaluation.PRUNE_AFTER, evaluation.QUIET_PLIES
outcome_score, order, tactical = evaluation.outcome_score, evaluation.order, evaluation.tactical
is_threatened = evaluation.is_threatened
if hasattr(evaluation, "promise"):
    promise = evaluation.promise

Numbers = npt.NDArray[np.int16]


@inlined
def _cut(value: int) -> int:
    return min(max(value, np.int64(0)), np.int64(ONE))


@inlined
def _correction(n: int, numbers: Numbers, paper: Paper) -> int:
    """What the network adds to the worth of a position whose features are listed."""
    add_rows(numbers, FIRST_BIAS, paper.listed, 0, n, paper.sums)
    for j in range(WIDTH):
        paper.sums[j] = _cut(paper.sums[j])
    narrow(numbers, SECOND, SECOND_BIAS, WEIGHT_SHIFT, paper.sums, paper.hidden)
    total = np.int64(numbers[LAST_BIAS]) << ONE_SHIFT
    for j in range(HIDDEN):
        total += _cut(paper.hidden[j] >> WEIGHT_SHIFT) * numbers[LAST + j]
    return min(max(total >> (ONE_SHIFT + OUT_SHIFT), -MOST_CORRECTION), MOST_CORRECTION)


@lean
def judge(state: npt.NDArray[np.uint8], numbers: Numbers, paper: Paper) -> int:
    """The worth of an unfinished position to the side to move, corrected by the network."""
    n, worth = features.gather(state, paper.listed)
    if n == 0:
        return worth
    return features.temper(state, worth + _correction(n, numbers, paper))


# --- For those who train ----------------------------------------------------------------------------------------------

WHOLE = 1 << 14


@lean
def _is_quiet(state: npt.NDArray[np.uint8], action: int, actions: npt.NDArray[np.int32]) -> bool:
    """Would the search judge this position rather than look further, and is its best action no tactical one?"""
    if is_threatened(state):
        return False
    for i in range(tactical(state, actions)):  # noqa: SIM110 (numba has no generator expressions)
        if actions[i] == action:
            return False
    return True


@compiled
def collect(
    start: npt.NDArray[np.uint8],
    lengths: npt.NDArray[np.int32],
    played: npt.NDArray[np.int32],
    wanted: npt.NDArray[np.bool_],
    listed: npt.NDArray[np.uint16],
    worths: npt.NDArray[np.float32],
    shares: npt.NDArray[np.float32],
    places: npt.NDArray[np.int64],
) -> int:
    """Play games again that begin with `start` and write down the positions before the wanted plies, quiet ones only: their
    features, the worths to be corrected, what share of it counts, and which plies they were; how many there are."""
    n, place = 0, 0
    actions, undo = np.empty(kernel.MAX_MOVES, np.int32), np.empty(kernel.UNDO_SIZE, np.int64)
    found = np.empty(MOST_LISTED, np.int32)
    state = start.copy()
    for length in lengths:
        state[:] = start
        for _ in range(length):
            if wanted[place] and _is_quiet(state, played[place], actions):
                count, worth = features.gather(state, found)
                if count > 0:
                    listed[n, :count] = found[:count]
                    listed[n, count:] = features.N_FEATURES
                    worths[n], places[n] = worth, place
                    shares[n] = features.temper(state, WHOLE) / WHOLE
                    n += 1
            kernel.make(state, played[place], undo)
            place += 1
    return n
