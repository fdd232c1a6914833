"""Make trouble at random moments under play, again and again, and see what the people of the room say."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from .duels import Duel
from .rooms import Room

GAMES = ("avalam", "axom")
"""Two are enough here: what is under test does not know which game is played."""
STILLBORN = 0.1
"""How many of the rooms are killed before they have opened."""
LOOK_SECONDS = 0.005
STOPPED_SECONDS = 1.0
"""Who looks so late was not let run: somebody stopped the whole trial for a while, and that time is not the room's."""

Trouble = Callable[[random.Random], Awaitable[int]]
"""Makes trouble; how many times it did."""
Tell = Callable[[str], None]


@dataclass
class Report:
    """`seconds_to_resume`: after each trouble, until a move was acknowledged in every game that was played."""

    troubles: int = 0
    moves: int = 0
    games: int = 0
    stopped_seconds: float = 0.0
    away_seconds: list[float] = field(default_factory=list)
    """How long a service itself was away each time, which is part of the time until all games went on."""
    seconds_to_resume: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        resumed = sorted(self.seconds_to_resume)
        return (
            f"{self.troubles} times, {self.games} games, {self.moves} acknowledged moves: none lost, none doubled; "
            f"all games went on after {resumed[len(resumed) // 2]:.2f} s (median), "
            f"{resumed[len(resumed) * 99 // 100]:.2f} s (99 %), {resumed[-1]:.2f} s at most"
            f"{f' (it was away itself for {max(self.away_seconds):.1f} s at most)' if self.away_seconds else ''}"
            f"{f' (the trial itself stood still for {self.stopped_seconds:.0f} s)' if self.stopped_seconds else ''}"
        )


class Company:
    """Some games at a time; one that ends is followed by another."""

    def __init__(
        self, rooms: Sequence[Room], size: int, rng: random.Random, report: Report, kind: type[Duel] = Duel
    ) -> None:
        self._addresses = [room.address for room in rooms]
        self._rng, self._report, self._kind = rng, report, kind
        self._duels: list[list[Duel]] = [[] for _ in range(size)]
        self._tasks = [asyncio.create_task(self._play_for_ever(duels)) for duels in self._duels]

    @property
    def moves(self) -> int:
        return sum(self._counts())

    def _counts(self) -> list[int]:
        """The moves acknowledged at each of the places."""
        return [sum(len(duel.played) for duel in duels) for duels in self._duels]

    async def _play_for_ever(self, duels: list[Duel]) -> None:
        while True:
            duel = self._kind(self._addresses, self._rng.choice(GAMES), self._rng)
            await duel.begin()
            duels.append(duel)
            await duel.play()

    async def wait_for_moves(self, more: int) -> None:
        """Until so many more moves are acknowledged. What broke somebody's game breaks the trial."""
        wanted = self.moves + more
        await self._wait_until(lambda: self.moves >= wanted)

    async def wait_for_all(self) -> None:
        """Until a move is acknowledged in every game."""
        before = self._counts()
        await self._wait_until(lambda: all(now > then for now, then in zip(self._counts(), before, strict=True)))

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            for task in self._tasks:
                if task.done():
                    task.result()
            began = time.perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            late = time.perf_counter() - began - LOOK_SECONDS
            if late > STOPPED_SECONDS:
                self._report.stopped_seconds += late

    async def part(self) -> None:
        """End all games, and check every one of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        all_duels = [duel for duels in self._duels for duel in duels]
        for duel in all_duels:
            await duel.check()
            duel.leave()
        self._report.moves, self._report.games = self.moves, len(all_duels)


async def trouble_at_random(
    company: Company, report: Report, trouble: Trouble, times: int, rng: random.Random, tell: Tell = lambda _: None
) -> Report:
    """Play while there is trouble, then check every game; raises where a promise is broken."""
    await company.wait_for_moves(4)
    for number in range(times):
        await asyncio.sleep(rng.uniform(0, 0.3))
        began, stopped = time.perf_counter(), report.stopped_seconds
        report.troubles += await trouble(rng)
        await company.wait_for_all()
        report.seconds_to_resume.append(time.perf_counter() - began - (report.stopped_seconds - stopped))
        tell(f"{number + 1}/{times}, {company.moves} moves, {report.seconds_to_resume[-1]:.2f} s")
        await company.wait_for_moves(rng.randrange(1, 12))
    await company.part()
    return report


async def kill_at_random(room: Room, kills: int, seed: int, tell: Tell = lambda _: None) -> Report:
    """Play at a room and kill it so many times."""

    async def kill(rng: random.Random) -> int:
        room.kill()
        room.start()
        if rng.random() >= STILLBORN:
            return 1
        await asyncio.sleep(rng.uniform(0, 0.3))
        room.kill()
        room.start()
        return 2

    rng, report = random.Random(seed), Report()
    return await trouble_at_random(Company([room], 4, rng, report), report, kill, kills, rng, tell)
