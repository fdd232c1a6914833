"""Stories that were true once: each went wrong in a room that ran, and must not again."""

import asyncio

from .checks import Checks
from .disk import Mood
from .page import Page
from .people import Person
from .thinkers import Zeal
from .world import Json, World


class Cast:
    """People at a room that does what it is told."""

    def __init__(self, world: World, checks: Checks) -> None:
        self.world, self.checks = world, checks

    async def arrive(self, name: str) -> Person:
        person = Person(self.world, self.checks, name)
        page = person.open_tab()
        while not page.is_open:
            await asyncio.sleep(0.1)
        return person

    async def register(self, person: Person) -> None:
        answer = await person.ask("POST", "/api/account", {"name": person.name, "password": "a long pass phrase"})
        assert answer is not None
        assert answer.status == 201
        person.has_account = True
        person._renew()
        await self.wait()

    async def table(self, person: Person, **wish: object) -> str:
        answer = await person.ask("POST", "/api/tables", {"game": "axom", **wish})
        assert answer is not None
        assert answer.status == 201, answer.body
        name: str = answer.json["table"]
        return name

    async def watch(self, table: str, *people: Person) -> None:
        for person in people:
            person.pages[0].watch(table)
        await self.wait()

    async def wait(self, seconds: float = 1.5) -> None:
        await asyncio.sleep(seconds)
        self.checks.look()

    async def move(self, person: Person, table: str) -> None:
        page = person.pages[0]
        page.command("move", table, move=_whole(page, table)["frame"]["moves"][0]["text"])
        await self.wait()


def _whole(page: Page, table: str) -> Json:
    whole = page.tables[table]
    assert whole is not None
    return whole


async def an_onlooker_who_chatted_leaves(world: World, checks: Checks) -> None:
    """S1 (a): two people play, a third has said something and deletes the account. Both must see the next move."""
    cast = Cast(world, checks)
    anna, bela, cleo = [await cast.arrive(name) for name in ("anna", "bela", "cleo")]
    await cast.register(cleo)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}])
    await cast.watch(table, anna, bela, cleo)
    bela.pages[0].command("join", table)
    await cast.wait()
    cleo.pages[0].question("say", table, text="a fine game")
    await cast.move(anna, table)
    await cleo.delete_account()
    await cast.wait()
    await cast.move(bela, table)


async def an_onlooker_leaves_while_an_engine_thinks(world: World, checks: Checks) -> None:
    """S1 (b): as before, but the other side is an engine, and it is thinking. The game must go on."""
    cast = Cast(world, checks)
    anna, cleo = [await cast.arrive(name) for name in ("anna", "cleo")]
    await cast.register(cleo)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    await cast.watch(table, anna, cleo)
    cleo.pages[0].question("say", table, text="a fine game")
    await cast.wait()
    world.thinkers.zeal = Zeal(slowest=4.0)
    await cast.move(anna, table)
    await cleo.delete_account()
    anna.pages[0].watch(table)  # whoever comes now has the table fetched anew
    await cast.wait(6.0)


async def a_flag_falls_on_a_full_disk(world: World, checks: Checks) -> None:
    """S1 (c): a fallen flag cannot be saved, and everybody leaves, so that the table is dropped from memory."""
    cast = Cast(world, checks)
    anna, bela = [await cast.arrive(name) for name in ("anna", "bela")]
    terms = {"clock": {"kind": "fischer", "initial_seconds": 10}}
    other = await cast.table(anna)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}], terms=terms)
    await cast.watch(table, anna, bela)
    bela.pages[0].command("join", table)
    await cast.wait(38.0)
    world.disk.mood = Mood(is_full=True)
    await cast.wait(4.0)
    for person in (anna, bela):
        person.pages[0].unwatch(table)
    await cast.wait(1.0)
    await anna.ask("GET", f"/api/tables/{other}")  # drops what is idle
    world.disk.mood = Mood()
    await anna.ask("GET", f"/api/tables/{table}")  # the flag falls at once
    await cast.wait()
