"""The measurement: open all sockets, play, cut them all off, and see how long it takes until all are back."""

import asyncio
import itertools
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

import msgspec

from .pairs import PING_SECONDS, Pair, Person, Tally
from .server import Server, quantile
from .wire import Address, UnreachableError

OPENING_AT_ONCE = 200
"""So many handshakes are under way together while the room fills; in the storm all of them are."""
STORM_SECONDS = 120.0
Tell = Callable[[str, int, int], None]


class Figures(msgspec.Struct):
    """What was measured. `None` where it could not be: another machine's memory cannot be read from here."""

    sockets: int
    opened_in_seconds: float
    idle_kilobytes_per_socket: float | None
    seated_kilobytes_per_socket: float | None
    seconds: float
    moves_wished_per_second: float
    moves_per_second: float
    events_per_second: float
    server_p50_ms: float | None
    server_p99_ms: float | None
    page_p50_ms: float | None
    page_p99_ms: float | None
    cpu_ms_per_move: float | None
    cpu_share: float | None
    storm_seconds: float
    refused: dict[str, int]
    faults: list[str]
    closed: dict[int, int]


async def measure(
    server: Server, sockets: int, moves: float, seconds: float, games: Sequence[str], tell: Tell
) -> Figures:
    """All of it, on a room that is open."""
    rng, tally, address = random.Random(1), Tally(), Address(server.url)
    pairs = [Pair((address, address), games[number % len(games)], tally, rng) for number in range(sockets // 2)]
    people = [person for pair in pairs for person in pair.people]
    empty_bytes, began = server.resident_bytes(), time.perf_counter()
    await _all_of((pair.open() for pair in pairs), len(pairs), "pairs", tell)
    opened_in = time.perf_counter() - began
    idle_bytes = server.resident_bytes()
    pinging = asyncio.create_task(_ping_for_ever(people))
    await _all_of((pair.sit_down() for pair in pairs), len(pairs), "tables", tell)
    seated_bytes = server.resident_bytes()
    histogram, cpu_before, heard_before = server.histogram(), server.cpu_seconds(), tally.events_heard
    played_in = await _play(pairs, moves, seconds, tell)
    cpu_after, after = server.cpu_seconds(), server.histogram()
    cpu = None if cpu_before is None or cpu_after is None else cpu_after - cpu_before
    done, heard = tally.acknowledged, tally.events_heard - heard_before
    storm = await _storm(people, tally, tell)
    pinging.cancel()
    for person in people:
        person.leave()
    tally.seconds.sort()
    return Figures(
        sockets=len(people),
        opened_in_seconds=opened_in,
        idle_kilobytes_per_socket=_share(empty_bytes, idle_bytes, len(people)),
        seated_kilobytes_per_socket=_share(empty_bytes, seated_bytes, len(people)),
        seconds=played_in,
        moves_wished_per_second=moves,
        moves_per_second=done / played_in,
        events_per_second=heard / played_in,
        server_p50_ms=milliseconds(quantile(histogram, after, 0.5)),
        server_p99_ms=milliseconds(quantile(histogram, after, 0.99)),
        page_p50_ms=milliseconds(tally.seconds[done // 2] if done else None),
        page_p99_ms=milliseconds(tally.seconds[done * 99 // 100] if done else None),
        cpu_ms_per_move=None if cpu is None or not done else cpu * 1000 / done,
        cpu_share=None if cpu is None else cpu / played_in,
        storm_seconds=storm,
        refused=dict(tally.refused),
        faults=tally.faults,
        closed=dict(tally.closed),
    )


async def _all_of(tasks: Iterable[Awaitable[None]], count: int, what: str, tell: Tell) -> None:
    """All of them, a bounded number at a time."""
    gate, done = asyncio.Semaphore(OPENING_AT_ONCE), 0

    async def one(task: Awaitable[None]) -> None:
        nonlocal done
        async with gate:
            await task
            done += 1
            tell(what, done, count)

    await asyncio.gather(*map(one, tasks))


async def _ping_for_ever(people: Sequence[Person]) -> None:
    """Every page pings, each at its own moment."""
    waiting, due = deque(people), time.perf_counter()
    while True:
        due += PING_SECONDS / len(people)
        waiting[0].ping()
        waiting.rotate(-1)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def _play(pairs: Sequence[Pair], rate: float, seconds: float, tell: Tell) -> float:
    """Play `rate` moves a second, the pairs in turn; a pair still waiting for its last move is passed over."""
    waiting, over = deque(pairs), set[asyncio.Task[None]]()
    began = due = time.perf_counter()
    while (now := time.perf_counter()) < began + seconds:
        tell("seconds", int(now - began), int(seconds))
        while due <= now:
            due += 1 / rate
            for _ in range(len(waiting)):
                pair = waiting[0]
                waiting.rotate(-1)
                if pair.is_over:
                    waiting.remove(pair)
                    task = asyncio.create_task(pair.sit_down())
                    over.add(task)
                    task.add_done_callback(over.discard)
                    task.add_done_callback(lambda _, pair=pair: waiting.append(pair))  # type: ignore[misc]
                elif pair.can_move:
                    pair.move()
                    break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await asyncio.gather(*over)
    return time.perf_counter() - began


async def _storm(people: Sequence[Person], tally: Tally, tell: Tell) -> float:
    """Cut every socket and open it again at once; the seconds until every page is up to date."""
    await asyncio.sleep(1)
    seen = [(person, person.seen_n) for person in people]
    for person in people:
        person.drop()
    tally.closed.clear()
    began = time.perf_counter()

    async def come_back(person: Person, seen_n: int) -> None:
        """As a page does: when the line breaks again, once more."""
        while not person.is_up_to_date:
            if not person.is_open:
                with suppress(UnreachableError):
                    await person.open()
                    person.watch(seen_n)
            await asyncio.sleep(0.05)
            tell("storm", sum(person.is_up_to_date for person in people), len(people))

    try:
        async with asyncio.timeout(STORM_SECONDS):
            await asyncio.gather(*itertools.starmap(come_back, seen))
    except TimeoutError:
        return float("inf")
    return time.perf_counter() - began


def _share(before: int | None, after: int | None, sockets: int) -> float | None:
    return None if before is None or after is None else (after - before) / sockets / 1024


def milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def run(server: Server, sockets: int, moves: float, seconds: float, games: Sequence[str], tell: Tell) -> Figures:
    """Measure a room that is open."""
    allow_files(2 * sockets + 200)
    with asyncio.Runner(loop_factory=loops()) as runner:
        return runner.run(measure(server, sockets, moves, seconds, games, tell))


def loops() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def allow_files(count: int) -> None:
    """Every socket is an open file."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count if hard < 0 else min(count, hard), hard))
