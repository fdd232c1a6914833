"""How a person is shown to others: by name and rating, or as a guest."""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from alcove.table.events import Terms

from ..store.schema import accounts, ratings
from ..store.store import Store
from ..tables.table import handle_of
from ..wire import messages
from .glicko import Rating


@dataclass(frozen=True, slots=True)
class Shown:
    """`rating` is for one game and speed, among people or, for a bot, among engines; `None` before the first game."""

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


class Faces:
    """How people are shown at a table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, persons: Collection[str], game: str, terms: Terms) -> dict[str, messages.PersonTold]:
        """All of `persons`, at a table of that game. Somebody without a rating has the initial one if the table is rated."""
        found = await shown(self._store, persons, game, terms.speed) if persons else {}
        return {person: _told(person, face, terms.rated) for person, face in found.items()}


def _told(person: str, face: Shown, is_rated: bool) -> messages.PersonTold:
    rating, is_provisional = face.rating, face.is_provisional
    if rating is None and is_rated:
        first = Rating()
        rating, is_provisional = round(first.rating), first.is_provisional
    return messages.PersonTold(handle_of(person), face.name, rating, is_provisional, face.is_bot)
