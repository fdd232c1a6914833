"""`alcove people NAME`: help for somebody who has lost their password, or whose account is used by somebody else."""

import asyncio
import secrets
from pathlib import Path
from typing import Annotated

import sqlalchemy as sa
import typer

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.server.people.accounts import Account, Accounts
from alcove.server.people.factors import removal
from alcove.server.settings import Settings
from alcove.server.store.backup import no_such_file
from alcove.server.store.database import DATABASE, checked
from alcove.server.store.schema import passkeys
from alcove.server.store.store import Store

from ..files import data_folder
from ..terminal import Terminal

HELP = Text(
    "Help an account of a room: a new password, no more second factor or passkeys, or an end to its sessions.",
    "Dépanner un compte d'une salle : nouveau mot de passe, plus de second facteur ni de clés d'accès, ou fin de ses sessions.",
)


def command(
    context: typer.Context,
    person_name: Annotated[str, typer.Argument(metavar="NAME")],
    new_password: Annotated[bool, typer.Option("--new-password", metavar="")] = False,
    no_factor: Annotated[bool, typer.Option("--no-second-factor", metavar="")] = False,
    no_passkeys: Annotated[bool, typer.Option("--no-passkeys", metavar="")] = False,
    end_sessions: Annotated[bool, typer.Option("--end-sessions", metavar="")] = False,
    data: Annotated[str | None, typer.Option("--data", metavar="FOLDER")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", envvar="ALCOVE_DATABASE")] = None,
) -> None:
    terminal = Terminal.of(context)
    folder = Path(data).expanduser() if data else data_folder()
    settings = Settings(folder, database=None if database is None else checked(database))
    if database is None and not (folder / DATABASE).is_file():
        raise AlcoveError(no_such_file(folder / DATABASE))
    password = secrets.token_urlsafe(12) if new_password else None
    ends = end_sessions or new_password or no_factor or no_passkeys
    account, ended = asyncio.run(_help(settings.address, person_name, password, no_factor, no_passkeys, ends))
    since = account.created_at[:10]
    terminal.say(Text(f"{account.name}, since {since}", f"{account.name}, depuis le {since}"), "title")
    if ends:
        terminal.say(
            Text(
                f"{ended} sessions and tokens have ended; a room that is open hangs up on them within a minute.",
                f"{ended} sessions et jetons sont révoqués ; une salle ouverte les coupe en moins d'une minute.",
            )
        )
    if no_passkeys:
        terminal.say(Text("No passkey opens it any more.", "Aucune clé d'accès ne l'ouvre plus."))
    if no_factor:
        terminal.say(Text("The password is enough now.", "Le mot de passe suffit désormais."))
    if password is not None:
        terminal.say(
            Text(
                f"New password: {password} (to be changed at the first sign-in)",
                f"Nouveau mot de passe : {password} (à changer dès la première connexion)",
            )
        )


async def _help(
    address: str, name: str, password: str | None, no_factor: bool, no_passkeys: bool, end_sessions: bool
) -> tuple[Account, int]:
    store = await Store.open(address)
    try:
        accounts = Accounts(store)
        account = await accounts.named(name)
        if password is not None:
            await accounts.set_password(account.person, password)
        if no_factor:
            await store.writer.write(*removal(account.person))
        if no_passkeys:
            await store.writer.write(sa.delete(passkeys).where(passkeys.c.person == account.person))
        ended = await accounts.end_others(account.person, "") if end_sessions else []
        return account, len(ended)
    finally:
        await store.close()
