"""`alcove reports`: chat that people have reported, looked at and settled."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.server.base.times import Times
from alcove.server.people.moderation import Context, Line, Reported, Reports
from alcove.server.settings import Settings
from alcove.server.store.backup import no_such_file
from alcove.server.store.database import DATABASE, bring_up_to_date, checked, connect, writer

from ..files import data_folder
from ..terminal import Terminal

HELP = Text(
    "Look at chat that people have reported: list it, show a line with what is around it, settle it.",
    "Voir les messages signalés : la liste, une ligne avec ce qui l'entoure, et la classer.",
)
T = TypeVar("T")


def command(
    context: typer.Context,
    reported_line: Annotated[int | None, typer.Argument(metavar="LINE", min=1)] = None,
    settle: Annotated[bool, typer.Option("--settle", metavar="")] = False,
    remove_line: Annotated[bool, typer.Option("--remove", metavar="")] = False,
    silence: Annotated[int | None, typer.Option("--silence", metavar="DAYS", min=0, max=3650)] = None,
    data: Annotated[str | None, typer.Option("--data", metavar="FOLDER")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="ALCOVE_DATABASE")] = None,
) -> None:
    terminal = Terminal.of(context)
    folder = Path(data).expanduser() if data else data_folder()
    address = Settings(folder, database=None if database is None else checked(database)).address
    if database is None and not (folder / DATABASE).is_file():
        raise AlcoveError(no_such_file(folder / DATABASE))
    bring_up_to_date(address)
    line = reported_line
    if line is None:
        if settle or remove_line or silence is not None:
            raise AlcoveError(_WHICH)
        _list(terminal, _ask(address, Reports.waiting))
        return

    async def look(reports: Reports) -> Context:
        found = await reports.show(line)
        if silence is not None:
            await reports.silence(line, silence)
        if settle:
            await reports.settle(line)
        if remove_line:
            await reports.remove(line)
        return found

    _show(terminal, _ask(address, look))
    if silence is not None:
        terminal.say(_silenced(silence), "good")
    if remove_line:
        terminal.say(_REMOVED, "good")
    elif settle:
        terminal.say(_SETTLED, "good")


def _ask(address: str, question: Callable[[Reports], Awaitable[T]]) -> T:
    async def ask() -> T:
        engine, pen = connect(address), writer(address)
        try:
            return await question(Reports(engine, pen, Times().now_ms()))
        finally:
            await pen.close()
            await engine.dispose()

    return asyncio.run(ask())


def _list(terminal: Terminal, waiting: list[Reported]) -> None:
    if not waiting:
        terminal.say(Text("Nothing is waiting.", "Rien n'attend."))
    for reported in waiting:
        terminal.say_beside(f"{reported.line.id:>6}  {_head(reported.line)} ×{reported.open}  ", reported.line.text)


def _show(terminal: Terminal, found: Context) -> None:
    line, reporters = found.reported.line, ", ".join(found.reporters)
    terminal.say(
        Text(f"/table/{line.table}, reported by {reporters}", f"/table/{line.table}, signalée par {reporters}"), "title"
    )
    for near in found.around:
        is_it = near.id == line.id
        terminal.say_beside(f"{'>' if is_it else ' '} {_head(near)}  ", near.text, "warning" if is_it else "")
    if found.silenced_until is not None:
        day = f"{found.silenced_until:%Y-%m-%d}"
        terminal.say(Text(f"{line.who} is silenced until {day}.", f"{line.who} est privé de parole jusqu'au {day}."))
    if found.reported.open == 0:
        terminal.say(_SETTLED)


def _head(line: Line) -> str:
    return f"{line.at:%Y-%m-%d %H:%M} {line.who}{'' if line.is_player else ' (*)'}"


def _silenced(days: int) -> Text:
    if days == 0:
        return Text("They may write again.", "Cette personne peut de nouveau écrire.")
    return Text(f"Silenced for {days} days.", f"Privé de parole pour {days} jours.")


_WHICH = Text(
    "which LINE? `alcove reports` lists them",
    "quelle ligne (LINE) ? `alcove reports` en donne la liste",
)
_SETTLED = Text("It is settled.", "L'affaire est classée.")
_REMOVED = Text("The line is deleted.", "La ligne est effacée.")
