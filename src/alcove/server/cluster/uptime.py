"""When the room was open. While it was not, nobody's clock runs: whoever stopped it, the players did not.

A heartbeat in the database says when the room was last alive. A room that opens and finds an old one writes down the span
in between, with a moment for everybody to come back, and clocks leave such spans out. So they do with the time in which
the database did not answer, or the servers of the room could not hear each other, or this one stood still (it was stopped,
or busy with something else): nobody, or not everybody, could move then.
"""

import asyncio
from bisect import insort
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Self

import sqlalchemy as sa
import structlog

from alcove.table.clock import DAY_MS, Span, overlap_ms

from ..base.tasks import AWAY, Tasks
from ..base.times import Times
from ..store.schema import downtimes as _downtimes, heartbeat as _heartbeat
from ..store.store import Store
from .bus import Bus

log = structlog.get_logger()

BEAT_SECONDS = 5.0
AGAIN_SECONDS = 0.5
"""How soon to try again when the database did not take a beat."""
PULSE_SECONDS = 0.25
LATE_MS = 500
"""A server whose pulse comes so late has stood still; it is forgiven the time, and as much again to come back."""
RETURN_MS = 10_000
"""How long everybody has to come back once the room is open again."""
OLDEST_MS = 60 * DAY_MS
"""Spans older than this affect no clock that is still running."""
_ROOM = "room"
"""Whose heart it is. Several servers beat for one room: it is closed when all of them are."""


_FIRST = "INSERT INTO heartbeat (name, at_ms) VALUES (:name, :now) ON CONFLICT DO NOTHING"
_CLOSED = "INSERT INTO downtimes (since_ms, until_ms) VALUES (:since_ms, :until_ms) ON CONFLICT DO NOTHING"


class Uptime:
    """The spans in which the room was closed. Open it with `await Uptime.open(store, times, bus)`."""

    def __init__(self, store: Store, times: Times, bus: Bus, spans: list[Span]) -> None:
        self._store = store
        self._times = times
        self._bus = bus
        bus.when_lost(self._fail)
        self._spans = sorted(spans, key=lambda span: span[1])
        self._beaten_at_ms = self.opened_at_ms = times.now_ms()
        self._is_failing = False
        self._unwritten: list[Span] = []
        self._pulse_due = times.steady() + PULSE_SECONDS
        self.credited: list[Callable[[], None]] = []
        """Called when the room begins to owe everybody time."""
        self._tasks = Tasks()
        self._tasks.keep_up(self._beat_for_ever)
        self._tasks.keep_up(self._feel_pulse_for_ever)

    @classmethod
    async def open(cls, store: Store, times: Times, bus: Bus, is_first: bool = True) -> Self:
        """`is_first`: no other server was open; else the room was not closed."""
        now = times.now_ms()

        def look(connection: sa.Connection) -> list[Span]:
            last = connection.scalar(sa.select(_heartbeat.c.at_ms).where(_heartbeat.c.name == _ROOM))
            recent = sa.select(_downtimes).where(_downtimes.c.until_ms > now - OLDEST_MS)
            spans = [(row.since_ms, row.until_ms) for row in connection.execute(recent)]
            if last is None:
                connection.execute(sa.text(_FIRST), {"name": _ROOM, "now": now})
            elif is_first:
                closed = (max(last, *(until for _, until in spans)) if spans else last, now + RETURN_MS)
                if closed[0] < closed[1]:
                    connection.execute(sa.text(_CLOSED), {"since_ms": closed[0], "until_ms": closed[1]})
                    spans.append(closed)
            return spans

        return cls(store, times, bus, await store.writer.transact(look))

    async def close(self) -> None:
        await self._tasks.close()
        await self._try_to_beat()

    def owed_ms(self, since_ms: int, now_ms: int, also: Iterable[Span] = ()) -> int:
        """How much of the time since then is not the players' fault, with other spans that are not."""
        spans = [*takewhile(lambda span: span[1] > since_ms, reversed(self._spans)), *also]
        if self._is_failing:
            spans.append((self._beaten_at_ms, now_ms))
        if late_ms := self._late_ms():
            spans.append((now_ms - late_ms, now_ms))
        return overlap_ms(spans, since_ms, now_ms)

    async def _beat_for_ever(self) -> None:
        while True:
            await self._try_to_beat()
            await asyncio.sleep(AGAIN_SECONDS if self._is_failing else BEAT_SECONDS)

    async def _try_to_beat(self) -> None:
        try:
            await self.beat()
        except AWAY as error:
            self._fail()
            log.warning("no_heartbeat", cause=type(error).__name__)

    def _fail(self) -> None:
        """Since the last beat nobody could be sure of being heard."""
        self._is_failing = True

    async def beat(self) -> None:
        """Write down that the room is open. If the last beats failed, it was not until now."""
        now, is_cut_off = self._times.now_ms(), self._bus.is_lost
        alive = sa.update(_heartbeat).where(_heartbeat.c.name == _ROOM).values(at_ms=now)
        closed = (self._beaten_at_ms, now + RETURN_MS) if self._is_failing and not is_cut_off else None
        spans, self._unwritten = self._unwritten, []
        lines = [*spans, closed] if closed is not None else spans

        def write(connection: sa.Connection) -> None:
            connection.execute(alive)
            for since_ms, until_ms in lines:
                connection.execute(sa.text(_CLOSED), {"since_ms": since_ms, "until_ms": until_ms})

        try:
            await self._store.writer.transact(write)
        except BaseException:
            self._unwritten += spans
            raise
        if is_cut_off:
            return
        self._beaten_at_ms, self._is_failing = now, False
        if closed is not None:
            self._credit(closed)

    def _credit(self, span: Span) -> None:
        insort(self._spans, span, key=lambda each: each[1])
        for tell in self.credited:
            tell()

    async def _feel_pulse_for_ever(self) -> None:
        """Whoever sleeps and is woken late learns how long the room has stood still."""
        while True:
            self._pulse_due = self._times.steady() + PULSE_SECONDS
            await asyncio.sleep(PULSE_SECONDS)
            if late_ms := self._late_ms():
                log.warning("stood_still", ms=late_ms)
                now = self._times.now_ms()
                span = now - late_ms, now + min(late_ms, RETURN_MS)
                self._pulse_due = self._times.steady() + PULSE_SECONDS
                self._unwritten.append(span)
                self._credit(span)

    def _late_ms(self) -> int:
        """How long this server has stood still by now."""
        late_ms = round((self._times.steady() - self._pulse_due) * 1000)
        return late_ms if late_ms >= LATE_MS else 0
