"""Counting the move tree: the test that finds rule bugs."""

from typing import Any

from .game import Move, State


def perft(state: State[Any], depth: int) -> int:
    """How many lines of exactly `depth` plies there are. A finished game adds nothing to deeper counts; repetition
    and ply-count draws are ignored. The last ply is counted in bulk."""
    return _count(state.without_draw_rules(), depth)


def divide(state: State[Any], depth: int) -> dict[Move, int]:
    """The same count split by the first move."""
    start = state.without_draw_rules()
    return {move: _count(start.play_unchecked(move), depth - 1) for move in start.legal_moves()}


def _count(state: State[Any], depth: int) -> int:
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_count(state.play_unchecked(move), depth - 1) for move in moves)
