"""Could somebody play here now? A move from end to end, except for the wire: decided, written down durably, put into a frame.

Anybody may ask, any number of times: all who ask within a few seconds share one rehearsal, so the room writes no more for
strangers than for its own heartbeat.
"""

import asyncio
import time

from sqlalchemy.exc import SQLAlchemyError

import alcove
from alcove.core.registry import ours
from alcove.games.rooms import rooms
from alcove.server.base import refusals
from alcove.table import start
from alcove.table.decisions import engine_move
from alcove.table.fold import Entry, Room

from ..cluster.uptime import Uptime
from ..tables import frames
from ..tables.table import Table
from ..tables.tables import Tables
from ..wire import messages

WRITE_SECONDS = 5.0
"""A database that takes longer for one line is not one to play with."""
FRESH_SECONDS = 3.0
"""So long a rehearsal speaks for the room."""
_GUEST = "0" * 32


class Readiness:
    def __init__(self, tables: Tables, uptime: Uptime) -> None:
        self._tables, self._uptime = tables, uptime
        self._rehearsal: asyncio.Task[messages.Ready] | None = None
        self._fresh_until = 0.0

    async def ask(self) -> messages.Ready:
        """What the last rehearsal said, or the one under way, or a new one; refused if the room is not ready."""
        now = asyncio.get_running_loop().time()
        if self._rehearsal is None or (self._rehearsal.done() and now >= self._fresh_until):
            self._fresh_until = now + FRESH_SECONDS
            self._rehearsal = asyncio.create_task(self._rehearse())
        return await asyncio.shield(self._rehearsal)

    async def _rehearse(self) -> messages.Ready:
        """Play a move at a table that nobody sees; refused if it could not be kept."""
        began = time.perf_counter()
        self._play()
        played = time.perf_counter()
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._uptime.beat()
        except (SQLAlchemyError, OSError, TimeoutError):
            raise refusals.not_saved() from None
        written = time.perf_counter()
        return messages.Ready("ok", alcove.__version__, (played - began) * 1000, (written - played) * 1000)

    def _play(self) -> None:
        game = next(name for name in ours() if rooms(name).has("scene"))
        room = Room.fold(start.new_table(messages.NewTable(game), _GUEST, lambda _: ()))
        move = str(room.view.legal_moves()[0])
        room = room.after(Entry(engine_move(room, move), _GUEST, "nonce-of-nobody"))
        table = Table("nowhere", room, {}, 0)
        messages.write(frames.event(table.name, room, room.recent[-1], self._tables.around(table), has_moves=True))
