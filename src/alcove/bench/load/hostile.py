"""The promise that no client can stop the room: honest pages play while one address does its worst, one attack at a time.

A room with its ordinary limits is opened for the occasion. Honest people come from addresses of this machine of their own
(127.0.0.x), the attacker from one other (127.0.1.x), a fresh one for every attack: no row profits from purses that the one
before has emptied. First nobody attacks, which is what all other rows are compared with. More pages than those that
play may sit at tables and think (127.0.2.x), and all of it may come by way of a proxy.
"""

import asyncio
import itertools
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress

import msgspec

from alcove.core.registry import ours

from .attacks import ATTACKS, READY_SECONDS
from .pairs import PING_SECONDS, Pair, Tally
from .run import allow_files, loops
from .server import Server
from .wire import Address, UnreachableError

TABLES = 20
MOVES_PER_SECOND = 40.0
QUIET_ADDRESSES = 100
"""From so many come the pages that only sit at their tables, where more are wished than play."""
OPENING_AT_ONCE = 20
VISIT_SECONDS = 0.25
"""Every so often somebody honest wants something else than a move: a table, a record, a study, to sign in."""
CLOCK_SECONDS = 3600
REST_SECONDS = 1.5
"""Between two attacks."""
PENDING_SECONDS = 30.0
"""So long is waited for what was asked during an attack and not answered."""
IDLE_ROUNDS = 3
"""Idle is measured for as long as so many attacks."""
PASSWORD = "honest people say so"

MOST_RATIO, ENOUGH_MS, ENOUGH_VISIT_MS = 2.0, 100.0, 1000.0
"""Under attack p99 may be twice that of an idle room, or this many milliseconds: of moves, and of visits, which take a
processor of this machine a while (a password, a position to draw)."""
MOST_MEGABYTES = 64.0
MOST_EXCESS_MS = 100.0
"""What any turn may be charged beyond the time its page had: the line, and rounding."""

Tell = Callable[[str, int, int], None]


class Row(msgspec.Struct, kw_only=True):
    """What an attack did to everybody else. Latencies are those of pages; `visits` are tables, records, studies, sign-ins."""

    attack: str
    pages: int
    """So many were open at the end."""
    moves: int
    p50_ms: float
    p99_ms: float
    ratio: float
    visits: int
    visit_p50_ms: float
    visit_p99_ms: float
    refused: dict[str, int]
    megabytes: float | None
    excess_ms: float
    attacker: dict[str, int]
    faults: list[str] = []
    """Why this row is out of bounds; empty when it is not."""


class Figures(msgspec.Struct):
    idle: Row
    rows: list[Row]

    @property
    def is_within_bounds(self) -> bool:
        return not any(row.faults for row in (self.idle, *self.rows))


