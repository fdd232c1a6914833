"""How often somebody may do what costs the room something: purses that fill with time, one for each deed and each payer.

Whoever does something pays from the purses of everybody it is counted for, or from none: the person, the address they come
from, and for some deeds the name, the mail address or the table it concerns. Of IPv6 an address is a household (/64), and all
households of a site (/48) have one larger purse together: a single customer may have thousands of the former.

Purses live in memory. Each book of them (one deed, one kind of payer) has its own bound, and where it is full, those that lack
the least are forgotten first: nobody gets an empty purse filled by making up others. Servers of one room tell each other
what was paid, so that a second server is not a second purse; where they cannot (Redis is away), each counts for itself.
"""

import heapq
import ipaddress
import math
import time
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from alcove.core.errors import AlcoveError, quoted
from alcove.core.text import Text

from ..base import refusals
from .bus import Bus

MOST_PURSES = 20_000
"""In one book."""
SITE_SHARE = 8
"""A site has the purse of so many households."""

Deed = Literal[
    "request",
    "guest",
    "socket",
    "table",
    "import",
    "record",
    "records",
    "export",
    "seek",
    "challenge",
    "chat",
    "chat_onlooker",
    "report",
    "hint",
    "analysis",
    "tree",
    "study",
    "explore",
    "puzzle",
    "register",
    "log_in",
    "log_in_device",
    "passkey",
    "password",
    "code",
    "token",
    "forgotten",
    "reset",
    "ask_mail",
    "confirmation",
    "link",
    "notice",
    "your_move",
]
Kind = Literal[
    "person", "address", "site", "device", "name", "name_address", "name_site", "target", "target_day", "table", "room"
]


class Allowance(NamedTuple):
    """`most` at once, and one more every `seconds`."""

    most: float
    seconds: float


Allowances = Mapping[Deed, Mapping[Kind, Allowance]]

_A = Allowance
ALLOWANCES: Allowances = {
    # Anything at all that is asked, and coming in. An address may be a school: thirty people who all begin at once.
    "request": {"address": _A(3000, 0.02)},
    "guest": {"address": _A(300, 2)},
    "socket": {"person": _A(60, 2), "address": _A(600, 0.1)},
    # What stays on the disk, or takes it long to read.
    "table": {"person": _A(60, 2), "address": _A(300, 0.5)},
    "import": {"person": _A(20, 10), "address": _A(100, 30)},
    "record": {"person": _A(30, 2), "address": _A(200, 0.5)},
    "records": {"person": _A(10, 30), "address": _A(60, 10)},
    "export": {"person": _A(3, 600), "address": _A(30, 60)},
    # What others see.
    "seek": {"person": _A(20, 5), "address": _A(150, 1)},
    "challenge": {"person": _A(10, 20), "address": _A(90, 5)},
    "chat": {"person": _A(6, 2), "address": _A(60, 0.2)},
    "chat_onlooker": {"person": _A(6, 2), "address": _A(60, 0.2), "table": _A(20, 1)},
    "report": {"person": _A(10, 60), "address": _A(60, 20)},
    # What keeps a processor busy.
    "hint": {"person": _A(30, 2), "address": _A(300, 0.2)},
    "analysis": {"person": _A(60, 1), "address": _A(240, 0.25)},
    "tree": {"person": _A(30, 2), "address": _A(300, 0.2)},
    "study": {"person": _A(120, 0.5), "address": _A(900, 0.05)},
    "explore": {"person": _A(120, 0.5), "address": _A(900, 0.1)},
    "puzzle": {"person": _A(120, 0.5), "address": _A(900, 0.05)},
    # Accounts. Who tries a name is counted for the name at their address, at their site and everywhere together; on a
    # browser where that name has signed in before, in a purse of its own.
    "register": {"person": _A(10, 60), "address": _A(40, 120)},
    "log_in": {"address": _A(60, 10), "name_address": _A(5, 30), "name_site": _A(15, 20), "name": _A(100, 20)},
    "log_in_device": {"device": _A(10, 30)},
    "passkey": {"address": _A(60, 10)},
    "password": {"person": _A(5, 60)},
    "code": {"person": _A(5, 60), "address": _A(60, 10)},
    "token": {"person": _A(10, 60)},
    # Mails: who may ask for one, and how many an address gets, in an hour and in a day, and all of them together.
    "reset": {"address": _A(30, 10)},
    "forgotten": {"address": _A(20, 120), "name": _A(3, 1200)},
    "ask_mail": {"person": _A(3, 600), "address": _A(40, 60)},
    "confirmation": {"target": _A(2, 3600), "target_day": _A(4, 21_600), "room": _A(500, 20)},
    "link": {"target": _A(3, 1200), "target_day": _A(8, 10_800), "room": _A(500, 20)},
    "notice": {"target": _A(10, 600), "target_day": _A(30, 2880), "room": _A(500, 10)},
    "your_move": {"target": _A(30, 300), "target_day": _A(100, 900), "room": _A(2000, 1)},
}
"""Every allowance of the room. An address's stands for its site too, `SITE_SHARE` times as large."""

NO_ALLOWANCES: Allowances = {}
"""Where everything may be done as often as anybody likes: for measuring, and for networks that are closed."""

_LOCAL: frozenset[Deed] = frozenset(("request",))
"""So many that telling the other servers would cost more than what is counted."""


class Purse(NamedTuple):
    """Whose purse it is, and what for."""

    deed: Deed
    kind: Kind
    who: str


