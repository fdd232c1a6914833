"""Batches behind Gymnasium's and PettingZoo's interfaces."""

from typing import Any

import numpy as np
import pytest

from alcove.batch import BatchError

pytest.importorskip("gymnasium")
from alcove.environments.vector import VectorEnv, VectorTurns


def legal(observation: dict[str, Any], rng: np.random.Generator) -> Any:
    """A random legal action everywhere; 0 where there is none."""
    return np.where(observation["action_mask"], rng.random(observation["action_mask"].shape), -1.0).argmax(axis=1)


@pytest.mark.parametrize(
    ("name", "opponent", "seat", "options"),
    [
        ("avalam", "random", 0, {}),
        ("axom", "random", 1, {}),
        ("axxa", "random", 0, {}),
        ("axxa", "random", 1, {"mode": "duel"}),
        ("avalam", "self", 0, {}),
    ],
)
def test_the_learner_always_has_the_turn(name: str, opponent: Any, seat: int, options: dict[str, Any]) -> None:
    env, rng = VectorEnv(name, 32, opponent=opponent, seat=seat, threads=1, **options), np.random.default_rng(1)
    observation, info = env.reset(seed=4)
    assert env.observation_space.contains(observation)
    was_over, ended, given = np.zeros(32, np.bool_), 0, set()
    for _ in range(120):
        observation, rewards, terminated, truncated, info = env.step(legal(observation, rng))
        over = terminated | truncated
        assert not (over & was_over).any(), "a game begins again before it ends"
        going = ~over
        assert observation["action_mask"][going].any(axis=1).all()
        assert not observation["action_mask"][over].any()
        if opponent != "self" and not env.batch.shares_fate:
            assert (info["to_move"][going] == seat).all()
        assert not rewards[going].any()
        given |= set(rewards[over].tolist())
        ended += int(over.sum())
        was_over = over
    assert env.observation_space.contains(observation)
    assert ended > 32
    assert given <= {-1.0, 0.0, 1.0}
    assert 1.0 in given or name == "axxa"
    env.close()


def test_a_seed_reproduces() -> None:
    shown = []
    for _ in range(2):
        env, rng = VectorEnv("axom", 16, threads=1), np.random.default_rng(2)
        observation, _ = env.reset(seed=8)
        for _ in range(60):
            observation, *_ = env.step(legal(observation, rng))
        shown.append(observation["observation"].tobytes())
    assert shown[0] == shown[1]


def test_without_a_seed_games_are_others() -> None:
    for env in (VectorEnv("axxa", 4, threads=1), VectorTurns("axxa", 4, threads=1)):
        starts = []
        for seed in (5, None, 5, None):
            env.reset(seed=seed)
            starts.append(env.batch.current.observation.tobytes())
        assert starts[0] == starts[2] != starts[1]
        assert starts[1] == starts[3], "what follows from a seed follows again"


def test_self_play_rewards_whoever_has_moved() -> None:
    env, rng = VectorEnv("avalam", 16, opponent="self", threads=1), np.random.default_rng(3)
    observation, info = env.reset(seed=1)
    checked = 0
    for _ in range(80):
        mover = info["to_move"].copy()
        observation, rewards, terminated, _, info = env.step(legal(observation, rng))
        for index in np.flatnonzero(terminated):
            outcome = env.batch.state(int(index)).outcome()
            assert outcome is not None
            expected = 0.0 if outcome.winner is None else 1.0 if outcome.winner == mover[index] else -1.0
            assert rewards[index] == expected
            checked += 1
    assert checked >= 16


def test_a_level_may_be_the_opponent() -> None:
    env, rng = VectorEnv("avalam", 2, opponent=1, threads=1), np.random.default_rng(5)
    observation, info = env.reset(seed=1)
    for _ in range(3):
        observation, _, terminated, _, info = env.step(legal(observation, rng))
        assert (info["to_move"][~terminated] == 0).all()
    assert env.batch.plies().tolist() == [6, 6]


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(BatchError, match="seat: 2 is none of the seats, 0 to 1"):
        VectorEnv("avalam", 2, seat=2)
    with pytest.raises(BatchError, match="opponent: 'god' is unknown"):
        VectorEnv("avalam", 2, opponent="god")
    with pytest.raises(BatchError, match="seed: one whole number decides all games"):
        VectorEnv("avalam", 2).reset(seed=[1, 2])
    env = VectorEnv("avalam", 2)
    env.reset(seed=1)
    with pytest.raises(BatchError, match=r"^actions: game 1 has 292"):
        env.step(np.array([0, 292]))


@pytest.mark.parametrize(("name", "options"), [("avalam", {}), ("axxa", {"mode": "coop", "seats": 3})])
def test_turns_tell_every_mover_what_it_was_given(name: str, options: dict[str, Any]) -> None:
    turns, rng = VectorTurns(name, 16, threads=1, **options), np.random.default_rng(7)
    turns.reset(seed=2)
    ended = 0
    for _ in range(120):
        observation, rewards, terminations, truncations, _ = turns.last()
        over = terminations | truncations
        assert not rewards[~over].any()
        for agent, given in turns.rewards.items():
            assert agent in turns.possible_agents
            assert not given[~over].any()
        movers = np.stack(list(turns.rewards.values()), axis=1)[np.arange(16), turns.agent_selection]
        assert np.array_equal(rewards[over], movers[over])
        ended += int(over.sum())
        turns.step(legal(observation, rng))
    assert ended > 16
    assert turns.observation_space("player_0")["action_mask"].shape == (int(turns.action_space("player_0").n),)
