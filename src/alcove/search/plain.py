"""An evaluation that knows next to nothing: what is left is the plain full-width alpha-beta of the textbooks.

Made once for each game by `instance_for` with two names bound: `evaluation`, the game's own, whose way of counting
results is kept, and `material`, a module whose `material(state)` is the count that a beginner makes, or `None` for a
game without one, where only results count. It is the yardstick that strength is measured against, never an opponent
for people.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import compiled

evaluation: Any = globals()["evaluation"]  # bound by instance_for before this line runs
material: Any = globals()["material"]

WIN, WIN_ZONE, COUNT_PLIES = evaluation.WIN, evaluation.WIN_ZONE, evaluation.COUNT_PLIES
WINDOW = evaluation.WINDOW
FULL_MOVES = 512  # no move is reduced …
REDUCTION_DIVISOR = 1.0
PRUNE_AFTER = ()  # … and none is left out

outcome_score = evaluation.outcome_score


@compiled
def _nothing(state: npt.NDArray[np.uint8]) -> int:
    return 0


evaluate = material.material if material else _nothing


@compiled
def order(state: npt.NDArray[np.uint8], actions: npt.NDArray[np.int32], n: int, scores: npt.NDArray[np.int32]) -> None:
    for i in range(n):
        scores[i] = 0


@compiled
def tactical(state: npt.NDArray[np.uint8], actions: npt.NDArray[np.int32]) -> int:
    return 0
