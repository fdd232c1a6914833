"""What an Avalam position is worth, by hand: towers that are settled, towers that can be taken, towers that can take.

Scores are hundredths of a tower, seen by the side to move. A finished game counts its margin, and a win counts
`WIN` on top of it, so that the search prefers a certain small win to a large risk.
"""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text, numeral
from alcove.jit import lean

from .kernel import (
    ALIVE,
    DARK_BIT,
    DARKS,
    HEIGHT,
    N_CELLS,
    N_EDGES,
    N_LIVE,
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


_WEIGHTS = json.loads((Path(__file__).parent / "weights.json").read_text())
WORTH = np.array(_WEIGHTS["worth"], np.int16)
"""The worth of a tower that can still change: by how many edges are alive on the board (`PHASE`), by its height, and by
how many live neighbours are its owner's and the other's. Fitted to the margins of self-play games by benches/tune_avalam.py."""
TEMPO = np.array(_WEIGHTS["tempo"], np.int16)
"""What it is worth to be the one to move, by phase."""

N_PHASES = WORTH.shape[0]
PHASE = np.array([min(N_PHASES - 1, live * N_PHASES // (N_EDGES + 1)) for live in range(N_EDGES + 1)], np.uint8)
POPCOUNT = np.array([bits.bit_count() for bits in range(256)], np.uint8)


@lean
def evaluate(state: Packed) -> int:
    """The expected margin of the side to move: settled towers count fully, the others what experience says."""
    score = 0
    phase = PHASE[state[N_LIVE]]
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        if tower == 0:
            continue
        alive = state[ALIVE + cell]
        if alive == 0:
            score += TOWER if tower & DARK_BIT == 0 else -TOWER
        else:
            dark = POPCOUNT[alive & state[DARKS + cell]]
            light = POPCOUNT[alive] - dark
            if tower & DARK_BIT == 0:
                score += WORTH[phase, tower & HEIGHT, light, dark]
            else:
                score -= WORTH[phase, tower & HEIGHT, dark, light]
    return TEMPO[phase] + (score if state[SIDE] == 0 else -score)


@lean
def outcome_score(state: Packed, result: int) -> int:
    """The margin of a finished game, and who won it."""
    lead = 0
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        if tower:
            lead += 1 if tower & DARK_BIT == 0 else -1
    score = lead * TOWER + result * WIN
    return score if state[SIDE] == 0 else -score


@lean
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


@lean
def tactical(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    """Avalam has no quiescence: nearly every move captures."""
    return 0


def tell(value: int) -> tuple[float, Text]:
    """A search value in towers, and in words."""
    if abs(value) < WIN_ZONE:
        towers = value / TOWER
        shown = numeral(towers, 1, "+")
        return towers, Text(f"{shown.en} towers", f"{shown.fr} tours")
    towers = (value - WIN if value > 0 else value + WIN) // TOWER
    if towers == 0:
        return 0.0, Text("wins on fives", "gagne aux tours de cinq") if value > 0 else Text(
            "loses on fives", "perd aux tours de cinq"
        )
    many = "s" if abs(towers) > 1 else ""
    if value > 0:
        return towers, Text(f"wins by {towers} tower{many}", f"gagne de {towers} tour{many}")
    return towers, Text(f"loses by {-towers} tower{many}", f"perd de {-towers} tour{many}")
