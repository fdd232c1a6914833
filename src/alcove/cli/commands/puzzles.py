"""`alcove puzzles make|check|show`: puzzles made out of engine games, proven again, and shown."""

import time
from pathlib import Path
from typing import Annotated

import typer

import alcove
from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Text, either, numeral

from .. import words
from ..completion import game_names
from ..files import data_folder, output_file
from ..numbers import read_count
from ..progress import compile_once, progress_bar
from ..report import show_position
from ..setup import Seed, read_seed
from ..terminal import Terminal

HELP = Text(
    "Make puzzles out of engine games, prove the shipped ones again, or show one.",
    "Tirer des problèmes de parties du moteur, prouver à nouveau ceux fournis, ou en montrer un.",
)
USUAL_COUNT = "100"
USUAL_SAMPLE = "10"
USUAL_SEED = "1"


def command(
    context: typer.Context,
    action: Annotated[str, typer.Argument(metavar="make|check|show")],
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)] = None,
    puzzle: Annotated[str | None, typer.Argument(metavar="[ID]")] = None,
    count: Annotated[str, typer.Option("--count", metavar="N")] = USUAL_COUNT,
    sample: Annotated[str, typer.Option("--sample", metavar="N")] = USUAL_SAMPLE,
    check_all: Annotated[bool, typer.Option("--all", metavar="")] = False,
    solution: Annotated[bool, typer.Option("--solution", metavar="")] = False,
    processes: Annotated[str, typer.Option("--processes", metavar="N")] = "1",
    puzzle_file: Annotated[str | None, typer.Option("--out", metavar="FILE|FOLDER")] = None,
    work: Annotated[str | None, typer.Option("--work", metavar="FILE")] = None,
    seed: Seed = None,
) -> None:
    terminal = Terminal.of(context)
    if action == "check":
        _check(
            terminal,
            alcove.game(game).name if game else None,
            None if check_all else read_count("sample", sample),
        )
        return
    if action not in ("make", "show"):
        raise AlcoveError(_unknown_action(action, ("make", "check", "show")))
    if game is None or (action == "show" and puzzle is None):
        raise AlcoveError(_puzzle_missing(action))
    name = alcove.game(game).name
    if action == "show":
        assert puzzle is not None
        _show(terminal, name, puzzle, solution)
        return
    number = read_seed(seed or USUAL_SEED)
    work_file = Path(work).expanduser() if work else data_folder() / "puzzles" / f"{name}-{number}.jsonl"
    _make(
        terminal, name, read_count("count", count), number, work_file, read_count("processes", processes), puzzle_file
    )


def _make(
    terminal: Terminal, name: str, count: int, seed: int, work_file: Path, processes: int, out: str | None
) -> None:
    from alcove.games.data import data_file
    from alcove.games.rooms import rooms
    from alcove.puzzles.puzzle import FILE

    _ = rooms(name).puzzles  # what is missing is said before any work is done
    path = output_file(out or data_file(name, FILE), f"{name}.json")
    output_file(work_file)
    compile_once(terminal, [name])
    from alcove.puzzles.make import make  # numba takes its time

    terminal.if_stopped = words.STOPPED_WORK
    with progress_bar(name) as tell:

        def told(taken: int, games: int) -> None:
            tell(taken, count, terminal.tell(_games_played(games)))

        made = make(name, count, seed, work_file, processes, told, path)
    terminal.say(_puzzles_made(len(made), made[0].rating, made[-1].rating))
    terminal.note(Text(str(path), str(path)))


def _check(terminal: Terminal, wished: str | None, sample: int | None) -> None:
    """Prove puzzles again, from scratch, of one game or of all that have some; any fault is reported and makes the command
    fail."""
    from alcove.puzzles.judge import fault_of
    from alcove.puzzles.puzzle import puzzles, some_puzzles

    faults, names = 0, [wished] if wished else [name for name in alcove.games() if puzzles(name)]
    compile_once(terminal, names)
    for name in names:
        known, started = some_puzzles(name), time.monotonic()
        step = 1 if sample is None else max(1, len(known) // sample)
        chosen = known[::step][:sample]
        with progress_bar(name) as tell:
            for done, puzzle in enumerate(chosen):
                tell(done, len(chosen), puzzle.id)
                fault = fault_of(puzzle)
                if fault is not None:
                    faults += 1
                    terminal.say(words.in_place(f"{name} {puzzle.id}", fault))
        terminal.say(_puzzles_checked(alcove.game(name).title, len(chosen), time.monotonic() - started))
    if faults:
        raise AlcoveError(_puzzle_faults(faults))


def _show(terminal: Terminal, name: str, puzzle_id: str, with_solution: bool) -> None:
    from alcove.puzzles.puzzle import find_puzzle
    from alcove.puzzles.words import goal_of, themes_of

    puzzle = find_puzzle(name, quoted(puzzle_id)[1:-1])
    state, game = puzzle.start(), alcove.game(name)
    view = game.view(state, state.to_move)
    show_position(terminal, game, view, None)
    terminal.say(view.to_text())
    terminal.say(goal_of(puzzle), "title")
    terminal.say(_puzzle_rated(puzzle.rating))
    if with_solution:
        terminal.say(" ".join(puzzle.line), "good")
        terminal.say(", ".join(terminal.tell(theme) for theme in themes_of(puzzle).values()))


# --- Words ------------------------------------------------------------------------------------------------------------


def _unknown_action(given: str, known: tuple[str, ...]) -> Text:
    names, shown = either(list(known)), quoted(given)
    return Text(f"{shown}: expected {names.en}", f"{shown} : il faut {names.fr}")


def _puzzle_missing(action: str) -> Text:
    what = "GAME ID" if action == "show" else "GAME"
    return Text(f"puzzles {action}: {what} is missing", f"puzzles {action} : il manque {what}")


def _games_played(games: int) -> Text:
    return Text(f"({games} games)", f"({games} parties)")


def _puzzles_made(count: int, lowest: int, highest: int) -> Text:
    return Text(f"{count} puzzles, rated {lowest} to {highest}", f"{count} problèmes, cotés de {lowest} à {highest}")


def _puzzles_checked(title: str, count: int, seconds: float) -> Text:
    took = numeral(seconds, 1)
    return Text(
        f"{title}: {count} puzzles examined again in {took.en} s",
        f"{title} : {count} problèmes examinés à nouveau en {took.fr} s",
    )


def _puzzle_faults(count: int) -> Text:
    many = "s" if count > 1 else ""
    return Text(f"{count} faulty puzzle{many}", f"{count} problème{many} en défaut")


def _puzzle_rated(rating: int) -> Text:
    return Text(f"rated {rating}", f"coté {rating}")
