"""A table without its wires: events in, state and decisions out. No clock, no disk, no socket.

A table is an append-only list of events; where it stands is their fold. `decide` says which event a command makes, or
refuses it; `after` gives the table as that event leaves it. Neither changes anything, so the caller can write the event
down first: what was acknowledged is on the disk, and what is not on the disk has not happened.

Luck (AxxA's deal) is part of the `Created` event. It never leaves: everything that goes out is made from `views`.
"""

import copy
import random
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Self

from msgspec import Struct

from alcove.core.errors import IllegalMoveError, PositionError
from alcove.core.game import Game, Outcome, State, View
from alcove.core.options import build, changed
from alcove.core.record import Record
from alcove.core.registry import game as game_named

from . import messages, refusals

# --- Events, as they are stored -------------------------------------------------------------------------------------


class Seat(Struct, frozen=True):
    """Who sits there: a person, known by their guest id, or the engine at a level."""

    guest: str | None
    level: int | None = None

    @property
    def is_engine(self) -> bool:
        return self.guest is None


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The first event. The game starts from `position`, or from `luck`, or as its rules say."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    luck: str = ""
    position: str | None = None

    def start(self) -> State[Any]:
        game = game_named(self.game)
        if self.position is not None:
            return game.from_text(self.position, **self.options)
        return game.with_luck(self.luck, **self.options) if self.luck else game.initial(**self.options)


class Played(Struct, frozen=True, tag_field="kind", tag="played"):
    move: str


class TookBack(Struct, frozen=True, tag_field="kind", tag="took_back"):
    """`ply` plies are left."""

    ply: int


class Resigned(Struct, frozen=True, tag_field="kind", tag="resigned"):
    seat: int


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematched"):
    table: str


Event = Created | Played | TookBack | Resigned | Rematched


class Entry(Struct, frozen=True):
    """An event and who asked for it under which nonce; the engine and the room itself have neither."""

    event: Event
    guest: str | None = None
    nonce: str | None = None


# --- Making a table -------------------------------------------------------------------------------------------------


Levels = Callable[[str], Collection[int]]
"""The levels the engine has in a game."""


def new_table(wish: messages.NewTable, guest: str, levels: Levels) -> list[Entry]:
    """The events of a new table for `guest`; what is wrong with the wish is told."""
    game = game_named(wish.game)
    build(game.options_type, wish.options)
    start = game.initial(**wish.options) if wish.position is None else _stand(game, wish.position, wish.options)
    seats = _seat(wish.seats, start.seats, guest, levels(wish.game))
    return [Entry(_created(game, start, seats, from_position=wish.position is not None), guest)]


def opened_record(record: Record, wishes: tuple[messages.SeatWish, ...], guest: str, levels: Levels) -> list[Entry]:
    """The events of a table where the game of `record` has been played so far."""
    states = record.replay()
    seats = _seat(wishes, states[0].seats, guest, levels(record.game))
    created = Created(record.game, record.options, seats, record.luck, record.start)
    events: list[Event] = [created, *(Played(ply.move) for ply in record.main.plies)]
    if states[-1].outcome() is None and record.reason:
        if record.reason != "resigned":
            raise refusals.record_ends_otherwise(record.reason)
        events.append(Resigned({"1-0": 1, "0-1": 0}.get(record.result, states[-1].to_move)))
    return [Entry(event, guest) for event in events]


def _created(game: Game, start: State[Any], seats: tuple[Seat, ...], from_position: bool) -> Created:
    position = start.to_text() if from_position else None
    return Created(game.name, changed(start.options), seats, "" if from_position else game.luck(start), position)


def _stand(game: Game, text: str, options: Mapping[str, object]) -> State[Any]:
    """The state of a position text; where pieces are hidden in it, they are dealt."""
    view = game.view_from_text(text, **options)
    try:
        return game.from_text(text, **options)
    except PositionError:
        return next(game.worlds(view, random.SystemRandom()))


def _seat(wishes: tuple[messages.SeatWish, ...], seats: int, guest: str, levels: Collection[int]) -> tuple[Seat, ...]:
    if not wishes:
        return (Seat(guest),) * seats
    if len(wishes) != seats:
        raise refusals.wrong_seats(seats, len(wishes))
    if all(wish.kind == "engine" for wish in wishes):
        raise refusals.nobody_seated()
    for wish in wishes:
        if wish.kind == "engine" and wish.level not in levels:
            raise refusals.unknown_level(wish.level)
    return tuple(Seat(None, wish.level) if wish.kind == "engine" else Seat(guest) for wish in wishes)


# --- A table --------------------------------------------------------------------------------------------------------


