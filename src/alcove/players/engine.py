"""Engines: a view and limits in, lines of play with their worth out.

>>> from alcove.players.engine import Limits, engine
>>> analysis = engine(name).analyse(state, Limits(seconds=1), lines=3)
>>> analysis.best.moves[0], analysis.best.score, analysis.best.exact
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from alcove.core.errors import AlcoveError, WrongTypeError, expect
from alcove.core.game import Move, Position, State, View, of_game
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.search.deepening import Deepening, Found, FoundLine
from alcove.search.limits import LimitError, Limits
from alcove.search.sampling import Sampled, SampledLine, Sampling

__all__ = ["Analysis", "Engine", "EngineError", "LimitError", "Limits", "Line", "engine", "handmade", "has_tree_search"]


class EngineError(AlcoveError):
    """A question no engine can answer."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play, seen by the side to move.

    `score` is in the game's own terms (towers, pawns, …), `win_probability` from 0 to 1, a draw counting half;
    `exact` means proven rather than estimated.
    """

    moves: tuple[str, ...]
    score: float
    score_text: Text
    win_probability: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine thinks of a position: its lines, the best first, and what it took to find them."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Line:
        return self.lines[0]


class Engine(ABC):
    """Thinks about views of one game. Not for several threads at once; `stop` alone may be called from another."""

    nodes_worth: ClassVar[int] = 1
    """How many positions of a compiled search one of its nodes takes the time of, roughly."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.listener: Callable[[Analysis], None] | None = None
        """Hears what is known after every finished depth, from the thread that searches."""

    def analyse(self, view: View, limits: Limits, lines: int = 1) -> Analysis:
        """The best `lines` lines (multipv) that can be found within `limits`. Of a state, an engine is shown what the player to move
        may know."""
        found = game(self.name)
        of_game("view", view, found)
        expect("limits", limits, Limits, Text("limits: alcove.Limits(…)", "des limites : alcove.Limits(…)"))
        if view.outcome() is not None:
            raise EngineError(
                Text(
                    "the game is over: there is nothing to think about",
                    "la partie est finie : il n'y a plus rien à chercher",
                )
            )
        if isinstance(lines, bool) or not isinstance(lines, int):
            raise WrongTypeError("lines", Text("a whole number", "un nombre entier"), lines)
        if lines < 1:
            raise EngineError(Text(f"lines: must be at least 1, not {lines}", f"lignes : au moins 1, pas {lines}"))
        return self._analyse(found.view(view, view.to_move) if isinstance(view, State) else view, limits, lines)

    def best_move(self, view: View, limits: Limits) -> Move:
        """The move the engine would play."""
        best = self.analyse(view, limits).best
        move: Move = view.find(best.moves[0])
        return move

    @abstractmethod
    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis: ...

    @abstractmethod
    def stop(self) -> None:
        """End the search that is running; it answers with what it has."""

    @abstractmethod
    def forget(self) -> None:
        """Forget earlier positions, so that the next answer depends on its own question alone."""


