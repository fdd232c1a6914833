"""What Axom's evaluation promises the search, and what the search makes of it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.compiled.marks import mark
from alcove.games.axom import evaluation, kernel
from alcove.games.axom.rules import CELLS, HEAD, RAYS, SIGNS, Movement, State
from alcove.games.kernels import kernel as door
from alcove.search.deepening import Deepening, Found
from alcove.search.limits import Limits

from .test_axom_kernel import HALF_TURN, MIRROR, actions_of, moved_board, positions

GAME = alcove.game("axom")


@pytest.fixture(scope="module")
def search() -> Deepening:
    return Deepening("axom", door("axom").module, evaluation, megabytes=8)


def position(text: str, **options: Any) -> State:
    state = GAME.from_text(text, **options)
    assert isinstance(state, State)
    return state


def think(search: Deepening, state: State, nodes: int = 20_000) -> tuple[str, Found]:
    search.forget()
    packed = kernel.pack(state)
    found = search.think(packed, Limits(nodes=nodes), losing=kernel.history_marks(state)[0])
    return str(kernel.move_of(packed, found.lines[0].actions[0])), found


def could_take_the_head(state: State) -> bool:
    """Whether the other side, if it were to move, could take the head of the side to move."""
    passed = State(state.board, 1 - state.side, state.options)
    return any(HEAD * SIGNS[state.side] not in passed.sowing(move).board for move in passed.legal_moves())


def test_is_threatened_is_exact() -> None:
    seen = {True: 0, False: 0}
    for state in positions(12):
        if state.outcome() is None:
            threatened = could_take_the_head(state)
            assert evaluation.is_threatened(kernel.pack(state)) == threatened
            seen[threatened] += 1
    assert min(seen.values()) > 20


def test_tactical_moves_are_those_that_cost_pawns_or_the_head() -> None:
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    for state in positions(4):
        packed = kernel.pack(state)
        n = evaluation.tactical(packed, actions) if state.outcome() is None else 0
        found = {str(kernel.move_of(packed, int(action))) for action in actions[:n]}
        costly = {str(m) for m in state.legal_moves() if state.sowing(m).takes_head or state.sowing(m).pawns_lost}
        homecoming = {
            str(m) for m in state.legal_moves() if state.sowing(m).returned and state.sowing(m).pawns_lost == 1
        }
        assert costly - homecoming <= found <= costly


def test_a_position_is_worth_the_same_mirrored_and_with_colours_changed() -> None:
    for state in positions(4):
        if state.outcome() is None:
            worth = evaluation.evaluate(kernel.pack(state))
            assert worth == evaluation.evaluate(kernel.pack(moved_board(state, MIRROR)))
            assert worth == evaluation.evaluate(kernel.pack(moved_board(state, HALF_TURN, -1)))
            assert abs(worth) < evaluation.WIN_ZONE


def test_x22_makes_every_lead_fade() -> None:
    text = "6h/7/7/D1D4/7/7/H6 w"
    worths = [
        evaluation.evaluate(kernel.pack(position(f"{text} {count}", draw_plies=100))) for count in (1, 40, 80, 99)
    ]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 300
    assert 0 <= worths[-1] < 20


def test_only_costly_moves_are_ordered_as_tactical() -> None:
    scores = np.empty(kernel.MAX_MOVES, np.int32)
    for state in positions(3):
        packed = kernel.pack(state)
        actions = actions_of(packed)
        evaluation.order(packed, np.array(actions, np.int32), len(actions), scores)
        for action, score in zip(actions, scores, strict=False):
            story = state.sowing(kernel.move_of(packed, action))
            assert score < evaluation.TACTICAL_SCORE or story.takes_head or story.pawns_lost
            if story.takes_head:
                assert score == scores[: len(actions)].max()


def test_the_head_is_taken_when_it_can_be(search: Deepening) -> None:
    move, found = think(search, position("7/7/7/D1h4/7/7/H6 w"), 500)
    assert move == "a4xc4"
    assert found.lines[0].value == evaluation.WIN - 1


def test_the_head_is_saved_when_it_can_be(search: Deepening) -> None:
    """In random positions under attack, the engine never allows the capture if some move prevents it."""
    asked = 0
    for state in positions(10):
        if state.outcome() is not None or not could_take_the_head(state):
            continue
        after = {str(m): state.play_unchecked(m) for m in state.legal_moves()}
        safe = {
            m
            for m, s in after.items()
            if state.sowing(state.find(m)).takes_head
            or (s.outcome() is None and not any(s.sowing(reply).takes_head for reply in s.legal_moves()))
        }
        if safe:
            asked += 1
            assert think(search, state, 3_000)[0] in safe
    assert asked > 20


def test_x20_a_movement_made_three_times_is_no_move(search: Deepening) -> None:
    """It is not played, though it is the best otherwise; nor is it worth anything, nor followed beyond the horizon."""
    state = position("6h/7/7/7/3a3/4A2/H6 w")
    worn = replace(state, movements={Movement(0, "e2", "d3"): 3})
    for each, is_played in ((state, True), (worn, False)):
        packed = kernel.pack(each)
        found = search.think(packed, Limits(depth=1))
        assert (str(kernel.move_of(packed, found.lines[0].actions[0])) == "e2xd3") is is_played
    assert evaluation.evaluate(kernel.pack(worn)) < evaluation.evaluate(kernel.pack(state))
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    assert [evaluation.tactical(kernel.pack(each), actions) for each in (state, worn)] == [1, 0]


def test_x20_movements_left_are_worth_something() -> None:
    state = position("6h/7/7/7/3A3/7/H6 w")
    tired = replace(state, movements={Movement(0, "d3", "e4"): 2, Movement(0, "d3", "c4"): 1})
    assert evaluation.evaluate(kernel.pack(tired)) < evaluation.evaluate(kernel.pack(state))


def test_x20_whoever_runs_out_loses(search: Deepening) -> None:
    """Every movement of Light's but one has been made three times: after it, Dark only has to wait."""
    state = position("6h/7/7/7/7/7/H6 w")
    steps = [(cell, CELLS[ray[0]]) for rays in RAYS.values() for cell, ray in zip(CELLS, rays, strict=True) if ray]
    made = {Movement(0, origin, target): 3 for origin, target in steps if (origin, target) != ("a1", "a2")}
    move, found = think(search, replace(state, movements=made), 3_000)
    assert move == "a1-a2"
    assert found.lines[0].value == -evaluation.WIN + 3
    assert found.lines[0].sure


