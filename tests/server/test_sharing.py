"""What a server does while it shares a room with others."""

import asyncio
from typing import Any

from alcove.server.cluster.bus import Bus
from alcove.server.tables.sharing import Shared


def test_a_server_closes_though_somebody_leaves_at_that_very_moment() -> None:
    async def leave_and_close(steps: int) -> None:
        nobody: Any = None
        shared = Shared(Bus(), nobody, nobody)
        telling = asyncio.create_task(shared._tell_presence_for_ever())
        await asyncio.sleep(0)
        shared.presence_changed()
        for _ in range(steps):
            await asyncio.sleep(0)
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        assert telling.cancelled()

    for steps in range(4):
        asyncio.run(leave_and_close(steps))
