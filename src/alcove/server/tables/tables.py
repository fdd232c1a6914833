"""The tables of the room: where pure logic meets the disk, the watchers, the clocks and the engines.

One lock a table. Under it a command becomes an event, the event goes to the disk, and only then is it acknowledged,
taken in and told to everybody who watches.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError
from alcove.server.base import refusals
from alcove.table import start
from alcove.table.decisions import Moment, decide, engine_move, flag
from alcove.table.fold import Created, Entry, Joined, Rematched, Room, Seat, Terms
from alcove.table.refusals import RefusedError

from ..base import metrics
from ..base.times import Times
from ..cluster.uptime import Uptime
from ..engines.protocol import Engines, levels
from ..store.store import Append, Standing, StorageError, Store
from ..wire import messages
from . import frames
from .sharing import Sharing
from .table import PRESENCE_MS, Table, Watcher

log = structlog.get_logger()
T = TypeVar("T")

MOST_IDLE_TABLES = 200
"""So many tables that nobody watches are kept in memory."""
RETRY_SECONDS = 2.0
"""How long an engine's move or a fallen flag waits when the disk did not take it."""
PATIENCE_SECONDS, AGAIN_SECONDS = 12.0, 0.25
"""So long, and so often, a page's table is looked for in a database that is away."""
SWEEP_SECONDS = 20.0
"""How often the room looks for flags that have fallen at tables it does not have in memory."""
PRESENCE_DELAY_MS = 250
"""Many may come and go at once: everybody is told of all of them together."""

Faces = Callable[[Collection[str], str, Terms], Awaitable[dict[str, messages.PersonTold]]]
"""How people are shown to others at a table of a game, under its terms."""
Fold = Callable[[list[Entry]], Awaitable[Room]]
"""How the events of a table become where it stands: a long game takes a while, and should not take it from others."""
Hook = Callable[[str, Room], Awaitable[None]]
"""Called with the name of a table and where it stands, after that is on the disk."""


