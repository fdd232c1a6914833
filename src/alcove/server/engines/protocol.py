"""What the room asks of its engines, and by when: one protocol, whether processes of this machine think or workers elsewhere.

What an engine is comes from `alcove.players`. Levels are light to look at; the engines behind them are imported only in the
processes that think.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec

from alcove.core.game import Made, View
from alcove.players.levels import levels

from ..wire.messages import HintLine

__all__ = ["Advice", "Done", "Engines", "Job", "Kind", "levels"]

Kind = Literal["move", "hint", "study"]
KINDS: tuple[Kind, ...] = ("move", "hint", "study")
"""The most urgent first."""

MOVE_SECONDS = 5.0
"""A move comes in this time, or as soon as its level is overdue if that is later, whatever happens to its engine."""
MOST_OF_ONE = 8
"""So many hints, and so many studies, of one address wait at a time."""
GRACE_SECONDS = 1.0
"""How much later than it promised an engine may answer before its process is replaced."""
HINT_SECONDS = 1.5
HINT_PATIENCE_SECONDS = 10.0
"""A hint that has not come by then, waiting for a process included, is given up."""
STUDY_GRACE_SECONDS = 5.0
"""Nobody's clock runs while somebody studies: better late than a process replaced."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the engine would play, best line first."""

    lines: tuple[HintLine, ...]
    depth: int
    nodes: int


class Engines(Protocol):
    """Those who think for the room: processes of this server, or workers anywhere."""

    async def choose(self, game: str, view: View, level: int) -> str:
        """A legal move. It always comes, and in time."""

    async def advise(self, game: str, view: View, who: str = "") -> Advice:
        """The best lines at full strength; refused when no engine can answer now. `who` asks: an address."""

    async def study(self, game: str, view: View, seconds: float, lines: int, who: str = "") -> Advice:
        """The best lines after `seconds`, or less where something more urgent came."""

    async def close(self) -> None: ...


def move_seconds(game: str, level: int) -> float:
    """How long a level may think before its process is taken to be stuck."""
    return levels(game)[level - 1].deadline_seconds + GRACE_SECONDS


# --- To other machines ------------------------------------------------------------------------------------------------

GROUP = "workers"
"""All workers are one group: each job is for one of them."""


class Job(msgspec.Struct):
    """What a worker is asked. Nobody waits for the answer after `until` (Unix time)."""

    id: str
    server: str
    kind: Kind
    game: str
    options: dict[str, str]
    position: str
    until: float
    level: int = 0
    seconds: float = 0.0
    lines: int = 0
    made: tuple[Made, ...] = ()
    """What the rules count over the whole game: the text of a position does not tell."""


class Done(msgspec.Struct):
    """What a worker found; neither if it could not."""

    id: str
    move: str | None = None
    lines: tuple[HintLine, ...] | None = None
    depth: int = 0
    nodes: int = 0


def stream(kind: Kind) -> str:
    """Where Redis keeps the jobs of a kind."""
    return f"alcove:jobs:{kind}"
