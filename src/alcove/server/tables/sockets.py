"""All live sockets of this server: those that have fallen silent are asked, then given up; a log-out closes its own."""

import asyncio
from collections.abc import Collection, Iterator
from typing import Protocol

from ..wire import messages

SWEEP_SECONDS = 2.5
QUIET_SECONDS = 5.0
"""Pages ping every 2.5 s. One that has not for so long (its tab sleeps, perhaps) is asked for a ping."""
DEAD_SECONDS = 12.5
"""One that has not answered for so long is gone, whatever its line says."""
LATE_SECONDS = 1.0
"""A sweep that comes so late says something about the server, not about its pages."""

GONE, LOGGED_OUT = 1001, 4001
"""Why the room closes a socket."""


class Page(Protocol):
    """A live socket, as its registry knows it."""

    guest: str
    digest: str
    heard_at: float

    def tell(self, frame: str) -> None: ...
    def cut_off(self, code: int) -> None: ...


class Sockets:
    def __init__(self) -> None:
        self._pages: set[Page] = set()
        self._sweeping = asyncio.create_task(self._sweep_for_ever())

    async def stop(self) -> None:
        self._sweeping.cancel()
        await asyncio.gather(self._sweeping, return_exceptions=True)

    def __iter__(self) -> Iterator[Page]:
        return iter(tuple(self._pages))

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, page: Page) -> None:
        self._pages.add(page)

    def discard(self, page: Page) -> None:
        self._pages.discard(page)

    def of(self, persons: Collection[str]) -> list[Page]:
        """All pages that these people have open at this server."""
        return [page for page in self._pages if page.guest in persons]

    def close(self, digest: str) -> None:
        """Close every socket that was opened with the cookie of this digest."""
        for page in tuple(self._pages):
            if page.digest == digest:
                page.cut_off(LOGGED_OUT)

    async def _sweep_for_ever(self) -> None:
        """A server that was asleep itself has heard nobody: then whoever is there speaks up before the next sweep."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + SWEEP_SECONDS
            await asyncio.sleep(SWEEP_SECONDS)
            if loop.time() < due + LATE_SECONDS:
                self.sweep(loop.time())

    def sweep(self, now: float) -> None:
        """Ask who is quiet, give up who is dead."""
        probe = messages.write(messages.Probe()).decode()
        for page in tuple(self._pages):
            silence = now - page.heard_at
            if silence >= DEAD_SECONDS:
                page.cut_off(GONE)
            elif silence >= QUIET_SECONDS:
                page.tell(probe)