class Tables:
    """All tables of the room. `finished` is called once for every game that ends, `ended` then on every server that has
    the table in memory, `moved` after everything else."""

    def __init__(
        self,
        store: Store,
        engines: Engines,
        times: Times,
        uptime: Uptime,
        shown: Faces,
        sharing: Sharing | None = None,
    ) -> None:
        self._store = store
        self._engines = engines
        self._times = times
        self._uptime = uptime
        self.shown = shown
        self._sharing = sharing or Sharing()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._look_for_idle_above = MOST_IDLE_TABLES
        self._loading = asyncio.Lock()
        self._commands: set[asyncio.Task[Any]] = set()
        self._turns: set[asyncio.Task[None]] = set()
        self._hooks: set[asyncio.Task[None]] = set()
        self._sharing.join(self)
        uptime.credited.append(self._set_all_clocks)
        self.fold: Fold = _fold_in_thread
        self.finished: list[Hook] = []
        self.ended: list[Hook] = []
        self.moved: list[Hook] = []

    def resume(self) -> None:
        """After a restart: the engines go on thinking where they were interrupted, and flags fall that were about to."""
        _keep(self._turns, self._resume())
        _keep(self._turns, self._sweep_for_ever())

    async def _resume(self) -> None:
        await self.wake_engines(await self._store.waiting_for_engine())

    async def wake_engines(self, names: Collection[str]) -> None:
        """Let the engines think at these tables, where this server answers for them."""
        for name in names:
            with suppress(RefusedError):
                table = await self.get(name)
                if await self._answers_for(table):
                    self._wake_engine(table)

    async def _answers_for(self, table: Table) -> bool:
        """Is it for this server to act at that table? Waits for a database that is away."""
        while True:
            try:
                return await self._sharing.claim(table)
            except (SQLAlchemyError, OSError) as error:
                log.warning("not_claimed", table=table.name, cause=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def settle(self) -> None:
        """Commands under way are finished and acknowledged."""
        await asyncio.gather(*self._commands, return_exceptions=True)

    async def close(self) -> None:
        """Commands under way are finished, and what follows from them; thoughts are not."""
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._commands, *self._turns, return_exceptions=True)
        await asyncio.gather(*self._hooks, return_exceptions=True)
        for table in self._tables.values():
            table.rest()

    async def get(self, name: str) -> Table:
        """The table of that name, folded from its events if it is not in memory."""
        if name not in self._tables:
            async with self._loading:
                if name not in self._tables:
                    self._tables[name] = await self._load(name)
                    self._set_flag_alarm(self._tables[name])
                    self._sharing.loaded(self._tables[name])
                    self._forget_idle()
                    metrics.TABLES.set(len(self._tables))
        self._tables.move_to_end(name)
        return self._tables[name]

    async def get_patiently(self, name: str) -> Table:
        """As `get`, but a database that is away may come back."""
        for _ in range(round(PATIENCE_SECONDS / AGAIN_SECONDS)):
            try:
                return await self.get(name)
            except (SQLAlchemyError, OSError):
                await asyncio.sleep(AGAIN_SECONDS)
        return await self.get(name)

    def known(self, name: str) -> Table | None:
        """The table of that name, if it is in memory."""
        return self._tables.get(name)

    def all_known(self) -> Collection[Table]:
        return tuple(self._tables.values())

    async def _load(self, name: str) -> Table:
        entries = await self._store.load(name)
        if not entries:
            raise refusals.unknown_table(name)
        try:
            room = await self.fold(entries)
        except AlcoveError as error:  # a game that other rules allowed
            log.error("table_unreadable", table=name, cause=type(error).__name__)
            raise refusals.unreadable() from None
        people = await self.shown(room.people, room.game.name, room.terms)
        # Right after the room has opened, nobody has had the time to come back; later, who is not here is away.
        table = Table(name, room, people, max(self._uptime.opened_at_ms, self._times.now_ms() - PRESENCE_MS))
        table.unattended = await self._sharing.unattended(name)
        return table

    def _forget_idle(self) -> None:
        """Drop the tables that nobody has used for longest; the disk has them. Never the one just asked for.

        Among thousands of tables in use the idle ones are looked for only once a few more have come.
        """
        if len(self._tables) <= self._look_for_idle_above:
            return
        idle = [name for name, table in list(self._tables.items())[:-1] if table.is_idle]
        for name in idle[: len(self._tables) - MOST_IDLE_TABLES]:
            self._tables.pop(name).rest()
        self._look_for_idle_above = len(self._tables) + MOST_IDLE_TABLES // 4

    def forget(self, names: Collection[str]) -> None:
        """These tables were rewritten on the disk: what memory holds of them, here and elsewhere, is out of date."""
        self._sharing.rewritten(names)
        self.drop(names)

    def drop(self, names: Collection[str]) -> None:
        """Have these tables no longer in memory."""
        for name in names:
            table = self._tables.pop(name, None)
            if table is not None:
                table.rest()

    # --- New tables -------------------------------------------------------------------------------------------------

    async def create(self, wish: messages.NewTable, guest: str) -> str:
        if wish.terms.rated:
            await self._check_account(guest, wish.game, wish.terms)
        return await self._found(start.new_table(wish, guest, _levels))

    async def open_game(self, game: str, options: Mapping[str, object], seats: tuple[Seat, ...], terms: Terms) -> str:
        """A table for people (and engines) who have found each other elsewhere; its name."""
        return await self._found(start.new_game(game, options, seats, terms))

    async def open_record(self, entries: Sequence[Entry]) -> str:
        """A table where a game has been played so far (`start.opened_record`); its name."""
        return await self._found(entries)

    async def _found(self, entries: Sequence[Entry]) -> str:
        now = self._times.now_ms()
        entries = [Entry(entry.event, entry.guest, entry.nonce, now) for entry in entries]
        room, name = await self.fold(entries), new_name()
        await self._save(Append(name, 1, entries, Standing.of(room)))
        log.info("table_created", table=name, game=room.game.name)
        self._wake_engine(await self.get(name))
        return name

    async def _save(self, *appends: Append) -> None:
        try:
            await self._store.append(*appends)
        except StorageError:
            raise refusals.not_saved() from None

    async def _check_account(self, person: str, game: str, terms: Terms) -> None:
        if (await self.shown([person], game, terms))[person].name is None:
            raise refusals.rated_needs_account()

    # --- Commands ---------------------------------------------------------------------------------------------------

    async def obey(self, command: messages.Command, guest: str) -> messages.Ack:
        """Do what a command says and acknowledge it; `RefusedError` says why not. Sent twice, it is done once.

        Once begun it is finished, even if who waits for it is interrupted.
        """
        obeyed = self.begin(self.fulfil(command, guest, 0))
        obeyed.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody is left to hear it
        return await asyncio.shield(obeyed)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin what has to be finished before the room closes (`settle`)."""
        return _keep(self._commands, work)

    async def fulfil(self, command: messages.Command, guest: str, lag_ms: int) -> messages.Ack:
        """As `obey`, for who is not interrupted. `lag_ms` is how long the line of who sent it is."""
        return await self._sharing.obey(command, guest, lag_ms)

    async def obey_here(self, command: messages.Command, guest: str, lag_ms: int) -> messages.Ack:
        """As `obey`, on the server that answers for the table."""
        table = await self.get(command.table)
        async with table.lock:
            if (done_n := table.room.acknowledged(guest, command.nonce)) is not None:
                return messages.Ack(command.table, command.nonce, done_n)
            await self._drop_flag(table)
            now = self._times.now_ms()
            next_table = new_name() if isinstance(command, messages.Rematch) else ""
            moment = Moment(now - self._owed_ms(table, now), lag_ms, table.gone(now), next_table)
            entry = Entry(decide(table.room, command, guest, moment), guest, command.nonce, now)
            if isinstance(entry.event, Joined):
                await self._seat(table, guest)
            also = []
            if isinstance(entry.event, Rematched):
                first = [Entry(start.next_game(table.room), guest, None, now)]
                also.append(Append(next_table, 1, first, Standing.of(Room.fold(first))))
            await self._happen(table, entry, *also)
        if also:
            await asyncio.gather(*table.finishing, return_exceptions=True)  # the next game begins with the new ratings
            self._wake_engine(await self.get(next_table))
        return messages.Ack(command.table, command.nonce, table.room.n)

    async def _seat(self, table: Table, guest: str) -> None:
        """Somebody is about to join: how they are shown, and whether they may."""
        room = table.room
        if room.terms.rated:
            await self._check_account(guest, room.game.name, room.terms)
        table.people |= await self.shown({*room.people, guest}, room.game.name, room.terms)  # ratings of today
        if not any(watcher.guest == guest for watcher in table.watchers):
            table.away[guest] = self._times.now_ms()

    async def _happen(self, table: Table, entry: Entry, *also: Append) -> None:
        """An event: on the disk first, then in memory and on every screen. The table's lock is held."""
        was_over, room = table.room.outcome is not None, table.room.after(entry)
        await self._save(Append(table.name, room.n, [entry], Standing.of(room)), *also)
        self._sharing.happened(table.name, room.n, entry)
        log.info("event", table=table.name, n=room.n, kind=type(entry.event).__name__)
        metrics.EVENTS.labels(type(entry.event).__name__).inc()
        self._take_in(table, room, entry)
        self._wake_engine(table)
        if not was_over and room.outcome is not None:
            table.finishing = [_keep(self._hooks, _call(hook, table.name, room)) for hook in self.finished]
        for hook in self.moved:
            _keep(self._hooks, _call(hook, table.name, room))

    def _take_in(self, table: Table, room: Room, entry: Entry) -> None:
        """What is on the disk: in memory and on every screen. The table's lock is held."""
        was_over, table.room = table.room.outcome is not None, room
        assert not isinstance(entry.event, Created)
        movers = [watcher for watcher in table.watchers if watcher.guest == room.guest_to_move]
        event = frames.event(table.name, room, room.recent[-1], self.around(table), has_moves=bool(movers))
        table.tell(event, movers)
        event.frame.moves = ()
        table.tell(event, table.watchers.difference(movers))
        if isinstance(entry.event, Joined):
            self._presence_changed(table)
        self._set_flag_alarm(table)
        if not was_over and room.outcome is not None:
            for hook in self.ended:
                _keep(self._hooks, _call(hook, table.name, room))

    async def catch_up(self, table: Table, entries: Sequence[Entry]) -> None:
        """Take in what another server has written. The table's lock is held."""
        for entry in entries:
            room = table.room.after(entry)
            if isinstance(entry.event, Joined):
                table.people |= await self.shown(room.people, room.game.name, room.terms)
            self._take_in(table, room, entry)
        if (seat := table.room.engine_to_move) is not None:
            table.tell(messages.Thinking(table.name, table.room.n, seat))

    # --- Clocks -----------------------------------------------------------------------------------------------------

    def around(self, table: Table) -> frames.Around:
        """The time at a table, as its clocks see it, and who is there."""
        now = self._times.now_ms()
        return frames.Around.of(table, now, self._owed_ms(table, now))

    def _owed_ms(self, table: Table, now_ms: int) -> int:
        """How much time the room owes whose clock runs, because it was closed or the table was nobody's."""
        clocks = table.room.clocks
        return 0 if clocks is None else self._uptime.owed_ms(clocks.since_ms, now_ms, table.unattended)

    def set_clocks(self, table: Table) -> None:
        """The room has come to owe time here: flags fall later, and everybody is told."""
        if table.room.clocks is not None and table.room.clocks.is_running:
            self._set_flag_alarm(table)
            told = frames.clock(table.room, self.around(table).now_ms)
            table.tell(messages.UpToDate(table.name, table.room.n, told))

    def _set_all_clocks(self) -> None:
        for table in self.all_known():
            self.set_clocks(table)

    def _set_flag_alarm(self, table: Table) -> None:
        if table.flag_alarm is not None:
            table.flag_alarm.cancel()
            table.flag_alarm = None
        falls_at = None if table.room.clocks is None else table.room.clocks.falls_at_ms
        if falls_at is not None:
            at_ms = falls_at + self._owed_ms(table, max(falls_at, self._times.now_ms()))
            table.flag_alarm = self._times.wake_at(at_ms, lambda: _keep(self._turns, self._flag(table)))

    async def _flag(self, table: Table) -> None:
        """A flag is due: let it fall, unless a move came first. Where another server answers for it, that one does."""
        while await self._answers_for(table):
            async with table.lock:
                try:
                    await self._drop_flag(table)
                    self._set_flag_alarm(table)
                    return
                except RefusedError as refused:
                    log.error("flag_not_saved", table=table.name, n=table.room.n, cause=refused.code)
            await asyncio.sleep(RETRY_SECONDS)
        await asyncio.sleep(RETRY_SECONDS)
        self._set_flag_alarm(table)  # that one may be dying: look again

    async def _drop_flag(self, table: Table) -> None:
        """Let a flag fall that has to. The table's lock is held."""
        now = self._times.now_ms()
        fallen = flag(table.room, now - self._owed_ms(table, now))
        if fallen is not None:
            await self._happen(table, Entry(fallen, at_ms=now))

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                await self.sweep()
            except (SQLAlchemyError, OSError) as error:
                log.warning("no_sweep", cause=type(error).__name__)
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Flags fall at tables too that nobody looks at: they are fetched, and their alarms ring at once."""
        for name in await self._store.due(self._times.now_ms()):
            if name not in self._tables:
                with suppress(RefusedError):
                    await self.get(name)

    # --- Who is there -----------------------------------------------------------------------------------------------

    def enter(self, table: Table, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        table.enter(watcher)
        self._presence_changed(table)
        self._sharing.presence_changed()

    def leave(self, table: Table, watcher: Watcher) -> None:
        table.leave(watcher, self._times.now_ms())
        self._presence_changed(table)
        self._sharing.presence_changed()

    def _presence_changed(self, table: Table, in_ms: int = PRESENCE_DELAY_MS) -> None:
        if table.presence_alarm is not None:
            table.presence_alarm.cancel()
        at_ms = self._times.now_ms() + in_ms
        table.presence_alarm = self._times.wake_at(at_ms, lambda: self._tell_presence(table))

    def _tell_presence(self, table: Table) -> None:
        now, table.presence_alarm = self._times.now_ms(), None
        table.tell(messages.Presence(table.name, table.presence(now), table.onlookers))
        absence = table.next_absence_ms
        if absence is not None and absence > now:
            self._presence_changed(table, absence - now)

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
        while await self._answers_for(table):
            async with table.lock:
                if table.room.n != n:
                    break
                try:
                    await self._happen(table, Entry(engine_move(table.room, move), at_ms=self._times.now_ms()))
                    break
                except RefusedError as refused:
                    log.error("engine_move_not_saved", table=table.name, n=n, cause=refused.code)
            await asyncio.sleep(RETRY_SECONDS)
        if table.thinking_n == n:
            table.thinking_n = None


async def _fold_in_thread(entries: list[Entry]) -> Room:
    return await asyncio.to_thread(Room.fold, entries)


async def _call(hook: Hook, name: str, room: Room) -> None:
    """What follows from an event must not harm it."""
    try:
        await hook(name, room)
    except Exception:
        log.exception("hook_failed", table=name, hook=getattr(hook, "__qualname__", ""))


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
