"""Engine processes that need no processor: they play at random, late, or not at all, and some die at it."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alcove.core.text import Text
from alcove.server.engines.child import FailedError, LostError
from alcove.server.engines.process import Choose
from alcove.server.engines.protocol import Advice
from alcove.server.wire.messages import HintLine


@dataclass
class Zeal:
    """How well engines do just now. Chances are of one task."""

    slowest: float = 0.3
    dies: float = 0.0
    sleeps: float = 0.0
    cannot_start: float = 0.0


class Thinkers:
    """Makes the processes of all pools."""

    def __init__(self, rng: random.Random, tell: Callable[[str], None]) -> None:
        self.rng, self.tell = rng, tell
        self.zeal = Zeal()

    def __call__(self) -> "Thinker":
        if self.rng.random() < self.zeal.cannot_start:
            self.tell("engine: no process can be started")
            raise BlockingIOError("resource temporarily unavailable")
        return Thinker(self)


class Thinker:
    """In place of `pool.Worker`: its methods that wait are coroutines here."""

    def __init__(self, all: Thinkers) -> None:
        self._all = all
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def wait_until_ready(self) -> None:
        await asyncio.sleep(self._all.rng.uniform(0, self._all.zeal.slowest))

    async def ask(self, number: int, task: Any, seconds: float) -> Any:
        rng, zeal = self._all.rng, self._all.zeal
        if rng.random() < zeal.sleeps:
            self._all.tell("engine: falls asleep")
            await self._wait(seconds)
            raise LostError("late")
        await self._wait(rng.uniform(0, zeal.slowest))
        if rng.random() < zeal.dies:
            self._all.tell("engine: dies")
            raise LostError("died")
        legal = [str(move) for move in task.view.legal_moves()]
        if not legal:
            raise FailedError("no move")
        if isinstance(task, Choose):
            return rng.choice(legal)
        return Advice((HintLine((legal[0],), 0.0, Text("even", "égal"), 0.5, False),), 1, 1)

    async def _wait(self, seconds: float) -> None:
        await asyncio.wait([self._end], timeout=seconds)
        if self._end.done():
            raise LostError("died")

    def interrupt(self, number: int) -> None: ...

    def stop(self) -> None:
        if not self._end.done():
            self._end.set_result(None)