class _Book:
    """All purses of one deed and one kind of payer."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._left: dict[str, tuple[float, float]] = {}
        """What is left in each, and when that was."""

    def __len__(self) -> int:
        return len(self._left)

    def left(self, who: str, now: float) -> float:
        most, seconds = self._allowance
        left, then = self._left.get(who, (most, now))
        return min(most, left + (now - then) / seconds)

    def take(self, who: str, now: float) -> None:
        self._left[who] = (self.left(who, now) - 1, now)
        if len(self._left) > MOST_PURSES:
            self._forget_the_fullest(now)

    def _forget_the_fullest(self, now: float) -> None:
        """Those that have filled again are as good as forgotten; if that is not enough, those that lack the least."""
        fullest = heapq.nlargest(MOST_PURSES // 10, self._left, key=lambda who: self.left(who, now))
        for who in fullest:
            del self._left[who]


class Limits:
    """All purses, and the other servers that hear what is spent from them."""

    def __init__(
        self, bus: Bus, allowances: Allowances = ALLOWANCES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bus, self._clock = bus, clock
        self._books: dict[tuple[Deed, Kind], _Book] = {}
        self._kinds: dict[Deed, tuple[Kind, ...]] = {}
        for deed, by_kind in allowances.items():
            every = {**by_kind}
            if (one := by_kind.get("address")) is not None:
                every.setdefault("site", Allowance(one.most * SITE_SHARE, one.seconds / SITE_SHARE))
            self._kinds[deed] = tuple(every)
            for kind, allowance in every.items():
                self._books[deed, kind] = _Book(allowance)
        bus.on("paid", self._on_paid)

    def pay(self, deed: Deed, **who: str) -> None:
        """Takes one from every purse this deed is paid from, or refuses and takes nothing.

        `who` has the `person`, the `address` and whatever else the deed is counted for; what it is not counted for, it may
        have too.
        """
        if not self.try_to_pay(deed, **who):
            raise refusals.too_many()

    def try_to_pay(self, deed: Deed, **who: str) -> bool:
        """The same for what is left undone without a word."""
        purses, now = self._purses(deed, who), self._clock()
        if any(self._books[deed, kind].left(whose, now) < 1 for _, kind, whose in purses):
            return False
        for purse in purses:
            self._books[deed, purse.kind].take(purse.who, now)
        if purses and deed not in _LOCAL:
            self._bus.tell("paid", msgspec.msgpack.encode(purses))
        return True

    def _purses(self, deed: Deed, who: dict[str, str]) -> list[Purse]:
        purses = []
        for kind in self._kinds.get(deed, ()):
            match kind:
                case "room":
                    whose: str | None = ""
                case "site":
                    whose = site_of(who["address"])
                case "name_address":
                    whose = f"{who['name']} {who['address']}"
                case "name_site":
                    site = site_of(who["address"])
                    whose = None if site is None else f"{who['name']} {site}"
                case "target_day":
                    whose = who["target"]
                case _:
                    whose = who[kind]
            if whose is not None:
                purses.append(Purse(deed, kind, whose))
        return purses

    async def _on_paid(self, _server: str, body: bytes) -> None:
        """The same happened at another server, which may have been faster: then less than nothing is left here."""
        try:
            purses = msgspec.msgpack.decode(body, type=list[Purse])
        except msgspec.ValidationError:
            return  # of a version that counts other things
        now = self._clock()
        for deed, kind, who in purses:
            if (deed, kind) in self._books:
                self._books[deed, kind].take(who, now)


@lru_cache(1024)
def site_of(address: str) -> str | None:
    """The larger network of an IPv6 household; others have none."""
    if "/" not in address:
        return None
    return str(ipaddress.ip_network(address).supernet(new_prefix=48))


def read_allowances(path: Path) -> Allowances:
    """Allowances as a file of TOML has them: those it does not name are the usual ones.

    [table]
    address = [3000, 0.05]   # so many at once, and one more every so many seconds
    """
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise AlcoveError(Text(f"{path}: {why}", f"{path} : {why}")) from None
    _check_words(path, "", told, tuple(ALLOWANCES))
    read: dict[Deed, Mapping[Kind, Allowance]] = {}
    for deed, usual in ALLOWANCES.items():
        given = told.get(deed, {})
        kinds: tuple[Kind, ...] = (*usual, "site") if "address" in usual else tuple(usual)
        _check_words(path, f"[{deed}] ", given, kinds)
        read[deed] = {**usual, **{kind: _allowance(path, deed, kind, given[kind]) for kind in kinds if kind in given}}
    return read


def _check_words(path: Path, place: str, told: object, known: tuple[str, ...]) -> None:
    for word in told if isinstance(told, dict) else ("=",):
        if word not in known:
            raise AlcoveError(
                Text(
                    f"{path}: {place}{quoted(word)} is not one of {', '.join(known)}",
                    f"{path} : {place}{quoted(word)} n'est pas parmi {', '.join(known)}",
                )
            )


def _allowance(path: Path, deed: Deed, kind: Kind, given: object) -> Allowance:
    try:
        allowance = msgspec.convert(given, Allowance)
    except msgspec.ValidationError:
        allowance = Allowance(0, 0)
    if not (1 <= allowance.most < math.inf and 0 < allowance.seconds < math.inf):
        raise AlcoveError(
            Text(
                f"{path}: [{deed}] {kind}: two numbers are needed, how many at once (1 or more) and the seconds until one "
                "more",
                f"{path} : [{deed}] {kind} : il faut deux nombres, combien à la fois (1 ou plus) et les secondes jusqu'au "
                "suivant",
            )
        )
    return allowance
