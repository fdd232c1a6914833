"""The arithmetic of matches: what a score says about strength, and how sure one may be."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from alcove.elo import TENFOLD, expected_share

SIGMAS = 1.959964
"""How wide a 95 % interval is, in standard deviations."""
POINTS = TENFOLD / math.log(10)
"""Elo points in one natural unit of log-odds."""
IMAGINED_PAIRS = (0.0, 0.5, 1.0)
"""The shares of pairs that nobody played: with them a few pairs that went alike do not look like certainty."""


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which is right at 0 and 1 too. With draws it is a little too wide."""
    if games == 0:
        return 0.0, 1.0
    share, squared = score / games, SIGMAS**2
    middle = share + squared / (2 * games)
    half = SIGMAS * math.sqrt(share * (1 - share) / games + squared / (4 * games**2))
    low, high = (middle - half) / (1 + squared / games), (middle + half) / (1 + squared / games)
    return (0.0 if score == 0 else low), (1.0 if score == games else high)


def match_interval(scores: Mapping[int, float], is_paired: bool) -> tuple[float, float]:
    """The 95 % interval of a match's share, from the first player's points in each game, under the game's number.

    Games in pairs share an opening and are not independent: what counts is how much the shares of the pairs differ. As in the
    sequential test, three imagined pairs keep a match in which all pairs went alike from proving more than it can; a game
    whose partner is missing counts half a pair. Other games are counted one by one.
    """
    score, games = sum(scores.values()), len(scores)
    if not is_paired or not games:
        return interval(score, games)
    pairs: dict[int, list[float]] = {}
    for number, points in scores.items():
        pairs.setdefault(number // 2, []).append(points)
    shares = np.array([*IMAGINED_PAIRS, *(sum(pair) / len(pair) for pair in pairs.values())])
    weights = np.array([1.0] * len(IMAGINED_PAIRS) + [len(pair) / 2 for pair in pairs.values()])
    middle = float((weights * shares).sum() / weights.sum())
    half = SIGMAS * math.sqrt(float((weights**2 * (shares - middle) ** 2).sum())) / float(weights.sum())
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return (0.0 if score == 0 else low), (1.0 if score == games else high)


# --- Sequential test --------------------------------------------------------------------------------------------------


BOUND = math.log(0.95 / 0.05)
"""How much the log-likelihood ratio must say before a match may end."""


class Hypotheses(NamedTuple):
    """Is the difference rather `elo0` or rather `elo1`? Each answer is wrong once in twenty times."""

    elo0: float
    elo1: float


def log_likelihood_ratio(pair_shares: Iterable[float], hypotheses: Hypotheses) -> float:
    """How much more likely a match makes `elo1` than `elo0`, from the share of the points in each pair of games.

    Pairs count as one, since both games of a pair have the same opening. Three imagined pairs, one of each kind, keep
    a match that began one-sidedly from ending at once.
    """
    shares = np.array([*IMAGINED_PAIRS, *pair_shares])
    share0, share1 = expected_share(hypotheses.elo0), expected_share(hypotheses.elo1)
    return float(
        (len(shares) - len(IMAGINED_PAIRS))
        * (share1 - share0)
        * (2 * shares.mean() - share0 - share1)
        / (2 * shares.var())
    )


def verdict(ratio: float) -> str:
    """`H1`, `H0`, or nothing while the match must go on."""
    return "H1" if ratio >= BOUND else "H0" if ratio <= -BOUND else ""


# --- Ratings ----------------------------------------------------------------------------------------------------------


class Rating(NamedTuple):
    """A player's points above the anchor, half the width of the 95 % interval, and the number of games behind it."""

    points: float
    interval: float
    games: int


def ratings(results: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, Rating]:
    """The ratings that make the results most likely (Bradley and Terry), with `anchor` at 0.

    `results` has for pairs of players the points of the first and the number of games. One imagined draw for each pair
    that met keeps a player who won everything from infinity.
    """
    names = sorted({name for pair in results for name in pair} | {anchor})
    place = {name: number for number, name in enumerate(names)}
    size = len(names)
    points, games = np.zeros((size, size)), np.zeros((size, size))
    for (first, second), (score, count) in results.items():
        i, j = place[first], place[second]
        points[i, j] += score + 0.5
        points[j, i] += count - score + 0.5
        games[i, j] += count + 1
        games[j, i] += count + 1
    free = [number for number in range(size) if number != place[anchor]]
    strength = np.zeros(size)
    information = np.zeros((len(free), len(free)))
    for _ in range(200):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        information = (np.diag(weight.sum(axis=1)) - weight)[np.ix_(free, free)]
        step = np.clip(np.linalg.solve(information, slope[free]), -1, 1)
        strength[free] += step
        if np.abs(step).max(initial=0) < 1e-9:
            break
    widths = np.zeros(size)
    widths[free] = SIGMAS * np.sqrt(np.diag(np.linalg.inv(information)))
    counts = games.sum(axis=1) - (games > 0).sum(axis=1)
    return {
        name: Rating(POINTS * float(strength[i]), POINTS * float(widths[i]), int(counts[i]))
        for name, i in place.items()
    }
