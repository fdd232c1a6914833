"""A table without its wires: events in, state out. It knows no time but that of its events, no disk and no socket.

A table is an append-only list of events; where it stands is their fold. `decisions.decide` says which event a command
leads to, or refuses it; `Room.after` is the table as that event leaves it. Neither changes anything, so the caller can
write the event down first: what was acknowledged is on the disk, and what is not on the disk has not happened.

Luck (a deal, say) is part of the `Created` event. It never gets out: everything sent to anybody is made from `views`.
"""

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from msgspec import Struct

from alcove.core.errors import IllegalMoveError
from alcove.core.game import Outcome, State, View
from alcove.core.registry import game as game_named
from alcove.records.record import Ply, Record

from . import refusals
from .clock import Clocks
from .events import (
    Aborted,
    Agreed,
    Created,
    Declined,
    Ending,
    Entry,
    Event,
    Flagged,
    Happening,
    Joined,
    Left,
    Offer,
    Offered,
    Played,
    Rematched,
    Resigned,
    Seat,
    Terms,
    TookBack,
)
from .memory import forget_findings
from .trail import Trail

__all__ = [
    "Aborted",
    "Agreed",
    "Created",
    "Declined",
    "Ending",
    "Entry",
    "Event",
    "Flagged",
    "Happened",
    "Happening",
    "Joined",
    "Left",
    "Offer",
    "Offered",
    "Played",
    "Rematched",
    "Resigned",
    "Room",
    "Seat",
    "Terms",
    "TookBack",
    "record_of",
]

MOST_RECENT = 16
"""This many events are remembered for pages that missed a few."""


class MoveLine(Struct):
    """A line of the move list. `number` counts rounds from 1; `revealed` is what luck showed."""

    ply: int
    seat: int
    text: str
    revealed: str
    number: int
    opens_turn: bool


class Happened(NamedTuple):
    """Event number `n`, which left so many plies."""

    n: int
    event: Happening
    ply: int


@dataclass(slots=True)
class _Receipts:
    """Which event a person made under a nonce, up to event `latest`; shared like a `Trail` by tables that follow each other."""

    latest: int
    events: dict[tuple[str, str], int]

    def up_to(self, n: int) -> "_Receipts":
        """These, unless another table has gone on from event `n` already."""
        if self.latest == n:
            return self
        return _Receipts(n, {key: made_n for key, made_n in self.events.items() if made_n <= n})


