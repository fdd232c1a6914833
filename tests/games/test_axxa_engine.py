"""AxxA's engine: it knows what players know, answers in every phase, and wins most deals."""

import random
import threading
import time
from itertools import islice
from typing import Any

import numpy as np
import pytest

from alcove.games.axxa import GAME, State, View, evaluation
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.jit.random import seed_generator
from alcove.players.engine import Engine, EngineError, Limits, engine

from .test_axxa_secrets import OPTIONS, random_states

KERNEL = rooms("axxa").dealt_kernel
FEW = Limits(nodes=40)


@pytest.fixture(scope="module")
def thinker() -> Engine:
    return engine("axxa", megabytes=8)


def view(text: str, **options: Any) -> View:
    return GAME.view_from_text(text, **options)


def rated(state: State) -> dict[str, float]:
    """How promising each move looks."""
    actions, scores = np.zeros(KERNEL.MAX_MOVES, np.int32), np.zeros(KERNEL.MAX_MOVES)
    packed = KERNEL.pack(state)
    n = evaluation.rate(packed, actions, scores, evaluation.new_sketch())
    moves = [str(KERNEL.move_of(packed, int(action))) for action in actions[:n]]
    return dict(zip(moves, scores[:n].tolist(), strict=True))


# --- Only what players know -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_a3_ratings_do_not_depend_on_unseen_pieces(options: dict[str, Any]) -> None:
    different = 0
    for state in islice(random_states(options), 0, None, 3):
        expected = rated(state)
        assert set(expected) == set(map(str, state.legal_moves()))
        for world in islice(GAME.worlds(GAME.view(state, 0), random.Random(7)), 2):
            different += world != state
            assert rated(world) == expected
    assert different > 50


@pytest.mark.parametrize("options", OPTIONS)
def test_a3_public_keys_are_the_same_for_all_worlds_of_a_view_and_for_no_other(options: dict[str, Any]) -> None:
    seen: dict[int, View] = {}
    for state in random_states(options, games=4):
        known = GAME.view(state, 0)
        key = int(KERNEL.public_key(KERNEL.pack(known)))
        assert key == KERNEL.public_key(KERNEL.pack(state))
        assert key == KERNEL.public_key(KERNEL.pack(next(GAME.worlds(known, random.Random(3)))))
        assert seen.setdefault(key, known) == known


def test_a3_an_answer_is_the_same_for_every_world(thinker: Engine) -> None:
    """Even a caller who hands over a state by mistake gets no more than what its view says."""
    state = GAME.initial(seed=12)
    answers = []
    for position in (GAME.view(state, 0), state, next(GAME.worlds(GAME.view(state, 0), random.Random(1)))):
        thinker.forget()
        answers.append(thinker.analyse(position, FEW, lines=5).lines)
    assert answers[0] == answers[1] == answers[2]


# --- Answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_of_a_game_gets_a_legal_answer(thinker: Engine, options: dict[str, Any]) -> None:
    phases = set()
    for state in random_states(options, games=3):
        if state.outcome() is None:
            phases.add(state.phase)
            analysis = thinker.analyse(GAME.view(state, 0), Limits(nodes=8), lines=3)
            firsts = [line.moves[0] for line in analysis.lines]
            assert len(firsts) == len(set(firsts)) == min(3, len(state.legal_moves()))
            assert set(firsts) <= set(map(str, state.legal_moves()))
            assert all(0.0 <= line.win_probability <= 1.0 for line in analysis.lines)
    assert {"move", "pay"} <= phases


def test_a_choice_between_triplets_is_answered(thinker: Engine) -> None:
    """A6: one of the two sets uncovers three 6s, which win at once."""
    best = thinker.analyse(view("b3:56,c3:56,d3:56,e3:5 5 - 4 take 1"), FEW, lines=9).best
    assert best.moves == ("=b3.c3.d3",)
    assert best.win_probability == 1.0


def test_a_win_in_one_is_found_and_told(thinker: Engine) -> None:
    study = view("a5:6,b3:6,c3:6,e7:1 6 - 5 move 1")
    expected = [move for move in map(str, study.legal_moves()) if wins(study, move)]
    best = thinker.analyse(study, Limits(nodes=200)).best
    assert best.moves[0] in expected
    assert best.win_probability > 0.9
    assert best.score == best.win_probability
    assert best.score_text.en.endswith("% to win")
    assert best.score_text.fr.endswith(" % de chances de gagner")


def wins(study: View, move: str) -> bool:
    outcome = next(GAME.worlds(study, random.Random(0))).play(move).outcome()
    return outcome is not None and outcome.result == "won"


