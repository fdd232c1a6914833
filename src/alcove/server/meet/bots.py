"""Programs that play: one stream of lines with everything that concerns a bot, and one for each of its games.

A stream that is not read piles up to a limit and then ends; the program comes back and learns where everything stands.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import msgspec

from alcove.core.game import State
from alcove.table.fold import Room
from alcove.table.refusals import RefusedError

from ..people.accounts import Account
from ..store.store import Store
from ..tables import frames
from ..tables.table import Table
from ..tables.tables import Tables
from ..wire import messages
from .lobby import Lobby

QUIET_SECONDS = 15.0
"""After this long an empty line is sent: a listener knows that the connection is alive, and one that is gone is noticed."""
MOST_UNSENT = 64
MOST_STREAMS = 20
"""The most streams one person may have."""

_seeks: msgspec.json.Decoder[messages.Lobby] = msgspec.json.Decoder(messages.Lobby)


class Ear:
    """Somebody who listens: a queue that a stream empties. `closed` once it has overflowed or was cut off."""

    def __init__(self, guest: str, digest: str) -> None:
        self.guest = guest
        self.digest = digest
        self.closed = False
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_UNSENT)

    def tell(self, frame: bytes) -> None:
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.closed = True

    def cut(self) -> None:
        self.closed = True
        if not self._waiting.full():
            self._waiting.put_nowait(None)

    async def hear(self) -> bytes | None:
        """The next frame, or `None` after a quiet while."""
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                return await self._waiting.get()
        except TimeoutError:
            return None


class Bots:
    """All streams that are open."""

    def __init__(self, store: Store, tables: Tables, lobby: Lobby) -> None:
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._ears: dict[Ear, bool] = {}
        """Who listens, and whether to events (or to a game)."""
        tables.ended.append(self._finish)

    def __iter__(self) -> Iterator[Ear]:
        return iter(tuple(self._ears))

    def has_room_for(self, person: str) -> bool:
        return sum(ear.guest == person for ear in self._ears) < MOST_STREAMS

    def cut(self, digest: str) -> None:
        """End the streams that a token or a session has open."""
        for ear in tuple(self._ears):
            if ear.digest == digest:
                ear.cut()

    def close(self) -> None:
        for ear in tuple(self._ears):
            ear.cut()

    async def _finish(self, table: str, room: Room) -> None:
        outcome = room.outcome
        assert outcome is not None
        told = messages.write(messages.GameFinish(table, room.game.name, room.result, outcome.reason))
        for ear, hears_events in tuple(self._ears.items()):
            if hears_events and room.seats_of(ear.guest):
                ear.tell(told)

    # --- Events -----------------------------------------------------------------------------------------------------

    async def events(self, account: Account, digest: str) -> AsyncIterator[bytes]:
        """What concerns a bot: its games, challenges to it, and offers it may take. Its live offers stand as long as it listens."""
        ear = Ear(account.person, digest)
        self._ears[ear] = True
        known: dict[str, messages.SeekTold] = {}
        offers: tuple[messages.SeekTold, ...] | None = None
        """Not told yet: the first list of offers is sent even if it is empty, so that no program waits for its first event."""
        try:
            for listed in await self._store.unfinished_of(account.person):
                with suppress(RefusedError):  # one that cannot be read
                    room = (await self._tables.get(listed.table)).room
                    yield _line(messages.GameStart(listed.table, room.game.name, room.seats_of(account.person)[0]))
            self._lobby.enter(ear, account.person)
            while not ear.closed:
                frame = await ear.hear()
                if frame is None:
                    yield b"\n"
                    continue
                heard = json.loads(frame)
                match heard["type"]:
                    case "paired":
                        room = (await self._tables.get(heard["table"])).room
                        seat = room.seats_of(account.person)[0]
                        yield _line(messages.GameStart(heard["table"], room.game.name, seat))
                    case "lobby":
                        seeks = _seeks.decode(frame).seeks
                        now = {seek.id: seek for seek in seeks if seek.to is not None and not seek.is_yours}
                        for id in known.keys() - now.keys():
                            yield _line(messages.ChallengeGone(id))
                        for id in now.keys() - known.keys():
                            yield _line(messages.Challenge(now[id]))
                        known = now
                        open_now = tuple(seek for seek in seeks if _is_for_bots(seek))
                        if open_now != offers:
                            offers = open_now
                            yield _line(messages.Seeks(offers))
                    case _:
                        yield frame + b"\n"
        finally:
            self._lobby.leave(ear)
            del self._ears[ear]

    # --- A game -----------------------------------------------------------------------------------------------------

    async def game(self, name: str, person: str, digest: str) -> AsyncIterator[bytes]:
        """A game as it goes on, for a bot that sits there, until it is over."""
        table = await self._tables.get(name)
        ear = Ear(person, digest)
        self._ears[ear] = False
        self._tables.enter(table, ear)
        try:
            room = table.room
            n = room.n
            yield _line(self._full(table, person))
            while not ear.closed and table.room.outcome is None:
                if await ear.hear() is None:
                    yield b"\n"
                elif table.room.n != n:
                    n = table.room.n
                    yield _line(self._state(table, person))
        finally:
            self._tables.leave(table, ear)
            del self._ears[ear]

    def _full(self, table: Table, person: str) -> messages.GameFull:
        room, around = table.room, self._tables.around(table)
        seats = frames.seats(room.game, room.view.options, room.seats, person, around.people)
        return messages.GameFull(
            table=table.name,
            game=room.game.name,
            options=frames.options_told(room.view.options),
            terms=room.terms,
            seats=tuple(_seat(seat) for seat in seats),
            start=room.views[0].to_text(),
            has_secrets=not isinstance(room.view, State),
            state=self._state(table, person),
        )

    def _state(self, table: Table, person: str) -> messages.GameState:
        room, outcome = table.room, table.room.outcome
        clock = frames.clock(room, self._tables.around(table).now_ms)
        return messages.GameState(
            n=room.n,
            position=room.view.to_text(),
            moves=tuple(line.text for line in room.lines),
            to_move=room.view.to_move,
            is_your_turn=room.is_full and outcome is None and room.view.to_move in room.seats_of(person),
            left_ms=() if clock is None else clock.left_ms,
            status="over" if outcome is not None else "playing" if room.is_full else "waiting",
            result=room.result,
            reason="" if outcome is None else outcome.reason,
        )


def _seat(seat: messages.SeatTold) -> messages.BotSeat:
    person = seat.person
    if person is None:
        return messages.BotSeat(None, None, seat.kind == "engine", False)
    return messages.BotSeat(person.name, person.rating, person.is_bot, seat.yours)


def _is_for_bots(seek: messages.SeekTold) -> bool:
    return not seek.is_yours and seek.to is None and (seek.bots or seek.is_bot)


def _line(message: messages.ToPage) -> bytes:
    return messages.write(message) + b"\n"
