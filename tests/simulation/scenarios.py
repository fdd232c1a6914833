"""Stories that were true once: each went wrong in a room that ran, and must not again."""

import asyncio

from .checks import Checks
from .disk import Mood
from .exchange import Weather
from .loop import EPOCH
from .page import Page
from .people import Person
from .thinkers import Zeal
from .world import Json, World


class Cast:
    """People at a room that does what it is told."""

    def __init__(self, world: World, checks: Checks) -> None:
        self.world, self.checks = world, checks

    async def arrive(self, name: str, server: int = 0) -> Person:
        person = Person(self.world, self.checks, name)
        person.home = self.world.servers[server]
        await person.come_in()
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
    await cast.wait()
    (due_ms,) = world.disk.eyes.execute("SELECT due_at_ms FROM tables WHERE id = ?", (table,)).fetchone()
    await cast.wait(due_ms / 1000 - EPOCH - world.loop.now - 0.05)
    world.disk.mood = Mood(is_full=True)
    await cast.wait(0.2)  # it falls, and is not saved; two seconds later it is tried again
    for person in (anna, bela):
        person.pages[0].unwatch(table)
    await cast.wait(1.0)
    await anna.ask("GET", f"/api/tables/{other}")  # drops what is idle
    world.disk.mood = Mood()
    await anna.ask("GET", f"/api/tables/{table}")  # the flag falls at once
    await cast.wait()


# --- What the simulator itself has found ----------------------------------------------------------------------------


async def a_hint_from_a_disk_that_is_away(world: World, checks: Checks) -> None:
    """Seed 11 of the first run: "something went wrong on our side", with a trace in the log, where the disk was away."""
    cast = Cast(world, checks)
    anna = await cast.arrive("anna")
    table = await cast.table(anna)
    await cast.watch(table, anna)
    world.disk.mood = Mood(is_away=True)
    anna.pages[0].question("hint", table, expected_n=1)
    await cast.wait(1.0)
    world.disk.mood = Mood()


async def somebody_leaves_and_the_disk_is_full(world: World, checks: Checks) -> None:
    """Seed 0: whoever asked was told so, and the log got a trace nobody needs, with that person's id in it."""
    cast = Cast(world, checks)
    anna = await cast.arrive("anna")
    await cast.register(anna)
    world.disk.mood = Mood(is_full=True)
    await anna.delete_account()
    world.disk.mood = Mood()
    await cast.wait()


async def words_are_lost_between_servers(world: World, checks: Checks) -> None:
    """Seed 23: a line of chat that the bus lost was never seen at the other server."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna", 0), await cast.arrive("bela", 1)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}])
    await cast.watch(table, anna, bela)
    anna.pages[0].question("say", table, text="heard by all")
    await cast.wait()
    world.exchange.weather = Weather(lost=1.0)
    anna.pages[0].question("say", table, text="heard by nobody there")
    await cast.wait()
    world.exchange.weather = Weather()


async def somebody_leaves_and_another_server_does_not_hear_it(world: World, checks: Checks) -> None:
    """Seed 18: the other server went on showing somebody who had left."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna", 0), await cast.arrive("bela", 1)
    await cast.register(anna)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}])
    await cast.watch(table, anna, bela)
    bela.pages[0].command("join", table)
    await cast.wait()
    anna.pages[0].command("resign", table)
    await cast.wait()
    world.exchange.weather = Weather(lost=1.0)
    await anna.delete_account()
    await cast.wait(0.5)
    world.exchange.weather = Weather()


async def somebody_leaves_and_the_disk_fails_on_the_way(world: World, checks: Checks) -> None:
    """Seed 64: the account was gone, and the games and words of whoever had it stayed until the next restart."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna"), await cast.arrive("bela")
    await cast.register(anna)
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}])
    await cast.watch(table, anna, bela)
    bela.pages[0].command("join", table)
    anna.pages[0].question("say", table, text="farewell")
    await cast.wait()
    leaving = asyncio.create_task(anna.delete_account())
    while world.disk.eyes.execute("SELECT count(*) FROM accounts").fetchone()[0]:
        await asyncio.sleep(0.001)
    world.disk.mood = Mood(is_full=True)
    await leaving
    world.disk.mood = Mood()
    await cast.wait()


async def somebody_leaves_and_the_answer_of_the_disk_is_lost(world: World, checks: Checks) -> None:
    """Seed 113: the account was closed, but nobody said so, and its page stayed open: the person who had left could go on."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna"), await cast.arrive("bela")
    await cast.register(anna)
    table = await cast.table(bela)
    await cast.watch(table, anna, bela)
    eyes = world.disk.eyes
    checks.renamed.add(anna.id)
    wish = {"password": "a long pass phrase"}
    leaving = asyncio.create_task(anna.ask("POST", "/api/account/delete", wish))
    while not eyes.execute("SELECT count(*) FROM removals").fetchone()[0]:
        await asyncio.sleep(0.001)
    world.disk.mood = Mood(fails_after=1.0)
    while eyes.execute("SELECT count(*) FROM accounts").fetchone()[0]:
        await asyncio.sleep(0.001)
    world.disk.mood = Mood()
    await leaving
    await cast.wait(8.0)
    anna.pages[0].question("say", table, text="still here")
    await cast.wait()


