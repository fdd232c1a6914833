"""Where the database is: SQLite in the data folder, or PostgreSQL at an address. The only place that treats the two differently."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Text

POSTGRESQL = "postgresql+asyncpg"
DATABASE = "room.sqlite"
"""The file in the data folder."""
_CONNECTIONS = 8
_TIMEOUT_SECONDS = 10
_LONGEST_LOG = "wal_autocheckpoint=16000"
_COMMITS_A_CHECKPOINT = 250
"""SQLite writes to a log first. Now and then the writer's helper moves what is there to its place; if the log
grew to 64 MB first, the next commit would have to do it."""
_WIPES = "secure_delete=FAST"
"""What is deleted or replaced is overwritten where its page is written anyway: a secret does not stay behind in a gap."""
_PAGES_REMEMBERED = "cache_size=-32000"
"""By the writer: 32 MB, enough for thousands of games under way. By default SQLite remembers 2 MB."""
_MIGRATING = 0x616C636F7665
"""The lock that one of several servers holds while it brings the database up to date."""


def sqlite(file: Path) -> str:
    """The address of a file."""
    return sa.URL.create("sqlite+aiosqlite", database=str(file)).render_as_string()


def checked(address: str) -> str:
    """An address of PostgreSQL as somebody wrote it, in the form the room uses; anything else is refused."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    if url is None or url.get_backend_name() != "postgresql" or not url.database:
        shown = quoted(address if url is None else url.render_as_string(hide_password=True))
        raise AlcoveError(
            Text(
                f"{shown} is not the address of a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME",
                f"{shown} n'est pas l'adresse d'une base PostgreSQL : postgresql://UTILISATEUR:MOT_DE_PASSE@HÔTE/NOM",
            )
        )
    return url.set(drivername=POSTGRESQL).render_as_string(hide_password=False)


def shown(address: str) -> str:
    """The address without its password, for people and logs."""
    return make_url(address).render_as_string(hide_password=True)


def is_shared(address: str) -> bool:
    """Can several servers use it at once?"""
    return make_url(address).get_backend_name() == "postgresql"


def connect(address: str) -> AsyncEngine:
    """The database at an address, for reading: only `writer` can write. Nothing is asked yet."""
    if is_shared(address):
        return _connect_to_server(address, {"default_transaction_read_only": "on"})
    engine = create_async_engine(address)
    sa.event.listen(engine.sync_engine, "connect", lambda connection, _: _prepare_sqlite(connection, "query_only=ON"))
    return engine


def _connect_to_server(address: str, settings: Mapping[str, str]) -> AsyncEngine:
    return create_async_engine(
        address,
        pool_size=_CONNECTIONS,
        max_overflow=_CONNECTIONS,
        pool_pre_ping=True,  # after a restart of PostgreSQL the old connections are dead, and no command should fail for it
        pool_timeout=_TIMEOUT_SECONDS,
        connect_args={"timeout": _TIMEOUT_SECONDS, "command_timeout": _TIMEOUT_SECONDS, "server_settings": settings},
    )


def _prepare_sqlite(connection: Any, *more: str) -> None:
    """WAL, so that readers do not wait for the writer; FULL, so that a commit is on the disk when it returns."""
    cursor = connection.cursor()
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", _LONGEST_LOG, _WIPES)
    for pragma in (*pragmas, *more):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def write_rows(connection: sa.Connection, statement: sa.Insert | sa.Update, rows: Sequence[Mapping[str, Any]]) -> None:
    """`connection.execute(statement, rows)`, but the statement is compiled only once, which saves half of a commit."""
    text, names = _written_out(statement, connection.dialect, tuple(rows[0]))
    values = [tuple([row[name] for name in names]) for row in rows]
    if connection.dialect.is_async:
        connection.exec_driver_sql(text, values)
    else:
        with closing(connection.connection.cursor()) as cursor:
            try:
                cursor.executemany(text, values)
            except sqlite3.Error as error:
                raise DBAPIError(text, None, error) from None