def test_a_duel_is_told_as_a_lead_seen_by_the_side_to_move(thinker: Engine) -> None:
    text = "a3:1,a5:2,c1:3,c7:4,e7:5,g4:666 6 - 4/1 move "
    leads = [thinker.analyse(view(text + seat, mode="duel"), FEW).best for seat in "12"]
    assert [lead.score > 0 for lead in leads] == [True, False]
    assert [lead.win_probability > 0.5 for lead in leads] == [True, False]
    assert evaluation.tell(False, 0.5 + 1.5 / evaluation.LEAD_SCALE)[1].fr == "+1,5 triplet"
    assert evaluation.tell(False, 0.5 - 2 / evaluation.LEAD_SCALE)[1].en == "-2.0 triplets"


def test_a_finished_game_is_refused(thinker: Engine) -> None:
    with pytest.raises(EngineError, match="over"):
        thinker.analyse(view("- - - 6 move 1"), FEW)


def test_answers_repeat_with_a_node_limit_and_follow_every_limit(thinker: Engine) -> None:
    start = GAME.view(GAME.initial(seed=5), 0)
    thinker.forget()
    first = thinker.analyse(start, Limits(nodes=100), lines=4)
    thinker.forget()
    again = thinker.analyse(start, Limits(nodes=100), lines=4)
    assert first.lines == again.lines
    assert first.nodes == again.nodes == 100
    assert thinker.analyse(start, Limits(depth=2)).nodes == 128
    assert thinker.analyse(start, Limits(seconds=0.05)).seconds < 1.0


def test_several_threads_share_the_games_and_repeat_too() -> None:
    two = engine("axxa", megabytes=8, threads=2)
    start = GAME.view(GAME.initial(seed=5), 0)
    answers = []
    for _ in range(2):
        two.forget()
        analysis = two.analyse(start, Limits(nodes=101), lines=2)
        assert analysis.nodes == 101
        answers.append(analysis.lines)
    assert answers[0] == answers[1]


def test_a_search_can_be_stopped(thinker: Engine) -> None:
    start = GAME.view(GAME.initial(seed=5), 0)
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.perf_counter())
        thinker.stop()

    threading.Timer(0.2, stop).start()
    thinker.analyse(start, Limits(seconds=60))
    assert time.perf_counter() - stopped[0] < 0.5, "20 ms on a quiet machine"


def test_a_small_tree_serves_a_long_search() -> None:
    """What the tree has no room for is still played out, and the next search begins with a tree that has room."""
    small = engine("axxa", megabytes=1)
    state = GAME.initial(seed=8)
    for _ in range(4):
        analysis = small.analyse(GAME.view(state, 0), Limits(nodes=4000))
        assert analysis.nodes == 4000
        state = state.play(analysis.best.moves[0])


def test_the_search_sees_what_the_tree_says() -> None:
    """The visits of the root's plies are the simulations, and their worths add up to the root's."""
    search: Any = instance_for("axxa", "alcove.search.worlds", kernel=KERNEL, evaluation=evaluation)
    tree, work, sketch = search.new_tree(4), search.new_work(), evaluation.new_sketch()
    root, generator = KERNEL.pack(GAME.view(GAME.initial(seed=2), 0)), np.zeros(1, np.uint64)
    seed_generator(generator, 1, 0)
    node = search.plant(root, tree, work, sketch)
    assert search.simulate(root, tree, work, sketch, 300, 100, generator, np.zeros(1, np.uint8)) == 300
    edges = slice(tree.first_edge[node], tree.first_edge[node] + tree.n_edges[node])
    assert tree.n_edges[node] == KERNEL.count_moves(root)
    assert tree.visits[edges].sum() == tree.node_visits[node] == 300
    assert tree.worths[edges].sum() == pytest.approx(tree.node_worths[node])


# --- Strength ---------------------------------------------------------------------------------------------------------


def test_most_deals_are_won_with_few_games_a_decision(thinker: Engine) -> None:
    """About nine of ten; a player without judgement wins none (docs/engines/axxa.md has the measured rates)."""
    assert sum(is_won(thinker, seed) for seed in range(1, 11)) >= 6


def is_won(thinker: Engine, seed: int) -> bool:
    state = GAME.initial(seed=seed)
    while (outcome := state.outcome()) is None:
        state = state.play_unchecked(thinker.best_move(GAME.view(state, 0), FEW))  # type: ignore[arg-type]
    return outcome.result == "won"
