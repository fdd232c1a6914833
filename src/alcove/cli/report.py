"""A position for people to read: the board, whose turn it is, how it ended."""

from typing import Any

from alcove.core.game import Game, Outcome, State, View
from alcove.core.text import Text
from alcove.records.record import ROOM_REASONS, Record

from . import words
from .terminal import Terminal


def show_position(terminal: Terminal, game: Game, view: View, outcome: Outcome | None) -> None:
    """The board, and below it whose turn it is or how the game ended."""
    terminal.draw(game.draw(view, terminal.language))
    if outcome is not None:
        terminal.say(tell_outcome(game, view, outcome), "good")
    else:
        seat = game.seat_names(view.options)[view.to_move]
        count = len(view.legal_moves())
        terminal.say(f"{terminal.tell(words.to_move(seat))}, {terminal.tell(words.move_count(count))}", "title")


def tell_outcome(game: Game, view: View, outcome: Outcome) -> Text:
    """Who won, by how much and why."""
    shown = " (" + " – ".join(f"{score:g}" for score in outcome.scores) + ")" if any(outcome.scores) else ""
    scores = Text(shown, shown.replace(".", ","))
    by_the_room = outcome.reason in ROOM_REASONS
    reason = words.ROOM_REASONS[outcome.reason] if by_the_room else game.ending(view, outcome)
    if outcome.together:
        return words.lost_together(scores, reason) if outcome.winner is None else words.won_together(scores, reason)
    if outcome.winner is None:
        return words.draw(scores, reason)
    return words.win(game.seat_names(view.options)[outcome.winner], scores, reason)


def recorded_outcome(record: Record, end: State[Any]) -> Outcome | None:
    """How a recorded game ended: by its rules, else as the room wrote it down."""
    by_the_rules = end.outcome()
    if by_the_rules is not None or record.result == "*":
        return by_the_rules
    winner = {"1-0": 0, "0-1": 1, "won": 0}.get(record.result)
    return Outcome(winner, (), record.reason, together=record.result in ("won", "lost"))
