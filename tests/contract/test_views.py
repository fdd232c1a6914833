"""Views: they answer like the state and hold nothing that a seat may not know. In games without secrets this is easy."""

import pickle
import random
from itertools import islice
from typing import Any

import pytest

import alcove
from alcove.core.game import View

from .conftest import Played


def outgoing(played: Played, view: View) -> list[object]:
    """Everything that leaves a view for players, logs and the network."""
    errors = []
    for text in ("nonsense", *(str(move) for move in played.moves[:5])):
        with pytest.raises(alcove.IllegalMoveError) as error:
            view.find(text + "?")
        errors.append(error.value.in_language("fr"))
    drawing = played.game.draw(view, "en")
    return [
        view.to_text(),
        repr(view),
        str(view),
        pickle.dumps(view),
        errors,
        drawing,
        view.legal_moves(),
        view.outcome(),
    ]


def worlds_of(played: Played, view: View) -> list[Any]:
    return list(islice(played.game.worlds(view, random.Random(3)), 4))


def test_a_view_answers_like_its_state(played: Played) -> None:
    for state in played.sample:
        for seat in range(state.seats):
            view = played.game.view(state, seat)
            assert view.legal_moves() == state.legal_moves()
            assert view.outcome() == state.outcome()
            assert (view.to_move, view.is_turn_start, view.seats) == (state.to_move, state.is_turn_start, state.seats)
            assert view.options == state.options


def test_worlds_are_states_that_look_like_the_view(played: Played) -> None:
    for state in played.sample:
        view = played.game.view(state, 0)
        for world in worlds_of(played, view):
            assert played.game.view(world, 0) == view
            assert played.game.view(world, 0).to_text() == view.to_text()
            assert world.legal_moves() == state.legal_moves()
            assert world.outcome() == state.outcome()


def test_nothing_that_leaves_a_view_depends_on_secrets(played: Played) -> None:
    """Worlds differ in their secrets alone. If something told them apart, it would be a leak."""
    for state in played.sample[::3]:
        view = played.game.view(state, 0)
        true = outgoing(played, view)
        for world in worlds_of(played, view):
            assert outgoing(played, played.game.view(world, 0)) == true


def test_without_secrets_the_view_is_the_state(played: Played) -> None:
    state = played.states[0]
    view = played.game.view(state, 0)
    has_secrets = len({world.to_text() for world in worlds_of(played, view)}) > 1
    assert (view is state) is not has_secrets
