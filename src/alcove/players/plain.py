"""The engine of a game that has nothing but its law: Monte Carlo tree search in plain Python.

It is slow and knows nothing, and it plays any game on the day its rules stand: with hidden pieces (`Game.worlds` draws what
a view may be hiding, a new world for every simulation), with turns of several plies, for rivals and for those who win or
lose together. Where nothing is hidden, ends that the tree has reached are proven on the way up. With a kernel, compiled
search takes its place (`montecarlo.py`), an evaluation brings the engines of `engine.py`.
"""

import math
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from alcove.core.game import Move, Outcome, State, View
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.players.engine import Analysis, Engine, Line
from alcove.search.limits import Limits

SEED = 1
EXPLORATION = 0.7
MOST_PLIES = 400
"""A random game that is not over by then counts half."""
NODES_A_MEGABYTE = 250
FIRST_TOLD = 32
"""The listener hears of the search after so many simulations, and whenever they have doubled."""
CERTAIN, HOPELESS, EVEN = 1.0, 0.0, 0.5
WORDS = {CERTAIN: Text("wins", "gagne"), HOPELESS: Text("loses", "perd"), EVEN: Text("draw", "partie nulle")}


class Node:
    """A position of the tree, or all the positions that some moves lead to in different worlds.

    `total` is what its simulations were worth to `seat`, the one that moved here; `proven` is what it is worth for certain.
    """

    __slots__ = ("children", "proven", "seat", "state", "total", "untried", "visits")

    def __init__(self, seat: int, state: State[Any] | None) -> None:
        self.seat = seat
        self.state = state
        """Kept where nothing is hidden; else every world has its own."""
        self.visits = 0
        self.total = 0.0
        self.proven: float | None = None
        self.children: dict[Any, Node] = {}
        self.untried: list[Any] | None = None
        """The moves that have no child yet, in random order; `None` until somebody looks, and always where worlds differ."""

    @property
    def mean(self) -> float:
        if self.proven is not None:
            return self.proven
        return (self.total + 1) / (self.visits + 2)  # a few games prove little


class PlainEngine(Engine):
    """Thinks with the law alone. A node limit counts simulations, a limit of depth is worth some for each ply."""

    nodes_worth = 100

    def __init__(self, name: str, megabytes: int = 64, threads: int = 1) -> None:
        super().__init__(name)
        self._game = game(name)
        self._most_nodes = max(1, megabytes) * NODES_A_MEGABYTE
        self._is_stopped = False

    def stop(self) -> None:
        self._is_stopped = True

    def forget(self) -> None:
        """Nothing is kept from one position to the next."""

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        self._is_stopped = False
        search = _Search(view, self._game.worlds(view, random.Random(SEED)), self._most_nodes)
        started = time.perf_counter()
        ends = math.inf if limits.seconds is None else started + limits.seconds
        next_told = FIRST_TOLD

        def is_over() -> bool:
            return self._is_stopped or time.perf_counter() >= ends

        def analysis() -> Analysis:
            told = search.lines(lines)
            depth = max(len(line.moves) for line in told)
            return Analysis(told, depth, search.simulations, time.perf_counter() - started)

        while search.simulations < limits.simulations and not search.is_settled and not is_over():
            search.simulate(is_over)
            if self.listener is not None and search.simulations >= next_told:
                next_told = 2 * search.simulations
                self.listener(analysis())
        return analysis()


