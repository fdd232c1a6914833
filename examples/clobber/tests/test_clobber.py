"""Clobber keeps Alcove's contract, and its own rules."""

from pathlib import Path

import pytest
from clobber import GAME

from alcove.testing import GameSuite


class TestClobber(GameSuite):
    game = GAME
    golden = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a2-a1", "what stands on a2 is not yours (C2)"),
        ("a1-b2", "b2 is not beside a1 (C3)"),
        ("a1-a3", "a3 is not beside a1 (C3)"),
        ("a1", "a move is written like f1-e1"),
        ("a1-z9", "z9 is not a cell of the board"),
    ],
)
def test_c3_only_neighbours_of_the_other_colour_are_taken(move: str, why: str) -> None:
    assert str(GAME.initial().why_not(move)) == why


def test_c3_the_stone_that_takes_stands_where_the_taken_one_stood() -> None:
    state = GAME.initial().play("a1-a2")
    assert (state.at("a1"), state.at("a2")) == (0, 1)
    assert str(state.play("b1-c1").why_not("a2-a1")) == "a1 is empty: a stone only moves by taking (C3)"


def test_c4_whoever_cannot_move_has_lost() -> None:
    end = GAME.from_text("6/6/6/6/X1O3 b")
    outcome = end.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "stuck")
