"""`alcove backup`: a copy of all games, taken while the room is open."""

from pathlib import Path
from typing import Annotated

import typer

from alcove.core.text import Text
from alcove.server.store.backup import back_up

from ..files import data_folder
from ..terminal import Terminal

HELP = Text(
    "Copy the games of a room to a file, while it is open or closed.",
    "Copier les parties d'une salle dans un fichier, qu'elle soit ouverte ou fermée.",
)


def command(
    context: typer.Context,
    target: Annotated[str, typer.Argument(metavar="FILE")],
    data: Annotated[str | None, typer.Option("--data", metavar="FOLDER")] = None,
) -> None:
    terminal = Terminal.of(context)
    folder = Path(data).expanduser() if data else data_folder()
    tables, events = back_up(folder, Path(target).expanduser())
    terminal.say(
        Text(f"{target}: {tables} tables, {events} events", f"{target} : {tables} tables, {events} événements")
    )
