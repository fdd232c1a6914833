"""The disk: what is acknowledged is there, what is not there has not happened."""

import asyncio
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from alcove.core.errors import AlcoveError
from alcove.server.store.database import DATABASE, checked, connect, migrate, shown, sqlite
from alcove.server.store.store import Append, Standing, StorageError, Store, schema
from alcove.server.wire import messages
from alcove.table import fold as logic, start
from alcove.table.fold import Entry, Room

from ..services import Postgres
from .pages import Browser, House, house, nonce


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path / "new" / "room.sqlite")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.url()


def opened(guest: str = "me") -> tuple[Room, list[Entry]]:
    entries = start.new_table(messages.NewTable("avalam"), guest, lambda _: [1])
    return Room.fold(entries), entries


def test_the_migrations_make_the_schema(address: str) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        ours = {"include_name": lambda name, kind, _: kind != "table" or name in schema.tables}
        return list(compare_metadata(MigrationContext.configure(connection, opts=ours), schema))

    async def compare() -> list[object]:
        engine = connect(address)
        async with engine.connect() as connection:
            found = await connection.run_sync(differences)
        await engine.dispose()
        return found

    migrate(address)
    migrate(address)
    assert asyncio.run(compare()) == []


def test_several_servers_may_bring_a_new_database_up_to_date_at_once(postgres: Postgres) -> None:
    address = postgres.url()
    with ThreadPoolExecutor(3) as threads:
        for done in [threads.submit(migrate, address) for _ in range(3)]:
            done.result()


