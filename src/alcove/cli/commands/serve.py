"""`alcove serve`: the room in the browser."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Text
from alcove.server.base.keys import checked as checked_key, read_key
from alcove.server.base.metrics import tell_metrics
from alcove.server.cluster.limits import ALLOWANCES, NO_ALLOWANCES, Allowances, read_allowances
from alcove.server.people.mail import Server
from alcove.server.run import LOOPBACK, listen, serve
from alcove.server.settings import Settings
from alcove.server.store.database import checked
from alcove.server.tables.sockets import PER_ADDRESS

from ..files import data_folder
from ..interrupts import ends_in_good_order
from ..numbers import read_count
from ..terminal import Terminal

HELP = Text("Open the room in the browser.", "Ouvrir la salle dans le navigateur.")
LAST_PORT = 65535


def command(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="HOST")] = "127.0.0.1",
    port: Annotated[str, typer.Option("--port", metavar="PORT")] = "8000",
    data: Annotated[str | None, typer.Option("--data", metavar="FOLDER")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", metavar="")] = False,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="ALCOVE_DATABASE")] = None,
    redis: Annotated[str | None, typer.Option("--redis", metavar="URL", envvar="ALCOVE_REDIS")] = None,
    engine_processes: Annotated[str | None, typer.Option("--engines", metavar="N", envvar="ALCOVE_ENGINES")] = None,
    proxy: Annotated[str | None, typer.Option("--proxy", metavar="ADDRESS", envvar="ALCOVE_PROXY")] = None,
    sockets_per_address: Annotated[
        str | None, typer.Option("--sockets-per-address", metavar="N", envvar="ALCOVE_SOCKETS_PER_ADDRESS")
    ] = None,
    key_file: Annotated[str | None, typer.Option("--key-file", metavar="FILE", envvar="ALCOVE_KEY_FILE")] = None,
    limits: Annotated[str | None, typer.Option("--limits", metavar="off|FILE", envvar="ALCOVE_LIMITS")] = None,
    metrics: Annotated[str | None, typer.Option("--metrics", metavar="PORT", envvar="ALCOVE_METRICS")] = None,
) -> None:
    terminal = Terminal.of(context)
    if redis is not None and database is None:
        raise AlcoveError(
            Text("--redis needs a common --database too", "--redis a besoin aussi d'une --database commune")
        )
    key = _key(key_file)
    if redis is not None and key is None:
        raise AlcoveError(
            Text(
                "--redis needs a common key too: ALCOVE_KEY or --key-file, the same for all servers",
                "--redis a besoin aussi d'une clé commune : ALCOVE_KEY ou --key-file, la même pour tous les serveurs",
            )
        )
    is_local = host.strip("[]").lower() in LOOPBACK
    settings = Settings(
        data=Path(data).expanduser() if data else data_folder(),
        hosts=LOOPBACK if is_local and proxy is None else frozenset(),
        engines=None if engine_processes is None else read_count("--engines", engine_processes),
        warm_engines=True,
        database=None if database is None else checked(database),
        redis=redis,
        mail=Server.of(os.environ),
        sockets_per_address=(
            PER_ADDRESS if sockets_per_address is None else read_count("--sockets-per-address", sockets_per_address)
        ),
        key=key,
        limits=_limits(limits),
    )
    telling = None if metrics is None else tell_metrics(*read_address(metrics))
    listener = listen(host, read_port(port), is_shared=redis is not None)
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}"

    def when_open() -> None:
        terminal.say(Text(f"Alcove is open: {address}", f"Alcove est ouvert : {address}"), "title")
        if telling is not None:
            terminal.say(Text(f"Metrics: {telling.url}", f"Mesures : {telling.url}"))
        if not settings.limits:
            terminal.say(
                Text(
                    "Limits are off: anybody may do anything as often as they like. Not for a room others can reach.",
                    "Les limites sont levées : chacun peut tout faire aussi souvent qu'il veut. Pas pour une salle ouverte à "
                    "d'autres.",
                )
            )
        terminal.note(Text("Ctrl-C closes it; games are kept.", "Ctrl-C le ferme ; les parties sont gardées."))
        if not no_browser and _has_a_browser():
            webbrowser.open(address)

    ends_in_good_order()
    serve(listener, settings, when_open, proxy)
    terminal.note(Text("Alcove is closed.", "Alcove est fermé."))


def _key(file: str | None) -> str | None:
    """The secret that servers of one room share, if they do."""
    if file is not None:
        return read_key(Path(file).expanduser())
    given = os.environ.get("ALCOVE_KEY")
    return checked_key(given, "ALCOVE_KEY") if given else None


def _limits(given: str | None) -> Allowances:
    if given is None:
        return ALLOWANCES
    return NO_ALLOWANCES if given.strip().lower() == "off" else read_allowances(Path(given).expanduser())


def read_address(given: str) -> tuple[str, int]:
    """`PORT` on this machine alone, or `HOST:PORT`."""
    host, _, port = given.rpartition(":")
    return host.strip("[]") or "127.0.0.1", read_port(port)


def read_port(given: str) -> int:
    digits = given.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 5 and int(digits) <= LAST_PORT):
        shown = quoted(given)
        raise AlcoveError(
            Text(
                f"{shown} is not a port: a number from 0 to {LAST_PORT}",
                f"{shown} n'est pas un port : un nombre de 0 à {LAST_PORT}",
            )
        )
    return int(digits)


def _shown(host: str) -> str:
    """The host as an address bar takes it; a room that listens everywhere is here too."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_a_browser() -> bool:
    """Would anybody see it? Without a screen, `webbrowser` may start a browser inside this terminal."""
    if os.environ.get("CI"):
        return False
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return has_screen or not sys.platform.startswith(("linux", "freebsd", "openbsd"))
