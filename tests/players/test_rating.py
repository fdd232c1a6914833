"""The arithmetic of matches against numbers known in closed form."""

import math
from itertools import product

import pytest

from alcove.elo import elo, expected_share
from alcove.players.rating import (
    BOUND,
    Hypotheses,
    interval,
    log_likelihood_ratio,
    match_interval,
    ratings,
    verdict,
)


def test_four_hundred_points_are_ten_to_one() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.75) == pytest.approx(400 * math.log10(3))
    assert elo(0.5) == 0
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
    assert expected_share(elo(0.37)) == pytest.approx(0.37)


def test_the_interval_of_a_match_counts_pairs() -> None:
    won = dict.fromkeys(range(10), 1.0)
    low, high = match_interval(won, is_paired=True)
    assert high == 1.0
    assert low == pytest.approx(0.8125 - 1.959964 * math.sqrt(0.96875) / 8)
    assert low < interval(10, 10)[0], "five pairs say less than ten games"
    assert match_interval(won, is_paired=False) == interval(10, 10)
    seat_decides = {number: float(number % 2) for number in range(200)}
    alike = {number: float(number // 2 % 2) for number in range(200)}
    low, high = match_interval(seat_decides, is_paired=True)
    assert high - low < 0.05, "every pair came out even"
    low, high = match_interval(alike, is_paired=True)
    assert (low, high) == pytest.approx(interval(50, 100), abs=0.005), "a hundred pairs, not two hundred games"
    assert match_interval({}, is_paired=True) == (0, 1)


@pytest.mark.parametrize("games", range(1, 7))
def test_the_interval_holds_the_share_however_a_match_went(games: int) -> None:
    for scores in product((0.0, 0.5, 1.0), repeat=games):
        low, high = match_interval(dict(enumerate(scores)), is_paired=True)
        assert 0 <= low <= sum(scores) / games <= high <= 1


def test_wilsons_interval() -> None:
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert interval(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert interval(0, 0) == (0, 1)


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    found = ratings({("strong", "random"): (30, 39)}, "random")  # and one imagined draw
    assert found["random"].points == 0
    assert found["random"].interval == 0
    assert found["strong"].points == pytest.approx(elo(30.5 / 40))
    share = 30.5 / 40
    assert found["strong"].interval == pytest.approx(
        1.96 * 400 / math.log(10) / math.sqrt(40 * share * (1 - share)), rel=1e-3
    )
    assert found["strong"].games == 39


def test_a_chain_adds_up() -> None:
    found = ratings({("b", "a"): (75, 99), ("c", "b"): (75, 99)}, "a")
    assert found["c"].points == pytest.approx(2 * found["b"].points)
    assert found["c"].interval > found["b"].interval


def test_who_wins_everything_stays_finite() -> None:
    found = ratings({("b", "a"): (10, 10)}, "a")
    assert found["b"].points == pytest.approx(elo(10.5 / 11))


def test_the_order_of_a_pair_does_not_matter() -> None:
    one = ratings({("b", "a"): (7, 10), ("c", "b"): (6, 10), ("c", "a"): (9, 10)}, "a")
    two = ratings({("a", "b"): (3, 10), ("b", "c"): (4, 10), ("a", "c"): (1, 10)}, "a")
    for name in "abc":
        assert one[name] == pytest.approx(two[name])


def test_the_sequential_test_decides_for_the_nearer_hypothesis() -> None:
    tested = Hypotheses(0, 50)
    assert log_likelihood_ratio([], tested) == 0
    assert log_likelihood_ratio([0.5, 1.0] * 40, tested) > BOUND
    assert log_likelihood_ratio([0.5, 0.0] * 40, tested) < -BOUND
    assert (verdict(BOUND), verdict(-BOUND), verdict(0)) == ("H1", "H0", "")
    middle = expected_share(0) / 2 + expected_share(50) / 2
    assert abs(log_likelihood_ratio([middle] * 10, tested)) < 0.5
