"""Proofs: how a game ends when both sides play their best, wherever that can be shown.

>>> from alcove.players.proof import prove
>>> prove(name, state, Limits(nodes=200_000))
Proof(result='win', line=('S(1,0,1)-(-1,0,3)y-', …), nodes=1204)

What is called a win, a draw or a loss is one by the rules, the game's history and its counts of plies included; an estimate
never counts. `unknown` says nothing but that the limit came first.
"""

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from alcove.core.game import State, View
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.players.engine import Analysis, Engine, EngineError, Line, engine
from alcove.search.limits import Limits
from alcove.search.proving import Proving, Result, Settled

__all__ = ["Limits", "Proof", "Prover", "ProvingEngine", "Result", "analyst", "prove"]

MEGABYTES = 64
SHARE = 0.2
"""The part of a study's time that goes to proofs."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proven result for the side to move, the shortest line found that brings a win or a loss about (the loser holds
    out as long as the proof lets him), and how many positions it took."""

    result: Result
    line: tuple[str, ...]
    nodes: int


class Prover:
    """Proves results of one game of two seats without secrets. Keeps its table from question to question."""

    def __init__(self, name: str, megabytes: int = MEGABYTES) -> None:
        found = game(name)
        start = found.initial()
        if not rooms(name).has("evaluation") or found.luck(start) or start.seats != 2:
            raise EngineError(
                Text(f"{found.title}: results cannot be proven there", f"{found.title} : on n'y prouve pas de résultat")
            )
        self._kernel = rooms(name).kernel
        self._proving = Proving(name, self._kernel, rooms(name).evaluation, megabytes)

    def prove(self, view: View, limits: Limits, only_wins: bool = False) -> Proof:
        """The result of a position for the side to move; with `only_wins` no work goes into showing a draw or a loss."""
        if view.outcome() is not None:
            raise EngineError(
                Text("the game is over: nothing is left to prove", "la partie est finie : il n'y a plus rien à prouver")
            )
        assert isinstance(view, State)
        settled = self.settle(view, limits, only_wins)
        return Proof(settled.result, self._told(view, settled.actions), settled.nodes)

    def settle(self, state: State[Any], limits: Limits, only_wins: bool = False) -> Settled:
        """As `prove`, in the kernel's actions."""
        module = self._kernel
        losing, drawn = module.history_marks(state)
        return self._proving.settle(module.pack(state), limits, module.sure_plies(state), losing, drawn, only_wins)

    def _told(self, state: State[Any], actions: tuple[int, ...]) -> tuple[str, ...]:
        packed, undo, moves = self._kernel.pack(state), np.empty(self._kernel.UNDO_SIZE, np.int64), []
        for action in actions:
            moves.append(str(self._kernel.move_of(packed, action)))
            self._kernel.make(packed, action, undo)
        return tuple(moves)

    def stop(self) -> None:
        """End the search that is running, from another thread; it answers with what it has."""
        self._proving.stop()

    def forget(self) -> None:
        """Forget earlier positions, so that the next answer depends on its own question alone."""
        self._proving.forget()


class ProvingEngine(Engine):
    """An engine for study: part of its time goes to forced wins, which proof search finds beyond the engine's horizon.

    For games in which a win counts by its plies. An engine that plays needs all its time for the moves.
    """

    def __init__(self, thinker: Engine, prover: Prover, share: float = SHARE) -> None:
        super().__init__(thinker.name)
        self._thinker, self._prover, self._share = thinker, prover, share
        self._evaluation = rooms(thinker.name).evaluation
        self._is_stopped = False

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        started = time.perf_counter()
        self._is_stopped = False
        part = Limits(_times(limits.seconds, self._share), _whole(_times(limits.nodes, self._share)), limits.depth)
        proof = self._prover.prove(view, part, only_wins=True)
        seconds = limits.seconds and max(limits.seconds - (time.perf_counter() - started), 0.001)
        rest = Limits(
            0.001 if self._is_stopped else seconds, limits.nodes and max(limits.nodes - proof.nodes, 1), limits.depth
        )
        self._thinker.listener = self.listener
        found = self._thinker.analyse(view, rest, lines)
        told = self._with_proof(found.lines, proof)[:lines]
        return Analysis(told, found.depth, found.nodes + proof.nodes, time.perf_counter() - started)

    def _with_proof(self, lines: tuple[Line, ...], proof: Proof) -> tuple[Line, ...]:
        """The lines with a proven win put first, unless the engine has proven one that is as short."""
        if proof.result != "win":
            return lines
        won = [line for line in lines if line.exact and line.win_probability == 1.0]
        if won and len(won[0].moves) <= len(proof.line):
            return lines
        score, text = self._evaluation.tell(self._evaluation.WIN - len(proof.line))
        others = tuple(line for line in lines if line.moves[0] != proof.line[0])
        return (Line(proof.line, score, text, 1.0, True), *others)

    def stop(self) -> None:
        self._is_stopped = True
        self._prover.stop()
        self._thinker.stop()

    def forget(self) -> None:
        self._prover.forget()
        self._thinker.forget()


def _times(limit: float | None, share: float) -> float | None:
    return None if limit is None else limit * share


def _whole(limit: float | None) -> int | None:
    return None if limit is None else max(1, int(limit))


def analyst(name: str, megabytes: int = MEGABYTES, threads: int = 1) -> Engine:
    """The engine to study a game with: the strongest one, with proofs where wins are counted by their plies."""
    thinker, house = engine(name, megabytes, threads), rooms(name)
    if not house.has("evaluation") or house.judgement.SEARCH != "alphabeta" or not house.evaluation.COUNT_PLIES:
        return thinker
    return ProvingEngine(thinker, Prover(name, megabytes))


_prover = cache(Prover)


def prove(name: str, view: View, limits: Limits, only_wins: bool = False) -> Proof:
    """As `Prover.prove`, with a prover that this process keeps for the game, and forgets nothing useful between questions.

    For answers that are the same every time, whatever was asked before, use a `Prover` and let it `forget`.
    """
    return _prover(name).prove(view, limits, only_wins)
