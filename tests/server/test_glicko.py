"""Glicko-2 against Glickman's worked example, and what must hold whatever the numbers."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from alcove.server.people.glicko import MOST_DEVIATION, Rating, Result, rated

RATINGS = st.builds(Rating, st.floats(0, 3500), st.floats(30, MOST_DEVIATION), st.floats(0.03, 0.12))
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_glickmans_worked_example() -> None:
    player = Rating(1500, 200, 0.06)
    results = [
        Result(Rating(1400, 30), 1),
        Result(Rating(1550, 100), 0),
        Result(Rating(1700, 300), 0),
    ]
    after = rated(player, results)
    assert after.rating == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.006)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_well_known() -> None:
    player = Rating(1500, 60, 0.06)
    deviations = [rated(player, [], periods).deviation for periods in (0, 1, 10, 100, 100_000)]
    assert deviations[0] == pytest.approx(60)
    assert all(before < after for before, after in pairwise(deviations))
    assert deviations[-1] == MOST_DEVIATION


@given(RATINGS, RATINGS)
def test_a_win_raises_a_loss_lowers_and_both_make_surer(player: Rating, opponent: Rating) -> None:
    won = rated(player, [Result(opponent, 1)], 0)
    lost = rated(player, [Result(opponent, 0)], 0)
    assert won.rating > player.rating > lost.rating
    assert won.deviation <= player.deviation
    assert lost.deviation <= player.deviation


@given(RATINGS, RATINGS, SCORES, st.floats(0, 1000))
def test_ratings_stay_finite(player: Rating, opponent: Rating, score: float, periods: float) -> None:
    after = rated(player, [Result(opponent, score)], periods)
    assert -3000 < after.rating < 7000
    assert 0 < after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility < 0.5
