"""What stays of somebody who leaves: games, without anybody's name.

The one place where events are rewritten. In every game the person gets another id, drawn by lot, so that nothing tells
any more that two of the games were the same person's.
"""

import secrets

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..store.schema import (
    addresses,
    archive_seats,
    chat,
    events,
    puzzle_attempts,
    puzzle_ratings,
    rating_changes,
    ratings,
    reports,
    seats,
    silenced,
)


async def anonymise(engine: AsyncEngine, person: str) -> list[str]:
    """Put a new id in the place of `person` in every game; the answer is which games."""
    async with engine.begin() as connection:
        talked = list(await connection.scalars(sa.select(chat.c.table_id).where(chat.c.person == person)))
        said = sa.select(chat.c.id).where(chat.c.person == person)
        await connection.execute(sa.delete(reports).where(reports.c.line.in_(said)))
        for table in (reports, chat, silenced, addresses, ratings, rating_changes, puzzle_ratings, puzzle_attempts):
            await connection.execute(sa.delete(table).where(table.c.person == person))
        sat = sa.select(seats.c.table_id).where(seats.c.guest == person)
        acted = sa.select(events.c.table_id).where(events.c.guest == person)
        changed = sorted({*talked, *await connection.scalars(sat), *await connection.scalars(acted)})
        for name in changed:
            await _rename(connection, name, person, secrets.token_hex(16))
    return changed


async def _rename(connection: AsyncConnection, table: str, old: str, new: str) -> None:
    for index, column in ((seats, seats.c.guest), (archive_seats, archive_seats.c.person)):
        await connection.execute(
            sa.update(index).where(index.c.table_id == table, column == old).values({column.name: new})
        )
    here = events.c.table_id == table
    for row in (await connection.execute(sa.select(events.c.n, events.c.body).where(here))).all():
        body = row.body.replace(old.encode(), new.encode())
        if body != row.body:
            await connection.execute(sa.update(events).where(here, events.c.n == row.n).values(body=body))
    await connection.execute(sa.update(events).where(here, events.c.guest == old).values(guest=new))
