"""What engine processes are asked and how they answer. The one door to `alcove.players`.

Levels are light to look at. The engines behind them are imported inside functions: they belong in the processes that
think, not in the room's own.
"""

import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import TYPE_CHECKING, Any

from alcove.core.game import View
from alcove.players.levels import levels, seat_player

from .messages import HintLine

if TYPE_CHECKING:
    from alcove.players.engine import Engine

__all__ = ["Advice", "Advise", "Choose", "Task", "compile_all", "levels", "work"]

HINT_SECONDS = 1.5
HINT_LINES = 3


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a move at a level."""

    game: str
    view: View
    level: int
    seed: int

    def __call__(self) -> str:
        return str(seat_player(self.game, self.level).choose(self.view, random.Random(self.seed)))


@dataclass(frozen=True, slots=True)
class Advice:
    """What the engine would play, best line first."""

    lines: tuple[HintLine, ...]
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Advise:
    """Think at full strength, whatever the level of the opponent."""

    game: str
    view: View

    def __call__(self) -> Advice:
        from alcove.players.engine import Limits

        found = _engine(self.game).analyse(self.view, Limits(seconds=HINT_SECONDS), HINT_LINES)
        lines = (
            HintLine(line.moves, line.score, line.score_text, line.win_probability, line.exact) for line in found.lines
        )
        return Advice(tuple(lines), found.depth, found.nodes)


Task = Choose | Advise


@cache
def _engine(game: str) -> "Engine":
    """One engine a game and process: what it remembers of a game helps with the next hint."""
    from alcove.players.engine import engine

    return engine(game, threads=os.cpu_count() or 1)


def work(pipe: "Connection[Any, Any]") -> None:
    """The life of an engine process: ready, then tasks in and answers out until the room hangs up."""
    _end_with_the_room(lambda: os._exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module("alcove.players.engine")
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            task: Task = pipe.recv()
            try:
                pipe.send((task(), None))
            except Exception as error:
                pipe.send((None, f"{type(error).__name__}: {error}"))


def compile_all() -> None:
    """The life of the process that compiles what is not compiled yet; it has helpers, which end with its group."""
    if hasattr(os, "setsid"):
        os.setsid()
        _end_with_the_room(lambda: os.killpg(0, signal.SIGKILL))
    from alcove.players.warm import warm

    warm()


def _end_with_the_room(end: Callable[[], object]) -> None:
    """Whatever happens to the room, even `kill -9`: a process it started does not outlive it."""
    room = parent_process()
    assert room is not None

    def wait() -> None:
        room.join()
        end()

    Thread(target=wait, daemon=True).start()
