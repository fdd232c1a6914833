"""No client can stop the room, as counts and bounds: while one address does its worst, honest people's moves come through in
order, none is refused, and whatever the attacker makes the room keep has a limit. `alcove load --hostile` measures the times.
"""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers

from alcove.bench.load.attacks import ATTACKS, Foe, attack
from alcove.bench.load.hostile import Row, faults
from alcove.bench.load.pairs import Pair, Tally
from alcove.bench.load.postbox import Postbox
from alcove.bench.load.wire import Address
from alcove.server.app import create_app
from alcove.server.cluster.limits import ALLOWANCES, Allowance, Allowances
from alcove.server.engines.reckoner import MOST_OF_ONE
from alcove.server.people.mail import Server
from alcove.server.run import LOOPBACK, listen, server_of
from alcove.server.settings import Settings
from alcove.server.store.database import migrate
from alcove.server.tables.sockets import PER_ADDRESS
from alcove.server.web import bodies, doors
from alcove.server.web.connection import MOST_HALF_OPEN
from alcove.server.web.house import House
from alcove.server.web.session import MOST_UNSENT_BYTES
from alcove.server.web.turnstile import MOST_LARGE_WAITING, MOST_WAITING, Turnstile

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="other systems have one loopback address")

MOVES = 12
DEEDS, SECONDS = 150, 4.0
"""How much each attacker does, and how long at most."""
PATIENCE_SECONDS = 120.0
POOR = 10.0
"""The purses are so much smaller than a room's, so that a few deeds empty them."""
LARGEST_SNAPSHOT_BYTES = 1 << 18
BY_NAME = {
    "tables": ("table", "201"),
    "offers": ("seek", "201"),
    "imports": ("import", "201"),
    "registrations": ("register", "201"),
    "written trees": ("tree", "200"),
    "study": ("study", "200"),
    "puzzles": ("puzzle", "200"),
    "invented guests": ("guest", "200"),
    "games": ("guest", "200"),
    "lost passwords": ("forgotten", "200"),
    "mails": ("ask_mail", "200"),
    "wrong passwords": ("log_in", "401"),
}
"""What an attack is paid from, and how the room says that it was done."""
GROUPS = [list(ATTACKS)[begin : begin + 4] for begin in range(0, len(ATTACKS), 4)]


def poor(allowances: Allowances) -> Allowances:
    return {
        deed: {
            kind: Allowance(max(1.0, most / POOR), seconds * POOR) if kind == "address" else Allowance(most, seconds)
            for kind, (most, seconds) in kinds.items()
        }
        for deed, kinds in allowances.items()
    }


class Room:
    """A room as `alcove serve` opens it, in a thread of its own, whose insides can be looked at."""

    def __init__(self, data: Path) -> None:
        self._postbox = Postbox()
        mail = Server.of(self._postbox.environment)
        settings = Settings(data, hosts=LOOPBACK, engines=1, limits=poor(ALLOWANCES), mail=mail)
        migrate(settings.address)
        listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.app: FastAPI = create_app(settings)
        is_open = threading.Event()
        self._server = server_of(self.app, is_open.set)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()
        assert is_open.wait(PATIENCE_SECONDS)

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    @property
    def turnstile(self) -> Turnstile:
        turnstile: Turnstile = self._server.config.crowd.turnstile  # type: ignore[attr-defined]
        return turnstile

    def half_open(self, address: str) -> int:
        count: int = self._server.config.crowd._half_open[address]  # type: ignore[attr-defined]
        return count

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_SECONDS)
        self._postbox.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    opened = Room(tmp_path_factory.mktemp("hostile"))
    yield opened
    opened.close()


class Most:
    """The most that was ever there of what an attacker makes the room keep."""

    def __init__(self, room: Room, addresses: list[str]) -> None:
        self._room, self._addresses = room, addresses
        self.sockets = self.half_open = self.waiting = self.jobs = self.unsent = self.bodies = 0

    async def look_for_ever(self) -> None:
        while True:
            house = self._room.house
            pages = Counter(page.address for page in house.sockets)
            jobs = Counter((job.who, job.kind) for job in list(house.reckoner._queue) if job.kind != "fold")
            lines = list(self._room.turnstile._lines.values())
            self.sockets = max([self.sockets, *(pages[address] for address in self._addresses)])
            self.half_open = max([self.half_open, *map(self._room.half_open, self._addresses)])
            self.waiting = max([self.waiting, *map(len, lines)])
            self.jobs = max([self.jobs, *jobs.values()])
            self.bodies = max(self.bodies, house.bodies.size)
            self.unsent = max([self.unsent, *(page._wire.unsent for page in house.sockets)])  # type: ignore[attr-defined]
            await asyncio.sleep(0.02)


async def _play(room: Room, tally: Tally, hosts: tuple[str, str]) -> Pair:
    pair = Pair((Address(room.url, hosts[0]), Address(room.url, hosts[1])), "avalam", tally, random.Random(3), 3600)
    await pair.open()
    await pair.sit_down()
    for played in range(MOVES):
        while pair.is_waiting or not pair.can_move or pair.n < 2 + played:
            await asyncio.sleep(0.01)
        pair.move()
    while pair.is_waiting:
        await asyncio.sleep(0.01)
    for person in pair.people:
        person.leave()
    return pair


