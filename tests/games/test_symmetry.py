"""Images of a position under its game's symmetries: the same game, seen from elsewhere."""

import random
from typing import Any

import pytest

import alcove
from alcove.core.game import State
from alcove.games.symmetry import images, says

COUNTS = {"avalam": 2, "axom": 2, "axiom": 8, "axxa": 1}


def walk(name: str, seed: int, plies: int) -> list[State[Any]]:
    rng = random.Random(seed)
    state = alcove.game(name).initial(**({"seed": seed} if name == "axxa" else {}))
    states = [state]
    while len(states) <= plies and state.outcome() is None:
        state = state.play_unchecked(rng.choice(state.legal_moves()))
        states.append(state)
    return states


@pytest.mark.parametrize("name", alcove.games())
def test_an_image_has_the_images_of_the_moves(name: str) -> None:
    for state in walk(name, 5, 8):
        found = images(name, state)
        assert len(found) == COUNTS[name]
        for image in found:
            seen = alcove.game(name).from_text(image.text)
            assert {str(image.there(move)) for move in state.legal_moves()} == {str(m) for m in seen.legal_moves()}
            assert all(image.back(image.there(move)) == move for move in state.legal_moves())


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom"])
def test_playing_and_looking_commute(name: str) -> None:
    """Whoever plays an image's move in the image has the image of what was played."""
    *states, _ = walk(name, 6, 6)
    for state in states:
        move = state.legal_moves()[len(state.legal_moves()) // 2]
        after = {image.text for image in images(name, state.play_unchecked(move))}
        for image in images(name, state):
            seen = alcove.game(name).from_text(image.text).play(image.there(move))
            assert images(name, seen)[0].text in after


def test_the_words_are_there_in_both_languages() -> None:
    for name in alcove.games():
        assert says(name).en != says(name).fr
