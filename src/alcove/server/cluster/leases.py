"""Which of several servers answers for a table: the one that holds its lease, as long as that server lives.

A server lives while it renews its line in `servers`. A lease is taken from a server that no longer lives, and its fence
goes up by one. Every write checks, in its own transaction, that the lease is still as it was taken; a server that was
asleep for too long cannot write to a table that has gone to another.

From the last sign of life of the one until the other could be asked, nobody answered for the table. That time is
written down (`handovers`): it is not the players', and clocks leave it out.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.table.clock import Span

from ..base.times import Times
from ..store.schema import handovers as _handovers, leases as _leases, servers as _servers
from .uptime import OLDEST_MS, RETURN_MS

log = structlog.get_logger()

LIFE_SECONDS = 6.0
"""A server that has not renewed its line for so long is dead to the others."""
RENEW_SECONDS = 1.5
REMEMBERED_SECONDS = 24 * 3600.0
"""For so long it is known when a dead server was last alive."""

_now = sa.extract("epoch", sa.func.clock_timestamp())
"""The database's time: the clocks of several machines differ."""
_living = sa.select(_servers.c.id).where(_servers.c.alive_until > _now)


class NoLeases:
    """A server that has its database for itself."""

    has_others = False

    async def close(self) -> None: ...


class LostLeaseError(SQLAlchemyError):
    """A table has gone to another server."""


class Leases:
    """The leases of one server, `me`. Open it with `await leases.open()`."""

    def __init__(self, engine: AsyncEngine, me: str, times: Times) -> None:
        self._engine = engine
        self.me = me
        self._times = times
        self._fences: dict[str, int] = {}
        self._renewing: asyncio.Task[None] | None = None
        self.has_others = False
        """Were other servers alive when this one began?"""

    async def open(self, may_have_others: bool) -> None:
        """Begin to live. A server that must be alone first waits for a dead forerunner to be known as dead."""
        until = asyncio.get_running_loop().time() + 2 * LIFE_SECONDS
        while await self._count_others() and not may_have_others:
            if asyncio.get_running_loop().time() > until:
                raise AlcoveError(
                    Text(
                        "another Alcove has this database open; several servers need a common --redis",
                        "un autre Alcove a ouvert cette base ; plusieurs serveurs ont besoin d'un --redis commun",
                    )
                )
            await asyncio.sleep(RENEW_SECONDS / 3)
        self.has_others = bool(await self._count_others())
        await self._renew()
        self._renewing = asyncio.create_task(self._renew_for_ever())

    async def _count_others(self) -> int:
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(_servers).where(_servers.c.alive_until < _now - REMEMBERED_SECONDS))
            old = _handovers.c.until_ms < self._times.now_ms() - OLDEST_MS
            await connection.execute(sa.delete(_handovers).where(old))
            return await connection.scalar(sa.select(sa.func.count()).select_from(_living.subquery())) or 0

    async def close(self) -> None:
        """Die at once: others need not wait."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(SQLAlchemyError, OSError):
            async with self._engine.begin() as connection:
                dead = sa.update(_servers).where(_servers.c.id == self.me).values(alive_until=_now, seen_at=_now)
                await connection.execute(dead)

    async def _renew_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("life_not_renewed", cause=type(error).__name__)

    async def _renew(self) -> None:
        line = insert(_servers).values(id=self.me, alive_until=_now + LIFE_SECONDS, seen_at=_now)
        renewed = {"alive_until": line.excluded.alive_until, "seen_at": line.excluded.seen_at}
        async with self._engine.begin() as connection:
            await connection.execute(line.on_conflict_do_update(index_elements=["id"], set_=renewed))

    # --- Tables -----------------------------------------------------------------------------------------------------

    def holds(self, table: str) -> bool:
        """Does this server hold the lease, as far as it knows?"""
        return table in self._fences

    async def owner(self, table: str) -> str:
        """Who answers for a table: this server, if nobody else who lives does."""
        if table in self._fences:
            return self.me
        other = sa.select(_leases.c.server).where(
            _leases.c.table_id == table, _leases.c.server != self.me, _leases.c.server.in_(_living)
        )
        async with self._engine.connect() as connection:
            holder = await connection.scalar(other)
        return holder or await self._take(table)

    async def _take(self, table: str) -> str:
        """Take the lease, unless another server was faster."""
        new = insert(_leases).values(table_id=table, server=self.me, fence=1)
        dead = ~_leases.c.server.in_(_living) | (_leases.c.server == self.me)
        taken = new.on_conflict_do_update(
            index_elements=["table_id"], set_={"server": self.me, "fence": _leases.c.fence + 1}, where=dead
        ).returning(_leases.c.fence)
        async with self._engine.begin() as connection:
            held = sa.select(_leases.c.server).where(_leases.c.table_id == table)
            before = await connection.scalar(held.with_for_update())
            fence = await connection.scalar(taken)
            if fence is None:
                return await connection.scalar(held) or self.me
            if before not in (None, self.me):
                await self._note_handover(connection, table, before)
        self._fences[table] = max(fence, self._fences.get(table, 0))
        return self.me

    async def _note_handover(self, connection: AsyncConnection, table: str, before: str) -> None:
        """Nobody answered for this table from the last sign of life of its server until others knew that it is dead."""
        silence = sa.select(_now - _servers.c.seen_at).where(_servers.c.id == before)
        seconds = await connection.scalar(silence)
        if seconds is None:
            return
        now = self._times.now_ms()
        since = now - round(1000 * seconds)
        until = min(now, since + round(1000 * LIFE_SECONDS)) + RETURN_MS
        line = insert(_handovers).values(table_id=table, since_ms=since, until_ms=until)
        await connection.execute(line.on_conflict_do_nothing())

    async def unattended(self, table: str) -> list[Span]:
        """When nobody answered for a table."""
        query = sa.select(_handovers).where(_handovers.c.table_id == table).order_by(_handovers.c.since_ms)
        async with self._engine.connect() as connection:
            return [(row.since_ms, row.until_ms) for row in await connection.execute(query)]

    async def orphans(self, tables: Collection[str]) -> list[str]:
        """Those of these tables for which no other server answers."""
        others = sa.select(_leases.c.table_id).where(
            _leases.c.table_id.in_(tables), _leases.c.server != self.me, _leases.c.server.in_(_living)
        )
        async with self._engine.connect() as connection:
            held = set(await connection.scalars(others))
        return [table for table in tables if table not in held]

    def forget(self, table: str) -> None:
        """Something is wrong with this lease: ask again before the next write."""
        self._fences.pop(table, None)

    def guard(self, connection: sa.Connection, new: Collection[str], changed: Collection[str]) -> None:
        """Part of every write: new tables are leased, the leases of the others must still stand, and go on standing
        until the write is done."""
        if new:
            rows = [{"table_id": table, "server": self.me, "fence": 1} for table in new]
            connection.execute(sa.insert(_leases), rows)
        if changed:
            query = sa.select(_leases).where(_leases.c.table_id.in_(changed), _leases.c.server == self.me)
            found = {row.table_id: row.fence for row in connection.execute(query.with_for_update(read=True))}
            for table in changed:
                if table not in found or self._fences.get(table) != found[table]:
                    self.forget(table)
                    raise LostLeaseError(table)

    def wrote(self, new: Collection[str]) -> None:
        """New tables are written, and their leases with them."""
        self._fences |= dict.fromkeys(new, 1)
