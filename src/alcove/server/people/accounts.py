"""Accounts and the sessions through which they are used.

A cookie's digest is looked up in `sessions`. A digest without a session is a guest, unless an account was registered
under it: from then on that id is granted through sessions alone, so an old cookie opens nothing.
"""

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ..base import lookalikes
from ..store.schema import accounts, addresses, chat, now, seats, seeks, sessions, taken_names, tokens
from ..store.store import Store
from . import names, passwords, refusals

IDLE_DAYS = 90
"""A session that nobody has used for this long is over."""
LONGEST_DAYS = 365
"""And so is one that began this long ago."""
MOST_SESSIONS = 20
KNOWN_SECONDS = 60.0
"""For this long the room remembers whom a cookie belongs to: everybody may come back in the same instant. Whatever changes
it calls `forget`, at every server; the limit is for changes nobody announces."""
MOST_KNOWN = 20_000
_SEEN_EVERY = timedelta(hours=6)
_ASKED_AT_ONCE = 500
_BROWSERS = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


@dataclass(frozen=True, slots=True)
class Account:
    person: str
    name: str
    is_bot: bool
    created_at: str


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session in the list its owner sees. `id` names it without opening it."""

    id: str
    browser: str
    created_at: str
    seen_at: str
    digest: str


def digest_of(token: str) -> str:
    """What the room calls the cookie with this token. The token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def new_token() -> str:
    """128 random bits for a cookie."""
    return secrets.token_hex(16)


class Accounts:
    """All accounts of the room."""

    def __init__(self, store: Store) -> None:
        self._store, self._engine = store, store.engine
        self._passwords = passwords.Passwords()
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    # --- Who is it? -------------------------------------------------------------------------------------------------

    async def person_of(self, digest: str) -> str | None:
        """The person behind a cookie: an account's, or the guest's own digest; `None` if it opens nothing any more."""
        person, until = self._known.get(digest, ("", 0.0))
        if time.monotonic() < until:
            return person
        found = await self._look_up(digest)
        if found is not None:
            self._known[digest] = (found, time.monotonic() + KNOWN_SECONDS)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    async def has_left_a_trace(self, digest: str) -> bool:
        """Does the room know anything of a cookie that it may not have made?"""
        traces = (
            sessions.c.digest,
            accounts.c.person,
            seats.c.guest,
            addresses.c.person,
            chat.c.person,
            seeks.c.person,
        )
        query = sa.select(sa.or_(*(sa.exists().where(trace == digest) for trace in traces)))
        async with self._engine.connect() as connection:
            return bool(await connection.scalar(query))

    def forget(self, digest: str) -> None:
        """What this cookie opens has changed: look it up again."""
        self._known.pop(digest, None)

    async def _look_up(self, digest: str) -> str | None:
        nothing = sa.literal("")
        session = sa.select(sessions.c.person, sessions.c.created_at, sessions.c.seen_at)
        claimed = sa.select(accounts.c.person, nothing, nothing)
        both = sa.union_all(session.where(sessions.c.digest == digest), claimed.where(accounts.c.person == digest))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(both)).all()
        found = next((row for row in rows if row.seen_at), None)
        if found is None:
            return None if rows else digest
        if _is_over(found.created_at, found.seen_at):
            await self.end_session(found.person, digest)
            return None
        if _age(found.seen_at) > _SEEN_EVERY:
            await self._store.writer.write(sa.update(sessions).where(sessions.c.digest == digest).values(seen_at=now()))
        person: str = found.person
        return person

    async def account(self, person: str) -> Account | None:
        """The account of a person; guests have none."""
        return await self._find(accounts.c.person == person)

    async def named(self, name: str) -> Account:
        """The account of that name, however it is written."""
        found = await self._find(accounts.c.folded == names.folded(name))
        if found is None:
            raise refusals.unknown_person(name)
        return found

    async def _find(self, where: sa.ColumnElement[bool]) -> Account | None:
        columns = (accounts.c.person, accounts.c.name, accounts.c.is_bot, accounts.c.created_at)
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(*columns).where(where))).one_or_none()
        return None if row is None else Account(*row)

    # --- Coming and going -------------------------------------------------------------------------------------------

    async def register(self, guest: str, name: str, password: str, browser: str) -> tuple[Account, str]:
        """A name and a password for a guest, who keeps all their games; also the token of the new session's cookie."""
        shown = names.cleaned(name)
        passwords.check(password, shown)
        made = Account(guest, shown, False, now())
        row = {
            "person": guest,
            "name": shown,
            "folded": names.folded(shown),
            "password": await self._passwords.hashed(password),
            "is_bot": False,
            "created_at": made.created_at,
        }
        token = new_token()
        looks = [{"digest": digest} for digest in lookalikes.digests(shown)]

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(taken_names).values(looks))
            connection.execute(sa.insert(accounts).values(row))
            connection.execute(sa.insert(sessions).values(_session(token, guest, browser)))

        try:
            await self._store.writer.transact(write)
        except IntegrityError:
            raise refusals.name_taken() from None
        return made, token

    async def known_by(self, name: str, password: str) -> Account:
        """Whose name and password these are. One answer for an unknown name and a wrong password; asking for a
        second factor is up to the caller."""
        query = sa.select(accounts).where(accounts.c.folded == names.folded(name))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        if not await self._passwords.fits(password, None if row is None else row.password):
            raise refusals.wrong_login()
        assert row is not None
        if passwords.is_outdated(row.password):
            await self.set_password(row.person, password)
        return Account(row.person, row.name, row.is_bot, row.created_at)

    async def open_session(self, person: str, browser: str) -> str:
        """The token of a new session's cookie; where there are too many, the oldest end."""
        token = new_token()
        oldest = (
            sa.select(sessions.c.digest)
            .where(sessions.c.person == person)
            .order_by(sessions.c.created_at.desc())
            .offset(MOST_SESSIONS)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(sessions).values(_session(token, person, browser)))
            surplus = list(connection.scalars(oldest))
            connection.execute(sa.delete(sessions).where(sessions.c.digest.in_(surplus)))

        await self._store.writer.transact(write)
        return token

    async def sessions_of(self, person: str) -> list[SessionLine]:
        """Where somebody is signed in, the latest first."""
        query = sa.select(sessions).where(sessions.c.person == person).order_by(sessions.c.created_at.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            SessionLine(session_id(row.digest), row.browser, row.created_at, row.seen_at, row.digest)
            for row in rows
            if not _is_over(row.created_at, row.seen_at)
        ]

    async def end_session(self, person: str, digest: str) -> None:
        where = (sessions.c.digest == digest) & (sessions.c.person == person)
        await self._store.writer.write(sa.delete(sessions).where(where))

    async def end_others(self, person: str, digest: str) -> list[str]:
        """End all sessions of a person but this one, and the tokens of their programs; returns those that ended."""
        return await self._store.writer.transact(lambda connection: end_all(connection, person, but=digest))

    async def ended(self, opened: Mapping[str, str]) -> set[str]:
        """Which of these cookies and tokens (by digest, each with the person it came for) open nothing any more."""
        session = sa.select(sessions.c.digest, sessions.c.person, sessions.c.created_at, sessions.c.seen_at)
        token = sa.select(tokens.c.digest, tokens.c.person)
        claimed = sa.select(accounts.c.person)
        ended: set[str] = set()
        for some in _split(list(opened)):
            async with self._engine.connect() as connection:
                found = await connection.execute(session.where(sessions.c.digest.in_(some)))
                valid = {row.digest: row.person for row in found if not _is_over(row.created_at, row.seen_at)}
                programs = await connection.execute(token.where(tokens.c.digest.in_(some)))
                valid |= {row.digest: row.person for row in programs}
                registered = set(await connection.scalars(claimed.where(accounts.c.person.in_(some))))
            for digest in some:
                is_guest = opened[digest] == digest and digest not in registered
                if not is_guest and valid.get(digest) != opened[digest]:
                    ended.add(digest)
        return ended

    # --- The account itself -----------------------------------------------------------------------------------------

    async def check_password(self, person: str, password: str) -> None:
        async with self._engine.connect() as connection:
            kept = await connection.scalar(sa.select(accounts.c.password).where(accounts.c.person == person))
        if not await self._passwords.fits(password, kept):
            raise refusals.wrong_password()

    async def change_password(self, person: str, old: str, new: str) -> None:
        """Refused unless the old one is right; ending the sessions is up to the caller."""
        await self.check_password(person, old)
        account = await self.account(person)
        assert account is not None
        passwords.check(new, account.name)
        await self.set_password(person, new)

    async def set_password(self, person: str, password: str) -> None:
        """For a caller who is entitled to it; no password is asked for."""
        kept = await self.hashed(password)
        await self._store.writer.write(sa.update(accounts).where(accounts.c.person == person).values(password=kept))

    async def hashed(self, password: str) -> str:
        """As it is kept."""
        return await self._passwords.hashed(password)

    async def become_bot(self, person: str) -> None:
        await self._store.writer.write(sa.update(accounts).where(accounts.c.person == person).values(is_bot=True))


