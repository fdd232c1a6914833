"""`alcove load`: how many people a room can hold, measured with real games over real sockets."""

import json
import os
from contextlib import nullcontext
from typing import Annotated

import msgspec
import typer

import alcove
from alcove.bench.load.run import Figures, run
from alcove.bench.load.server import Server, own_server
from alcove.bench.load.wire import UnreachableError
from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .. import words
from ..numbers import read_count, read_seconds
from ..progress import progress_bar
from ..terminal import Terminal

HELP = Text(
    "Fill a room with pages that play each other, and measure it.",
    "Remplir une salle de pages qui jouent entre elles, et la mesurer.",
)


def command(
    context: typer.Context,
    load_url: Annotated[str | None, typer.Option("--url", metavar="URL")] = None,
    load_metrics: Annotated[str | None, typer.Option("--metrics", metavar="URL")] = None,
    sockets: Annotated[str, typer.Option("--sockets", metavar="N")] = "200",
    moves_per_second: Annotated[str, typer.Option("--moves", metavar="R")] = "50",
    load_seconds: Annotated[str, typer.Option("--seconds", metavar="S")] = "20",
    load_games: Annotated[list[str] | None, typer.Option("--game", metavar="GAME")] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    names = [alcove.game(name).name for name in load_games or alcove.games()]
    count, rate = read_count("--sockets", sockets, least=2), read_count("--moves", moves_per_second)
    seconds = read_seconds("--seconds", load_seconds)
    room = own_server() if load_url is None else nullcontext(Server(load_url, None, load_metrics))
    try:
        with room as server, progress_bar(terminal.tell(words.MEASURING)) as tell:
            found = run(server, count, rate, seconds, names, lambda what, done, of: tell(done, of, what))
    except UnreachableError as error:
        raise AlcoveError(Text(str(error), str(error))) from None
    if as_json:
        print(json.dumps({"load_average": os.getloadavg(), "figures": msgspec.to_builtins(found, str_keys=True)}))
        return
    for row in _rows(found):
        terminal.say(row)


def _rows(found: Figures) -> list[Text]:
    storm = f"{found.storm_seconds:.1f} s"
    return [
        Text(
            f"sockets    {found.sockets} open in {found.opened_in_seconds:.1f} s",
            f"connexions {found.sockets} ouvertes en {found.opened_in_seconds:.1f} s",
        ),
        Text(
            f"memory     {_kb(found.idle_kilobytes_per_socket)} a socket, {_kb(found.seated_kilobytes_per_socket)} with its share of a table",
            f"mémoire    {_kb(found.idle_kilobytes_per_socket)} par connexion, {_kb(found.seated_kilobytes_per_socket)} avec sa part d'une table",
        ),
        Text(
            f"moves      {found.moves_per_second:.0f} durable a second of {found.moves_wished_per_second:.0f} wished, in {found.seconds:.0f} s; {found.events_per_second:.0f} events told a second",
            f"coups      {found.moves_per_second:.0f} durables par seconde sur {found.moves_wished_per_second:.0f} voulus, en {found.seconds:.0f} s ; {found.events_per_second:.0f} annonces par seconde",
        ),
        Text(
            f"latency    server p50 {_ms(found.server_p50_ms)}, p99 {_ms(found.server_p99_ms)}; page p50 {_ms(found.page_p50_ms)}, p99 {_ms(found.page_p99_ms)}",
            f"latence    serveur p50 {_ms(found.server_p50_ms)}, p99 {_ms(found.server_p99_ms)} ; page p50 {_ms(found.page_p50_ms)}, p99 {_ms(found.page_p99_ms)}",
        ),
        Text(
            f"processor  {_ms(found.cpu_ms_per_move)} a move, {_percent(found.cpu_share)} of a core",
            f"processeur {_ms(found.cpu_ms_per_move)} par coup, {_percent(found.cpu_share)} d'un cœur",
        ),
        Text(
            f"storm      all {found.sockets} cut off and back in {storm}",
            f"tempête    les {found.sockets} coupées et revenues en {storm}",
        ),
        Text(
            f"refused    {found.refused or 'nothing'}; closed by the room: {found.closed or 'none'}",
            f"refus      {found.refused or 'aucun'} ; fermées par la salle : {found.closed or 'aucune'}",
        ),
        *(Text(fault, fault) for fault in found.faults[:10]),
    ]


def _kb(value: float | None) -> str:
    return "?" if value is None else f"{value:.1f} kB"


def _ms(value: float | None) -> str:
    return "?" if value is None else f"{value:.2f} ms"


def _percent(value: float | None) -> str:
    return "?" if value is None else f"{value * 100:.0f} %"