async def somebody_comes_while_the_disk_is_away(world: World, checks: Checks) -> None:
    """Seed 152: the table was in memory and was shown, what had been said there was not, and nobody asked again."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna"), await cast.arrive("bela")
    table = await cast.table(anna)
    other = await cast.table(bela)
    await cast.watch(table, anna)
    anna.pages[0].question("say", table, text="bela, where are you?")
    await cast.wait()
    anna.pages[0].unwatch(table)
    await cast.wait()
    await bela.ask("GET", f"/api/tables/{other}")
    await bela.ask("GET", f"/api/tables/{table}")  # fetched anew, without what was said
    world.disk.mood = Mood(is_away=True)
    await cast.watch(table, bela)
    world.disk.mood = Mood()


async def somebody_speaks_before_the_opponent_sits_down(world: World, checks: Checks) -> None:
    """Seed 16: at a rated table onlookers do not read along, and whoever then joined was never told what they had missed."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna"), await cast.arrive("bela")
    await cast.register(anna)
    await cast.register(bela)
    terms = {"clock": {"kind": "fischer", "initial_seconds": 60}, "rated": True}
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}], terms=terms)
    await cast.watch(table, anna, bela)
    anna.pages[0].question("say", table, text="whoever comes, hello")
    await cast.wait()
    bela.pages[0].command("join", table)
    await cast.wait(4.0)


async def a_table_turns_up_though_nobody_said_so(world: World, checks: Checks) -> None:
    """Seed 113 once more: whoever asked for it was refused, and the engine there waited for the next restart."""
    cast = Cast(world, checks)
    anna = await cast.arrive("anna")
    world.disk.mood = Mood(fails_after=1.0)
    wish = {"game": "axom", "seats": [{"kind": "engine", "level": 1}, {"kind": "human"}]}
    asking = asyncio.create_task(anna.ask("POST", "/api/tables", wish))
    while not world.disk.eyes.execute("SELECT count(*) FROM tables").fetchone()[0]:
        await asyncio.sleep(0.0002)
    world.disk.mood = Mood(is_away=True)
    await asking
    world.disk.mood = Mood()
    await cast.wait()


async def two_servers_see_somebody_off(world: World, checks: Checks) -> None:
    """A server that starts finds somebody leaving, whom another one is seeing off: both write the games anew at once."""
    cast = Cast(world, checks)
    anna, bela = await cast.arrive("anna", 0), await cast.arrive("bela", 0)
    await cast.register(anna)
    tables = [await cast.table(anna, seats=[{"kind": "human"}, {"kind": "open"}]) for _ in range(4)]
    for table in tables:
        await cast.watch(table, anna, bela)
        bela.pages[0].command("join", table)
        await cast.wait()
        await cast.move(anna, table)
    await world.kill(world.servers[1])
    world.disk.mood = Mood(slowest=0.2)
    leaving = asyncio.create_task(anna.delete_account())
    while not world.disk.eyes.execute("SELECT count(*) FROM removals").fetchone()[0]:
        await asyncio.sleep(0.001)
    assert await world.open(world.servers[1])
    await leaving
    while world.disk.eyes.execute("SELECT count(*) FROM removals").fetchone()[0]:
        await cast.wait(1.0)
    world.disk.mood = Mood()
    for table in tables:
        (created, guest) = world.disk.eyes.execute(
            "SELECT (SELECT body FROM events WHERE table_id = :t AND n = 1), (SELECT guest FROM events WHERE table_id = :t AND n = 3)",
            {"t": table},
        ).fetchone()
        if guest.encode() not in created:
            world.find(f"at {table}, whoever has left is two people now")


async def a_word_of_signing_out_is_lost(world: World, checks: Checks) -> None:
    """Somebody signs out at one server, and another one, where a page of theirs is open, does not hear of it."""
    cast = Cast(world, checks)
    anna = await cast.arrive("anna", 0)
    await cast.register(anna)
    page = anna.open_tab()
    page.home = world.servers[1]
    await cast.wait()
    before, cookie = page.you, anna.cookie
    assert page.server == "server-B"
    world.exchange.weather = Weather(lost=1.0)
    await anna.ask("DELETE", "/api/session")
    assert anna.cookie != cookie
    await cast.wait(60.0)
    world.exchange.weather = Weather()
    if page.you == before:
        world.find("a page is open by a session that has ended")


async def a_next_game_turns_up_though_nobody_said_so(world: World, checks: Checks) -> None:
    """Seed 20 of the merged room: a rematch was saved and the answer lost. Its engine, which was to begin, waited for the
    next restart."""
    cast = Cast(world, checks)
    anna = await cast.arrive("anna")
    table = await cast.table(anna, seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    await cast.watch(table, anna)
    await cast.move(anna, table)
    anna.pages[0].command("resign", table)
    await cast.wait()
    world.disk.mood = Mood(fails_after=1.0)
    anna.pages[0].command("rematch", table)
    while world.disk.eyes.execute("SELECT count(*) FROM tables").fetchone()[0] < 2:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.001)
    world.disk.mood = Mood()
    await cast.wait()
