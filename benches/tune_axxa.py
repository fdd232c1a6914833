"""Fit AxxA's weights by playing: CMA-ES over the judgement of `games/axxa/evaluation.py`, without any search.

    python benches/tune_axxa.py together 900 weights.json    # seconds; writes a list in the order of the features
    python benches/tune_axxa.py duel 900 weights.json

Alone, the measure is the share of random deals won (and a little for triplets); in a duel, the lead in triplets against
the weights it began with and against earlier means. Read the result into src/alcove/games/axxa/weights.json.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
import numpy as np
import numpy.typing as npt

from alcove.games.axxa import GAME, evaluation, kernel
from alcove.jit.random import below, seed_generator

Vector = npt.NDArray[np.float64]

POPULATION, PARENTS = 20, 10
DEALS = {"together": 1200, "duel": 300}
REPORT_EVERY = 5
TRIPLET = 0.03


@numba.njit(nogil=True)
def deal_all(state: npt.NDArray[np.uint8], generator: npt.NDArray[np.uint64]) -> None:
    """Shuffle all 36 pieces of a start position; only the tops are seen."""
    for i in range(36):
        state[kernel.SLOTS + 4 * (i // 3) + 1 + i % 3] = i // 6 + 1
    for i in range(35, 0, -1):
        k = below(generator, i + 1)
        a, b = kernel.SLOTS + 4 * (i // 3) + 1 + i % 3, kernel.SLOTS + 4 * (k // 3) + 1 + k % 3
        state[a], state[b] = state[b], state[a]
    for slot in range(kernel.SLOTS, kernel.SLOTS + 48, 4):
        state[slot + 2] |= kernel.HIDDEN
        state[slot + 3] |= kernel.HIDDEN


@numba.njit(nogil=True)
def play(first_seat, second_seat, start, first, games, sketch, totals):  # type: ignore[no-untyped-def]
    """Games between two sets of weights; `totals` gets games won by seat 1 and triplets of both seats."""
    generator = np.zeros(1, np.uint64)
    actions, scores = np.empty(kernel.MAX_MOVES, np.int32), np.empty(kernel.MAX_MOVES)
    for number in range(first, first + games):
        seed_generator(generator, 1000, number)
        state = start.copy()
        deal_all(state, generator)
        while True:
            weights = second_seat if state[kernel.DUEL] and state[kernel.SEAT] == 1 else first_seat
            n = evaluation.rate_with(weights, state, actions, scores, sketch)
            if n == 0:
                break
            kernel.play(state, actions[np.argmax(scores[:n])])
        totals[0] += kernel.result(state) == 1
        totals[1] += state[kernel.TRIPLETS]
        totals[2] += state[kernel.TRIPLETS + 1]


class Measure:
    """How good weights are on the deals of a generation."""

    def __init__(self, mode: str, begin: Vector) -> None:
        options = {"mode": "duel"} if mode == "duel" else {}
        self._start = kernel.pack(GAME.initial(seed=1, **options))
        self._games = DEALS[mode]
        self._sketch = evaluation.new_sketch()
        self.rivals = [begin] if mode == "duel" else []

    def _totals(self, first_seat: Vector, second_seat: Vector, generation: int) -> Vector:
        totals = np.zeros(3)
        play(first_seat, second_seat, self._start, generation * self._games, self._games, self._sketch, totals)
        return totals / self._games

    def __call__(self, weights: Vector, generation: int) -> float:
        if not self.rivals:
            won, triplets, _ = self._totals(weights, weights, generation)
            return float(won + TRIPLET * triplets)
        lead = 0.0
        for rival in (self.rivals[-1], self.rivals[generation % len(self.rivals)]):
            _, mine, theirs = self._totals(weights, rival, generation)
            lead += mine - theirs
            _, theirs, mine = self._totals(rival, weights, generation)
            lead += mine - theirs
        return lead / 4


def evolve(begin: Vector, measure: Callable[[Vector, int], float]) -> Iterator[tuple[int, Vector, Vector]]:
    """CMA-ES with full covariance: each generation's number, mean and measures, without end."""
    size = len(begin)
    scale = 0.4 * np.abs(begin) + 0.2
    rng = np.random.default_rng(5)
    share = np.log(PARENTS + 0.5) - np.log(np.arange(1, PARENTS + 1))
    share /= share.sum()
    parents = 1 / (share**2).sum()
    c_path = (4 + parents / size) / (size + 4 + 2 * parents / size)
    c_step = (parents + 2) / (size + parents + 5)
    c_one = 2 / ((size + 1.3) ** 2 + parents)
    c_rank = min(1 - c_one, 2 * (parents - 2 + 1 / parents) / ((size + 2) ** 2 + parents))
    damping = 1 + c_step
    usual = np.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
    mean, step, covariance = np.zeros(size), 0.6, np.eye(size)
    path, step_path = np.zeros(size), np.zeros(size)
    generation = 0
    while True:
        root = np.linalg.cholesky(covariance + 1e-9 * np.eye(size))
        tried = mean + step * rng.standard_normal((POPULATION, size)) @ root.T
        measures = np.array([measure(begin + scale * one, generation) for one in tried])
        best = tried[np.argsort(-measures)[:PARENTS]]
        moves = (best - mean) / step
        way = share @ moves
        mean = mean + step * way
        step_path = (1 - c_step) * step_path + np.sqrt(c_step * (2 - c_step) * parents) * np.linalg.solve(root, way)
        path = (1 - c_path) * path + np.sqrt(c_path * (2 - c_path) * parents) * way
        covariance = (1 - c_one - c_rank) * covariance + c_one * np.outer(path, path)
        covariance += c_rank * (moves.T * share) @ moves
        step *= float(np.exp(c_step / damping * (np.linalg.norm(step_path) / usual - 1)))
        generation += 1
        yield generation, begin + scale * mean, measures


def main(mode: str, seconds: float, path: Path) -> None:
    begin = evaluation.WEIGHTS[int(mode == "duel")].copy()
    measure = Measure(mode, begin)
    started = time.monotonic()
    for generation, mean, measures in evolve(begin, measure):
        if generation % REPORT_EVERY == 0:
            print(f"{generation} best {measures.max():.3f} mean {measures.mean():.3f}", flush=True)
            path.write_text(json.dumps([round(float(weight), 3) for weight in mean]))
            if measure.rivals and generation % (3 * REPORT_EVERY) == 0:
                measure.rivals.append(mean)
        if time.monotonic() - started > seconds:
            return


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
