"""Clocks by numbers alone: what a turn costs, who runs out and when."""

import pytest
from hypothesis import given, strategies as st

from alcove.table.clock import (
    DAY_MS,
    FIRST_TURN_GRACE_MS,
    LAG_QUOTA_MS,
    LAG_REGAINED_MS,
    MOST_LAG_MS,
    Clocks,
    Days,
    Fischer,
    overlap_ms,
    speed_of,
)

FIVE_AND_THREE = Fischer(300, 3)
NOW = 1_000_000


def running(clock: Fischer | Days = FIVE_AND_THREE) -> Clocks:
    """Two seats that both have had their first turn; seat 0 is to move since NOW."""
    first = Clocks.set(clock, 2, 0, 0)
    return first.played(0, 0, 1, passes=True, now_ms=0).played(0, 0, 0, passes=True, now_ms=NOW)


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (None, "none"),
        (Fischer(300, 3), "fast"),
        (Fischer(360, 3), "slow"),
        (Fischer(600, 5), "slow"),
        (Fischer(479, 0), "fast"),
        (Days(3), "correspondence"),
    ],
)
def test_the_speed_of_a_clock(clock: Fischer | Days | None, speed: str) -> None:
    assert speed_of(clock) == speed


def test_a_turn_costs_what_it_takes_and_earns_the_increment() -> None:
    after = running().played(running().spent_ms(NOW + 10_000), 0, 1, passes=True, now_ms=NOW + 10_000)
    assert after.left_ms == (303_000 - 10_000 + 3_000, 303_000)
    assert after.seat == 1


def test_a_ply_within_a_turn_costs_but_earns_nothing() -> None:
    after = running().played(4_000, 0, 0, passes=False, now_ms=NOW + 4_000)
    assert after.left_ms == (299_000, 303_000)
    assert after.spent_ms(NOW + 5_000) == 1_000


def test_the_first_turn_of_each_seat_is_free_for_a_while() -> None:
    first = Clocks.set(FIVE_AND_THREE, 2, 0, NOW)
    assert first.spent_ms(NOW + FIRST_TURN_GRACE_MS) == 0
    assert first.spent_ms(NOW + FIRST_TURN_GRACE_MS + 1) == 1
    second = first.played(0, 0, 1, passes=True, now_ms=NOW)
    assert second.spent_ms(NOW + FIRST_TURN_GRACE_MS) == 0
    third = second.played(0, 0, 0, passes=True, now_ms=NOW)
    assert third.spent_ms(NOW + 1) == 1


def test_the_line_is_forgiven_within_limits() -> None:
    assert running().charged(NOW + 1_000, lag_ms=200) == (800, 200)
    assert running().charged(NOW + 1_000, lag_ms=60_000) == (1_000 - MOST_LAG_MS, MOST_LAG_MS)
    assert running().charged(NOW + 1_000, lag_ms=-60_000) == (1_000, 0)
    assert running().charged(NOW + 100, lag_ms=300) == (0, 100)


def test_a_line_is_forgiven_within_a_quota_a_game() -> None:
    clocks, now, forgiven, turns = running(), NOW, 0, 60
    for _ in range(turns):
        now += 2_000
        spent, lag = clocks.charged(now, lag_ms=60_000)
        forgiven += lag
        clocks = clocks.played(spent, lag, 1, passes=True, now_ms=now).played(0, 0, 0, passes=True, now_ms=now)
    assert forgiven <= LAG_QUOTA_MS + turns * LAG_REGAINED_MS < turns * MOST_LAG_MS
    assert clocks.charged(now + 2_000, lag_ms=60_000)[1] <= LAG_REGAINED_MS
    for _ in range(20):  # a line that is well again fills its quota
        clocks = clocks.played(0, 0, 1, passes=True, now_ms=now).played(0, 0, 0, passes=True, now_ms=now)
    assert clocks.charged(now + 2_000, lag_ms=60_000)[1] == MOST_LAG_MS


def test_a_flag_falls_when_time_and_the_lines_share_are_gone() -> None:
    falls_at = NOW + 303_000 + MOST_LAG_MS
    assert running().falls_at_ms == falls_at
    assert not running().has_fallen(falls_at - 1)
    assert running().has_fallen(falls_at)
    assert running().left_at(falls_at) == (0, 303_000)


def test_a_stopped_clock_never_falls() -> None:
    stopped = running().stopped(NOW + 3_000)
    assert stopped.left_ms == (300_000, 303_000)
    assert stopped.falls_at_ms is None
    assert not stopped.has_fallen(NOW + DAY_MS)
    assert stopped.spent_ms(NOW + DAY_MS) == 0


def test_days_are_for_each_turn_and_have_no_grace() -> None:
    clocks = running(Days(2))
    assert Clocks.set(Days(2), 2, 0, NOW).grace_ms == 0
    after = clocks.played(DAY_MS, 0, 1, passes=True, now_ms=NOW + DAY_MS)
    assert after.left_ms == (2 * DAY_MS, 2 * DAY_MS)
    assert clocks.has_fallen(NOW + 2 * DAY_MS + MOST_LAG_MS)


def test_taking_back_gives_no_time_back_but_a_day_starts_anew() -> None:
    spent = running().played(60_000, 0, 1, passes=True, now_ms=NOW + 60_000)
    assert spent.turned_to(0, NOW + 61_000).left_ms == (246_000, 303_000)
    late = running(Days(1)).turned_to(1, NOW + DAY_MS - 1)
    assert late.left_ms == (DAY_MS, DAY_MS)
    assert not late.has_fallen(NOW + DAY_MS + MOST_LAG_MS)


@pytest.mark.parametrize(
    ("spans", "owed"),
    [
        ([], 0),
        ([(0, 50)], 0),
        ([(50, 150)], 50),
        ([(120, 130), (150, 160)], 20),
        ([(180, 999)], 20),
        ([(0, 999)], 100),
        ([(200, 300)], 0),
        ([(150, 180), (120, 160), (130, 140)], 60),
        ([(0, 120), (110, 130), (190, 250)], 40),
    ],
)
def test_time_in_which_the_room_was_closed(spans: list[tuple[int, int]], owed: int) -> None:
    assert overlap_ms(spans, 100, 200) == owed


@given(st.lists(st.tuples(st.integers(0, 120_000), st.integers(0, 900), st.booleans()), max_size=60))
def test_no_clock_is_ever_below_nothing_or_gains_more_than_its_increments(
    plies: list[tuple[int, int, bool]],
) -> None:
    clocks, now, turns = Clocks.set(FIVE_AND_THREE, 2, 0, 0), 0, [0, 0]
    for took, lag, passes in plies:
        now += took
        seat = clocks.seat
        turns[seat] += passes
        clocks = clocks.played(*clocks.charged(now, lag), 1 - seat if passes else seat, passes, now)
        assert min(clocks.lag_left_ms) >= 0
        assert all(0 <= left <= 300_000 + 3_000 * turn for left, turn in zip(clocks.left_ms, turns, strict=True))