class Room:
    """Where a table stands after `n` events. Only `_play` looks at the state; everything else looks at `views`."""

    def __init__(self, created: Created, at_ms: int = 0) -> None:
        self.created = created
        self.game = game_named(created.game)
        self.n = 1
        self.seats = created.seats
        self.lines: Trail[MoveLine] = Trail()
        self.ending: Ending | None = None
        self.rematch: str | None = None
        self.offers: dict[Offer, tuple[int, ...]] = {}
        self.declined: dict[tuple[int, Offer], int] = {}
        self.recent: tuple[Happened, ...] = ()
        self.clocks: Clocks | None = None
        self._states: Trail[State[Any]] = Trail([created.start()])
        self.views = Trail([self._view(self._states[0])])
        self._turns = Trail([self.views[0].to_move])
        """How many turns had begun at each of them, as if the first seat had opened the game."""
        self._receipts = _Receipts(self.n, {})
        if self.is_full:
            self._start_clocks(at_ms)

    @classmethod
    def fold(cls, entries: Iterable[Entry]) -> Self:
        """The table that these events lead to, from the first one on."""
        first, *rest = entries
        assert isinstance(first.event, Created)
        room = cls(first.event, first.at_ms)
        for entry in rest:
            room._take_in(entry)
        return room

    def after(self, entry: Entry) -> Self:
        """The table after one more event; this one stays as it is. What has grown long is shared, not copied."""
        room = copy.copy(self)
        room.offers, room.declined = self.offers.copy(), self.declined.copy()
        room._take_in(entry)
        return room

    def _view(self, state: State[Any]) -> View:
        """The one gate. In our games all seats and onlookers may know the same, so one view serves everybody."""
        return self.game.view(state, 0)

    # --- Where it stands --------------------------------------------------------------------------------------------

    @property
    def terms(self) -> Terms:
        return self.created.terms

    @property
    def ply(self) -> int:
        return len(self.lines)

    @property
    def view(self) -> View:
        return self.views[-1]

    @property
    def is_full(self) -> bool:
        """Is every seat taken? Until then nobody may move."""
        return not any(seat.open for seat in self.seats)

    @property
    def has_begun(self) -> bool:
        """Has everybody moved who plays against somebody? Before that a game is not worth a result."""
        if self.view.shares_fate or len(self.people) < 2:
            return self.ply >= 2
        return {line.seat for line in self.lines} >= set(range(len(self.seats)))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules, or as the room ended it. A game that was called off has one, but no `result`."""
        shared = self.view.shares_fate
        match self.ending:
            case None:
                return self.view.outcome()
            case Resigned(seat=seat):
                return Outcome(None if shared else 1 - seat, (), "resigned", together=shared)
            case Flagged(seat=seat):
                return Outcome(None if shared else 1 - seat, (), "time", together=shared)
            case Left(seat=seat, is_draw=is_draw):
                return Outcome(None if is_draw else 1 - seat, (), "left")
            case Agreed():
                return Outcome(None, (), "agreed")
            case Aborted():
                return Outcome(None, (), "aborted", together=shared)

    @property
    def result(self) -> str:
        """The result as records write it; `*` for a game that goes on or was called off."""
        outcome = self.outcome
        return "*" if outcome is None or isinstance(self.ending, Aborted) else outcome.result

    @property
    def engine_to_move(self) -> int | None:
        """The seat whose engine should be thinking now."""
        seat = self.view.to_move
        return seat if self.is_full and self.outcome is None and self.seats[seat].is_engine else None

    @property
    def guest_to_move(self) -> str | None:
        """The person whose move it is; `None` if it is an engine's."""
        return self.seats[self.view.to_move].guest

    @property
    def people(self) -> tuple[str, ...]:
        """The people who sit here, each once, in the order of the seats."""
        return tuple(dict.fromkeys(seat.guest for seat in self.seats if seat.guest is not None))

    @property
    def guests(self) -> dict[int, str]:
        """Who sits where."""
        return {number: seat.guest for number, seat in enumerate(self.seats) if seat.guest is not None}

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if guest is not None and seat.guest == guest)

    def acknowledged(self, guest: str, nonce: str) -> int | None:
        """The event that `guest` made under `nonce`, if there is one."""
        n = self._receipts.events.get((guest, nonce))
        return None if n is None or n > self.n else n

    def missed(self, seen_n: int) -> tuple[Happened, ...] | None:
        """What happened after event `seen_n`; `None` if that is too long ago, or if plies of it have been taken back."""
        found = tuple(happened for happened in self.recent if happened.n > seen_n)
        if len(found) != self.n - seen_n or any(isinstance(happened.event, Joined | TookBack) for happened in found):
            return None
        return found

    def record(self) -> Record:
        """The game as a record; while it goes on, as the players see it."""
        record = Record.of(self.game, self._states[0], ())
        record.main.plies = [Ply(line.text, line.revealed) for line in self.lines]
        outcome = self.outcome
        if outcome is None:
            return record.seen_by(0)
        record.result, record.reason = self.result, outcome.reason
        return record

    def record_text(self) -> str:
        """The same as text. Every move was found when it was played: none is looked up again."""
        return self.record().to_text(self._states)

    # --- What may happen next ---------------------------------------------------------------------------------------

    def find(self, text: str) -> str:
        """The legal move that a text means. The view is asked, so a refusal cannot give away what the view hides."""
        try:
            return str(self.view.find(text))
        except IllegalMoveError as error:
            raise refusals.illegal(error.refusal) from None

    def ply_to_return_to(self, mine: Iterable[int]) -> int:
        """Back to the last turn of one of these seats. What luck has shown stays shown."""
        mine = frozenset(mine)
        for ply in reversed(range(self.ply)):
            if self.lines[ply].revealed:
                raise refusals.already_shown()
            if self.views[ply].to_move in mine:
                return ply
        raise refusals.nothing_to_undo()

    @property
    def can_undo(self) -> bool:
        """Is there a move that a person could take back, or ask to take back?"""
        try:
            self.ply_to_return_to(number for number, seat in enumerate(self.seats) if not seat.is_engine)
        except refusals.RefusedError:
            return False
        return self.outcome is None

    # --- What has happened ------------------------------------------------------------------------------------------

    def _take_in(self, entry: Entry) -> None:
        assert not isinstance(entry.event, Created), "a table is created once"
        self._happen(entry.event, entry.at_ms)
        self.n += 1
        if self.clocks is not None and self.clocks.is_running and self.outcome is not None:
            self.clocks = self.clocks.stopped(entry.at_ms)
        self.recent = (*self.recent, Happened(self.n, entry.event, self.ply))[-MOST_RECENT:]
        self._receipts = self._receipts.up_to(self.n - 1)
        self._receipts.latest = self.n
        if entry.guest is not None and entry.nonce is not None:
            self._receipts.events[entry.guest, entry.nonce] = self.n

    def _happen(self, event: Happening, at_ms: int) -> None:
        match event:
            case Joined(seat=seat, guest=guest):
                self.seats = (*self.seats[:seat], Seat(guest), *self.seats[seat + 1 :])
                if self.is_full:
                    self._start_clocks(at_ms)
            case Played():
                self._play(event, at_ms)
            case TookBack(ply=ply):
                self.lines, self._turns = self.lines.cut(ply), self._turns.cut(ply + 1)
                self._states, self.views = self._states.cut(ply + 1), self.views.cut(ply + 1)
                self.offers.clear()
                if self.clocks is not None:
                    self.clocks = self.clocks.turned_to(self.view.to_move, at_ms)
            case Offered(seat=seat, what=what):
                self.offers[what] = (*self.offers.get(what, ()), *self.seats_of(self.seats[seat].guest))
            case Declined(what=what):
                for proposer in self.offers.pop(what, ()):
                    self.declined[proposer, what] = self.ply
            case Rematched(table=table):
                self.rematch = table
                self.offers.clear()
            case Agreed() | Resigned() | Flagged() | Left() | Aborted():
                self.ending = event
                self.offers.clear()

    def _start_clocks(self, at_ms: int) -> None:
        if self.terms.clock is not None:
            self.clocks = Clocks.set(self.terms.clock, len(self.seats), self.view.to_move, at_ms)

    def _play(self, event: Played, at_ms: int) -> None:
        before = self._states[-1]
        after = before.play_unchecked(self.view.find(event.move))  # the view has already found its moves for the page
        self.lines = self.lines.plus(
            MoveLine(
                ply=len(self.lines) + 1,
                seat=before.to_move,
                text=event.move,
                revealed=after.revealed,
                number=self._turns[-1] // before.seats + 1,
                opens_turn=before.is_turn_start,
            )
        )
        self._states, self.views = self._states.plus(after), self.views.plus(self._view(after))
        self._turns = self._turns.plus(self._turns[-1] + self.view.is_turn_start)
        if len(self.views) > 2:  # the last two are still needed: what was played, and what can be
            forget_findings(self._states[-3])
            forget_findings(self.views[-3])
        if self.clocks is not None:
            self.clocks = self.clocks.played(event.spent_ms, event.lag_ms, after.to_move, after.is_turn_start, at_ms)
        # Moving declines what the others proposed, and the move to be taken back is no longer the last one.
        self.offers = {
            what: seats for what, seats in self.offers.items() if what != "takeback" and before.to_move in seats
        }


def record_of(entries: list[Entry]) -> bytes:
    """The record of a table, from its events."""
    return Room.fold(entries).record_text().encode()
