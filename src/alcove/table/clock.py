"""Clocks of a game: how much time everybody has, in numbers alone. Nothing here asks what time it is.

Only the server's time counts. There are two kinds: `Fischer` gives everybody an amount for the whole game and a little
more after each turn; `Days` gives a number of days for every turn. What a move cost is decided once, when it is made, and kept
with it (`Played.spent_ms`), so that a game read from the disk has the clocks it had.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

Speed = Literal["none", "fast", "slow", "correspondence"]
"""What kind of play a clock makes. Ratings are kept per game and speed."""

DAY_MS = 24 * 3600 * 1000
FIRST_TURN_GRACE_MS = 30_000
"""Everybody's first turn is free for this long: a player has to see the board before thinking about it."""
MOST_LAG_MS = 500
"""At most this much of a turn is blamed on the connection and not on the player."""
LAG_QUOTA_MS, LAG_REGAINED_MS = 3_000, 250
"""And so much of a game: what a line is forgiven comes out of a quota, which every turn refills a little. A bad line is
helped; somebody who pretends to have one gains a few seconds."""
FAST_SECONDS = 8 * 60
TURNS_EXPECTED = 40
"""A game that takes less than eight minutes for forty turns of one side is a fast one."""


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="fischer"):
    """Seconds for the whole game, and seconds that every turn adds."""

    initial_seconds: Annotated[int, Meta(ge=10, le=3 * 3600)]
    increment_seconds: Annotated[int, Meta(ge=0, le=180)] = 0


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """Days for every turn."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = Fischer | Days


def speed_of(clock: Clock | None) -> Speed:
    match clock:
        case None:
            return "none"
        case Days():
            return "correspondence"
        case Fischer(initial_seconds=initial, increment_seconds=increment):
            return "fast" if initial + TURNS_EXPECTED * increment < FAST_SECONDS else "slow"


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a table at the moment `since_ms`. From then on the clock of `seat` runs, if any does.

    `begun` are the seats that have had their first turn, `lag_left_ms` is what the lines may still be forgiven.
    """

    clock: Clock
    left_ms: tuple[int, ...]
    seat: int
    since_ms: int
    begun: frozenset[int] = frozenset()
    is_running: bool = True
    lag_left_ms: tuple[int, ...] = ()

    @classmethod
    def set(cls, clock: Clock, seats: int, seat: int, now_ms: int) -> Self:
        """The clocks of a game that begins now with `seat` to move."""
        each = clock.initial_seconds * 1000 if isinstance(clock, Fischer) else clock.days * DAY_MS
        return cls(clock, (each,) * seats, seat, now_ms, lag_left_ms=(LAG_QUOTA_MS,) * seats)

    @property
    def grace_ms(self) -> int:
        """How long the current turn stays free."""
        return FIRST_TURN_GRACE_MS if isinstance(self.clock, Fischer) and self.seat not in self.begun else 0

    def charged(self, now_ms: int, lag_ms: int = 0) -> tuple[int, int]:
        """What the turn under way has cost by now, and what the line was forgiven of it: `lag_ms`, within limits."""
        if not self.is_running:
            return 0, 0
        passed = max(0, now_ms - self.since_ms - self.grace_ms)
        forgiven = min(max(lag_ms, 0), self._most_lag_ms, passed)
        return passed - forgiven, forgiven

    def spent_ms(self, now_ms: int) -> int:
        """What the turn under way has cost by now."""
        return self.charged(now_ms)[0]

    @property
    def _most_lag_ms(self) -> int:
        """What the line of this turn can be forgiven."""
        return min(MOST_LAG_MS, self.lag_left_ms[self.seat])

    def left_at(self, now_ms: int) -> tuple[int, ...]:
        """What everybody has left by now."""
        left = max(0, self.left_ms[self.seat] - self.spent_ms(now_ms))
        return tuple(left if seat == self.seat else other for seat, other in enumerate(self.left_ms))

    @property
    def falls_at_ms(self) -> int | None:
        """When the flag falls if nothing is played. It waits for the connection's share, so a move made in time is never late."""
        if not self.is_running:
            return None
        return self.since_ms + self.grace_ms + self.left_ms[self.seat] + self._most_lag_ms

    def has_fallen(self, now_ms: int) -> bool:
        return self.falls_at_ms is not None and now_ms >= self.falls_at_ms

    def played(self, spent_ms: int, lag_ms: int, seat: int, passes: bool, now_ms: int) -> Self:
        """After a ply that cost `spent_ms` and forgave the line `lag_ms`. `passes`: it ended a turn, `seat` is to move."""
        left, lag_left = list(self.left_ms), list(self.lag_left_ms)
        lag_left[self.seat] -= lag_ms
        left[self.seat] = max(0, left[self.seat] - spent_ms)
        begun = self.begun
        if passes:
            begun |= {self.seat}
            lag_left[self.seat] = min(LAG_QUOTA_MS, lag_left[self.seat] + LAG_REGAINED_MS)
            match self.clock:
                case Fischer(increment_seconds=increment):
                    left[self.seat] += increment * 1000
                case Days(days=days):
                    left[self.seat] = days * DAY_MS
        return replace(self, left_ms=tuple(left), lag_left_ms=tuple(lag_left), seat=seat, since_ms=now_ms, begun=begun)

    def turned_to(self, seat: int, now_ms: int) -> Self:
        """After a takeback: the clock of `seat` runs. Time that is gone stays gone, but a day starts afresh."""
        left = self.left_ms
        if isinstance(self.clock, Days):
            left = (self.clock.days * DAY_MS,) * len(left)
        return replace(self, left_ms=left, seat=seat, since_ms=now_ms)

    def stopped(self, now_ms: int) -> Self:
        """At the end of the game: every clock shows what it had left."""
        return replace(self, left_ms=self.left_at(now_ms), since_ms=now_ms, is_running=False)


Span = tuple[int, int]
"""From one moment to another, in milliseconds."""


def overlap_ms(spans: Iterable[Span], since_ms: int, until_ms: int) -> int:
    """How much of the time between two moments lies in at least one of these spans."""
    found, reached = 0, since_ms
    for begin, end in sorted(spans):
        begin, end = max(begin, reached), min(end, until_ms)
        if begin < end:
            found, reached = found + end - begin, end
    return found
