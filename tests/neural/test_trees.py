"""The trees of many games: they obey the rules, find what is there, and do not depend on threads."""

from typing import cast

import numba
import numpy as np
import numpy.typing as npt
import pytest

import alcove
from alcove.compiled.marks import mark
from alcove.compiled.results import ONGOING
from alcove.games.axom.rules import State
from alcove.games.kernels import kernel
from alcove.neural.guided import Guided, guided
from alcove.neural.trees.layout import MOST_CONSIDERED, Records, Trees, halving

SIMULATIONS = 12


class SelfPlay:
    """A few games with a network that knows nothing: the same weight for every move, and a draw."""

    def __init__(self, name: str, games: int, longest: int = 400, seed: int = 1) -> None:
        self.game: Guided = guided(name)
        self.trees: Trees = self.game.new_trees(
            games, SIMULATIONS + 2, (SIMULATIONS + 1) * self.game.kernel.MAX_MOVES, seed
        )
        self.records: Records = self.game.new_records(games, longest)
        self.over = np.ones(games, np.bool_)
        self.table = halving(SIMULATIONS)
        self.seen = np.zeros((games, self.game.look.size), np.uint8)
        self.shares = np.full((games, self.game.n_listed), 0.01, np.float32)
        self.values = np.zeros(games, np.float32)
        self.game.walking.restart(self.trees, self.records, self.over, self.game.start(), 6, 0.0, 0)

    def move(self) -> None:
        """A move in every game that is not over."""
        for number in range(-1, SIMULATIONS):
            self.game.walking.step(self.trees, number, self.table, 1.0, self.shares, self.values, self.seen)
        self.game.walking.finish(self.trees, self.records, self.shares, self.values, self.over)


@pytest.mark.parametrize(("name", "games", "longest"), [("avalam", 6, 38), ("axom", 2, 60), ("axiom", 4, 60)])
def test_games_obey_the_rules_and_records_tell_them(name: str, games: int, longest: int) -> None:
    play = SelfPlay(name, games, longest)
    starts = [kernel(name).unpack(root, alcove.game(name).initial()) for root in play.trees.roots]
    states = list(starts)
    while not play.over.all():
        before, plies = play.trees.roots.copy(), play.records.length.copy()
        past, n_past = play.trees.past.copy(), play.trees.n_past.copy()
        play.move()
        for number, root in enumerate(play.trees.roots):
            if play.records.length[number] > plies[number]:
                nexts = {
                    state.to_text(): state for state in map(states[number].play_unchecked, states[number].legal_moves())
                }
                text = kernel(name).unpack(root, states[number]).to_text()
                states[number] = nexts[text]
                look = np.zeros(play.game.look.size, np.uint8)
                play.game.encoding.look(before[number], look)
                play.game.encoding.recall(before[number], past[number, : n_past[number]], look)
                assert np.array_equal(play.records.seen[number, plies[number]], look)
                policy = play.records.policy[number, plies[number], : play.game.look.policy_parts[0]].astype(int)
                assert abs(policy.sum() - 65535) < 300
                assert (policy > 0).sum() <= kernel(name).module.count_moves(before[number])
    for number, state in enumerate(states):
        outcome = state.outcome()
        told = play.game.encoding.verdict(play.trees.roots[number])
        if outcome is None and told != ONGOING:  # told a ply early
            assert any(after.outcome() for after in map(state.play_unchecked, state.legal_moves()))
            assert play.records.result[number] == told == 1 - 2 * state.to_move
        elif outcome is None:
            assert (play.records.length[number], play.records.result[number]) == (longest, 0)
        else:
            assert play.records.result[number] == {0: 1, 1: -1, None: 0}[outcome.winner]


def test_rows_of_finished_games_see_the_outcome_by_who_moved() -> None:
    play = SelfPlay("avalam", 4)
    while not play.over.all():
        play.move()
    lengths = play.records.length.astype(np.int64)
    starts, n, look = np.cumsum(lengths) - lengths, int(lengths.sum()), play.game.look
    seen, policies = np.zeros((n, look.size), np.uint8), np.zeros((n, play.game.n_policy), np.uint16)
    outcomes, owners = np.zeros(n, np.int8), np.zeros((n, look.n_cells), np.uint8)
    play.game.walking.gather(play.records, play.over, starts, 38, 1.0, 0.0, seen, policies, outcomes, owners)
    for number in range(4):
        rows = slice(starts[number], starts[number] + lengths[number])
        signs = 1 - 2 * play.records.side[number, : lengths[number]]
        assert np.array_equal(outcomes[rows], 100 * play.records.result[number] * signs)
        for row in range(rows.start, rows.stop):  # at the end of Avalam, who has more towers has won
            lead = int((owners[row] == 1).sum()) - int((owners[row] == 2).sum())
            assert lead * int(outcomes[row]) >= 0


