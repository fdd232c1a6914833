"""How a room is opened."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from .people.mail import Server
from .store.database import DATABASE, sqlite
from .tables.sockets import PER_ADDRESS


@dataclass(frozen=True, slots=True)
class Settings:
    """How a room is opened.

    `hosts`: the names the room answers to, empty for any. `engines`: how many processes, `None` for one a core;
    `warm_engines` starts them at once. `database`: an address of PostgreSQL, or `None` for a file in the data folder.
    `redis`: where several servers of that database meet, and their engine workers (`alcove worker`).
    `mail`: who sends mail for the room, if anybody. `sockets_per_address`: how many live sockets one address may open.
    """

    data: Path
    hosts: Collection[str] = ()
    engines: int | None = None
    warm_engines: bool = False
    database: str | None = None
    redis: str | None = None
    mail: Server | None = None
    sockets_per_address: int = PER_ADDRESS

    @property
    def address(self) -> str:
        """Where the events are."""
        return self.database or sqlite(self.data / DATABASE)
