"""Numbers of the atlas against plain counting: spreads, shares, luck, and bounds on the number of positions."""

import math
from collections import Counter
from itertools import product

import pytest

import alcove
from alcove.atlas.enginegames import GameLine
from alcove.atlas.measuring import between_deals, luck_of, sample_of
from alcove.atlas.randomplay import told_choices
from alcove.atlas.statistics import mean_estimate, resampled, share, spread
from alcove.games.axiom.chart import polyominoes
from alcove.games.charting import chart, compositions


def test_a_spread_keeps_every_number() -> None:
    numbers = [3, 3, 4, 9, 27, 80]
    found = spread(Counter(numbers))
    assert sum(found.counts) == len(numbers)
    assert (found.least, found.median, found.most) == (3, 4, 80)
    assert found.mean == pytest.approx(sum(numbers) / 6, abs=1e-3)
    for number in numbers:
        place = (number - found.first) // found.width
        inside = [n for n in numbers if (n - found.first) // found.width == place]
        assert found.counts[place] == len(inside)


def test_stragglers_share_the_last_bin() -> None:
    found = spread(Counter({10: 50, 11: 40, 20: 9, 900: 1}))
    assert found.counts == (50, 40, 0, 0, 0, 0, 0, 0, 0, 0, 10)
    assert (found.width, found.most) == (1, 900)


def test_shares_and_means_have_intervals_around_them() -> None:
    half = share(50, 100)
    assert half.low < 0.5 == half.value < half.high
    few, many = share(5, 10), share(500, 1000)
    assert few.high - few.low > many.high - many.low
    mean = mean_estimate([10.0, 12.0, 14.0])
    assert mean.low < 12.0 == mean.log10 < mean.high


def test_resampling_depends_on_its_seed_alone() -> None:
    values = [float(value) for value in range(30)]

    def mean(some: object) -> float:
        assert isinstance(some, list)
        return float(sum(some) / len(some))

    low, high = resampled(values, mean, 1)
    assert (low, high) == resampled(values, mean, 1)
    assert low < mean(values) < high


def test_choices_end_where_few_games_go_on() -> None:
    assert told_choices([10, 10, 5, 1, 0], [100, 90, 40, 2, 0]) == (10.0, 9.0, 8.0, 2.0)
    assert told_choices([100, 50, 4], [1000, 400, 4]) == (10.0, 8.0)


# --- Engine games -------------------------------------------------------------------------------------------------------


def line(result: str, plies: int, deal: int = 0, number: int = 0) -> GameLine:
    return GameLine("", "level3", number, deal, result, "towers", [10] * plies, [])


def test_a_sample_counts_results_by_who_began() -> None:
    games = [line("1-0", 4), line("1-0", 6), line("0-1", 8), line("1/2-1/2", 10)]
    found = sample_of("level3", 700, games)
    assert (found.first_wins, found.draws, found.second_wins) == (2, 1, 1)
    assert found.score.value == 0.625
    assert found.drawn.value == 0.25
    assert (found.length.mean, found.branching.mean) == (7.0, 10.0)
    assert found.reasons == {"towers": 4}


def test_luck_is_all_or_nothing_in_clear_cases() -> None:
    assert between_deals([[1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 0]]) == 1.0
    assert between_deals([[1, 0], [0, 1], [1, 0], [0, 1]]) < 0, "within deals there is more than between them"
    by_deal = [line("won" if deal < 2 else "lost", 5, deal, number) for deal in range(4) for number in range(3)]
    found = luck_of(by_deal, seed=1)
    assert (found.deals, found.repeats, found.always, found.never) == (4, 3, 2, 2)
    assert found.won.value == 0.5
    assert found.decided.value == 1.0


# --- Positions ----------------------------------------------------------------------------------------------------------


def test_compositions_are_counted_as_by_hand() -> None:
    for total, parts, most in product(range(7), range(4), range(1, 4)):
        by_hand = sum(sum(each) == total for each in product(range(1, most + 1), repeat=parts))
        assert compositions(total, parts, most) == by_hand


def test_polyominoes_are_those_of_the_encyclopedia() -> None:
    """OEIS A001168: fixed polyominoes."""
    assert [polyominoes(size) for size in range(1, 9)] == [1, 2, 6, 19, 63, 216, 760, 2725]


@pytest.mark.parametrize("name", alcove.games())
def test_every_game_has_a_bound_in_both_languages(name: str) -> None:
    bound = chart(name).bound
    assert bound is not None
    assert 10**20 < bound.positions() < 10**60
    assert bound.counted.en != bound.counted.fr


def test_avalams_bound_holds_what_random_play_meets() -> None:
    """Towers spread over the cells: the bound counts every such spread once, and whose turn it is follows from them."""
    from alcove.games.avalam.rules import CELLS

    bound = chart("avalam").bound
    assert bound is not None
    heights_alone = sum(compositions(48, towers, 5) * math.comb(len(CELLS), towers) for towers in range(49))
    assert heights_alone < bound.positions() < heights_alone * 2**48
