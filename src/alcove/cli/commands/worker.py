"""`alcove worker`: engines for a room whose servers are elsewhere."""

from typing import Annotated

import typer

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.server.base.metrics import tell_metrics
from alcove.server.engines.worker import work_for_ever

from ..interrupts import ends_in_good_order
from ..numbers import read_count
from ..terminal import Terminal
from .serve import read_address

HELP = Text("Think for the servers of a room.", "Réfléchir pour les serveurs d'une salle.")


def command(
    context: typer.Context,
    redis: Annotated[str | None, typer.Option("--redis", metavar="URL", envvar="ALCOVE_REDIS")] = None,
    engine_processes: Annotated[str | None, typer.Option("--engines", metavar="N", envvar="ALCOVE_ENGINES")] = None,
    metrics: Annotated[str | None, typer.Option("--metrics", metavar="PORT", envvar="ALCOVE_METRICS")] = None,
) -> None:
    terminal = Terminal.of(context)
    if redis is None:
        raise AlcoveError(
            Text(
                "where are the servers? --redis, or ALCOVE_REDIS, says where they meet",
                "où sont les serveurs ? --redis, ou ALCOVE_REDIS, dit où ils se retrouvent",
            )
        )
    processes = None if engine_processes is None else read_count("--engines", engine_processes)
    if metrics is not None:
        tell_metrics(*read_address(metrics))

    def when_ready() -> None:
        terminal.say(Text("This worker is ready.", "Ce moteur est prêt."), "title")

    ends_in_good_order()
    work_for_ever(redis, processes, when_ready)
    terminal.note(Text("This worker has ended.", "Ce moteur a fini."))
