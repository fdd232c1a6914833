"""Chat at a table: plain text, kept in a table of its own, apart from the game.

While a rated game goes on its players talk among themselves: nobody who looks on may write to them, or read along.
"""

import unicodedata
from collections import deque
from collections.abc import Collection
from weakref import WeakKeyDictionary, WeakSet

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from alcove.server.base import refusals
from alcove.table.fold import Room

from ..base.tasks import AWAY, Tasks
from ..base.times import Times
from ..cluster.bus import Bus
from ..cluster.limits import Deed, Limits
from ..store.schema import chat, reports, silenced
from ..store.store import Store
from ..wire import messages
from . import frames
from .table import Table
from .tables import Tables

log = structlog.get_logger()

LOOK_SECONDS = 2.0
"""How often a server looks in the database for lines it may not have heard of."""
MOST_LINES = 50
"""So many lines are shown to who comes later."""
_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text after them, and so may make it look like another."""


class Chat:
    def __init__(self, store: Store, tables: Tables, times: Times, limits: Limits, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._tables = tables
        self._times = times
        self._limits = limits
        self._tasks = Tasks()
        self._owed: WeakSet[Table] = WeakSet()
        """Where somebody watches who could not be shown the lines when it was time to."""
        self._private: WeakKeyDictionary[Table, frozenset[str]] = WeakKeyDictionary()
        """Where players talk among themselves, and who they were when it was last shown; those who look on read it when they
        sit down, or when the game is over."""
        bus.on("chat", self._on_chat)
        bus.on("chat_removed", self._on_removed)

    def open(self) -> None:
        """Whoever was not told (the bus had lost it, or the database was away when they came) is told later."""
        self._tasks.every(LOOK_SECONDS, self._look)

    async def close(self) -> None:
        await self._tasks.close()

    async def so_far(self, table: Table, guest: str) -> messages.Chat | None:
        """The latest lines, for somebody who begins to watch; `None` where there is nothing for them."""
        try:
            lines = await self._lines(table)
        except AWAY:
            # Once somebody else has read them, nothing would tell that these pages have not seen them.
            self._owed.add(table)
            raise
        if not lines or not _may_talk(table.room, guest):
            return None
        return messages.Chat(table.name, tuple(lines), is_whole=True)

    async def say(self, said: messages.Say, guest: str, address: str) -> None:
        """Keep a line and tell it to everybody who may read it."""
        table = await self._tables.get(said.table)
        if not _may_talk(table.room, guest):
            raise refusals.chat_off()
        text = plain(said.text)
        if not text:
            raise refusals.nothing_said()
        # Those who look on share a purse for the table, so that they cannot talk the players down.
        deed: Deed = "chat" if table.room.seats_of(guest) else "chat_onlooker"
        self._limits.pay(deed, person=guest, address=address, table=table.name)
        await self._check_silence(guest)
        await self._lines(table)
        line = await self._keep(table, guest, text)
        await self._add(table, (line,))
        frame = messages.write(messages.Chat(table.name, (line,), is_whole=False))
        self._bus.tell("chat", frame)
        self._tell(table, frame)

    async def _check_silence(self, guest: str) -> None:
        """Whoever runs the room may have had enough of somebody (`alcove reports`)."""
        query = sa.select(silenced.c.until_ms).where(silenced.c.person == guest)
        async with self._store.engine.connect() as connection:
            until = await connection.scalar(query)
        if until is not None and until > self._times.now_ms():
            raise refusals.silenced(until)

    async def _on_chat(self, _server: str, frame: bytes) -> None:
        """A line that somebody wrote at another server."""
        said = msgspec.json.decode(frame, type=messages.Chat)
        table = self._tables.known(said.table)
        if table is not None:
            await self._add(table, said.lines)
            self._tell(table, frame)

    async def _add(self, table: Table, said: Collection[messages.Said]) -> None:
        """To those in memory, which may have been read anew meanwhile, and may have it already."""
        lines = await self._lines(table)
        known = {line.line for line in lines}
        lines.extend(line for line in said if line.line not in known)

    async def _look(self) -> None:
        """Is there more on the disk than whoever watches was told, or less? Then they are shown what there is; pages put a
        line that they have been told twice in its place once."""
        shown = {table.name: table for table in self._tables.all_known() if table.watchers}
        if not shown:
            return
        latest, number = sa.func.max(chat.c.id).label("latest"), sa.func.count().label("number")
        query = sa.select(chat.c.table_id, latest, number).where(chat.c.table_id.in_(shown)).group_by(chat.c.table_id)
        async with self._store.engine.connect() as connection:
            kept = {row.table_id: (row.latest, min(row.number, MOST_LINES)) for row in await connection.execute(query)}
        for name, table in shown.items():
            players = self._private.get(table)
            if players is not None and not (_is_private(table.room) and players.issuperset(table.room.people)):
                del self._private[table]
                self._owed.add(table)
            lines = table.chat
            here = (max(line.line for line in lines), len(lines)) if lines else (0, 0)
            if kept.get(name, (0, 0)) != here or table in self._owed:
                await self._show_anew(table)

    async def removed(self, tables: Collection[str]) -> None:
        """Lines of these tables are no longer on the disk: whoever has the tables open is shown what is left."""
        self._bus.tell("chat_removed", msgspec.json.encode(list(tables)))
        await self._read_anew(tables)

    async def _on_removed(self, _server: str, body: bytes) -> None:
        await self._read_anew(msgspec.json.decode(body, type=list[str]))

    async def _read_anew(self, tables: Collection[str]) -> None:
        for name in tables:
            table = self._tables.known(name)
            if table is not None and table.chat is not None:
                await self._show_anew(table)

    async def _show_anew(self, table: Table) -> None:
        """The lines as the disk has them, to everybody who watches; later, if the disk cannot be read just now."""
        self._owed.add(table)
        table.chat = None
        lines = messages.Chat(table.name, tuple(await self._lines(table)), is_whole=True)
        self._tell(table, messages.write(lines))
        self._owed.discard(table)

    def _tell(self, table: Table, frame: bytes) -> None:
        for watcher in tuple(table.watchers):
            if _may_talk(table.room, watcher.guest):
                watcher.tell(frame)

    async def report(self, asked: messages.Report, guest: str, address: str) -> messages.Reported:
        """Somebody should look at a line, however old; who runs the room finds it in the log and by `alcove reports`."""
        self._limits.pay("report", person=guest, address=address)
        table = await self._tables.get(asked.table)
        if not _may_talk(table.room, guest) or not await self._was_said(table, asked.line):
            raise refusals.no_such_line()
        row = {"line": asked.line, "person": guest, "at_ms": self._times.now_ms()}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(reports).values(row))

        try:
            await self._store.writer.transact(write)
        except IntegrityError:
            pass  # they had reported it before
        except (SQLAlchemyError, OSError):
            raise refusals.not_saved() from None
        log.warning("chat_reported", table=table.name, line=asked.line)
        return messages.Reported(asked.table, asked.nonce, asked.line)

    async def _was_said(self, table: Table, line: int) -> bool:
        query = sa.select(chat.c.id).where(chat.c.id == line, chat.c.table_id == table.name)
        async with self._store.engine.connect() as connection:
            return await connection.scalar(query) is not None

    async def _lines(self, table: Table) -> "deque[messages.Said]":
        """The latest lines of a table, read once while it is in memory."""
        if table.chat is None:
            query = sa.select(chat).where(chat.c.table_id == table.name).order_by(chat.c.id.desc()).limit(MOST_LINES)
            async with self._store.engine.connect() as connection:
                rows = (await connection.execute(query)).all()
            room = table.room
            people = await self._tables.shown({row.person for row in rows}, room.game.name, room.terms)
            found = (
                messages.Said(row.id, row.seat, frames.person(row.person, people), row.text, row.at_ms)
                for row in reversed(rows)
            )
            if table.chat is None:  # else somebody was faster, and others may have added to it
                table.chat = deque(found, MOST_LINES)
        if _is_private(table.room):
            self._private.setdefault(table, frozenset(table.room.people))
        return table.chat

    async def _keep(self, table: Table, guest: str, text: str) -> messages.Said:
        room, now = table.room, self._times.now_ms()
        seat = next(iter(room.seats_of(guest)), None)
        row = {"table_id": table.name, "seat": seat, "person": guest, "text": text, "at_ms": now}
        written: list[int] = []

        def write(connection: sa.Connection) -> None:
            written.append(connection.scalars(sa.insert(chat).values(row).returning(chat.c.id)).one())

        try:
            await self._store.writer.transact(write)
        except (SQLAlchemyError, OSError):
            raise refusals.not_saved() from None
        people = (
            table.people if guest in table.people else await self._tables.shown([guest], room.game.name, room.terms)
        )
        return messages.Said(written[-1], seat, frames.person(guest, people), text, now)


def plain(text: str) -> str:
    """One line of visible characters."""
    kept = (" " if character.isspace() else character for character in text)
    visible = (
        character
        for character in kept
        if character not in _DIRECTIONS and unicodedata.category(character) not in ("Cc", "Cs", "Co", "Cn")
    )
    return " ".join("".join(visible).split())


def _may_talk(room: Room, guest: str) -> bool:
    return bool(room.seats_of(guest)) or not _is_private(room)


def _is_private(room: Room) -> bool:
    return room.terms.rated and room.outcome is None