def end_all(connection: sa.Connection, person: str, but: str = "") -> list[str]:
    """End, in a transaction, every session of a person (`but` one) and every token; returns their digests."""
    ended: list[str] = []
    for table in (sessions, tokens):
        theirs = (table.c.person == person) & (table.c.digest != but)
        ended += connection.scalars(sa.select(table.c.digest).where(theirs))
        connection.execute(sa.delete(table).where(theirs))
    return ended


def _split(digests: list[str]) -> Iterator[list[str]]:
    """A few at a time: every database has a bound for what one question may hold."""
    for first in range(0, len(digests), _ASKED_AT_ONCE):
        yield digests[first : first + _ASKED_AT_ONCE]


def session_id(digest: str) -> str:
    """What a session is called in the list; the digest itself stays inside."""
    return hashlib.sha256(digest.encode()).hexdigest()[:12]


def browser_words(user_agent: str) -> str:
    """What to call a browser in the list of sessions: `Firefox, Linux`."""
    browser = next((name for name in _BROWSERS if name in user_agent), "")
    system = next((name for name in _SYSTEMS if name in user_agent), "")
    words = ", ".join(part for part in ({"Edg": "Edge", "OPR": "Opera"}.get(browser, browser), system) if part)
    return words or re.sub(r"[^\x20-\x7e]", "", user_agent)[:40]


def _session(token: str, person: str, browser: str) -> dict[str, str]:
    at = now()
    return {"digest": digest_of(token), "person": person, "browser": browser[:80], "created_at": at, "seen_at": at}


def _age(at: str) -> timedelta:
    return datetime.now(UTC) - datetime.fromisoformat(at)


def _is_over(created_at: str, seen_at: str) -> bool:
    return _age(seen_at).days >= IDLE_DAYS or _age(created_at).days >= LONGEST_DAYS
