"""One table is one object: whoever leaves the room, whatever the disk does, and however many tables are in use."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alcove.server.base import tasks
from alcove.server.cluster import leases
from alcove.server.store.database import DATABASE, migrate, sqlite
from alcove.server.store.store import Append, Standing, StorageError, Store
from alcove.server.tables import tables
from alcove.server.tables.table import Table
from alcove.server.wire import messages
from alcove.table import fold as logic
from alcove.table.fold import Entry
from alcove.table.refusals import RefusedError

from ..services import Postgres, Redis
from .pages import Browser, Hands, House, house, nonce, rest, wait_until
from .test_online import FIVE_AND_THREE, MOVES, two_at_a_table
from .test_people import PASSWORD, register


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, Hands()) as opened:
        yield opened


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "RETRY_SECONDS", 0.01)


def leave(browser: Browser) -> None:
    answer = browser.rest.post("/api/account/delete", json={"password": PASSWORD})
    assert answer.status_code == 200, answer.text


def talk_and_leave(room: House, table: str) -> None:
    """Somebody looks on, says something and deletes the account."""
    onlooker = room.browser()
    register(onlooker, "Olga")
    with onlooker.live() as page:
        page.watch(table)
        page.send("say", table=table, text="Good luck!", nonce=nonce())
        page.hear("chat")
        leave(onlooker)


# --- Somebody leaves for good -----------------------------------------------------------------------------------------


def test_two_play_on_while_an_onlooker_who_chatted_leaves_for_good(room: House) -> None:
    with two_at_a_table(room) as two:
        before = room.app.state.house.tables.known(two.table)
        talk_and_leave(room, two.table)
        for page in two.pages:
            assert page.hear("chat")["lines"][0]["text"] == "Good luck!"
            left = page.hear("chat")
            assert (left["lines"], left["is_whole"]) == ([], True)
        assert len(two.move(*MOVES)) == 4
        assert room.app.state.house.tables.known(two.table) is before


def test_an_engine_that_thinks_moves_while_an_onlooker_leaves_for_good(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = room.app.state.house
    choose, may_move = house.engines.choose, asyncio.Event()

    async def choose_later(*asked: Any) -> str:
        await may_move.wait()
        chosen: str = await choose(*asked)
        return chosen

    monkeypatch.setattr(house.engines, "choose", choose_later)
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    with browser.live() as page:
        page.watch(table)
        assert page.move(table, "c9-d9")["type"] == "ack"
        talk_and_leave(room, table)
        assert browser.snapshot(table)["n"] == 2
        room.call(may_move.set)
        while page.hear("event")["change"]["line"]["seat"] != 1:
            pass
        moves = browser.snapshot(table)["frame"]["moves"]
        assert page.move(table, moves[0]["text"])["type"] == "ack"


def test_whoever_watches_is_told_that_a_player_has_no_name_any_more(room: House) -> None:
    ada, ben = room.browser(), room.browser()
    register(ada, "Ada")
    register(ben, "Ben")
    with two_at_a_table(room, [ada, ben]) as two:
        two.move(*MOVES[:2])
        before = room.app.state.house.tables.known(two.table)
        leave(ada)
        told = two.pages[1].hear("snapshot")
        assert [seat["person"]["name"] for seat in told["seats"]] == [None, "Ben"]
        assert [seat["yours"] for seat in told["seats"]] == [False, True]
        assert told["frame"]["outcome"]["reason"] == "resigned"
        assert two.pages[1].command("rematch", two.table)["type"] == "ack"
        assert room.app.state.house.tables.known(two.table) is before


def test_nobody_loads_a_table_while_it_is_written_anew(room: House, browser: Browser) -> None:
    name, registry = browser.table("avalam"), room.app.state.house.tables

    async def load_meanwhile() -> tuple[bool, bool]:
        rest(registry, name)
        async with registry.rewriting(name):
            loading = asyncio.create_task(registry.get(name))
            for _ in range(20):
                await asyncio.sleep(0.001)
            too_early = loading.done()
        return too_early, (await loading) is registry.known(name)

    assert room.call(load_meanwhile) == (False, True)


# --- One object -------------------------------------------------------------------------------------------------------


def test_a_table_that_somebody_holds_is_found_again_after_it_was_let_rest(room: House, browser: Browser) -> None:
    name, registry = browser.table("avalam"), room.app.state.house.tables

    async def look() -> bool:
        held = await registry.get(name)
        registry._recent.pop(name).rest()
        return held is await registry.get(name) and name in registry._recent

    assert room.call(look)
    room.call(rest, registry, name)
    gc.collect()
    assert registry.known(name) is None, "nobody holds it"


def test_a_table_is_loaded_once_and_does_not_wait_for_others(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry, store = room.app.state.house.tables, room.app.state.house.store
    slow, quick = browser.table("avalam"), browser.table("avalam")
    load, loads = store.load, []

    async def look() -> bool:
        may_go_on = asyncio.Event()

        async def load_later(name: str, after_n: int = 0) -> list[Entry]:
            loads.append(name)
            if name == slow:
                await may_go_on.wait()
            found: list[Entry] = await load(name, after_n)
            return found

        monkeypatch.setattr(store, "load", load_later)
        for name in (slow, quick):
            rest(registry, name)
        waiting = [asyncio.create_task(registry.get(slow)) for _ in range(2)]
        await registry.get(quick)
        may_go_on.set()
        one, other = await asyncio.gather(*waiting)
        return one is other

    assert room.call(look)
    assert sorted(loads) == sorted([slow, quick])


def test_a_table_that_could_not_be_loaded_leaves_no_object_behind(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator's seed 1245: whoever tries again holds the fault, and with it all that had been made before it."""
    name, held = room.browser().table("avalam"), room.app.state.house.tables
    room.call(rest, held, name)

    async def fail(_: str) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(held._sharing, "unattended", fail)
    with pytest.raises(ConnectionResetError) as fault:
        room.call(lambda: held.get(name))
    assert fault.value.__traceback__ is not None
    gc.collect()
    assert [table for table in gc.get_objects() if type(table) is Table and table.name == name] == []


