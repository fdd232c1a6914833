"""Which of several servers answers for a table: the one that holds its lease, as long as that server is alive.

A server is alive as long as it renews its row in `servers`. A lease is taken from a server that is dead, and its fence
goes up by one. Every write checks, in its own transaction, that the lease is still as it was taken; a server that was
asleep for too long cannot write to a table that has gone to another.

Between the last sign of life of the one and the moment the other could take over, nobody answered for the table. That
time is written down (`handovers`): the players are not to blame for it, and clocks leave it out.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.table.clock import Span

from ..base.tasks import AWAY, Tasks
from ..base.times import Times
from ..store.schema import handovers as _handovers, leases as _leases, servers as _servers
from ..store.store import Store
from .uptime import OLDEST_MS, RETURN_MS

LIFE_SECONDS = 6.0
"""A server that has not renewed its row for this long is dead to the others."""
RENEW_SECONDS = 1.5
MOST_FENCES = 20_000
"""So many leases a server knows to be its own."""
REMEMBERED_SECONDS = 24 * 3600.0
"""How long the room remembers when a dead server was last alive."""

_now = sa.extract("epoch", sa.func.clock_timestamp())
"""The database's time: the clocks of several machines differ."""
_living = sa.select(_servers.c.id).where(_servers.c.alive_until > _now)


class NoLeases:
    """A server that has its database to itself."""

    has_others = False

    async def close(self) -> None: ...


class LostLeaseError(SQLAlchemyError):
    """A table has gone to another server."""


class Leases:
    """The leases of one server, `me`. Open it with `await leases.open()`."""

    def __init__(self, store: Store, me: str, times: Times) -> None:
        self._engine, self._writer = store.engine, store.writer
        self.me = me
        self._times = times
        self._fences: OrderedDict[str, int] = OrderedDict()
        self._tasks = Tasks()
        self.has_others = False
        """Were other servers alive when this one began?"""

    async def open(self, may_have_others: bool) -> None:
        """Come alive. A server that must be the only one first waits until a dead predecessor is known to be dead."""
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
        self._tasks.every(RENEW_SECONDS, self._renew)

    async def _count_others(self) -> int:
        old = _handovers.c.until_ms < self._times.now_ms() - OLDEST_MS
        await self._writer.write(
            sa.delete(_servers).where(_servers.c.alive_until < _now - REMEMBERED_SECONDS),
            sa.delete(_handovers).where(old),
        )
        async with self._engine.connect() as connection:
            return await connection.scalar(sa.select(sa.func.count()).select_from(_living.subquery())) or 0

    async def close(self) -> None:
        """Die at once, so that others need not wait."""
        await self._tasks.close()
        with suppress(*AWAY):
            await self._writer.write(
                sa.update(_servers).where(_servers.c.id == self.me).values(alive_until=_now, seen_at=_now)
            )

    async def _renew(self) -> None:
        line = insert(_servers).values(id=self.me, alive_until=_now + LIFE_SECONDS, seen_at=_now)
        renewed = {"alive_until": line.excluded.alive_until, "seen_at": line.excluded.seen_at}
        await self._writer.write(line.on_conflict_do_update(index_elements=["id"], set_=renewed))

    # --- Tables -----------------------------------------------------------------------------------------------------

    def holds(self, table: str) -> bool:
        """Does this server hold the lease, as far as it knows?"""
        if table not in self._fences:
            return False
        self._fences.move_to_end(table)
        return True

    async def owner(self, table: str) -> str:
        """The server that answers for a table: this one, if no other living server does."""
        if self.holds(table):
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
        held = sa.select(_leases.c.server).where(_leases.c.table_id == table)

        def take(connection: sa.Connection) -> tuple[str, int | None]:
            before = connection.scalar(held.with_for_update())
            fence = connection.scalar(taken)
            if fence is None:
                return connection.scalar(held) or self.me, None
            if before not in (None, self.me):
                self._note_handover(connection, table, before)
            return self.me, fence

        holder, fence = await self._writer.transact(take, is_urgent=True)
        if fence is not None:
            self._remember({table: max(fence, self._fences.get(table, 0))})
        return holder

    def _remember(self, fences: Mapping[str, int]) -> None:
        """Of a lease that was not used for long, this server may forget that it is its own: it takes it once more."""
        self._fences.update(fences)
        while len(self._fences) > MOST_FENCES:
            self._fences.popitem(last=False)

    def _note_handover(self, connection: sa.Connection, table: str, before: str) -> None:
        """Nobody answered for this table from its server's last sign of life until the others knew that it was dead."""
        silence = sa.select(_now - _servers.c.seen_at).where(_servers.c.id == before)
        seconds = connection.scalar(silence)
        if seconds is None:
            return
        now = self._times.now_ms()
        since = now - round(1000 * seconds)
        until = min(now, since + round(1000 * LIFE_SECONDS)) + RETURN_MS
        line = insert(_handovers).values(table_id=table, since_ms=since, until_ms=until)
        connection.execute(line.on_conflict_do_nothing())

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

    def fence_off(self, connection: sa.Connection, table: str) -> None:
        """Part of a write that changes what is already there: whoever answers for the table has to ask again, and looks at
        it anew, before the next write."""
        connection.execute(sa.update(_leases).where(_leases.c.table_id == table).values(fence=_leases.c.fence + 1))
        self.forget(table)

    def wrote(self, new: Collection[str]) -> None:
        """New tables are written, and their leases with them."""
        self._remember(dict.fromkeys(new, 1))
