"""A game at the terminal: a table (`alcove.table`) where one person holds every seat that no program holds. It prints
nothing and has no clock.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Self

from alcove.core.errors import AlcoveError
from alcove.core.game import Game, Outcome, State, View
from alcove.core.text import Text
from alcove.players.levels import NAMES as LEVEL_NAMES, seat_player
from alcove.players.player import Player, Random
from alcove.records.record import Record
from alcove.table.events import Entry, Happening, Played, Resigned, Seat, TookBack
from alcove.table.fold import Room
from alcove.table.start import retold

from . import words

HUMAN = "human"
LEVELS = tuple(f"level{number}" for number in range(1, len(LEVEL_NAMES) + 1))
OPPONENTS = (Random.name, *LEVELS)
"""Who can sit across the table besides people, by name."""
_BROKEN_OFF = ("abandoned", "aborted")
"""A game that ended like this can be taken up again."""


def opponent(game: str, name: str) -> Player:
    """The opponent of that name."""
    return Random() if name == Random.name else seat_player(game, int(name.removeprefix("level")))


class Match:
    """A game, event by event. A seat without a player is a person at the keyboard."""

    def __init__(self, record: Record, players: Sequence[Player | None]) -> None:
        self.players = tuple(players)
        if record.reason in _BROKEN_OFF:
            record = replace(record, result="*", reason="")
        seats = tuple(Seat(HUMAN if player is None else None) for player in self.players)
        self._entries = retold(record, seats, HUMAN)
        self.room = Room.fold(self._entries)

    @classmethod
    def new(cls, game: Game, start: State[Any], players: Sequence[Player | None]) -> Self:
        return cls(Record.of(game, start, ()), players)

    @property
    def game(self) -> Game:
        return self.room.game

    @property
    def view(self) -> View:
        """What the players may know. Nothing else of the state is ever shown."""
        return self.room.view

    @property
    def seat_name(self) -> Text:
        """What the seat to move is called."""
        return self.game.seat_names(self.view.options)[self.view.to_move]

    @property
    def player(self) -> Player | None:
        """The program to move, if it is not a person's turn."""
        return self.players[self.view.to_move]

    @property
    def outcome(self) -> Outcome | None:
        return self.room.outcome

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.room.lines)

    def play(self, text: str) -> str:
        """Play a move that the view allows; what it is called, and what it revealed."""
        self._happen(Played(str(self.view.find(text))))
        line = self.room.lines[-1]
        return f"{line.text} {line.revealed}".rstrip()

    def resign(self) -> None:
        """Whoever is to move gives up."""
        self._happen(Resigned(self.view.to_move))

    def undo(self) -> None:
        """Back to the last choice of a person; at home this also leads out of a game that is over."""
        if self.room.ending is not None:
            self._entries.pop()
            self.room = Room.fold(self._entries)
        else:
            self._happen(TookBack(self.room.ply_to_return_to(self.room.seats_of(HUMAN))))

    def _happen(self, event: Happening) -> None:
        entry = Entry(event)
        self.room = self.room.after(entry)
        self._entries.append(entry)

    def record(self) -> Record:
        """The whole game, its luck included: this is the players' own file, and it has to be resumed from."""
        reason = "" if self.outcome is None else self.outcome.reason
        record = Record.of(self.game, self.room.created.start(), self.moves, self.room.result, reason)
        record.tags["Date"] = date.today().isoformat()
        for seat, player in enumerate(self.players, 1):
            record.tags[f"Seat{seat}"] = HUMAN if player is None else player.name
        return record


def seated(game: Game, state: State[Any], other: str, own_seat: str) -> list[Player | None]:
    """People in all seats, or a person in their own seat, counted from 1, and the opponent in the others."""
    seats = [str(number) for number in range(1, state.seats + 1)]
    if own_seat not in seats:
        raise AlcoveError(words.no_such_seat(own_seat, state.seats))
    return [None if other == HUMAN or seat == own_seat else opponent(game.name, other) for seat in seats]


def resumed(record: Record) -> Match:
    """The game of a record, with everybody back in their seats."""
    names = [record.tags.get(f"Seat{seat}", HUMAN) for seat in range(1, record.first().seats + 1)]
    players = [opponent(record.game, name) if name in OPPONENTS else None for name in names]
    return Match(record, players if None in players else [None] * len(players))
