"""The tables of the room: where pure logic meets the disk, the watchers, the clocks and the engines.

One lock a table. Under it a command becomes an event, the event goes to the disk, and only then is it acknowledged,
taken in and told to everybody who watches.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import sqlalchemy as sa
import structlog

from alcove.core.errors import UnknownGameError
from alcove.core.registry import game as game_named, offered
from alcove.games.data import DataError
from alcove.games.rooms import rooms
from alcove.server.base import refusals
from alcove.table import start
from alcove.table.commands import TABLE_ID
from alcove.table.decisions import Moment, decide, engine_move, flag
from alcove.table.fold import Created, Entry, Joined, Rematched, Room, Seat, Terms
from alcove.table.refusals import RefusedError

from ..base import metrics
from ..base.tasks import AWAY, Tasks
from ..base.times import Times
from ..cluster.uptime import Uptime
from ..engines.protocol import Engines, levels
from ..store.store import Append, Standing, StorageError, Store
from ..wire import messages
from . import frames
from .laws import MistakenError, law_of
from .sharing import Order, Sharing
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
FORGET_SECONDS = 600.0
RECORD_DAYS = 30
"""So long a record that was opened at a table is kept for whoever might play on."""
"""How often the room looks for flags that have fallen at tables it does not have in memory."""
PRESENCE_DELAY_MS = 250
"""Many may come and go at once: everybody is told of all of them together."""

Faces = Callable[[Collection[str], str, Terms], Awaitable[dict[str, messages.PersonTold]]]
"""How people are shown to others at a table of a game, under its terms."""
Fold = Callable[[list[Entry]], Awaitable[Room]]
"""How the events of a table become where it stands: a long game takes a while, and should not take it from others."""
Help = Callable[[str, str], Awaitable[None]]
"""May this person have the engine play that game now? Refuses where not."""
Hook = Callable[[str, Room], Coroutine[Any, Any, None]]
"""Called with the name of a table and where it stands, after that is on the disk."""


_SAVED_LATER: tuple[messages.Codes, ...] = ("storage", "internal")
"""What an engine's move may be refused with and still be saved a moment later."""
_ENGINE_ANSWERS = (messages.Move, messages.Undo, messages.Rematch)
"""After these an engine that sits at the table may move."""


async def _allow(person: str, game: str) -> None:
    """Anybody may."""


