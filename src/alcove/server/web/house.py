"""Everything an open room consists of, in one typed object: through which requests and sockets reach the rest."""

from dataclasses import dataclass, field

from fastapi import Request
from starlette.types import Scope

from ..cluster.bus import Bus
from ..cluster.limits import Limits
from ..cluster.uptime import Uptime
from ..engines.protocol import Engines
from ..engines.reckoner import Reckoner
from ..meet.bots import Bots
from ..meet.lobby import Lobby
from ..people.mail import Mail
from ..people.people import People
from ..store.store import Store
from ..study.analyst import Analyst
from ..study.explorer import Explorer
from ..study.gate import Gate
from ..tables.chat import Chat
from ..tables.questions import Questions
from ..tables.records import Records
from ..tables.sockets import Sockets
from ..tables.tables import Tables
from .bodies import Bodies
from .cookies import Cookies
from .readiness import Readiness

RECHECK_SECONDS = 30.0
"""How often every open socket and stream has to have a cookie or a token that still opens something."""


@dataclass(slots=True)
class House:
    store: Store
    bus: Bus
    uptime: Uptime
    limits: Limits
    cookies: Cookies
    engines: Engines
    reckoner: Reckoner
    tables: Tables
    records: Records
    chat: Chat
    questions: Questions
    sockets: Sockets
    people: People
    mail: Mail
    lobby: Lobby
    bots: Bots
    gate: Gate
    analyst: Analyst
    explorer: Explorer
    readiness: Readiness
    bodies: Bodies = field(default_factory=Bodies)

    def hang_up(self, *digests: str) -> None:
        """Whoever came by these cookies or tokens is no longer connected, here and on every other server."""
        for digest in digests:
            self.bus.tell("hang_up", digest.encode())
            self._hang_up(digest)

    async def recheck(self) -> None:
        """Whoever came by a cookie or a token that opens nothing any more is no longer connected, even if nobody has told
        this server: sessions run out, and `alcove people` ends them from another process."""
        opened = {line.digest: line.guest for line in (*self.sockets, *self.bots)}
        for digest in await self.people.accounts.ended(opened):
            self._hang_up(digest)

    async def on_hang_up(self, _server: str, digest: bytes) -> None:
        """Somebody logged out at another server."""
        self._hang_up(digest.decode())

    def _hang_up(self, digest: str) -> None:
        self.people.accounts.forget(digest)
        self.sockets.close(digest)
        self.bots.cut(digest)


def house_of(request: Request) -> House:
    """The room a request has come to."""
    house: House = request.app.state.house
    return house


def house_at(scope: Scope) -> House | None:
    """The room behind an ASGI scope, if it is open already."""
    house: House | None = getattr(scope["app"].state, "house", None)
    return house
