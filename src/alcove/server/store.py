"""The disk: every table's events, append-only, in SQLite. What `append` has returned from survives a power cut.

`events` is the truth. `tables` and `seats` are an index of it, kept in the same transaction: whose games are
unfinished, and which of them wait for an engine.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Self

import msgspec
import sqlalchemy as sa
import structlog
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .room import Created, Entry, Event, Room

log = structlog.get_logger()

schema = sa.MetaData()
_tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("waits_for", sa.String(8), nullable=False, index=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer, nullable=False),
    sa.Column("changed_at", sa.String(32), nullable=False),
)
_seats = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, index=True),
)
_events = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("guest", sa.String(32)),
    sa.Column("nonce", sa.String(64)),
    sa.Column("at", sa.String(32), nullable=False),
    sa.UniqueConstraint("table_id", "guest", "nonce"),
)

MOST_LISTED = 50
_read_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class StorageError(Exception):
    """The disk did not take it: nothing of it is there."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands, for the index."""

    waits_for: Literal["human", "engine", "nobody"]
    ply: int
    to_move: int

    @classmethod
    def of(cls, room: Room) -> Self:
        waits_for: Literal["human", "engine", "nobody"] = "human"
        if room.outcome is not None:
            waits_for = "nobody"
        elif room.engine_to_move is not None:
            waits_for = "engine"
        return cls(waits_for, room.ply, room.view.to_move)


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of one table, numbered from `first_n`, and where they leave it."""

    table: str
    first_n: int
    entries: Sequence[Entry]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Listed:
    """An unfinished game in a guest's list."""

    table: str
    created: Created
    ply: int
    to_move: int
    changed_at: str


class Store:
    """The data folder's database. Open it with `await Store.open(file)`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Sequence[Append], asyncio.Future[None]]] = []
        self._has_work = asyncio.Event()
        self._writer = asyncio.create_task(self._write_for_ever())

    @classmethod
    async def open(cls, file: Path) -> Self:
        """The database, made or brought up to date first."""
        await asyncio.to_thread(migrate, file)
        engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
        sa.event.listen(engine.sync_engine, "connect", _prepare_connection)
        return cls(engine)

    async def close(self) -> None:
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)
        await self._engine.dispose()

    # --- Writing ----------------------------------------------------------------------------------------------------

    async def append(self, *appends: Append) -> None:
        """Write all of these or none; returns when they are durable, else raises `StorageError`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((appends, done))
        self._has_work.set()
        await done

    async def _write_for_ever(self) -> None:
        """One commit for everything that came in while the last one was on its way to the disk."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            batch, self._waiting = self._waiting, []
            try:
                await self._commit([append for appends, _ in batch for append in appends])
            except (SQLAlchemyError, OSError):
                await self._commit_one_by_one(batch)
            else:
                for _, done in batch:
                    _resolve(done, None)

    async def _commit_one_by_one(self, batch: list[tuple[Sequence[Append], asyncio.Future[None]]]) -> None:
        """After a failed commit: the fault of one must not become the fault of all."""
        for appends, done in batch:
            try:
                await self._commit(appends)
            except (SQLAlchemyError, OSError) as error:
                log.error("not_saved", tables=[append.table for append in appends], cause=type(error).__name__)
                _resolve(done, StorageError())
            else:
                _resolve(done, None)

    async def _commit(self, appends: Sequence[Append]) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        async with self._engine.begin() as connection:
            for append in appends:
                await _write(connection, append, now)

    # --- Reading ----------------------------------------------------------------------------------------------------

    async def load(self, table: str) -> list[Entry]:
        """All entries of a table, from the first on; none if there is no such table."""
        query = sa.select(_events).where(_events.c.table_id == table).order_by(_events.c.n)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Entry(_read_event.decode(row.body), row.guest, row.nonce) for row in rows]

    async def unfinished_of(self, guest: str) -> list[Listed]:
        """The latest unfinished games in which `guest` has a seat, the latest first."""
        mine = sa.select(_seats.c.table_id).where(_seats.c.guest == guest)
        query = (
            sa.select(_tables, _events.c.body)
            .join(_events, (_events.c.table_id == _tables.c.id) & (_events.c.n == 1))
            .where(_tables.c.id.in_(mine), _tables.c.waits_for != "nobody")
            .order_by(_tables.c.changed_at.desc())
            .limit(MOST_LISTED)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        listed = []
        for row in rows:
            created = _read_event.decode(row.body)
            assert isinstance(created, Created)
            listed.append(Listed(row.id, created, row.ply, row.to_move, row.changed_at))
        return listed

    async def waiting_for_engine(self) -> list[str]:
        """The tables where an engine was thinking when the server last stopped."""
        async with self._engine.connect() as connection:
            return list(await connection.scalars(sa.select(_tables.c.id).where(_tables.c.waits_for == "engine")))

    async def is_well(self) -> bool:
        """Does the database answer?"""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.select(sa.func.count()).select_from(_tables))
        except (SQLAlchemyError, OSError):
            return False
        return True


async def _write(connection: AsyncConnection, append: Append, now: str) -> None:
    standing = {"waits_for": append.standing.waits_for, "ply": append.standing.ply, "to_move": append.standing.to_move}
    first = append.entries[0].event
    if isinstance(first, Created):
        await connection.execute(sa.insert(_tables).values(id=append.table, changed_at=now, **standing))
        seated = [
            {"table_id": append.table, "seat": number, "guest": seat.guest}
            for number, seat in enumerate(first.seats)
            if seat.guest is not None
        ]
        await connection.execute(sa.insert(_seats), seated)
    else:
        where = _tables.c.id == append.table
        await connection.execute(sa.update(_tables).where(where).values(changed_at=now, **standing))
    rows = [
        {
            "table_id": append.table,
            "n": n,
            "body": msgspec.json.encode(entry.event),
            "guest": entry.guest,
            "nonce": entry.nonce,
            "at": now,
        }
        for n, entry in enumerate(append.entries, append.first_n)
    ]
    await connection.execute(sa.insert(_events), rows)


def _resolve(done: "asyncio.Future[None]", error: Exception | None) -> None:
    """Tell who waits, if they still do."""
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _prepare_connection(connection: Any, _record: object) -> None:
    """WAL, so that readers do not wait for the writer; FULL, so that a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(file: Path) -> None:
    """Bring the database up to the newest schema."""
    file.parent.mkdir(parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "head")
    engine.dispose()
