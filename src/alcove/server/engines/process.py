"""What runs in an engine process: the tasks it is asked, and its life.

Engines are imported inside functions: they belong in the processes that think, not in the room's own, which knows the
tasks as well.
"""

import os
import random
import signal
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from alcove.core.game import State, View
from alcove.players.levels import seat_player

from ..wire.messages import HintLine
from .child import Pipe, begin_life, end_with_the_room, live
from .protocol import HINT_SECONDS, Advice

if TYPE_CHECKING:
    from alcove.players.engine import Engine

HINT_LINES = 3
SHORTEST_LINE, NODES_FURTHER = 5, 2_000
"""A line for somebody who studies shows so many plies; what is missing is looked up with a short search."""


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
class Advise:
    """Think at full strength, whatever the level of the opponent."""

    game: str
    view: View

    def __call__(self) -> Advice:
        return _advice(self.game, self.view, HINT_SECONDS, HINT_LINES)


@dataclass(frozen=True, slots=True)
class Study:
    """Think at full strength for somebody who studies a position. May be interrupted, and then knows a little less."""

    game: str
    view: View
    seconds: float
    lines: int

    def __call__(self) -> Advice:
        advice = _advice(self.game, self.view, self.seconds, self.lines)
        if isinstance(self.view, State):
            for line in advice.lines:
                line.moves = _continued(self.game, self.view, line.moves)
        return advice


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Come to an end with the study of that number, if it is still being thought about."""

    number: int


Task = Choose | Advise | Study


def _advice(game: str, view: View, seconds: float, lines: int) -> Advice:
    from alcove.players.engine import Limits

    found = _engine(game).analyse(view, Limits(seconds=seconds), lines)
    told = (HintLine(line.moves, line.score, line.score_text, line.win_probability, line.exact) for line in found.lines)
    return Advice(tuple(told), found.depth, found.nodes)


def _continued(game: str, state: State[Any], moves: tuple[str, ...]) -> tuple[str, ...]:
    """A line long enough to be understood. A search that knows its answer by heart tells little of the way there; what
    it remembers tells the rest."""
    from alcove.players.engine import Limits

    for move in moves:
        state = state.play(move)
    while len(moves) < SHORTEST_LINE and state.outcome() is None:
        nodes = max(1, NODES_FURTHER // _engine(game).nodes_worth)
        further = _engine(game).analyse(state, Limits(nodes=nodes)).best.moves
        for move in further:
            state = state.play(move)
        moves += further
    return moves


_engines: dict[str, "Engine"] = {}
"""One engine a game and process: what it remembers of a game helps with the next question."""
_threads = 1


def _engine(game: str) -> "Engine":
    from alcove.players.proof import analyst

    if game not in _engines:
        _engines[game] = analyst(game, threads=_threads)
    return _engines[game]


def work(pipe: Pipe, threads: int) -> None:
    """The life of an engine process: numbered tasks in and answers out. No search takes more threads than `threads`."""
    global _threads
    _threads = threads
    begin_life()
    import alcove.players.proof  # noqa: F401 (so that the first task need not wait for it)

    live(pipe, _Desk(pipe).next)


class _Desk:
    """Where the tasks of an engine process come in: a thread listens, so that an interruption is heard while it thinks."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._tasks: SimpleQueue[tuple[int, Task] | None] = SimpleQueue()
        self._at_work: tuple[int, Task] | None = None
        Thread(target=self._listen, daemon=True).start()

    def next(self) -> Task:
        """The next task; `EOFError` when the room has hung up."""
        self._at_work = None
        self._at_work = self._tasks.get()
        if self._at_work is None:
            raise EOFError
        return self._at_work[1]

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                heard = self._pipe.recv()
                if isinstance(heard, Interrupt):
                    self._interrupt(heard.number)
                else:
                    self._tasks.put(heard)
        self._tasks.put(None)

    def _interrupt(self, number: int) -> None:
        """End the study if it is at work. One that has not begun to search goes on: it is short, and nobody waits for it."""
        at_work = self._at_work
        if at_work is not None and at_work[0] == number and at_work[1].game in _engines:
            _engines[at_work[1].game].stop()


def compile_all() -> None:
    """The life of the process that compiles what is not compiled yet; it has helpers, which end with its group."""
    if hasattr(os, "setsid"):
        os.setsid()
        end_with_the_room(lambda: os.killpg(0, signal.SIGKILL))
    from alcove.players.warm import warm

    warm()
