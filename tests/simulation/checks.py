"""What must be true of a room, whatever happens to it. Nothing here asks the server: the disk and the pages know."""

import json
import re
import weakref
from typing import TYPE_CHECKING, Any

import msgspec

from alcove.server.store.store import _milliseconds
from alcove.server.tables import frames
from alcove.server.tables.table import Table, handle_of
from alcove.server.wire import messages
from alcove.table.events import Created, Entry, Event, Flagged, Played
from alcove.table.fold import Room

from .loop import MACHINE, Machine
from .world import Json, World

if TYPE_CHECKING:
    from .page import Page
    from .people import Person

TOLERANCE_MS = 60
"""By so much two clocks may differ that were read one after the other."""
_HIDDEN_RUN = 9
"""So many pieces of a deal in a row are no accident."""
_DIGITS = re.compile(r"[1-6]{9,}")
_read: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Checks:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rooms: dict[str, list[Room]] = {}
        """Every table as each of its events left it, by true time."""
        self.bodies: dict[tuple[str, int], tuple[bytes, str | None]] = {}
        self.unsure: dict[str, str] = {}
        """Lines of chat that nobody was told: perhaps they were not saved, as their authors were told."""
        self.deleted: set[str] = set()
        self.renamed: set[str] = set()
        self._last_row = 0
        self._hidden: set[str] = set()
        self.people: list[Person] = []
        world.heard.append(self._hears)
        self.minds_twins = True
        """Is it enough that a table has two objects, whatever follows from it?"""
        self._tables: list[tuple[str, Machine | None, weakref.ref[Table]]] = []

    # --- Objects ----------------------------------------------------------------------------------------------------

    def made(self, table: Table) -> None:
        """A table has come to memory somewhere."""
        machine = MACHINE.get()
        self._tables.append((table.name, machine, weakref.ref(table)))

    def look_for_twins(self) -> None:
        import gc

        for is_tidy in (False, True):
            self._tables = [one for one in self._tables if one[2]() is not None and not (one[1] and one[1].is_dead)]
            found: dict[tuple[str, int], int] = {}
            for name, machine, _ in self._tables:
                found[name, id(machine)] = found.get((name, id(machine)), 0) + 1
            twins = sorted(name for (name, _), number in found.items() if number > 1)
            if not twins:
                return
            if not is_tidy:
                gc.collect()
        self.world.find(f"table {twins[0]} has two objects on one server")

    # --- The disk ---------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """After every step: new events follow the old ones, and nobody was charged for time that did not pass."""
        rows = self.world.disk.eyes.execute(
            "SELECT rowid, table_id, n, body, guest, nonce, at FROM events WHERE rowid > ? ORDER BY rowid",
            (self._last_row,),
        ).fetchall()
        for rowid, table, n, body, guest, nonce, at in rows:
            self._last_row = rowid
            self._follow(table, n, body, guest, nonce, at)
        if self.minds_twins:
            self.look_for_twins()
        self.world.check()

    def _follow(self, table: str, n: int, body: bytes, guest: str | None, nonce: str | None, at: str) -> None:
        self.bodies[table, n] = (body, nonce)
        event, rooms = _read.decode(body), self.rooms.setdefault(table, [])
        _, machine = self.world.disk.written_at[table, n]
        true_ms = _milliseconds(at) - round(1000 * (machine.skew if machine is not None else 0.0))
        entry = Entry(event, guest, nonce, true_ms)
        if n != len(rooms) + 1:
            self.world.find(f"event n={n} of {table} was written after n={len(rooms)}")
            return
        if isinstance(event, Created):
            rooms.append(Room(event, true_ms))
            if event.luck:
                deal = event.luck.removeprefix("deal:")
                self._hidden |= {deal[i : i + _HIDDEN_RUN] for i in range(len(deal) - _HIDDEN_RUN + 1)}
            return
        before = rooms[-1]
        clocks = before.clocks
        if isinstance(event, Played) and clocks is not None:
            passed = clocks.spent_ms(true_ms)
            if event.spent_ms > passed + TOLERANCE_MS:
                self.world.find(
                    f"{table} n={n}: a move was charged {event.spent_ms} ms, and only {passed} ms had passed"
                )
        if isinstance(event, Flagged) and clocks is not None and not clocks.has_fallen(true_ms + TOLERANCE_MS):
            assert clocks.falls_at_ms is not None
            self.world.find(f"{table} n={n}: a flag fell {clocks.falls_at_ms - true_ms} ms too early")
        rooms.append(before.after(entry))

    def entries(self, table: str) -> list[Entry]:
        rows = self.world.disk.eyes.execute(
            "SELECT body, guest, nonce, at FROM events WHERE table_id = ? ORDER BY n", (table,)
        ).fetchall()
        return [Entry(_read.decode(body), guest, nonce, _milliseconds(at)) for body, guest, nonce, at in rows]

    # --- What leaves the room ---------------------------------------------------------------------------------------

    def _hears(self, text: str) -> None:
        for run in _DIGITS.findall(text):
            for start in range(len(run) - _HIDDEN_RUN + 1):
                if run[start : start + _HIDDEN_RUN] in self._hidden:
                    self.world.find(f"hidden pieces were told: …{run}… in {text[:200]}")
                    return

    def acknowledged(self, page: "Page", ack: Json) -> None:
        """Acknowledged is durable, and once."""
        page.tell(f"is acknowledged n={ack['n']} at {ack['table']} ({ack['nonce'][:6]})")
        rows = self.world.disk.eyes.execute(
            "SELECT n FROM events WHERE table_id = ? AND nonce = ?", (ack["table"], ack["nonce"])
        ).fetchall()
        if [n for (n,) in rows] != [ack["n"]]:
            self.world.find(
                f"{page.name} was acknowledged n={ack['n']} of {ack['table']}, and the disk has it as {[n for (n,) in rows]}"
            )

    def refused(self, page: "Page", refusal: Json) -> None:
        if refusal["code"] == "internal":
            self.world.find(f"{page.name} was told that something went wrong on our side: {refusal}")
        if refusal["code"] == "storage" and self.world.is_calm:
            self.world.find(f"{page.name} was refused though nothing goes wrong any more: {refusal}")

    def happened(self, page: "Page", event: Json) -> None:
        """Told is durable, and the same to everybody."""
        table, n = event["table"], event["n"]
        row = self.world.disk.eyes.execute(
            "SELECT body FROM events WHERE table_id = ? AND n = ?", (table, n)
        ).fetchone()
        if row is None:
            self.world.find(f"{page.name} was told of n={n} of {table}, which is not on the disk")
            return
        kept, told = json.loads(row[0]), event["change"]
        if kept["kind"] != told["kind"]:
            self.world.find(f"{page.name} was told {told['kind']} as n={n} of {table}, and the disk has {kept['kind']}")
        elif kept["kind"] == "played" and kept["move"] != told["line"]["text"]:
            self.world.find(f"{page.name} was told {told['line']['text']} as n={n} of {table}, not {kept['move']}")
        self._positioned(page, table, n, event["frame"])

    def shown(self, page: "Page", snapshot: Json) -> None:
        self._positioned(page, snapshot["table"], snapshot["n"], snapshot["frame"])

    def _positioned(self, page: "Page", table: str, n: int, frame: Json) -> None:
        self.look()
        rooms = self.rooms.get(table, [])
        if not 1 <= n <= len(rooms):
            self.world.find(f"{page.name} was shown n={n} of {table}, and the disk has {len(rooms)}")
        elif rooms[n - 1].view.to_text() != frame["position"]:
            self.world.find(f"{page.name} was shown another position as n={n} of {table} than the disk has")

    # --- The end ----------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Disk, live objects and pages: all the same."""
        self.look()
        for table, rooms in self.rooms.items():
            entries = self.entries(table)
            if len(entries) != len(rooms):
                self.world.find(f"{table} had {len(rooms)} events, and now has {len(entries)}")
                continue
            fold = Room.fold(entries)
            self._unchanged(table)
            self._compare_objects(table, fold)
            for person in self.people:
                for page in person.pages:
                    if table in page.tables and page.is_open:
                        self._compare_page(page, table, fold)
                        self._compare_chat(page, table, fold)
        self._look_for_traces()
        self.world.check()

    def _unchanged(self, table: str) -> None:
        for n, body, nonce in self.world.disk.eyes.execute(
            "SELECT n, body, nonce FROM events WHERE table_id = ?", (table,)
        ):
            before, named = self.bodies[table, n]
            same = body == before or _without_people(body) == _without_people(before)
            if not same or (nonce != named and nonce is not None):
                self.world.find(f"event n={n} of {table} was rewritten")

    def _compare_objects(self, table: str, fold: Room) -> None:
        for server in self.world.servers:
            known = None if server.house is None else server.house.tables.known(table)
            if known is None:
                continue
            room = known.room
            if room.n > fold.n or (room.n < fold.n and known.watchers):
                self.world.find(f"{server.name} has {table} at n={room.n}, and the disk at n={fold.n}")
            elif room.n == fold.n and known.watchers and _standing(room) != _standing(fold):
                self.world.find(f"{server.name} has another {table} than the disk: {_standing(room)} {_standing(fold)}")

    def _compare_page(self, page: "Page", table: str, fold: Room) -> None:
        whole = page.tables[table]
        if whole is None:
            self.world.find(f"{page.name} watches {table} and was never shown it")
            return
        guest = page.person.id
        told = frames.snapshot(table, fold, guest, frames.Around())
        wanted = json.loads(messages.write(told))
        is_mover = fold.guest_to_move == guest
        for name, value in _seen(wanted, is_mover).items():
            if (here := _seen(whole, is_mover)[name]) != value:
                self.world.find(f"{page.name} sees another {name} of {table} than the disk has: {here}, not {value}")
                return
        for mine, right in zip(whole["seats"], wanted["seats"], strict=True):
            if (mine["kind"], mine["level"], mine["yours"]) != (right["kind"], right["level"], right["yours"]):
                self.world.find(f"{page.name} sees other people at {table} than the disk has: {mine}, not {right}")

    def _compare_chat(self, page: "Page", table: str, fold: Room) -> None:
        guest = page.person.id
        if not fold.seats_of(guest) and fold.terms.rated and fold.outcome is None:
            return
        kept = [
            text
            for (text,) in self.world.disk.eyes.execute(
                "SELECT text FROM chat WHERE table_id = ? ORDER BY id", (table,)
            )
        ]
        told = [line["text"] for line in page.chat.get(table, ())]
        missing = [text for text in kept[-20:] if text not in told and text not in self.unsure]
        if missing:
            self.world.find(f"{page.name} was never told what was said at {table}: {missing[0]}")
        if len(told) != len(set(told)):
            self.world.find(f"{page.name} was told the same line twice at {table}")

    def _look_for_traces(self) -> None:
        """Of somebody who has left, nothing is left."""
        eyes = self.world.disk.eyes
        accounts = {person for (person,) in eyes.execute("SELECT person FROM accounts")}
        for person in sorted(self.renamed - accounts):
            for query in (
                "SELECT count(*) FROM events WHERE guest = :p OR instr(body, :p)",
                "SELECT count(*) FROM seats WHERE guest = :p",
                "SELECT count(*) FROM chat WHERE person = :p",
                "SELECT count(*) FROM archive_seats WHERE person = :p",
                "SELECT count(*) FROM seeks WHERE person = :p",
                "SELECT count(*) FROM sessions WHERE person = :p",
            ):
                if eyes.execute(query, {"p": person}).fetchone()[0]:
                    self.world.find(f"{handle_of(person)} has deleted the account, and is still found by: {query}")
                    return
        for person in sorted(self.deleted & accounts):
            self.world.find(f"{handle_of(person)} was told that the account is deleted, and it is there")


def _standing(room: Room) -> Any:
    lines = [line.text for line in room.lines]
    return room.n, room.seats, lines, room.view.to_text(), room.ending, room.offers, room.rematch, room.clocks


_PERSON = re.compile(rb'"guest":"[0-9a-f]{32}"')


def _without_people(body: bytes) -> bytes:
    return _PERSON.sub(b"", body)


def _seen(whole: Json, is_mover: bool) -> Json:
    """What of a snapshot does not depend on when it was made."""
    frame = whole["frame"]
    seen = {name: whole[name] for name in ("n", "game", "options", "lines", "can_undo", "rematch", "terms", "offers")}
    seen |= {name: frame[name] for name in ("ply", "to_move", "position", "scene", "outcome")}
    if is_mover:
        seen["moves"] = [move["text"] for move in frame["moves"]]
    return seen
