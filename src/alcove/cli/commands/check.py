"""`alcove check FILE...`: every fault of files of records or of positions, with its line."""

from collections.abc import Iterator
from typing import Annotated

import typer

import alcove
from alcove.core.errors import AlcoveError, OptionError
from alcove.core.game import Game
from alcove.core.text import Text
from alcove.records import faults

from .. import words
from ..completion import game_names
from ..files import read_text_file
from ..positions import is_record, likely_game, named_game, position_rows
from ..setup import OptionList, read_options
from ..status import BAD_INPUT
from ..terminal import Terminal

HELP = Text(
    "Tell every fault of records or of position files, with its line.",
    "Donner toutes les fautes de parties ou de fichiers de positions, avec leur ligne.",
)
MOST_FAULTS = 1_000


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", autocompletion=game_names)] = None,
    option: OptionList = None,
) -> None:
    terminal = Terminal.of(context)
    options = read_options(option)
    if options and game is None:
        raise OptionError(words.options_need_a_game())
    named = None if game is None else alcove.game(game)
    faulty = [file for file in files if not _check(terminal, file, named, options)]
    if faulty:
        raise typer.Exit(BAD_INPUT)


def _check(terminal: Terminal, file: str, named: Game | None, options: dict[str, str]) -> bool:
    """Tell the faults of one file, each once; a file that cannot be read is one. Is there none?"""
    try:
        text = read_text_file(file)
    except AlcoveError as error:
        terminal.fault(error.text)
        return False
    found = [error.text for error in faults(text)] if is_record(text) else list(position_faults(text, named, options))
    for fault in found:
        terminal.say(words.in_place(file, fault))
    if not found:
        terminal.say(words.no_fault(file), "good")
    return not found


def position_faults(text: str, named: Game | None, options: dict[str, str]) -> Iterator[Text]:
    """The faults of a file of positions: one a line, with the game's name before it or not; # begins a comment."""
    positions = position_rows(text)
    if not positions:
        yield words.on_line(1, words.nothing_to_check())
    count = 0
    for number, line in positions:
        try:
            _check_position(line, named, options)
        except AlcoveError as error:
            yield words.on_line(number, error.text)
            count += 1
            if count == MOST_FAULTS:
                yield words.on_line(number, words.too_many_faults())
                return


def _check_position(line: str, named: Game | None, options: dict[str, str]) -> None:
    written, position = named_game(line)
    if game := written or named:
        game.view_from_text(position, **options)
    else:
        likely = likely_game(line)
        try:
            likely.view_from_text(line)
        except AlcoveError as error:
            raise AlcoveError(words.read_as(likely.title, error.text)) from None
