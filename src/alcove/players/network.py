"""Engines that taught themselves.

A network of the large kind guides a search of its own, and the hand-made engine ends the game where it can prove the end.
A network of the small kind judges positions for alpha-beta, in the place of the hand-made evaluation.
"""

import logging
import math
from typing import Any

import numpy as np

from alcove.core.game import State, View
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.neural import judging
from alcove.neural.guided import NetworkError, guided
from alcove.neural.inference import network
from alcove.neural.thinking import GuidedLine, Thinking, Thought
from alcove.players.engine import AlphaBetaEngine, Analysis, Engine, Line, handmade
from alcove.search.limits import Limits

SOLVER_SHARE = 0.25
"""The part of the time that goes into solving."""
SOLVER_NODES = 250
"""With a limit of simulations: nodes of solving for each, which cost about a third of its time."""
LEAST_CHANCE = 0.001


class NetEngine(Engine):
    """Guided by the game's network; a `NetworkError` if there is none. A node limit counts simulations.

    Threads help the solver alone: the network looks at one position at a time, which is too little work to share out.
    """

    def __init__(self, name: str, megabytes: int = 64, threads: int = 1, solver: Engine | None = None) -> None:
        super().__init__(name)
        self._thinking = Thinking(network(name), megabytes)  # first: a game without a network need not have the rest
        self._encoding = guided(name).encoding
        self._kernel, self._evaluation = rooms(name).kernel, rooms(name).evaluation
        self._solver = solver or handmade(name, max(1, megabytes // 4), threads)
        self._solvable_moves = game(name).about.solvable_moves
        self._is_stopped = False

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        assert isinstance(view, State)
        self._is_stopped = False
        packed = self._kernel.pack(view)
        past = self._encoding.past_marks(view)
        if self._kernel.count_moves(packed) <= self._solvable_moves:
            solved = self._solver.analyse(view, _solving(limits), lines)
            if solved.best.exact or self._is_stopped:
                return solved
            if limits.seconds is not None:
                limits = Limits(max(limits.seconds - solved.seconds, 0.001), limits.nodes, limits.depth)

        def analysis(thought: Thought) -> Analysis:
            told = tuple(self._tell(packed.copy(), line) for line in thought.lines)
            return Analysis(told, thought.depth, thought.simulations, thought.seconds)

        listener = self.listener
        heard = None if listener is None else lambda thought: listener(analysis(thought))
        return analysis(self._thinking.think(packed, limits, lines, past, heard))

    def _tell(self, packed: Any, line: GuidedLine) -> Line:
        moves, undo = [], np.empty(self._kernel.UNDO_SIZE, np.int64)
        for action in line.actions:
            moves.append(str(self._kernel.move_of(packed, action)))
            self._kernel.make(packed, action, undo)
        chance = min(max((1 + line.worth) / 2, LEAST_CHANCE), 1 - LEAST_CHANCE)
        value = round(self._evaluation.VALUE_SCALE * math.log(chance / (1 - chance)))
        score, _ = self._evaluation.tell(value)
        # A network knows chances, not margins: 99 % is no lead of eight towers.
        percent = round(100 * chance)
        text = Text(f"{percent}% to win", f"{percent} % de chances de gagner")
        return Line(tuple(moves), score, text, chance, False)

    def stop(self) -> None:
        self._is_stopped = True
        self._solver.stop()
        self._thinking.stop()

    def forget(self) -> None:
        self._solver.forget()
        self._thinking.forget()


def network_engine(name: str, megabytes: int = 64, threads: int = 1, solver: Engine | None = None) -> Engine:
    """The engine that goes by the network of a game: by the small kind if there is one. A `NetworkError` if there is none,
    or its file is no good."""
    if judging.network_file(name) is not None:
        return AlphaBetaEngine(name, search=judging.search(name, megabytes, threads))
    return NetEngine(name, megabytes, threads, solver)


class StrongestEngine(Engine):
    """The network's engine where time is the only limit, and so little of it that matches say it is the stronger one. A limit
    of nodes or depth asks the hand-made engine, which levels and puzzles were measured with; so does a network that
    cannot be used."""

    def __init__(self, name: str, megabytes: int = 64, threads: int = 1) -> None:
        super().__init__(name)
        self._handmade = handmade(name, megabytes, threads)
        self._sizes = megabytes, threads
        self._guided: Engine | None = None
        self._has_tried = False

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        self._handmade.listener = None
        chosen: Engine = self._handmade
        seconds = math.inf if limits.seconds is None else limits.seconds
        if limits.nodes is None and limits.depth is None and seconds <= game(self.name).about.network_seconds:
            chosen = self._network() or self._handmade
        chosen.listener = self.listener
        return chosen.analyse(view, limits, lines)

    def _network(self) -> Engine | None:
        """The engine with the network, made when it is first needed; whatever is wrong with its file is reported once."""
        if not self._has_tried:
            self._has_tried = True
            try:
                self._guided = network_engine(self.name, *self._sizes, solver=self._handmade)
            except NetworkError as error:
                logging.getLogger(__name__).warning("%s; the hand-made engine plays on", error)
        return self._guided

    def stop(self) -> None:
        self._handmade.stop()
        if self._guided is not None:
            self._guided.stop()

    def forget(self) -> None:
        self._handmade.forget()
        if self._guided is not None:
            self._guided.forget()


def _solving(limits: Limits) -> Limits:
    """What solving may take of the limits."""
    seconds = None if limits.seconds is None else limits.seconds * SOLVER_SHARE
    nodes = None if limits.nodes is None else limits.nodes * SOLVER_NODES
    return Limits(seconds, nodes, limits.depth)
