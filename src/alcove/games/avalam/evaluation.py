"""What an Avalam position is worth, by hand: towers that are settled, towers that can be taken, towers that can take.

Scores are hundredths of a tower, seen by the side to move. A finished game counts its margin, and a win counts
`WIN` on top of it, so that the search prefers a certain small win to a large risk.
"""

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text
from alcove.jit import compiled

from .kernel import (
    ALIVE,
    BESIDE,
    DARK_BIT,
    HEIGHT,
    LOWEST_BIT,
    N_CELLS,
    ORIGIN,
    SIDE,
    TARGET,
    TOWERS,
    Packed,
)

SEARCH = "alphabeta"
WIN = 20_000
WIN_ZONE = 15_000
COUNT_PLIES = False
WINDOW = 60
FULL_MOVES = 4
REDUCTION_DIVISOR = 1.6
PRUNE_AFTER = (0, 24, 40)
TOWER = 100
PRIOR_TEMPERATURE = 250.0
VALUE_SCALE = 150.0


@compiled
def evaluate(state: Packed) -> int:
    """The expected margin of the side to move.

    A tower without a live edge is settled and counts fully. One that others can cover counts less, the more so the
    fewer of its neighbours would keep it in its owner's hands.
    """
    score = 0
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        if tower == 0:
            continue
        worth = TOWER
        alive = state[ALIVE + cell]
        if alive:
            mine = tower & DARK_BIT
            friends, foes = 0, 0
            while alive:
                beside = BESIDE[cell, LOWEST_BIT[alive]]
                alive &= np.uint8(alive - 1)
                if state[TOWERS + beside] & DARK_BIT == mine:
                    friends += 1
                else:
                    foes += 1
            worth = CONTESTED[min(friends, 4), min(foes, 4)]
        score += worth if tower & DARK_BIT == 0 else -worth
    return score if state[SIDE] == 0 else -score


CONTESTED = np.array([[40 + 4 * friends - 6 * foes for foes in range(5)] for friends in range(5)], np.int64)


@compiled
def outcome_score(state: Packed, result: int) -> int:
    """The margin of a finished game, and who won it."""
    lead = 0
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        if tower:
            lead += 1 if tower & DARK_BIT == 0 else -1
    score = lead * TOWER + result * WIN
    return score if state[SIDE] == 0 else -score


@compiled
def order(state: Packed, actions: npt.NDArray[np.int32], n: int, scores: npt.NDArray[np.int32]) -> None:
    """Covering an enemy tower with an own one, and settling what comes of it, is tried first."""
    side_bit = np.uint8(state[SIDE] << 3)
    for i in range(n):
        origin, target = ORIGIN[actions[i]], TARGET[actions[i]]
        moved, covered = state[TOWERS + origin], state[TOWERS + target]
        height = (moved & HEIGHT) + (covered & HEIGHT)
        score = 0
        if moved & DARK_BIT == side_bit:
            score += 400 if covered & DARK_BIT != side_bit else -300
        else:
            score += -500 if covered & DARK_BIT == side_bit else 200
        if height == 5:
            score += 200 if moved & DARK_BIT == side_bit else -200
        scores[i] = score


@compiled
def tactical(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """Avalam has no quiescence: nearly every move captures."""
    return 0


def tell(value: int) -> tuple[float, Text]:
    """A search value in towers, and in words."""
    if abs(value) < WIN_ZONE:
        towers = value / TOWER
        return towers, Text(f"{towers:+.1f} towers", f"{towers:+.1f} tours".replace(".", ","))
    towers = (value - WIN if value > 0 else value + WIN) // TOWER
    if towers == 0:
        return 0.0, Text("wins on fives", "gagne aux tours de cinq") if value > 0 else Text(
            "loses on fives", "perd aux tours de cinq"
        )
    many = "s" if abs(towers) > 1 else ""
    if value > 0:
        return towers, Text(f"wins by {towers} tower{many}", f"gagne de {towers} tour{many}")
    return towers, Text(f"loses by {-towers} tower{many}", f"perd de {-towers} tour{many}")
