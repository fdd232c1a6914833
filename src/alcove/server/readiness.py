"""Could somebody play here now? A move from end to end, but for the wire: decided, written down durably, told."""

import asyncio
import time
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

import alcove

from . import messages, opening, refusals, telling
from .deciding import engine_move
from .room import Entry, Room
from .table import Table
from .uptime import Uptime

WRITE_SECONDS = 5.0
"""A database that takes longer for one line is not one to play with."""
_GUEST = "0" * 32


async def rehearse(state: Any) -> messages.Ready:
    """Play a move at a table that nobody sees; refused if it could not be kept. `state` is the application's."""
    began = time.perf_counter()
    _play(state.tables.around)
    played = time.perf_counter()
    uptime: Uptime = state.uptime
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await uptime.beat()
    except (SQLAlchemyError, OSError, TimeoutError):
        raise refusals.not_saved() from None
    written = time.perf_counter()
    return messages.Ready("ok", alcove.__version__, (played - began) * 1000, (written - played) * 1000)


def _play(around: Any) -> None:
    room = Room.fold(opening.new_table(messages.NewTable("axxa"), _GUEST, lambda _: ()))
    move = str(room.view.legal_moves()[0])
    room = room.after(Entry(engine_move(room, move), _GUEST, "nonce-of-nobody"))
    table = Table("nowhere", room, {}, 0)
    messages.write(telling.event(table.name, room, room.recent[-1], around(table), has_moves=True))
