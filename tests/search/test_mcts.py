"""Monte Carlo tree search finds what is there to be found, and the same for the same question."""

from itertools import islice

import pytest

from alcove.players.engine import Limits
from alcove.players.montecarlo import MonteCarloEngine

from .positions import open_games, random_positions, winning_moves


@pytest.mark.parametrize("name", open_games())
@pytest.mark.parametrize("rollout_share", [0.0, 1.0])
def test_simulations_are_counted_and_repeatable(name: str, rollout_share: float) -> None:
    state = next(islice(random_positions(name, 1), 3, None))
    thinker = MonteCarloEngine(name, megabytes=2, rollout_share=rollout_share)
    one, two = (thinker.analyse(state, Limits(nodes=300), lines=3) for _ in range(2))
    assert one.nodes == 300
    assert one.lines == two.lines
    assert len({line.moves[0] for line in one.lines}) == len(one.lines)
    assert all(0 <= line.win_probability <= 1 for line in one.lines)


@pytest.mark.parametrize("name", open_games())
def test_a_win_in_one_is_visited_most(name: str) -> None:
    for seed in range(20):
        *_, state = random_positions(name, seed)  # the last position before the end
        wins = winning_moves(state)
        if 0 < len(wins) < len(state.legal_moves()) < 100:
            best = MonteCarloEngine(name, megabytes=4).analyse(state, Limits(nodes=5_000)).best
            assert best.moves[0] in wins or best.win_probability > 0.9
            return
    pytest.fail("no position with a win in one")
