"""How the games of a match begin: after random plies, and if it is wished only where neither side is ahead.

Random openings are often decided before the players begin; both games of a pair then split the points, which hides who is
stronger. Balanced openings are drawn at random too, but a short search of the game's own engine has a say.
"""

import random
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from alcove.core.game import State
from alcove.core.registry import game
from alcove.players.engine import Engine, Limits, handmade

MOST_ATTEMPTS = 100
MOST_BALANCED_ATTEMPTS = 8
CANDIDATES = 8
"""How many random moves are tried for a ply of a balanced opening."""
EVEN = 0.15
"""How far from one half the chance to win may be in a balanced opening."""
SIMULATIONS, NODES = 32, 5_000
"""How long the engine looks at a position: with a network, and without one."""


def random_opening(first: State[Any], plies: int, luck: str) -> list[str]:
    """Random plies that neither end the game nor let the next move end it: a game that luck alone has decided tells nothing
    about the players. Nothing if there seem to be none."""
    for attempt in range(MOST_ATTEMPTS):
        rng, state = random.Random(f"{luck} {attempt}"), first
        moves: list[str] = []
        while len(moves) < plies and state.outcome() is None:
            move = rng.choice(state.legal_moves())
            state = state.play_unchecked(move)
            moves.append(str(move))
        if not moves or not _is_decided(state):
            return moves
    return []


@lru_cache(maxsize=16)  # both games of a pair ask for it, most often one after the other
def balanced_opening(name: str, first: State[Any], plies: int, luck: str) -> tuple[str, ...]:
    """Random plies that keep a game nearly even; if none are found, those that come nearest to it.

    Most random moves are mistakes, and few positions after some of them are even. So every ply is drawn again until it
    leaves the game even, and the whole is begun anew until its end is.
    """
    found: list[tuple[float, list[str]]] = []
    for attempt in range(MOST_BALANCED_ATTEMPTS):
        rng, state, lead = random.Random(f"{luck} {attempt}"), first, 0.5
        moves: list[str] = []
        while len(moves) < plies and state.outcome() is None:
            lead, state, move = _even_ply(name, state, rng)
            moves.append(move)
        found.append((lead, moves))
        if lead <= EVEN:
            break
    return tuple(min(found)[1])


def _even_ply(name: str, state: State[Any], rng: random.Random) -> tuple[float, State[Any], str]:
    """A random move that leaves the game even, or the most even one of some; how far from even, and the position. A game
    that is over, or about to be, is farthest."""
    legal, found = state.legal_moves(), []
    for move in rng.sample(legal, min(CANDIDATES, len(legal))):
        after = state.play_unchecked(move)
        lead = 0.5 if _is_decided(after) else abs(chance(name, after) - 0.5)
        found.append((lead, after, str(move)))
        if lead <= EVEN:
            break
    return min(found, key=lambda each: each[0])


def chance(name: str, state: State[Any]) -> float:
    """The chance of the side to move, as a short search sees it; the same at every call."""
    judge, limits = _judge(name)
    judge.forget()
    return judge.analyse(state, limits).best.win_probability


@cache
def _judge(name: str) -> tuple[Engine, Limits]:
    """The engine that looks at openings: the one with the game's network where that is the stronger one, else the hand-made one."""
    from alcove.neural.guided import NetworkError
    from alcove.players.network import NetEngine, network_engine

    if game(name).about.network_seconds:
        with suppress(NetworkError):
            judge = network_engine(name)
            return judge, Limits(nodes=SIMULATIONS if isinstance(judge, NetEngine) else NODES)
    judge = handmade(name)
    return judge, Limits(nodes=max(SIMULATIONS, NODES // judge.nodes_worth))


def _is_decided(state: State[Any]) -> bool:
    """Is the game over, or may the next move end it?"""
    return state.outcome() is not None or any(
        state.play_unchecked(move).outcome() is not None for move in state.legal_moves()
    )
