"""Which of several servers answers for a table: the one that holds its lease, as long as that server lives.

A server lives while it renews its line in `servers`. A lease is taken from a server that no longer lives, and its fence
goes up by one. Every write checks, in its own transaction, that the lease is still as it was taken; a server that was
asleep for too long cannot write to a table that has gone to another.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .store import schema

log = structlog.get_logger()

LIFE_SECONDS = 6.0
"""A server that has not renewed its line for so long is dead to the others."""
RENEW_SECONDS = 1.5

_servers = sa.Table(
    "servers",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("alive_until", sa.Float, nullable=False),
)
_leases = sa.Table(
    "leases",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("server", sa.String(32), nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
)
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

    def __init__(self, engine: AsyncEngine, me: str) -> None:
        self._engine = engine
        self.me = me
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
            await connection.execute(sa.delete(_servers).where(_servers.c.alive_until < _now - 60))
            return await connection.scalar(sa.select(sa.func.count()).select_from(_living.subquery())) or 0

    async def close(self) -> None:
        """Die at once: others need not wait."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(SQLAlchemyError, OSError):
            async with self._engine.begin() as connection:
                await connection.execute(sa.delete(_servers).where(_servers.c.id == self.me))

    async def _renew_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("life_not_renewed", cause=type(error).__name__)

    async def _renew(self) -> None:
        line = insert(_servers).values(id=self.me, alive_until=_now + LIFE_SECONDS)
        async with self._engine.begin() as connection:
            await connection.execute(
                line.on_conflict_do_update(index_elements=["id"], set_={"alive_until": line.excluded.alive_until})
            )

    # --- Tables -----------------------------------------------------------------------------------------------------

    def holds(self, table: str) -> bool:
        """Does this server hold the lease, as far as it knows?"""
        return table in self._fences

    async def owner(self, table: str) -> str:
        """Who answers for a table: this server, if nobody who lives does."""
        if table in self._fences:
            return self.me
        new = insert(_leases).values(table_id=table, server=self.me, fence=1)
        dead = ~_leases.c.server.in_(_living) | (_leases.c.server == self.me)
        taken = new.on_conflict_do_update(
            index_elements=["table_id"], set_={"server": self.me, "fence": _leases.c.fence + 1}, where=dead
        ).returning(_leases.c.fence)
        async with self._engine.begin() as connection:
            fence = await connection.scalar(taken)
            if fence is not None:
                self._fences[table] = max(fence, self._fences.get(table, 0))
                return self.me
            holder = await connection.scalar(sa.select(_leases.c.server).where(_leases.c.table_id == table))
        return holder or self.me

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
