"""One seed, from the first word of its story to the last."""

import asyncio
import gc
import hashlib
import random
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from alcove.server.tables.table import Table

from .checks import Checks
from .disk import Mood
from .exchange import Weather
from .loop import StuckError
from .page import Page
from .people import GAMES, Bot, Person, Servant, positions
from .thinkers import Zeal
from .world import FoundError, Plan, World, tidy

SETTLE_SECONDS = 30.0
"""After the last trouble: who was patient has given up or got through, and everybody has been told."""
QUIET_SECONDS = 3.0
"""So long after an event everybody has been told, the bus having lost it or not."""
ANSWER_SECONDS = 8.0
"""So long anything may take when nothing goes wrong; engines may think for so long."""


@dataclass
class Told:
    """What became of a seed."""

    seed: int
    plan: Plan
    story: list[tuple[float, str]]
    finding: str | None
    real_seconds: float
    events: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(self.story).encode()).hexdigest()[:16]

    def written(self, last: int | None = None) -> str:
        lines = [f"{number:5} {at:9.3f}  {line}" for number, (at, line) in enumerate(self.story, 1)]
        shown = lines if last is None else lines[-last:]
        head = f"seed {self.seed}: {self.plan}"
        return "\n".join([head, *shown, f"seed {self.seed}: {self.finding or 'all is well'}"])


def plan_of(seed: int) -> Plan:
    rng = random.Random(f"{seed} plan")
    servers = rng.choice((1, 1, 2, 3))
    return Plan(
        servers=servers,
        engines=rng.choice((1, 2)),
        idle_tables=rng.choice((0, 2, 200)),
        most_skew=0.0 if servers == 1 else rng.choice((0.0, 0.02, 2.0)),
        seconds=rng.choice((15.0, 30.0, 60.0)),
        people=rng.randint(2, 6),
        bots=rng.choice((0, 0, 1)),
        trouble=rng.choice((0.0, 0.5, 1.0, 2.0)),
    )


@cache
def _warm() -> None:
    """What every seed needs is made once, and the garbage collector need not look at it again and again."""
    for game in GAMES:
        positions(game)
    for servers in (1, 2):  # engines ask a few things of a database that they see for the first time
        _simulate(0, Plan(servers=servers), _nothing)
    gc.collect()
    gc.freeze()


async def _nothing(_world: World, _checks: Checks) -> None:
    """What happens where nobody lives."""


def simulate(seed: int, plan: Plan | None = None, script: Any = None) -> Told:
    """Run a seed. A `script` takes the place of everybody who lives there."""
    had_gc = gc.isenabled()
    gc.disable()  # it comes when it comes; we tidy ourselves
    try:
        _warm()
        return _simulate(seed, plan, script)
    finally:
        if had_gc:
            gc.enable()


def _simulate(seed: int, plan: Plan | None, script: Any) -> Told:
    began = time.perf_counter()
    world = World(seed, plan or plan_of(seed))
    checks: Checks | None = None
    original = Table.__init__
    try:
        with world.opened():
            checks = Checks(world)
            hook = checks.made

            def made(self: Table, *arguments: Any, **more: Any) -> None:
                original(self, *arguments, **more)
                hook(self)

            Table.__init__ = made  # type: ignore[method-assign]
            try:
                world.run(_story(world, checks, script))
            except FoundError:
                pass
            except StuckError:
                world.find("somebody waits for what never comes, or goes round and round while no time passes")
            finally:
                for task in asyncio.all_tasks(world.loop):
                    task.cancel()
                world.loop.set_exception_handler(lambda *_: None)
                for server in world.servers:
                    server.machine.is_dead = True
                _unwind(world)
    finally:
        Table.__init__ = original  # type: ignore[method-assign]
    events = 0 if checks is None else len(checks.bodies)
    finding = world.findings[0] if world.findings else None
    return Told(seed, world.plan, world.story, finding, time.perf_counter() - began, events)


def _unwind(world: World) -> None:
    """Let cancelled tasks end; nobody listens any more."""
    for _ in range(200):
        if not asyncio.all_tasks(world.loop):
            break
        world.loop.call_soon(world.loop.stop)
        world.loop.run_forever()
    tidy()


async def _story(world: World, checks: Checks, script: Any) -> None:
    servant = Servant(world)
    for server in world.servers:
        await servant.raise_up(server)
    if script is not None:
        await script(world, checks)
    else:
        await _live(world, checks, servant)
    await _settle(world, checks, servant)
    await _probe(world, checks)
    await _end(world, checks)