class Honest:
    """Everybody who only wants to play."""

    def __init__(self, server: Server, pages: int = 2 * TABLES) -> None:
        self._numbers = itertools.count()
        self.tally, rng = Tally(), random.Random(1)
        self._sources = [Address(server.url, f"127.0.0.{number}") for number in range(2, 2 + 2 * TABLES)]
        self.pairs = [
            Pair((first, second), ours()[number % 2], self.tally, rng, CLOCK_SECONDS)
            for number, (first, second) in enumerate(zip(self._sources[::2], self._sources[1::2], strict=True))
        ]
        quiet = [Address(server.url, f"127.0.2.{number}") for number in range(1, 1 + QUIET_ADDRESSES)]
        self._sitting = [
            Pair((quiet[number % len(quiet)],) * 2, ours()[0], self.tally, rng)
            for number in range(max(0, pages // 2 - TABLES))
        ]
        """Those who sit at their tables and think."""
        self.visit_seconds: list[float] = []
        self.visits_refused: Counter[str] = Counter()
        self._cookies: dict[Address, str] = {}
        self._visits: set[asyncio.Task[None]] = set()

    async def open(self, tell: Tell) -> None:
        for number, address in enumerate(self._sources):
            tell("accounts", number, len(self._sources))
            body = {"name": f"honest-{number}", "password": PASSWORD}
            status, answer, cookie = await address.ask("POST", "/api/account", body)
            if status != 201:
                raise UnreachableError(f"no account: {status} {answer[:200].decode(errors='replace')}")
            self._cookies[address] = cookie
        for pair in self.pairs:
            await pair.open()
            await pair.sit_down()
        for first in range(0, len(self._sitting), OPENING_AT_ONCE):
            tell("pages", 2 * first, 2 * len(self._sitting))
            await asyncio.gather(*map(_sit_down, self._sitting[first : first + OPENING_AT_ONCE]))

    @property
    def _everybody(self) -> list[Pair]:
        return self.pairs + self._sitting

    @property
    def open_pages(self) -> int:
        return sum(person.is_open for pair in self._everybody for person in pair.people)

    def leave(self) -> None:
        for pair in self._everybody:
            for person in pair.people:
                person.leave()

    async def ping_for_ever(self) -> None:
        while True:
            for pair in self._everybody:
                for person in pair.people:
                    if person.is_open:
                        person.ping()
                await asyncio.sleep(PING_SECONDS / len(self._everybody))

    async def play(self, seconds: float) -> None:
        """Moves at their pace and a visit now and then; the end of it is when everything asked has been answered."""
        began = time.perf_counter()
        turns, due, visit_due = itertools.cycle(self.pairs), began, began
        while (now := time.perf_counter()) < began + seconds:
            if due <= now:
                due += 1 / MOVES_PER_SECOND
                self._move(turns)
            if visit_due <= now:
                visit_due += VISIT_SECONDS
                self._begin(self._visit())
            await asyncio.sleep(max(0.0, min(due, visit_due) - time.perf_counter()))
        until = time.perf_counter() + PENDING_SECONDS
        while time.perf_counter() < until and (self._visits or any(pair.is_waiting for pair in self.pairs)):
            await asyncio.sleep(0.02)
        unanswered = sum(pair.is_waiting for pair in self.pairs) + len(self._visits)
        if unanswered:
            self.visits_refused["unanswered"] += unanswered

    def _move(self, turns: Iterator[Pair]) -> None:
        for pair in itertools.islice(turns, len(self.pairs)):
            if pair.is_over:
                pair.get_up()
                self._begin(pair.sit_down())
            elif pair.can_move:
                pair.move()
                return

    def _begin(self, deed: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._do(deed))
        self._visits.add(task)
        task.add_done_callback(self._visits.discard)

    async def _do(self, deed: Awaitable[None]) -> None:
        try:
            await deed
        except UnreachableError as error:
            self.visits_refused[str(error)[:60]] += 1

    async def _visit(self) -> None:
        """What somebody wants who is not at a table just now."""
        number = next(self._numbers)
        address = self._sources[number // 4 % len(self._sources)]
        asked: tuple[str, str, object]
        match number % 4:
            case 0:
                asked = ("POST", "/api/tables", {"game": ours()[0]})
            case 1:
                name = f"honest-{self._sources.index(address)}"
                asked = ("POST", "/api/session", {"name": name, "password": PASSWORD})
            case 2:
                asked = ("GET", f"/api/tables/{self.pairs[number % TABLES].table}/record", None)
            case _:
                asked = ("POST", "/api/study", {"game": ours()[1], "moves": []})
        began = time.perf_counter()
        method, path, body = asked
        cookie = "" if path == "/api/session" else self._cookies[address]
        status, _, _ = await address.ask(method, path, body, cookie)
        self.visit_seconds.append(time.perf_counter() - began)
        if status >= 400:
            self.visits_refused[f"{status} {path.rpartition('/')[2]}"] += 1


async def _sit_down(pair: Pair) -> None:
    await pair.open()
    await pair.sit_down()


class Watch:
    """What happens to honest people and to the room's memory between two moments."""

    def __init__(self, honest: Honest, server: Server) -> None:
        self._honest, self._server = honest, server
        tally = honest.tally
        self._moves, self._visits, self._turns = len(tally.seconds), len(honest.visit_seconds), len(tally.excess_ms)
        self._refused = self._all_refused()
        self._bytes = self._most_bytes = server.resident_bytes() or 0

    def _all_refused(self) -> Counter[str]:
        tally = self._honest.tally
        closed = Counter({f"closed {code}": count for code, count in tally.closed.items()})
        return tally.refused + closed + self._honest.visits_refused

    async def weigh_for_ever(self) -> None:
        while True:
            await asyncio.sleep(0.25)
            self._most_bytes = max(self._most_bytes, self._server.resident_bytes() or 0)

    def row(self, attack: str, attacker: dict[str, int], idle: Row | None) -> Row:
        tally = self._honest.tally
        moves, visits = sorted(tally.seconds[self._moves :]), sorted(self._honest.visit_seconds[self._visits :])
        p99 = _quantile_ms(moves, 0.99)
        row = Row(
            attack=attack,
            pages=self._honest.open_pages,
            moves=len(moves),
            p50_ms=_quantile_ms(moves, 0.5),
            p99_ms=p99,
            ratio=1.0 if idle is None or not idle.p99_ms else p99 / idle.p99_ms,
            visits=len(visits),
            visit_p50_ms=_quantile_ms(visits, 0.5),
            visit_p99_ms=_quantile_ms(visits, 0.99),
            refused=dict(self._all_refused() - self._refused),
            megabytes=(self._most_bytes - self._bytes) / 1e6 if self._bytes else None,
            excess_ms=max(0.0, *tally.excess_ms[self._turns :], 0.0),
            attacker=attacker,
        )
        row.faults = faults(row, idle or row)
        return row


def faults(row: Row, idle: Row) -> list[str]:
    """In what a row breaks the promise."""
    is_broken = {
        "moves": not row.moves or row.p99_ms > max(MOST_RATIO * idle.p99_ms, ENOUGH_MS),
        "visits": row.visit_p99_ms > max(MOST_RATIO * idle.visit_p99_ms, ENOUGH_VISIT_MS),
        "refused": bool(row.refused),
        "memory": (row.megabytes or 0.0) > MOST_MEGABYTES,
        "clocks": row.excess_ms > max(MOST_EXCESS_MS, MOST_RATIO * idle.excess_ms),
    }
    return [what for what, broken in is_broken.items() if broken]


def _quantile_ms(ordered: Sequence[float], share: float) -> float:
    return ordered[int((len(ordered) - 1) * share + 0.5)] * 1000 if ordered else 0.0


async def measure(server: Server, names: Sequence[str], seconds: float, pages: int, tell: Tell) -> Figures:
    """The idle room, then each attack."""
    honest = Honest(server, pages)
    background: list[asyncio.Task[None]] = []
    try:
        background.append(asyncio.create_task(honest.ping_for_ever()))
        await honest.open(tell)
        tell("idle", 0, len(names))
        await honest.play(seconds)  # the room warms up: its processes start, its first games are compiled
        idle = await _row(honest, server, None, None, IDLE_ROUNDS * seconds)
        rows = []
        for number, name in enumerate(names):
            tell(name, number, len(names))
            rows.append(await _row(honest, server, (name, f"127.0.1.{number + 1}"), idle, seconds))
            await asyncio.sleep(REST_SECONDS)
        return Figures(idle, rows)
    finally:
        for task in background:
            task.cancel()
        honest.leave()


async def _row(honest: Honest, server: Server, attack: tuple[str, str] | None, idle: Row | None, seconds: float) -> Row:
    watch = Watch(honest, server)
    weighing = asyncio.create_task(watch.weigh_for_ever())
    process: asyncio.subprocess.Process | None = None
    done: dict[str, int] = {}
    try:
        if attack is not None:
            name, source = attack
            module = "alcove.bench.load.attacks"
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, server.url, source, name, str(seconds), stdout=subprocess.PIPE
            )
            await _ready(process)
        await honest.play(seconds)
        if process is not None:
            async with asyncio.timeout(PENDING_SECONDS):
                said, _ = await process.communicate()
            done = json.loads(said or b"{}")
    finally:
        weighing.cancel()
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return watch.row("idle" if attack is None else attack[0], done, idle)


async def _ready(process: asyncio.subprocess.Process) -> None:
    """An attacker has to start, and some to prepare: a long game, an account."""
    assert process.stdout is not None
    async with asyncio.timeout(2 * READY_SECONDS):
        await process.stdout.readline()


def run(server: Server, names: Sequence[str], seconds: float, pages: int, tell: Tell) -> Figures:
    """Measure a room that was opened for it (`own_server(limited=True)`) and that so many honest pages are in."""
    allow_files(8_000 + pages)
    with asyncio.Runner(loop_factory=loops()) as runner:
        return runner.run(measure(server, names or list(ATTACKS), seconds, pages, tell))