async def _attacked(room: Room, number: int, names: list[str]) -> tuple[Tally, list[Counter[str]], Most, float]:
    addresses = [f"127.1.{number}.{each + 1}" for each in range(len(names))]
    tally, most, began = Tally(), Most(room, addresses), time.monotonic()
    looking = asyncio.create_task(most.look_for_ever())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            foes = [Foe(Address(room.url, address), SECONDS, DEEDS) for address in addresses]
            attacks = asyncio.gather(*(attack(name, foe) for name, foe in zip(names, foes, strict=True)))
            await _play(room, tally, (f"127.0.2.{2 * number + 1}", f"127.0.2.{2 * number + 2}"))
            return tally, await attacks, most, time.monotonic() - began
    finally:
        looking.cancel()


@pytest.mark.parametrize("number", range(len(GROUPS)), ids=[", ".join(names) for names in GROUPS])
def test_honest_moves_come_through_and_what_an_attacker_gets_is_bounded(room: Room, number: int) -> None:
    names = GROUPS[number]
    tally, done, most, seconds = asyncio.run(_attacked(room, number, names))
    assert tally.acknowledged == MOVES
    assert (tally.refused, tally.faults) == (Counter(), [])
    assert set(tally.closed) <= {1000}, "the room closed no page of theirs"
    for name, what in zip(names, done, strict=True):
        assert sum(what.values()), f"{name}: nothing was tried"
        if name in BY_NAME:
            deed, status = BY_NAME[name]
            allowed, pause = poor(ALLOWANCES)[deed]["address"]  # type: ignore[index]
            assert what[status] <= allowed + seconds / pause + 1, name
            assert what["500"] == 0
        if name in ("mails", "lost passwords"):
            assert what["400"] == 0, f"{name}: refused before it was one"
    assert most.sockets <= PER_ADDRESS
    assert most.half_open <= MOST_HALF_OPEN
    assert most.waiting <= MOST_WAITING
    assert most.jobs <= MOST_OF_ONE
    assert most.bodies <= len(names) * bodies.MOST_OF_ONE
    assert most.unsent <= MOST_UNSENT_BYTES + LARGEST_SNAPSHOT_BYTES


def _turns(*addresses: str) -> list[str]:
    """In which order a turnstile lets them in that come in this order, all at once."""

    async def come() -> list[str]:
        turnstile, order = Turnstile(), list[str]()

        async def one(address: str) -> None:
            if await turnstile.enter(address):
                order.append(address)

        await asyncio.gather(*map(one, addresses))
        return order

    return asyncio.run(come())


def test_whoever_comes_behind_a_crowd_does_not_wait_for_it() -> None:
    order = _turns(*["crowd"] * 50, "ada", "bob")
    assert len(order) == 52
    assert max(order.index("ada"), order.index("bob")) <= 4


def test_so_many_of_one_address_wait_and_no_more() -> None:
    order = _turns(*["crowd"] * (MOST_WAITING + 10), "ada")
    assert order.count("crowd") == MOST_WAITING + 1, "one begins at once"
    assert "ada" in order


def test_only_a_few_that_bring_much_along_wait() -> None:
    """Five hundred requests that waited with 300 kB of their bodies each took more than a hundred megabytes."""

    async def come() -> tuple[int, bool, int]:
        turnstile = Turnstile()
        large = await asyncio.gather(*(turnstile.enter("crowd", is_large=True) for _ in range(200)))
        again = await turnstile.enter("crowd", is_large=True)
        return sum(large), again, turnstile.waiting

    assert asyncio.run(come()) == (1 + MOST_LARGE_WAITING, True, 0)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, False),
        ({"content-length": "9000"}, False),
        ({"content-length": "250000"}, True),
        ({"content-length": "9" * 5000}, True),
        ({"content-length": "many"}, True),
        ({"transfer-encoding": "chunked"}, True),
    ],
)
def test_what_brings_much_along(headers: dict[str, str], expected: bool) -> None:
    assert doors._is_large(Headers(headers)) is expected


def test_whoever_leaves_the_queue_holds_nobody_up() -> None:
    async def come() -> bool:
        turnstile = Turnstile()
        waiting = [asyncio.create_task(turnstile.enter("ada")) for _ in range(5)]
        await asyncio.sleep(0)
        waiting[2].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return await turnstile.enter("bob") and turnstile.waiting == 0

    assert asyncio.run(come())


def _row(**measured: object) -> Row:
    usual = {
        "attack": "",
        "pages": 40,
        "moves": 9,
        "p50_ms": 1.0,
        "p99_ms": 60.0,
        "ratio": 1.0,
        "visits": 9,
        "visit_p50_ms": 1.0,
    }
    rest = {"visit_p99_ms": 60.0, "refused": {}, "megabytes": 1.0, "excess_ms": 5.0, "attacker": {}}
    return Row(**usual | rest | measured)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measured", "expected"),
    [
        ({"p99_ms": 119.0}, []),
        ({"p99_ms": 121.0}, ["moves"]),
        ({"moves": 0, "p99_ms": 0.0}, ["moves"]),
        ({"visit_p99_ms": 1001.0}, ["visits"]),
        ({"refused": {"429": 1}}, ["refused"]),
        ({"megabytes": 65.0}, ["memory"]),
        ({"excess_ms": 101.0}, ["clocks"]),
    ],
)
def test_a_row_says_how_it_breaks_the_promise(measured: dict[str, object], expected: list[str]) -> None:
    assert faults(_row(**measured), _row()) == expected
