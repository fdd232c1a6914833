"""A table in memory: where it stands, who watches, and who of its players is there."""

import asyncio
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2s
from typing import Protocol

from alcove.table.clock import Days, Span
from alcove.table.fold import Room

from ..base.times import Alarm
from ..wire import messages

PRESENCE_MS = 30_000
"""Who comes back within this time was never away: lines break, pages are loaded anew."""
CLAIM_MS = 30_000
"""So long after somebody is known to be away, the other side need not wait any longer, if there is a clock."""
CLAIM_WITHOUT_CLOCK_MS = 300_000
"""And without a clock."""


class Watcher(Protocol):
    """Somebody who is told what happens at a table. `tell` never waits."""

    guest: str

    def tell(self, frame: bytes) -> None: ...


def handle_of(person: str) -> str:
    """How others know a person: always the same, and good for nothing else."""
    return blake2s(person.encode(), digest_size=8, person=b"handle").hexdigest()


class Table:
    """A table in memory; there is never a second object of the same one (`tables.Tables`).

    `people` is how its players are shown, `away` since when those are away who do not watch, `unattended` when it was
    between two servers, so that nobody could move, `delay` how long its last event was on the way to the disk,
    `finishing` what follows from its end. One that `is_doubtful` may have fallen behind the disk.
    """

    def __init__(self, name: str, room: Room, people: Mapping[str, messages.PersonTold], away_since_ms: int) -> None:
        self.name = name
        self.room = room
        self.people = dict(people)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking_n: int | None = None
        self.finishing: list[asyncio.Task[None]] = []
        self.away = dict.fromkeys(room.people, away_since_ms)
        self.unattended: Sequence[Span] = ()
        self.delay: Span | None = None
        self.is_doubtful = False
        self.chat: deque[messages.Said] | None = None
        self.flag_alarm: Alarm | None = None
        self.presence_alarm: Alarm | None = None

    def tell(self, message: messages.ToPage, watchers: Collection[Watcher] | None = None) -> None:
        """One encoding for all who watch, or for these of them."""
        told = tuple(self.watchers if watchers is None else watchers)
        if told:
            frame = messages.write(message)
            for watcher in told:
                watcher.tell(frame)

    @property
    def is_idle(self) -> bool:
        return not self.watchers and self.thinking_n is None and not self.lock.locked()

    @property
    def spans(self) -> Sequence[Span]:
        """When nobody could move here."""
        return self.unattended if self.delay is None else (*self.unattended, self.delay)

    def rest(self) -> None:
        """Nobody needs this table in memory any longer: its alarms must not hold it there."""
        for alarm in (self.flag_alarm, self.presence_alarm):
            if alarm is not None:
                alarm.cancel()
        self.flag_alarm = self.presence_alarm = None

    # --- Who is there -----------------------------------------------------------------------------------------------

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.away.pop(watcher.guest, None)

    def leave(self, watcher: Watcher, now_ms: int) -> None:
        self.watchers.discard(watcher)
        guest = watcher.guest
        if guest in self.room.people and not any(other.guest == guest for other in self.watchers):
            self.away.setdefault(guest, now_ms)

    @property
    def onlookers(self) -> int:
        """How many people watch who have no seat."""
        return len({watcher.guest for watcher in self.watchers}.difference(self.room.people))

    def presence(self, now_ms: int) -> tuple[messages.SeatPresence, ...]:
        """Seat by seat. Engines are always there, and for an open seat there is nobody to miss."""
        told = []
        for seat in self.room.seats:
            since = None if seat.guest is None else self.away.get(seat.guest)
            is_here = since is None or now_ms < since + PRESENCE_MS
            patience = self._patience_ms
            claim_in = None if is_here or since is None or patience is None else max(0, since + patience - now_ms)
            told.append(messages.SeatPresence(is_here, claim_in))
        return tuple(told)

    def gone(self, now_ms: int) -> frozenset[str]:
        """The players who have been away for so long that the game may be claimed."""
        patience = self._patience_ms
        if patience is None:
            return frozenset()
        return frozenset(guest for guest, since in self.away.items() if now_ms >= since + patience)

    @property
    def next_absence_ms(self) -> int | None:
        """When somebody who does not watch will be known to be away; in the past for who is already."""
        return max((since + PRESENCE_MS for since in self.away.values()), default=None)

    @property
    def _patience_ms(self) -> int | None:
        """How long an absence may last, or `None` where nobody has to be there."""
        clock = self.room.terms.clock
        if isinstance(clock, Days):
            return None
        return PRESENCE_MS + (CLAIM_WITHOUT_CLOCK_MS if clock is None else CLAIM_MS)
