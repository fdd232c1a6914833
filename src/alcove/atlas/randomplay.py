"""Random games by the kernels: length, branching, results, and Knuth's estimate of the tree.

Knuth (1975): walk down a tree at random and multiply the numbers of branches met; the product's mean, over all walks,
is the number of nodes at that depth. Every random game is such a probe. Games are played in batches, and intervals come
from drawing batches again.
"""

import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.game import State
from alcove.core.registry import game
from alcove.games.charting import chart
from alcove.games.kernels import Kernel, kernel
from alcove.jit import instance_for

from .model import Estimate, LineCount, Sample
from .statistics import resampled, rounded, share, spread

BATCHES = 32
DEALS_A_BATCH = 32
"""Where luck decides the start, every batch has this many deals of its own."""
DEEPEST = 20
"""Lines are estimated up to this many plies."""
REASONED_GAMES = 2_000
"""For this many games, the rules say why they ended."""
WHOLE_PLIES = 100
"""Whole games can be estimated where none is longer: elsewhere the few longest outweigh all that were met."""
MOST_CHOICES, LEAST_REACHED = 200, 0.1
"""Legal moves are listed ply by ply for this many plies, as long as this share of the games got there."""


@dataclass
class Census:
    """The counts of one batch, as `compiled/census.py` fills them."""

    totals: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    branching: npt.NDArray[np.int64]
    seen: npt.NDArray[np.int64]
    lines: npt.NDArray[np.float64]

    @classmethod
    def blank(cls, module: Any, n_totals: int) -> "Census":
        return cls(
            np.zeros(n_totals, np.int64),
            np.zeros(module.MAX_PLIES + 1, np.int64),
            np.zeros(module.MAX_MOVES + 1, np.int64),
            np.zeros((2, module.MAX_PLIES), np.int64),
            np.zeros(DEEPEST + 2, np.float64),
        )


@dataclass
class RandomPlay:
    """All batches of a game under some options."""

    name: str
    options: Mapping[str, str]
    seed: int
    batches: list[Census]
    starts: list[State[Any]] = field(repr=False)

    def total(self, part: str) -> npt.NDArray[np.int64]:
        found: npt.NDArray[np.int64] = sum(getattr(batch, part) for batch in self.batches[1:]) + getattr(
            self.batches[0], part
        )
        return found

    @property
    def games(self) -> int:
        return int(self.total("totals")[0])

    @property
    def thrice(self) -> int:
        return int(self.total("totals")[4])

    def sample(self) -> Sample:
        games, first, draws, second, _ = (int(total) for total in self.total("totals"))
        positions, moves = self.total("seen")
        reasons = self._reasons(min(games, REASONED_GAMES))
        return Sample(
            player="random",
            rating=0,
            games=games,
            first_wins=first,
            draws=draws,
            second_wins=second,
            score=share(first + draws / 2, games),
            drawn=share(draws, games),
            length=spread(counts_of(self.total("lengths"))),
            branching=spread(counts_of(self.total("branching"))),
            choices=told_choices(positions.tolist(), moves.tolist()),
            reasoned=sum(reasons.values()),
            reasons=reasons,
        )

    def _reasons(self, games: int) -> dict[str, int]:
        """Why games ended, by the rules. A game that they do not end came to the limit on plies."""
        compiled = kernel(self.name)
        census, found = _census(compiled), Counter[str]()
        for number in range(games):
            start = self.starts[number % len(self.starts)]
            end = compiled.unpack(census.final(compiled.pack(start), number, self.seed), start).outcome()
            found["plies" if end is None else end.reason] += 1
        return dict(found.most_common())

    # --- The tree ---------------------------------------------------------------------------------------------------

    def lines(self, exact: Sequence[int]) -> tuple[LineCount, ...]:
        """Lines of 1, 2, … plies; the first few have been counted."""
        found = []
        for plies in range(1, DEEPEST + 1):
            counted = exact[plies - 1] if plies <= len(exact) else None
            found.append(LineCount(plies, counted, self.estimate(plies)))
        return tuple(found)

    def whole(self) -> Estimate | None:
        """The number of whole games."""
        return self.estimate(DEEPEST + 1) if kernel(self.name).module.MAX_PLIES <= WHOLE_PLIES else None

    def estimate(self, place: int) -> Estimate:
        """The lines of this many plies; the place after the last is for whole games."""
        means = [float(batch.lines[place] / batch.totals[0]) for batch in self.batches]
        low, high = resampled(means, _log_mean, self.seed)
        return Estimate(rounded(_log_mean(means)), rounded(low), rounded(high))


def _log_mean(values: Sequence[float]) -> float:
    return math.log10(max(sum(values) / len(values), 1e-9))


def told_choices(positions: Sequence[int], moves: Sequence[int]) -> tuple[float, ...]:
    """The mean number of legal moves after 0, 1, … plies, from how many positions and moves there were."""
    enough = LEAST_REACHED * positions[0]
    there = takewhile(lambda pair: pair[0] >= max(enough, 1), zip(positions, moves, strict=True))
    return tuple(round(legal / seen, 1) for seen, legal in islice(there, MOST_CHOICES))


def counts_of(histogram: npt.NDArray[np.int64]) -> dict[int, int]:
    return {int(number): int(histogram[number]) for number in np.flatnonzero(histogram)}


def _census(compiled: Kernel) -> Any:
    return instance_for(compiled.name, "alcove.compiled.census", kernel=compiled.module)


def random_play(
    name: str, games: int, seed: int, options: Mapping[str, str] | None = None, processes: int | None = None
) -> RandomPlay:
    """Random games. What they come to depends on `seed` and `games` alone."""
    options, compiled = options or {}, kernel(name)
    census, starts = _census(compiled), _starts(name, seed, options)
    batches = [Census.blank(compiled.module, census.N_TOTALS) for _ in range(BATCHES)]

    def play(number: int) -> None:
        own = starts[number::BATCHES] if len(starts) > 1 else starts
        first, last = games * number // BATCHES, games * (number + 1) // BATCHES
        bounds = [first + (last - first) * part // len(own) for part in range(len(own) + 1)]
        counts = batches[number]
        for start, begins, ends in zip(own, bounds, bounds[1:], strict=False):
            census.census(
                compiled.pack(start), begins, ends - begins, seed,
                counts.totals, counts.lengths, counts.branching, counts.seen, counts.lines,
            )  # fmt: skip

    play(0)  # compiles, where that has not been done, before several threads would
    with ThreadPoolExecutor(processes or os.cpu_count() or 1) as pool:
        list(pool.map(play, range(1, BATCHES)))
    return RandomPlay(name, options, seed, batches, starts)


def _starts(name: str, seed: int, options: Mapping[str, str]) -> list[State[Any]]:
    """The start, or many where luck makes it."""
    found = game(name)
    if not found.luck(found.initial(**options)):
        return [found.initial(**options)]
    return [found.initial(**options, seed=deal_seed(seed, number)) for number in range(BATCHES * DEALS_A_BATCH)]


def deal_seed(seed: int, number: int) -> int:
    """The seed of a deal. All players of an atlas meet the same deals."""
    return seed * 1_000_000 + number


def exact_lines(name: str, seed: int, quick: bool, processes: int | None = None) -> tuple[str, list[int]]:
    """The luck of a start, if luck makes it, and how many lines of 1, 2, … plies begin there."""
    found = game(name)
    start = found.initial()
    if found.luck(start):
        start = found.initial(seed=deal_seed(seed, 0))
    deepest = chart(name).exact_plies - (2 if quick else 0)
    return found.luck(start), [kernel(name).perft(start, plies, processes) for plies in range(1, deepest + 1)]
