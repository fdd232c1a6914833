"""A player's tree goes on from one move to the next, and holds what it held before."""

from typing import Any

import numpy as np
import pytest

import alcove
from alcove.neural.guided import guided
from alcove.neural.inference import network
from alcove.neural.thinking import Thinking
from alcove.neural.trees.layout import Trees
from alcove.neural.trees.pruning import drop_waiting_leaf
from alcove.players.network import NetEngine
from alcove.search.limits import Limits


def told(trees: Trees, node: int = 0) -> tuple[int, dict[int, Any]]:
    """All of a tree below a node: how often it was visited, and what follows each move."""
    first, seen, n = (int(numbers[0, node]) for numbers in (trees.first_edge, trees.n_seen, trees.n_edges))
    followed = {
        int(trees.action[0, edge]): (float(trees.total[0, edge]), told(trees, int(trees.child[0, edge])))
        for edge in range(first, first + seen)
    }
    assert (
        int(trees.visits[0, node]) == sum(int(trees.count[0, edge]) for edge in range(first, first + seen)) + 1 or not n
    )
    others = {int(trees.action[0, edge]): float(trees.prior[0, edge]) for edge in range(first + seen, first + n)}
    return int(trees.visits[0, node]), followed | others


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_what_was_thought_about_the_position_that_came_about_is_kept(plies: int) -> None:
    game, thinking = guided("avalam"), Thinking(network("avalam"))
    packed, undo = game.start(), np.empty(game.kernel.UNDO_SIZE, np.int64)
    line = thinking.think(packed, Limits(nodes=400)).lines[0].actions[:plies]
    trees = thinking._trees
    drop_waiting_leaf(trees)
    wanted = told(trees)
    for action in line:
        wanted = wanted[1][action][1]
        game.kernel.make(packed, action, undo)
    assert thinking._keep(packed)
    assert told(trees) == wanted
    assert wanted[0] > 30
    thinking.think(packed, Limits(nodes=50))
    drop_waiting_leaf(trees)
    assert told(trees)[0] == wanted[0] + 50


def test_elsewhere_and_where_the_past_counts_a_tree_is_planted_anew() -> None:
    thinking, game = Thinking(network("avalam")), guided("avalam")
    state = alcove.game("avalam").initial()
    thinking.think(game.kernel.pack(state), Limits(nodes=40))
    for _ in range(3):
        state = state.play_unchecked(state.legal_moves()[0])
    thinking.think(game.kernel.pack(state), Limits(nodes=40))
    drop_waiting_leaf(thinking._trees)
    assert thinking._trees.visits[0, 0] == 40
    other, start = Thinking(network("axom")), guided("axom").start()
    for _ in range(2):
        other.think(start, Limits(nodes=40))
        drop_waiting_leaf(other._trees)
        assert other._trees.visits[0, 0] == 40


def test_an_engine_that_forgets_answers_as_a_new_one() -> None:
    state, engine = alcove.game("avalam").initial(), NetEngine("avalam", 8)
    first = engine.analyse(state, Limits(nodes=60), lines=3)
    assert engine.analyse(state, Limits(nodes=60), lines=3).lines != first.lines
    engine.forget()
    assert engine.analyse(state, Limits(nodes=60), lines=3).lines == first.lines
