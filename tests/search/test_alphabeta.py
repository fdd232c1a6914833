"""Alpha-beta is minimax, only sooner: the same values, proofs that are true, and manners."""

import threading
import time
from itertools import islice
from typing import Any

import pytest

import alcove
from alcove.bench.engines import positions
from alcove.games.kernels import kernel
from alcove.players.engine import Analysis, EngineError, LimitError, Limits, engine, handmade
from alcove.players.roster import plain_search
from alcove.search import table
from alcove.search.memory import new_memory

from .positions import minimax, open_games, random_positions, solved, winning_moves

GAMES = open_games()


def small_trees(name: str) -> list[tuple[Any, int]]:
    """The positions of some random games with the fewest moves, and how deep minimax in Python can go there."""
    states = [state for seed in range(3) for state in islice(random_positions(name, seed), 0, 120, 3)]
    states = sorted(states, key=lambda state: len(state.legal_moves()))[:10:2]
    return [(state, 3 if len(state.legal_moves()) < 20 else 2) for state in states]


@pytest.mark.parametrize("name", GAMES)
def test_a_full_width_search_equals_minimax(name: str) -> None:
    search, evaluation = plain_search(name, 1)
    for state, deepest in small_trees(name):
        packed = kernel(name).pack(state)
        for depth in range(1, deepest + 1):
            search.forget()
            found = search.think(packed.copy(), Limits(depth=depth))
            assert found.lines[0].value == minimax(name, evaluation, packed.copy(), depth), state.to_text()


@pytest.mark.parametrize("name", GAMES)
def test_the_size_of_the_table_changes_no_value(name: str) -> None:
    (small, _), (large, _) = plain_search(name, 0), plain_search(name, 16)
    for state, depth in small_trees(name):
        packed = kernel(name).pack(state)
        values = [search.think(packed.copy(), Limits(depth=depth)).lines[0].value for search in (small, large)]
        assert values[0] == values[1]


def test_what_is_called_exact_is_true() -> None:
    thinker, proven = engine("avalam", megabytes=4), 0
    memory: dict[Any, int] = {}
    for seed in range(6):
        for state in random_positions("avalam", seed):
            if len(state.legal_moves()) > 12:
                continue
            analysis = thinker.analyse(state, Limits(depth=30), lines=3)
            assert analysis.best.exact, "so few moves are searched to the end"
            for line in analysis.lines:
                worth = -solved(state.play(line.moves[0]), memory)
                assert line.win_probability == {1: 1.0, 0: 0.5, -1: 0.0}[worth]
                proven += line.exact
    assert proven > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_win_in_one_is_never_missed(name: str) -> None:
    thinker, tried = engine(name, megabytes=1), 0
    for seed in range(8):
        *_, state = random_positions(name, seed)  # the last position before the end
        wins = winning_moves(state)
        if 0 < len(wins) < len(state.legal_moves()):
            best = thinker.analyse(state, Limits(nodes=5_000)).best
            assert best.win_probability == 1.0, state.to_text()
            tried += 1
    assert tried > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_same_nodes_give_the_same_answer(name: str) -> None:
    state = next(islice(random_positions(name, 3), 6, None))

    def answer() -> tuple[object, ...]:
        analysis = engine(name, megabytes=2).analyse(state, Limits(nodes=4_000), lines=2)
        return analysis.lines, analysis.depth, analysis.nodes

    assert answer() == answer()


