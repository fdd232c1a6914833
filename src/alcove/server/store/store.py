"""The disk: every table's events, append-only, in SQLite or PostgreSQL. Once `append` has returned, the events survive a power cut.

`events` is the truth. `tables` and `seats` are an index of it, kept in the same transaction: whose games are
unfinished, and which of them wait for an engine.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, Self

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.table.fold import Created, Entry, Event, Joined, Room, Seat
from alcove.table.refusals import RefusedError

from ..base import metrics, refusals
from ..base.tasks import Tasks
from .database import Writer, connect, is_hopeless, migrate, resolve, write_rows, writer
from .schema import (
    archive as _archive,
    chat as _chat,
    departed as _departed,
    events as _events,
    now,
    seats as _seats,
    tables as _tables,
)

log = structlog.get_logger()

_Row = dict[str, Any]
_STANDING = ("waits_for", "ply", "to_move", "changed_at", "result", "due_at_ms")
_INSERT_TABLES, _INSERT_SEATS, _INSERT_EVENTS = sa.insert(_tables), sa.insert(_seats), sa.insert(_events)
_UPDATE_TABLES = (
    sa.update(_tables)
    .where(_tables.c.id == sa.bindparam("at_table"))
    .values({name: sa.bindparam(name) for name in _STANDING})
    .values(finished_at=sa.func.coalesce(_tables.c.finished_at, sa.bindparam("finished_at")))
)


MOST_LISTED = 50
MOST_FORGOTTEN = 20
"""So many tables at most are deleted at a time."""
_read_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_read_created = msgspec.json.Decoder(Created)


class StorageError(Exception):
    """The disk did not take it, or did and could not say so. One that `is_hopeless` would never take it."""

    def __init__(self, is_hopeless: bool = False) -> None:
        super().__init__()
        self.is_hopeless = is_hopeless


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands, for the index. `due_at_ms`: when a flag falls if nothing is played."""

    waits_for: Literal["human", "engine", "nobody"]
    ply: int
    to_move: int
    result: str = "*"
    due_at_ms: int | None = None

    @classmethod
    def of(cls, room: Room) -> Self:
        waits_for: Literal["human", "engine", "nobody"] = "human"
        if room.outcome is not None:
            waits_for = "nobody"
        elif room.engine_to_move is not None:
            waits_for = "engine"
        due_at_ms = None if room.clocks is None else room.clocks.falls_at_ms
        return cls(waits_for, room.ply, room.view.to_move, room.result, due_at_ms)


@dataclass(frozen=True, slots=True)
class Append:
    """New entries of one table, numbered from `first_n`, and where they leave it."""

    table: str
    first_n: int
    entries: Sequence[Entry]
    standing: Standing
    provided: Callable[[sa.Connection], None] | None = None
    """Part of the same transaction; a refusal that it raises undoes all of it."""
    is_record: bool = False
    """Is this a game that was played elsewhere?"""


@dataclass(frozen=True, slots=True)
class Listed:
    """An unfinished game in a guest's list, with the people who sit there by now."""

    table: str
    created: Created
    seats: tuple[Seat, ...]
    ply: int
    to_move: int
    changed_at: str
    due_at_ms: int | None


class Guard(Protocol):
    """Makes sure, as part of a write, that this server is still entitled to it."""

    def guard(self, connection: sa.Connection, new: Collection[str], changed: Collection[str]) -> None: ...
    def wrote(self, new: Collection[str]) -> None: ...
    def fence_off(self, connection: sa.Connection, table: str) -> None: ...


