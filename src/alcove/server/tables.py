"""The tables of the room: where pure logic meets the disk, the watchers and the engines.

One lock a table. Under it a command becomes an event, the event goes to the disk, and only then is it acknowledged,
taken in and told to everybody who watches.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import structlog

from alcove.core.errors import AlcoveError
from alcove.core.options import build
from alcove.core.registry import game as game_named
from alcove.records import read_record

from . import messages, refusals, room as logic, telling
from .engines import Pool
from .room import Entry, Room
from .store import Append, Standing, StorageError, Store
from .thinking import levels

log = structlog.get_logger()
T = TypeVar("T")

MOST_IDLE_TABLES = 200
"""So many tables that nobody watches are kept in memory."""
RETRY_SECONDS = 2.0
"""How long an engine's move waits when the disk did not take it."""


class Watcher(Protocol):
    """Somebody who is told what happens at a table. `tell` never waits."""

    def tell(self, frame: str) -> None: ...


class Table:
    """A table in memory."""

    def __init__(self, name: str, room: Room) -> None:
        self.name = name
        self.room = room
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking_n: int | None = None

    def tell(self, message: messages.ToPage) -> None:
        """One encoding for all who watch."""
        if self.watchers:
            frame = messages.write(message).decode()
            for watcher in tuple(self.watchers):
                watcher.tell(frame)

    @property
    def is_idle(self) -> bool:
        return not self.watchers and self.thinking_n is None and not self.lock.locked()


