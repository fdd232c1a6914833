"""Engines on other machines: servers put jobs on Redis streams, workers (`alcove worker`) take them as one group.

A worker says that it is still at its jobs; what a dead one leaves is claimed by another. What Redis forgets (it may
restart) is put there again. A job that nobody does in time ends as in `engines`: a move is replaced by a legal one, a
hint is refused. Positions travel as text, as the players see them: no secret is in it, and nothing that is run.
"""

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any, Literal, Protocol

import msgspec
import structlog

from alcove.core.errors import AlcoveError
from alcove.core.game import View
from alcove.core.options import kept, written
from alcove.core.registry import game as game_named
from alcove.server.base import refusals

from ..base import metrics
from ..cluster.bus import FAULTS, Bus, connect
from ..wire.messages import HintLine
from .pool import GRACE_SECONDS, HINT_PATIENCE_SECONDS, MOVE_SECONDS, STUDY_GRACE_SECONDS, Pool
from .process import Advice, levels

log = structlog.get_logger()

Kind = Literal["move", "hint", "study"]
KINDS: tuple[Kind, ...] = ("move", "hint", "study")
GROUP = "workers"
MOST_WAITING = 5_000
BEAT_SECONDS = 1.0
"""How often a worker says that it is still at a job."""
CLAIM_SECONDS = 3.0
"""A job that nobody has spoken of for so long is another's to do."""
LOST_SECONDS = 1.5
"""How long a server waits for an answer before it looks whether its job is still there."""
AGAIN_SECONDS = 0.25


class Engines(Protocol):
    """Who thinks for the room: processes of this server, or workers anywhere."""

    async def choose(self, game: str, view: View, level: int) -> str: ...
    async def advise(self, game: str, view: View) -> Advice: ...
    async def study(self, game: str, view: View, seconds: float, lines: int) -> Advice: ...
    async def close(self) -> None: ...


class Job(msgspec.Struct):
    """What a worker is asked. Nobody waits for the answer after `until` (Unix time)."""

    id: str
    server: str
    kind: Kind
    game: str
    options: dict[str, str]
    position: str
    until: float
    level: int = 0
    seconds: float = 0.0
    lines: int = 0


class Done(msgspec.Struct):
    """What a worker found; neither if it could not."""

    id: str
    move: str | None = None
    lines: tuple[HintLine, ...] | None = None
    depth: int = 0
    nodes: int = 0


def stream(kind: Kind) -> str:
    return f"alcove:jobs:{kind}"


class RemoteEngines:
    """The engines as a server sees them: elsewhere."""

    def __init__(self, url: str, bus: Bus) -> None:
        self._redis = connect(url)
        self._bus = bus
        self._waiting: dict[str, asyncio.Future[Done]] = {}
        bus.on("done", self._on_done)

    async def close(self) -> None:
        for waiting in self._waiting.values():
            waiting.cancel()
        await self._redis.aclose()

    async def choose(self, game: str, view: View, level: int) -> str:
        """A legal move. It always comes, and in time."""
        legal = [str(move) for move in view.legal_moves()]
        if len(legal) == 1:
            return legal[0]
        patience = max(levels(game)[level - 1].deadline_seconds + GRACE_SECONDS, MOVE_SECONDS)
        done = await self._ask("move", game, view, patience, level=level)
        if done is not None and done.move in legal:
            return done.move
        log.warning("fallback_move", game=game, strength=level, cause="late" if done is None else "no move")
        metrics.FALLBACK_MOVES.inc()
        return secrets.choice(legal)

    async def advise(self, game: str, view: View) -> Advice:
        """The best lines at full strength; refused when no engine can answer now."""
        return _advice(await self._ask("hint", game, view, HINT_PATIENCE_SECONDS))

    async def study(self, game: str, view: View, seconds: float, lines: int) -> Advice:
        patience = seconds + STUDY_GRACE_SECONDS + HINT_PATIENCE_SECONDS
        return _advice(await self._ask("study", game, view, patience, seconds=seconds, lines=lines))

    async def _ask(self, kind: Kind, game: str, view: View, patience: float, **more: Any) -> Done | None:
        """The answer of a worker, or `None` after `patience` seconds."""
        options = written(view.options)
        id, until = secrets.token_hex(8), time.time() + patience
        job = Job(id, self._bus.server, kind, game, options, view.to_text(), until, **more)
        waiting: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting[id] = waiting
        with metrics.ENGINE_SECONDS.labels(kind).time():
            putting = asyncio.create_task(self._put(job))
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


