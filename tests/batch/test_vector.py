"""Batches behind Gymnasium's and PettingZoo's interfaces."""

from typing import Any

import numpy as np
import pytest

from alcove.batch import Batch, BatchError
from alcove.core.errors import AlcoveError

pytest.importorskip("gymnasium")
from alcove.environments.sitting import PlayError
from alcove.environments.vector import OF_BATCHES_ALONE, VectorEnv, VectorTurns


def legal(observation: dict[str, Any], rng: np.random.Generator) -> Any:
    """A random legal action everywhere; 0 where there is none."""
    return np.where(observation["action_mask"], rng.random(observation["action_mask"].shape), -1.0).argmax(axis=1)


@pytest.mark.parametrize(
    ("name", "level", "side", "options"),
    [
        ("avalam", "random", 0, {}),
        ("axom", "random", 1, {}),
        ("avalam", None, "random", {}),
        ("axxa", None, 0, {}),
        ("axxa", "random", 1, {"mode": "duel"}),
        ("axxa", "random", 2, {"mode": "coop", "seats": 3}),
        ("axxa", "self", 0, {"mode": "coop", "seats": 3}),
        ("avalam", "self", 0, {}),
    ],
)
def test_the_learner_always_has_the_turn(name: str, level: Any, side: Any, options: dict[str, Any]) -> None:
    env, rng = VectorEnv(name, 32, level=level, side=side, threads=1, **options), np.random.default_rng(1)
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
        assert (info["to_move"] == info["seat"])[going].all()
        assert level == "self" or side == "random" or (info["seat"] == side).all()
        assert info["action_mask"] is observation["action_mask"]
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
    env, rng = VectorEnv("avalam", 16, level="self", threads=1), np.random.default_rng(3)
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


def test_a_level_may_take_the_other_seat() -> None:
    env, rng = VectorEnv("avalam", 2, level=1, threads=1), np.random.default_rng(5)
    observation, info = env.reset(seed=1)
    for _ in range(3):
        observation, _, terminated, _, info = env.step(legal(observation, rng))
        assert (info["to_move"][~terminated] == 0).all()
    assert env.batch.plies().tolist() == [6, 6]


def test_a_function_may_take_the_other_seat() -> None:
    asked = []

    def first(batch: Batch, waiting: Any) -> Any:
        asked.append(waiting.tolist())
        return batch.current.mask[waiting].argmax(axis=1)

    env = VectorEnv("avalam", 3, level=first, side=1, threads=1)
    env.reset(seed=1)
    assert asked == [[0, 1, 2]]
    assert env.batch.plies().tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (None, r"^level: the function was asked for 2 actions, .* gave object of the shape \(\)$"),
        ([0], r"^level: .* gave int64 of the shape \(1,\)$"),
        ([0.5, 1.0], r"^level: .* gave float64 of the shape \(2,\)$"),
        ([[0], [1, 2]], r"^level: the function was asked for 2 actions"),
        ([0, -1], "^level: the function gave -1 for game 1, which is not legal there$"),
        ([292, 0], "^level: the function gave 292 for game 0, which is not legal there$"),
    ],
)
def test_what_a_function_answers_is_looked_at(answer: Any, says: str) -> None:
    env = VectorEnv("avalam", 2, level=lambda batch, waiting: answer, side=1, threads=1)
    with pytest.raises(BatchError, match=says):
        env.reset(seed=1)


def test_a_random_side_is_another_one_each_game() -> None:
    env, rng, shown = VectorEnv("axom", 64, side="random", threads=1), np.random.default_rng(1), []
    for _ in range(2):
        observation, info = env.reset(seed=8)
        shown.append(info["seat"].tolist())
        assert set(shown[-1]) == {0, 1}
    assert shown[0] == shown[1]
    seats = info["seat"]
    for _ in range(150):
        observation, *_, info = env.step(legal(observation, rng))
    assert (info["seat"] != seats).any()


@pytest.mark.parametrize("level", ["random", "self"])
def test_what_is_handed_out_stays_as_it_was(level: Any) -> None:
    env = VectorEnv("avalam", 4, level=level, threads=1)
    told, info = env.reset(seed=1)
    arrays = [*told.values(), *info.values()]
    before = [array.copy() for array in arrays]
    observation, rng = told, np.random.default_rng(1)
    for _ in range(3):
        observation, *_ = env.step(legal(observation, rng))
    assert all(np.array_equal(array, then) for array, then in zip(arrays, before, strict=True))


