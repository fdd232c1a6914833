"""How hard a puzzle is: which levels of the engine find it.

A level finds a step with a chance that follows from its recipe: a random move now and then, else one of the engine's
lines, the worse the less likely. Nothing is drawn by lot and no clock is looked at, so the same engine gives the same
rating. The chances of all steps are multiplied. The levels are taken to stand 250 points apart, and the rating is the one
at which they would, by the usual formula, score together what they scored. People do not see all moves at once as
engines do: doubling the number of legal moves counts 40 points.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from alcove.core.game import State
from alcove.core.registry import game
from alcove.elo import expected_share
from alcove.players.engine import Engine, Limits, engine
from alcove.players.levels import recipe, weights

from .puzzle import Step

LEVELS = range(1, 8)
"""The last level thinks by the clock and is left out."""
LOWEST_LEVEL, LEVEL_STEP = 500, 250
DOUBLE_CHOICE, USUAL_CHOICE = 40, 16
LOWEST, HIGHEST = 300, 2600


def rate(game_name: str, state: State[Any], steps: Sequence[Step]) -> int:
    """The rating of a puzzle."""
    choice = DOUBLE_CHOICE * math.log2(len(state.legal_moves()) / USUAL_CHOICE)
    points = rating_of([_share(game_name, state, steps, level) for level in LEVELS])
    return round(min(max(points + choice, LOWEST), HIGHEST))


def rating_of(shares: Sequence[float]) -> float:
    """The rating at which the levels would score what they scored. A level below them all is taken to have failed and one
    above them all to have succeeded, so that there always is one."""
    strengths = [LOWEST_LEVEL + LEVEL_STEP * place for place in range(-1, len(shares) + 1)]
    scored = sum(shares) + 1
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(expected_share(strength - middle) for strength in strengths)
        low, high = (middle, high) if expected > scored else (low, middle)
    return low


def _share(game_name: str, state: State[Any], steps: Sequence[Step], level: int) -> float:
    """The chance that a level finds every step."""
    blunder, share = recipe(game_name, level).blunder, 1.0
    for step in steps:
        moves = state.legal_moves()
        if len(moves) > len(step.right):
            by_luck = len(step.right) / len(moves)
            by_thought = sum(_thoughts(game_name, state, level).get(move, 0.0) for move in step.right)
            share *= blunder * by_luck + (1 - blunder) * by_thought
        state = state.play(step.right[0])
        if step.reply is not None:
            state = state.play(step.reply)
    return share


def _thoughts(game_name: str, state: State[Any], level: int) -> dict[str, float]:
    """The moves that a level thinks of, and how likely it then plays each."""
    how, thinking = recipe(game_name, level), _engine(game_name)
    thinking.forget()
    view = game(game_name).view(state, state.to_move)
    lines = thinking.analyse(view, Limits(nodes=how.nodes, depth=how.depth), how.lines).lines
    weighed = weights(lines, how.temperature)
    return {line.moves[0]: weight / sum(weighed) for line, weight in zip(lines, weighed, strict=True)}


@cache
def _engine(game_name: str) -> Engine:
    return engine(game_name, megabytes=8)