def test_a_bare_head_is_hunted_down(search: Deepening) -> None:
    """Two pawns and a head against a head: won within some 60 plies, long before movements run out."""
    state, plies = position("3h3/7/7/7/7/1A1A3/2H4 w"), 0
    while state.outcome() is None and plies < 80:
        state = state.play(think(search, state, 10_000)[0])
        plies += 1
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "head")


def test_x20_is_known_to_the_search(search: Deepening) -> None:
    """With other readings, the move that would be the fourth of its kind is not played, though it is the best otherwise."""
    state = position("6h/7/7/7/7/7/H5A w", repetition="position4")
    best, _ = think(search, state, 3_000)
    packed = kernel.pack(state)
    fourth = mark(kernel.key(packed), kernel.action_of(packed, state.find(best)))
    search.forget()
    found = search.think(packed, Limits(nodes=3_000), losing=[int(fourth)])
    assert str(kernel.move_of(packed, found.lines[0].actions[0])) != best


def test_scores_are_told_in_pawns_and_moves() -> None:
    assert evaluation.tell(150)[0] == 1.5
    assert evaluation.tell(150)[1].fr == "+1,5 pions"
    assert evaluation.tell(evaluation.WIN - 1)[1].en == "wins in 1 move"
    assert evaluation.tell(-evaluation.WIN + 4)[1].fr == "perd en 2 coups"
