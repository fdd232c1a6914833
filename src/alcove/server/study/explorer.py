"""What is known of a game and of its openings: the shipped atlas, and the finished games of this room.

Of the room's games only counts are told: never who played, nor a game that still goes on.
"""

import asyncio
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from alcove.atlas import atlas
from alcove.atlas.openings import OpeningIndex, Passed, passed
from alcove.atlas.telling import findings, reason_words
from alcove.core.errors import AlcoveError, IllegalMoveError
from alcove.core.game import Game, State
from alcove.core.registry import game as game_named
from alcove.core.text import Text
from alcove.server.base import refusals
from alcove.table import refusals as table_refusals
from alcove.table.fold import Entry, Room

from ..store.schema import archive
from ..store.store import Store
from ..wire import messages

log = structlog.get_logger()

EXPLORED_PLIES = 20
"""So many plies of a game of this room can be explored."""
BATCH = 100
"""So many finished games are looked up at once."""
OVERLAP = timedelta(seconds=10)
"""How much later a game may be written down than another that ended after it."""
PATIENCE_SECONDS = 1.0
"""How long a question waits for games that ended meanwhile to be counted; the next one finds more."""


class NothingToExploreError(AlcoveError):
    """A game whose start is luck."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            Text(
                f"{game.title} has no openings: no two deals are alike",
                f"{game.title} n'a pas d'ouvertures : aucune donne ne ressemble à une autre",
            )
        )


@cache
def atlas_told(game: Game) -> messages.AtlasTold:
    """The atlas of a game as the page draws it."""
    found = atlas(game.name)
    if found is None:
        raise refusals.not_found()
    reasons = {reason for mode in found.modes for sample in mode.samples for reason in sample.reasons}
    return messages.AtlasTold(
        game=game.name,
        title=game.title,
        seats=game.seat_names(game.initial(**found.modes[-1].options).options),
        date=found.date,
        seed=found.seed,
        random_games=found.random_games,
        engine_games=found.engine_games,
        findings=findings(found),
        modes=found.modes,
        reasons={reason: reason_words(game.name, reason) for reason in sorted(reasons)},
        tree=found.tree,
        states_log10=found.states_log10,
        luck=found.luck,
        openings=found.openings.games if found.openings else 0,
    )


@cache
def _engine_games(name: str) -> OpeningIndex:
    found = atlas(name)
    return OpeningIndex(found.openings.positions if found and found.openings else None)


class Explorer:
    """Answers what was played in a position."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, _RoomGames] = {}

    async def close(self) -> None:
        """Stop counting."""
        for room in self._rooms.values():
            await room.close()

    async def explore(self, asked: messages.AskExplore) -> messages.Explored:
        game = game_named(asked.game)
        room = self._rooms.setdefault(game.name, _RoomGames(game, self._store))
        state = await asyncio.to_thread(_after, game, asked)
        await room.catch_up()
        return await asyncio.to_thread(_answer, game, state, len(asked.moves), room.index)


def _after(game: Game, asked: messages.AskExplore) -> State[Any]:
    """The position after the moves; the first that cannot be played is refused."""
    state = game.initial(**asked.options)
    if game.luck(state):
        raise NothingToExploreError(game)
    for move in asked.moves:
        try:
            state = state.play(move)
        except IllegalMoveError as error:
            raise table_refusals.illegal(error.refusal) from None
    return state


def _answer(game: Game, state: State[Any], ply: int, room: OpeningIndex) -> messages.Explored:
    return messages.Explored(game.name, ply, _engine_games(game.name).moves_in(game, state), room.moves_in(game, state))


class _RoomGames:
    """The finished games of one game, counted once each in the order in which they ended."""

    def __init__(self, game: Game, store: Store) -> None:
        self.index = OpeningIndex()
        self._game = game
        self._store = store
        self._last = ""
        self._counted: dict[str, str] = {}
        """Tables whose games ended about as late as the last one, and when: others like it may still be written down."""
        self._counting: asyncio.Task[None] | None = None

    async def catch_up(self) -> None:
        """Count what has ended since, for as long as somebody is ready to wait."""
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count())
        done, _ = await asyncio.wait({self._counting}, timeout=PATIENCE_SECONDS)
        for task in done:
            if (error := task.exception()) is not None:
                log.error("games_not_counted", game=self._game.name, cause=type(error).__name__)

    async def close(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.gather(self._counting, return_exceptions=True)

    async def _count(self) -> None:
        while rows := await self._ended():
            for row in rows:
                try:
                    entries = await self._store.load(row.table_id)
                except msgspec.MsgspecError:  # a damaged row
                    entries = []
                for way in await asyncio.to_thread(_ways, self._game, entries) if entries else ():
                    self.index.add(way, row.result, row.ply)
                self._last = max(self._last, row.ended_at)
                self._counted[row.table_id] = row.ended_at

    async def _ended(self) -> Any:
        """The next finished games. Who ended a moment earlier may be written down a moment later, so the last few seconds
        are looked at again."""
        since = _earlier(self._last) if self._last else ""
        self._counted = {table: at for table, at in self._counted.items() if at >= since}
        is_new = (archive.c.ended_at >= since) & archive.c.table_id.not_in(self._counted)
        query = (
            sa.select(archive.c.table_id, archive.c.result, archive.c.ply, archive.c.ended_at)
            .where(archive.c.game == self._game.name, archive.c.result != "*", is_new)
            .order_by(archive.c.ended_at, archive.c.table_id)
            .limit(BATCH)
        )
        async with self._store.engine.connect() as connection:
            return (await connection.execute(query)).all()


def _earlier(moment: str) -> str:
    """A little before a moment, as the archive writes it."""
    return (datetime.fromisoformat(moment) - OVERLAP).isoformat(timespec="milliseconds")


def _ways(game: Game, entries: list[Entry]) -> list[list[Passed]]:
    """The way a game took, if it can still be read: other rules may have allowed what today's do not."""
    try:
        room = Room.fold(entries)
        return [passed(game, room.created.start(), (line.text for line in room.lines), EXPLORED_PLIES)]
    except AlcoveError:
        return []
