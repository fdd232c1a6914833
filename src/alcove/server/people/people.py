"""All about people in one hand: what the doors and the routes ask."""

import secrets
from contextlib import suppress

import sqlalchemy as sa
import structlog

from alcove.table.fold import Room
from alcove.table.refusals import RefusedError

from ..store.schema import seeks
from ..store.store import Store
from ..tables.tables import Tables
from ..wire import messages
from .accounts import Account, Accounts
from .archive import Archive
from .historian import Historian
from .profiles import Profiles
from .recovery import Recovery
from .removal import anonymise
from .solvers import Solvers
from .tokens import Tokens

log = structlog.get_logger()


class People:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._engine = store.engine
        self._tables = tables
        self._historian = Historian(store.engine)
        self.accounts = Accounts(store.engine)
        self.recovery = Recovery(store.engine, self.accounts)
        self.tokens = Tokens(store.engine)
        self.solvers = Solvers(store.engine)
        self.profiles = Profiles(store.engine, self.accounts)
        self.archive = Archive(store.engine, self.accounts)

    async def open(self) -> None:
        """From now on every finished game is written down; first those that ended while nobody was here."""
        self._tables.finished.append(self.finish)
        await self._historian.catch_up(self._tables)

    async def finish(self, table: str, room: Room) -> None:
        await self._historian.finish(table, room)

    async def remove(self, account: Account) -> None:
        """Delete an account. Games it sits in are resigned, games it played stay with the others, without a name."""
        for listed in await self._store.unfinished_of(account.person):
            await self._leave(listed.table, account.person)
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(seeks).where(seeks.c.person == account.person))
        await self.accounts.remove(account.person)
        changed = await anonymise(self._engine, account.person)
        self._tables.forget(changed)
        log.info("account_removed", tables=len(changed))

    async def _leave(self, table: str, person: str) -> None:
        """Resign, or where the game has not begun, call it off."""
        for command in (messages.Resign, messages.Abort):
            room = (await self._tables.get(table)).room
            with suppress(RefusedError):
                await self._tables.obey(command(table, room.n, secrets.token_hex(8)), person)
                return
