"""Writes down how games ended: the archive and the ratings, in one transaction and exactly once.

Called after the end of a game is on the disk; games that ended while nobody was there to write them down are
caught up with when the room opens.
"""

import asyncio
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from alcove.table.fold import Room
from alcove.table.refusals import RefusedError

from ..store.schema import accounts, archive, archive_seats, now, rating_changes, ratings, tables as _tables
from ..store.store import Store
from ..tables.tables import Tables
from .glicko import Rating
from .results import PAIR_DAYS, Finished, Known, ladder_of, rated_after

log = structlog.get_logger()

_WAITS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each attempt: a database that is away is soon back, or the next opening of the room catches up."""


class Historian:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def finish(self, table: str, room: Room, at: str | None = None) -> None:
        """Write a finished game down. Called twice, it writes once."""
        game = Finished.of(room)

        def write(connection: sa.Connection) -> None:
            _write(connection, table, game, at or now())

        for seconds in _WAITS:
            await asyncio.sleep(seconds)
            try:
                await self._store.writer.transact(write)
                return
            except IntegrityError:
                # Written already, or somebody's first two games ended in the same instant: only the second is tried again.
                if await self._has(table):
                    return
            except (SQLAlchemyError, OSError) as error:
                log.error("not_archived", table=table, cause=type(error).__name__)

    async def catch_up(self, tables: Tables) -> None:
        """Write down the games that ended unrecorded, in the order in which they ended. Records that somebody opened were played
        elsewhere: they have no `finished_at`."""
        query = (
            sa.select(_tables.c.id, _tables.c.changed_at)
            .where(_tables.c.finished_at.is_not(None), _tables.c.id.not_in(sa.select(archive.c.table_id)))
            .order_by(_tables.c.changed_at)
        )
        async with self._store.engine.connect() as connection:
            missed = (await connection.execute(query)).all()
        for row in missed:
            try:
                await self.finish(row.id, (await tables.get(row.id)).room, row.changed_at)
            except RefusedError:
                pass  # it cannot be read, or is a game by other rules than today's: kept, not shown
            except Exception:  # one game that cannot be written down does not keep the room closed
                log.exception("not_archived", table=row.id)

    async def _has(self, table: str) -> bool:
        async with self._store.engine.connect() as connection:
            return await connection.scalar(sa.select(archive.c.table_id).where(archive.c.table_id == table)) is not None


def _write(connection: sa.Connection, table: str, game: Finished, at: str) -> None:
    """The first insert also takes SQLite's write lock, so what is read afterwards cannot change underneath."""
    row = {
        "table_id": table,
        "game": game.game,
        "speed": game.speed,
        "rated": game.is_rated,
        "result": game.result,
        "reason": game.reason,
        "ply": game.ply,
        "ended_at": at,
    }
    connection.execute(sa.insert(archive).values(row))
    seats = [
        {
            "table_id": table,
            "seat": number,
            "person": player.person,
            "level": player.level,
            "score": player.score,
            "ended_at": at,
        }
        for number, player in enumerate(game.players)
    ]
    connection.execute(sa.insert(archive_seats), seats)
    if game.counts:
        _rate(connection, table, game, at)


def _ahead(connection: sa.Connection, table: str, game: Finished, person: str, at: str) -> int:
    """How many more of their latest rated games of this kind that person has won against the other one than lost."""
    mine, theirs = archive_seats.alias(), archive_seats.alias()
    other = next(player.person for player in game.players if player.person != person)
    since = (datetime.fromisoformat(at) - timedelta(days=PAIR_DAYS)).isoformat(timespec="milliseconds")
    query = (
        sa.select(mine.c.score)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .join(archive, archive.c.table_id == mine.c.table_id)
        .where(mine.c.person == person, theirs.c.person == other, mine.c.table_id != table, mine.c.ended_at >= since)
        .where(archive.c.rated, archive.c.game == game.game, archive.c.speed == game.speed)
    )
    scores = list(connection.scalars(query))
    return scores.count("won") - scores.count("lost")


def _rate(connection: sa.Connection, table: str, game: Finished, at: str) -> None:
    """New ratings for both, from both ratings before the game; guests are not rated, so nor are games with them."""
    persons = [player.person for player in game.players if player.person is not None]
    found = connection.execute(sa.select(accounts.c.person, accounts.c.is_bot).where(accounts.c.person.in_(persons)))
    is_bot = {row.person: row.is_bot for row in found}
    if len(is_bot) < len(persons):
        return
    ladder = ladder_of(game, frozenset(person for person, bot in is_bot.items() if bot))
    here = (ratings.c.game == game.game) & (ratings.c.speed == game.speed) & (ratings.c.ladder == ladder)
    rows = connection.execute(sa.select(ratings).where(here, ratings.c.person.in_(persons)).with_for_update())
    known = dict.fromkeys(persons, Known()) | {
        row.person: Known(Rating(row.rating, row.deviation, row.volatility), row.games, row.changed_at) for row in rows
    }
    for person, rating in rated_after(game, known, at, _ahead(connection, table, game, persons[0], at)).items():
        values = {
            "rating": rating.rating,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "games": known[person].games + 1,
            "changed_at": at,
        }
        key = {"person": person, "game": game.game, "speed": game.speed, "ladder": ladder}
        if known[person].changed_at is None:
            connection.execute(sa.insert(ratings).values(key | values))
        else:
            connection.execute(sa.update(ratings).where(here, ratings.c.person == person).values(values))
        change = {
            "table_id": table,
            "before": known[person].rating.rating,
            "after": rating.rating,
            "deviation": rating.deviation,
            "at": at,
        }
        connection.execute(sa.insert(rating_changes).values(key | change))
