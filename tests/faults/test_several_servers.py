"""Two servers, PostgreSQL and Redis: one room. Whoever of them dies, what was acknowledged is there, once."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from alcove.server.store.database import migrate, writer

from ..services import Postgres, Redis
from .duels import Duel
from .kills import Company, Report, trouble_at_random
from .rooms import Room
from .several import Part, Several, restart_at_random


@pytest.fixture
def database(postgres: Postgres) -> str:
    url = postgres.url()
    migrate(url)
    return url


@pytest.fixture
def rooms(database: str, redis: Redis, tmp_path: Path) -> Iterator[list[Room]]:
    servers = [Room(tmp_path, database=database, redis=redis.url) for _ in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        server.wait_until_open()
    yield servers
    for server in servers:
        server.kill()


def test_two_pages_at_two_servers_play_one_game(rooms: list[Room]) -> None:
    async def play() -> Duel:
        duel = Duel([room.address for room in rooms], "avalam", random.Random(3))
        await duel.begin()
        assert duel.pages[0].address is not duel.pages[1].address
        await duel.play(16)
        await duel.check()
        duel.leave()
        return duel

    assert len(asyncio.run(play()).played) == 16


def test_tables_go_back_and_forth_between_servers_that_live(rooms: list[Room], database: str) -> None:
    """A server that was slow loses its leases, and gets them back: whoever answers knows the whole game."""
    pen = writer(database)
    elsewhere = sa.text(
        "UPDATE leases SET fence = fence + 1, server = (SELECT id FROM servers WHERE id <> leases.server LIMIT 1)"
    )

    async def pass_on(_: random.Random) -> int:
        return min(1, await pen.write(elsewhere))

    async def trial() -> Report:
        rng, report = random.Random(4), Report()
        return await trouble_at_random(Company(rooms, 3, rng, report), report, pass_on, 10, rng)

    assert asyncio.run(trial()).moves > 30


@pytest.mark.parametrize(("part", "times"), [("server", 3), ("postgres", 2), ("redis", 2)])
def test_play_survives_the_death_of(part: Part, times: int, postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    report = restart_at_random(Several(postgres, redis, tmp_path), part, times, seed=4)
    assert report.troubles == times
    assert report.moves > 4 * times


def test_the_time_a_dead_server_is_missed_costs_nobody(rooms: list[Room]) -> None:
    """Ten seconds each, and eight of them go by until the other server is asked."""

    async def play() -> list[int]:
        duel = Duel([room.address for room in rooms], "avalam", random.Random(8))
        await duel.begin({"clock": {"kind": "fischer", "initial_seconds": 10}})
        await duel.play(4)
        rooms[0].kill()
        await asyncio.sleep(8)
        await duel.play(1)
        left: list[int] = (await duel.told())["clock"]["left_ms"]
        await duel.check()
        duel.leave()
        return left

    assert min(asyncio.run(play())) > 5_000
