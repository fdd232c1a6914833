"""Processes that are none. Engines need no processor: they play at random, late, or not at all, and some die at it. Those that
reckon do what they are asked, here in this process, as late or as badly."""

import asyncio
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alcove.core.text import Text
from alcove.server.engines import reckoner
from alcove.server.engines.child import FailedError, LostError
from alcove.server.engines.process import Choose
from alcove.server.engines.protocol import Advice
from alcove.server.wire.messages import HintLine


@dataclass
class Zeal:
    """How well processes do just now. Chances are of one task."""

    slowest: float = 0.3
    dies: float = 0.0
    sleeps: float = 0.0
    cannot_start: float = 0.0


class Thinkers:
    """Makes the processes of all pools and all reckoners."""

    def __init__(self, rng: random.Random, tell: Callable[[str], None]) -> None:
        self.rng, self.tell = rng, tell
        self.zeal = Zeal()

    def engine(self, _threads: int) -> "Thinker":
        return Thinker(self, "engine")

    def child(self, _name: str, _life: Any, _niceness: int) -> "Reckoning":
        return Reckoning(self, "reckoner")


class _Process:
    """In place of `child.Child`: what waits in a thread there is a coroutine here."""

    _may_sleep = True

    def __init__(self, all: Thinkers, kind: str) -> None:
        self._all, self._kind = all, kind
        if all.rng.random() < all.zeal.cannot_start:
            all.tell(f"{kind}: no process can be started")
            raise BlockingIOError("resource temporarily unavailable")
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def wait_until_ready(self) -> None:
        await self._wait(self._all.rng.uniform(0, self._all.zeal.slowest))

    def stop(self) -> None:
        if not self._end.done():
            self._end.set_result(None)

    async def _toil(self, seconds: float) -> None:
        """The time a task takes, if it is done at all."""
        rng, zeal = self._all.rng, self._all.zeal
        if self._may_sleep and rng.random() < zeal.sleeps:
            self._all.tell(f"{self._kind}: falls asleep")
            await self._wait(seconds)
            raise LostError("late")
        await self._wait(rng.uniform(0, zeal.slowest))
        if rng.random() < zeal.dies:
            self._all.tell(f"{self._kind}: dies")
            raise LostError("died")

    async def _wait(self, seconds: float) -> None:
        await asyncio.wait([self._end], timeout=seconds)
        if self._end.done():
            raise LostError("died")


class Thinker(_Process):
    """In place of `pool.Thinker`."""

    async def think(self, _number: int, task: Any, seconds: float) -> Any:
        await self._toil(seconds)
        legal = [str(move) for move in task.view.legal_moves()]
        if not legal:
            raise FailedError("no move")
        if isinstance(task, Choose):
            return self._all.rng.choice(legal)
        return Advice((HintLine((legal[0],), 0.0, Text("even", "égal"), 0.5, False),), 1, 1)

    def interrupt(self, number: int) -> None: ...


class Reckoning(_Process):
    """In place of the reckoner's `Child`. What goes in and what comes out are copies, as if by a pipe. It never stands still:
    a game would wait two minutes for it (`FOLD_SECONDS`), longer than a story has patience."""

    _may_sleep = False

    async def ask(self, question: Any, seconds: float) -> Any:
        function, arguments = pickle.loads(pickle.dumps(question))
        await self._toil(seconds)
        try:
            return pickle.loads(pickle.dumps(reckoner._attempt(function, arguments)))
        except Exception as error:
            raise FailedError(f"{type(error).__name__}: {error}") from error
