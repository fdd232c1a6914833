"""The one gate for engine help: whoever is playing a rated game gets none, wherever in the room they ask for it."""

from ..base import refusals
from ..store.store import Store
from ..tables.tables import Tables


class Gate:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables
        tables.allow_engine = self._check_opponent

    async def _check_opponent(self, person: str, game: str) -> None:
        """An engine across the board is help like any other: its moves can be copied into another game."""
        await self.check(person, None, game)

    async def check(self, person: str, table: str | None, game: str | None = None) -> None:
        """Refuses help for a rated game under way, and to anybody who sits in one.

        In a live one they get no engine anywhere in the room; in one by correspondence, which takes weeks, none for the
        same game. `table` and `game` are what the help is for, if that is known.
        """
        if table is not None:
            room = (await self._tables.get(table)).room
            game = room.game.name
            if room.terms.rated and room.outcome is None:
                raise refusals.no_help()
        for playing, speed in await self._store.rated_games_of(person):
            if speed != "correspondence" or game is None or playing == game:
                raise refusals.no_help()
