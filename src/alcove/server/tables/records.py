"""The games of tables as records, to keep."""

import asyncio
from collections.abc import AsyncIterator

from alcove.core.errors import AlcoveError
from alcove.table.fold import Room, record_of
from alcove.table.refusals import RefusedError

from ..base import refusals
from ..engines.child import FailedError
from ..engines.reckoner import Reckoner
from ..store.store import Store
from .laws import law_of
from .tables import Tables

SHORT_PLIES = 100
"""A game in memory of so few plies is written on the spot, in a millisecond."""
AGAIN_SECONDS = 1.0
"""How soon a download asks again for what the room had no time for."""


class Records:
    def __init__(self, store: Store, tables: Tables, reckoner: Reckoner) -> None:
        self._store, self._tables, self._reckoner = store, tables, reckoner

    async def of(self, name: str, who: str) -> tuple[str, bytes]:
        """The game of a table and its record as it stands; while it goes on, as the players see it."""
        room = (await self._tables.get(name)).room
        return room.game.name, await self._written(name, room, who)

    async def all_of(self, names: list[str], who: str) -> AsyncIterator[tuple[str, bytes]]:
        """The tables and their records, one after the other; a game that can be read no more is passed over. Games that
        nobody has open are not brought into memory for it."""
        for name in names:
            known = self._tables.known(name)
            try:
                yield name, await self._patiently_written(name, None if known is None else known.room, who)
            except (AlcoveError, FailedError):
                continue

    async def _patiently_written(self, name: str, room: Room | None, who: str) -> bytes:
        while True:
            try:
                return await self._written(name, room, who)
            except RefusedError as refused:
                if refused.code != "busy":
                    raise
            await asyncio.sleep(AGAIN_SECONDS)

    async def _written(self, name: str, room: Room | None, who: str) -> bytes:
        if room is not None and room.ply <= SHORT_PLIES:
            with law_of(room.game, name):
                return room.record_text().encode()
        known = None if room is None else self._reckoner.known(("record", name, room.n))
        if known is not None:
            return known
        entries = await self._store.load(name)
        if not entries:
            raise refusals.unknown_table(name)
        return await self._reckoner.recall(("record", name, len(entries)), "record", who, record_of, entries)
