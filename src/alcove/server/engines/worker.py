"""A worker (`alcove worker`): takes jobs from Redis and has them done by the processes of this machine.

It says every second that it is still at its jobs; what a dead one leaves is claimed by another.
"""

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
import structlog

from alcove.core.errors import AlcoveError
from alcove.core.registry import game as game_named

from ..base import logs
from ..base.tasks import Tasks
from ..cluster.bus import FAULTS, Bus, RedisBus, connect
from .pool import Pool
from .protocol import GROUP, KINDS, Done, Job, Kind, stream

log = structlog.get_logger()

BEAT_SECONDS = 1.0
"""How often a worker says that it is still at a job."""
CLAIM_SECONDS = 3.0
"""A job that nobody has spoken of for so long is another's to do."""
AGAIN_SECONDS = 0.25


def work_for_ever(redis: str, processes: int | None, when_ready: Callable[[], None], warm: bool = True) -> None:
    """Do jobs until SIGTERM, which lets it finish what has begun, or Ctrl-C, which does not: another worker does that."""
    logs.configure()
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(redis, processes, when_ready, warm))


async def _work(redis: str, processes: int | None, when_ready: Callable[[], None], warm: bool) -> None:
    bus, pool = RedisBus(redis), Pool(processes, warm)
    worker = Worker(redis, bus, pool, pool.size)
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGTERM, worker.stop)
        loop.add_signal_handler(signal.SIGINT, worker.stop, True)
    await bus.open()
    when_ready()
    try:
        await worker.run()
    finally:
        await bus.close()
        await pool.close()


class Worker:
    """Takes jobs and has them done by the processes of this machine. `await run()` returns after `stop()`."""

    def __init__(self, url: str, bus: Bus, pool: Pool, at_once: int) -> None:
        self._redis = connect(url)
        self._bus, self._pool = bus, pool
        self._at_once = at_once
        self._at_work: set[tuple[Kind, bytes]] = set()
        self._taking, self._jobs = Tasks(), Tasks()
        self._stopping = asyncio.Event()
        self._is_hasty = False

    def stop(self, at_once: bool = False) -> None:
        """Take no more; what has begun is finished, or `at_once` left to others."""
        self._is_hasty = self._is_hasty or at_once
        self._stopping.set()
        if at_once:
            self._jobs.cancel()

    async def run(self) -> None:
        for kind in KINDS:
            self._taking.keep_up(partial(self._take_for_ever, kind), f"take {kind}")
        self._taking.keep_up(self._beat_for_ever)
        await self._stopping.wait()
        await self._taking.close()
        if self._is_hasty:
            await self._jobs.close()
        await self._jobs.settle()
        await self._redis.aclose()

    async def _take_for_ever(self, kind: Kind) -> None:
        """Take jobs of one kind, no more at a time than can be thought about: others may be free."""
        room = asyncio.Semaphore(self._at_once)
        while True:
            await room.acquire()
            while self._pool.has_none:  # another machine may have processes to think with
                await asyncio.sleep(AGAIN_SECONDS)
            try:
                taken = await self._take(kind)
            except FAULTS as error:
                log.warning("no_jobs", cause=type(error).__name__)
                taken = []
                await asyncio.sleep(AGAIN_SECONDS)
            if not taken:
                room.release()
            for entry, body in taken:
                self._at_work.add((kind, entry))
                self._jobs.begin(self._do(kind, entry, body)).add_done_callback(lambda _: room.release())

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
            try:
                job = msgspec.json.decode(body[b"job"], type=Job)
                if time.time() < job.until:
                    self._bus.tell("done", msgspec.json.encode(await self._think(job)), to=job.server)
            except (msgspec.MsgspecError, KeyError):
                log.error("job_garbled")
            except Exception:  # a bug of ours: the next worker would meet it, too
                log.exception("job_failed", kind=kind)
            with suppress(*FAULTS):
                await self._redis.xack(stream(kind), GROUP, entry)
                await self._redis.xdel(stream(kind), entry)
        finally:  # one that was left in the middle stays on the stream, for another worker
            self._at_work.discard((kind, entry))

    async def _think(self, job: Job) -> Done:
        try:
            view = game_named(job.game).view_from_text(job.position, **job.options).with_made(job.made)
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
