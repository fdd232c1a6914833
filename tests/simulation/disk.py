"""A disk that may fail: real SQL in a real SQLite file (in memory where the system has such a place), with a will of its own.

Behind SQLAlchemy's asynchronous engine stands a driver without threads. Every statement takes virtual time and may fail;
a commit may also fail after it was made, or be made after its client has given up. Transactions that write wait for each
other; what is read is what is committed. PostgreSQL's dialect is understood as far as the room speaks it.
"""

import asyncio
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from alcove.server.store import database

from .loop import EPOCH, MACHINE, Loop, Machine

T = TypeVar("T")

GIVES_UP_SECONDS = 10.0
"""So long a client waits for one answer."""
BUSY_SECONDS = 5.0
"""And so long for others' transactions, where the database is a file."""


@dataclass
class Mood:
    """How the disk does just now. Chances are of one statement, seconds the most it takes."""

    slowest: float = 0.002
    fails_before: float = 0.0
    fails_after: float = 0.0
    is_full: bool = False
    is_away: bool = False
    stalls_until: float = 0.0


class Disk:
    """A database, and everybody who is connected to it."""

    def __init__(self, loop: Loop, rng: random.Random, tell: Callable[[str], None], is_shared: bool) -> None:
        self.loop, self.rng, self.tell, self.is_shared = loop, rng, tell, is_shared
        self.mood = Mood()
        self.writing = asyncio.Lock()
        self.written_at: dict[tuple[str, int], tuple[float, Machine | None]] = {}
        """When an event was written by true time, and where."""
        self._folder = Path(tempfile.mkdtemp(prefix="alcove-simulation-", dir=_quick_place()))
        self.file = self._folder / "room.sqlite"
        shutil.copyfile(_template(), self.file)
        self._idle: list[sqlite3.Connection] = []
        self.lent: dict[_Connection, Machine | None] = {}
        self.eyes = self._open()
        """A connection without a will, for those who check."""

    def close(self) -> None:
        self.eyes.close()
        for connection in self._idle:
            connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, timeout=0)
        for pragma in ("synchronous=OFF", "foreign_keys=ON", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("clock_timestamp", 0, lambda: EPOCH + self.loop.now)
        return connection

    def take(self) -> sqlite3.Connection:
        return self._idle.pop() if self._idle else self._open()

    def give_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        self._idle.append(connection)

    def hang_up(self, machine: Machine) -> None:
        """Whoever was connected from there is gone, and what was not committed with them."""
        for connection in [each for each, whose in self.lent.items() if whose is machine]:
            connection.stop()

    # --- What can go wrong ------------------------------------------------------------------------------------------

    async def reach(self, is_write: bool) -> None:
        """The way to the disk: it takes a while, or leads nowhere."""
        self.check_alive()
        mood = self.mood
        wait = self.rng.uniform(0, mood.slowest)
        if mood.stalls_until > self.loop.now:
            wait += mood.stalls_until - self.loop.now
        if wait > GIVES_UP_SECONDS:
            await asyncio.sleep(GIVES_UP_SECONDS)
            raise TimeoutError("no answer")
        await asyncio.sleep(wait)
        self.check_alive()
        if self.mood.is_away:
            self.tell("disk: out of reach")
            raise ConnectionRefusedError("the database is away") if self.is_shared else _fault("disk I/O error")
        if is_write and self.mood.is_full:
            self.tell("disk: full")
            raise _fault("database or disk is full")
        if self.rng.random() < self.mood.fails_before:
            self.tell("disk: fails before " + ("a write" if is_write else "a read"))
            raise _fault("disk I/O error")

    def check_alive(self) -> None:
        machine = MACHINE.get()
        if machine is not None and machine.is_dead:
            raise _fault("killed")

    async def begin(self) -> None:
        """Wait until nobody else writes."""
        try:
            async with asyncio.timeout(GIVES_UP_SECONDS if self.is_shared else BUSY_SECONDS):
                await self.writing.acquire()
        except TimeoutError:
            if self.is_shared:
                raise
            raise _fault("database is locked") from None
        try:
            self.check_alive()
        except sqlite3.Error:
            self.writing.release()  # killed while waiting: the turn is somebody else's
            raise

    async def commit(self, connection: sqlite3.Connection) -> None:
        """Make it durable. The answer may be lost, or come too late."""
        if self.is_shared and self.mood.stalls_until > self.loop.now + GIVES_UP_SECONDS:
            if self.rng.random() < 0.5:
                await self.reach(is_write=True)
            await asyncio.sleep(GIVES_UP_SECONDS)
            self._commit(connection)
            self.tell("disk: commits, but nobody waits any more")
            raise TimeoutError("no answer")
        await self.reach(is_write=True)
        self._commit(connection)
        if self.rng.random() < self.mood.fails_after:
            self.tell("disk: commits, and the answer is lost")
            raise _fault("connection lost") if not self.is_shared else ConnectionResetError("connection lost")
        await asyncio.sleep(self.rng.uniform(0, self.mood.slowest))

    def _commit(self, connection: sqlite3.Connection) -> None:
        fresh = connection.execute("SELECT table_id, n FROM events ORDER BY rowid DESC LIMIT 64").fetchall()
        connection.execute("COMMIT")
        for table, n in fresh:
            self.written_at.setdefault((table, n), (self.loop.now, MACHINE.get()))


def _fault(words: str) -> sqlite3.OperationalError:
    return sqlite3.OperationalError(words)


def _quick_place() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@cache
def _template() -> Path:
    """An empty database with today's schema; made by the migrations, once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="alcove-simulation-"))
    file = folder / "room.sqlite"
    database.migrate(database.sqlite(file))
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file


# --- The driver -----------------------------------------------------------------------------------------------------


class _Connection:
    """What SQLAlchemy takes for a connection of aiosqlite."""

    isolation_level = ""

    def __init__(self, disk: Disk, may_write: bool) -> None:
        self.disk, self._may_write = disk, may_write
        self.raw = disk.take()
        self.has_lock = False
        self._connection = True
        disk.lent[self] = MACHINE.get()

    def cursor(self) -> "_Cursor":
        return _Cursor(self)

    async def create_function(self, *_: Any, **__: Any) -> None: ...

    async def reach(self, statement: str) -> None:
        is_read = statement.lstrip().startswith(("SELECT", "PRAGMA")) and "FOR UPDATE" not in statement
        if not is_read and not self._may_write:
            raise _fault("attempt to write a readonly database")
        if not is_read and not self.has_lock:
            await self.disk.begin()
            if not self._connection:
                self.disk.writing.release()
                raise _fault("connection closed")
            self.has_lock = True
            self.raw.execute("BEGIN IMMEDIATE")
        await self.disk.reach(not is_read)

    def _let_go(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")
        if self.has_lock:
            self.has_lock = False
            self.disk.writing.release()

    async def commit(self) -> None:
        if not self.has_lock:
            return
        try:
            await self.disk.commit(self.raw)
        finally:
            self._let_go()

    async def rollback(self) -> None:
        self._let_go()

    async def close(self) -> None:
        self.stop()

    def stop(self) -> None:
        if self._connection:
            self._connection = False
            del self.disk.lent[self]
            self._let_go()
            self.disk.give_back(self.raw)


class _Cursor:
    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._cursor = connection.raw.cursor()
        self._rows: list[Any] = []
        self.description: Any = None
        self.arraysize = 1

    async def __aenter__(self) -> "_Cursor":
        return self

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid

    async def execute(self, operation: str, parameters: Any = ()) -> None:
        await self._connection.reach(operation)
        self._cursor.execute(operation, parameters)
        self.description = self._cursor.description
        self._rows = self._cursor.fetchall() if self.description else []

    async def executemany(self, operation: str, parameters: Any) -> None:
        await self._connection.reach(operation)
        self._cursor.executemany(operation, parameters)

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        self._cursor.close()


class _Compiler(SQLiteCompiler):
    """SQLite's SQL, with what the room asks of PostgreSQL."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        return " /* FOR UPDATE */"

    def visit_extract(self, extract: Any, **kw: Any) -> str:
        if extract.field == "epoch":
            return str(self.process(extract.expr, **kw))  # our clock tells seconds already
        return str(super().visit_extract(extract, **kw))  # type: ignore[no-untyped-call]


disk: Disk | None = None
"""The disk of the world that runs. Engines outlive worlds: what they have compiled need not be compiled again."""


def here() -> Disk:
    assert disk is not None
    return disk


@cache
def engine(may_write: bool) -> AsyncEngine:
    async def connect() -> _Connection:
        return _Connection(here(), may_write)

    made = create_async_engine("sqlite+aiosqlite:///of-the-world", poolclass=NullPool, async_creator=connect)
    made.dialect.statement_compiler = _Compiler
    return made


class ServerWriter(database.ServerWriter):
    """The writer of a room that shares its database."""

    def __init__(self) -> None:
        self._engine = engine(may_write=True)


class _Lent:
    """A connection in the hands of SQLAlchemy, who may use it but neither end its transaction nor close it."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


_lent: list[_Lent] = []


@cache
def _file_engine() -> sa.Engine:
    made = sa.create_engine("sqlite:///of-the-world", poolclass=NullPool, creator=lambda: _lent[-1])
    made.dialect.statement_compiler = _Compiler
    return made


class FileWriter(database.Writer):
    """The writer of a room that has its file for itself: transactions one after the other, each in one go."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def transact(self, work: Callable[[sa.Connection], T], *, is_urgent: bool = False) -> T:
        transaction = asyncio.create_task(self._transact(work))
        transaction.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(transaction)

    async def close(self) -> None: ...

    async def _transact(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await self._do(work)
        except sqlite3.Error as error:
            raise DBAPIError("", None, error) from None

    async def _do(self, work: Callable[[sa.Connection], T]) -> T:
        disk = here()
        async with self._turn:
            await disk.begin()
            raw = disk.take()
            try:
                await disk.reach(is_write=True)
                raw.execute("BEGIN IMMEDIATE")
                _lent.append(_Lent(raw))
                try:
                    with _file_engine().connect() as connection:
                        found = work(connection)
                finally:
                    _lent.pop()
                await disk.commit(raw)
                return found
            finally:
                disk.give_back(raw)
                disk.writing.release()
