"""How often somebody may do what costs the room something: purses that refill with time, one for each kind of thing and person.

Purses live in memory, and the least used are forgotten first. The servers of a room tell each other what was spent, so
that a second server is not a second purse; where they cannot (Redis is away), each counts for itself. An address that is
this very machine is not counted: it is the person who runs the room, or a proxy that hides everybody behind it (then
the proxy must be named to the server, see docs/operations.md).
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec

from ..base import refusals
from .bus import Bus

MOST_PURSES = 50_000

Deed = Literal[
    "guest",
    "table",
    "register",
    "log_in",
    "log_in_name",
    "password",
    "forgotten",
    "code",
    "seek",
    "token",
    "export",
    "records",
    "analysis",
    "chat",
    "mail",
    "report",
    "notice",
]


@dataclass(frozen=True, slots=True)
class Allowance:
    """`most` at once, and one more every `seconds`."""

    most: int
    seconds: float


BY_PERSON: dict[Deed, Allowance] = {
    "table": Allowance(60, 2),
    "password": Allowance(5, 60),
    "code": Allowance(5, 60),
    "seek": Allowance(20, 5),
    "token": Allowance(10, 60),
    "export": Allowance(3, 600),
    "records": Allowance(10, 30),
    "analysis": Allowance(60, 1),
    "chat": Allowance(6, 2),
    "mail": Allowance(3, 600),
    "report": Allowance(10, 60),
}
BY_ADDRESS: dict[Deed, Allowance] = {
    "guest": Allowance(300, 2),
    "table": Allowance(300, 0.5),
    "register": Allowance(10, 600),
    "log_in": Allowance(30, 10),
    "forgotten": Allowance(5, 300),
    "analysis": Allowance(120, 0.5),
}
BY_NAME: dict[Deed, Allowance] = {
    "log_in": Allowance(5, 30),
    "log_in_name": Allowance(100, 20),
    "forgotten": Allowance(3, 1200),
    "notice": Allowance(10, 600),
}
"""Attempts to sign in under a name: from one address, and from all of them together. And links for a lost password, which
are mails to somebody."""


_ALLOWANCES = {"person": BY_PERSON, "address": BY_ADDRESS, "name": BY_NAME}
Kind = Literal["person", "address", "name"]


class Purse(NamedTuple):
    """Whose purse it is, and what for."""

    kind: Kind
    deed: Deed
    who: str

    @property
    def allowance(self) -> Allowance:
        return _ALLOWANCES[self.kind][self.deed]


class Limits:
    """All purses, and the other servers that hear what is spent from them."""

    def __init__(self, bus: Bus) -> None:
        self._left: OrderedDict[Purse, tuple[float, float]] = OrderedDict()
        self._bus = bus
        bus.on("paid", self._on_paid)

    def by_person(self, deed: Deed, person: str) -> None:
        self._pay(Purse("person", deed, person))

    def by_address(self, deed: Deed, address: str | None) -> None:
        if address is not None:
            self._pay(Purse("address", deed, address))

    def by_name(self, folded: str, address: str | None) -> None:
        """Before a password is looked at. Too many tries from one address do not lock the owner out at another."""
        self._pay(Purse("name", "log_in", f"{folded} {address}"))
        self._pay(Purse("name", "log_in_name", folded))

    def by_forgotten(self, folded: str, address: str | None) -> None:
        """Before a link is sent to the person of that name, if there is one."""
        self.by_address("forgotten", address)
        self._pay(Purse("name", "forgotten", folded))

    def by_notice(self, address: str) -> None:
        """Before an address is told that an account has changed."""
        self._pay(Purse("name", "notice", address.lower()))

    def _pay(self, purse: Purse) -> None:
        """Take one from the purse, or refuse."""
        if self._look_into(purse) < 1:
            raise refusals.too_many()
        self._take_from(purse)
        self._bus.tell("paid", msgspec.msgpack.encode(purse))

    async def _on_paid(self, _server: str, body: bytes) -> None:
        """The same happened at another server, which may have been faster: then less than nothing is left here."""
        self._take_from(msgspec.msgpack.decode(body, type=Purse))

    def _look_into(self, purse: Purse) -> float:
        allowance, at = purse.allowance, time.monotonic()
        left, then = self._left.get(purse, (float(allowance.most), at))
        return min(allowance.most, left + (at - then) / allowance.seconds)

    def _take_from(self, purse: Purse) -> None:
        self._left[purse] = (self._look_into(purse) - 1, time.monotonic())
        self._left.move_to_end(purse)
        if len(self._left) > MOST_PURSES:
            self._left.popitem(last=False)
