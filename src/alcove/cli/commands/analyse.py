"""`alcove analyse GAME [POSITION]`, or a file: what the engine thinks of a position."""

import dataclasses
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import Game, View
from alcove.core.text import Text
from alcove.records import read_records
from alcove.records.record import RecordError

from .. import words
from ..files import read_text_file
from ..numbers import read_count, read_seconds
from ..positions import is_record, likely_game, named_game, position_rows
from ..progress import compile_once
from ..setup import Deal, OptionList, Seed, Setup, read_options
from ..terminal import Terminal

if TYPE_CHECKING:
    from alcove.players.engine import Analysis

HELP = Text(
    "Tell what the engine thinks of a position, or of the end of a recorded game.",
    "Dire ce que le moteur pense d'une position, ou de la fin d'une partie enregistrée.",
)
USUAL_SECONDS = 1.0


def command(
    context: typer.Context,
    what: Annotated[list[str], typer.Argument(metavar="GAME [POSITION]|FILE")],
    time: Annotated[str | None, typer.Option("--time", metavar="SECONDS")] = None,
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N")] = None,
    max_depth: Annotated[str | None, typer.Option("--depth", metavar="PLIES")] = None,
    lines: Annotated[str, typer.Option("--lines", metavar="N")] = "1",
    ply: Annotated[str | None, typer.Option("--ply", metavar="N")] = None,
    option: OptionList = None,
    seed: Seed = None,
    deal: Deal = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    seconds = None if time is None else read_seconds("time", time)
    limited = [
        None if given is None else read_count(name, given) for name, given in (("nodes", nodes), ("depth", max_depth))
    ]
    count = read_count("lines", lines)
    terminal = Terminal.of(context)
    positions = list(_positions(terminal, what, Luck(option, seed, deal), ply))
    from alcove.players.proof import Limits, analyst

    if seconds is None and limited == [None, None]:
        seconds = USUAL_SECONDS
    limits = Limits(seconds, *limited)
    compile_once(terminal, sorted({game.name for game, _ in positions}))
    for game, view in positions:
        analysis = analyst(game.name, threads=os.cpu_count() or 1 if seconds else 1).analyse(view, limits, count)
        if as_json:
            print(json.dumps(described(game, view, analysis), ensure_ascii=False))
        else:
            _tell(terminal, game, view, analysis)


class Luck(NamedTuple):
    """What a command line says about a game beside its name."""

    option: list[str] | None
    seed: str | None
    deal: str | None


def _positions(terminal: Terminal, what: list[str], luck: Luck, ply: str | None) -> Iterator[tuple[Game, View]]:
    """The positions that the words of a command line mean: the one they spell after the name of its game, or those of a file,
    which may name their games themselves."""
    named = alcove.game(what[0]) if what[0] in alcove.games() else None
    rest = " ".join(what[1:] if named else what)
    if not _is_file(rest):
        if named is None:
            raise AlcoveError(words.neither_game_nor_file(what[0], alcove.games()))
        if ply is not None:
            raise AlcoveError(words.ply_of_what())
        yield named, Setup.of(named.name, *luck, rest).view(terminal)
        return
    text = read_text_file(rest)
    if is_record(text):
        yield from _of_records(rest, text, ply)
        return
    rows = position_rows(text)
    if not rows:
        raise AlcoveError(words.in_place(rest, words.nothing_to_analyse()))
    for number, row in rows:
        try:
            written, position = named_game(row)
            game = written or named or likely_game(row)
            yield game, game.view_from_text(position, **read_options(luck.option))
        except AlcoveError as error:
            raise AlcoveError(words.in_place(rest, words.on_line(number, error.text))) from None


def _is_file(word: str) -> bool:
    """Is it one, or does it look like the name of one?"""
    if word == "-" or word.startswith(("/", "./", "../", "~")) or word.endswith(".txt"):
        return True
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # no name of a file is that long
        return False


def _of_records(name: str, text: str, ply: str | None) -> Iterator[tuple[Game, View]]:
    try:
        records = read_records(text)
    except RecordError as error:
        raise AlcoveError(words.in_place(name, error.text)) from None
    for record in records:
        states = record.replay()
        number = len(states) - 1 if ply is None else read_count("ply", ply, least=0)
        if number >= len(states):
            raise AlcoveError(words.not_a_ply(str(number), len(states) - 1))
        game = alcove.game(record.game)
        yield game, game.view(states[number], states[number].to_move)


def described(game: Game, view: View, analysis: "Analysis") -> dict[str, Any]:
    """An analysis as data."""
    return {
        "game": game.name,
        "position": view.to_text(),
        "to_move": view.to_move,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "lines": [dataclasses.asdict(line) for line in analysis.lines],
    }


def _tell(terminal: Terminal, game: Game, view: View, analysis: "Analysis") -> None:
    terminal.say(f"{game.title}  {view.to_text()}", "title")
    for number, line in enumerate(analysis.lines, 1):
        proven = f" ({terminal.tell(words.PROVEN)})" if line.exact else ""
        worth = f"{terminal.tell(line.score_text)}{proven}, {100 * line.win_probability:.0f} %"
        terminal.say_beside(f"{number}. {worth}  ", " ".join(line.moves))
    terminal.say(words.analysed(analysis.depth, analysis.nodes, analysis.seconds), "faint")
