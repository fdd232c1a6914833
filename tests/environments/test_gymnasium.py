"""Gymnasium's own check over every game, games against levels, and what is said to whoever asks for something wrong."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import alcove
from alcove.core.errors import AlcoveError, OptionError, WrongTypeError
from alcove.environments.sitting import PlayError
from alcove.players.levels import LevelPlayer

from .conftest import GAMES

TABLES = [
    ("axxa", {}),
    ("axxa", {"mode": "duel", "level": "random"}),
    ("axxa", {"mode": "coop", "level": "random", "side": 1}),
    *((name, {"level": "random", "side": "random"}) for name in GAMES if name != "axxa"),
    ("hexes", {"size": "5", "level": 1, "side": 1}),
    ("avalam", {"level": 1}),
]


def make(name: str, **given: Any) -> Any:
    return gymnasium.make(f"alcove/{name}-v0", **given)


def played(environment: Any, seed: int, most: int = 40) -> list[Any]:
    """What an environment tells of a game in which the learner takes legal actions by a rule."""
    observation, info = environment.reset(seed=seed)
    told: list[Any] = [(info["seat"], observation["observation"].tobytes())]
    for number in range(most):
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, terminated, truncated, info = environment.step(
            int(legal[(5 * number + seed) % len(legal)])
        )
        told.append((observation["observation"].tobytes(), reward, terminated, truncated))
        if terminated:
            break
    return told


@pytest.mark.parametrize(("name", "given"), TABLES)
def test_the_check_of_gymnasium_passes(name: str, given: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, **given, render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("name", "given"), TABLES)
def test_seeds_reproduce(name: str, given: dict[str, Any]) -> None:
    assert played(make(name, **given), seed=3) == played(make(name, **given), seed=3)


def test_every_game_is_registered() -> None:
    assert {f"alcove/{name}-v0" for name in GAMES} <= set(gymnasium.registry)


def test_a_game_alone_is_won_or_lost() -> None:
    environment = make("axxa")
    *_, (_, reward, terminated, truncated) = played(environment, seed=1, most=100)
    assert (reward, terminated, truncated) == (-1, True, False)


def test_the_others_have_moved_when_it_is_the_learners_turn() -> None:
    environment = make("hexes", level="random", side=1)
    observation, info = environment.reset(seed=1)
    assert info["seat"] == 1
    assert observation["action_mask"].sum() == 48  # one stone lies there
    observation, *_ = environment.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert observation["action_mask"].sum() == 46


def test_a_random_side_is_both_sides_in_time() -> None:
    environment = make("hexes", level="random", side="random")
    assert {environment.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


def test_the_level_plays_and_wins_and_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    choose = LevelPlayer.choose

    def heard(self: LevelPlayer, *given: Any) -> Any:
        asked.append(self.name)
        return choose(self, *given)

    monkeypatch.setattr(LevelPlayer, "choose", heard)
    environment = make("hexes", size="5", level=2)
    *_, last = played(environment, seed=1, most=30)
    assert last[1] in (-1, 1)
    assert set(asked) == {"level2"}


def test_options_are_keywords_or_a_mapping() -> None:
    one, other = make("hexes", size="5", level="random"), make("hexes", options={"size": "5"}, level="random")
    assert one.action_space == other.action_space == gymnasium.spaces.Discrete(25)
    assert one.observation_space == other.observation_space


def test_a_masked_action_loses_and_says_why() -> None:
    environment = make("hexes", level="random")
    environment.reset(seed=1)
    environment.step(0)
    _, reward, terminated, truncated, info = environment.step(0)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["refusal"] == "action: 0 is not legal here"
    with pytest.raises(PlayError, match="the game is over: call reset"):
        environment.unwrapped.step(1)


@pytest.mark.parametrize("action", [-1, 10**12, 1.5, float("nan"), "a1", True, None])
def test_what_is_no_action_is_refused_in_a_sentence(action: object) -> None:
    environment = make("hexes", level="random").unwrapped
    environment.reset(seed=1)
    with pytest.raises(AlcoveError, match=r"^action: expected"):
        environment.step(action)
    assert not environment.step(0)[2]  # and the game goes on


def test_before_the_first_game() -> None:
    with pytest.raises(PlayError, match="no game has begun yet: call reset first"):
        make("hexes").unwrapped.step(0)


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("hexes", {"level": 9}, "level: expected a number from 1 to 5, found '9'"),
        ("hexes", {"level": 0}, "level: expected a number from 1 to 5, found '0'"),
        ("hexes", {"level": 1.5}, "level: expected a number from 1 to 5, found '1.5'"),
        ("hexes", {"level": "strong"}, "level: expected a number from 1 to 5, found 'strong'"),
        ("avalam", {"level": 9}, "level: expected a number from 1 to 8"),
        ("axxa", {"level": 3}, "level: nobody else plays here"),
        ("hexes", {"side": 2}, 'side: expected 0, 1 or "random", found'),
        ("hexes", {"side": -1}, 'side: expected 0, 1 or "random", found'),
        ("hexes", {"size": "6"}, "option size: '6' is not"),
        ("hexes", {"options": "size=5"}, "options: expected a mapping"),
    ],
)
def test_wrong_arguments_are_named(name: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        make(name, **given)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    environment = make("hexes", level="random", render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == str(alcove.game("hexes").initial())
    human = make("hexes", level="random", render_mode="human", side=1)
    human.reset(seed=1)
    assert "X" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (5, r"^options: expected a mapping of names to values, found 5 \(int\)$"),
        ({"position": 3}, r"^position: expected a text, found 3 \(int\)$"),
    ],
)
def test_wrong_options_of_a_reset_are_named(options: Any, says: str) -> None:
    with pytest.raises(WrongTypeError, match=says):
        make("hexes").reset(options=options)


def test_gymnasium_makes_a_vector_of_games() -> None:
    from alcove.environments.vector import VectorEnv

    environment = gymnasium.make_vec(
        "alcove/avalam-v0", num_envs=3, vectorization_mode="vector_entry_point", level="random", side=1
    )
    assert isinstance(environment, VectorEnv)
    _, info = environment.reset(seed=1)
    assert info["seat"].tolist() == [1, 1, 1]