def test_nothing_is_copied_for_whoever_says_so() -> None:
    env = VectorEnv("avalam", 4, copy=False, threads=1)
    told, info = env.reset(seed=1)
    assert told["observation"] is env.batch.current.observation
    assert np.shares_memory(told["action_mask"], env.batch.current.mask)
    assert info["to_move"] is env.batch.current.to_move
    turns = VectorTurns("avalam", 4, copy=False, threads=1)
    assert turns.last()[0]["observation"] is turns.batch.current.observation


def test_turns_that_were_told_stay_as_they_were() -> None:
    turns = VectorTurns("avalam", 4, threads=1)
    turns.reset(seed=1)
    told, mover = turns.last()[0], turns.agent_selection
    before = [told["observation"].copy(), told["action_mask"].copy(), mover.copy()]
    turns.step(turns.batch.sample())
    now = [told["observation"], told["action_mask"], mover]
    assert all(np.array_equal(array, then) for array, then in zip(now, before, strict=True))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        *(({"side": side}, 'side: expected 0, 1 or "random", found') for side in (None, 0.5, -1, 2, "a")),
        *(({"num_envs": number}, "num_envs: ") for number in (0, None, 2.5, True)),
        *(({"level": level}, "level: expected a number from 1 to 8, ") for level in ("god", 0, 9, 1.5, True)),
        *(({name: 1}, f"{name}: for alcove.batch.make alone") for name in OF_BATCHES_ALONE),
        ({"copy": 1}, "copy: expected True or False"),
        ({"options": 5}, "options: expected a mapping"),
        ({"opponent": "random"}, "opponent"),
        ({"game": "axxa", "level": 1}, "level: nobody else plays here"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(AlcoveError, match=says):
        VectorEnv(**{"game": "avalam", "num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [({"num_envs": 0}, "num_envs: 0"), ({"restart": "never"}, "restart: for alcove.batch.make alone"), ({"copy": None}, "copy: ")],
)  # fmt: skip
def test_wrong_arguments_of_turns_are_named(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(AlcoveError, match=f"^{says}"):
        VectorTurns(**{"game": "avalam", "num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seed": [1, 2]}, "seed: one whole number decides all games"),
        ({"seed": -1}, "seed: -1 is not between"),
        ({"seed": "a"}, "seed: expected a whole number"),
        ({"options": 5}, "options: expected a mapping"),
        ({"options": {"position": 3}}, "position: expected a text"),
        ({"options": {"position": "x"}}, "position: games of a vector environment begin at their start"),
    ],
)
def test_wrong_arguments_of_a_reset_are_named(given: dict[str, Any], says: str) -> None:
    with pytest.raises(AlcoveError, match=f"^{says}"):
        VectorEnv("avalam", 2).reset(**given)


def test_wrong_actions_are_named() -> None:
    for env in (VectorEnv("avalam", 2), VectorTurns("avalam", 2)):
        env.reset(seed=1)
        for actions, says in (
            ([0, 292], "actions: game 1 has 292"),
            ([-1, -1], "actions: game 0 has -1, but actions go"),
        ):
            with pytest.raises(BatchError, match=f"^{says}"):
                env.step(np.array(actions))
        assert env.batch.plies().tolist() == [0, 0]


def test_a_game_that_is_over_begins_again_whatever_the_action() -> None:
    for env in (VectorEnv("avalam", 2, level="self", truncate_after=1), VectorTurns("avalam", 2, truncate_after=1)):
        env.reset(seed=1)
        for actions in ([0, 0], [-1, 500]):
            env.step(np.array(actions))
        assert env.batch.plies().tolist() == [0, 0]


def test_a_game_that_ends_before_the_learner_has_a_turn_is_refused() -> None:
    with pytest.raises(BatchError, match=r"^truncate_after: game 0 is over before seat 1 has had a turn$"):
        VectorEnv("avalam", 2, side=1, truncate_after=1).reset(seed=1)


def test_nothing_is_played_before_the_first_game_or_after_the_last() -> None:
    env = VectorEnv("avalam", 2)
    with pytest.raises(PlayError, match=r"^no game has begun yet: call reset first$"):
        env.step(np.array([0, 0]))
    env.reset(seed=1)
    env.close()
    for again in (env.reset, lambda: env.step(np.array([0, 0]))):
        with pytest.raises(PlayError, match=r"^the environment is closed$"):
            again()


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
