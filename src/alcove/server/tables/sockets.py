"""All live sockets of this server: nobody has too many, those that have fallen silent are asked, then given up, and a
log-out closes its own."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Protocol

from ..base.tasks import Tasks
from ..cluster.limits import SITE_SHARE, site_of
from ..wire import messages

SWEEP_SECONDS = 2.5
QUIET_SECONDS = 5.0
"""Pages ping every 2.5 s. One that has not for so long (its tab sleeps, perhaps) is asked for a ping."""
DEAD_SECONDS = 12.5
"""One that has not answered for so long is gone, whatever its line says."""
LATE_SECONDS = 1.0
"""A sweep that comes so late says something about the server, not about its pages."""

PER_ADDRESS, PER_PERSON = 120, 20
"""So many sockets an address may have open (a school has one), and so many a person."""

GONE, RESTARTING, LOGGED_OUT = 1001, 1012, 4001
"""Why the room closes a socket."""


class Page(Protocol):
    """A live socket, as its registry knows it."""

    guest: str
    digest: str
    address: str
    heard_at: float

    def tell(self, frame: bytes) -> None: ...
    def cut_off(self, code: int) -> None: ...


class Sockets:
    def __init__(self, per_address: int = PER_ADDRESS) -> None:
        self._pages: set[Page] = set()
        self._per_address = per_address
        self._addresses: Counter[str] = Counter()
        self._persons: Counter[str] = Counter()
        self._tasks = Tasks()
        self._tasks.keep_up(self._sweep_for_ever)

    async def stop(self) -> None:
        await self._tasks.close()

    def __iter__(self) -> Iterator[Page]:
        return iter(tuple(self._pages))

    def __len__(self) -> int:
        return len(self._pages)

    def has_room_for(self, person: str, address: str) -> bool:
        site = site_of(address)
        return (
            self._addresses[address] < self._per_address
            and self._persons[person] < PER_PERSON
            and (site is None or self._addresses[site] < self._per_address * SITE_SHARE)
        )

    def add(self, page: Page) -> None:
        self._pages.add(page)
        for counted, who in self._counts(page):
            counted[who] += 1

    def discard(self, page: Page) -> None:
        self._pages.remove(page)
        for counted, who in self._counts(page):
            counted[who] -= 1
            if not counted[who]:
                del counted[who]

    def _counts(self, page: Page) -> list[tuple[Counter[str], str]]:
        """What a page counts for: its address, the site of that if it has one, and its person."""
        site = site_of(page.address)
        sites = [] if site is None else [(self._addresses, site)]
        return [(self._addresses, page.address), (self._persons, page.guest), *sites]

    async def send_home(self) -> None:
        """The room is about to close: pages come back at once."""
        for page in tuple(self._pages):
            page.cut_off(RESTARTING)
        while self._pages:
            await asyncio.sleep(0)

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
        probe = messages.write(messages.Probe())
        for page in tuple(self._pages):
            silence = now - page.heard_at
            if silence >= DEAD_SECONDS:
                page.cut_off(GONE)
            elif silence >= QUIET_SECONDS:
                page.tell(probe)
