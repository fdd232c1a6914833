"""How often somebody may do what costs the room something: purses that fill with time, one for each thing and person.

Purses live in memory, in each server process its own, and the least used are forgotten first. An address that is this
very machine is not counted: it is the person who runs the room, or a proxy that hides everybody behind it (then the
proxy must be named to the server, see docs/operations.md).
"""

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from starlette.requests import HTTPConnection

from .people import refusals

MOST_PURSES = 50_000

Deed = Literal[
    "guest",
    "table",
    "register",
    "log_in",
    "log_in_name",
    "password",
    "seek",
    "token",
    "export",
    "records",
    "analysis",
    "chat",
    "mail",
    "report",
]


@dataclass(frozen=True, slots=True)
class Allowance:
    """`most` at once, and one more every `seconds`."""

    most: int
    seconds: float


BY_PERSON: dict[Deed, Allowance] = {
    "table": Allowance(60, 2),
    "password": Allowance(5, 60),
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
    "analysis": Allowance(120, 0.5),
}
BY_NAME: dict[Deed, Allowance] = {"log_in": Allowance(5, 30), "log_in_name": Allowance(100, 20)}
"""Attempts to sign in under a name: from one address, and from all of them together."""


class Limits:
    """All purses."""

    def __init__(self) -> None:
        self._purses: OrderedDict[tuple[str, str, str], tuple[float, float]] = OrderedDict()

    def by_person(self, deed: Deed, person: str) -> None:
        self._pay("person", deed, person, BY_PERSON[deed])

    def by_address(self, deed: Deed, connection: HTTPConnection) -> None:
        address = address_of(connection)
        if address is not None:
            self._pay("address", deed, address, BY_ADDRESS[deed])

    def by_name(self, folded: str, connection: HTTPConnection) -> None:
        """Before a password is looked at. Too many tries from one address do not lock the owner out at another."""
        self._pay("name", "log_in", f"{folded} {address_of(connection)}", BY_NAME["log_in"])
        self._pay("name", "log_in_name", folded, BY_NAME["log_in_name"])

    def _pay(self, kind: str, deed: str, who: str, allowance: Allowance) -> None:
        """Takes one from the purse, or refuses."""
        key, at = (kind, deed, who), time.monotonic()
        left, then = self._purses.get(key, (float(allowance.most), at))
        left = min(allowance.most, left + (at - then) / allowance.seconds)
        enough = left >= 1
        self._purses[key] = (left - 1 if enough else left, at)
        self._purses.move_to_end(key)
        if len(self._purses) > MOST_PURSES:
            self._purses.popitem(last=False)
        if not enough:
            raise refusals.too_many()


def address_of(connection: HTTPConnection) -> str | None:
    """Where a request comes from: an IPv4 address or an IPv6 network of one household; `None` for this very machine."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or None
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return None if address.ipv4_mapped.is_loopback else str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