class AlphaBetaEngine(Engine):
    """Alpha-beta for games of two seats without secrets. It judges by the game's hand-made evaluation unless a `search` is
    given that judges otherwise, in the same units."""

    def __init__(self, name: str, megabytes: int = 64, threads: int = 1, search: Deepening | None = None) -> None:
        super().__init__(name)
        self._kernel, self._evaluation = rooms(name).kernel, rooms(name).evaluation
        self._deepening = search or Deepening(name, self._kernel, self._evaluation, megabytes, threads)

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        assert isinstance(view, State)
        packed = self._kernel.pack(view)
        losing, drawn = self._kernel.history_marks(view)

        def analysis(found: Found) -> Analysis:
            told = tuple(self._tell(view, line) for line in found.lines)
            return Analysis(told, found.depth, found.nodes, found.seconds)

        listener = self.listener
        heard = None if listener is None else lambda found: listener(analysis(found))
        sure_plies = self._kernel.sure_plies(view)
        return analysis(self._deepening.think(packed, limits, lines, losing, drawn, heard, sure_plies))

    def _tell(self, state: State[Any], line: FoundLine) -> Line:
        moves, packed = [], self._kernel.pack(state)
        undo = np.empty(self._kernel.UNDO_SIZE, np.int64)
        for action in line.actions:
            moves.append(str(self._kernel.move_of(packed, action)))
            self._kernel.make(packed, action, undo)
        score, text = self._evaluation.tell(line.value)
        return Line(tuple(moves), score, text, self._chance(line.value), line.sure)

    def _chance(self, value: int) -> float:
        """A value as a chance of winning: certain where a win or a loss has been found."""
        if abs(value) >= self._evaluation.WIN_ZONE:
            return 1.0 if value > 0 else 0.0
        return 1.0 / (1.0 + math.exp(-value / self._evaluation.VALUE_SCALE))

    def stop(self) -> None:
        self._deepening.stop()

    def forget(self) -> None:
        self._deepening.forget()


class WorldsEngine(Engine):
    """Monte Carlo search over the worlds that a view may be hiding, for games with secrets that everybody shares.

    Where little is unseen, or a win is near, the true chance is counted instead, and its lines are exact.
    """

    def __init__(self, name: str, megabytes: int = 64, threads: int = 1) -> None:
        super().__init__(name)
        house = rooms(name)
        self._kernel, self._evaluation = house.dealt_kernel, house.worlds_evaluation
        self._sampling = Sampling(name, self._kernel, self._evaluation, house.unseen, megabytes, threads)

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        packed = self._kernel.pack(view)

        def analysis(found: Sampled) -> Analysis:
            told = tuple(self._tell(view, packed, line) for line in found.lines)
            return Analysis(told, found.depth, found.simulations, found.seconds)

        listener = self.listener
        heard = None if listener is None else lambda found: listener(analysis(found))
        return analysis(self._sampling.think(packed, limits, lines, heard))

    def _tell(self, view: View, packed: Any, line: SampledLine) -> Line:
        moves = tuple(str(self._kernel.move_of(packed, action)) for action in line.actions)
        score, text, chance = self._evaluation.tell(view.shares_fate, line.worth)
        return Line(moves, score, text, chance, line.exact)

    def stop(self) -> None:
        self._sampling.stop()

    def forget(self) -> None:
        self._sampling.forget()


_KINDS: dict[str, type[AlphaBetaEngine] | type[WorldsEngine]] = {"alphabeta": AlphaBetaEngine, "worlds": WorldsEngine}


def has_tree_search(name: str) -> bool:
    """Can compiled Monte Carlo search play the game of that name? It needs a kernel, two rivals without secrets, and turns
    of one ply."""
    start = game(name).initial()
    return (
        rooms(name).has("kernel")
        and game(name).view(start, 0) is start
        and start.seats == 2
        and not start.shares_fate
        and type(start).is_turn_start is Position.is_turn_start
    )


def engine(name: str, megabytes: int = 64, threads: int = 1) -> Engine:
    """The strongest engine of the game of that name: with its network, if that beats the hand-made one (docs/training.md has
    the matches)."""
    if game(name).about.network_seconds:
        from alcove.players.network import StrongestEngine  # it is built on this module

        return StrongestEngine(game(name).name, megabytes, threads)
    return handmade(name, megabytes, threads)


def handmade(name: str, megabytes: int = 64, threads: int = 1) -> Engine:
    """The engine that people made; the game's evaluation says which search suits it. Without one, random games judge: those
    of the kernel, or those of the law."""
    if rooms(name).has("evaluation"):
        return _KINDS[rooms(name).judgement.SEARCH](name, megabytes, threads)
    if has_tree_search(name):
        from alcove.players.montecarlo import MonteCarloEngine  # it is built on this module

        return MonteCarloEngine(name, megabytes)
    from alcove.players.plain import PlainEngine  # so is this

    return PlainEngine(name, megabytes, threads)