class Store:
    """The event log and its index. Open it with `await Store.open(address)`. Others read by its `engine` and write
    by its `writer`, too."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self.writer = engine, writer
        self.guard: Guard | None = None
        self._waiting: list[tuple[Sequence[Append], asyncio.Future[None]]] = []
        self._batch: list[tuple[Sequence[Append], asyncio.Future[None]]] = []
        self._has_work = asyncio.Event()
        self._tasks = Tasks()
        self._tasks.keep_up(self._write_for_ever)

    @classmethod
    async def open(cls, address: str) -> Self:
        """The database, created or brought up to date first."""
        await asyncio.to_thread(migrate, address)
        return cls(connect(address), writer(address))

    async def close(self) -> None:
        await self._tasks.close()
        for _, done in self._batch + self._waiting:
            resolve(done, StorageError())  # nobody writes any more: it may be there or not
            done.cancelled() or done.exception()  # whoever waited may be gone, too
        await self.writer.close()
        await self.engine.dispose()

    # --- Writing ----------------------------------------------------------------------------------------------------

    async def append(self, *appends: Append) -> None:
        """Write all of these or none; returns when they are durable, else raises `StorageError`, or the refusal of
        one that was `provided`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((appends, done))
        self._has_work.set()
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])  # whoever is interrupted can look at the disk, and finds what was decided there
            raise

    async def _write_for_ever(self) -> None:
        """One commit for everything that came in while the last one was on its way to the disk.

        Whatever goes wrong, even something nobody has thought of, whoever waits is answered and the next batch is written.
        """
        while True:
            await self._has_work.wait()
            await asyncio.sleep(0)  # whoever is ready to append by now comes along
            self._has_work.clear()
            self._batch, self._waiting = self._waiting, []
            try:
                await self._commit([append for appends, _ in self._batch for append in appends])
            except Exception:
                await self._commit_one_by_one(self._batch)
            else:
                for _, done in self._batch:
                    resolve(done, None)
            self._batch = []

    async def _commit_one_by_one(self, batch: list[tuple[Sequence[Append], asyncio.Future[None]]]) -> None:
        """After a failed commit: one faulty append must not take the others with it."""
        for appends, done in batch:
            try:
                await self._commit(appends)
            except RefusedError as refused:
                resolve(done, refused)
            except Exception as error:
                is_ours = not isinstance(error, (SQLAlchemyError, OSError))
                tables = [append.table for append in appends]
                log.error("not_saved", tables=tables, cause=type(error).__name__, exc_info=is_ours)
                metrics.NOT_SAVED.inc()
                resolve(done, StorageError(is_ours or is_hopeless(error)))
            else:
                resolve(done, None)

    async def _commit(self, appends: Sequence[Append]) -> None:
        rows = _Rows(appends)

        def write(connection: sa.Connection) -> None:
            if self.guard is not None:
                self.guard.guard(connection, rows.made, rows.changed)
            for append in appends:
                if append.provided is not None:
                    append.provided(connection)
            rows.check(connection)
            rows.write(connection)

        with metrics.COMMIT_SECONDS.time():
            await self.writer.transact(write, is_urgent=True)
        if self.guard is not None:
            self.guard.wrote(rows.made)

    async def forget_record(self, table: str, unchanged_since: str) -> bool:
        """Delete a table where a record was opened, if still nothing has happened there; was it? Nobody may load it meanwhile.
        What else there is of it (who answers for it) stays, so that whoever had it elsewhere looks again, and finds nothing."""

        def write(connection: sa.Connection) -> bool:
            if connection.scalar(_idle_records(unchanged_since).where(_tables.c.id == table)) is None:
                return False
            if self.guard is not None:
                self.guard.fence_off(connection, table)
            for rows in (_events, _seats):
                connection.execute(sa.delete(rows).where(rows.c.table_id == table))
            connection.execute(sa.delete(_tables).where(_tables.c.id == table))
            return True

        return await self.writer.transact(write)

    # --- Reading ----------------------------------------------------------------------------------------------------

    async def idle_records(self, unchanged_since: str) -> list[str]:
        """Some tables where a record was opened and nothing has happened since then: no move, no word."""
        async with self.engine.connect() as connection:
            return list(await connection.scalars(_idle_records(unchanged_since).limit(MOST_FORGOTTEN)))

    async def load(self, table: str, after_n: int = 0) -> list[Entry]:
        """All entries of a table after event `after_n`; none if there is no such table."""
        query = sa.select(_events).where(_events.c.table_id == table, _events.c.n > after_n).order_by(_events.c.n)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Entry(_read_event.decode(row.body), row.guest, row.nonce, _milliseconds(row.at)) for row in rows]

    async def since(self, table: str, n: int) -> tuple[dict[int, str], list[Entry]]:
        """Who sits at a table, seat by seat, and its entries after event `n`."""
        sits = await self.seated([table])
        return sits.get(table, {}), await self.load(table, n)

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
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            seated = sa.select(_seats).where(_seats.c.table_id.in_([row.id for row in rows]))
            sits = {(row.table_id, row.seat): Seat(row.guest) for row in await connection.execute(seated)}
        listed = []
        for row in rows:
            try:
                created = _read_created.decode(row.body)
            except msgspec.MsgspecError:
                log.error("table_unreadable", table=row.id)
                continue
            seats = tuple(sits.get((row.id, number), seat) for number, seat in enumerate(created.seats))
            listed.append(Listed(row.id, created, seats, row.ply, row.to_move, row.changed_at, row.due_at_ms))
        return listed

    async def unfinished_tables_of(self, guest: str) -> list[str]:
        """All tables with an unfinished game in which `guest` has a seat."""
        mine = sa.select(_seats.c.table_id).where(_seats.c.guest == guest)
        query = sa.select(_tables.c.id).where(_tables.c.id.in_(mine), _tables.c.waits_for != "nobody")
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def rated_games_of(self, person: str) -> list[tuple[str, str]]:
        """Game and speed of the rated games in which a person sits and which go on; not of those where the other seat is
        still open."""
        theirs = _seats.alias()
        query = (
            sa.select(_tables.c.game, _tables.c.speed)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .join(theirs, (theirs.c.table_id == _tables.c.id) & (theirs.c.guest != person))
            .where(_seats.c.guest == person, _tables.c.rated, _tables.c.waits_for != "nobody")
        )
        async with self.engine.connect() as connection:
            return [(row.game, row.speed) for row in await connection.execute(query)]

    async def due(self, now_ms: int) -> AsyncIterator[str]:
        """The tables where a flag should have fallen by now."""
        last = ""
        while True:
            due = (_tables.c.due_at_ms <= now_ms) & (_tables.c.id > last)
            async with self.engine.connect() as connection:
                found = list(
                    await connection.scalars(
                        sa.select(_tables.c.id).where(due).order_by(_tables.c.id).limit(MOST_LISTED)
                    )
                )
            for last in found:
                yield last
            if len(found) < MOST_LISTED:
                return

    async def latest(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the latest event of each of these tables."""
        query = sa.select(_events.c.table_id, sa.func.max(_events.c.n).label("n")).where(_events.c.table_id.in_(tables))
        async with self.engine.connect() as connection:
            found = await connection.execute(query.group_by(_events.c.table_id))
            return {row.table_id: row.n for row in found}

    async def seated(self, tables: Collection[str]) -> dict[str, dict[int, str]]:
        """Who sits at each of these tables, seat by seat."""
        query = sa.select(_seats.c.table_id, _seats.c.seat, _seats.c.guest).where(_seats.c.table_id.in_(tables))
        found: dict[str, dict[int, str]] = {}
        async with self.engine.connect() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.table_id, {})[row.seat] = row.guest
        return found

    async def waiting_for_engine(self) -> list[str]:
        """The tables where an engine was thinking when the server last stopped."""
        async with self.engine.connect() as connection:
            return list(await connection.scalars(sa.select(_tables.c.id).where(_tables.c.waits_for == "engine")))

    async def is_well(self) -> bool:
        """Does the database answer?"""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(sa.select(sa.func.count()).select_from(_tables))
        except (SQLAlchemyError, OSError):
            return False
        return True


def _idle_records(unchanged_since: str) -> sa.Select[tuple[str]]:
    played = sa.exists().where(_events.c.table_id == _tables.c.id, _events.c.n > _tables.c.retold_n)
    told = [sa.exists().where(rows.c.table_id == _tables.c.id) for rows in (_chat, _archive)]
    idle = _tables.c.retold_n.is_not(None), _tables.c.changed_at < unchanged_since
    return sa.select(_tables.c.id).where(*idle, ~played, *map(sa.not_, told))


def departed_as(person: str) -> str:
    """How somebody who has left is remembered: nobody can tell from it who it was."""
    return hashlib.sha256(person.encode()).hexdigest()


class _Rows:
    """What appends write, grouped by statement: a commit of many costs hardly more than a commit of one."""

    def __init__(self, appends: Sequence[Append]) -> None:
        moment = now()
        self.new_tables: list[_Row] = []
        self.seats: list[_Row] = []
        self.standings: list[_Row] = []
        self.events: list[_Row] = []
        for append in appends:
            self._add(append, moment)

    def _add(self, append: Append, moment: str) -> None:
        table, standing, first = append.table, append.standing, append.entries[0].event
        where = {
            "waits_for": standing.waits_for,
            "ply": standing.ply,
            "to_move": standing.to_move,
            "changed_at": moment,
            "result": standing.result,
            "finished_at": None if isinstance(first, Created) or standing.waits_for != "nobody" else moment,
            "due_at_ms": standing.due_at_ms,
        }
        if isinstance(first, Created):
            kept = {"game": first.game, "rated": first.terms.rated, "speed": first.terms.speed}
            kept |= {"retold_n": len(append.entries) if append.is_record else None}
            self.new_tables.append({"id": table, **where, **kept})
            self.seats += (
                {"table_id": table, "seat": number, "guest": seat.guest}
                for number, seat in enumerate(first.seats)
                if seat.guest is not None
            )
        else:
            self.standings.append({"at_table": table, **where})
        self.seats += (
            {"table_id": table, "seat": entry.event.seat, "guest": entry.event.guest}
            for entry in append.entries
            if isinstance(entry.event, Joined)
        )
        self.events += (
            {
                "table_id": table,
                "n": n,
                "body": msgspec.json.encode(entry.event),
                "guest": entry.guest,
                "nonce": entry.nonce,
                "at": _written(entry.at_ms) if entry.at_ms else moment,
            }
            for n, entry in enumerate(append.entries, append.first_n)
        )

    @property
    def made(self) -> list[str]:
        return [row["id"] for row in self.new_tables]

    @property
    def changed(self) -> list[str]:
        return [row["at_table"] for row in self.standings]

    def check(self, connection: sa.Connection) -> None:
        """Nobody sits down who has deleted their account, however long ago they asked to."""
        seated = {departed_as(row["guest"]) for row in self.seats}
        if seated and connection.scalar(sa.select(sa.exists().where(_departed.c.digest.in_(seated)))):
            raise refusals.has_left()

    def write(self, connection: sa.Connection) -> None:
        for statement, rows in (
            (_INSERT_TABLES, self.new_tables),
            (_INSERT_SEATS, self.seats),
            (_UPDATE_TABLES, self.standings),
            (_INSERT_EVENTS, self.events),
        ):
            if rows:
                write_rows(connection, statement, rows)


def _written(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")


def _milliseconds(at: str) -> int:
    return round(datetime.fromisoformat(at).timestamp() * 1000)
