"""One game under way at the table: who sits where, what has been played, how it ended. It speaks to nobody."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import Game, Outcome, State, View
from alcove.core.record import Ply, Record
from alcove.core.text import Text
from alcove.players.levels import NAMES as LEVEL_NAMES, seat_player
from alcove.players.player import Player, Random

from . import words

HUMAN = "human"
LEVELS = tuple(f"level{number}" for number in range(1, len(LEVEL_NAMES) + 1))
OPPONENTS = (Random.name, *LEVELS)
"""Who can sit across the table besides people, by name."""


def opponent(game: str, name: str) -> Player:
    """The opponent of that name."""
    return Random() if name == Random.name else seat_player(game, int(name.removeprefix("level")))


class Match:
    """A game, move by move. A seat without a player is a person at the keyboard."""

    def __init__(self, game: Game, start: State[Any], players: Sequence[Player | None]) -> None:
        self.game = game
        self.states = [start]
        self.moves: list[str] = []
        self.players = tuple(players)
        self.resigned: int | None = None

    @property
    def state(self) -> State[Any]:
        return self.states[-1]

    @property
    def view(self) -> View:
        """What whoever is to move may know. Nothing else of the state is ever shown."""
        return self.game.view(self.state, self.state.to_move)

    @property
    def seat_name(self) -> Text:
        """What whoever is to move is called."""
        return self.game.seat_names(self.state.options)[self.state.to_move]

    @property
    def player(self) -> Player | None:
        """Who is to move, if it is not a person."""
        return self.players[self.state.to_move]

    @property
    def outcome(self) -> Outcome | None:
        by_the_rules = self.state.outcome()
        if by_the_rules is not None or self.resigned is None:
            return by_the_rules
        if self.state.shares_fate:
            return Outcome(None, (), "resigned", together=True)
        return Outcome(1 - self.resigned, (), "resigned")

    def play(self, text: str) -> str:
        """Play a move that the view allows; what it is called, and what it revealed."""
        move = str(self.view.find(text))
        self.states.append(self.state.play(move))
        self.moves.append(move)
        return f"{move} {self.state.revealed}".rstrip()

    def undo(self) -> None:
        """Back to the last choice of a person, unless that would unsee what luck has shown."""
        if self.resigned is not None:
            self.resigned = None
            return
        for count in range(1, len(self.states)):
            if self.states[-count].revealed:
                raise AlcoveError(words.seen_is_seen())
            if self.players[self.states[-1 - count].to_move] is None:
                del self.states[-count:], self.moves[-count:]
                return
        raise AlcoveError(words.nothing_to_undo())

    def resign(self) -> None:
        """Whoever is to move gives up."""
        self.resigned = self.state.to_move

    def record(self) -> Record:
        record = Record.of(self.game, self.states[0], ())
        record.main.plies = [Ply(move, state.revealed) for move, state in zip(self.moves, self.states[1:], strict=True)]
        if outcome := self.outcome:
            record.result, record.reason = outcome.result, outcome.reason
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
    """The game a record tells, with everybody back in their seats."""
    states = record.replay()
    players: list[Player | None] = []
    for seat in range(1, states[0].seats + 1):
        name = record.tags.get(f"Seat{seat}", HUMAN)
        players.append(opponent(record.game, name) if name in OPPONENTS else None)
    if all(players):
        players = [None] * states[0].seats
    match = Match(alcove.game(record.game), states[0], players)
    match.states = states
    match.moves = [ply.move for ply in record.main.plies]
    if record.reason == "resigned":
        match.resigned = {"1-0": 1, "0-1": 0}.get(record.result, states[-1].to_move)
    return match
