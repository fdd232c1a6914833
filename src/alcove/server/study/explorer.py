"""What was played in a position: by engines, and in the finished games of this room.

Of the room's games only counts are told: never who played, nor a game that still goes on, nor one that was not rated.
Games that do not count are the players' own, and from the counts of a few moves a whole game could be put together.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from alcove.atlas.openings import OpeningIndex, Passed
from alcove.core.game import Game
from alcove.core.registry import game as game_named
from alcove.table.events import Entry
from alcove.table.refusals import RefusedError

from ..base.tasks import Tasks
from ..engines.child import FailedError
from ..engines.reckoner import Reckoner
from ..store.schema import archive
from ..store.store import Store
from ..wire import messages
from .openings import reached, ways

BATCH = 100
"""How many finished games are looked up at once."""
OVERLAP = timedelta(seconds=10)
"""How much later a game may be written down than another that ended after it."""
PATIENCE_SECONDS = 1.0
"""How long a question waits for games that ended meanwhile to be counted; the next one finds more."""


class Explorer:
    """Answers what was played in a position."""

    def __init__(self, store: Store, reckoner: Reckoner) -> None:
        self._store = store
        self._reckoner = reckoner
        self._rooms: dict[str, _RoomGames] = {}

    async def close(self) -> None:
        """Stop counting."""
        for room in self._rooms.values():
            await room.close()

    async def explore(self, asked: messages.AskExplore, who: str) -> messages.Explored:
        game = game_named(asked.game)
        room = self._rooms.setdefault(game.name, _RoomGames(game, self._store, self._reckoner))
        found = await self._reckoner.reckon("openings", who, reached, asked)
        await room.catch_up()
        here = room.index.moves_at(found.key, found.names)
        return messages.Explored(game.name, len(asked.moves), found.engines, here)


class _RoomGames:
    """The finished games of one game, counted once each in the order in which they ended."""

    def __init__(self, game: Game, store: Store, reckoner: Reckoner) -> None:
        self.index = OpeningIndex()
        self._game = game
        self._store = store
        self._reckoner = reckoner
        self._last = ""
        self._counted: dict[str, str] = {}
        """Tables whose games ended about as late as the last one, and when: others like it may still be written down."""
        self._tasks = Tasks()
        self._counting: asyncio.Task[None] | None = None

    async def catch_up(self) -> None:
        """Count what has ended since, for as long as somebody is ready to wait."""
        if self._counting is None or self._counting.done():
            self._counting = self._tasks.begin(self._count(), f"count {self._game.name}")
        await asyncio.wait({self._counting}, timeout=PATIENCE_SECONDS)

    async def close(self) -> None:
        await self._tasks.close()

    async def _count(self) -> None:
        while rows := await self._ended():
            for row in rows:
                try:
                    entries = await self._store.load(row.table_id)
                except msgspec.MsgspecError:  # a damaged row
                    entries = []
                for way in await self._ways(entries) if entries else ():
                    self.index.add(way, row.result, row.ply)
                self._last = max(self._last, row.ended_at)
                self._counted[row.table_id] = row.ended_at

    async def _ways(self, entries: list[Entry]) -> list[list[Passed]]:
        """The way a game took; none if it is too much, and never again. What the room has no time for now comes later."""
        try:
            return await self._reckoner.reckon("count", self._game.name, ways, self._game, entries)
        except RefusedError as refused:
            if refused.code == "busy":
                raise
        except FailedError:
            pass
        return []

    async def _ended(self) -> Any:
        """The next finished games. A game that ended a moment earlier may be written down a moment later, so the last few
        seconds are looked at again."""
        since = _earlier(self._last) if self._last else ""
        self._counted = {table: at for table, at in self._counted.items() if at >= since}
        is_new = (archive.c.ended_at >= since) & archive.c.table_id.not_in(self._counted)
        query = (
            sa.select(archive.c.table_id, archive.c.result, archive.c.ply, archive.c.ended_at)
            .where(archive.c.game == self._game.name, archive.c.rated, archive.c.result != "*", is_new)
            .order_by(archive.c.ended_at, archive.c.table_id)
            .limit(BATCH)
        )
        async with self._store.engine.connect() as connection:
            return (await connection.execute(query)).all()


def _earlier(moment: str) -> str:
    """A little before a moment, as the archive writes it."""
    return (datetime.fromisoformat(moment) - OVERLAP).isoformat(timespec="milliseconds")