class Tables:
    """All tables of the room."""

    def __init__(self, store: Store, engines: Pool) -> None:
        self._store = store
        self._engines = engines
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading = asyncio.Lock()
        self._commands: set[asyncio.Task[messages.Ack]] = set()
        self._turns: set[asyncio.Task[None]] = set()

    def resume(self) -> None:
        """After a restart: the engines go on thinking where they were interrupted."""
        _keep(self._turns, self._resume())

    async def _resume(self) -> None:
        for name in await self._store.waiting_for_engine():
            with suppress(refusals.RefusedError):
                self._wake_engine(await self.get(name))

    async def close(self) -> None:
        """Commands under way are finished, thoughts are not."""
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._commands, *self._turns, return_exceptions=True)

    async def get(self, name: str) -> Table:
        """The table of that name, folded from its events if it is not in memory."""
        if name not in self._tables:
            async with self._loading:
                if name not in self._tables:
                    self._tables[name] = await self._load(name)
                    self._forget_idle()
        self._tables.move_to_end(name)
        return self._tables[name]

    async def _load(self, name: str) -> Table:
        entries = await self._store.load(name)
        if not entries:
            raise refusals.unknown_table(name)
        try:
            return Table(name, await asyncio.to_thread(Room.fold, entries))
        except AlcoveError as error:  # a game that other rules allowed
            log.error("table_unreadable", table=name, cause=type(error).__name__)
            raise refusals.unreadable() from None

    def _forget_idle(self) -> None:
        """Drop the tables that nobody has used for longest; the disk has them. Never the one just asked for."""
        surplus = len(self._tables) - MOST_IDLE_TABLES
        if surplus > 0:
            idle = [name for name, table in list(self._tables.items())[:-1] if table.is_idle]
            for name in idle[:surplus]:
                del self._tables[name]

    # --- New tables -------------------------------------------------------------------------------------------------

    async def create(self, wish: messages.NewTable, guest: str) -> str:
        return await self._found(logic.new_table(wish, guest, _levels))

    async def open_record(self, wish: messages.OpenRecord, guest: str) -> str:
        record = await asyncio.to_thread(read_record, wish.record)
        return await self._found(await asyncio.to_thread(logic.opened_record, record, wish.seats, guest, _levels))

    async def _found(self, entries: Sequence[Entry]) -> str:
        room, name = await asyncio.to_thread(Room.fold, entries), new_name()
        await self._save(Append(name, 1, entries, Standing.of(room)))
        log.info("table_created", table=name, game=room.game.name)
        self._wake_engine(await self.get(name))
        return name

    async def _save(self, *appends: Append) -> None:
        try:
            await self._store.append(*appends)
        except StorageError:
            raise refusals.not_saved() from None

    # --- Commands ---------------------------------------------------------------------------------------------------

    async def obey(self, command: messages.Command, guest: str) -> messages.Ack:
        """Do what a command says and acknowledge it; `RefusedError` says why not. Sent twice, it is done once.

        A task of its own: once begun it is finished, even if the page that sent it is gone.
        """
        return await asyncio.shield(_keep(self._commands, self._obey(command, guest)))

    async def _obey(self, command: messages.Command, guest: str) -> messages.Ack:
        table = await self.get(command.table)
        async with table.lock:
            if (done_n := table.room.acknowledged(guest, command.nonce)) is not None:
                return messages.Ack(command.table, command.nonce, done_n)
            next_table = new_name()
            entry = Entry(table.room.decide(command, guest, next_table), guest, command.nonce)
            also = []
            if isinstance(entry.event, logic.Rematched):
                opening = [Entry(table.room.next_game(), guest)]
                also.append(Append(next_table, 1, opening, Standing.of(Room.fold(opening))))
            await self._happen(table, entry, *also)
        if also:
            self._wake_engine(await self.get(next_table))
        return messages.Ack(command.table, command.nonce, table.room.n)

    async def _happen(self, table: Table, entry: Entry, *also: Append) -> None:
        """An event: on the disk first, then in memory and on every screen. The table's lock is held."""
        room = table.room.after(entry)
        await self._save(Append(table.name, room.n, [entry], Standing.of(room)), *also)
        table.room = room
        assert not isinstance(entry.event, logic.Created)
        log.info("event", table=table.name, n=room.n, kind=type(entry.event).__name__)
        table.tell(telling.event(table.name, room, entry.event))
        self._wake_engine(table)

    # --- Engines ----------------------------------------------------------------------------------------------------

    def _wake_engine(self, table: Table) -> None:
        """Let the engine think, if it is its turn and it is not thinking already."""
        seat = table.room.engine_to_move
        if seat is None or table.thinking_n == table.room.n:
            return
        table.thinking_n = table.room.n
        table.tell(messages.Thinking(table.name, table.room.n, seat))
        _keep(self._turns, self._engine_turn(table, seat, table.room.n))

    async def _engine_turn(self, table: Table, seat: int, n: int) -> None:
        """Choose a move and play it, unless the game has gone elsewhere in the meantime (an undo, a resignation)."""
        level = table.room.seats[seat].level
        assert level is not None
        move = await self._engines.choose(table.room.game.name, table.room.view, level)
        while True:
            async with table.lock:
                if table.room.n != n:
                    break
                try:
                    await self._happen(table, Entry(table.room.play(move)))
                    break
                except refusals.RefusedError as refused:
                    log.error("engine_move_not_saved", table=table.name, n=n, cause=refused.code)
            await asyncio.sleep(RETRY_SECONDS)
        if table.thinking_n == n:
            table.thinking_n = None

    async def hint(self, asked: messages.AskHint, guest: str) -> messages.Hint:
        """The engine at full strength, for somebody who sits at the table."""
        table = await self.get(asked.table)
        room = table.room
        if not room.seats_of(guest):
            raise refusals.not_seated()
        if asked.expected_n != room.n:
            raise refusals.stale()
        if room.outcome is not None:
            raise refusals.over()
        advice = await self._engines.advise(room.game.name, room.view)
        return messages.Hint(table.name, asked.expected_n, asked.nonce, advice.lines, advice.depth, advice.nodes)

    # --- Questions --------------------------------------------------------------------------------------------------

    async def why(self, asked: messages.AskWhy) -> messages.Why:
        """The rule that forbids a move. A question to the view, which does not know what is hidden."""
        table = await self.get(asked.table)
        refusal = table.room.view.why_not(asked.text)
        if refusal is None:
            return messages.Why(asked.table, asked.nonce, asked.text, None, None)
        return messages.Why(asked.table, asked.nonce, asked.text, refusal.text, refusal.clause or None)

    async def unfinished_of(self, guest: str) -> messages.MyTables:
        lines = []
        for listed in await self._store.unfinished_of(guest):
            game = game_named(listed.created.game)
            options = build(game.options_type, listed.created.options)
            lines.append(
                messages.TableLine(
                    table=listed.table,
                    game=listed.created.game,
                    seats=telling.seats(game, options, listed.created.seats, guest),
                    ply=listed.ply,
                    to_move=listed.to_move,
                    changed_at=listed.changed_at,
                )
            )
        return messages.MyTables(tuple(lines))


def _keep(tasks: set[asyncio.Task[T]], coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Begin something; asyncio itself holds tasks only weakly."""
    task = asyncio.create_task(coroutine)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


def new_name() -> str:
    """A name for a table that cannot be guessed: who has the link may watch."""
    return secrets.token_urlsafe(9)


def _levels(game: str) -> set[int]:
    return {level.number for level in levels(game)}
