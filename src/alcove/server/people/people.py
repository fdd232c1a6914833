"""All about people in one hand: what the doors and the routes ask."""

import asyncio
from collections.abc import Callable, Collection

from alcove.table.fold import Room

from ..base.keys import Keys
from ..base.sealing import Seal
from ..base.tasks import Tasks
from ..store.store import Store
from ..tables.chat import Chat
from ..tables.tables import Tables
from .accounts import Accounts
from .archive import Archive
from .factors import Factors
from .historian import Historian
from .passkeys import Passkeys
from .profiles import Profiles
from .recovery import Recovery
from .removal import Removal
from .solvers import Solvers
from .tokens import Tokens

ANSWER_SECONDS = 10.0
"""So long whoever leaves waits for it to be done."""


class People:
    def __init__(self, store: Store, tables: Tables, chat: Chat, keys: Keys) -> None:
        self._tables = tables
        self._tasks = Tasks()
        self._historian = Historian(store)
        self._removal = Removal(store, tables, chat, keys.signer("removal"), self._hang_up)
        self.accounts = Accounts(store)
        self.factors = Factors(store, Seal(keys.derived("second factor")))
        self.passkeys = Passkeys(store)
        self.recovery = Recovery(store, self.accounts)
        self.tokens = Tokens(store)
        self.solvers = Solvers(store)
        self.profiles = Profiles(store.engine, self.accounts)
        self.archive = Archive(store.engine, self.accounts)
        self.signed_out: list[Callable[[Collection[str]], None]] = []
        """Called with the digests of cookies and keys that open nothing any more."""

    async def open(self) -> None:
        """From now on every finished game is written down, and first of all those that ended while nobody was here;
        and whoever was leaving when the room was stopped is seen off."""
        await self.factors.open()
        self._tables.finished.append(self.finish)
        await self._historian.catch_up(self._tables)
        self._tasks.keep_up(self._removal.see_off)

    async def close(self) -> None:
        await self._tasks.close()

    async def finish(self, table: str, room: Room) -> None:
        await self._historian.finish(table, room)

    async def remove(self, person: str) -> None:
        """Delete an account. Whoever has played thousands of games is not kept waiting: it goes on by itself, whatever
        happens meanwhile."""
        await self._removal.note(person)
        await asyncio.wait({self._tasks.keep_up(self._removal.see_off)}, timeout=ANSWER_SECONDS)

    def _hang_up(self, digests: Collection[str]) -> None:
        for tell in self.signed_out:
            tell(digests)
