"""PettingZoo's own suite over every game, and what is said to whoever uses an environment wrongly."""

import random
import warnings
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark as benchmark, seed_test
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper

import alcove
from alcove.core.errors import AlcoveError, OptionError, UnknownGameError, WrongTypeError
from alcove.environments.pettingzoo import env, raw_env
from alcove.environments.sitting import PlayError
from alcove.spaces import ActionError

from .conftest import GAMES

TABLES = [
    *((name, {}) for name in GAMES),
    ("axxa", {"mode": "duel"}),
    ("axxa", {"mode": "coop", "seats": 4}),
    ("axom", {"repetition": "position4"}),
]


def played(environment: Any, seed: int, most: int = 60) -> list[Any]:
    """What an environment tells of a game of random legal moves."""
    environment.reset(seed=seed)
    told: list[Any] = []
    for number, agent in enumerate(environment.agent_iter(max_iter=most)):
        observation, reward, terminated, truncated, info = environment.last()
        told.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        legal = np.flatnonzero(info["action_mask"])
        environment.step(None if terminated or truncated else int(legal[(7 * number + seed) % len(legal)]))
    return told


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_api_test_of_pettingzoo_passes(
    name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", "Observation is not a NumPy array"
        )  # a dict with a mask, as its classic games have
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings(
            "ignore", "Action mask numpy array is all zeros"
        )  # nothing is legal once a game is over
        api_test(env(name, **options), num_cycles=10)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_seeds_reproduce(name: str, options: dict[str, Any]) -> None:
    seed_test(partial(env, name, **options), num_cycles=10)


def test_a_seed_is_the_seed_of_the_deal_and_of_all_games_after_it() -> None:
    environment = raw_env("axxa")
    environment.reset(seed=7)
    assert str(alcove.game("axxa").initial(seed=7)) == environment.render()
    environment.reset()
    second = environment.render()
    environment.reset()
    assert environment.render() != second
    environment.reset(seed=7)
    environment.reset()
    assert environment.render() == second


