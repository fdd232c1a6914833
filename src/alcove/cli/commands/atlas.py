"""`alcove atlas [GAME]...`: measure the games, and write what was found as data and as a page."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .. import words
from ..completion import game_names
from ..files import data_folder as own_folder, output_file, output_folder, reason
from ..numbers import read_count
from ..progress import compile_once, progress_bar
from ..setup import Seed, read_seed
from ..terminal import Terminal

if TYPE_CHECKING:
    from alcove.atlas.measuring import Plan

HELP = Text(
    "Measure the games: length, branching, who is ahead, the tree, the openings.",
    "Mesurer les jeux : durée, choix, avantage, arbre, ouvertures.",
)


def command(
    context: typer.Context,
    bench_games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=game_names)] = None,
    level_games: Annotated[str | None, typer.Option("--games", metavar="N")] = None,
    data_folder: Annotated[str, typer.Option("--out", metavar="FOLDER")] = "atlas",
    in_place: Annotated[bool, typer.Option("--in-place", metavar="")] = False,
    page_file: Annotated[str | None, typer.Option("--page", metavar="FILE")] = None,
    quick: Annotated[bool, typer.Option("--quick", metavar="")] = False,
    processes: Annotated[str | None, typer.Option("--processes", metavar="N")] = None,
    seed: Seed = None,
) -> None:
    terminal = Terminal.of(context)
    names = [alcove.game(name).name for name in bench_games or measurable(terminal)]
    wished: dict[str, Any] = {"seed": read_seed(seed or "1")}
    if level_games is not None:
        wished["engine_games"] = read_count("games", level_games)
    if processes is not None:
        wished["processes"] = read_count("processes", processes)
    folder = None if in_place else output_folder(data_folder)
    page_path = (
        None
        if folder is None and page_file is None
        else output_file(page_file or Path(data_folder) / "atlas.md", "atlas.md")
    )
    for name in names:
        output_file(_file(name, folder))
    terminal.if_stopped = words.STOPPED_WORK
    compile_once(terminal, names)
    from alcove.atlas.measuring import QUICK, Plan

    plan = Plan(**(QUICK if quick else {}) | wished)
    for name in names:
        path = _measure(terminal, name, plan, _file(name, folder))
        terminal.say(str(path))
    if page_path is not None:
        _write_page(folder, page_path)
        terminal.say(str(page_path))


def measurable(terminal: Terminal) -> list[str]:
    """The games that can be measured; what the others lack is said."""
    from alcove.games.rooms import rooms

    found = []
    for name in alcove.games():
        if rooms(name).has("kernel"):
            found.append(name)
        else:
            terminal.note(rooms(name).missing("kernel"))
    return found


def _file(name: str, folder: Path | None) -> Path:
    from alcove.atlas import FILE
    from alcove.games.data import data_file

    return data_file(name, FILE) if folder is None else folder / f"{name}.json"


def _measure(terminal: Terminal, name: str, plan: "Plan", path: Path) -> Path:
    from alcove.atlas import write
    from alcove.atlas.measuring import measure

    with progress_bar(terminal.tell(words.MEASURING)) as tell:

        def told(done: int, total: int) -> None:
            tell(done, total, name)

        found = measure(name, plan, own_folder() / "atlas", time.strftime("%Y-%m-%d"), told)
    try:
        write(found, path)
    except OSError as error:
        raise AlcoveError(words.in_place(str(path), words.cannot_be_written(reason(error)))) from None
    return path


def _write_page(folder: Path | None, path: Path) -> None:
    """The page of all games whose data lie in the folder, or of those that come with Alcove."""
    from alcove.atlas import read
    from alcove.atlas.page import page
    from alcove.core.registry import ours

    files = [_file(name, folder) for name in (ours() if folder is None else alcove.games())]
    try:
        path.write_text(page(read(file) for file in files if file.exists()), encoding="utf-8")
    except OSError as error:
        raise AlcoveError(words.in_place(str(path), words.cannot_be_written(reason(error)))) from None
