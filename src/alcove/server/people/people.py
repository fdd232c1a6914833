"""All about people in one hand: what the doors and the routes ask."""

from collections.abc import Callable, Collection

from alcove.table.fold import Room

from ..base.tasks import AWAY, Tasks
from ..store.store import Store
from ..tables.chat import Chat
from ..tables.tables import Tables
from .accounts import Accounts
from .archive import Archive
from .historian import Historian
from .profiles import Profiles
from .recovery import Recovery
from .removal import Removal
from .solvers import Solvers
from .tokens import Tokens


class People:
    def __init__(self, store: Store, tables: Tables, chat: Chat) -> None:
        self._tables = tables
        self._tasks = Tasks()
        self._historian = Historian(store)
        self._removal = Removal(store, tables, chat, self._hang_up)
        self.accounts = Accounts(store)
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
        self._tables.finished.append(self.finish)
        await self._historian.catch_up(self._tables)
        self._tasks.keep_up(self._removal.resume)

    async def close(self) -> None:
        await self._tasks.close()

    async def finish(self, table: str, room: Room) -> None:
        await self._historian.finish(table, room)

    async def remove(self, person: str) -> None:
        """Delete an account, to the end, even if whoever asked for it hangs up, or the database is away for a while."""
        try:
            await self._tables.finish(self._removal.remove(person))
        except AWAY:
            self._tasks.keep_up(self._removal.resume)
            raise

    def _hang_up(self, digests: Collection[str]) -> None:
        for tell in self.signed_out:
            tell(digests)
