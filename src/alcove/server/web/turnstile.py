"""Requests begin one after the other, the addresses in turn: a crowd from one address waits for itself, and between two of
its requests everybody's moves have theirs.

A request that comes alone begins at once. Where several wait, each round of the event loop lets in one, of whoever was let in
longest ago; whoever then has more waiting rests for some times as long as that one took, so that no address has more than
about a quarter of the room's processor, however many connections it has. How many requests there may be at all, `limits` says.
"""

import asyncio
from collections import deque

REST, LONGEST_REST_SECONDS = 3.0, 0.1
"""How often the time that one took, and how long at most."""
MOST_WAITING, MOST_LARGE_WAITING = 512, 16
"""So many of one address wait, and so many of them with more than a few kilobytes, which are kept meanwhile."""


class _Line(deque["asyncio.Future[None]"]):
    """Who waits at one address, and until when none of them begins."""

    rests_until = 0.0
    large = 0
    """So many of them bring much along."""


class Turnstile:
    """One that `is_open` lets everybody in at once: where there are no limits."""

    def __init__(self, is_open: bool = False) -> None:
        self._is_open = is_open
        self._lines: dict[str, _Line] = {}
        """Those let in longest ago first."""
        self._has_begun = False
        self._letting_in: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    async def enter(self, address: str, is_large: bool = False) -> bool:
        """Waits for its turn; false where too many of this address wait already. One that `is_large` brings much along, which
        has to be kept while it waits."""
        loop = asyncio.get_running_loop()
        if self._is_open:
            return True
        if not self._has_begun and not self._lines:  # as nearly always
            self._has_begun = True
            loop.call_soon(self._next_round)
            return True
        line = self._lines.setdefault(address, _Line())
        if len(line) >= MOST_WAITING or (is_large and line.large >= MOST_LARGE_WAITING):
            return False
        turn: asyncio.Future[None] = loop.create_future()
        line.append(turn)
        line.large += is_large
        if self._letting_in is None:
            self._letting_in = asyncio.create_task(self._let_in())
        try:
            await turn
        finally:
            line.large -= is_large
        return True

    def _next_round(self) -> None:
        self._has_begun = False

    async def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        while self._lines:
            address = next(iter(self._lines))
            line = self._lines[address]
            if (rest := line.rests_until - loop.time()) > 0:
                await asyncio.sleep(rest)
            began, turn = loop.time(), line.popleft()
            del self._lines[address]
            if line:
                self._lines[address] = line
            if turn.done():
                continue  # gone meanwhile
            turn.set_result(None)
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # it has begun
            now = loop.time()
            line.rests_until = now + min(REST * (now - began), LONGEST_REST_SECONDS)
        self._letting_in = None
