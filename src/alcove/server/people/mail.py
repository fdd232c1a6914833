"""E-mail: "it is your move" in games by correspondence, and the link for a lost password. Off unless the room is given
a server that sends mail.

    ALCOVE_SMTP       smtp://NAME:PASSWORD@HOST:587, or smtps://…:465; smtp without a name sends in the clear to a relay
    ALCOVE_MAIL_FROM  who the mail is from
    ALCOVE_URL        where people find this room, for the links

An address is used once its owner has followed the link in a first mail, and never again after they have followed the one
at the end of any other. It is kept apart from everything else, and no log names it.
"""

import asyncio
import hashlib
import re
import secrets
import smtplib
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Literal
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Language, Text
from alcove.server.base import refusals
from alcove.table.clock import Days
from alcove.table.events import Joined, Played
from alcove.table.fold import Room

from ..cluster.limits import Limits
from ..store.schema import addresses
from ..store.store import Store
from ..tables.tables import Tables
from . import notices

log = structlog.get_logger()

SEND_SECONDS = 20
MOST_SENDING = 4
"""Mails on their way at once: a mail server that is slow must not keep every thread of the room waiting."""

What = Literal["confirmation", "link", "notice", "your_move"]
"""What a mail is about: each has a purse of its own for every address, so that one sort cannot use up another."""
_ADDRESS = re.compile(r"[^\s\x00-\x1f\x7f@<>\"\\,;:()\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that takes our mail."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    name: str
    password: str
    sender: str
    url: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Server | None":
        """From the environment; `None` if it says nothing, and an error if it says only half."""
        if not environment.get("ALCOVE_SMTP"):
            return None
        missing = [name for name in ("ALCOVE_MAIL_FROM", "ALCOVE_URL") if not environment.get(name)]
        if missing:
            raise AlcoveError(
                Text(
                    f"ALCOVE_SMTP needs {' and '.join(missing)} too",
                    f"ALCOVE_SMTP demande aussi {' et '.join(missing)}",
                )
            )
        parts = urlsplit(environment["ALCOVE_SMTP"])
        try:
            port = parts.port
        except ValueError:
            port = 0
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or port == 0:
            shown = quoted(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())
            raise AlcoveError(
                Text(
                    f"ALCOVE_SMTP: {shown} is not smtp://NAME:PASSWORD@HOST:PORT or smtps://…",
                    f"ALCOVE_SMTP : {shown} n'est pas smtp://NOM:MOT_DE_PASSE@HÔTE:PORT ni smtps://…",
                )
            )
        is_tls = parts.scheme == "smtps"
        return cls(
            host=parts.hostname,
            port=port or (465 if is_tls else 587 if parts.username else 25),
            security="tls" if is_tls else "starttls" if parts.username else "none",
            name=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            sender=environment["ALCOVE_MAIL_FROM"],
            url=environment["ALCOVE_URL"].rstrip("/"),
        )

    def send(self, to: str, subject: str, body: str) -> None:
        """Hand over one mail. Waits for the server, so never in the room's own thread."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, to, subject
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body)
        kind = smtplib.SMTP_SSL if self.security == "tls" else smtplib.SMTP
        with kind(self.host, self.port, timeout=SEND_SECONDS) as server:
            if self.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if self.name:
                server.login(self.name, self.password)
            server.send_message(mail)


@dataclass(frozen=True, slots=True)
class Kept:
    """An address of a person."""

    address: str
    token: str
    language: Language
    confirmed: bool


class Mail:
    """The addresses, and the mails to them. Without a server it keeps and sends nothing."""

    def __init__(self, server: Server | None, store: Store, tables: Tables, limits: Limits) -> None:
        self._server = server
        self._store = store
        self._tables = tables
        self._limits = limits
        self._sending = asyncio.Semaphore(MOST_SENDING)
        if server is not None:
            tables.moved.append(self.on_event)

    @property
    def is_offered(self) -> bool:
        return self._server is not None

    # --- Addresses --------------------------------------------------------------------------------------------------

    async def address_of(self, person: str) -> Kept | None:
        return await self._find(addresses.c.person == person)

    async def ask(self, person: str, address: str, language: Language, name: str | None = None) -> None:
        """Keep an address and send it the link that confirms it, with the name of the account, if there is one."""
        if self._server is None:
            raise refusals.no_mail()
        if not _ADDRESS.fullmatch(address) or len(address) > 254:
            raise refusals.bad_address()
        self._limits.pay("confirmation", target=_target(address))
        row = {"address": address, "token": secrets.token_hex(16), "language": language, "confirmed": False}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(addresses).where(addresses.c.person == person))
            connection.execute(sa.insert(addresses).values(person=person, **row))

        await self._write(write)
        of = Text("", "") if name is None else Text(f" with the account {name}", f", du compte {name}")
        await self._send(
            Kept(address, str(row["token"]), language, confirmed=False),
            Text("Alcove: is this your address?", "Alcove : est-ce bien votre adresse ?"),
            Text(
                f"Somebody{of.en}, we hope you, wants Alcove to write to this address: when it is their move, when their "
                "account changes, or when they have lost their password. If so, follow this link:",
                f"Quelqu'un{of.fr}, vous sans doute, souhaite qu'Alcove lui écrive à cette adresse : quand c'est à lui de "
                "jouer, quand son compte change, ou s'il a perdu son mot de passe. Si c'est bien vous, suivez ce lien :",
            ),
            f"/settings?confirm={row['token']}",
        )

    async def confirm(self, token: str) -> None:
        if await self._find(addresses.c.token == token) is None:
            raise refusals.unknown_link()
        change = sa.update(addresses).where(addresses.c.token == token).values(confirmed=True)
        await self._write(lambda connection: _do(connection, change))

    async def stop(self, token: str) -> None:
        """Forget the address with this token."""
        if await self._find(addresses.c.token == token) is None:
            raise refusals.unknown_link()
        await self._write(lambda connection: _do(connection, sa.delete(addresses).where(addresses.c.token == token)))

    async def forget(self, person: str) -> None:
        await self._write(lambda connection: _do(connection, sa.delete(addresses).where(addresses.c.person == person)))

    async def _find(self, which: sa.ColumnElement[bool]) -> Kept | None:
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(sa.select(addresses).where(which))).one_or_none()
        return None if row is None else Kept(row.address, row.token, row.language, row.confirmed)

    async def _write(self, work: Callable[[sa.Connection], None]) -> None:
        try:
            await self._store.writer.transact(work)
        except (SQLAlchemyError, OSError):
            raise refusals.not_saved() from None

    # --- Mails ------------------------------------------------------------------------------------------------------

    async def on_event(self, name: str, room: Room) -> None:
        """After a move by correspondence: write to the player whose turn it is, unless they are at the table."""
        if not isinstance(room.terms.clock, Days) or room.outcome is not None or not room.is_full:
            return
        person = room.seats[room.view.to_move].guest
        table = self._tables.known(name)
        if person is None or not isinstance(room.recent[-1].event, Joined | Played):
            return
        if table is not None and person not in table.away:
            return
        kept = await self.address_of(person)
        if kept is not None and kept.confirmed:
            title = room.game.title
            await self._send_if_paid(
                "your_move",
                kept,
                Text(f"Alcove: your move in {title}", f"Alcove : à vous de jouer à {title}"),
                Text(
                    f"It is your move in a game of {title}. You have {_days(room.terms.clock.days).en}.",
                    f"C'est à vous de jouer dans une partie d'{title}. Vous avez {_days(room.terms.clock.days).fr}.",
                ),
                f"/table/{name}",
            )

    async def write_to(self, person: str, subject: Text, text: Text, path: str, what: What = "notice") -> None:
        """One mail to somebody who has confirmed an address; nobody else gets any."""
        kept = await self.address_of(person)
        if self._server is not None and kept is not None and kept.confirmed:
            await self._send_if_paid(what, kept, subject, text, path)

    async def _send_if_paid(self, what: What, kept: Kept, subject: Text, text: Text, path: str) -> None:
        """Nobody's postbox is filled, whoever may be behind it."""
        if self._limits.try_to_pay(what, target=_target(kept.address)):
            await self._send(kept, subject, text, path)
        else:
            log.warning("mail_not_sent", cause="too_many", what=what)

    async def notify(self, kept: Kept | None, text: Text) -> None:
        """Tell the owner of a confirmed address, which may be theirs no longer, that their account has changed; so often and no
        more, or a thief could bury the one mail that matters."""
        if self._server is None or kept is None or not kept.confirmed:
            return
        await self._send_if_paid("notice", kept, notices.SUBJECT, text, "/account")

    async def _send(self, kept: Kept, subject: Text, text: Text, path: str) -> None:
        """One mail, in a thread. A mail that cannot be sent is not worth a game: it is logged and forgotten."""
        assert self._server is not None
        language, url = kept.language, self._server.url
        end = Text("No more of these mails:", "Ne plus recevoir ces courriels :").in_language(language)
        body = f"{text.in_language(language)}\n\n{url}{path}\n\n-- \n{end}\n{url}/settings?stop={kept.token}\n"
        try:
            async with self._sending:
                await asyncio.to_thread(self._server.send, kept.address, subject.in_language(language), body)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail_not_sent", cause=type(error).__name__)


def _target(address: str) -> str:
    """How the purses of an address are called: however it is written, and not by its own name."""
    local, _, domain = address.lower().rpartition("@")
    return hashlib.sha256(f"{local.partition('+')[0]}@{domain}".encode()).hexdigest()[:32]


def _days(days: int) -> Text:
    return Text("one day", "un jour") if days == 1 else Text(f"{days} days", f"{days} jours")


def _do(connection: sa.Connection, statement: sa.Executable) -> None:
    connection.execute(statement)