def test_commits_are_durable_before_they_return(tmp_path: Path) -> None:
    async def pragmas() -> list[object]:
        store = await Store.open(sqlite(tmp_path / "room.sqlite"))
        async with store.engine.connect() as connection:
            found = [await connection.scalar(sa.text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")]
        await store.close()
        return found

    assert asyncio.run(pragmas()) == ["wal", 2]


def test_many_writes_at_once_are_all_there_and_the_fault_of_one_is_its_own(address: str) -> None:
    room, entries = opened()
    standing = Standing.of(room)

    async def write() -> tuple[list[BaseException | None], int]:
        store = await Store.open(address)
        appends = [Append(f"table-{number % 39}", 1, entries, standing) for number in range(40)]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        listed = len(await store.unfinished_of("me"))
        await store.close()
        return results, listed

    results, listed = asyncio.run(write())
    assert [type(result) for result in results if result is not None] == [StorageError]
    assert listed == 39


def test_a_fault_that_nobody_has_thought_of_does_not_stop_the_writing(address: str) -> None:
    room, entries = opened()

    class Careless:
        """A guard with a bug, at one table."""

        def guard(self, _connection: sa.Connection, new: Collection[str], _changed: Collection[str]) -> None:
            if "unlucky" in new:
                raise ZeroDivisionError

        def wrote(self, new: Collection[str]) -> None: ...

    async def write() -> list[BaseException | None]:
        store = await Store.open(address)
        store.guard = Careless()
        appends = [Append(name, 1, entries, Standing.of(room)) for name in ("before", "unlucky", "beside")]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        await store.append(Append("after", 1, entries, Standing.of(room)))
        await store.close()
        return results

    assert [type(result) for result in asyncio.run(write())] == [type(None), StorageError, type(None)]


def test_all_appends_of_a_call_are_written_or_none(address: str) -> None:
    room, entries = opened()

    async def write() -> list[Entry]:
        store = await Store.open(address)
        good, doubled = (Append(name, 1, entries, Standing.of(room)) for name in ("good", "doubled"))
        await store.append(doubled)
        with pytest.raises(StorageError):
            await store.append(good, doubled)
        found = await store.load("good")
        await store.close()
        return found

    assert asyncio.run(write()) == []


def fill_the_disk(room: House, *, full: bool) -> None:
    """Let SQLite have no more pages than it has, as on a full disk, or any number again."""
    limit = f"PRAGMA max_page_count={1 if full else 1_000_000}"
    room.call(room.app.state.house.store.writer.transact, lambda connection: connection.exec_driver_sql(limit))


def test_a_full_disk_refuses_in_words_and_nothing_is_lost_or_doubled(room: House, browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        moves = ["c9-d9", "c8-d7"]
        page.move(table, moves[0])
        fill_the_disk(room, full=True)
        mine, refused = nonce(), None
        for _ in range(200):  # the pages that are there already take some more
            refused = page.move(table, moves[1], nonce=mine)
            if refused["type"] == "refused":
                break
            page.command("undo", table)
            mine = nonce()
        assert refused is not None
        assert refused["code"] == "storage"
        stood = browser.snapshot(table)
        assert [line["text"] for line in stood["lines"]] == moves[:1]
        fill_the_disk(room, full=False)
        acknowledged = page.command("move", table, move=moves[1], nonce=mine)
        assert (acknowledged["type"], acknowledged["n"]) == ("ack", stood["n"] + 1)
    assert [line["text"] for line in browser.snapshot(table)["lines"]] == moves


def test_a_new_table_on_a_full_disk_is_refused_in_words(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(Store, "_commit", full)
    answer = browser.rest.post("/api/tables", json={"game": "avalam"})
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert "disque" in answer.json()["error"]["fr"]


def test_the_database_is_in_the_data_folder(room: House, browser: Browser, tmp_path: Path) -> None:
    browser.table("avalam")
    assert (tmp_path / DATABASE).is_file()


def test_a_game_that_todays_rules_do_not_allow_does_not_stop_the_room(tmp_path: Path) -> None:
    seats = (logic.Seat("me"), logic.Seat(None, 1))
    entries = [Entry(logic.Created("avalam", {}, seats)), Entry(logic.Played("c9-c1"))]

    async def write() -> None:
        store = await Store.open(sqlite(tmp_path / DATABASE))
        await store.append(Append("old", 1, entries, Standing("engine", 1, 1)))
        await store.close()

    asyncio.run(write())
    with house(tmp_path) as room:
        answer = room.browser().rest.get("/api/tables/old")
        assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
        assert room.browser().rest.get("/api/health").status_code == 200


def test_what_was_written_is_read_back(address: str) -> None:
    room, entries = opened()
    more = [Entry(logic.Played(move), "me", f"nonce-{move}") for move in ("c9-d9", "c8-d7")]

    async def write() -> tuple[list[Entry], bool]:
        store = await Store.open(address)
        await store.append(Append("mine", 1, entries, Standing.of(room)))
        for n, entry in enumerate(more, 2):
            await store.append(Append("mine", n, [entry], Standing.of(room)))
        found, is_well = await store.load("mine"), await store.is_well()
        await store.close()
        return found, is_well

    found, is_well = asyncio.run(write())
    assert is_well
    assert [(entry.event, entry.guest, entry.nonce) for entry in found] == [
        (entry.event, entry.guest, entry.nonce) for entry in [*entries, *more]
    ]


def test_a_room_plays_on_postgresql_as_on_a_file(postgres: Postgres, tmp_path: Path) -> None:
    with house(tmp_path, database=postgres.url()) as room:
        browser = room.browser()
        table = browser.table("avalam")
        with browser.live() as page:
            page.watch(table)
            mine = nonce()
            first = page.move(table, "c9-d9", nonce=mine)
            assert page.command("move", table, move="c9-d9", nonce=mine, expected_n=1) == first
        assert [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]] == [table]
    assert not (tmp_path / DATABASE).exists()


@pytest.mark.parametrize("given", ["", "room.sqlite", "mysql://host/room", "postgresql://host", "postgres//x y"])
def test_an_address_that_is_none_is_told_without_its_password(given: str) -> None:
    with pytest.raises(AlcoveError) as caught:
        checked(given)
    assert "postgresql://" in caught.value.text.en


def test_a_password_is_never_shown() -> None:
    assert "secret" not in shown(checked("postgresql://me:secret@host:5433/room"))
