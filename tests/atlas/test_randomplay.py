"""Random games and the tree: the same on every run, and true where the truth can be counted."""

import math
import random
from collections import Counter

import numpy as np
import pytest

import alcove
from alcove.atlas.randomplay import DEEPEST, exact_lines, random_play

GAMES = 6_400


@pytest.mark.parametrize("name", alcove.games())
def test_knuths_estimate_holds_the_exact_count(name: str) -> None:
    """Averaged over the same start the probes must meet perft; deals differ, so AxxA's are compared one ply deep."""
    found = random_play(name, GAMES, seed=3)
    if name == "axxa":
        moves = [len(start.legal_moves()) for start in found.starts]
        assert found.estimate(1).log10 == pytest.approx(math.log10(sum(moves) / len(moves)), abs=0.01)
        return
    _, exact = exact_lines(name, 3, quick=True)
    for plies, count in enumerate(exact, start=1):
        estimate = found.estimate(plies)
        width = max(estimate.high - estimate.low, 0.002)
        assert estimate.low - width <= math.log10(count) <= estimate.high + width, plies


def test_random_play_depends_on_its_seed_alone() -> None:
    one, two = (random_play("avalam", 640, seed=5, processes=processes) for processes in (1, 3))
    assert one.sample() == two.sample()
    assert one.estimate(DEEPEST) == two.estimate(DEEPEST)
    assert random_play("avalam", 640, seed=6).sample() != one.sample()


def test_the_kernels_play_like_the_rules() -> None:
    """The same game by the plain rules: length and branching agree within what chance allows."""
    rng, lengths, choices = random.Random(1), [], []
    for _ in range(120):
        state, plies = alcove.game("avalam").initial(), 0
        while moves := state.legal_moves():
            choices.append(len(moves))
            state, plies = state.play_unchecked(rng.choice(moves)), plies + 1
        lengths.append(plies)
    sample = random_play("avalam", GAMES, seed=1).sample()
    error = sample.length.deviation / math.sqrt(len(lengths))
    assert abs(sum(lengths) / len(lengths) - sample.length.mean) < 4 * error
    assert sum(choices) / len(choices) == pytest.approx(sample.branching.mean, rel=0.02)
    assert sample.choices[0] == 292


def test_results_and_reasons_add_up() -> None:
    sample = random_play("axom", 640, seed=2).sample()
    assert sample.first_wins + sample.draws + sample.second_wins == sample.games == 640
    assert sum(sample.reasons.values()) == sample.reasoned == 640
    assert sum(sample.length.counts) == 640
    drawn = Counter(sample.reasons)["plies"]
    assert drawn == sample.draws


def test_whole_games_are_estimated_only_where_none_is_endless() -> None:
    avalam, axom = random_play("avalam", 640, seed=1), random_play("axom", 64, seed=1)
    whole = avalam.whole()
    assert whole is not None
    assert 60 < whole.log10 < 75
    assert axom.whole() is None
    assert np.isfinite(axom.estimate(DEEPEST).log10)
