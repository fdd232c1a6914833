"""Two servers, PostgreSQL and Redis: one room. Whoever of them dies, what was acknowledged is there, once."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from alcove.server.database import connect, migrate

from ..services import Postgres, Redis
from .duels import Duel
from .kills import Company, Report
from .rooms import Room


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


def play_through(rooms: list[Room], trouble: Callable[[int], Awaitable[None]], times: int) -> Report:
    """Play at both servers while there is trouble, then check every game."""

    async def trial() -> Report:
        report = Report()
        company = Company(rooms, 3, random.Random(4), report)
        await company.wait_for_moves(6)
        for number in range(times):
            await trouble(number)
            await company.wait_for_moves(8)
        await company.part()
        return report

    return asyncio.run(trial())


def test_tables_go_back_and_forth_between_servers_that_live(rooms: list[Room], database: str) -> None:
    """A server that was slow loses its leases, and gets them back: whoever answers knows the whole game."""
    engine = connect(database)
    elsewhere = sa.text(
        "UPDATE leases SET fence = fence + 1, server = (SELECT id FROM servers WHERE id <> leases.server LIMIT 1)"
    )

    async def pass_on(_: int) -> None:
        await asyncio.sleep(0.2)
        async with engine.begin() as connection:
            await connection.execute(elsewhere)

    assert play_through(rooms, pass_on, times=10).moves > 80


def test_a_killed_server_is_replaced_by_the_other(rooms: list[Room]) -> None:
    async def kill(number: int) -> None:
        rooms[number % 2].kill()
        await asyncio.sleep(0.2)
        rooms[number % 2].start()

    assert play_through(rooms, kill, times=3).moves > 24


def test_play_survives_a_restart_of_redis(rooms: list[Room], redis: Redis) -> None:
    async def restart(_: int) -> None:
        await asyncio.to_thread(redis.restart)

    assert play_through(rooms, restart, times=2).moves > 16


def test_play_survives_a_restart_of_postgresql(rooms: list[Room], postgres: Postgres) -> None:
    async def restart(_: int) -> None:
        await asyncio.to_thread(postgres.restart)

    assert play_through(rooms, restart, times=2).moves > 16


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
