"""Passwords: argon2id, in threads that do nothing else, a few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ..base import refusals as room_refusals
from . import names, refusals

T = TypeVar("T")

SHORTEST, LONGEST = 8, 128
MOST_AT_ONCE = 2
"""Each takes 19 MiB and a core for a moment: the rest of the room must not feel it."""
MOST_WAITING = 64

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""The parameters of OWASP's Password Storage Cheat Sheet."""


@cache
def commonest() -> frozenset[str]:
    """The commonest passwords that would otherwise be long enough."""
    return frozenset((files(__package__) / "commonest.txt").read_text(encoding="utf-8").split())


def check(password: str, name: str) -> None:
    """Refuses a password that is too short, too long, or the first that anybody would try."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise refusals.bad_password_length(SHORTEST, LONGEST)
    same = password.casefold()
    if same in commonest() or same.strip("0123456789!?.-_ ") in (names.folded(name), names.ENGINE, ""):
        raise refusals.password_too_common()


class Passwords:
    """Hashes and verifies, `MOST_AT_ONCE` at a time. Whoever comes when too many wait is asked to try again."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="alcove-password")
        self._waiting = 0
        self._nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        return await self._in_turn(_hasher.hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Is this the password? If there is no account (`None`), the answer takes just as long."""
        if self._nobodys is None:
            self._nobodys = await self.hashed("nobody's password")
        return await self._in_turn(_verify, kept or self._nobodys, password) and kept is not None

    async def _in_turn(self, work: Callable[..., T], *arguments: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise room_refusals.busy()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        finally:
            self._waiting -= 1


def is_outdated(kept: str) -> bool:
    """Was it hashed with other parameters than today's?"""
    return _hasher.check_needs_rehash(kept)


def _verify(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (Argon2Error, InvalidHashError):
        return False
