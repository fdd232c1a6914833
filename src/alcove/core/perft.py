"""Counting the move tree: the test that finds rule bugs."""

from .errors import A_STATE, AlcoveError, expect
from .game import Move, State
from .text import Text


def perft(state: State[Move], depth: int) -> int:
    """How many lines of exactly `depth` plies there are. A finished game adds nothing to deeper counts; repetition
    and ply-count draws are ignored. The last ply is counted in bulk."""
    _check(state, depth, least=0)
    return _count(state.without_draw_rules(), depth)


def divide(state: State[Move], depth: int) -> dict[Move, int]:
    """The same count split by the first move."""
    _check(state, depth, least=1)
    start = state.without_draw_rules()
    return {move: _count(start.play_unchecked(move), depth - 1) for move in start.legal_moves()}


def _check(state: State[Move], depth: int, least: int) -> None:
    expect("state", state, State, A_STATE)
    expect("depth", depth, int, Text("a whole number", "un nombre entier"))
    if depth < least:
        raise AlcoveError(
            Text(f"depth: must be at least {least}, not {depth}", f"profondeur : au moins {least}, pas {depth}")
        )


def _count(state: State[Move], depth: int) -> int:
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_count(state.play_unchecked(move), depth - 1) for move in moves)
