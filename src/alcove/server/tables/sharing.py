"""Several servers, one room. Every server may have every table in memory and show it; one of them answers for it.

What changes a table is done where its lease is (`leases`), from wherever it was asked; the others hear of it on the bus
and take it in. The bus may lose words: who has missed an event sees the gap, or finds it in the database within moments.
A command that got no answer is asked again, perhaps of another server; its nonce makes sure that it is done once.
"""

import asyncio
import secrets
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec
import structlog

from alcove.core.text import Text
from alcove.server.base import refusals
from alcove.table.clock import Span
from alcove.table.events import Entry
from alcove.table.refusals import RefusedError

from ..base.tasks import AWAY, Tasks
from ..cluster.bus import Bus
from ..cluster.leases import LIFE_SECONDS, Leases
from ..store.store import Store
from ..wire import messages
from .table import Table, Watcher

log = structlog.get_logger()

PATIENCE_SECONDS = 12.0
"""So long a command is tried again while servers, the database or Redis come and go."""
ANSWER_SECONDS = 2.0
AGAIN_SECONDS = 0.1
LOOK_SECONDS = 2.0
"""How often a server looks in the database for what it may not have heard."""
PRESENCE_SECONDS = 5.0
GONE_SECONDS = 13.0
"""Who was not said to be at another server for so long is not there."""
SETTLE_SECONDS = 0.25


class Order(msgspec.Struct, array_like=True):
    """A command, who gave it, how long the line to them is, and when it came in (by the clock of this server)."""

    command: messages.Deed
    guest: str
    lag_ms: int
    arrived_ms: int


class Here(Protocol):
    """The tables of this server, as far as others have to do with them (`tables.Tables`)."""

    async def get(self, name: str) -> Table: ...
    def known(self, name: str) -> Table | None: ...
    def all_known(self) -> Collection[Table]: ...
    def now_ms(self) -> int: ...
    async def do(self, order: Order) -> messages.Ack: ...
    def doubt(self, table: Table) -> None: ...
    async def make_true(self, table: Table) -> None: ...
    async def catch_up(self, table: Table, entries: Sequence[Entry]) -> None: ...
    async def wake_engines(self, names: Collection[str]) -> None: ...
    def set_clocks(self, table: Table) -> None: ...
    def enter(self, table: Table, watcher: Watcher) -> None: ...
    def leave(self, table: Table, watcher: Watcher) -> None: ...


class Sharing:
    """How a server that is alone shares its tables: not at all."""

    def join(self, here: Here) -> None:
        self._here = here

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def deliver(self, order: Order) -> messages.Ack:
        """Bring an order to the server that answers for the table, and its acknowledgement back."""
        return await self._here.do(order)

    async def claim(self, table: Table) -> bool:
        """Does this server answer for the table, or can it from now on?"""
        return True

    async def unattended(self, table: str) -> Sequence[Span]:
        """When no server answered for the table."""
        return ()

    def happened(self, table: str, n: int, entry: Entry) -> None:
        """Event `n` is on the disk."""

    def loaded(self, table: Table) -> None:
        """A table is in memory now."""

    def presence_changed(self) -> None:
        """Somebody came to a table, or left."""

    def rewritten(self, table: str) -> None:
        """What the disk had of a table was written anew."""


class _Event(msgspec.Struct, array_like=True):
    table: str
    n: int
    entry: Entry


class _Asked(msgspec.Struct, array_like=True):
    """An order that came in so long ago: the clocks of two servers differ."""

    id: str
    order: Order
    waited_ms: int


class _Answer(msgspec.Struct, array_like=True):
    id: str
    n: int | None = None
    code: messages.Codes = "internal"
    text: Text | None = None
    clause: str | None = None
    is_elsewhere: bool = False


class _Unattended(msgspec.Struct, array_like=True):
    table: str
    spans: list[Span]


class _LaterError(Exception):
    """Not now, perhaps in a moment."""


class Elsewhere:
    """Somebody who watches at another server, which tells them."""

    def __init__(self, guest: str) -> None:
        self.guest = guest

    def tell(self, frame: bytes) -> None: ...


