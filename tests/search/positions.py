"""Positions to search: those that random games come through, and minimax over them in plain Python."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import alcove
from alcove.compiled.results import ONGOING
from alcove.core.game import State
from alcove.core.registry import ours
from alcove.games.kernels import kernel


def open_games() -> list[str]:
    """The games with an engine in which nothing is hidden."""
    return [name for name in ours() if not alcove.game(name).luck(_start(name))]


def _start(name: str) -> State[Any]:
    return alcove.game(name).initial()


def random_positions(name: str, seed: int) -> Iterator[State[Any]]:
    """The positions of a random game that is not over, each without its history."""
    rng, state = random.Random(f"{name} {seed}"), _start(name)
    while state.outcome() is None:
        fresh = alcove.game(name).from_text(state.to_text())
        if fresh.outcome() is None:
            yield fresh
        state = state.play_unchecked(rng.choice(state.legal_moves()))


def minimax(name: str, evaluation: Any, packed: Any, depth: int, ply: int = 0) -> int:
    """The value of a position to the side to move, every move tried to the same depth."""
    module = kernel(name).module
    result = int(module.result(packed))
    if result != ONGOING:
        value = int(evaluation.outcome_score(packed, result))
        nearer = ply if evaluation.COUNT_PLIES and abs(value) >= evaluation.WIN_ZONE else 0
        return value - nearer if value > 0 else value + nearer
    if depth == 0:
        return int(evaluation.evaluate(packed))
    actions, undo = np.empty(module.MAX_MOVES, np.int32), np.empty(module.UNDO_SIZE, np.int64)
    best = -1_000_000
    for action in actions[: module.moves(packed, actions)]:
        module.make(packed, action, undo)
        best = max(best, -minimax(name, evaluation, packed, depth - 1, ply + 1))
        module.unmake(packed, action, undo)
    return best


def solved(state: State[Any], memory: dict[State[Any], int]) -> int:
    """How a game ends under best play by the rules alone: 1 if the side to move wins, 0 for a draw, −1 if it loses."""
    if state not in memory:
        outcome = state.outcome()
        if outcome is None:
            memory[state] = max(-solved(state.play_unchecked(move), memory) for move in state.legal_moves())
        else:
            memory[state] = 0 if outcome.winner is None else 1 if outcome.winner == state.to_move else -1
    return memory[state]


def winning_moves(state: State[Any]) -> set[str]:
    """The moves that end the game at once and win it."""
    outcomes = {str(move): state.play_unchecked(move).outcome() for move in state.legal_moves()}
    return {move for move, end in outcomes.items() if end is not None and end.winner == state.to_move}
