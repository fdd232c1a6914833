"""Reported chat, for whoever runs the room: what was said, around what, and what is done about it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.table.clock import DAY_MS

from ..store.database import Writer
from ..store.schema import accounts, chat, reports, silenced
from ..tables.table import handle_of

AROUND = 5
"""This many lines before and after the one in question."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of chat; `who` is the name of an account, or the handle of a guest."""

    id: int
    table: str
    who: str
    text: str
    at: datetime
    is_player: bool


@dataclass(frozen=True, slots=True)
class Reported:
    """A line that somebody reported, by how many people, and how many of these reports are not settled."""

    line: Line
    count: int
    open: int


@dataclass(frozen=True, slots=True)
class Context:
    """A reported line among those around it, until when its author is silenced, and who reported it."""

    reported: Reported
    around: tuple[Line, ...]
    reporters: tuple[str, ...]
    silenced_until: datetime | None


class Reports:
    """The reports of a room that may be open."""

    def __init__(self, engine: AsyncEngine, writer: Writer, now_ms: int) -> None:
        self._engine, self._writer, self._now_ms = engine, writer, now_ms

    async def waiting(self) -> list[Reported]:
        """The lines with reports that are not settled, the oldest first."""
        return await self._find(_open > 0)

    async def show(self, id: int) -> Context:
        found = await self._find(chat.c.id == id)
        if not found:
            raise AlcoveError(
                Text(f"nobody has reported a line {id} of chat", f"personne n'a signalé de ligne {id} de discussion")
            )
        async with self._engine.connect() as connection:
            person, table = (
                await connection.execute(sa.select(chat.c.person, chat.c.table_id).where(chat.c.id == id))
            ).one()
            here = _lines.where(chat.c.table_id == table)
            before = await connection.execute(here.where(chat.c.id <= id).order_by(chat.c.id.desc()).limit(AROUND + 1))
            after = await connection.execute(here.where(chat.c.id > id).order_by(chat.c.id).limit(AROUND))
            around = (*reversed(before.all()), *after.all())
            whose = sa.select(reports.c.person, accounts.c.name).where(reports.c.line == id)
            told = await connection.execute(
                whose.outerjoin_from(reports, accounts, accounts.c.person == reports.c.person)
            )
            reporters = tuple(_who(row) for row in told)
            until = await connection.scalar(sa.select(silenced.c.until_ms).where(silenced.c.person == person))
        silent_until = None if until is None or until <= self._now_ms else _time(until)
        return Context(found[0], tuple(map(_line, around)), reporters, silent_until)

    async def settle(self, id: int) -> None:
        """It has been looked at."""
        open_ones = sa.update(reports).where(reports.c.line == id, reports.c.settled_at_ms.is_(None))
        await self._writer.write(open_ones.values(settled_at_ms=self._now_ms))

    async def remove(self, id: int) -> None:
        """Delete the line. A room that has its table in memory shows it until it is loaded again."""
        await self._writer.write(sa.delete(reports).where(reports.c.line == id), sa.delete(chat).where(chat.c.id == id))

    async def silence(self, id: int, days: int) -> None:
        """The author of the line may not write for this many days, beginning now; 0 lets them write again."""

        def write(connection: sa.Connection) -> None:
            person = connection.scalar(sa.select(chat.c.person).where(chat.c.id == id))
            connection.execute(sa.delete(silenced).where(silenced.c.person == person))
            if days > 0:
                until = self._now_ms + days * DAY_MS
                connection.execute(sa.insert(silenced).values(person=person, until_ms=until))

        await self._writer.transact(write)

    async def _find(self, which: sa.ColumnElement[bool]) -> list[Reported]:
        query = (
            _lines.add_columns(sa.func.count().label("count_"), _open.label("open"))
            .join(reports, reports.c.line == chat.c.id)
            .group_by(*_lines.selected_columns)
            .having(which)
            .order_by(chat.c.id)
        )
        async with self._engine.connect() as connection:
            return [Reported(_line(row), row.count_, row.open) for row in await connection.execute(query)]


_lines = sa.select(
    chat.c.id, chat.c.table_id, chat.c.person, chat.c.text, chat.c.at_ms, chat.c.seat, accounts.c.name
).outerjoin_from(chat, accounts, accounts.c.person == chat.c.person)
_open = sa.func.count() - sa.func.count(reports.c.settled_at_ms)


def _line(row: Any) -> Line:
    return Line(row.id, row.table_id, _who(row), row.text, _time(row.at_ms), row.seat is not None)


def _who(row: Any) -> str:
    return str(row.name) if row.name is not None else f"#{handle_of(row.person)}"


def _time(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)
