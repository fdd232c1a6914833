"""The lobby: offers to play, and taking them.

Offers are rows in the database, so several servers show the same ones. Whoever takes an offer deletes its row; only one can.
Offers of a live game stand while their maker is there: each server renews those of the people it sees, and what nobody
renews runs out. Offers of correspondence games stay until they are taken or withdrawn.

The list has an end, and everybody has a place in it before anybody has two: it is filled in turns, one offer of each
address, and within an address one of each person. What is beyond an address's share waits, seen by its maker alone.

Whoever is challenged hears of it on every page they have open, and so do both when a game begins.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
import structlog

from alcove.core.options import build, changed
from alcove.core.registry import game as game_named
from alcove.table.clock import Days, speed_of
from alcove.table.events import Seat, Terms

from ..base.keys import Signer
from ..base.tasks import AWAY, Tasks
from ..cluster.bus import Bus
from ..cluster.limits import site_of
from ..people import refusals
from ..people.faces import GUEST, Shown, shown
from ..people.people import People
from ..store.schema import now, seeks
from ..store.store import Store
from ..tables.sockets import Page, Sockets
from ..tables.tables import Tables
from ..wire import messages

log = structlog.get_logger()

MOST_SEEKS = 5
"""The most open offers one person may have."""
MOST_OF_ORIGIN = 60
"""Open offers of one address: a school may have thirty people who each offer two games."""
SHARE_OF_ORIGIN = 30
"""So many of them are shown; the others wait."""
MOST_SHOWN = 200
CHALLENGES_OF_ORIGIN = 5
MOST_CHALLENGES = 20
"""So many challenges somebody is shown from one address, and from all."""
MOST_READ = 2_000
LIVE_SECONDS = 30.0
"""A live offer runs out after this long, unless its maker is seen."""
RENEW_SECONDS = 10.0
AWAY_SECONDS = 5.0
"""Somebody who comes back this soon (a reload, a new socket) was not away."""
AGAIN_SECONDS = 2.0
"""How long the lobby waits for a database that is away."""
SETTLE_SECONDS = 0.1
"""Changes that come together are sent together."""

_read: msgspec.json.Decoder[messages.NewSeek] = msgspec.json.Decoder(messages.NewSeek)


class Watcher(Protocol):
    """Somebody who follows the lobby. `tell` never waits."""

    def tell(self, frame: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Seek:
    """An offer as it is kept."""

    id: str
    person: str
    wish: messages.NewSeek
    to_person: str | None
    waits: bool = False

    def is_seen_by(self, person: str) -> bool:
        """A challenge is between two, and what waits its maker's alone."""
        return person == self.person or (not self.waits and self.to_person in (None, person))


class _Pair(msgspec.Struct):
    """Two people who have found each other, as servers tell it to each other."""

    told: messages.Paired
    seated: tuple[str, ...]


