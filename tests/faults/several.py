"""Two servers, PostgreSQL, Redis and two workers, one of which is killed and started again at random moments."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

from sqlalchemy.exc import SQLAlchemyError

from alcove.server.store.database import connect, migrate

from ..services import Postgres, Redis
from .duels import Duel, Solo
from .kills import Company, Report, Tell, trouble_at_random
from .rooms import Room, Thinker

Part = Literal["server", "postgres", "redis", "worker"]
PARTS: tuple[Part, ...] = ("server", "postgres", "redis", "worker")


class Several:
    """A room of several servers."""

    def __init__(self, postgres: Postgres, redis: Redis, data: Path) -> None:
        self.postgres, self.redis = postgres, redis
        self._database = database = postgres.url()
        migrate(database)
        self.rooms = [Room(data, database=database, redis=redis.url) for _ in range(2)]
        self.workers = [Thinker(redis.url) for _ in range(2)]

    @contextmanager
    def opened(self, with_workers: bool) -> Iterator[None]:
        with ExitStack() as closing:
            processes: list[Room | Thinker] = [*self.rooms, *(self.workers if with_workers else ())]
            for process in processes:
                process.start()
                closing.callback(process.kill)
            for room in self.rooms:
                room.wait_until_open()
            yield

    async def restart(self, part: Part, rng: random.Random, report: Report) -> int:
        """Kill one of them without a word, and start it again."""
        match part:
            case "postgres":
                killed_at = time.perf_counter()
                await asyncio.to_thread(self.postgres.restart)
                await self._wait_for_postgres()
                report.away_seconds.append(time.perf_counter() - killed_at)
            case "redis":
                await asyncio.to_thread(self.redis.restart)
            case "server" | "worker":
                process: Room | Thinker = rng.choice(self.rooms) if part == "server" else rng.choice(self.workers)
                process.kill()
                await asyncio.sleep(rng.uniform(0, 0.3))
                process.start()
        return 1

    async def _wait_for_postgres(self) -> None:
        """It listens before it answers: first it mends what the cut has left."""
        engine = connect(self._database)
        while True:
            try:
                async with engine.connect():
                    break
            except (SQLAlchemyError, OSError):
                await asyncio.sleep(0.05)
        await engine.dispose()


def restart_at_random(several: Several, part: Part, times: int, seed: int, tell: Tell = lambda _: None) -> Report:
    """Play at both servers, against the engine if a worker is in question, and restart a part so many times."""

    async def trial() -> Report:
        rng, report = random.Random(seed), Report()
        company = Company(several.rooms, 4, rng, report, Solo if part == "worker" else Duel)
        return await trouble_at_random(
            company, report, lambda rng: several.restart(part, rng, report), times, rng, tell
        )

    with several.opened(with_workers=part == "worker"):
        return asyncio.run(trial())
