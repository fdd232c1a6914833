"""`alcove replay FILE`: recorded games, move by move."""

import textwrap
from typing import Annotated, Any

import typer

import alcove
from alcove.core.errors import AlcoveError, RecordError
from alcove.core.game import Game, Outcome, State
from alcove.core.text import Text
from alcove.records import read_records
from alcove.records.record import Place, Ply, Record

from .. import words
from ..files import read_text_file
from ..report import recorded_outcome, show_position
from ..terminal import Terminal

HELP = Text("Replay recorded games.", "Rejouer des parties enregistrées.")


def command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE")],
    boards: Annotated[bool, typer.Option("--boards", metavar="")] = False,
    ply: Annotated[str | None, typer.Option("--ply", metavar="N")] = None,
) -> None:
    terminal = Terminal.of(context)
    try:
        records = read_records(read_text_file(file))
    except RecordError as error:
        raise AlcoveError(words.in_place(file, error.text)) from None
    for number, record in enumerate(records):
        if number:
            terminal.say()
        replay(terminal, record, boards, ply)


def replay(terminal: Terminal, record: Record, boards: bool, ply: str | None) -> None:
    """One game: its tags, its moves, the board at the end (or after every ply, or after one), and how it ended."""
    game = alcove.game(record.game)
    states = record.replay()
    plies = record.main.plies
    chosen = len(plies) if ply is None else _read_ply(ply, len(plies))
    terminal.say(game.title, "title")
    for name, value in record.tags.items():
        terminal.say(f"{name}: {value}", "faint")
    told = told_plies(Place.first(states[0]), plies[:chosen])
    outcomes = [state.outcome() for state in states]
    outcomes[-1] = recorded_outcome(record, states[-1])
    if boards:
        for number in range(chosen + 1):
            terminal.say()
            terminal.say(told[number - 1] if number else words.START, "title")
            _show(terminal, game, states[number], outcomes[number])
    else:
        terminal.say(textwrap.fill("  ".join(told), terminal.width, break_on_hyphens=False, break_long_words=False))
        _show(terminal, game, states[chosen], outcomes[chosen])


def told_plies(place: Place, plies: list[Ply]) -> list[str]:
    """Each ply with its number, what it revealed, its glyph and what is said about it."""
    told = []
    for ply in plies:
        number = f"{place.number}." if place.opens_round else ""
        said = [f"{{{comment}}}" for comment in ply.comments]
        told.append(" ".join(filter(None, (number, ply.move + ply.glyph, ply.revealed, *said))))
        place = place.after(place.state.find(ply.move))
    return told


def _show(terminal: Terminal, game: Game, state: State[Any], outcome: Outcome | None) -> None:
    show_position(terminal, game, game.view(state, state.to_move), outcome)


def _read_ply(given: str, most: int) -> int:
    if not (given.isascii() and given.isdecimal() and len(given) < 6 and int(given) <= most):
        raise AlcoveError(words.not_a_ply(given, most))
    return int(given)
