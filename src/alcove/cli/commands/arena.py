"""`alcove arena GAME A B`: a match, and what it says about the two players."""

import json
import re
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import alcove
from alcove.core.text import Text

from .. import words
from ..completion import player_names
from ..files import data_folder, output_file
from ..numbers import read_count, read_range, read_reals, read_seconds
from ..progress import compile_once, progress_bar
from ..setup import GameName, OptionList, Seed, read_options, read_seed
from ..terminal import Terminal

if TYPE_CHECKING:
    from alcove.players.arena import Match, Played
    from alcove.players.rating import Hypotheses

HELP = Text(
    "Let two players meet in a match, or one player meet many deals.",
    "Faire jouer un match à deux joueurs, ou de nombreuses donnes à un seul.",
)
USUAL_GAMES = "20"
BALANCED = "balanced"


def command(
    context: typer.Context,
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="A [B]", autocompletion=player_names)],
    games: Annotated[str, typer.Option("--games", metavar="N")] = USUAL_GAMES,
    time: Annotated[str | None, typer.Option("--time", metavar="SECONDS")] = None,
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N")] = None,
    openings: Annotated[str | None, typer.Option("--openings", metavar="PLIES|balanced")] = None,
    sprt: Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1")] = None,
    deals: Annotated[str | None, typer.Option("--deals", metavar="FIRST-LAST")] = None,
    mode: Annotated[str | None, typer.Option("--mode", metavar="MODE")] = None,
    option: OptionList = None,
    threads: Annotated[str, typer.Option("--threads", metavar="N")] = "1",
    processes: Annotated[str | None, typer.Option("--processes", metavar="N")] = None,
    resume_match: Annotated[bool, typer.Option("--resume", metavar="")] = False,
    records: Annotated[str | None, typer.Option("--records", metavar="FILE")] = None,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    from alcove.players.arena import Match, Played, run
    from alcove.players.rating import Hypotheses

    terminal = Terminal.of(context)
    options = read_options(option) | ({} if mode is None else {"mode": mode})
    first, last = read_range("deals", deals) if deals else (None, read_count("games", games))
    usual_plies = 0 if deals else alcove.game(game).about.opening_plies
    match = Match(
        alcove.game(game).name,
        tuple(players),
        last if first is None else last - first + 1,
        read_seed(seed or "0"),
        usual_plies if openings is None or openings == BALANCED else read_count("openings", openings, least=0),
        tuple(sorted(options.items())),
        None if time is None else read_seconds("time", time),
        None if nodes is None else read_count("nodes", nodes),
        read_count("threads", threads),
        first,
        openings == BALANCED,
    )
    match.check()
    side_by_side = None if processes is None else read_count("processes", processes)
    tested = Hypotheses(*read_reals("sprt", sprt, 2)) if sprt else None
    path = _records_path(match, records, resume_match)
    compile_once(terminal, [match.game])
    terminal.if_stopped = words.STOPPED_MATCH
    so_far: list[Played] = []
    is_stopped = False
    with progress_bar(" – ".join(players)) as tell:

        def told(played: "list[Played]") -> bool:
            so_far[:] = played
            score = f"{sum(each.score for each in played):g}"
            tell(len(played), match.games, terminal.tell(Text(score, score.replace(".", ","))) + f"/{len(played)}")
            return tested is not None and bool(_test(played, tested)["verdict"])

        try:
            run(match, path, side_by_side, told)
        except KeyboardInterrupt:
            is_stopped = True
    summary = summarize(match, so_far, tested) | {"records": str(path)}
    if as_json:
        print(json.dumps(summary))
    else:
        _tell(terminal, summary)
    if is_stopped:
        raise KeyboardInterrupt


def _records_path(match: "Match", chosen: str | None, resume: bool) -> Path:
    """The file of a match. A new match does not write into the file of an old one."""
    stem = "-".join((match.game, *(re.sub(r"[^\w.=-]+", "_", name)[:60] for name in match.players), str(match.seed)))
    path = output_file(chosen or data_folder() / "arena" / f"{stem}.txt", f"{stem}.txt")
    if not resume and path.exists():
        older = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in count(1))
        shutil.move(path, next(name for name in older if not name.exists()))
    return path


def summarize(match: "Match", played: "Sequence[Played]", tested: "Hypotheses | None" = None) -> dict[str, Any]:
    """What a match came to."""
    from alcove.elo import elo
    from alcove.players.rating import match_interval

    score, games = sum(each.score for each in played), len(played)
    low, high = match_interval({each.number: each.score for each in played}, len(match.players) == 2)
    summary: dict[str, Any] = {
        "game": match.game,
        "players": match.players,
        "games": games,
        "wins": sum(each.score == 1 for each in played),
        "draws": sum(each.score == 0.5 for each in played),
        "losses": sum(each.score == 0 for each in played),
        "share": score / games if games else None,
        "share_interval": [low, high],
    }
    if len(match.players) == 2:
        points = [elo(share) for share in (score / games if games else 0.5, low, high)]
        summary["elo"], summary["elo_interval"] = _finite(points[0]), [_finite(points[1]), _finite(points[2])]
    timed = [each.slowest_seconds for each in played if each.slowest_seconds]
    if timed:
        summary["slowest_seconds"] = [round(max(column), 3) for column in zip(*timed, strict=True)]
    if tested is not None:
        summary["sprt"] = _test(played, tested)
    return summary


def _finite(points: float) -> float | None:
    """Elo points for JSON, which has no infinity: `None` if all games went one way."""
    return round(points, 1) if abs(points) < 1e9 else None


def _test(played: "Sequence[Played]", tested: "Hypotheses") -> dict[str, Any]:
    from alcove.players.arena import pair_shares
    from alcove.players.rating import log_likelihood_ratio, verdict

    ratio = log_likelihood_ratio(pair_shares(played), tested)
    return {"elo0": tested.elo0, "elo1": tested.elo1, "ratio": round(ratio, 3), "verdict": verdict(ratio)}


def _tell(terminal: Terminal, summary: dict[str, Any]) -> None:
    if not summary["games"]:
        return
    terminal.say(words.match_score(summary), "title")
    if "elo" in summary:
        terminal.say(words.match_elo(summary["elo"], *summary["elo_interval"]))
    if "sprt" in summary:
        terminal.say(words.match_test(**summary["sprt"]))
    terminal.note(words.match_records(summary["records"]))
