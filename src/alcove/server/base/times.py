"""What time it is, and alarms. Tests put another clock in its place and turn its hands themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Times:
    """Unix time in milliseconds. It is read once and then follows the steady clock: nobody's turn may cost less, or more,
    because the machine's own clock was set."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def now_ms(self) -> int:
        return int((self._ahead + time.monotonic()) * 1000)

    def steady(self) -> float:
        """Seconds, for measuring how late the room itself is."""
        return time.monotonic()

    def wake_at(self, at_ms: int, wake: Callable[[], object]) -> Alarm:
        """Calls `wake` at that time, or soon if it has passed."""
        return asyncio.get_running_loop().call_later(max(0, at_ms - self.now_ms()) / 1000, wake)
