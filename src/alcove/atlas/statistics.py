"""Small statistics: spreads, intervals, and what a resampling says."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from alcove.players.rating import SIGMAS, interval

from .model import Estimate, Share, Spread

MOST_BINS = 40
_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
USUAL, STRAGGLING = 0.97, 1.5
"""A few numbers that are so many times larger than nearly all others share the last bin: they would flatten the rest."""
RESAMPLES = 1000

T = TypeVar("T")


def share(part: float, whole: int) -> Share:
    """A share with Wilson's interval."""
    low, high = interval(part, whole)
    return Share(rounded(part / whole if whole else 0.5), rounded(low), rounded(high))


def spread(counts: Mapping[int, int]) -> Spread:
    """How numbers are spread, from how often each was seen."""
    total = sum(counts.values())
    mean = sum(number * count for number, count in counts.items()) / total
    variance = sum(count * (number - mean) ** 2 for number, count in counts.items()) / total
    least, most = min(counts), max(counts)
    far = quantile(counts, USUAL)
    last = most if most <= STRAGGLING * far else far
    width = next(width for width in _WIDTHS if last // width - least // width < MOST_BINS or width == _WIDTHS[-1])
    first = least // width * width
    bins = [0] * ((last - first) // width + 1)
    for number, count in counts.items():
        bins[min((number - first) // width, len(bins) - 1)] += count
    median = quantile(counts, 0.5)
    return Spread(rounded(mean), rounded(math.sqrt(variance)), least, median, most, first, width, tuple(bins))


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The least number such that this part of all numbers is not above it."""
    numbers = sorted(counts)
    passed = accumulate(counts[number] for number in numbers)
    return next(number for number, so_far in zip(numbers, passed, strict=True) if so_far >= part * sum(counts.values()))


def mean_estimate(logarithms: Sequence[float]) -> Estimate:
    """The mean of powers of ten, as a power of ten, with the normal interval of a mean."""
    n = len(logarithms)
    mean = sum(logarithms) / n
    variance = sum((value - mean) ** 2 for value in logarithms) / max(n - 1, 1)
    half = SIGMAS * math.sqrt(variance / n)
    return Estimate(rounded(mean), rounded(mean - half), rounded(mean + half))


def resampled(values: Sequence[T], of: Callable[[Sequence[T]], float], seed: int) -> tuple[float, float]:
    """The 95 % interval of a statistic, by drawing the values again with replacement (the bootstrap)."""
    rng = random.Random(f"resampled {seed}")
    found = sorted(of(rng.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return found[round(0.025 * (RESAMPLES - 1))], found[round(0.975 * (RESAMPLES - 1))]


def rounded(number: float) -> float:
    """As many digits as anybody reads, so that files stay small."""
    return round(number, 4)