class Tables:
    """All tables of the room. `finished` is called once for every game that ends, `ended` then on every server that has
    the table in memory, `moved` after everything else.

    A table is one object for as long as anybody holds it: `_alive` finds it by its name while it lives, and nothing ever
    takes its place. `_recent` holds those that were used last, so that they live on while nobody else holds them.
    """

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
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._unreadable: set[str] = set()
        self._look_for_idle_above = MOST_IDLE_TABLES
        self._commands, self._turns, self._hooks = Tasks(), Tasks(), Tasks()
        self._sharing.join(self)
        uptime.credited.append(self._set_all_clocks)
        self.fold: Fold = _fold_in_thread
        self.allow_engine: Help = _allow
        self.finished: list[Hook] = []
        self.ended: list[Hook] = []
        self.moved: list[Hook] = []

    def resume(self) -> None:
        """After a restart: the engines go on thinking where they were interrupted, and flags fall that were about to."""
        self._turns.keep_up(self._resume)
        self._turns.every(SWEEP_SECONDS, self.sweep)
        self._turns.every(FORGET_SECONDS, self.forget_records)

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
            except AWAY as error:
                log.warning("not_claimed", table=table.name, cause=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)

    async def settle(self) -> None:
        """Commands under way are finished and acknowledged."""
        await self._commands.settle()

    async def close(self) -> None:
        """Commands under way are finished, and what follows from them; thoughts are not."""
        await self._turns.close()
        await self._commands.settle()
        await self._hooks.settle()
        for table in self._recent.values():
            table.rest()

    # --- In memory --------------------------------------------------------------------------------------------------

    async def get(self, name: str) -> Table:
        """The table of that name, folded from its events if it is not in memory."""
        table = self._alive.get(name)
        if table is None:
            async with self._door(name):
                table = self._alive.get(name)
                if table is None:
                    table = self._alive[name] = await self._load(name)
                    self._sharing.loaded(table)
        self._use(table)
        return table

    async def get_patiently(self, name: str) -> Table:
        """As `get`, but a database that is away may come back."""
        for _ in range(round(PATIENCE_SECONDS / AGAIN_SECONDS)):
            try:
                return await self.get(name)
            except AWAY:
                await asyncio.sleep(AGAIN_SECONDS)
        return await self.get(name)

    def known(self, name: str) -> Table | None:
        """The table of that name, if it is in memory."""
        return self._alive.get(name)

    def all_known(self) -> Collection[Table]:
        return tuple(self._alive.values())

    def _door(self, name: str) -> asyncio.Lock:
        """Whoever loads a table, or writes it anew while it is not in memory, does so alone."""
        return self._doors.setdefault(name, asyncio.Lock())

    async def _load(self, name: str) -> Table:
        if not TABLE_ID.fullmatch(name):
            raise refusals.unknown_table(name)
        room = await self._read(name)
        people = await self.shown(room.people, room.game.name, room.terms)
        unattended = await self._sharing.unattended(name)  # first: what fails must not leave a second object behind
        # Right after the room has opened, nobody has had the time to come back; later, who is not here is away.
        table = Table(name, room, people, max(self._uptime.opened_at_ms, self._times.now_ms() - PRESENCE_MS))
        table.unattended = unattended
        return table

    async def _read(self, name: str) -> Room:
        """Where a table stands by what the disk has of it. What cannot be read is told once, and spoils nothing else."""
        try:
            entries = await self._store.load(name)
            room = await self._folded(name, entries) if entries else None
        except (RefusedError, *AWAY):
            raise  # not now, perhaps in a moment
        except Exception as error:  # a damaged row, or a game that other rules allowed
            if name not in self._unreadable:
                self._unreadable.add(name)
                log.error("table_unreadable", table=name, exc_info=error)
            raise refusals.unreadable() from None
        if room is None:
            raise refusals.unknown_table(name)
        return room

    async def _folded(self, name: str, entries: list[Entry]) -> Room:
        """Where these events lead, by a law that may be gone, or broken."""
        first = entries[0].event
        assert isinstance(first, Created)
        try:
            game = game_named(first.game)
        except UnknownGameError as error:
            is_left_out = any(source.name == first.game for source in offered())
            raise refusals.not_installed(first.game, error.text if is_left_out else None) from None
        with law_of(game, name):
            return await self.fold(entries)

    def _use(self, table: Table) -> None:
        """A table is wanted: it stays in memory for a while, and its flag falls in time."""
        if table.name in self._recent:
            self._recent.move_to_end(table.name)
            return
        self._recent[table.name] = table
        self._set_flag_alarm(table)
        self._let_idle_rest()
        metrics.TABLES.set(len(self._recent))

    def _let_idle_rest(self) -> None:
        """Hold the tables no longer that nobody has used for longest; the disk has them. Never the one just asked for.

        Among thousands of tables in use the idle ones are looked for only once a few more have come.
        """
        if len(self._recent) <= self._look_for_idle_above:
            return
        idle = [name for name, table in list(self._recent.items())[:-1] if table.is_idle]
        for name in idle[: len(self._recent) - MOST_IDLE_TABLES]:
            self._recent.pop(name).rest()
        self._look_for_idle_above = len(self._recent) + MOST_IDLE_TABLES // 4

    # --- Memory and disk --------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def rewriting(self, name: str) -> AsyncIterator[None]:
        """While what the disk has of a table is written anew: nobody acts there, nobody loads it, and whoever watches it,
        here or elsewhere, is then told what has changed."""
        async with self._door(name):
            table = self._alive.get(name)
            if table is None:
                yield
            else:
                async with table.lock:
                    self.doubt(table)
                    yield
                    await self.make_true(table)
        self._sharing.rewritten(name)

    def doubt(self, table: Table) -> None:
        """The disk may have more of a table than memory, or something else: that is cleared up before anything happens."""
        table.is_doubtful = True
        self._turns.begin(self._clear_up(table))

    async def _clear_up(self, table: Table) -> None:
        while True:
            async with table.lock:
                with suppress(*AWAY):
                    return await self._believe(table)
            await asyncio.sleep(RETRY_SECONDS)

    async def _believe(self, table: Table) -> None:
        """Before anything is decided at a table: memory is as the disk. The table's lock is held."""
        if table.is_doubtful:
            await self.make_true(table)

    async def make_true(self, table: Table) -> None:
        """Take in what the disk has and memory has not. The table's lock is held."""
        sits, missed = await self._store.since(table.name, table.room.n)
        joined = {entry.event.seat: entry.event.guest for entry in missed if isinstance(entry.event, Joined)}
        if sits == table.room.guests | joined:
            await self.catch_up(table, missed)
        else:
            await self._reread(table)
        was_doubtful, table.is_doubtful = table.is_doubtful, False
        if was_doubtful and missed:  # perhaps it is we who wrote it, and who have to see to what follows
            self._follow(table, has_ended=table.room.outcome is not None)
            for entry in missed:
                if isinstance(entry.event, Rematched):
                    self._look_after(entry.event.table)

    async def _reread(self, table: Table) -> None:
        """Somebody who sat here is somebody else now (`people.removal`)."""
        was_over, room = table.room.outcome is not None, await self._read(table.name)
        table.room = room
        table.people = await self.shown(room.people, room.game.name, room.terms)
        table.away = {person: table.away.get(person, self._times.now_ms()) for person in room.people}
        for watcher in table.watchers:
            table.away.pop(watcher.guest, None)
        self._set_flag_alarm(table)
        self._tell_end(table, was_over)
        around = self.around(table)
        for watcher in tuple(table.watchers):
            with self._telling(table):
                watcher.tell(messages.write(frames.snapshot(table.name, room, watcher.guest, around)))

    # --- New tables -------------------------------------------------------------------------------------------------

    async def create(self, wish: messages.NewTable, guest: str) -> str:
        if wish.terms.rated:
            await self._check_account(guest, wish.game, wish.terms)
        if any(seat.kind == "engine" for seat in wish.seats):
            await self.allow_engine(guest, wish.game)
        with law_of(game_named(wish.game)):
            entries = start.new_table(wish, guest, _levels)
        return await self._found(entries)

    async def open_game(
        self,
        game: str,
        options: Mapping[str, object],
        seats: tuple[Seat, ...],
        terms: Terms,
        provided: Callable[[sa.Connection], None] | None = None,
    ) -> str:
        """A table for people (and engines) who have found each other elsewhere; its name. It is there if what was
        `provided` is, and the other way round: they are one transaction."""
        with law_of(game_named(game)):
            entries = start.new_game(game, options, seats, terms)
        return await self._found(entries, provided)

    async def open_record(self, entries: Sequence[Entry]) -> str:
        """A table where a game has been played so far (`start.opened_record`); its name."""
        return await self._found(entries, is_record=True)

    async def forget_records(self) -> None:
        """Records that were opened at a table where nobody has played on go after a month: each takes many times its own size."""
        since = (datetime.now(UTC) - timedelta(days=RECORD_DAYS)).isoformat(timespec="milliseconds")
        for name in await self._store.idle_records(since):
            async with self._door(name):
                if name not in self._alive and await self._store.forget_record(name, since):
                    log.info("record_forgotten", table=name)

    async def _found(
        self,
        entries: Sequence[Entry],
        provided: Callable[[sa.Connection], None] | None = None,
        is_record: bool = False,
    ) -> str:
        now = self._times.now_ms()
        entries = [Entry(entry.event, entry.guest, entry.nonce, now) for entry in entries]
        first, name = entries[0].event, new_name()
        assert isinstance(first, Created)
        with law_of(game_named(first.game)):
            room = await self.fold(entries)
            append = Append(name, 1, entries, Standing.of(room), provided, is_record)
        _ = rooms(room.game.name).scene  # a game that the page cannot draw says so before it is begun
        try:
            await self._store.append(append)
        except StorageError as fault:
            if not await self._is_there(name):
                self._look_after(name)
                raise _refusal(fault) from None
        log.info("table_created", table=name, game=room.game.name)
        await self._begin_play(name)
        return name

    async def _begin_play(self, name: str) -> None:
        """A new table is there, even if it cannot be read just now."""
        try:
            self._wake_engine(await self.get(name))
        except (RefusedError, *AWAY):
            self._look_after(name)

    def _look_after(self, name: str) -> None:
        """A table that may turn up yet: then its engine does not wait for the next restart."""

        async def wake_engine() -> None:
            await self.wake_engines([name])

        self._turns.keep_up(wake_engine)

    async def _is_there(self, name: str) -> bool:
        """Was a table written although nobody said so?"""
        try:
            return bool(await self._store.latest([name]))
        except AWAY:
            return False

    async def _check_account(self, person: str, game: str, terms: Terms) -> None:
        if (await self.shown([person], game, terms))[person].name is None:
            raise refusals.rated_needs_account()

    # --- Commands ---------------------------------------------------------------------------------------------------

    async def obey(
        self, command: messages.Deed, guest: str, lag_ms: int = 0, arrived_ms: int | None = None
    ) -> messages.Ack:
        """Do what a command says and acknowledge it; `RefusedError` says why not. Sent twice, it is done once.

        `lag_ms` is how long the line to whoever sent it is, `arrived_ms` when it came in: what the room takes from then
        on is not charged.
        """
        return await self._sharing.deliver(Order(command, guest, lag_ms, arrived_ms or self._times.now_ms()))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin what has to be finished before the room closes (`settle`)."""
        return self._commands.begin(work)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever waits for it is interrupted."""
        return await asyncio.shield(self.begin(work))

    async def do(self, order: Order) -> messages.Ack:
        """Decide, write down, tell: on the server that answers for the table."""
        command, guest = order.command, order.guest
        table = await self.get(command.table)
        if isinstance(command, _ENGINE_ANSWERS) and any(seat.is_engine for seat in table.room.seats):
            await self.allow_engine(guest, table.room.game.name)
        async with table.lock:
            try:
                await self._believe(table)
            except AWAY:
                raise refusals.not_saved() from None
            if (done_n := table.room.acknowledged(guest, command.nonce)) is not None:
                return messages.Ack(command.table, command.nonce, done_n)
            now = self._times.now_ms()
            arrived = min(now, order.arrived_ms)
            await self._drop_flag(table, arrived)
            next_table = new_name() if isinstance(command, messages.Rematch) else ""
            moment = Moment(arrived - self._owed_ms(table, arrived), order.lag_ms, table.gone(now), next_table)
            with law_of(table.room.game, table.name):
                entry = Entry(decide(table.room, command, guest, moment), guest, command.nonce, now)
            if isinstance(entry.event, Joined):
                await self._seat(table, guest)
            also = []
            if isinstance(entry.event, Rematched):
                with law_of(table.room.game, table.name):
                    first = [Entry(start.next_game(table.room), guest, None, now)]
                    also.append(Append(next_table, 1, first, Standing.of(Room.fold(first))))
            await self._happen(table, entry, *also)
            n = table.room.n
        if also:
            await asyncio.gather(*table.finishing, return_exceptions=True)  # the next game begins with the new ratings
            await self._begin_play(next_table)
        return messages.Ack(command.table, command.nonce, n)

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
        with law_of(table.room.game, table.name):
            was_over, room = table.room.outcome is not None, table.room.after(entry)
            append = Append(table.name, room.n, [entry], Standing.of(room))
        try:
            await self._store.append(append, *also)
        except BaseException as fault:
            self.doubt(table)  # it may be there although nobody said so
            if isinstance(fault, StorageError):
                raise _refusal(fault) from None
            raise
        table.delay = (entry.at_ms, self._times.now_ms())
        self._sharing.happened(table.name, room.n, entry)
        log.info("event", table=table.name, n=room.n, kind=type(entry.event).__name__)
        metrics.EVENTS.labels(type(entry.event).__name__).inc()
        self._take_in(table, room, entry)
        self._follow(table, has_ended=not was_over and room.outcome is not None)

    def _follow(self, table: Table, has_ended: bool) -> None:
        """What follows from an event, at the server that wrote it."""
        self._wake_engine(table)
        if has_ended:
            table.finishing = [self._hook(hook, table) for hook in self.finished]
        for hook in self.moved:
            self._hook(hook, table)

    def _hook(self, hook: Hook, table: Table) -> asyncio.Task[None]:
        return self._hooks.begin(hook(table.name, table.room), getattr(hook, "__qualname__", None))

    def _take_in(self, table: Table, room: Room, entry: Entry) -> None:
        """What is on the disk: in memory and on every screen. The table's lock is held."""
        was_over, table.room = table.room.outcome is not None, room
        assert not isinstance(entry.event, Created)
        if table.watchers:
            with self._telling(table):
                self._tell_latest(table)
        if isinstance(entry.event, Joined):
            self._presence_changed(table)
        self._set_flag_alarm(table)
        self._tell_end(table, was_over)

    def _tell_latest(self, table: Table) -> None:
        """The latest event: written once with its legal moves, for whoever is to move, and once without, for the others."""
        room, movers = table.room, []
        if (guest := table.room.guest_to_move) is not None:
            movers = [watcher for watcher in table.watchers if watcher.guest == guest]
        event = frames.event(table.name, room, room.recent[-1], self.around(table), has_moves=bool(movers))
        table.tell(event, movers)
        if len(movers) < len(table.watchers):
            event.frame.moves = ()
            table.tell(event, table.watchers.difference(movers))

    @contextmanager
    def _telling(self, table: Table) -> Iterator[None]:
        """What happened has happened: where it cannot be told, by a game's mistake or ours, everybody is told that."""
        try:
            with law_of(table.room.game, table.name):
                yield
        except MistakenError as mistake:
            _tell_refusal(table, mistake)
        except Exception as error:
            log.error("not_told", table=table.name, n=table.room.n, exc_info=error)
            _tell_refusal(table, refusals.internal())

    def _tell_end(self, table: Table, was_over: bool) -> None:
        if not was_over and table.room.outcome is not None:
            for hook in self.ended:
                self._hook(hook, table)

    async def catch_up(self, table: Table, entries: Sequence[Entry]) -> None:
        """Take in what another server has written. The table's lock is held."""
        for entry in entries:
            with law_of(table.room.game, table.name):
                room = table.room.after(entry)
            if isinstance(entry.event, Joined):
                table.people |= await self.shown(room.people, room.game.name, room.terms)
            self._take_in(table, room, entry)
        with self._telling(table):
            if entries and (seat := table.room.engine_to_move) is not None:
                table.tell(messages.Thinking(table.name, table.room.n, seat))

    # --- Clocks -----------------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        return self._times.now_ms()

    def around(self, table: Table) -> frames.Around:
        """The time at a table, as its clocks see it, and who is there."""
        now = self._times.now_ms()
        return frames.Around.of(table, now, self._owed_ms(table, now))

    def _owed_ms(self, table: Table, now_ms: int) -> int:
        """How much time the room owes whose clock runs: it was closed, or slow to write, or the table was nobody's."""
        clocks = table.room.clocks
        return 0 if clocks is None else self._uptime.owed_ms(clocks.since_ms, now_ms, table.spans)

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
        if falls_at is not None and table.name in self._recent:  # one that rests is found by `sweep`
            at_ms = falls_at + self._owed_ms(table, max(falls_at, self._times.now_ms()))
            table.flag_alarm = self._times.wake_at(at_ms, lambda: self._turns.begin(self._flag(table)))

    async def _flag(self, table: Table) -> None:
        """A flag is due: let it fall, unless a move came first. Where another server answers for it, that one does."""
        while await self._answers_for(table):
            async with table.lock:
                try:
                    await self._believe(table)
                    await self._drop_flag(table, self._times.now_ms())
                    self._set_flag_alarm(table)
                    return
                except MistakenError as mistake:
                    _tell_refusal(table, mistake)
                    return
                except (RefusedError, *AWAY) as error:
                    log.error("flag_not_saved", table=table.name, n=table.room.n, cause=_cause(error))
            await asyncio.sleep(RETRY_SECONDS)
        await asyncio.sleep(RETRY_SECONDS)
        self._set_flag_alarm(table)  # that one may be dying: look again

    async def _drop_flag(self, table: Table, by_ms: int) -> None:
        """Let a flag fall that had to by then. The table's lock is held."""
        with law_of(table.room.game, table.name):
            fallen = flag(table.room, by_ms - self._owed_ms(table, by_ms))
        if fallen is not None:
            await self._happen(table, Entry(fallen, at_ms=self._times.now_ms()))

    async def sweep(self) -> None:
        """Flags fall at tables too that nobody looks at: they are fetched, and their alarms ring at once."""
        async for name in self._store.due(self._times.now_ms()):
            if name not in self._recent:
                with suppress(RefusedError):
                    await self.get(name)

    # --- Who is there -----------------------------------------------------------------------------------------------

    def enter(self, table: Table, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self._use(table)
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
        seat = None
        with self._telling(table):
            seat = table.room.engine_to_move
        if seat is None or table.thinking_n == table.room.n:
            return
        table.thinking_n = table.room.n
        table.tell(messages.Thinking(table.name, table.room.n, seat))
        self._turns.begin(self._engine_turn(table, seat, table.room.n))

    async def _engine_turn(self, table: Table, seat: int, n: int) -> None:
        """Choose a move and play it, unless the game has gone elsewhere in the meantime (an undo, a resignation)."""
        level = table.room.seats[seat].level
        assert level is not None
        try:
            with law_of(table.room.game, table.name):
                move = await self._engines.choose(table.room.game.name, table.room.view, level)
            while await self._answers_for(table):
                async with table.lock:
                    try:
                        await self._believe(table)
                        if table.room.n == n:
                            with law_of(table.room.game, table.name):
                                played = engine_move(table.room, move)
                            await self._happen(table, Entry(played, at_ms=self._times.now_ms()))
                        return
                    except (RefusedError, *AWAY) as error:
                        if isinstance(error, RefusedError) and error.code not in _SAVED_LATER:
                            raise
                        log.error("engine_move_not_saved", table=table.name, n=n, cause=_cause(error))
                await asyncio.sleep(RETRY_SECONDS)
        except RefusedError as refusal:
            _tell_refusal(table, refusal)
        except Exception:
            _tell_refusal(table, refusals.internal())
            raise
        finally:
            if table.thinking_n == n:
                table.thinking_n = None


def _tell_refusal(table: Table, refusal: RefusedError) -> None:
    """To everybody who watches: they need not wait for a move, or a board, that does not come."""
    table.tell(messages.Refused(refusal.code, refusal.text, table.name, clause=refusal.clause))


def _refusal(fault: StorageError) -> RefusedError:
    return refusals.internal() if fault.is_hopeless else refusals.not_saved()


async def _fold_in_thread(entries: list[Entry]) -> Room:
    return await asyncio.to_thread(Room.fold, entries)


def _cause(error: Exception) -> str:
    return error.code if isinstance(error, RefusedError) else type(error).__name__


def new_name() -> str:
    """A name for a table that cannot be guessed: who has the link may watch."""
    return secrets.token_urlsafe(9)


def _levels(game: str) -> set[int]:
    """The levels that can be asked for; none where a game describes them wrongly, and people play it all the same."""
    try:
        return {level.number for level in levels(game)}
    except DataError:
        return set()
