"""Engines on other machines, as a server sees them: jobs on Redis streams, which workers (`worker`) take as one group.

What Redis forgets (it may restart) is put there again. A job that nobody does in time ends as in `pool`: a move is replaced
by a legal one, a hint is refused. Positions travel as text, as the players see them: no secret is in it, and nothing that is
run.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog

from alcove.core.game import View
from alcove.core.options import changed
from alcove.server.base import refusals

from ..base import metrics
from ..base.tasks import Tasks
from ..cluster.bus import FAULTS, Bus, connect
from .protocol import (
    HINT_PATIENCE_SECONDS,
    MOST_OF_ONE,
    MOVE_SECONDS,
    STUDY_GRACE_SECONDS,
    Advice,
    Done,
    Job,
    Kind,
    move_seconds,
    stream,
)

log = structlog.get_logger()

MOST_WAITING = 5_000
LOST_SECONDS = 1.5
"""How long a server waits for an answer before it looks whether its job is still there."""
AGAIN_SECONDS = 0.25


class RemoteEngines:
    """The engines as a server sees them: elsewhere."""

    def __init__(self, url: str, bus: Bus) -> None:
        self._redis = connect(url)
        self._bus = bus
        self._waiting: dict[str, asyncio.Future[Done]] = {}
        self._tasks = Tasks()
        self._asking: Counter[tuple[Kind, str]] = Counter()
        bus.on("done", self._on_done)

    async def close(self) -> None:
        for waiting in self._waiting.values():
            waiting.cancel()
        await self._tasks.close()
        await self._redis.aclose()

    async def choose(self, game: str, view: View, level: int) -> str:
        """A legal move. It always comes, and in time."""
        legal = [str(move) for move in view.legal_moves()]
        if not legal:
            raise refusals.no_move()
        if len(legal) == 1:
            return legal[0]
        patience = max(move_seconds(game, level), MOVE_SECONDS)
        done = await self._ask("move", game, view, patience, level=level)
        if done is not None and done.move in legal:
            return done.move
        log.warning("fallback_move", game=game, strength=level, cause="late" if done is None else "no move")
        metrics.FALLBACK_MOVES.inc()
        return secrets.choice(legal)

    async def advise(self, game: str, view: View, who: str = "") -> Advice:
        """The best lines at full strength; refused when no engine can answer now."""
        with self._place("hint", who):
            return _advice(await self._ask("hint", game, view, HINT_PATIENCE_SECONDS))

    async def study(self, game: str, view: View, seconds: float, lines: int, who: str = "") -> Advice:
        patience = seconds + STUDY_GRACE_SECONDS + HINT_PATIENCE_SECONDS
        with self._place("study", who):
            return _advice(await self._ask("study", game, view, patience, seconds=seconds, lines=lines))

    @contextmanager
    def _place(self, kind: Kind, who: str) -> Iterator[None]:
        """One of the few places that an address has among those who wait."""
        if self._asking[kind, who] >= MOST_OF_ONE:
            raise refusals.no_engine()
        self._asking[kind, who] += 1
        try:
            yield
        finally:
            self._asking[kind, who] -= 1
            if not self._asking[kind, who]:
                del self._asking[kind, who]

    async def _ask(self, kind: Kind, game: str, view: View, patience: float, **more: Any) -> Done | None:
        """The answer of a worker, or `None` after `patience` seconds."""
        options = dict(changed(view.options))
        id, until = secrets.token_hex(8), time.time() + patience
        job = Job(id, self._bus.server, kind, game, options, view.to_text(), until, made=view.made, **more)
        waiting: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting[id] = waiting
        with metrics.ENGINE_SECONDS.labels(kind).time():
            putting = self._tasks.begin(self._put(job))
            try:
                async with asyncio.timeout(patience):
                    return await waiting
            except TimeoutError:
                return None
            finally:
                putting.cancel()
                del self._waiting[id]

    async def _put(self, job: Job) -> None:
        """Put a job on its stream, and again whenever Redis has forgotten it."""
        place, body = stream(job.kind), {"job": msgspec.json.encode(job)}
        entry: Any = None
        while True:
            try:
                if entry is None or not await self._redis.xrange(place, entry, entry):
                    entry = await self._redis.xadd(place, body, maxlen=MOST_WAITING, approximate=True)
                await asyncio.sleep(LOST_SECONDS)
            except FAULTS as error:
                log.warning("job_not_put", cause=type(error).__name__)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _on_done(self, _server: str, body: bytes) -> None:
        done = msgspec.json.decode(body, type=Done)
        waiting = self._waiting.get(done.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(done)


def _advice(done: Done | None) -> Advice:
    if done is None or done.lines is None:
        raise refusals.no_engine()
    return Advice(done.lines, done.depth, done.nodes)
