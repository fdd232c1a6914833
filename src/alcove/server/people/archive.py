"""The archive: finished games found by who played, what, when and how it ended. Rated games are everybody's to see,
all others only those who played them."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ..store.schema import accounts, archive, archive_seats, rating_changes
from ..wire import messages
from . import names
from .accounts import Accounts

PAGE = 30
MOST_RECORDS = 2000
"""The most games that one download may have."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: the games of `player` (a name; empty for one's own), narrowed by all the rest.

    `since` and `until` are moments as the database keeps them, the second no longer included.
    """

    player: str = ""
    game: str = ""
    opponent: str = ""
    result: str = ""
    rated: bool | None = None
    speed: str = ""
    since: str = ""
    until: str = ""
    before: str = ""


class Archive:
    def __init__(self, engine: AsyncEngine, people: Accounts) -> None:
        self._engine = engine
        self._people = people

    async def page(self, search: Search, viewer: str) -> messages.Archive:
        """One page of what was found."""
        where = await self._where(search, viewer)
        paged = where if not search.before else where & _is_before(search.before)
        query = (
            sa.select(archive)
            .where(paged)
            .order_by(archive.c.ended_at.desc(), archive.c.table_id.desc())
            .limit(PAGE + 1)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            total = await connection.scalar(sa.select(sa.func.count()).select_from(archive).where(where))
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        lines = await self._lines(rows[:PAGE], viewer)
        return messages.Archive(lines, total or 0, None if last is None else f"{last.ended_at} {last.table_id}")

    async def tables(self, search: Search, viewer: str) -> list[str]:
        """The tables of all that was found, the latest first."""
        where = await self._where(search, viewer)
        query = sa.select(archive.c.table_id).where(where).order_by(archive.c.ended_at.desc()).limit(MOST_RECORDS)
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def _where(self, search: Search, viewer: str) -> sa.ColumnElement[bool]:
        mine, theirs = archive_seats.alias(), archive_seats.alias()
        whose = await self._seat(search.player, mine) if search.player else mine.c.person == viewer
        seats = sa.select(mine.c.table_id).where(mine.c.table_id == archive.c.table_id, whose)
        if search.opponent:
            other = await self._seat(search.opponent, theirs)
            seats = seats.join(theirs, (theirs.c.table_id == mine.c.table_id) & (theirs.c.seat != mine.c.seat))
            seats = seats.where(other)
        if search.result:
            seats = seats.where(mine.c.score == search.result)
        own = sa.select(archive_seats.c.table_id).where(archive_seats.c.person == viewer)
        where = seats.exists() & (archive.c.result != "*") & (archive.c.rated | archive.c.table_id.in_(own))
        for column, wanted in ((archive.c.game, search.game), (archive.c.speed, search.speed)):
            if wanted:
                where &= column == wanted
        if search.rated is not None:
            where &= archive.c.rated == search.rated
        if search.since:
            where &= archive.c.ended_at >= search.since
        if search.until:
            where &= archive.c.ended_at < search.until
        return where

    async def _seat(self, name: str, seat: sa.FromClause) -> sa.ColumnElement[bool]:
        """The seats of somebody of that name; the engine has a name too."""
        if names.folded(name) == names.ENGINE:
            return seat.c.level.is_not(None)
        person = (await self._people.named(name)).person
        where: sa.ColumnElement[bool] = seat.c.person == person
        return where

    async def _lines(self, rows: Any, viewer: str) -> tuple[messages.ArchiveLine, ...]:
        listed = [row.table_id for row in rows]
        query = (
            sa.select(
                archive_seats, accounts.c.name, accounts.c.is_bot, rating_changes.c.before, rating_changes.c.after
            )
            .outerjoin(accounts, accounts.c.person == archive_seats.c.person)
            .outerjoin(
                rating_changes,
                (rating_changes.c.table_id == archive_seats.c.table_id)
                & (rating_changes.c.person == archive_seats.c.person),
            )
            .where(archive_seats.c.table_id.in_(listed))
            .order_by(archive_seats.c.seat)
        )
        seats: dict[str, list[messages.ArchiveSeat]] = {table: [] for table in listed}
        async with self._engine.connect() as connection:
            for seat in await connection.execute(query):
                change = None if seat.after is None else round(seat.after) - round(seat.before)
                seats[seat.table_id].append(
                    messages.ArchiveSeat(
                        seat.name, bool(seat.is_bot), seat.level, seat.score, change, seat.person == viewer
                    )
                )
        return tuple(
            messages.ArchiveLine(
                row.table_id, row.game, row.speed, row.rated, row.result, row.reason, row.ply, row.ended_at,
                tuple(seats[row.table_id]),
            )
            for row in rows
        )  # fmt: skip


def _is_before(mark: str) -> sa.ColumnElement[bool]:
    """Later pages begin where the last one ended; two games may have ended in the same instant."""
    at, _, table = mark.partition(" ")
    return (archive.c.ended_at < at) | ((archive.c.ended_at == at) & (archive.c.table_id < table))