async def _live(world: World, checks: Checks, servant: Servant) -> None:
    names = ("anna", "bela", "cleo", "dora", "emil", "finn")
    people = [Person(world, checks, names[number]) for number in range(world.plan.people)]
    people += [Bot(world, checks, f"bot{number}") for number in range(world.plan.bots)]
    links: list[str] = []
    lives = [asyncio.create_task(person.live(links)) for person in people]
    if world.plan.trouble:
        lives.append(asyncio.create_task(servant.live()))
    done, _ = await asyncio.wait(lives, timeout=world.plan.seconds, return_when=asyncio.FIRST_EXCEPTION)
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    for life in done:
        if not life.cancelled() and (error := life.exception()) is not None:
            raise error


async def _settle(world: World, checks: Checks, servant: Servant) -> None:
    """Nothing goes wrong any more."""
    world.tell("servant: from now on nothing goes wrong")
    world.disk.mood, world.exchange.weather, world.thinkers.zeal = Mood(), Weather(), Zeal()
    for server in world.servers:
        world.exchange.part(server.name, False)
        if server.life is not None and not server.is_open:
            if not server.life.done():
                server.leaving.set()
                await asyncio.wait([server.life], timeout=30)
            await servant.raise_up(server)
    for person in checks.people:
        for page in person.pages:
            page.sleep(False)
    await _watch(world, checks, SETTLE_SECONDS / 2)
    world.is_calm = True
    await _watch(world, checks, SETTLE_SECONDS / 2)
    await _compare(world, checks)


async def _watch(world: World, checks: Checks, seconds: float) -> None:
    until = world.loop.now + seconds
    while world.loop.now < until:
        await asyncio.sleep(1.0)
        checks.look()


async def _compare(world: World, checks: Checks) -> None:
    """Once nothing has happened for a moment: an engine's move or a flag may be on its way to the pages."""
    for _ in range(30):
        last = max((at for at, _ in world.disk.written_at.values()), default=0.0)
        if world.loop.now > last + QUIET_SECONDS:
            break
        await _watch(world, checks, 1.0)
    checks.compare()


async def _probe(world: World, checks: Checks) -> None:
    """Every game that goes on can go on: whoever is to move moves, and everybody sees it."""
    pages = [page for person in checks.people for page in person.pages]
    for page in pages:
        if not page.is_open:
            world.find(f"{page.name} cannot come back")
        for command in page.unsent:
            world.find(f"{page.name} was never answered: {command}")
    world.check()
    asked: list[tuple[Any, str, str]] = []
    for table, rooms in sorted(checks.rooms.items()):
        room = rooms[-1]
        if room.outcome is not None or not room.is_full:
            continue
        mover = next((p for p in pages if p.tables.get(table) and p.person.id == room.guest_to_move), None)
        if mover is not None:
            whole = mover.tables[table]
            assert whole is not None
            moves = whole["frame"]["moves"]
            if moves:
                asked.append((mover, table, mover.command("move", table, move=moves[0]["text"])))
            else:
                world.find(f"{mover.name} is to move at {table}, and was told no moves")
        elif room.engine_to_move is not None:
            world.find(f"{table} waits for an engine, and none thinks")
    await _watch(world, checks, ANSWER_SECONDS)
    for page, table, nonce in asked:
        if any(command["nonce"] == nonce for command in page.unsent):
            world.find(f"{page.name} was not answered at {table}, though nothing goes wrong")
        elif (refusal := page.refusals.get(nonce)) is not None and refusal["code"] not in _reasons(checks, page):
            world.find(f"{page.name} was refused at {table}, though nothing goes wrong: {refusal}")
    await _compare(world, checks)


def _reasons(checks: Checks, page: Page) -> set[str]:
    """Why somebody may be refused on a calm day: the game has just ended, or an engine would help in a rated game."""
    rooms = [rooms[-1] for rooms in checks.rooms.values()]
    is_rated = any(room.terms.rated and room.outcome is None and page.person.id in room.people for room in rooms)
    return {"over", "no_help"} if is_rated else {"over"}


async def _end(world: World, checks: Checks) -> None:
    for person in checks.people:
        await person.close()
    await _watch(world, checks, 2.0)
    for server in world.servers:
        await world.stop(server)
    await asyncio.sleep(20)
    checks.look()
    buried = {task for machine in world.machines if machine.is_dead for task in machine.tasks}
    left = [task for task in asyncio.all_tasks() - buried if task is not asyncio.current_task() and not task.done()]
    if left:
        world.find(f"all servers are closed, and a task still runs: {sorted(map(str, left))[0]}")
    tidy()
    world.check()