@pytest.mark.parametrize("name", GAMES)
def test_a_forgetful_engine_is_like_a_new_one(name: str) -> None:
    first, second = islice(random_positions(name, 4), 4, 6)
    thinker, limits = engine(name, megabytes=2), Limits(nodes=3_000)
    thinker.analyse(first, limits)
    thinker.forget()
    again, fresh = thinker.analyse(second, limits), engine(name, megabytes=2).analyse(second, limits)
    assert (again.lines, again.nodes) == (fresh.lines, fresh.nodes)


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_distinct_legal_and_sorted(name: str) -> None:
    for state in islice(random_positions(name, 5), 2, 8, 3):
        lines = engine(name, megabytes=2).analyse(state, Limits(depth=3), lines=4).lines
        assert len(lines) == min(4, len(state.legal_moves()))
        assert len({line.moves[0] for line in lines}) == len(lines)
        chances = [line.win_probability for line in lines]
        assert chances == sorted(chances, reverse=True)
        for line in lines:
            after = state
            for move in line.moves:
                after = after.play(move)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_stops_when_told(name: str) -> None:
    state, thinker = alcove.game(name).initial(), engine(name, megabytes=4)
    answers: list[Analysis] = []
    search = threading.Thread(target=lambda: answers.append(thinker.analyse(state, Limits(depth=1_000))), daemon=True)
    search.start()
    time.sleep(0.2)
    for _ in range(200):
        thinker.stop()
        search.join(0.1)
        if not search.is_alive():
            break
    assert answers
    assert state.find(answers[0].best.moves[0]) in state.legal_moves()


def test_the_listener_hears_of_every_depth() -> None:
    heard: list[Analysis] = []
    thinker = engine("avalam", megabytes=2)
    thinker.listener = heard.append
    analysis = thinker.analyse(alcove.game("avalam").initial(), Limits(depth=3))
    assert [each.depth for each in heard] == [1, 2, 3]
    assert heard[-1].lines == analysis.lines


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"seconds": 0},
        {"nodes": 0},
        {"depth": -1},
        *({"seconds": float(word)} for word in ("nan", "inf")),
        {"nodes": 10**30},
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        Limits(**limits)


def test_a_huge_limit_is_kept() -> None:
    state = alcove.game("avalam").from_text("9/9/9/1E1cA4/9/9/9/9/9 w")
    for limits in (Limits(seconds=1e300), Limits(nodes=1 << 62), Limits(depth=1 << 62)):
        assert engine("avalam", megabytes=1).analyse(state, limits).best.exact


def test_a_finished_game_and_no_lines_are_refused() -> None:
    over = alcove.game("avalam").from_text("9/9/9/1E1c5/9/9/9/9/9 w")
    with pytest.raises(EngineError):
        engine("avalam", megabytes=1).analyse(over, Limits(depth=1))
    with pytest.raises(EngineError):
        engine("avalam", megabytes=1).analyse(alcove.game("avalam").initial(), Limits(depth=1), lines=0)


@pytest.mark.parametrize(("name", "depth"), [("avalam", 5), ("axom", 7)])
def test_what_was_searched_before_costs_nothing(name: str, depth: int) -> None:
    """An engine that has seen forty other positions takes no more nodes than a fresh one (a small table shows it soonest)."""
    views, limits = positions(name, 44), Limits(depth=depth)
    old = handmade(name, megabytes=0)
    for view in views[:40]:
        old.analyse(view, limits)
    used = sum(old.analyse(view, limits).nodes for view in views[40:])
    fresh = sum(handmade(name, megabytes=0).analyse(view, limits).nodes for view in views[40:])
    assert used <= 1.05 * fresh


def test_the_table_keeps_deep_results_of_this_search_and_lets_those_of_earlier_ones_go() -> None:
    memory = new_memory(0, [], [])._replace(generation=table.GENERATIONS - 1)
    deep, shallow = 5, 5 + len(memory.table_keys)
    table.store(memory, deep, -29_990, 9, table.EXACT, 1, 77)
    table.store(memory, shallow, 12, 1, table.UPPER, 0, 78)
    data = table.find(memory, deep)
    assert table.find(memory, shallow) == 0
    assert (table.score_of(data), table.depth_of(data), table.bound_of(data)) == (-29_990, 9, table.EXACT)
    assert (table.sure_of(data), table.action_of(data)) == (1, 77)
    later = memory._replace(generation=0)
    assert table.find(later, deep) == data, "what is left of earlier searches is still true"
    table.store(later, shallow, 12, 1, table.UPPER, 0, 78)
    assert table.find(later, deep) == 0
    assert table.score_of(table.find(later, shallow)) == 12