class Shared(Sharing):
    """How one of several servers shares its tables."""

    def __init__(self, bus: Bus, leases: Leases, store: Store) -> None:
        self._bus, self._leases, self._store = bus, leases, store
        self._asked: dict[str, asyncio.Future[_Answer]] = {}
        self._elsewhere: dict[str, tuple[float, dict[str, list[Elsewhere]]]] = {}
        self._came_or_left = asyncio.Event()
        self._tasks = Tasks()
        bus.on("event", self._on_event)
        bus.on("command", self._on_command)
        bus.on("answer", self._on_answer)
        bus.on("presence", self._on_presence)
        bus.on("rewritten", self._on_rewritten)
        bus.on("unattended", self._on_unattended)

    async def open(self) -> None:
        self._tasks.every(LOOK_SECONDS, self._look)
        self._tasks.every(LIFE_SECONDS / 2, self._adopt)
        self._tasks.keep_up(self._tell_presence_for_ever)

    async def close(self) -> None:
        await self._tasks.close()

    # --- Commands ---------------------------------------------------------------------------------------------------

    async def deliver(self, order: Order) -> messages.Ack:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_SECONDS
        while True:
            try:
                table = await self._here.get(order.command.table)
                return await (self._do(table, order) if await self.claim(table) else self._ask_owner(table, order))
            except (_LaterError, *AWAY):
                if loop.time() > until:
                    raise refusals.not_saved() from None
            await asyncio.sleep(AGAIN_SECONDS)

    async def claim(self, table: Table) -> bool:
        if self._leases.holds(table.name):
            return True
        async with table.lock:  # nobody obeys a command here before this table is as its last owner left it
            if await self._leases.owner(table.name) != self._leases.me:
                return False
            await self._here.make_true(table)
            await self._look_for_handovers(table)
            return True

    async def unattended(self, table: str) -> Sequence[Span]:
        return await self._leases.unattended(table)

    async def _look_for_handovers(self, table: Table) -> None:
        """This server answers from now on: clocks leave out the time in which nobody did."""
        spans = await self._leases.unattended(table.name)
        if spans != table.unattended:
            self._set_clocks(table, spans)
            self._bus.tell("unattended", msgspec.json.encode(_Unattended(table.name, spans)))

    async def _on_unattended(self, _server: str, body: bytes) -> None:
        """Another server has taken a table over."""
        told = msgspec.json.decode(body, type=_Unattended)
        table = self._here.known(told.table)
        if table is not None:
            self._set_clocks(table, told.spans)

    def _set_clocks(self, table: Table, spans: list[Span]) -> None:
        table.unattended = spans
        self._here.set_clocks(table)

    async def _do(self, table: Table, order: Order) -> messages.Ack:
        """Carry an order out, as the server that answers for the table. If it cannot be saved, another one may by now."""
        if order.command.expected_n > table.room.n:  # a page has seen more: the table was another's in between
            self._leases.forget(table.name)
            if not await self.claim(table):
                raise _LaterError
        try:
            return await self._here.do(order)
        except RefusedError as refused:
            if refused.code != "storage":
                raise
        self._leases.forget(table.name)
        raise _LaterError

    async def _ask_owner(self, table: Table, order: Order) -> messages.Ack:
        owner = await self._leases.owner(table.name)
        if owner == self._leases.me:
            raise _LaterError
        id = secrets.token_hex(8)
        answered = self._asked[id] = asyncio.get_running_loop().create_future()
        asked = _Asked(id, order, self._here.now_ms() - order.arrived_ms)
        self._bus.tell("command", msgspec.json.encode(asked), to=owner)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await answered
        except TimeoutError:
            raise _LaterError from None
        finally:
            del self._asked[id]
        if answer.is_elsewhere or answer.code == "storage":
            raise _LaterError
        if answer.n is None:
            raise RefusedError(answer.code, answer.text or refusals.internal().text, answer.clause)
        if table.room.n < answer.n:  # whoever reads the acknowledgement has been told of the event
            async with table.lock:
                await self._here.make_true(table)
        return messages.Ack(table.name, order.command.nonce, answer.n)

    async def _on_command(self, server: str, body: bytes) -> None:
        """Another server asks for something here."""
        asked = msgspec.json.decode(body, type=_Asked)
        order = asked.order
        order.arrived_ms = self._here.now_ms() - asked.waited_ms
        answer = _Answer(asked.id, is_elsewhere=True)
        try:
            table = await self._here.get(order.command.table)
            if await self.claim(table):
                answer = _Answer(asked.id, (await self._do(table, order)).n)
        except RefusedError as refused:
            answer = _Answer(asked.id, None, refused.code, refused.text, refused.clause)
        except (_LaterError, *AWAY):
            pass
        self._bus.tell("answer", msgspec.json.encode(answer), to=server)

    async def _on_answer(self, _server: str, body: bytes) -> None:
        answer = msgspec.json.decode(body, type=_Answer)
        asked = self._asked.get(answer.id)
        if asked is not None and not asked.done():
            asked.set_result(answer)

    # --- Events -----------------------------------------------------------------------------------------------------

    def happened(self, table: str, n: int, entry: Entry) -> None:
        self._bus.tell("event", msgspec.json.encode(_Event(table, n, entry)))

    async def _on_event(self, _server: str, body: bytes) -> None:
        heard = msgspec.json.decode(body, type=_Event)
        table = self._here.known(heard.table)
        if table is None:
            return
        async with table.lock:
            if heard.n > table.room.n:
                self._leases.forget(table.name)
            if heard.n == table.room.n + 1:
                await self._here.catch_up(table, [heard.entry])
            elif heard.n > table.room.n:
                await self._here.make_true(table)

    def rewritten(self, table: str) -> None:
        self._bus.tell("rewritten", table.encode())

    async def _on_rewritten(self, _server: str, body: bytes) -> None:
        table = self._here.known(body.decode())
        if table is not None:
            self._here.doubt(table)

    async def _look(self) -> None:
        """What the bus has lost is in the database."""
        watched = [table for table in self._here.all_known() if table.watchers]
        if not watched:
            return
        names = [table.name for table in watched]
        latest, seated = await self._store.latest(names), await self._store.seated(names)
        for table in watched:
            if latest.get(table.name, 0) > table.room.n or seated.get(table.name, {}) != table.room.guests:
                async with table.lock:
                    await self._here.make_true(table)

    async def _adopt(self) -> None:
        """Engines that thought on a server that died think on here."""
        waiting = await self._store.waiting_for_engine()
        await self._here.wake_engines(await self._leases.orphans(waiting) if waiting else ())

    # --- Who is there -----------------------------------------------------------------------------------------------

    def presence_changed(self) -> None:
        self._came_or_left.set()

    async def _tell_presence_for_ever(self) -> None:
        """Say who watches what here: when it changes, and from time to time, since words may be lost."""
        while True:
            try:
                async with asyncio.timeout(PRESENCE_SECONDS):
                    await self._came_or_left.wait()
                await asyncio.sleep(SETTLE_SECONDS)
            except TimeoutError:
                pass
            self._came_or_left.clear()
            here = {}
            for table in self._here.all_known():
                guests = [watcher.guest for watcher in table.watchers if not isinstance(watcher, Elsewhere)]
                if guests:
                    here[table.name] = guests
            self._bus.tell("presence", msgspec.json.encode(here))
            self._forget_the_gone()

    async def _on_presence(self, server: str, body: bytes) -> None:
        told = msgspec.json.decode(body, type=dict[str, list[str]])
        self._remember(server, {table: [Elsewhere(guest) for guest in guests] for table, guests in told.items()})

    def _forget_the_gone(self) -> None:
        now = asyncio.get_running_loop().time()
        for server, (heard_at, _) in tuple(self._elsewhere.items()):
            if now > heard_at + GONE_SECONDS:
                self._remember(server, {})
                del self._elsewhere[server]

    def _remember(self, server: str, there: dict[str, list[Elsewhere]]) -> None:
        """Who watches at another server, in place of what was known of it."""
        _, before = self._elsewhere.get(server, (0.0, {}))
        self._elsewhere[server] = asyncio.get_running_loop().time(), there
        for name in before.keys() | there.keys():
            old, new = before.get(name, []), there.get(name, [])
            table = self._here.known(name)
            if table is None:
                continue
            if sorted(watcher.guest for watcher in old) == sorted(watcher.guest for watcher in new):
                there[name] = old
                continue
            for watcher in new:
                self._here.enter(table, watcher)
            for watcher in old:
                self._here.leave(table, watcher)

    def loaded(self, table: Table) -> None:
        for _, there in self._elsewhere.values():
            for watcher in there.get(table.name, ()):
                self._here.enter(table, watcher)
