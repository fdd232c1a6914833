"""Leaving for good: in small steps, to the end, and without a word left behind."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from alcove.server.base import tasks
from alcove.server.people import people, removal
from alcove.server.people.removal import Removal
from alcove.server.store import schema
from alcove.server.store.database import FileWriter
from alcove.server.wire import messages
from alcove.table.events import Seat, Terms
from alcove.table.refusals import RefusedError

from .pages import Browser, House, house, nonce, wait_until
from .test_bots import make_bot
from .test_online import MOVES, two_at_a_table
from .test_people import PASSWORD, register

GUEST = "f" * 32


async def person_of(people: Any, name: str) -> str:
    person: str = (await people.accounts.named(name)).person
    return person


def play_many(room: House, person: str, count: int) -> list[str]:
    """So many unfinished games between a person and a guest, with a move each."""
    registry = room.app.state.house.tables

    async def play() -> list[str]:
        names = []
        for _ in range(count):
            name = await registry.open_game("avalam", {}, (Seat(person), Seat(GUEST)), Terms())
            for n, (guest, move) in enumerate(zip((person, GUEST, person), MOVES, strict=False), 1):
                await registry.obey(messages.Move(name, n, nonce(), move=move), guest)
            names.append(name)
        return names

    found: list[str] = room.call(play)
    return found


def leave(browser: Browser) -> int:
    return browser.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code


def places_of(room: House, person: str) -> list[str]:
    """Where in the database a person still is."""

    async def look() -> list[str]:
        found = []
        async with room.app.state.house.store.engine.connect() as connection:
            for table in schema.metadata.tables.values():
                for row in await connection.execute(sa.select(table)):
                    if any(person in str(value) for value in row):
                        found.append(table.name)
        return found

    places: list[str] = room.call(look)
    return places


def test_a_person_leaves_in_small_steps_and_a_move_gets_in_between(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "STEP_ROWS", 5)
    register(browser, "Ada")
    person = room.call(person_of, room.app.state.house.people, "Ada")
    play_many(room, person, 12)
    registry = room.app.state.house.tables
    others = room.call(lambda: registry.open_game("avalam", {}, (Seat("1" * 32), Seat(GUEST)), Terms()))
    done: list[tuple[str, int]] = []
    transact = FileWriter._transact

    def count(self: FileWriter, work: Callable[[sa.Connection], Any]) -> Any:
        raw: Any = self._connection.connection.dbapi_connection
        before = raw.total_changes
        found = transact(self, work)
        done.append((work.__qualname__.partition(".")[0], raw.total_changes - before))
        if sum(who in ("Removal", "Writer") for who, _ in done) == 15 and not moving:
            moving.append(asyncio.run_coroutine_threadsafe(move(), loop))
        return found

    async def move() -> None:
        done.append(("asked", 0))
        await registry.obey(messages.Move(others, 1, nonce(), move=MOVES[0]), "1" * 32)

    async def find_loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    moving: list[Any] = []
    loop = room.call(find_loop)
    monkeypatch.setattr(FileWriter, "_transact", count)
    assert leave(browser) == 200
    moving[0].result()
    steps = [rows for who, rows in done if who in ("Removal", "Writer")]
    assert len(steps) > 20, "one for each game, and for each kind of thing that was theirs"
    assert max(steps) <= 12, "what an account consists of, or five events and as many bodies"
    since = done[done.index(("asked", 0)) :]
    waited = next(number for number, (who, _) in enumerate(since) if who == "Store")
    assert waited <= 4, since
    assert places_of(room, person) == []


def test_all_unfinished_games_are_resigned_however_many(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    person = room.call(person_of, room.app.state.house.people, "Ada")
    names = play_many(room, person, 55)
    assert leave(browser) == 200
    wait_until(lambda: places_of(room, person) == [])  # the answer may come before the end of it
    for name in names:
        assert room.app.state.house.tables.known(name).room.outcome.reason == "resigned"


@pytest.mark.parametrize("step", ["_close_account", "_take_back_words", "_rename"])
def test_a_room_that_was_stopped_goes_on_seeing_people_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with house(tmp_path) as room:
        browser = room.browser()
        register(browser, "Ada")
        person = room.call(person_of, room.app.state.house.people, "Ada")
        names = play_many(room, person, 3)
        with browser.live() as page:
            page.watch(names[0])
            page.send("say", table=names[0], text="Bonjour !", nonce=nonce())
            page.hear("chat")
        work, calls = getattr(Removal, step), []

        async def stop(self: Removal, *arguments: Any) -> None:
            calls.append(arguments)
            if len(calls) == (2 if step == "_rename" else 1):
                raise ConnectionAbortedError
            await work(self, *arguments)

        with monkeypatch.context() as stopping:
            stopping.setattr(Removal, step, stop)
            stopping.setattr(people, "ANSWER_SECONDS", 0.0)
            stopping.setattr(tasks, "PAUSE_SECONDS", 1000.0)
            assert leave(browser) == 200
            wait_until(lambda: len(calls) == (2 if step == "_rename" else 1))
        assert "removals" in places_of(room, person)
    with house(tmp_path) as room:
        wait_until(lambda: places_of(room, person) == [])
        assert room.browser().snapshot(names[0])["frame"]["outcome"]["reason"] == "resigned"


def test_a_game_is_one_somebody_elses_though_the_room_was_stopped_in_the_middle_of_it(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a game's events were once by one new person, and the other half by another."""
    register(browser, "Ada")
    person = room.call(person_of, room.app.state.house.people, "Ada")
    (name,) = play_many(room, person, 1)
    renamed, calls = removal._rename_events, []

    def stop(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise ConnectionAbortedError
        return renamed(*arguments)

    monkeypatch.setattr(removal, "STEP_ROWS", 1)
    monkeypatch.setattr(removal, "_rename_events", stop)
    monkeypatch.setattr(tasks, "PAUSE_SECONDS", 0.0)
    assert leave(browser) == 200
    assert len(calls) > 3, "it was begun anew"
    assert places_of(room, person) == []
    entries = room.call(room.app.state.house.store.load, name)
    (sits,) = {seat.guest for seat in entries[0].event.seats} - {GUEST}
    assert {entry.guest for entry in entries[1:]} == {sits, GUEST}


def test_a_command_that_was_held_up_seats_nobody_who_has_left(room: House, browser: Browser) -> None:
    """Between two servers a command may take longer than deleting an account does."""
    register(browser, "LateLea")
    house = room.app.state.house
    person = room.call(person_of, house.people, "LateLea")
    table = room.browser().table("avalam", seats=[{"kind": "human"}, {"kind": "open"}])
    assert leave(browser) == 200
    with pytest.raises(RefusedError, match="deleted"):
        room.call(house.tables.obey, messages.Join(table, 1, nonce()), person)
    with pytest.raises(RefusedError, match="deleted"):
        room.call(house.tables.open_game, "avalam", {}, (Seat(person), Seat(GUEST)), Terms())
    assert places_of(room, person) == []


def test_the_streams_of_a_bot_end_with_its_account(room: House, browser: Browser) -> None:
    make_bot(browser, "Robo")
    house = room.app.state.house

    async def listen() -> "asyncio.Task[list[bytes]]":
        account = await house.people.accounts.named("Robo")
        async with house.store.engine.connect() as connection:
            digest = await connection.scalar(sa.select(schema.tokens.c.digest))

        async def read() -> list[bytes]:
            return [line async for line in house.bots.events(account, digest)]

        return asyncio.create_task(read())

    async def end(listening: "asyncio.Task[list[bytes]]") -> bool:
        await asyncio.wait([listening], timeout=30)
        return listening.done()

    listening = room.call(listen)
    assert leave(browser) == 200
    assert room.call(end, listening)


def test_four_first_lines_at_once_are_all_kept(room: House) -> None:
    house = room.app.state.house
    with two_at_a_table(room) as two:
        table = house.tables.known(two.table)

        async def talk() -> None:
            said = [messages.Say(two.table, f"line {number}", nonce()) for number in range(4)]
            await asyncio.gather(*(house.chat.say(each, table.room.people[0], "203.0.113.5") for each in said))

        room.call(talk)
        kept = {line.text for line in table.chat}
        assert kept == {f"line {number}" for number in range(4)}


def test_an_offer_stands_until_its_table_does(room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    store = room.app.state.house.store
    other = room.browser()
    with browser.live() as page:
        page.send("watch_lobby")
        page.hear("lobby")
        seek = browser.rest.post("/api/lobby", json={"game": "avalam", "clock": {"kind": "days", "days": 1}}).json()[
            "id"
        ]

        async def full(*_: object) -> None:
            raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

        with monkeypatch.context() as failing:
            failing.setattr(store, "_commit", full)
            assert other.rest.post(f"/api/lobby/{seek}/accept").json()["code"] == "storage"
        taken = other.rest.post(f"/api/lobby/{seek}/accept")
        assert taken.status_code == 200, "the offer is still there"
        assert page.hear("paired")["table"] == taken.json()["table"]


def test_of_two_who_accept_at_once_one_sits_down(room: House, browser: Browser) -> None:
    house = room.app.state.house
    seek = browser.rest.post("/api/lobby", json={"game": "avalam", "clock": {"kind": "days", "days": 1}}).json()["id"]

    async def both() -> list[Any]:
        accepting = (house.lobby.accept(seek, person * 32) for person in "ab")
        return await asyncio.gather(*accepting, return_exceptions=True)

    answers = room.call(both)
    assert sorted(getattr(answer, "code", "table") for answer in answers) == ["table", "unknown_seek"]
    assert len(browser.rest.get("/api/tables").json()["tables"]) == 1