@cache
def _written_out(
    statement: sa.Insert | sa.Update, dialect: sa.Dialect, names: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """A statement as the driver takes it, and the names of its values in the order it wants them."""
    compiled = statement.compile(dialect=dialect, column_keys=names)
    return str(compiled), tuple(compiled.positiontup or ())


T = TypeVar("T")
_Transaction = tuple[Callable[[sa.Connection], Any], "asyncio.Future[Any]"]
"""What to do, and the future of whoever waits for it."""


class Writer(ABC):
    """Who writes to the database: there is no other way to change it."""

    @abstractmethod
    async def transact(self, work: Callable[[sa.Connection], T], *, is_urgent: bool = False) -> T:
        """Do all of `work`, durably, or none of it. It must be short: on a file everybody else waits. What a game waits for
        `is_urgent` and goes before all that is not."""

    async def write(self, *statements: sa.Executable) -> int:
        """All of these, durably, or none; how many rows the last one has changed."""
        return await self.transact(lambda connection: [connection.execute(each).rowcount for each in statements][-1])

    @abstractmethod
    async def close(self) -> None: ...


class ServerWriter(Writer):
    """PostgreSQL has several connections, and sees to the order itself."""

    def __init__(self, address: str) -> None:
        self._engine = _connect_to_server(address, {})

    async def transact(self, work: Callable[[sa.Connection], T], *, is_urgent: bool = False) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


class FileWriter(Writer):
    """A transaction on a file is one trip to a thread; with the asynchronous driver it would be ten.

    All of them use one connection, which therefore remembers the pages it has read: if another connection wrote, it would
    have to read them again. A second thread empties SQLite's log beside it: a commit that has to do so itself takes 50 ms
    instead of one.
    """

    def __init__(self, address: str) -> None:
        self._file = sa.create_engine(make_url(address).set(drivername="sqlite"))
        sa.event.listen(self._file, "connect", lambda connection, _: _prepare_sqlite(connection))
        self._connection = self._file.connect()
        with self._connection.begin():
            self._connection.exec_driver_sql(f"PRAGMA {_PAGES_REMEMBERED}")
        self._urgent: deque[_Transaction] = deque()
        self._others: deque[_Transaction] = deque()
        self._coming: SimpleQueue[bool] = SimpleQueue()
        """True for each of them; false at the end."""
        self._thread = Thread(target=self._transact_all, name="alcove-writer", daemon=True)
        self._thread.start()
        self._helper = ThreadPoolExecutor(1, thread_name_prefix="alcove-checkpoint")
        self._commits = 0

    async def transact(self, work: Callable[[sa.Connection], T], *, is_urgent: bool = False) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        (self._urgent if is_urgent else self._others).append((work, done))
        self._coming.put(True)
        return await done

    def _transact_all(self) -> None:
        """What an executor's thread does, at half the cost."""
        while self._coming.get():
            work, done = (self._urgent or self._others).popleft()
            found, fault = None, None
            try:
                found = self._transact(work)
            except Exception as error:
                fault = error  # for whoever waits
            done.get_loop().call_soon_threadsafe(resolve, done, fault, found)

    def _transact(self, work: Callable[[sa.Connection], T]) -> T:
        with self._connection.begin():
            found = work(self._connection)
        self._commits += 1
        if self._commits % _COMMITS_A_CHECKPOINT == 0:
            self._helper.submit(self._checkpoint)
        return found

    def _checkpoint(self) -> None:
        """What cannot be done now (somebody reads an older state) is done next time."""
        with suppress(SQLAlchemyError), self._file.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def close(self) -> None:
        self._coming.put(False)
        self._thread.join()
        self._helper.shutdown(wait=True)
        self._connection.close()
        self._file.dispose()


def resolve(done: "asyncio.Future[Any]", fault: Exception | None, found: object = None) -> None:
    """Tell whoever is waiting, if they still are."""
    if done.done():
        return
    if fault is None:
        done.set_result(found)
    else:
        done.set_exception(fault)


def is_hopeless(error: Exception) -> bool:
    """Would the database never take it, however often it is asked? By PostgreSQL's classes of faults: what the data is
    (22), or how it was asked (42)."""
    if isinstance(error, DBAPIError):
        return str(getattr(error.orig, "sqlstate", None) or "")[:2] in ("22", "42")
    return isinstance(error, StatementError)


def writer(address: str) -> Writer:
    """The writer for the database at an address."""
    return ServerWriter(address) if is_shared(address) else FileWriter(address)


def migrate(address: str) -> None:
    """Bring the database up to the newest schema. It runs an event loop of its own, so it cannot be used inside one."""
    asyncio.run(_migrate(address))


async def _migrate(address: str) -> None:
    url = make_url(address)
    if not is_shared(address) and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(address, poolclass=sa.NullPool)
    try:
        async with engine.begin() as connection:
            if is_shared(address):
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: sa.Connection) -> None:
    try:
        alembic.upgrade(alembic_on(connection), "head")
    except CommandError as error:
        if not isinstance(error.__cause__, ResolutionError):
            raise
        raise AlcoveError(
            Text(
                "this database was made by a newer Alcove, which this one cannot read: install that one again",
                "cette base vient d'un Alcove plus récent, que celui-ci ne sait pas lire : réinstallez le plus récent",
            )
        ) from None


def alembic_on(connection: sa.Connection) -> Config:
    """Alembic's settings for the database behind a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def bring_up_to_date(address: str) -> None:
    """`migrate`, with a fault that a person can read."""
    try:
        migrate(address)
    except ModuleNotFoundError:
        raise AlcoveError(
            Text(
                "PostgreSQL needs the package asyncpg: install alcove[scale]",
                "PostgreSQL a besoin du paquet asyncpg : installez alcove[scale]",
            )
        ) from None
    except (OSError, SQLAlchemyError) as error:
        why = getattr(error, "orig", None) or error
        place = shown(address)
        raise AlcoveError(
            Text(
                f"{place}: this database cannot be used ({why})",
                f"{place} : cette base de données est inutilisable ({why})",
            )
        ) from None
