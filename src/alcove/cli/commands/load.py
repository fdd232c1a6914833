"""`alcove load`: how many people a room can hold, measured with real games over real sockets; with `--hostile`, what one
client who does its worst can do to the others."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.table import Table

import alcove
from alcove.bench.load import hostile as attacked, proxy
from alcove.bench.load.attacks import ATTACKS
from alcove.bench.load.run import Figures, run
from alcove.bench.load.server import Server, own_server, server_at
from alcove.bench.load.wire import UnreachableError
from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Text, numeral

from .. import words
from ..completion import game_names
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
    sockets: Annotated[str | None, typer.Option("--sockets", metavar="N")] = None,
    moves_per_second: Annotated[str, typer.Option("--moves", metavar="R")] = "50",
    load_seconds: Annotated[str | None, typer.Option("--seconds", metavar="S")] = None,
    load_games: Annotated[list[str] | None, typer.Option("--game", metavar="GAME", autocompletion=game_names)] = None,
    hostile: Annotated[bool, typer.Option("--hostile", metavar="")] = False,
    attacks: Annotated[list[str] | None, typer.Option("--attack", metavar="ATTACK")] = None,
    nginx: Annotated[str | None, typer.Option("--nginx", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    if hostile:
        pages = read_count("--sockets", sockets or str(2 * attacked.TABLES), least=2 * attacked.TABLES)
        seconds = read_seconds("--seconds", load_seconds or "4")
        _attack(terminal, _Attacked(attacks or [], seconds, pages, None if nginx is None else Path(nginx)), as_json)
        return
    names = [alcove.game(name).name for name in load_games or alcove.games()]
    count, rate = read_count("--sockets", sockets or "200", least=2), read_count("--moves", moves_per_second)
    seconds = read_seconds("--seconds", load_seconds or "20")
    try:
        room = own_server() if load_url is None else nullcontext(server_at(load_url, load_metrics))
        with room as server, progress_bar(terminal.tell(words.MEASURING)) as tell:
            found = run(server, count, rate, seconds, names, lambda what, done, of: tell(done, of, what))
    except UnreachableError as error:
        raise AlcoveError(Text(str(error), str(error))) from None
    if as_json:
        print(json.dumps({"load_average": os.getloadavg(), "figures": msgspec.to_builtins(found, str_keys=True)}))
        return
    for row in _rows(found):
        terminal.say(row)


class _Attacked(NamedTuple):
    """What is done to which room."""

    names: Sequence[str]
    seconds: float
    pages: int
    nginx: Path | None


@contextmanager
def _room(nginx: Path | None) -> Iterator[Server]:
    """A room with its limits, perhaps behind nginx."""
    with own_server(limited=True, proxy=None if nginx is None else proxy.HOST) as server:
        if nginx is None:
            yield server
        else:
            with proxy.behind_nginx(server, nginx) as known:
                yield known


def _attack(terminal: Terminal, wish: _Attacked, as_json: bool) -> None:
    """Every attack, or those named, on a room of our own; status 1 when one of them is felt."""
    if sys.platform != "linux":
        fault = "--hostile needs Linux: honest people and the attacker each need an address of this machine"
        faute = "--hostile demande Linux : les joueurs honnêtes et l'attaquant ont chacun leur adresse de cette machine"
        raise AlcoveError(Text(fault, faute))
    for name in wish.names:
        if name not in ATTACKS:
            known = ", ".join(ATTACKS)
            raise AlcoveError(
                Text(
                    f"--attack {quoted(name)} is not one of {known}", f"--attack {quoted(name)} n'est pas parmi {known}"
                )
            )
    try:
        with _room(wish.nginx) as server, progress_bar(terminal.tell(words.MEASURING)) as tell:
            found = attacked.run(
                server, wish.names, wish.seconds, wish.pages, lambda what, done, of: tell(done, of, what)
            )
    except OSError as error:
        why = f"{wish.nginx}: {error.strerror}"
        raise AlcoveError(Text(why, why)) from None
    except UnreachableError as error:
        raise AlcoveError(Text(str(error), str(error))) from None
    if as_json:
        told = msgspec.to_builtins(found) | {"is_within_bounds": found.is_within_bounds}
        print(json.dumps({"load_average": os.getloadavg(), "figures": told}))
    else:
        terminal.show(_table(terminal, found))
    if not found.is_within_bounds:
        raise typer.Exit(1)


def _table(terminal: Terminal, found: attacked.Figures) -> Table:
    table = Table()
    for title in (
        Text("attack", "attaque"),
        Text("moves p50", "coups p50"),
        Text("p99", "p99"),
        Text("of idle", "du repos"),
        Text("visits p99", "visites p99"),
        Text("refused", "refus"),
        Text("memory", "mémoire"),
        Text("clocks", "pendules"),
        Text("", ""),
    ):
        table.add_column(terminal.tell(title))
    within, out = Text("within bounds", "dans les bornes"), Text("out: ", "hors : ")
    for row in (found.idle, *found.rows):
        shown = (
            row.attack,
            _told(row.p50_ms, 0, "ms"),
            _told(row.p99_ms, 0, "ms"),
            _told(row.ratio, 1, "×"),
            _told(row.visit_p99_ms, 0, "ms"),
            ", ".join(f"{count} {what}" for what, count in row.refused.items()) or "0",
            _told(row.megabytes, 0, "MB", "Mo", "+"),
            _told(row.excess_ms, 0, "ms"),
            terminal.tell(out) + ", ".join(row.faults) if row.faults else within,
        )
        table.add_row(*(terminal.tell(cell) if isinstance(cell, Text) else cell for cell in shown))
    return table


def _rows(found: Figures) -> list[Text]:
    opened, storm = _told(found.opened_in_seconds, 1, "s"), _told(found.storm_seconds, 1, "s")
    idle = _told(found.idle_kilobytes_per_socket, 1, "kB", "ko")
    seated = _told(found.seated_kilobytes_per_socket, 1, "kB", "ko")
    server = _told(found.server_p50_ms, 2, "ms"), _told(found.server_p99_ms, 2, "ms")
    page = _told(found.page_p50_ms, 2, "ms"), _told(found.page_p99_ms, 2, "ms")
    each = _told(found.cpu_ms_per_move, 2, "ms")
    share = _told(None if found.cpu_share is None else 100 * found.cpu_share, 0, "%")
    return [
        Text(
            f"sockets    {found.sockets} open in {opened.en}",
            f"connexions {found.sockets} ouvertes en {opened.fr}",
        ),
        Text(
            f"memory     {idle.en} a socket, {seated.en} with its share of a table",
            f"mémoire    {idle.fr} par connexion, {seated.fr} avec sa part d'une table",
        ),
        Text(
            f"moves      {found.moves_per_second:.0f} durable a second of {found.moves_wished_per_second:.0f} wished, in {found.seconds:.0f} s; {found.events_per_second:.0f} events told a second",
            f"coups      {found.moves_per_second:.0f} durables par seconde sur {found.moves_wished_per_second:.0f} voulus, en {found.seconds:.0f} s ; {found.events_per_second:.0f} annonces par seconde",
        ),
        Text(
            f"latency    server p50 {server[0].en}, p99 {server[1].en}; page p50 {page[0].en}, p99 {page[1].en}",
            f"latence    serveur p50 {server[0].fr}, p99 {server[1].fr} ; page p50 {page[0].fr}, p99 {page[1].fr}",
        ),
        Text(
            f"processor  {each.en} a move, {share.en} of a core",
            f"processeur {each.fr} par coup, {share.fr} d'un cœur",
        ),
        Text(
            f"storm      all {found.sockets} cut off and back in {storm.en}",
            f"tempête    les {found.sockets} coupées et revenues en {storm.fr}",
        ),
        Text(
            f"refused    {found.refused or 'nothing'}; closed by the room: {found.closed or 'none'}",
            f"refus      {found.refused or 'aucun'} ; fermées par la salle : {found.closed or 'aucune'}",
        ),
        *(Text(fault, fault) for fault in found.faults[:10]),
    ]


def _told(value: float | None, digits: int, unit: str, unit_fr: str | None = None, sign: str = "") -> Text:
    """A figure with its unit; ? where it could not be measured."""
    shown = Text("?", "?") if value is None else numeral(value, digits, sign)
    return Text(f"{shown.en} {unit}", f"{shown.fr} {unit_fr or unit}")
