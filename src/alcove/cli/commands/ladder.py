"""`alcove ladder GAME`: what the levels of a game are worth, measured."""

import json
from typing import Annotated

import typer

import alcove
from alcove.core.text import Text

from .. import words
from ..completion import game_names
from ..files import data_folder, output_file
from ..numbers import read_count
from ..progress import compile_once, progress_bar
from ..setup import Seed, read_seed
from ..terminal import Terminal

HELP = Text(
    "Measure the levels of a game, and keep what they are worth beside it.",
    "Mesurer les niveaux d'un jeu et garder leur force à côté de lui.",
)
USUAL_GAMES = "40"


def command(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)] = None,
    ladder_games: Annotated[str, typer.Option("--games", metavar="N")] = USUAL_GAMES,
    reach: Annotated[str, typer.Option("--reach", metavar="N")] = "2",
    processes: Annotated[str | None, typer.Option("--processes", metavar="N")] = None,
    records: Annotated[str | None, typer.Option("--records", metavar="FILE")] = None,
    ratings_file: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    from alcove.games.data import data_file
    from alcove.players.ladder import climb, matches, table, write_ratings

    terminal = Terminal.of(context)
    if game is None:  # what has been measured, as docs/engines.md shows it
        print(table(alcove.games()), end="")
        return
    name, luck = alcove.game(game).name, read_seed(seed or "1")
    side_by_side = None if processes is None else read_count("processes", processes)
    found = matches(name, read_count("games", ladder_games), luck, read_count("reach", reach))
    out = output_file(ratings_file or data_file(name, "ratings.json"), "ratings.json")
    path = output_file(records or data_folder() / "ladder" / f"{name}-{luck}.txt", f"{name}-{luck}.txt")
    compile_once(terminal, [name])
    terminal.if_stopped = words.ladder_stopped(str(path))
    with progress_bar(alcove.game(name).title) as tell:
        rated = climb(found, path, side_by_side, lambda done, total: tell(done, total, ""))
    written = write_ratings(name, rated, out)
    ordered = sorted(rated.items(), key=lambda item: item[1].points)
    if as_json:
        told = {who: {"rating": round(each.points), "interval": round(each.interval), "games": each.games} for who, each in ordered}  # fmt: skip
        print(json.dumps({"game": name, "players": told, "file": str(written)}))
        return
    for who, each in ordered:
        terminal.say(words.rung(who, each.points, each.interval, each.games))
    terminal.note(words.written_to(str(written)))
