"""The one gate for engine help: who plays a game that counts gets none, wherever in the room they ask for it."""

from typing import Any

from . import refusals
from .store import Store
from .tables import Tables


async def check_engine_help(state: Any, person: str, table: str | None, game: str | None = None) -> None:
    """Refuses help for a rated game that goes on, and to who sits in one.

    In a live one they get no engine anywhere in the room; in one by correspondence, which takes weeks, none for the same
    game. `state` is the application's; `table` and `game` are what the help is for, if that is known.
    """
    tables: Tables = state.tables
    store: Store = state.store
    if table is not None:
        room = (await tables.get(table)).room
        game = room.game.name
        if room.terms.rated and room.outcome is None:
            raise refusals.no_help()
    for playing, speed in await store.rated_games_of(person):
        if speed != "correspondence" or game is None or playing == game:
            raise refusals.no_help()
