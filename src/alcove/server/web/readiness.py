"""Could somebody play here now? A move from end to end, except for the wire: decided, written down durably, put into a frame."""

import asyncio
import time
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

import alcove
from alcove.server.base import refusals
from alcove.table import start
from alcove.table.decisions import engine_move
from alcove.table.fold import Entry, Room

from ..tables import frames
from ..tables.table import Table
from ..wire import messages
from .house import House

WRITE_SECONDS = 5.0
"""A database that takes longer for one line is not one to play with."""
_GUEST = "0" * 32


async def rehearse(house: House) -> messages.Ready:
    """Play a move at a table that nobody sees; refused if it could not be kept."""
    began = time.perf_counter()
    _play(house.tables.around)
    played = time.perf_counter()
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await house.uptime.beat()
    except (SQLAlchemyError, OSError, TimeoutError):
        raise refusals.not_saved() from None
    written = time.perf_counter()
    return messages.Ready("ok", alcove.__version__, (played - began) * 1000, (written - played) * 1000)


def _play(around: Any) -> None:
    room = Room.fold(start.new_table(messages.NewTable("axxa"), _GUEST, lambda _: ()))
    move = str(room.view.legal_moves()[0])
    room = room.after(Entry(engine_move(room, move), _GUEST, "nonce-of-nobody"))
    table = Table("nowhere", room, {}, 0)
    messages.write(frames.event(table.name, room, room.recent[-1], around(table), has_moves=True))
