"""Time that jumps: an event loop without threads, sleep or luck of its own.

Whatever runs belongs to a machine (`MACHINE`): what a task, a timer or a thread begins inherits it. A machine that is
killed does nothing any more, not even tidy up.
"""

import asyncio
import datetime as datetimes
import os
import random
import secrets
import sys
import time
from asyncio import base_events
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import anyio.to_thread

from alcove.server.base.times import Times

MOST_STEPS_AT_ONCE = 100_000
"""Whoever goes round so often while no time passes does so for ever."""
EPOCH = 1_800_000_000.0
"""Unix time when every story begins."""


@dataclass(eq=False)
class Machine:
    """A machine on which a server runs, from its start to its end; its clock is wrong by `skew` seconds."""

    name: str
    skew: float = 0.0
    is_dead: bool = False
    tasks: "set[asyncio.Task[Any]]" = field(default_factory=set)


MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)


class StuckError(Exception):
    """Nothing is left that could ever happen, or the same thing happens for ever."""


class _Task(asyncio.Task[Any]):
    """A task with a number for a hash: sets of tasks are walked through in the same order in every run."""

    number: int

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class _Never:
    """In place of a selector: waiting is letting time pass."""

    def __init__(self, loop: "Loop") -> None:
        self._loop = loop
        self._still = 0

    def select(self, timeout: float | None) -> list[Any]:
        self._still = self._still + 1 if timeout == 0 else 0
        if timeout is None or self._still > MOST_STEPS_AT_ONCE:
            raise StuckError
        self._loop.now += max(timeout, 0.0)
        return []


class Loop(base_events.BaseEventLoop):
    """An event loop by virtual time. `slowness` says how long a thread takes for what it is given."""

    def __init__(self, slowness: Callable[[], float]) -> None:
        super().__init__()
        self.now = 0.0
        self._selector = _Never(self)
        self._slowness = slowness
        self._numbers = count(1)
        self._clock_resolution = 1e-7
        self.set_task_factory(self._make)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.now

    def _make(self, loop: Any, coroutine: Coroutine[Any, Any, Any], **more: Any) -> "asyncio.Task[Any]":
        task = _Task.__new__(_Task)
        task.number = next(self._numbers)
        _Task.__init__(task, coroutine, loop=self, **more)
        context = more.get("context")
        machine = MACHINE.get() if context is None else context.get(MACHINE)
        if machine is not None:
            machine.tasks.add(task)
            task.add_done_callback(machine.tasks.discard)
            if machine.is_dead:
                task.cancel()
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """A thread, which does its work later and at once. Where it would wait, it is given a coroutine."""

        async def work() -> Any:
            await asyncio.sleep(self._slowness())
            answer = func(*args)
            return await answer if asyncio.iscoroutine(answer) else answer

        return self.create_task(work())

    def kill(self, machine: Machine) -> None:
        """`kill -9`: timers are gone, tasks end without a trace, and nothing they still try reaches anybody."""
        machine.is_dead = True
        for timer in tuple(self._scheduled):  # type: ignore[attr-defined]
            if timer._context.get(MACHINE) is machine:
                timer.cancel()
        for task in sorted(machine.tasks, key=hash):
            task.cancel()

    # What a loop with sockets would need.
    def _process_events(self, events: Any) -> None: ...

    def _write_to_self(self) -> None: ...


class Clock(Times):
    """What time a machine believes it is."""

    def __init__(self, loop: Loop, machine: Machine) -> None:
        self._loop = loop
        self._machine = machine

    def now_ms(self) -> int:
        return int((EPOCH + self._loop.now + self._machine.skew) * 1000)


@contextmanager
def nature(loop: Loop, luck: random.Random) -> Iterator[None]:
    """All time and all luck in the process come from the loop and the seed: the one place where that is arranged."""
    put_back: list[tuple[Any, str, Any]] = []

    def put(owner: Any, name: str, value: Any) -> None:
        put_back.append((owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def skew() -> float:
        machine = MACHINE.get()
        return 0.0 if machine is None else machine.skew

    class Moment(datetimes.datetime):
        @classmethod
        def now(cls, tz: datetimes.tzinfo | None = None) -> datetimes.datetime:  # type: ignore[override]
            return datetimes.datetime.fromtimestamp(EPOCH + loop.now + skew(), tz)

    put(time, "time", lambda: EPOCH + loop.now + skew())
    put(time, "monotonic", lambda: loop.now + 1000.0)
    put(random, "SystemRandom", lambda: luck)
    put(os, "urandom", luck.randbytes)
    put(anyio.to_thread, "run_sync", lambda func, *args, **_: loop.run_in_executor(None, func, *args))
    put(secrets, "token_hex", lambda size=32: luck.randbytes(size).hex())
    put(secrets, "token_urlsafe", lambda size=32: "".join(luck.choices(_NAME, k=size * 4 // 3)))
    put(secrets, "token_bytes", lambda size=32: luck.randbytes(size))
    put(secrets, "randbelow", luck.randrange)
    put(secrets, "randbits", luck.getrandbits)
    put(secrets, "choice", luck.choice)
    for name, module in sorted(sys.modules.items()):
        if name.startswith("alcove.") and getattr(module, "datetime", None) is datetimes.datetime:
            put(module, "datetime", Moment)
    try:
        yield
    finally:
        for owner, attribute, value in reversed(put_back):
            setattr(owner, attribute, value)


_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
