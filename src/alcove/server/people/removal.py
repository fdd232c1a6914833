"""What stays of somebody who leaves: games, without anybody's name.

The one place where events are rewritten. In every game the person gets another id, so that nothing tells any more that two of
the games were the same person's. Only the room's key leads from the old id, which is gone, to the new ones: whoever goes on
with what was begun, here or at another server at the same time, writes the same.

Somebody may have played thousands of games, and others play on meanwhile: every step writes a few rows, and whoever moves
gets in between two of them. `removals` remembers who is leaving, so that a room that was stopped goes on where it was;
`departed`, for another hour and by a digest, who has left: a command that was held up on its way seats nobody who is gone.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog

from alcove.table.refusals import RefusedError

from ..base.keys import Signer
from ..store.database import write_rows
from ..store.schema import (
    accounts,
    addresses,
    archive_seats,
    chat,
    departed,
    events,
    factors,
    now,
    passkeys,
    puzzle_attempts,
    puzzle_ratings,
    rating_changes,
    ratings,
    recovery_codes,
    removals,
    reports,
    resets,
    seats,
    seeks,
    sessions,
    silenced,
    tokens,
)
from ..store.store import Store, departed_as
from ..tables.chat import Chat
from ..tables.tables import Tables
from ..wire import messages

log = structlog.get_logger()

STEP_ROWS = 50
"""So many rows at most are written before others have their turn."""
_BELONGINGS = (
    (reports, reports.c.line),
    (silenced, silenced.c.person),
    (addresses, addresses.c.person),
    (ratings, ratings.c.person),
    (rating_changes, rating_changes.c.table_id),
    (puzzle_ratings, puzzle_ratings.c.person),
    (puzzle_attempts, puzzle_attempts.c.puzzle),
)
"""What is only theirs, and the column by which a few rows at a time are told apart."""
_EVENTS = (
    sa.update(events)
    .where(events.c.table_id == sa.bindparam("at_table"), events.c.n == sa.bindparam("at_n"))
    .values(guest=sa.bindparam("by"), body=sa.bindparam("said"))
)
_SITS, _TOLD = (
    sa.update(table)
    .where(table.c.table_id == sa.bindparam("at_table"), person == sa.bindparam("old"))
    .values({person.name: sa.bindparam("new")})
    for table, person in ((seats, seats.c.guest), (archive_seats, archive_seats.c.person))
)
T = TypeVar("T")


class Removal:
    """How people leave for good."""

    def __init__(
        self, store: Store, tables: Tables, chat: Chat, signer: Signer, hang_up: Callable[[Collection[str]], None]
    ) -> None:
        self._store, self._tables, self._chat, self._signer, self._hang_up = store, tables, chat, signer, hang_up
        self._lock = asyncio.Lock()

    async def note(self, person: str) -> None:
        """Remember that somebody wants to leave: from now on nothing but `see_off` has to be done for it."""
        noted = sa.delete(removals).where(removals.c.person == person)
        await self._store.writer.write(noted, sa.insert(removals).values(person=person))

    async def see_off(self) -> None:
        """Delete the accounts of all who are leaving. Games they sit in are resigned, games they played stay with the
        others, without a name."""
        async with self._lock:
            async with self._store.engine.connect() as connection:
                leaving = list(await connection.scalars(sa.select(removals.c.person)))
            for person in leaving:
                await self._see_off(person)
            await self._store.writer.write(sa.delete(departed).where(departed.c.at < _an_hour_ago()))

    async def _see_off(self, person: str) -> None:
        """Every step may be done twice: the first time, the room may have been stopped before the next one."""
        await self._leave_games(person)
        await self._close_account(person)
        await self._leave_games(person)  # begun in the last moment
        await self._take_back_words(person)
        for table, key in _BELONGINGS:
            theirs = table.c.person == person
            few = sa.select(key).where(theirs).limit(STEP_ROWS)
            while await self._in_turn(self._store.writer.write(sa.delete(table).where(theirs, key.in_(few)))):
                pass
        count = 0
        while found := await self._in_turn(self._games_of(person)):
            for name in found:
                await self._in_turn(self._rename(name, person, self._signer.sign(f"{person} {name}")))
            count += len(found)
        await self._store.writer.write(sa.delete(removals).where(removals.c.person == person))
        log.info("account_removed", tables=count)

    async def _in_turn(self, step: Awaitable[T]) -> T:
        """Do a step, then rest for as long as it took: half of the time, at least, is everybody else's."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        done = await step
        await asyncio.sleep(loop.time() - began)
        return done

    async def _leave_games(self, person: str) -> None:
        for name in await self._store.unfinished_tables_of(person):
            with suppress(RefusedError):  # one that cannot be read
                await self._leave(name, person)

    async def _leave(self, name: str, person: str) -> None:
        """Resign, or where the game has not begun, call it off; and let that be written down while there is a rating."""
        table = await self._tables.get(name)
        for command in (messages.Resign, messages.Abort):
            with suppress(RefusedError):
                await self._tables.obey(command(name, table.room.n, secrets.token_hex(8)), person)
                break
        for finishing in table.finishing:
            await finishing

    async def _close_account(self, person: str) -> None:
        """The account, its sessions and its keys; of the name only digests stay (`taken_names`), so that nobody takes it over. What
        the keys opened is closed even where nobody says whether they are gone: the second time, nothing would tell which."""
        keys = sa.union_all(
            *(sa.select(table.c.digest).where(table.c.person == person) for table in (sessions, tokens))
        )
        async with self._store.engine.connect() as connection:
            opened = set(await connection.scalars(keys))

        def write(connection: sa.Connection) -> list[str]:
            opened = list(connection.scalars(keys))
            connection.execute(sa.delete(seeks).where(seeks.c.to_person == person))
            for table in (sessions, tokens, resets, recovery_codes, factors, passkeys, seeks, accounts):
                connection.execute(sa.delete(table).where(table.c.person == person))
            connection.execute(sa.delete(departed).where(departed.c.digest == departed_as(person)))
            connection.execute(sa.insert(departed).values(digest=departed_as(person), at=now()))
            return opened

        try:
            opened.update(await self._store.writer.transact(write))
        finally:
            self._hang_up(sorted(opened))

    async def _take_back_words(self, person: str) -> None:
        """What they said is gone, at every table. The games there are not touched."""
        theirs = chat.c.person == person
        async with self._store.engine.connect() as connection:
            talked = list(await connection.scalars(sa.select(chat.c.table_id).where(theirs).distinct()))

        def write(connection: sa.Connection) -> bool:
            few = list(connection.scalars(sa.select(chat.c.id).where(theirs).limit(STEP_ROWS)))
            connection.execute(sa.delete(reports).where(reports.c.line.in_(few)))
            connection.execute(sa.delete(chat).where(chat.c.id.in_(few)))
            return bool(few)

        while await self._in_turn(self._store.writer.transact(write)):
            pass
        await self._chat.removed(talked)

    async def _games_of(self, person: str) -> list[str]:
        """Some of the games where they still are."""
        sat = sa.select(seats.c.table_id).where(seats.c.guest == person)
        told = sa.select(archive_seats.c.table_id).where(archive_seats.c.person == person)
        async with self._store.engine.connect() as connection:
            return list(await connection.scalars(sat.union(told).limit(STEP_ROWS)))

    async def _rename(self, table: str, old: str, new: str) -> None:
        """Somebody else in the place of `old`, in a game. The index comes last: it tells that there is something to do."""
        here = events.c.table_id == table
        async with self._tables.rewriting(table):
            async with self._store.engine.connect() as connection:
                rows = (
                    await connection.execute(sa.select(events.c.n, events.c.body, events.c.guest).where(here))
                ).all()
            theirs = [row for row in rows if row.guest == old or old.encode() in row.body]
            *most, last = [theirs[first : first + STEP_ROWS] for first in range(0, len(theirs), STEP_ROWS)] or [[]]
            for few in most:
                await self._store.writer.transact(partial(_rename_events, table, few, old, new))

            def write(connection: sa.Connection) -> None:
                if self._store.guard is not None:
                    self._store.guard.fence_off(connection, table)
                _rename_events(table, last, old, new, connection)
                here = {"at_table": table, "old": old, "new": new}
                write_rows(connection, _SITS, [here])
                write_rows(connection, _TOLD, [here])

            await self._store.writer.transact(write)


def _an_hour_ago() -> str:
    return (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="milliseconds")


def _rename_events(table: str, rows: Sequence[Any], old: str, new: str, connection: sa.Connection) -> None:
    """The same events, by or about somebody else."""
    if rows:
        renamed = [
            {
                "at_table": table,
                "at_n": row.n,
                "by": new if row.guest == old else row.guest,
                "said": row.body.replace(old.encode(), new.encode()),
            }
            for row in rows
        ]
        write_rows(connection, _EVENTS, renamed)
