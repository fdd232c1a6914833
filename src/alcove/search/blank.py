"""What a search goes by in a game that nobody has judged yet: every position is even, every move as good as the next. Random
games say the rest."""

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import compiled

PRIOR_TEMPERATURE = 1.0
VALUE_SCALE = 1.0


@compiled
def evaluate(state: npt.NDArray[np.uint8]) -> int:
    return 0


@compiled
def order(state: npt.NDArray[np.uint8], actions: npt.NDArray[np.int32], n: int, scores: npt.NDArray[np.int32]) -> None:
    for i in range(n):
        scores[i] = 0