class Room:
    """Where a table stands after `n` events. Only `play` looks at the state; all else looks at `views`."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.game = game_named(created.game)
        self.n = 1
        self.lines: list[messages.MoveLine] = []
        self.resigned: int | None = None
        self.rematch: str | None = None
        self._states = [created.start()]
        self.views = [self._view(self._states[0])]
        self._acknowledged: dict[tuple[str, str], int] = {}

    @classmethod
    def fold(cls, entries: Iterable[Entry]) -> Self:
        """The table that these events, from the first on, have made."""
        first, *rest = entries
        assert isinstance(first.event, Created)
        room = cls(first.event)
        for entry in rest:
            room._take_in(entry)
        return room

    def after(self, entry: Entry) -> Self:
        """The table after one more event; this one stays as it is."""
        room = copy.copy(self)
        room.lines, room.views, room._states = self.lines[:], self.views[:], self._states[:]
        room._acknowledged = self._acknowledged.copy()
        room._take_in(entry)
        return room

    def _view(self, state: State[Any]) -> View:
        """The one gate. All seats and onlookers of our games may know the same, so one view serves everybody."""
        return self.game.view(state, 0)

    # --- Where it stands --------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.created.seats

    @property
    def ply(self) -> int:
        return len(self.lines)

    @property
    def view(self) -> View:
        return self.views[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules, or by resignation."""
        if self.resigned is None:
            return self.view.outcome()
        if self.view.shares_fate:
            return Outcome(None, (), "resigned", together=True)
        return Outcome(1 - self.resigned, (), "resigned")

    @property
    def engine_to_move(self) -> int | None:
        """The seat whose engine should be thinking now."""
        seat = self.view.to_move
        return seat if self.outcome is None and self.seats[seat].is_engine else None

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if guest is not None and seat.guest == guest)

    def acknowledged(self, guest: str, nonce: str) -> int | None:
        """The event that `guest` made under `nonce`, if there is one."""
        return self._acknowledged.get((guest, nonce))

    def record(self) -> Record:
        """The game as a record; while it goes on, as the players see it."""
        record = Record.of(self.game, self._states[0], [line.text for line in self.lines])
        outcome = self.outcome
        if outcome is None:
            return record.seen_by(0)
        record.result, record.reason = outcome.result, outcome.reason
        return record

    # --- What may happen next ---------------------------------------------------------------------------------------

    def decide(self, command: messages.Command, guest: str, next_table: str = "") -> Event:
        """The event that `command` makes; raises `RefusedError`. Nothing changes yet. A rematch will be at `next_table`."""
        mine = self.seats_of(guest)
        if not mine:
            raise refusals.not_seated()
        if command.expected_n != self.n:
            raise refusals.stale()
        if isinstance(command, messages.Rematch):
            return self._decide_rematch(next_table)
        if self.outcome is not None:
            raise refusals.over()
        if isinstance(command, messages.Move):
            if self.view.to_move not in mine:
                raise refusals.not_your_turn()
            return self.play(command.move)
        if isinstance(command, messages.Undo):
            return TookBack(self._ply_to_return_to())
        assert isinstance(command, messages.Resign)
        return Resigned(self.view.to_move if self.view.to_move in mine else mine[0])

    def play(self, text: str) -> Played:
        """The event of a move. Its legality is a question to the view: a refusal cannot tell what the view hides."""
        try:
            return Played(str(self.view.find(text)))
        except IllegalMoveError as error:
            raise refusals.illegal(error.refusal) from None

    def _ply_to_return_to(self) -> int:
        """Back to the last turn of a person. What luck has shown stays shown."""
        for ply in reversed(range(self.ply)):
            if self.lines[ply].revealed:
                raise refusals.already_shown()
            if not self.seats[self.views[ply].to_move].is_engine:
                return ply
        raise refusals.nothing_to_undo()

    @property
    def can_undo(self) -> bool:
        try:
            self._ply_to_return_to()
        except refusals.RefusedError:
            return False
        return self.outcome is None

    def _decide_rematch(self, next_table: str) -> Rematched:
        if self.outcome is None:
            raise refusals.not_over()
        if self.rematch is not None:
            raise refusals.already_rematched()
        return Rematched(next_table)

    def next_game(self) -> Created:
        """The same game once more: the seats passed on by one, luck drawn anew."""
        seats = (*self.seats[1:], self.seats[0])
        options = self.created.options
        if self.created.position is None:
            return _created(self.game, self.game.initial(**options), seats, from_position=False)
        dealt = next(self.game.worlds(self.views[0], random.SystemRandom()))
        return _created(self.game, dealt, seats, from_position=True)

    # --- What has happened ------------------------------------------------------------------------------------------

    def _take_in(self, entry: Entry) -> None:
        match entry.event:
            case Played(move=move):
                self._play(move)
            case TookBack(ply=ply):
                del self.lines[ply:], self.views[ply + 1 :], self._states[ply + 1 :]
            case Resigned(seat=seat):
                self.resigned = seat
            case Rematched(table=table):
                self.rematch = table
            case Created():
                raise AssertionError("a table is created once")
        self.n += 1
        if entry.guest is not None and entry.nonce is not None:
            self._acknowledged[entry.guest, entry.nonce] = self.n

    def _play(self, move: str) -> None:
        before = self._states[-1]
        after = before.play(move)
        turn = self.views[0].to_move + sum(view.is_turn_start for view in self.views[1:])
        self.lines.append(
            messages.MoveLine(
                ply=len(self.lines) + 1,
                seat=before.to_move,
                text=move,
                revealed=after.revealed,
                number=turn // before.seats + 1,
                opens_turn=before.is_turn_start,
            )
        )
        self._states.append(after)
        self.views.append(self._view(after))