# --- The disk fails ---------------------------------------------------------------------------------------------------


def fail_once(monkeypatch: pytest.MonkeyPatch, store: Any, *, is_written: bool) -> list[int]:
    """The next append of an event fails: before it is on the disk, or only its answer is lost. How often it was tried."""
    append: Callable[..., Awaitable[None]] = store.append
    tried: list[int] = []

    async def fail(*appends: Append) -> None:
        tried.append(appends[0].first_n)
        if len(tried) > 1:
            return await append(*appends)
        if is_written:
            await append(*appends)
        raise StorageError

    monkeypatch.setattr(store, "append", fail)
    return tried


@pytest.mark.parametrize("is_written", [False, True])
def test_a_flag_that_was_not_saved_at_once_falls_once_and_is_not_tried_for_ever(
    timed: House, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        turns = timed.app.state.house.tables._turns
        standing = timed.call(lambda: len(turns._tasks))
        tried = fail_once(monkeypatch, timed.app.state.house.store, is_written=is_written)
        timed.turn(600_000)
        timed.call(lambda: timed.app.state.house.tables._recent.pop(two.table).rest())
        for page in two.pages:
            while page.hear("event")["change"]["kind"] != "flagged":
                pass
    assert wait_until(lambda: timed.call(lambda: len(turns._tasks) <= standing)), "nobody tries any more"
    assert len(tried) == (1 if is_written else 2)
    assert two.browsers[0].snapshot(two.table)["frame"]["outcome"]["reason"] == "time"


@pytest.mark.parametrize("is_written", [False, True])
def test_after_a_failed_save_the_table_is_as_the_disk_before_the_next_command(
    room: House, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    with two_at_a_table(room) as two:
        fail_once(monkeypatch, room.app.state.house.store, is_written=is_written)
        mine, n = nonce(), two.pages[0].n[two.table]
        refused = two.pages[0].command("move", two.table, move=MOVES[0], nonce=mine)
        assert refused["code"] == "storage"
        again = two.pages[0].command("move", two.table, move=MOVES[0], nonce=mine, expected_n=n)
        assert (again["type"], again["n"]) == ("ack", n + 1)
        assert two.pages[1].hear("event")["n"] == n + 1
        assert two.pages[1].move(two.table, MOVES[1])["n"] == n + 2
        assert [line["text"] for line in two.browsers[0].snapshot(two.table)["lines"]] == list(MOVES[:2])


def test_whoever_is_interrupted_leaves_the_table_as_the_disk_has_it(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = room.app.state.house
    with two_at_a_table(room) as two:
        table, commit = house.tables.known(two.table), house.store._commit
        move = messages.Move(two.table, 2, nonce(), move=MOVES[0])

        async def interrupt() -> int:
            writing, may_go_on = asyncio.Event(), asyncio.Event()

            async def commit_later(appends: Any) -> None:
                writing.set()
                await may_go_on.wait()
                await commit(appends)

            monkeypatch.setattr(house.store, "_commit", commit_later)
            obeying = asyncio.create_task(house.tables.obey(move, table.room.people[0]))
            await writing.wait()
            obeying.cancel()
            await asyncio.sleep(0)
            may_go_on.set()
            await asyncio.wait([obeying])
            async with table.lock:
                pass
            n: int = table.room.n
            return n

        assert room.call(interrupt) == 3
        assert [page.hear("event")["n"] for page in two.pages] == [3, 3]


def test_a_game_whose_end_was_saved_though_nobody_said_so_is_written_down(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = []

    async def note(name: str, _room: object) -> None:
        ended.append(name)

    room.app.state.house.tables.finished.append(note)
    with two_at_a_table(room) as two:
        fail_once(monkeypatch, room.app.state.house.store, is_written=True)
        assert two.pages[0].command("resign", two.table)["code"] == "storage"
        two.pages[1].hear("event")
        wait_until(lambda: ended == [two.table])


def test_a_new_table_that_was_saved_though_nobody_said_so_is_there(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_once(monkeypatch, room.app.state.house.store, is_written=True)
    table = browser.table("avalam")
    assert browser.snapshot(table)["n"] == 1


def test_the_engine_of_a_rematch_begins_though_the_table_could_not_be_read_at_once(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "PAUSE_SECONDS", 0.01)
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    store = room.app.state.house.store
    load, faults = store.load, iter([OSError("away")])

    async def fail_once(name: str, after_n: int = 0) -> list[Entry]:
        if name != table and (fault := next(faults, None)) is not None:
            raise fault
        entries: list[Entry] = await load(name, after_n)
        return entries

    with browser.live() as page:
        page.watch(table)
        page.command("resign", table)
        monkeypatch.setattr(store, "load", fail_once)
        assert page.command("rematch", table)["type"] == "ack"  # seats are changed round: the engine begins
        (new,) = [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]]
    wait_until(lambda: browser.snapshot(new)["n"] == 2)


# --- What cannot be read ----------------------------------------------------------------------------------------------


def test_an_unreadable_row_spoils_its_own_table_only(tmp_path: Path) -> None:
    with house(tmp_path) as room:
        browser = room.browser()
        table = browser.table("avalam")
        with browser.live() as page:
            page.watch(table)
            guest = room.app.state.house.tables.known(table).room.people[0]
    seats = (logic.Seat(guest), logic.Seat(None, 1))
    created = Entry(logic.Created("avalam", {}, seats))

    async def write() -> None:
        store = await Store.open(sqlite(tmp_path / DATABASE))
        played = Entry(logic.Played("c9-d9"), guest, "nonce-00000000")
        await store.append(Append("a-bad-first", 1, [created, played], Standing("engine", 1, 1)))
        await store.append(Append("b-bad-later", 1, [created, played], Standing("engine", 1, 1)))
        await store.append(Append("c-bad-ended", 1, [created, played], Standing("nobody", 1, 1)))
        await store.append(Append("d-good", 1, [created, played], Standing("engine", 1, 1)))

        def spoil(connection: Any) -> None:
            for name, n in (("a-bad-first", 1), ("b-bad-later", 2), ("c-bad-ended", 1)):
                connection.exec_driver_sql(f"UPDATE events SET body = x'7b00ff' WHERE table_id = '{name}' AND n = {n}")

        await store.writer.transact(spoil)
        await store.close()

    asyncio.run(write())
    with house(tmp_path) as room:
        again = room.browser(like=browser)
        listed = {line["table"] for line in again.rest.get("/api/tables").json()["tables"]}
        assert {table, "d-good"} <= listed
        wait_until(lambda: again.snapshot("d-good")["n"] >= 3)
        for name in ("a-bad-first", "b-bad-later", "c-bad-ended"):
            answer = again.rest.get(f"/api/tables/{name}")
            assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")


@pytest.mark.parametrize(
    ("name", "code"),
    [("%00", "not_found"), ("no%00thing", "not_found"), ("x" * 40, "unknown_table"), ("a%20b", "unknown_table")],
)
def test_a_name_that_no_table_can_have_is_not_asked_for(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    """A NUL does not even pass the doors."""
    monkeypatch.setattr(room.app.state.house.store, "load", None)
    assert browser.rest.get(f"/api/tables/{name}").json()["code"] == code


def test_a_nonce_is_letters_and_digits(room: House, browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        assert page.move(table, "c9-d9", nonce="abc\0defgh")["code"] == "malformed"


# --- Time -------------------------------------------------------------------------------------------------------------


def test_a_server_that_stands_still_charges_nobody(timed: House) -> None:
    hands: Hands = timed._hands  # type: ignore[assignment]
    ten = {"kind": "fischer", "initial_seconds": 10}
    with two_at_a_table(timed, terms={"clock": ten}) as two:
        two.move(*MOVES[:2])
        timed.call(hands.stand_still, 13_000)
        left = two.browsers[0].snapshot(two.table)["clock"]["left_ms"]
        assert 9_000 <= left[0] <= 10_000
        assert two.pages[0].move(two.table, MOVES[2])["type"] == "ack"


def test_neither_player_pays_for_the_rooms_own_delay(timed: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mover is charged until the command came in, the other from when it is on the disk."""
    hands: Hands = timed._hands  # type: ignore[assignment]
    house = timed.app.state.house
    append = house.store.append

    async def slowly(*appends: Append) -> None:
        await append(*appends)
        hands._now_ms += 4_000

    with two_at_a_table(timed, terms={"clock": {"kind": "fischer", "initial_seconds": 60}}) as two:
        two.move(*MOVES[:2])
        timed.turn(10_000)
        guest = house.tables.known(two.table).room.people[0]
        move = messages.Move(two.table, 4, nonce(), move=MOVES[2])
        monkeypatch.setattr(house.store, "append", slowly)
        timed.call(lambda: house.tables.obey(move, guest, arrived_ms=hands.now_ms() - 3_000))
        assert two.browsers[0].snapshot(two.table)["clock"]["left_ms"] == [53_000, 60_000]
        monkeypatch.undo()
        timed.turn(1_000)
        assert two.browsers[0].snapshot(two.table)["clock"]["left_ms"] == [53_000, 59_000]


def test_a_move_that_came_in_before_the_flag_fell_counts(timed: House) -> None:
    hands: Hands = timed._hands  # type: ignore[assignment]
    house = timed.app.state.house
    with two_at_a_table(timed, terms={"clock": {"kind": "fischer", "initial_seconds": 10}}) as two:
        two.move(*MOVES[:2])
        hands._now_ms += 20_000  # no alarm rings
        guest = house.tables.known(two.table).room.people[0]
        move = messages.Move(two.table, 4, nonce(), move=MOVES[2])
        ack = timed.call(lambda: house.tables.obey(move, guest, arrived_ms=hands.now_ms() - 15_000))
        assert ack.n == 5
        late = messages.Move(two.table, 5, nonce(), move=MOVES[3])
        hands._now_ms += 20_000
        with pytest.raises(RefusedError):
            timed.call(lambda: house.tables.obey(late, house.tables.known(two.table).room.people[1]))


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def test_what_can_never_be_saved_is_not_tried_again(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, database=postgres.url()) as room:
        browser = room.browser()
        table, opened = browser.table("avalam"), room.app.state.house
        guest = opened.tables.known(table).room.people[0]
        commits, commit = [], opened.store._commit

        async def count(appends: Any) -> None:
            commits.append(appends)
            await commit(appends)

        monkeypatch.setattr(opened.store, "_commit", count)
        move = messages.Move(table, 1, "nonce\0with-nul", move="c9-d9")
        with pytest.raises(RefusedError) as refused:
            room.call(lambda: opened.tables.obey(move, guest))
        assert refused.value.code == "internal"
        assert len(commits) == 2, "once with what else there was to write, once alone"
        with browser.live() as page:
            page.watch(table)
            assert page.move(table, "c9-d9")["type"] == "ack"


def test_a_server_knows_a_bounded_number_of_its_leases_and_takes_the_others_again(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "MOST_FENCES", 2)
    with house(tmp_path, database=postgres.url()) as room:
        browser = room.browser()
        names = [browser.table("avalam") for _ in range(4)]
        with browser.live() as page:
            for name in names:
                page.watch(name)
            for move in MOVES:
                for name in names:
                    assert page.move(name, move)["type"] == "ack"
                    page.n[name] = browser.snapshot(name)["n"]
        assert len(room.app.state.house.store.guard._fences) <= 2


def test_another_server_has_to_look_again_before_it_writes_to_what_was_written_anew(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    """Even if the bus has lost the word of it."""
    database = postgres.url()
    migrate(database)
    with (
        house(tmp_path, database=database, redis=redis.url) as here,
        house(tmp_path, database=database, redis=redis.url) as there,
    ):
        ada, ben = here.browser(), there.browser()
        register(ada, "Ada")
        register(ben, "Ben")
        table = ben.table("avalam", seats=[{"kind": "human"}, {"kind": "open"}])
        with ada.live() as mine, ben.live() as theirs:
            theirs.watch(table)
            mine.watch(table)
            assert mine.command("join", table)["type"] == "ack"
            # A game counts once both have moved.
            for page, other, move in ((theirs, mine, MOVES[0]), (mine, theirs, MOVES[1])):
                while page.n[table] < other.n[table]:
                    page.hear("event")
                assert page.move(table, move)["type"] == "ack"
            assert mine.command("resign", table)["type"] == "ack"
            there.app.state.house.bus._handlers.pop("rewritten")
            there.app.state.house.bus._handlers.pop("chat_removed")
            leave(ada)
            while theirs.hear("event")["change"]["kind"] != "resigned":
                pass
            assert theirs.command("rematch", table)["type"] == "ack"
        assert [seat["person"]["name"] for seat in ben.snapshot(table)["seats"]] == ["Ben", None]


# --- What does not stay -----------------------------------------------------------------------------------------------


def test_h16_a_record_where_nobody_played_on_goes_after_a_month_and_nothing_else(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = room.app.state.house.tables
    own = browser.table("avalam")
    record = browser.rest.get(f"/api/tables/{own}/record").text

    def opened() -> str:
        answer = browser.rest.post("/api/records", json={"record": record})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    idle, played, watched, talked = (opened() for _ in range(4))
    with browser.live() as page:
        page.watch(played)
        page.move(played, MOVES[0])
        page.watch(talked)
        page.send("say", table=talked, text="look at this", nonce=nonce())
        page.hear("chat")
    for name in (own, idle, played, talked):
        rest(registry, name)
    with browser.live() as page:
        page.watch(watched)
        room.call(registry.forget_records)
        assert {name: browser.rest.get(f"/api/tables/{name}").status_code for name in (idle, watched)} == {
            idle: 200,
            watched: 200,
        }, "a month has not passed"
        rest(registry, idle)
        monkeypatch.setattr(tables, "RECORD_DAYS", -1)
        room.call(registry.forget_records)
    found = {name: browser.rest.get(f"/api/tables/{name}").status_code for name in (own, idle, played, watched, talked)}
    assert found == {own: 200, idle: 404, played: 200, watched: 200, talked: 200}
    assert idle not in [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]]