class Worker:
    """Takes jobs and has them done by the processes of this machine. `await run()` returns after `stop()`."""

    def __init__(self, url: str, bus: Bus, pool: Pool, at_once: int) -> None:
        self._redis = connect(url)
        self._bus, self._pool = bus, pool
        self._at_once = at_once
        self._at_work: dict[tuple[Kind, bytes], asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Take no more; what has begun is finished."""
        self._stopping.set()

    async def run(self) -> None:
        tasks = [asyncio.create_task(self._take_for_ever(kind)) for kind in KINDS]
        tasks.append(asyncio.create_task(self._beat_for_ever()))
        await self._stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)
        await self._redis.aclose()

    async def _take_for_ever(self, kind: Kind) -> None:
        """Take jobs of one kind, no more at a time than can be thought about: others may be free."""
        room = asyncio.Semaphore(self._at_once)
        while True:
            await room.acquire()
            try:
                taken = await self._take(kind)
            except FAULTS as error:
                log.warning("no_jobs", cause=type(error).__name__)
                taken = []
                await asyncio.sleep(AGAIN_SECONDS)
            if not taken:
                room.release()
            for entry, body in taken:
                task = self._at_work[kind, entry] = asyncio.create_task(self._do(kind, entry, body))
                task.add_done_callback(lambda _: room.release())

    async def _take(self, kind: Kind) -> list[tuple[bytes, dict[bytes, bytes]]]:
        """One job that is new, or that a dead worker left."""
        with suppress(FAULTS[0]):  # the group is there already
            await self._redis.xgroup_create(stream(kind), GROUP, id="0", mkstream=True)
        idle = int(CLAIM_SECONDS * 1000)
        claimed = await self._redis.xautoclaim(stream(kind), GROUP, self._bus.server, idle, count=1)
        if claimed[1]:
            return list(claimed[1])
        found = await self._redis.xreadgroup(GROUP, self._bus.server, {stream(kind): ">"}, count=1, block=1000)
        return [entry for _, entries in found for entry in entries]

    async def _do(self, kind: Kind, entry: bytes, body: dict[bytes, bytes]) -> None:
        try:
            job = msgspec.json.decode(body[b"job"], type=Job)
            if time.time() < job.until:
                self._bus.tell("done", msgspec.json.encode(await self._think(job)), to=job.server)
        except (msgspec.MsgspecError, KeyError):
            log.error("job_garbled")
        finally:
            with suppress(*FAULTS):
                await self._redis.xack(stream(kind), GROUP, entry)
                await self._redis.xdel(stream(kind), entry)
            del self._at_work[kind, entry]

    async def _think(self, job: Job) -> Done:
        try:
            found = game_named(job.game)
            view = found.view_from_text(job.position, **kept(found.options_type, job.options))
            if job.kind == "move":
                return Done(job.id, await self._pool.choose(job.game, view, job.level))
            if job.kind == "hint":
                advice = await self._pool.advise(job.game, view)
            else:
                advice = await self._pool.study(job.game, view, job.seconds, job.lines)
            return Done(job.id, None, advice.lines, advice.depth, advice.nodes)
        except AlcoveError as error:
            log.warning("job_failed", kind=job.kind, game=job.game, cause=error.text.en)
            return Done(job.id)

    async def _beat_for_ever(self) -> None:
        """Say that these jobs are still in good hands."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for kind, entry in tuple(self._at_work):
                with suppress(*FAULTS):
                    await self._redis.xclaim(stream(kind), GROUP, self._bus.server, 0, [entry], justid=True)
