"""How a person is shown to others: by name and rating, or as a guest."""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from ..store import Store
from .glicko import Rating
from .schema import accounts, ratings


@dataclass(frozen=True, slots=True)
class Shown:
    """`rating` is the one of a game and speed: among people, for a bot among engines; `None` before the first game."""

    name: str | None = None
    rating: int | None = None
    is_provisional: bool = False
    is_bot: bool = False


GUEST = Shown()


async def shown(store: Store, persons: Collection[str], game: str, speed: str) -> dict[str, Shown]:
    """All of `persons`, guests too."""
    known = sa.select(accounts).where(accounts.c.person.in_(persons))
    here = (ratings.c.game == game) & (ratings.c.speed == speed) & ratings.c.person.in_(persons)
    async with store.engine.connect() as connection:
        people = (await connection.execute(known)).all()
        rated = {(row.person, row.ladder): row for row in await connection.execute(sa.select(ratings).where(here))}
    told = dict.fromkeys(persons, GUEST)
    for row in people:
        found = rated.get((row.person, "engines" if row.is_bot else "people"))
        rating = None if found is None else Rating(found.rating, found.deviation, found.volatility)
        told[row.person] = Shown(
            row.name,
            None if rating is None else round(rating.rating),
            rating is not None and rating.is_provisional,
            row.is_bot,
        )
    return told
