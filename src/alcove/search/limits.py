"""How long a search may go on, and how it is told to stop."""

import math
import threading
from dataclasses import dataclass
from numbers import Integral, Real
from types import TracebackType

import numpy as np
import numpy.typing as npt

from alcove.core.errors import AlcoveError, WrongTypeError
from alcove.core.text import Text

NO_LIMIT = 1 << 62
SIMULATIONS_A_PLY = 64
"""What a limit of depth alone means to a search that simulates, for each ply."""


A_NUMBER, A_COUNT = Text("a number", "un nombre"), Text("a whole number", "un nombre entier")


class LimitError(AlcoveError):
    """A limit that no search can keep."""


def _is_number(value: object, kind: type) -> bool:
    """Is it a number of that kind, numpy's among them? (True and False are none.)"""
    return isinstance(value, kind) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Limits:
    """A search ends at the first limit it meets. With a node limit alone it is deterministic."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value: float | None = getattr(self, name)
            if value is not None and not _is_number(value, Real if name == "seconds" else Integral):
                raise WrongTypeError(name, A_NUMBER if name == "seconds" else A_COUNT, value)
            if value is not None and not value > 0:
                raise LimitError(
                    Text(
                        f"limit {name}: must be above zero, not {value}",
                        f"limite {name} : doit être positive, pas {value}",
                    )
                )
            if value is not None and not value < math.inf:
                raise LimitError(
                    Text(f"limit {name}: must be finite, not {value}", f"limite {name} : doit être finie, pas {value}")
                )
            if value is not None and name != "seconds" and value > NO_LIMIT:
                raise LimitError(
                    Text(f"limit {name}: must be at most {NO_LIMIT}", f"limite {name} : au plus {NO_LIMIT}")
                )
        if self.seconds is None and self.nodes is None and self.depth is None:
            raise LimitError(
                Text(
                    "a search needs a limit: seconds, nodes or depth",
                    "il faut une limite : secondes, nœuds ou profondeur",
                )
            )

    def within(self, other: "Limits") -> "Limits":
        """The tighter of two limits, one by one."""
        pairs = (self.seconds, other.seconds), (self.nodes, other.nodes), (self.depth, other.depth)
        return Limits(*(min((limit for limit in pair if limit is not None), default=None) for pair in pairs))

    @property
    def simulations(self) -> int:
        """The most that a search by simulation may make."""
        most = NO_LIMIT if self.nodes is None else self.nodes
        return most if self.depth is None else min(most, SIMULATIONS_A_PLY * self.depth)


class Alarm:
    """Raises a search's stop flag when time is up, or when another thread asks for it.

    Compiled searches run without the GIL and look at the flag every few hundred nodes.
    """

    def __init__(self, flag: npt.NDArray[np.uint8], seconds: float | None) -> None:
        self._flag = flag
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self.ring) if seconds is not None else None

    def ring(self) -> None:
        self._flag[0] = 1

    def __enter__(self) -> "Alarm":
        _running.add(self)
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _running.discard(self)
        if kind is not None:
            self.ring()  # whoever is still at it has nobody left to answer
        if self._timer is not None:
            self._timer.cancel()


_running: set[Alarm] = set()


def stop_all() -> None:
    """End every search of this process, from another thread; each answers with what it has."""
    for alarm in tuple(_running):
        alarm.ring()