class Lobby:
    def __init__(
        self, store: Store, tables: Tables, people: People, bus: Bus, sockets: Sockets, origins: Signer
    ) -> None:
        self._store = store
        self._origins = origins
        self._sockets = sockets
        self._bus = bus
        self._tables = tables
        self._people = people
        self._watchers: dict[Watcher, str] = {}
        self._here: Counter[str] = Counter()
        self._challenged: dict[str, messages.Challenges] = {}
        self._changed = asyncio.Event()
        self._changed.set()  # there may be challenges from before
        bus.on("lobby", self._on_changed)
        bus.on("paired", self._on_paired)
        self._tasks = Tasks()
        self._tasks.keep_up(self._tell_for_ever)
        self._tasks.every(RENEW_SECONDS, self._renew)

    async def close(self) -> None:
        await self._tasks.close()

    def _have_changed(self) -> None:
        """The offers have changed, here and at every server."""
        self._changed.set()
        self._bus.tell("lobby")

    async def _on_changed(self, _server: str, _body: bytes) -> None:
        self._changed.set()

    async def _on_paired(self, _server: str, body: bytes) -> None:
        paired = msgspec.json.decode(body, type=_Pair)
        self._tell_here(paired.told, paired.seated)

    # --- Who is there -----------------------------------------------------------------------------------------------

    def enter(self, watcher: Watcher, person: str) -> None:
        """Somebody comes; they are sent all offers at once."""
        if watcher not in self._watchers:
            self._watchers[watcher] = person
            self._here[person] += 1
        self._tasks.begin(self._tell(watcher, person))

    def leave(self, watcher: Watcher) -> None:
        """Somebody goes, and their live offers with them unless they are soon back."""
        person = self._watchers.pop(watcher, None)
        if person is None:
            return
        self._here[person] -= 1
        if self._here[person] == 0:
            del self._here[person]
            self._tasks.begin(self._withdraw_if_away(person))

    async def _withdraw_if_away(self, person: str) -> None:
        await asyncio.sleep(AWAY_SECONDS)
        if person not in self._here:
            await self._withdraw_live(person)

    # --- Offers -----------------------------------------------------------------------------------------------------

    async def make(self, wish: messages.NewSeek, person: str, address: str) -> str:
        """A new offer; one that cannot stand is refused in words. Where it came from is kept only as what the room calls it."""
        wish = await asyncio.to_thread(_checked, wish)
        to_person = None
        if wish.to is not None:
            to_person = (await self._people.accounts.named(wish.to)).person
            if to_person == person:
                raise refusals.start_it_yourself()
        if wish.rated and await self._people.accounts.account(person) is None:
            raise refusals.rated_needs_accounts()
        origin = self._origins.sign(site_of(address) or address)
        count = sa.select(sa.func.count()).select_from(seeks)
        mine, ours = count.where(seeks.c.person == person), count.where(seeks.c.origin == origin)
        id = secrets.token_urlsafe(8)
        row = {
            "id": id,
            "person": person,
            "body": msgspec.json.encode(wish),
            "to_person": to_person,
            "origin": origin,
            "live_until": None if isinstance(wish.clock, Days) else _in(LIVE_SECONDS),
            "created_at": now(),
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(seeks).where(seeks.c.live_until < now()))
            if (connection.scalar(mine) or 0) >= MOST_SEEKS:
                raise refusals.too_many_seeks(MOST_SEEKS)
            if (connection.scalar(ours) or 0) >= MOST_OF_ORIGIN:
                raise refusals.too_many_seeks_of_address()
            connection.execute(sa.insert(seeks).values(row))

        await self._store.writer.transact(write)
        self._have_changed()
        return id

    async def cancel(self, id: str, person: str) -> None:
        """Withdraw your own offer, or decline a challenge."""
        whose = (seeks.c.person == person) | (seeks.c.to_person == person)
        if await self._store.writer.write(sa.delete(seeks).where(seeks.c.id == id, whose)) == 0:
            raise refusals.unknown_seek()
        self._have_changed()

    async def accept(self, id: str, person: str) -> str:
        """Sit down with the person who made the offer; returns the table. Of two who accept, one comes too late."""
        seek = await self._find(id, person)
        await self._check(seek, person)
        wish = seek.wish
        theirs = secrets.randbelow(2) if wish.seat is None else wish.seat
        seated = (seek.person, person) if theirs == 0 else (person, seek.person)

        def take(connection: sa.Connection) -> None:
            if connection.execute(sa.delete(seeks).where(seeks.c.id == id)).rowcount == 0:
                raise refusals.unknown_seek()

        table = await self._tables.open_game(
            wish.game, {name: str(value) for name, value in wish.options.items()},
            tuple(Seat(guest) for guest in seated), Terms(wish.rated, wish.clock), take,
        )  # fmt: skip
        if not isinstance(wish.clock, Days):
            for each in seated:
                await self._withdraw_live(each)
        self._tell_pair(messages.Paired(table, wish.game), seated)
        self._have_changed()
        return table

    async def _find(self, id: str, person: str) -> Seek:
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(sa.select(seeks).where(seeks.c.id == id, _stands()))).one_or_none()
        seek = None if row is None else _seek(row)
        if seek is None or not seek.is_seen_by(person):
            raise refusals.unknown_seek()
        return seek

    async def _check(self, seek: Seek, person: str) -> None:
        """May this person accept it?"""
        if seek.person == person:
            raise refusals.own_seek()
        wish = seek.wish
        both = await shown(self._store, (seek.person, person), wish.game, speed_of(wish.clock))
        mine, theirs = both[person], both[seek.person]
        if wish.rated and mine.name is None:
            raise refusals.rated_needs_accounts()
        if mine.is_bot and not (theirs.is_bot or wish.bots or seek.to_person == person):
            raise refusals.no_bots_here()
        if wish.lowest is not None or wish.highest is not None:
            rating = 1500 if mine.rating is None else mine.rating
            if not (wish.lowest or 0) <= rating <= (wish.highest or 4000):
                raise refusals.out_of_range()

    async def _withdraw_live(self, person: str) -> None:
        with suppress(*AWAY):
            live = (seeks.c.person == person) & seeks.c.live_until.is_not(None)
            await self._store.writer.write(sa.delete(seeks).where(live))
            self._have_changed()

    # --- Telling ----------------------------------------------------------------------------------------------------

    async def listing(self, person: str) -> messages.Lobby:
        """The offers that somebody may see."""
        return _told(await self._all(), person)

    async def _all(self) -> list[tuple[Seek, Shown, str | None]]:
        """The open offers, how their makers are shown, and whom they challenge; the latest first."""
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(_in_turns())).all()
        found = _with_places(rows)
        by_rating: dict[tuple[str, str], set[str]] = {}
        for seek in found:
            by_rating.setdefault((seek.wish.game, speed_of(seek.wish.clock)), set()).add(seek.person)
        faces: dict[tuple[str, str, str], Shown] = {}
        for (game, speed), persons in by_rating.items():
            for person, face in (await shown(self._store, persons, game, speed)).items():
                faces[game, speed, person] = face
        return [
            (seek, faces.get((seek.wish.game, speed_of(seek.wish.clock), seek.person), GUEST), seek.wish.to)
            for seek in found
        ]

    def tell_seated(self, table: str, game: str, person: str) -> None:
        """Somebody has sat down at a table of their own making; wherever they listen, they hear of it."""
        self._tell_pair(messages.Paired(table, game), (person,))

    def _tell_pair(self, paired: messages.Paired, seated: Collection[str]) -> None:
        self._bus.tell("paired", msgspec.json.encode(_Pair(paired, tuple(seated))))
        self._tell_here(paired, seated)

    def _tell_here(self, paired: messages.Paired, seated: Collection[str]) -> None:
        frame = messages.write(paired)
        watchers = (watcher for watcher, person in self._watchers.items() if person in seated)
        for listener in {*watchers, *self._sockets.of(seated)}:
            listener.tell(frame)

    def greet(self, page: Page) -> None:
        """Somebody opens a page: they learn who wants to play them."""
        challenges = self._challenged.get(page.guest)
        if challenges is not None:
            page.tell(messages.write(challenges))

    def _tell_challenges(self, listed: list[tuple[Seek, Shown, str | None]]) -> None:
        """Tell everybody whose challenges have changed."""
        challenges: dict[str, list[tuple[Seek, Shown, str | None]]] = {}
        for one in listed:
            if one[0].to_person is not None:
                challenges.setdefault(one[0].to_person, []).append(one)
        told = {person: messages.Challenges(_told(theirs, person).seeks) for person, theirs in challenges.items()}
        before, self._challenged = self._challenged, told
        for person in before.keys() | told.keys():
            now_told = told.get(person, messages.Challenges(()))
            if now_told != before.get(person):
                frame = messages.write(now_told)
                for page in self._sockets.of([person]):
                    page.tell(frame)

    async def _tell(self, watcher: Watcher, person: str) -> None:
        with suppress(*AWAY):
            told = messages.write(await self.listing(person))
            if watcher in self._watchers:
                watcher.tell(told)

    async def _tell_for_ever(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(SETTLE_SECONDS)
            self._changed.clear()
            try:
                listed = await self._all()
            except AWAY as error:
                log.error("lobby_not_read", cause=type(error).__name__)
                await asyncio.sleep(AGAIN_SECONDS)
                self._changed.set()
                continue
            self._tell_challenges(listed)
            for watcher, person in tuple(self._watchers.items()):
                watcher.tell(messages.write(_told(listed, person)))

    async def _renew(self) -> None:
        """Keep the live offers of people who are here, and drop those of people who are nowhere."""
        live = seeks.c.live_until.is_not(None)
        here = sa.update(seeks).where(live, seeks.c.person.in_(tuple(self._here)))
        gone = sa.delete(seeks).where(live, seeks.c.live_until < now())
        if await self._store.writer.write(here.values(live_until=_in(LIVE_SECONDS)), gone):
            self._have_changed()


def _checked(wish: messages.NewSeek) -> messages.NewSeek:
    """The wish with its options as records write them; refused if two people cannot play it like that."""
    game = game_named(wish.game)
    options = build(game.options_type, wish.options)
    start = game.initial(**wish.options)
    if start.seats != 2:
        raise refusals.not_for_two()
    if wish.rated and (wish.clock is None or start.shares_fate):
        raise refusals.rated_needs_a_clock() if wish.clock is None else refusals.not_for_two()
    if wish.lowest is not None and wish.highest is not None and wish.lowest > wish.highest:
        raise refusals.bad_range()
    return msgspec.structs.replace(wish, options=dict(changed(options)))


def _told(listed: list[tuple[Seek, Shown, str | None]], viewer: str) -> messages.Lobby:
    return messages.Lobby(
        tuple(
            messages.SeekTold(
                id=seek.id,
                game=seek.wish.game,
                options={name: str(value) for name, value in seek.wish.options.items()},
                clock=seek.wish.clock,
                speed=speed_of(seek.wish.clock),
                rated=seek.wish.rated,
                seat=seek.wish.seat,
                lowest=seek.wish.lowest,
                highest=seek.wish.highest,
                bots=seek.wish.bots,
                name=face.name,
                rating=face.rating,
                is_provisional=face.is_provisional,
                is_bot=face.is_bot,
                is_yours=seek.person == viewer,
                to=to,
            )
            for seek, face, to in listed
            if seek.is_seen_by(viewer)
        )
    )


def _in_turns() -> sa.Select[Any]:
    """All offers: the first of every address, then the second of every address, and so on. The turns of an address go
    round the people there. Challenges are counted for each person who is challenged."""
    origin, age = sa.func.coalesce(seeks.c.origin, seeks.c.person), (seeks.c.created_at, seeks.c.id)
    of_person = sa.func.row_number().over(partition_by=(origin, seeks.c.to_person, seeks.c.person), order_by=age)
    own = sa.select(seeks, origin.label("from_"), of_person.label("own_turn")).where(_stands()).subquery()
    turn = sa.func.row_number().over(
        partition_by=(own.c.from_, own.c.to_person), order_by=(own.c.own_turn, own.c.created_at, own.c.id)
    )
    return sa.select(own, turn.label("turn")).order_by("turn", own.c.created_at, own.c.id).limit(MOST_READ)


def _with_places(rows: Sequence[Any]) -> list[Seek]:
    """Who is shown, and who waits: by turns, until the list is full."""
    taken: Counter[str | None] = Counter()
    found = []
    for row in rows:
        is_open = row.to_person is None
        share, most = (SHARE_OF_ORIGIN, MOST_SHOWN) if is_open else (CHALLENGES_OF_ORIGIN, MOST_CHALLENGES)
        has_place = row.turn <= share and taken[row.to_person] < most
        taken[row.to_person] += has_place
        found.append((row.created_at, row.id, _seek(row, waits=not has_place)))
    return [seek for _, _, seek in sorted(found, key=lambda one: one[:2], reverse=True)]


def _seek(row: Any, waits: bool = False) -> Seek:
    return Seek(row.id, row.person, _read.decode(row.body), row.to_person, waits)


def _stands() -> sa.ColumnElement[bool]:
    return seeks.c.live_until.is_(None) | (seeks.c.live_until >= now())


def _in(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
