"""The bodies of requests while they come: how much memory they may take, of one address and of all. A body takes as long to
come as its sender likes (`doors.BODY_SECONDS`), and until it is whole the room can do nothing with it but keep it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from ..base import refusals

MOST_OF_ONE, MOST_OF_ALL = 4 * 1024**2, 32 * 1024**2
"""Bytes. An address may send 16 of the longest bodies at a time, or thirty pupils a long game each."""


class Bodies:
    def __init__(self) -> None:
        self._of: Counter[str] = Counter()
        self.size = 0

    @contextmanager
    def coming(self, address: str) -> Iterator["Body"]:
        """One more, until it has been read."""
        body = Body(self, address)
        try:
            yield body
        finally:
            self._grow(address, -len(body.received))

    def make_room(self, address: str, size: int) -> None:
        """Takes note of more that has come; refuses where that is too much."""
        if self._of[address] + size > MOST_OF_ONE or self.size + size > MOST_OF_ALL:
            raise refusals.busy()
        self._grow(address, size)

    def _grow(self, address: str, size: int) -> None:
        self.size += size
        self._of[address] += size
        if not self._of[address]:
            del self._of[address]


class Body:
    """What has come so far."""

    def __init__(self, bodies: Bodies, address: str) -> None:
        self._bodies, self._address = bodies, address
        self.received = bytearray()

    def add(self, piece: bytes) -> None:
        self._bodies.make_room(self._address, len(piece))
        self.received += piece