class _Search:
    """One question: its tree, and the luck it is answered with."""

    def __init__(self, view: View, worlds: Iterator[State[Any]], most_nodes: int) -> None:
        self._view = view
        self._worlds = worlds
        self._is_open = isinstance(view, State)
        self._rng = random.Random(SEED)
        self._root = Node(view.to_move, view if isinstance(view, State) else None)
        self._room_left = most_nodes
        self._best_score = 0.0
        self.simulations = 0

    @property
    def is_settled(self) -> bool:
        return self._root.proven is not None

    # --- One simulation -----------------------------------------------------------------------------------------------

    def simulate(self, is_over: Callable[[], bool]) -> None:
        """From the root to a leaf, a random game from there, and what it was worth back to the root. A simulation that
        time has broken off leaves no trace."""
        state = self._view if isinstance(self._view, State) else next(self._worlds)
        path, state = self._walk(state)
        leaf, outcome = path[-1], state.outcome()
        if outcome is not None and state is leaf.state:
            leaf.proven = self._worth(outcome, leaf.seat)
        for _ in range(MOST_PLIES if leaf.proven is None else 0):
            if outcome is not None:
                break
            if is_over():
                return
            state = state.play_unchecked(self._rng.choice(state.legal_moves()))
            outcome = state.outcome()
        self.simulations += 1
        for node in reversed(path):
            node.visits += 1
            if leaf.proven is not None:
                node.total += leaf.proven if self._are_partners(node.seat, leaf.seat) else 1.0 - leaf.proven
            else:
                node.total += EVEN if outcome is None else self._worth(outcome, node.seat)
            self._prove(node)

    def _walk(self, state: State[Any]) -> tuple[list[Node], State[Any]]:
        """The nodes from the root to a new one, or to one whose worth is known; and the state that this leads to."""
        node, path = self._root, [self._root]
        while node.proven is None and state.outcome() is None:
            move, is_new = self._choose(node, state)
            if not is_new:
                node = node.children[move]
                state = node.state or state.play_unchecked(move)
                path.append(node)
                continue
            mover, state = state.to_move, state.play_unchecked(move)
            if self._room_left:  # a full tree grows no more; the random game still counts
                self._room_left -= 1
                if node.untried is not None:
                    node.untried.pop()
                node.children[move] = Node(mover, state if self._is_open else None)
                path.append(node.children[move])
            break
        return path, state

    def _choose(self, node: Node, state: State[Any]) -> tuple[Any, bool]:
        """The move that promises most by UCB1, or one that nobody has tried; and whether it is such a one."""
        if node.untried is not None:
            if node.untried:
                return node.untried[-1], True
            children = node.children
        else:
            moves = list(state.legal_moves())
            fresh = [move for move in moves if move not in node.children]
            if self._is_open:
                self._rng.shuffle(fresh)
                node.untried = fresh
                return fresh[-1], True
            if fresh:
                return self._rng.choice(fresh), True
            children = {move: node.children[move] for move in moves}
        scale = EXPLORATION * math.sqrt(math.log(node.visits + 1))

        def promise(move: Any) -> float:
            child = children[move]
            if child.proven is not None:
                return child.proven  # known: nothing is left to explore there
            return child.mean + scale / math.sqrt(child.visits or 1)

        return max(children, key=promise), False

    def _prove(self, node: Node) -> None:
        """A seat with a winning move has won, and one whose every move is known gets the best of them."""
        if not self._is_open or node.proven is not None or not node.children:
            return
        known = [child.proven for child in node.children.values() if child.proven is not None]
        if not known:
            return
        mover = next(iter(node.children.values())).seat
        best = max(known)
        is_complete = node.untried == [] and len(known) == len(node.children)
        if best == CERTAIN or is_complete:
            node.proven = best if self._are_partners(mover, node.seat) else 1.0 - best

    def _are_partners(self, seat: int, other: int) -> bool:
        """Do two seats win and lose together? Rivals are two sides, whose seats take turns."""
        return self._view.shares_fate or seat % 2 == other % 2

    def _worth(self, outcome: Outcome, seat: int) -> float:
        """What an end is worth to a seat. Whoever lost together came some way all the same."""
        if outcome.together:
            if outcome.winner is not None:
                return CERTAIN
            reached = max(0.0, outcome.scores[0]) if outcome.scores else 0.0
            self._best_score = max(self._best_score, reached)
            return HOPELESS if self._is_open or not self._best_score else 0.5 * reached / self._best_score
        return EVEN if outcome.winner is None else CERTAIN if outcome.winner == seat % 2 else HOPELESS

    # --- What was found -----------------------------------------------------------------------------------------------

    def lines(self, count: int) -> tuple[Line, ...]:
        """The best lines, those of the most visited moves; a proven win first, a proven loss last."""
        moves: tuple[Move, ...] = self._view.legal_moves()
        found = self._root.children
        ranked = sorted(found, key=lambda move: _rank(found[move]), reverse=True)
        untried = [move for move in moves if move not in found]
        return tuple(self._line(move) for move in (*ranked, *untried)[:count])

    def _line(self, move: Move) -> Line:
        node, moves = self._root.children.get(move), [str(move)]
        if node is None:
            return Line((str(move),), EVEN, _percent(EVEN), EVEN, False)
        last = node
        while last.children and self._is_open:  # what comes after depends on what is hidden
            following = max(last.children, key=lambda each: _rank(last.children[each]))
            moves.append(str(following))
            last = last.children[following]
        text = WORDS[node.proven] if node.proven in WORDS else _percent(node.mean)
        return Line(tuple(moves), node.mean, text, node.mean, node.proven is not None)


def _rank(node: Node) -> tuple[int, int, float]:
    certain = 1 if node.proven == CERTAIN else -1 if node.proven == HOPELESS else 0
    return certain, node.visits, node.mean


def _percent(chance: float) -> Text:
    percent = round(100 * chance)
    return Text(f"{percent}% to win", f"{percent} % de chances de gagner")
