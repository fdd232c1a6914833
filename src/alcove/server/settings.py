"""How a room is opened."""

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from .cluster.limits import ALLOWANCES, Allowances
from .people.mail import Server
from .store.database import DATABASE, sqlite
from .tables.sockets import PER_ADDRESS


@dataclass(frozen=True, slots=True)
class Settings:
    """How a room is opened.

    `hosts`: the names the room answers to, empty for any. `engines`: how many processes, `None` for one per core;
    `warm_engines` starts them at once. `database`: an address of PostgreSQL, or `None` for a file in the data folder.
    `redis`: where several servers of that database meet, and their engine workers (`alcove worker`).
    `mail`: the server that sends mail for the room, if any. `sockets_per_address`: how many live sockets one address may open.
    `key`: the room's secret where several servers have it together; `None` for one in a file of the data folder. `limits`: how
    often what may be done.
    """

    data: Path
    hosts: Collection[str] = ()
    engines: int | None = None
    warm_engines: bool = False
    database: str | None = None
    redis: str | None = None
    mail: Server | None = None
    sockets_per_address: int = PER_ADDRESS
    key: str | None = None
    limits: Allowances = field(default_factory=lambda: ALLOWANCES)

    @property
    def address(self) -> str:
        """Where the events are."""
        return self.database or sqlite(self.data / DATABASE)
