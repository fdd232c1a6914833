"""Actions, planes and rewards: the same the networks know, every move with a number of its own, and nothing that is hidden."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.boards.pieces import Step, Word
from alcove.core.errors import WrongTypeError
from alcove.core.game import Outcome, State
from alcove.games.rooms import rooms
from alcove.spaces import ActionError, NamedMoves, Ranks, TextBytes, read_action, rewards, space

from .conftest import GAMES


def states(name: str, seed: int, plies: int = 40, **options: Any) -> Iterator[State[Any]]:
    """The states of a random game."""
    rng, game = random.Random(seed), alcove.game(name)
    luck = {"seed": seed} if game.luck(game.initial(**options)) else {}
    state = game.initial(**luck, **options)
    for _ in range(plies):
        yield state
        if state.outcome() is not None:
            return
        state = state.play(rng.choice(state.legal_moves()))


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_has_a_number_of_its_own_that_leads_back_to_it(name: str) -> None:
    seen, game = space(name), alcove.game(name)
    for state in states(name, seed=5):
        view = game.view(state, state.to_move)
        numbers = seen.legal(view)
        assert list(numbers) == sorted(set(numbers))
        assert {str(seen.move(view, number)) for number in numbers} == set(map(str, state.legal_moves()))
        assert np.flatnonzero(seen.mask(view)).tolist() == numbers.tolist()
        for number in numbers[:5]:
            assert seen.action(view, seen.move(view, number)) == number
            assert seen.action(view, str(seen.move(view, number))) == number


@pytest.mark.parametrize("name", GAMES)
def test_planes_have_their_shape_and_stay_within_their_bounds(name: str) -> None:
    seen, game = space(name), alcove.game(name)
    for state in states(name, seed=6):
        planes = seen.planes(game.view(state, state.to_move))
        assert planes.shape == seen.shape
        assert planes.dtype == np.float32
        assert seen.sight.low <= planes.min() <= planes.max() <= seen.sight.high


@pytest.mark.parametrize("name", [name for name in alcove.games() if rooms(name).has("encoding")])
def test_planes_are_those_of_the_networks(name: str) -> None:
    kernel, encoding = rooms(name).kernel, rooms(name).encoding
    start = alcove.game(name).initial()
    planes = np.zeros(encoding.LOOK.shape, np.float32)
    encoding.encode(kernel.pack(start), planes)
    assert np.array_equal(space(name).planes(start), planes)


@pytest.mark.parametrize("name", ["avalam", "axom"])
def test_actions_are_the_places_of_the_networks_policy(name: str) -> None:
    kernel, encoding = rooms(name).kernel, rooms(name).encoding
    for state in states(name, seed=7, plies=6):
        packed = kernel.pack(state)
        for move in state.legal_moves():
            place, origin = np.empty(1, np.int16), np.empty(1, np.int16)
            encoding.places(packed, np.array([kernel.action_of(packed, move)], np.int32), 1, place, origin)
            assert space(name).action(state, move) == place[0]


def test_axiom_numbers_a_position_alike_however_it_came_about() -> None:
    *_, last = states("axiom", seed=3, plies=30)
    again = alcove.game("axiom").from_text(last.to_text())
    assert space("axiom").legal(last).tolist() == space("axiom").legal(again).tolist()


def test_planes_remember_what_stood_before() -> None:
    """C21: the fourth plane from the end tells how often a position has stood."""
    state = alcove.game("axiom").initial()
    walks = [str(move) for move in state.legal_moves() if str(move).startswith("S")]
    there = state.play(walks[0])
    back = there.play(next(m for m in there.legal_moves() if str(m).startswith("S")))
    assert space("axiom").planes(back)[252].max() == 0
    again = alcove.game("axiom").initial()
    for _ in range(2):
        again = _and_back(again)
    assert space("axiom").planes(again)[252].max() > 0


def _and_back(state: State[Any]) -> State[Any]:
    """Both sides move a sceptre, and move it back."""
    start = state.to_text()
    for out in [str(m) for m in state.legal_moves() if str(m).startswith("S")]:
        one = state.play(out)
        for reply in [str(m) for m in one.legal_moves() if str(m).startswith("S")]:
            two = one.play(reply)
            for home in [m for m in two.legal_moves() if str(m).startswith("S")]:
                three = two.play(home)
                for last in [m for m in three.legal_moves() if str(m).startswith("S")]:
                    if three.play(last).to_text() == start:
                        return three.play(last)
    raise AssertionError("no way back")


def test_what_is_hidden_changes_nothing() -> None:
    """Worlds that one view may hide give the same numbers and the same planes."""
    game, seen, rng = alcove.game("axxa"), space("axxa"), random.Random(1)
    for state in states("axxa", seed=2):
        view = game.view(state, 0)
        for world in (next(game.worlds(view, rng)) for _ in range(3)):
            other = game.view(world, 0)
            assert np.array_equal(seen.planes(view), seen.planes(other))
            assert np.array_equal(seen.mask(view), seen.mask(other))


def test_pieces_on_cells_are_seen_by_the_side_to_move() -> None:
    seen, start = space("hexes", size="5"), alcove.game("hexes").initial(size="5")
    assert (seen.shape, seen.n_actions) == ((4, 5, 5), 25)
    after = start.play("a1")
    assert seen.planes(after)[:, 4, 0].tolist() == [
        0,
        1,
        1,
        0,
    ]  # the other side's stone, a cell, the second seat to move
    assert seen.planes(after.play("e5"))[:, 0, 4].tolist() == [0, 1, 1, 1]
    assert seen.planes(after.play("e5"))[:, 4, 0].tolist() == [1, 0, 1, 1]


def test_moves_of_the_notation_are_numbered_by_their_cells() -> None:
    seen, start = space("hexes"), alcove.game("hexes").initial()
    assert isinstance(seen.numbering, NamedMoves)
    assert seen.action(start, "a7") == 0
    assert seen.action(start, "b7") == 1
    assert seen.action(start, "g1") == seen.n_actions - 1


def test_kinds_of_moves_and_words_follow_each_other() -> None:
    from clobber import GAME, State as Clobbering

    class WithPass(Clobbering):
        words = {"pass": GAME.title}  # type: ignore[dict-item]  # what the button says is not asked here

    start = GAME.initial()
    numbers = NamedMoves(WithPass, start.layout)
    assert numbers.n_actions == 30 * 30 + 1
    assert numbers.action(start, Word("pass")) == 900
    assert numbers.move(start, 900) == Word("pass")
    assert numbers.move(start, numbers.action(start, Step("a1", "a2"))) == Step("a1", "a2")


def test_a_game_that_numbers_nothing_gets_the_order_of_its_legal_moves() -> None:
    state, ranks = alcove.game("axiom").initial(), Ranks()
    assert [str(ranks.move(state, number)) for number in ranks.legal(state)] == sorted(map(str, state.legal_moves()))
    assert ranks.action(state, ranks.move(state, 7)) == 7
    text = TextBytes().planes(state)
    assert bytes((text * 255).round().astype(np.uint8)).rstrip(b"\0").decode() == state.to_text()


@pytest.mark.parametrize(
    ("outcome", "seats", "worth"),
    [
        (None, 2, (0, 0)),
        (Outcome(0, (1, 0), "w"), 2, (1, -1)),
        (Outcome(1, (0, 1), "w"), 2, (-1, 1)),
        (Outcome(None, (1, 1), "d"), 2, (0, 0)),
        (Outcome(0, (1,), "w", together=True), 1, (1,)),
        (Outcome(None, (1,) * 3, "l", together=True), 3, (-1, -1, -1)),
    ],
)
def test_rewards(outcome: Outcome | None, seats: int, worth: tuple[float, ...]) -> None:
    assert rewards(outcome, seats) == worth


@pytest.mark.parametrize("action", [3, np.int32(3), np.int64(3), np.array(3), np.uint8(3)])
def test_whole_numbers_of_any_kind_are_actions(action: object) -> None:
    assert read_action(action, 4) == 3


@pytest.mark.parametrize(
    "action", [1.0, float("nan"), float("inf"), "1", None, True, np.bool_(True), np.float32(2), [1], np.array([1])]
)
def test_anything_else_is_refused_by_name(action: object) -> None:
    with pytest.raises(WrongTypeError, match=r"action: expected a whole number, found"):
        read_action(action, 4)


@pytest.mark.parametrize("action", [-1, 4, 10**30, -(2**63)])
def test_numbers_out_of_bounds_are_refused_by_name(action: int) -> None:
    with pytest.raises(ActionError, match=r"action: expected a number from 0 to 3, found"):
        read_action(action, 4)
