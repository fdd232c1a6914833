"""Kill a room at random moments under play, again and again, and see what its people say."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .duels import Duel
from .rooms import Room

GAMES = ("avalam", "axom")
"""Two are enough here: what is under test does not know which game is played."""
STILLBORN = 0.1
"""How many of the rooms are killed before they have opened."""


@dataclass
class Report:
    kills: int = 0
    moves: int = 0
    games: int = 0
    seconds_to_resume: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        resumed = sorted(self.seconds_to_resume)
        return (
            f"{self.kills} kills, {self.games} games, {self.moves} acknowledged moves: none lost, none doubled; "
            f"play resumed after {resumed[len(resumed) // 2]:.2f} s (median), {resumed[-1]:.2f} s at most"
        )


class Company:
    """Some duels at a time; a game that ends is checked and followed by another."""

    def __init__(self, rooms: Sequence[Room], size: int, rng: random.Random, report: Report) -> None:
        self._addresses = [room.address for room in rooms]
        self._rng, self._report = rng, report
        self._duels: list[Duel] = []
        self._tasks = [asyncio.create_task(self._play_for_ever()) for _ in range(size)]

    @property
    def moves(self) -> int:
        return sum(len(duel.played) for duel in self._duels)

    async def _play_for_ever(self) -> None:
        while True:
            duel = Duel(self._addresses, self._rng.choice(GAMES), self._rng)
            await duel.begin()
            self._duels.append(duel)
            await duel.play()

    async def wait_for_moves(self, more: int) -> None:
        """Until so many more moves are acknowledged. What broke somebody's game breaks the trial."""
        wanted = self.moves + more
        while self.moves < wanted:
            for task in self._tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.005)

    async def part(self) -> None:
        """End all games, and check every one of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for duel in self._duels:
            await duel.check()
            duel.leave()
        self._report.moves, self._report.games = self.moves, len(self._duels)


async def kill_at_random(room: Room, kills: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Report:
    """Play at a room and kill it `kills` times; raises where a promise is broken."""
    rng, report = random.Random(seed), Report()
    company = Company([room], 4, rng, report)
    await company.wait_for_moves(4)
    for number in range(kills):
        await asyncio.sleep(rng.uniform(0, 0.3))
        room.kill()
        killed_at = time.perf_counter()
        room.start()
        if rng.random() < STILLBORN:
            await asyncio.sleep(rng.uniform(0, 0.3))
            room.kill()
            report.kills += 1
            room.start()
        report.kills += 1
        await company.wait_for_moves(1)
        report.seconds_to_resume.append(time.perf_counter() - killed_at)
        tell(f"{number + 1}/{kills} kills, {company.moves} moves, {report.seconds_to_resume[-1]:.2f} s")
        await company.wait_for_moves(rng.randrange(1, 12))
    await company.part()
    return report