class Legal(BaseWrapper[Any, Any, Any]):
    """`max_cycles_test` samples without the mask and asks all agents at once. So any action becomes the same legal one here, after
    which no game ends within a few cycles, and the table says that its agents move in turn."""

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.metadata = table.metadata | {"is_parallelizable": True}
        self.render_mode = None

    def step(self, action: Any) -> None:
        if action is not None:
            legal = np.flatnonzero(self.env.infos[self.agent_selection]["action_mask"])
            action = int(legal[len(legal) // 2])
        self.env.step(action)


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom", "clobber", "hexes"])
def test_the_max_cycles_test_of_pettingzoo_passes(name: str) -> None:
    def table(max_cycles: int) -> Any:
        return Legal(env(name, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(env=table, parallel_env=lambda max_cycles: aec_to_parallel(table(max_cycles))))


@pytest.mark.parametrize("name", GAMES)
def test_the_benchmark_of_pettingzoo_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a clock that strikes a second whenever it is looked at: the benchmark takes five of them."""
    seconds = count()
    monkeypatch.setitem(benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(seconds)))
    benchmark(env(name))
    assert "turns per second" in capsys.readouterr().out


def test_rewards_are_paid_once_the_game_is_over() -> None:
    environment = env("hexes", size="5")
    environment.reset()
    for cell in ("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"):
        assert environment.last()[1] == 0
        environment.step(_number(environment, cell))
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": 1, "player_1": -1}


def _number(environment: Any, move: str) -> int:
    sitting = environment.unwrapped._sitting
    return int(sitting.space.action(sitting.current, move))


def test_whoever_takes_a_masked_action_loses() -> None:
    environment = env("avalam")
    environment.reset()
    environment.step(_number(environment, "c9-d9"))
    masked = int(np.flatnonzero(environment.last()[0]["action_mask"] == 0)[0])
    environment.step(masked)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": 0, "player_1": -1}


def test_the_raw_environment_refuses_a_masked_action_in_a_sentence() -> None:
    environment = raw_env("hexes")
    environment.reset()
    environment.step(0)
    with pytest.raises(ActionError, match=r"^action: 0 is not legal here$"):
        environment.step(0)
    assert environment.agent_selection == "player_1"  # nothing has happened


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("action", [-1, 10**12, 1.5, float("nan"), "a1", True, None])
def test_what_is_no_action_is_refused_in_a_sentence(make: Any, action: object) -> None:
    environment = make("hexes")
    environment.reset()
    with pytest.raises(AlcoveError, match=r"^action: expected"):
        environment.step(action)
    environment.step(0)  # and the game goes on


def test_before_the_first_game_and_after_the_last_move() -> None:
    environment = raw_env("hexes")
    with pytest.raises(PlayError, match="nobody is left at the table: call reset"):
        environment.step(0)
    with pytest.raises(PlayError, match="no game has begun yet: call reset first"):
        environment.render()
    with pytest.raises(PlayError, match="no game has begun yet: call reset first"):
        environment.observe("player_0")
    with pytest.raises(AssertionError, match="reset"):  # as PettingZoo's own wrapper says it
        env("hexes").step(0)
    environment.reset()
    environment.terminations = dict.fromkeys(environment.agents, True)
    with pytest.raises(ValueError, match="None"):
        environment.step(0)


@pytest.mark.parametrize(
    ("name", "given", "error", "says"),
    [
        ("chess", {}, UnknownGameError, "unknown game 'chess'"),
        (7, {}, WrongTypeError, "name: expected the name of a game"),
        ("hexes", {"size": "6"}, OptionError, "option size: '6' is not"),
        ("hexes", {"colour": "red"}, OptionError, "unknown option 'colour'"),
        ("axxa", {"seed": 3}, OptionError, "unknown option 'seed'"),
        ("hexes", {"render_mode": "rgb_array"}, OptionError, "render_mode: expected None or one of human, ansi"),
        ("hexes", {"max_cycles": 0}, OptionError, "max_cycles: expected None or a whole number from 1"),
        ("hexes", {"max_cycles": 1.5}, OptionError, "max_cycles: expected None or a whole number from 1"),
        ("axxa", {"mode": "duel", "seats": 5}, OptionError, "seats"),
    ],
)
def test_wrong_arguments_are_named(name: Any, given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        env(name, **given)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_wrong_seeds_are_named(seed: Any) -> None:
    with pytest.raises(WrongTypeError, match="seed: expected a whole number"):
        env("hexes").reset(seed=seed)


def test_a_game_begins_from_a_position() -> None:
    text = alcove.game("hexes").initial().play("d4").to_text()
    environment = env("hexes")
    environment.reset(options={"position": text})
    assert environment.agent_selection == "player_1"
    with pytest.raises(alcove.PositionError):
        environment.reset(options={"position": "nonsense"})


def test_who_does_not_play_is_named() -> None:
    environment = raw_env("hexes")
    environment.reset()
    with pytest.raises(OptionError, match="agent: 'player_2' does not play; player_0, player_1 do"):
        environment.observe("player_2")


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env("axxa", render_mode="ansi")
    environment.reset(seed=1)
    drawn = environment.render()
    assert drawn is not None
    assert "??]" in drawn  # what is unseen stays so
    human = env("hexes", render_mode="human")
    human.reset()
    human.step(0)
    assert "X" in capsys.readouterr().out
    assert human.render() is None


def test_hidden_pieces_are_nowhere() -> None:
    """Two deals that look alike tell alike, as long as the same pieces come up: none does before the first turn of a pile."""
    game = alcove.game("axxa")
    one = game.initial(seed=1)
    other = next(world for world in game.worlds(game.view(one, 0), random.Random(3)) if world != one)
    told = []
    for state in (one, other):
        environment = env("axxa", render_mode="ansi")
        environment.reset(options={"position": state.to_text()})
        observation, *_, info = environment.last()
        told.append((observation["observation"].tobytes(), info["action_mask"].tobytes(), environment.render()))
    assert told[0] == told[1]


def test_games_of_one_seed_are_the_same_game_of_another_are_not() -> None:
    assert played(env("axxa"), seed=4) == played(env("axxa"), seed=4)
    assert played(env("axxa"), seed=4) != played(env("axxa"), seed=5)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (5, r"^options: expected a mapping of names to values, found 5 \(int\)$"),
        ({"position": 3}, r"^position: expected a text, found 3 \(int\)$"),
    ],
)
@pytest.mark.parametrize("make", [env, raw_env])
def test_wrong_options_of_a_reset_are_named(make: Any, options: Any, says: str) -> None:
    with pytest.raises(WrongTypeError, match=says):
        make("hexes").reset(options=options)


def test_nothing_is_told_before_the_first_game() -> None:
    with pytest.raises(PlayError, match=r"^no game has begun yet: call reset first$"):
        raw_env("hexes").last()
