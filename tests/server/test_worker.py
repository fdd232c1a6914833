"""A worker that ends: after what it has begun, or at once, and then another does it."""

import asyncio
import time
from typing import Any

import msgspec
import pytest

import alcove
from alcove.server.cluster.bus import Bus
from alcove.server.engines import worker as module
from alcove.server.engines.protocol import Job
from alcove.server.engines.worker import Worker

START = alcove.game("avalam").initial()


def job() -> Job:
    """One that has time enough: made when the test runs, not when it is collected."""
    return Job("job", "server", "move", "avalam", {}, START.to_text(), time.time() + 600, level=1)


class Streams:
    """Redis as a worker uses it, with one job on its streams."""

    def __init__(self) -> None:
        self.waiting = [(b"1-0", {b"job": msgspec.json.encode(job())})]
        self.acknowledged: list[bytes] = []

    async def xgroup_create(self, *_: object, **__: object) -> None: ...

    async def xautoclaim(self, *_: object, **__: object) -> list[Any]:
        return [b"0-0", []]

    async def xreadgroup(self, _group: str, _name: str, streams: dict[str, str], **_more: object) -> list[Any]:
        (stream,) = streams
        if self.waiting and stream.endswith("move"):
            return [(stream, [self.waiting.pop()])]
        await asyncio.sleep(3600)
        return []

    async def xclaim(self, *_: object, **__: object) -> None: ...

    async def xack(self, _stream: str, _group: str, entry: bytes) -> None:
        self.acknowledged.append(entry)

    async def xdel(self, *_: object) -> None: ...

    async def aclose(self) -> None: ...


class Thinker:
    """Processes that think until they are told how it ends."""

    has_none = False

    def __init__(self) -> None:
        self.began, self.may_end = asyncio.Event(), asyncio.Event()

    async def choose(self, *_: object) -> str:
        self.began.set()
        await self.may_end.wait()
        return "c9-d9"


@pytest.mark.parametrize("at_once", [True, False])
def test_a_job_is_finished_or_left_to_another_worker(monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    redis = Streams()
    monkeypatch.setattr(module, "connect", lambda url: redis)

    async def run() -> None:
        thinker: Any = Thinker()
        worker = Worker("redis://nowhere", Bus(), thinker, 1)
        running = asyncio.create_task(worker.run())
        await thinker.began.wait()
        worker.stop(at_once)
        if not at_once:
            for _ in range(20):
                await asyncio.sleep(0)
            assert not running.done(), "what has begun is finished first"
            thinker.may_end.set()
        async with asyncio.timeout(20):
            await running

    asyncio.run(run())
    assert redis.acknowledged == ([] if at_once else [b"1-0"])