def test_positions_are_worth_the_outcome_and_what_searches_found_on_the_way() -> None:
    """A game broken off came to its lead of material; `trust` tells what a ply leaves of that."""
    play = SelfPlay("axom", 2, longest=30)
    while not play.over.all():
        play.move()
    assert play.records.is_broken_off.all()
    start = alcove.game("axom").initial()
    ends = [cast(State, kernel("axom").unpack(root, start)) for root in play.trees.roots]
    assert [int(lead) for lead in play.records.lead] == [100 * (end.pawns(0) - end.pawns(1)) for end in ends]
    play.records.lead[:] = 200, -1800
    play.records.worth[:] = 0.1
    look, starts = play.game.look, np.array([0, 30])
    seen, policies = np.zeros((60, look.size), np.uint8), np.zeros((60, play.game.n_policy), np.uint16)
    worths, owners = np.zeros(60, np.int8), np.zeros((60, look.n_cells), np.uint8)
    play.game.walking.gather(play.records, play.over, starts, 8, 0.9, 600.0, seen, policies, worths, owners)
    for number, end in enumerate((0.25, -0.75)):
        for ply in range(30):
            left = 0.9 ** (30 - ply)
            sign = 1 - 2 * play.records.side[number, ply]
            assert worths[30 * number + ply] == pytest.approx(100 * sign * (left * end + (1 - left) * 0.1), abs=0.6)
    play.game.walking.gather(play.records, play.over, starts, 8, 1.0, 0.0, seen, policies, worths, owners)
    assert not worths.any(), "without such a lead, broken off is a draw"


def test_games_that_begin_late_begin_with_less_on_the_board() -> None:
    game = guided("axom")
    pawns = []
    for late_share in (0.0, 1.0):
        trees, records = game.new_trees(64, 2, 128, seed=3), game.new_records(64, 1)
        game.walking.restart(trees, records, np.ones(64, np.bool_), game.start(), 120, late_share, 120)
        starts = [cast(State, kernel("axom").unpack(root, alcove.game("axom").initial())) for root in trees.roots]
        assert all(state.outcome() is None for state in starts)
        pawns.append(sum(state.pawns(0) + state.pawns(1) for state in starts) / 64)
    assert pawns[1] < pawns[0] - 2, "greedy plies take more"


def test_threads_change_nothing() -> None:
    before = numba.get_num_threads()

    def result(threads: int) -> npt.NDArray[np.uint8]:
        numba.set_num_threads(threads)
        try:
            play = SelfPlay("avalam", 80)
            for _ in range(3):
                play.move()
            return play.trees.roots.copy()
        finally:
            numba.set_num_threads(before)

    assert np.array_equal(result(1), result(min(2, before)))


def test_what_history_has_made_losing_is_a_loss_in_the_tree() -> None:
    game = guided("axom")
    trees = game.new_trees(1, 400, 40_000)
    seen, planes = np.zeros(game.look.size, np.uint8), np.zeros(game.look.shape, np.float32)
    packed = game.start()
    actions = np.empty(game.kernel.MAX_MOVES, np.int32)
    n = game.kernel.moves(packed, actions)
    safe, losing = actions[0], [int(mark(game.kernel.key(packed), action)) for action in actions[1:n]]
    trees.roots[0] = packed
    past = losing * (game.encoding.REPETITION_LOSES - 1)
    trees.past[0, : len(past)], trees.n_past[0] = past, len(past)
    game.walking.plant(trees, 0, seen)
    policy = np.full(game.n_policy, 1.0, np.float32)
    for _ in range(300):
        game.walking.grow(trees, policy, 0.0, seen, planes)
    first, followed = trees.first_edge[0, 0], trees.n_seen[0, 0]
    best = first + int(np.argmax(trees.count[0, first : first + followed]))
    assert trees.action[0, best] == safe
    for edge in range(first, first + followed):
        if trees.action[0, edge] != safe and trees.count[0, edge]:
            assert trees.total[0, edge] == -trees.count[0, edge]


def test_halving_shares_simulations_out() -> None:
    for simulations in (1, 7, 16, 32, 64):
        table = halving(simulations)
        for considered in range(1, MOST_CONSIDERED + 1):
            counts = [0] * considered
            for wanted in table[considered, :simulations]:
                counts[counts.index(wanted)] += 1  # there must be such a move
            assert sum(counts) == simulations
