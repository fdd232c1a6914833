"""Hex keeps Alcove's contract, and its own rules."""

import random
from pathlib import Path

from hexes import GAME

from alcove.testing import GameSuite


class TestHexes(GameSuite):
    game = GAME
    golden = Path(__file__).parent / "golden"


def test_white_joins_bottom_and_top_and_black_left_and_right() -> None:
    upright, flat = "2X2/2X2/2X2/2X2/2X2", "5/5/OOOOO/5/5"
    won = [GAME.from_text(f"{upright} b", size="5").outcome(), GAME.from_text(f"{flat} w", size="5").outcome()]
    assert [outcome and outcome.winner for outcome in won] == [0, 1]


def test_a_chain_goes_where_hexagons_touch_and_not_where_they_do_not() -> None:
    """b2 touches a3 and c1, not c3 and a1."""
    assert GAME.from_text("X4/1X3/2X2/3X1/4X b", size="5").outcome() is not None
    assert GAME.from_text("4X/3X1/2X2/1X3/X4 b", size="5").outcome() is None


def test_there_is_always_a_winner() -> None:
    for seed in range(20):
        rng, state = random.Random(seed), GAME.initial(size="5")
        while state.outcome() is None:
            state = state.play(rng.choice(state.legal_moves()))
