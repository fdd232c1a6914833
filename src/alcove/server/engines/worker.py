"""The life of an engine worker: this is what `alcove worker` runs."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from ..base import logs
from ..cluster.bus import RedisBus
from .pool import Pool
from .remote import Worker


def work_for_ever(redis: str, processes: int | None, when_ready: Callable[[], None], warm: bool = True) -> None:
    """Do jobs until Ctrl-C or SIGTERM; what has begun then is finished first."""
    logs.configure()
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(redis, processes, when_ready, warm))


async def _work(redis: str, processes: int | None, when_ready: Callable[[], None], warm: bool) -> None:
    bus, pool = RedisBus(redis), Pool(processes, warm)
    worker = Worker(redis, bus, pool, pool.size)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(sign, worker.stop)
    await bus.open()
    when_ready()
    try:
        await worker.run()
    finally:
        await bus.close()
        await pool.close()
