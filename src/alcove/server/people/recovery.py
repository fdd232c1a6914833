"""Lost passwords: a link by mail, for people who gave the room an address.

The link opens once, within half an hour, and lets its reader choose a new password, no more: whoever has a second factor
is still asked for it. Only a digest of the word in the link is kept.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from ..store.schema import accounts, now, resets
from ..store.store import Store
from . import passwords, refusals
from .accounts import Account, Accounts, end_all

LINK_MINUTES = 30
_TOKEN_BYTES = 20


class Recovery:
    """The open links of all accounts."""

    def __init__(self, store: Store, people: Accounts) -> None:
        self._store = store
        self._accounts = people

    async def link(self, account: Account) -> str:
        """The word of a new link; earlier ones no longer open anything."""
        token = secrets.token_hex(_TOKEN_BYTES)
        until = (datetime.now(UTC) + timedelta(minutes=LINK_MINUTES)).isoformat(timespec="milliseconds")
        row = {"digest": _digest(token), "person": account.person, "until": until}
        old = (resets.c.person == account.person) | (resets.c.until < now())
        await self._store.writer.write(sa.delete(resets).where(old), sa.insert(resets).values(row))
        return token

    async def use(self, token: str, password: str) -> tuple[Account, list[str]]:
        """A new password for the owner of this link. All their sessions and tokens end; returns which ones."""
        where = (resets.c.digest == _digest(token)) & (resets.c.until > now())
        async with self._store.engine.connect() as connection:
            person = await connection.scalar(sa.select(resets.c.person).where(where))
        account = None if person is None else await self._accounts.account(person)
        if account is None:
            raise refusals.used_link()
        passwords.check(password, account.name)
        kept = await self._accounts.hashed(password)

        def write(connection: sa.Connection) -> list[str]:
            if connection.execute(sa.delete(resets).where(where)).rowcount != 1:
                raise refusals.used_link()
            connection.execute(sa.update(accounts).where(accounts.c.person == person).values(password=kept))
            return end_all(connection, account.person)

        return account, await self._store.writer.transact(write)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
