"""How long moves wait while somebody with many games is deleted: in one process, on a file, through the room's own tables.

    python benches/leaving.py [GAMES] [PLIES] [MOVES A SECOND]        # 3000 games of 40 plies, 100 moves a second

Random moves are made at twenty tables, first alone, then while the person is seen off; each line tells what they waited for
their acknowledgement, how late the event loop woke up, and how long the longest transaction of either kind took.
"""

import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import alcove
from alcove.server.app import create_app
from alcove.server.settings import Settings
from alcove.server.store.database import FileWriter
from alcove.server.store.store import Append, Standing
from alcove.server.web.house import House
from alcove.server.wire import messages
from alcove.table.events import Created, Entry, Played, Resigned, Seat, Terms
from alcove.table.refusals import RefusedError

PERSON, TABLES = "a" * 32, 20


async def fill(house: House, games: int, plies: int) -> None:
    """Finished games of one person, written as the room writes them."""
    created = Created("avalam", {}, (Seat(PERSON), Seat("b" * 32)))
    for first in range(0, games, 50):
        for number in range(first, min(first + 50, games)):
            guests = (PERSON, "b" * 32)
            entries = [Entry(created, PERSON, None, 1)]
            entries += [Entry(Played("a4-a5"), guests[ply % 2], secrets.token_hex(8), 1) for ply in range(plies)]
            entries.append(Entry(Resigned(0), PERSON, secrets.token_hex(8), 1))
            await house.store.append(Append(f"old{number}", 1, entries, Standing("nobody", plies, 0, "0-1")))


class Play:
    """Moves at a steady rate, and what they waited."""

    def __init__(self, house: House, rate: float) -> None:
        self._house, self._rate, self._rng = house, rate, random.Random(1)
        self.waited: list[float] = []
        self.late: list[float] = []

    async def go_on(self, until: Callable[[], bool]) -> None:
        tables, moving = [await self._open() for _ in range(TABLES)], set[asyncio.Task[None]]()
        due = time.perf_counter()
        while not until():
            due += 1 / self._rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.late.append(time.perf_counter() - due)
            number = self._rng.randrange(TABLES)
            if self._house.tables.known(tables[number]).room.outcome is not None:  # type: ignore[union-attr]
                tables[number] = await self._open()
            task = asyncio.create_task(self._move(tables[number]))
            moving.add(task)
            task.add_done_callback(moving.discard)
        await asyncio.gather(*moving)

    async def _open(self) -> str:
        return await self._house.tables.open_game("avalam", {}, (Seat("1" * 32), Seat("2" * 32)), Terms())

    async def _move(self, name: str) -> None:
        began = time.perf_counter()
        room = (await self._house.tables.get(name)).room
        text = self._rng.choice([*room.view.moves_by_text] or ["a1-a2"])
        with suppress(RefusedError):  # two at once at one table
            guest = room.guest_to_move
            assert guest is not None
            await self._house.tables.obey(messages.Move(name, room.n, secrets.token_hex(8), move=text), guest)
            self.waited.append(time.perf_counter() - began)


async def measure(games: int, plies: int, rate: float) -> None:
    longest: dict[str, float] = {}
    transact = FileWriter._transact

    def timed(self: FileWriter, work: Callable[[sa.Connection], Any]) -> Any:
        began, who = time.perf_counter(), work.__qualname__.partition(".")[0]
        try:
            return transact(self, work)
        finally:
            longest[who] = max(longest.get(who, 0.0), time.perf_counter() - began)

    FileWriter._transact = timed  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder), engines=1))
        async with app.router.lifespan_context(app):
            house: House = app.state.house
            await fill(house, games, plies)
            longest.clear()
            alone = Play(house, rate)
            until = time.perf_counter() + 5
            await alone.go_on(lambda: time.perf_counter() > until)
            tell("alone", alone, longest)
            longest.clear()
            removal = house.people._removal
            await removal.note(PERSON)
            began, leaving = time.perf_counter(), asyncio.create_task(removal.see_off())
            beside = Play(house, rate)
            await beside.go_on(leaving.done)
            await leaving
            tell(f"beside the deletion ({time.perf_counter() - began:.0f} s)", beside, longest)


def tell(when: str, play: Play, longest: dict[str, float]) -> None:
    waited = sorted(play.waited)
    half, most = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
    steps = ", ".join(f"{who} {seconds * 1000:.0f}" for who, seconds in longest.items())
    print(
        f"{when}: {len(waited)} moves, p50 {half * 1000:.1f}, p99 {most * 1000:.1f}, at most {waited[-1] * 1000:.0f} ms;"
        f" loop late at most {max(play.late) * 1000:.0f} ms; longest transactions (ms): {steps}"
    )


if __name__ == "__main__":
    asked = [float(word) for word in sys.argv[1:]]
    games, plies, rate = (asked + [3000.0, 40.0, 100.0][len(asked) :])[:3]
    alcove.game("avalam")
    asyncio.run(measure(int(games), int(plies), rate))
