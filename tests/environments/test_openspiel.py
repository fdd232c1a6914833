"""OpenSpiel's own simulations, searches and tools over every game; luck by the law; nothing hidden in any state."""

import base64
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.tests import games_sim_test  # its class would be taken for tests of ours

import alcove
from alcove.core.errors import OptionError
from alcove.core.game import State
from alcove.environments import openspiel
from alcove.games.axxa.luck import OUTCOMES, deal, turn
from alcove.games.axxa.rules import Options
from alcove.games.axxa.view import View
from alcove.spaces import ActionError

from .conftest import GAMES

PLAYED = [
    "avalam", "axom", "axiom(max_game_length=12)", "axxa", "axxa(mode=duel)", "axxa(mode=coop,seats=3)",
    "axiom(repetition=off,max_game_length=8)", "axom(draw_plies=30,repetition=off)", "clobber", "hexes(size=5)", "crumbs",
]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _registered(_packages: None) -> None:
    openspiel.register()


def load(name: str) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + name)


def after_luck(game: Any, seed: int = 1) -> Any:
    """The first state in which somebody is to move."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def test_every_game_is_registered_once() -> None:
    assert {openspiel.PREFIX + name for name in GAMES} <= set(openspiel.register()) <= set(pyspiel.registered_names())
    assert openspiel.register("avalam") == ("python_alcove_avalam",)


@pytest.mark.parametrize("name", PLAYED)
def test_random_simulations_of_openspiel_pass(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*(name for name in GAMES if name != "axiom"), "axxa(mode=duel)"])
def test_the_simulation_that_openspiel_runs_over_its_own_games_passes(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(load(name))


@pytest.mark.parametrize("name", ["avalam", "axxa", "axxa(mode=duel)", "clobber(size=5x4)", "hexes(size=5)"])
def test_mcts_of_openspiel_plays(name: str) -> None:
    game = load(name)
    bot = mcts.MCTSBot(
        game, 1.4, 3, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    state = after_luck(game)
    assert bot.step(state) in state.legal_actions()


def worth(state: State[Any]) -> int:
    """What a position is worth to the first seat, by the law alone."""
    outcome = state.outcome()
    if outcome is not None:
        return 1 if outcome.winner == 0 else -1
    return (max, min)[state.to_move](worth(state.play(move)) for move in state.legal_moves())


def test_minimax_of_openspiel_agrees_with_the_law() -> None:
    assert minimax.alpha_beta_search(load("crumbs"))[0] == worth(alcove.game("crumbs").initial())


def test_exploitability_of_openspiel_falls_as_a_policy_learns() -> None:
    game = load("crumbs")
    random_play = exploitability.nash_conv(game, UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(12):
        solver.evaluate_and_update_policy()
    learnt = exploitability.nash_conv(game, solver.average_policy())
    assert 0 <= learnt < random_play / 4


def test_the_learning_environment_of_openspiel_steps() -> None:
    environment = rl_environment.Environment(load("hexes(size=5)"))
    told = environment.reset()
    assert len(told.observations["legal_actions"][0]) == 25
    told = environment.step([told.observations["legal_actions"][0][0]])
    assert told.observations["current_player"] == 1
    assert len(told.observations["info_state"][0]) == 4 * 5 * 5


@pytest.mark.parametrize(
    ("name", "players", "utility", "total"),
    [
        ("avalam", 2, "ZERO_SUM", 0), ("axxa", 1, "GENERAL_SUM", None), ("axxa(mode=coop,seats=3)", 3, "IDENTICAL", None),
        ("axxa(mode=duel)", 2, "ZERO_SUM", 0),
    ],
)  # fmt: skip
def test_what_a_game_says_about_itself(name: str, players: int, utility: str, total: float | None) -> None:
    game = load(name)
    assert (game.num_players(), game.get_type().utility.name, game.utility_sum()) == (players, utility, total)
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_actions_have_the_names_of_the_notation() -> None:
    state = load("avalam").new_initial_state()
    moves = {state.action_to_string(action) for action in state.legal_actions()}
    assert moves == set(map(str, alcove.game("avalam").initial().legal_moves()))
    state.apply_action(state.string_to_action("c9-d9"))
    assert str(state) == alcove.game("avalam").initial().play("c9-d9").to_text()
    assert state.information_state_string(0) == "c9-d9"
    assert state.observation_string(0) == str(state)


def test_observations_are_the_planes_of_the_networks() -> None:
    from alcove.spaces import space

    game, start = load("axom"), alcove.game("axom").initial()
    observation = make_observation(game)
    observation.set_from(game.new_initial_state(), 0)
    assert np.array_equal(observation.dict["observation"], space("axom").planes(start))


def test_a_state_is_written_as_the_text_of_its_game() -> None:
    state = load("avalam").new_initial_state()
    state.apply_action(state.string_to_action("c9-d9"))
    state.apply_action(state.legal_actions()[9])
    _, _, inside = state.serialize().partition("__dict__=")
    assert b"c9-d9" in base64.b64decode(inside)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_game_and_its_states_go_to_another_process() -> None:
    state = after_luck(load("axxa(mode=duel)"))
    send = f"import pickle; state = pickle.loads({pickle.dumps(state)!r}); print(state); print(state.get_game())"
    run = subprocess.run([sys.executable, "-c", send], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [str(state), "python_alcove_axxa(mode=duel)"]
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == "python_alcove_axxa(mode=duel)"


def test_clones_go_their_own_ways() -> None:
    state = load("hexes(size=5)").new_initial_state()
    other = state.clone()
    other.apply_action(3)
    assert len(state.legal_actions()) == 25
    assert len(other.legal_actions()) == 24


def test_a_game_that_is_too_long_is_a_draw() -> None:
    state = load("hexes(size=5,max_game_length=3)").new_initial_state()
    for action in (0, 1, 2):
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert state.legal_actions() == []
    with pytest.raises(ActionError, match=r"^action: the game was broken off after 3 moves$"):
        state.apply_action(3)
    assert state.returns() == [0, 0]


def test_a_game_begins_at_its_start() -> None:
    with pytest.raises(OptionError, match=r"^from_string: a game begins at its start here"):
        load("hexes").new_initial_state("abc")


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("axxa(mode=together)", OptionError, "option mode: 'together' is not solo, coop or duel"),
        ("axxa(mode=duel,seats=4)", OptionError, "seats"),
        ("avalam(max_game_length=0)", OptionError, "max_game_length: expected a whole number from 1, found 0"),
        ("avalam(colour=red)", pyspiel.SpielError, "colour"),
        ("chess", pyspiel.SpielError, "chess"),
    ],
)
def test_wrong_parameters_are_named(name: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        load(name)


@pytest.mark.parametrize("action", [25, 10**9])
def test_what_is_no_action_is_refused_in_a_sentence(action: int) -> None:
    state = load("hexes(size=5)").new_initial_state()
    with pytest.raises(ActionError, match=r"^action: expected a number from 0 to 24"):
        state.apply_action(action)
    state.apply_action(0)
    with pytest.raises(ActionError, match=r"^action: 0 is not legal here"):
        state.apply_action(0)
    assert state.history() == [0]


def test_luck_that_cannot_be_is_refused_in_a_sentence() -> None:
    state = load("axxa").new_initial_state()
    with pytest.raises(ActionError, match=r"^action: luck cannot show 6 here"):
        state.apply_action(6)


# --- Luck --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["solo", "duel"])
@pytest.mark.parametrize("seed", range(6))
def test_luck_shows_what_the_law_shows(mode: str, seed: int) -> None:
    """Told piece by piece what a true game turned up, luck comes to the view of the true state, and never too early."""
    game, rng = alcove.game("axxa"), random.Random(seed)
    state: Any = game.initial(seed=seed, mode=mode)
    tops = [int(pile[0]) - 1 for _, pile in state.piles]
    for known in range(len(tops)):
        weights = deal(state.options, tops[:known])
        assert isinstance(weights, tuple)
        assert sum(weights) == 36 - known
        assert weights[tops[known]] > 0
    view = deal(state.options, tops)
    assert view == game.view(state, 0)
    while state.outcome() is None:
        move = rng.choice(state.legal_moves())
        after: Any = state.play(move)
        shown = [int(each[-1]) - 1 for each in after.uncovered]
        unseen = "".join(pile for _, pile in view.piles).count("?")
        for known in range(len(shown)):
            weights = turn(view, move, shown[:known])
            assert isinstance(weights, tuple)
            assert sum(weights) == unseen - known
            assert weights[shown[known]] > 0
        view, state = turn(view, move, shown), after
        assert view == game.view(state, state.to_move)


def test_chances_are_those_of_a_shuffled_deal() -> None:
    """How often worlds of a view turn up each number is what luck says."""
    game, rng = alcove.game("axxa"), random.Random(2)
    view: Any = game.view(game.initial(seed=9), 0)
    move = next(move for move in view.legal_moves() if str(move).endswith("*"))
    weights = turn(view, move, [])
    assert isinstance(weights, tuple)
    counted = [0] * OUTCOMES
    worlds: Any = game.worlds(view, rng)
    for _ in range(1500):
        counted[int(next(worlds).play(move).uncovered[0][-1]) - 1] += 1
    for weight, times in zip(weights, counted, strict=True):
        assert times / 1500 == pytest.approx(weight / sum(weights), abs=0.05)


def test_a_deal_of_twelve_sixes_and_fives_is_possible() -> None:
    view = deal(Options(), [5] * 6 + [4] * 6)
    assert isinstance(view, View)
    assert view.left == (6,) * 6
    assert deal(Options(), [5] * 6) == (6, 6, 6, 6, 6, 0)


def test_no_state_holds_what_is_hidden() -> None:
    """All that a state keeps is a view and texts of what everybody has seen."""
    game = load("axxa(mode=duel)")
    state, rng = after_luck(game), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        assert isinstance(state.play.view, View)
        assert not set("bcdef") & {piece for _, pile in state.play.view.piles for piece in pile}
        assert set(vars(state)) == {"play"}
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_a_game_of_luck_without_a_law_of_it_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from alcove.games.rooms import Rooms

    has = Rooms.has
    monkeypatch.setattr(Rooms, "has", lambda self, room: room != "luck" and has(self, room))
    assert "python_alcove_axxa" not in openspiel.register()
    with pytest.raises(openspiel.LuckError, match=r"AxxA has no law of its luck \(luck.py\)"):
        openspiel.register("axxa")
