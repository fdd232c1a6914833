"""Profiles, the history of ratings, and who leads."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from alcove.core.registry import games
from alcove.games.data import DataError
from alcove.players.levels import Level, levels
from alcove.table.clock import Speed

from ..store.schema import accounts, archive, archive_seats, rating_changes, ratings
from ..wire import messages
from . import names
from .accounts import Account, Accounts
from .glicko import KNOWN_DEVIATION, Rating
from .results import Ladder

MOST_POINTS = 1000
MOST_LEADERS = 50
LEADERS_OPPONENTS = 5
"""Somebody who has beaten only a few is not the best of all."""
LEADERS_DAYS = 90
"""Somebody who has not played for this long is no longer among the leaders."""


class Profiles:
    def __init__(self, engine: AsyncEngine, people: Accounts) -> None:
        self._engine = engine
        self._people = people

    async def profile(self, name: str, viewer: str | None) -> messages.Profile:
        """What everybody may know about somebody. Only rated games are counted for others."""
        if names.folded(name) == names.ENGINE:
            return await self._engine_profile()
        account = await self._people.named(name)
        mine = archive_seats.c.person == account.person
        query = sa.select(ratings).where(ratings.c.person == account.person).order_by(ratings.c.game, ratings.c.speed)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            count = await connection.scalar(_rated_games(mine))
        return messages.Profile(
            name=account.name,
            kind="bot" if account.is_bot else "person",
            created_at=account.created_at,
            games=count or 0,
            ratings=tuple(_told(row) for row in rows),
            levels=(),
            is_you=account.person == viewer,
        )

    async def _engine_profile(self) -> messages.Profile:
        async with self._engine.connect() as connection:
            count = await connection.scalar(_rated_games(archive_seats.c.level.is_not(None)))
        measured = tuple(
            messages.LevelRating(game, level.number, level.rating, level.interval)
            for game in games()
            for level in _levels(game)
        )
        return messages.Profile("Alcove", "engine", None, count or 0, (), measured, False)

    async def history(self, name: str, game: str, speed: Speed, ladder: Ladder) -> messages.History:
        """A rating after each of the latest rated games, the oldest first."""
        account = await self._people.named(name)
        query = (
            sa.select(rating_changes.c.at, rating_changes.c.after, rating_changes.c.table_id)
            .where(
                rating_changes.c.person == account.person,
                rating_changes.c.game == game,
                rating_changes.c.speed == speed,
                rating_changes.c.ladder == ladder,
            )
            .order_by(rating_changes.c.at.desc())
            .limit(MOST_POINTS)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        points = tuple(messages.HistoryPoint(row.at, round(row.after), row.table_id) for row in reversed(rows))
        return messages.History(game, speed, ladder, points)

    async def leaders(self, game: str, speed: Speed, ladder: Ladder) -> messages.Leaders:
        """The best of those whose rating is known well, who have met several opponents and who still play."""
        since = (datetime.now(UTC) - timedelta(days=LEADERS_DAYS)).isoformat(timespec="milliseconds")
        query = (
            sa.select(accounts.c.name, accounts.c.is_bot, ratings.c.rating, ratings.c.games)
            .join(accounts, accounts.c.person == ratings.c.person)
            .where(
                ratings.c.game == game,
                ratings.c.speed == speed,
                ratings.c.ladder == ladder,
                ratings.c.deviation <= KNOWN_DEVIATION,
                ratings.c.changed_at >= since,
                _opponents(game, speed) >= LEADERS_OPPONENTS,
            )
            .order_by(ratings.c.rating.desc(), accounts.c.folded)
            .limit(MOST_LEADERS)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        told = tuple(messages.Leader(row.name, row.is_bot, round(row.rating), row.games) for row in rows)
        return messages.Leaders(game, speed, ladder, told)

    async def has_played(self, account: Account) -> bool:
        """Has this account finished any game?"""
        query = sa.select(archive_seats.c.table_id).where(archive_seats.c.person == account.person).limit(1)
        async with self._engine.connect() as connection:
            return await connection.scalar(query) is not None


def _opponents(game: str, speed: Speed) -> sa.ScalarSelect[int]:
    """How many people the owner of a row of `ratings` has played rated games of that kind with."""
    mine, theirs = archive_seats.alias(), archive_seats.alias()
    return (
        sa.select(sa.func.count(theirs.c.person.distinct()))
        .select_from(mine)
        .join(theirs, (theirs.c.table_id == mine.c.table_id) & (theirs.c.seat != mine.c.seat))
        .join(archive, archive.c.table_id == mine.c.table_id)
        .where(mine.c.person == ratings.c.person, archive.c.rated, archive.c.game == game, archive.c.speed == speed)
        .correlate(ratings)
        .scalar_subquery()
    )


def _rated_games(whose: sa.ColumnElement[bool]) -> sa.Select[int]:
    tables = sa.select(archive_seats.c.table_id).where(whose)
    return sa.select(sa.func.count()).select_from(archive).where(archive.c.rated, archive.c.table_id.in_(tables))


def _told(row: sa.Row[tuple[object, ...]]) -> messages.RatingTold:
    known = Rating(row.rating, row.deviation, row.volatility)
    return messages.RatingTold(
        game=row.game,
        speed=row.speed,
        ladder=row.ladder,
        rating=round(known.rating),
        deviation=round(known.deviation),
        games=row.games,
        is_provisional=known.is_provisional,
    )


def _levels(game: str) -> tuple[Level, ...]:
    """The levels of a game; none if it describes them wrongly, which is no fault of the others."""
    try:
        return levels(game)
    except DataError:
        return ()
