"""The cookies by which the room knows browsers. Only those it has made are worth anything.

A person's cookie holds 128 random bits and the room's signature on them: a guest needs no row in the database, and what
somebody makes up is nobody. The person is the digest of the random bits, as it was when cookies were not signed (0.1), so whoever
comes with one of those, or with one from before the room lost its key, keeps what is theirs and gets a newly signed one.

A device's cookie says that somebody has signed in on this browser before, and under which names, without naming them. It opens
nothing: it has a purse of its own for wrong passwords, so that tries from elsewhere lock nobody out at home.
"""

import re
import secrets
from typing import NamedTuple

from starlette.requests import cookie_parser

from ..base.keys import Keys

COOKIE = "alcove_guest"
DEVICE = "alcove_device"
DEVICE_PATH = "/api"
MOST_MARKS = 4
"""So many people may sign in on one browser and be known there again."""
_YEAR_SECONDS = 365 * 24 * 3600
_PERSON = re.compile(r"(?P<token>[0-9a-f]{32})(?:\.(?P<mac>[0-9a-f]{32}))?")
_MARK = re.compile(r"(?P<device>[0-9a-f]{16})-(?P<mac>[0-9a-f]{32})")


class Found(NamedTuple):
    """The token in a person's cookie. One that we have not signed may be of 0.1, or made up."""

    token: str
    is_signed: bool


class Cookies:
    """Reads and writes the cookies of a room."""

    def __init__(self, keys: Keys) -> None:
        self._people = keys.signer("person")
        self._devices = keys.signer("device")

    # --- People -----------------------------------------------------------------------------------------------------

    def read(self, header: str, is_secure: bool) -> Found | None:
        """The token in the header of a request, if there is one."""
        found = _PERSON.fullmatch(_value(header, _host_name(is_secure)))
        return (
            None
            if found is None
            else Found(found["token"], self._people.has_signed(found["token"], found["mac"] or ""))
        )

    def write(self, token: str, is_secure: bool) -> str:
        """The header that gives somebody this token; over TLS in a cookie that no other host can set."""
        return _header(_host_name(is_secure), f"{token}.{self._people.sign(token)}", "/", is_secure)

    # --- Devices ----------------------------------------------------------------------------------------------------

    def device(self, header: str, name: str, is_secure: bool) -> str | None:
        """What to call the browser, if somebody has signed in on it under that (folded) name."""
        for mark in _marks(header, is_secure):
            if self._devices.has_signed(_signed(mark["device"], name), mark["mac"]):
                return mark["device"]
        return None

    def remember(self, header: str, name: str, is_secure: bool) -> str | None:
        """The header that makes the browser known under that name; `None` where it is already."""
        if self.device(header, name, is_secure) is not None:
            return None
        device = secrets.token_hex(8)
        kept = [mark[0] for mark in _marks(header, is_secure)][: MOST_MARKS - 1]
        value = ".".join([f"{device}-{self._devices.sign(_signed(device, name))}", *kept])
        return _header(_device_name(is_secure), value, DEVICE_PATH, is_secure)


def _signed(device: str, name: str) -> str:
    return f"{device} {name}"


def _marks(header: str, is_secure: bool) -> list[re.Match[str]]:
    marks = _value(header, _device_name(is_secure)).split(".")[:MOST_MARKS]
    return [found for mark in marks if (found := _MARK.fullmatch(mark))]


def _value(header: str, name: str) -> str:
    """What others have set beside it (another program on another port of this machine, say) does not matter."""
    return cookie_parser(header).get(name, "")


def _host_name(is_secure: bool) -> str:
    return f"__Host-{COOKIE}" if is_secure else COOKIE


def _device_name(is_secure: bool) -> str:
    return f"__Secure-{DEVICE}" if is_secure else DEVICE


def _header(name: str, value: str, path: str, is_secure: bool) -> str:
    text = f"{name}={value}; Max-Age={_YEAR_SECONDS}; Path={path}; HttpOnly; SameSite=Lax"
    return text + ("; Secure" if is_secure else "")
