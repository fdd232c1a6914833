"""What batches promise beside the law: seeds, threads, restarts, refusals, arrays that others may share."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import alcove
import alcove.batch
from alcove.batch import HOLD, Batch, BatchError
from alcove.core.errors import AlcoveError, OptionError, WrongTypeError
from alcove.games.rooms import RoomError

OURS = ("avalam", "axom", "axxa", "axiom")


def played(batch: Batch, plies: int) -> list[bytes]:
    """Everything that a batch shows while it plays at random, ply by ply."""
    shown = []
    for _ in range(plies):
        step = batch.step(batch.sample())
        shown.append(b"".join(np.ascontiguousarray(array).tobytes() for array in step))
    return shown


@pytest.mark.parametrize("name", OURS)
def test_a_seed_reproduces_whatever_the_number_of_threads(name: str) -> None:
    count, plies = (256, 12) if name == "axiom" else (256, 60)
    one = played(alcove.batch.make(name, count, seed=9, threads=1, observation="bytes"), plies)
    assert one == played(alcove.batch.make(name, count, seed=9, threads=4, observation="bytes"), plies)
    assert one != played(alcove.batch.make(name, count, seed=10, threads=4, observation="bytes"), plies)


def test_a_batch_begins_anew() -> None:
    batch = alcove.batch.make("axxa", 64, seed=3)
    first = played(batch, 50)
    batch.reset(3)
    assert played(batch, 50) == first
    batch.reset(4)
    assert played(batch, 50) != first
    assert batch.seed == 4


def test_without_a_seed_luck_goes_on_and_can_be_had_again() -> None:
    batch, deals = alcove.batch.make("axxa", 8, seed=3), []
    for seed in (3, None, None, 3, None, None):
        deals.append(batch.reset(seed).observation.tobytes())
    assert len(set(deals[:3])) == 3
    assert deals[:3] == deals[3:]


def test_what_is_sampled_does_not_change_what_is_dealt() -> None:
    one, other = (alcove.batch.make("axxa", 8, seed=3) for _ in range(2))
    other.sample()
    one.reset(3)
    other.reset(3)
    assert [str(one.state(i)) for i in range(8)] == [str(other.state(i)) for i in range(8)]


def test_every_sample_is_drawn_anew_into_one_array() -> None:
    batch = alcove.batch.make("avalam", 8, threads=1)
    first = batch.sample()
    kept = first.copy()
    assert batch.sample() is first
    assert (first != kept).any()


# --- Restarts -----------------------------------------------------------------------------------------------------------


def test_same_step_shows_the_next_game_at_once() -> None:
    batch = alcove.batch.make("avalam", 16, threads=1)
    start = batch.current.observation[0].copy()
    ended = 0
    for _ in range(80):
        step = batch.step(batch.sample())
        for index in np.flatnonzero(step.terminated):
            ended += 1
            assert np.array_equal(step.observation[index], start)
            assert (batch.plies()[index], step.to_move[index], step.mask[index].sum()) == (0, 0, 292)
            assert abs(step.rewards[index]).tolist() in ([1.0, 1.0], [0.0, 0.0])
    assert ended >= 16


def test_next_step_shows_the_end_and_begins_again_whatever_the_action() -> None:
    batch = alcove.batch.make("avalam", 16, restart="next-step", threads=1)
    start = batch.current.observation[0].copy()
    was_over = np.zeros(16, np.bool_)
    seen_over = 0
    for _ in range(90):
        actions = batch.sample().copy()
        actions[was_over] = 10**6
        step = batch.step(actions)
        assert not (step.terminated & was_over).any()
        for index in np.flatnonzero(was_over):
            assert np.array_equal(step.observation[index], start)
            assert step.rewards[index].tolist() == [0.0, 0.0]
        was_over = step.terminated.copy()
        for index in np.flatnonzero(was_over):
            seen_over += 1
            assert not step.mask[index].any()
            assert batch.state(int(index)).outcome() is not None
    assert seen_over >= 16


def test_never_leaves_a_game_at_its_end() -> None:
    batch = alcove.batch.make("axxa", 16, restart="never", threads=1)
    given = np.zeros((16, 1))
    while not batch.current.terminated.all():
        was_over = batch.current.terminated.copy()
        actions = batch.sample().copy()
        actions[was_over] = HOLD
        step = batch.step(actions)
        given += abs(step.rewards)
        assert (step.terminated >= was_over).all(), "what has ended stays so"
    assert (given == 1).all(), "alone one wins or loses, and is told once"
    before = [array.copy() for array in step._replace(rewards=np.zeros((16, 1), np.float32))]
    batch.step(np.full(16, 10**6))
    assert all(np.array_equal(now, then) for now, then in zip(step, before, strict=True))
    batch.reset()
    assert not step.terminated.any()
    assert step.mask.any(axis=1).all()


@pytest.mark.parametrize("name", OURS)
def test_long_games_are_broken_off(name: str) -> None:
    batch = alcove.batch.make(name, 8, truncate_after=5, threads=1)
    for ply in range(1, 11):
        step = batch.step(batch.sample())
        assert (step.truncated | step.terminated).all() == (ply % 5 == 0)
        assert not (step.truncated & step.terminated).any()
    assert step.truncated.any()
    assert not step.rewards[step.truncated].any()


def test_a_ply_that_ends_a_game_is_no_truncation() -> None:
    batch = alcove.batch.make("axiom", 4, truncate_after=3, max_plies=3, threads=1)
    for _ in range(3):
        step = batch.step(batch.sample())
    assert step.terminated.all()
    assert not step.truncated.any()


# --- Refusals -----------------------------------------------------------------------------------------------------------


def test_a_masked_action_is_refused_and_no_game_is_touched() -> None:
    batch = alcove.batch.make("axom", 6, threads=1)
    actions, before = batch.sample().copy(), batch._games.states.copy()
    actions[4] = np.flatnonzero(~batch.current.mask[4])[0]
    with pytest.raises(BatchError, match=rf"^actions: {actions[4]} is not legal in game 4; its row of the mask tells"):
        batch.step(actions)
    actions[4] = batch.n_actions
    with pytest.raises(BatchError, match=r"^actions: game 4 has 392, but actions go from 0 to 391$"):
        batch.step(actions)
    actions[4] = -2
    with pytest.raises(BatchError, match=r"^actions: game 4 has -2"):
        batch.step(actions)
    assert np.array_equal(batch._games.states, before)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.zeros(5, np.int64), r"actions: expected one action for each of the 6 games, that is the shape \(6,\), found \(5,\)"),
        (np.zeros((6, 1), np.int64), r"actions: .* found \(6, 1\)"),
        (3, r"actions: .* found \(\)"),
        (np.zeros(6), r"actions: expected whole numbers, one for each game, found float64$"),
        (["a"] * 6, "actions: expected whole numbers"),
        (None, "actions: expected whole numbers"),
        ([[1], [1, 2]], "actions: expected whole numbers"),
    ],
)  # fmt: skip
def test_actions_of_another_kind_are_refused(actions: Any, sentence: str) -> None:
    batch = alcove.batch.make("axom", 6, threads=1)
    with pytest.raises(AlcoveError, match=f"^{sentence}"):
        batch.step(actions)


def test_a_masked_action_may_lose_instead() -> None:
    for name, rewards in (("avalam", [-1.0, 1.0]), ("axxa", [-1.0])):
        batch = alcove.batch.make(name, 4, illegal="lose", threads=1)
        actions = batch.sample().copy()
        if batch.current.mask[1].all():
            batch.step(actions)
            actions, rewards = batch.sample().copy(), rewards[::-1]
        plies = batch.plies().copy()
        actions[1] = np.flatnonzero(~batch.current.mask[1])[0]
        step = batch.step(actions)
        assert step.terminated.tolist() == [False, True, False, False]
        assert step.rewards[1].tolist() == rewards
        assert batch.plies().tolist() == [plies[0] + 1, 0, plies[2] + 1, plies[3] + 1]


@pytest.mark.parametrize("illegal", ["refuse", "lose"])
@pytest.mark.parametrize("action", [-2, 392, 2**63, 2**64 - 1])
def test_a_number_that_is_no_action_is_always_refused(illegal: Any, action: int) -> None:
    batch = alcove.batch.make("axom", 2, illegal=illegal, threads=1)
    actions = np.array([0, action], np.int64 if action < 0 else np.uint64)
    actions[0] = batch.sample()[0]
    with pytest.raises(BatchError, match=f"^actions: game 1 has {action}, but actions go from 0 to 391$"):
        batch.step(actions)
    assert batch.plies().tolist() == [0, 0]


def test_a_game_may_be_held() -> None:
    batch = alcove.batch.make("axom", 4, threads=1)
    actions, before = batch.sample().copy(), batch._games.states.copy()
    actions[[0, 2]] = HOLD
    step = batch.step(actions)
    assert step.to_move.tolist() == [0, 1, 0, 1]
    assert np.array_equal(batch._games.states[[0, 2]], before[[0, 2]])


@pytest.mark.parametrize(
    ("arguments", "kind", "sentence"),
    [
        ({"name": "chess"}, AlcoveError, "unknown game 'chess'"),
        ({"name": 3}, WrongTypeError, "name: expected the name of a game"),
        ({"count": 0}, BatchError, "count: 0 is not between 1 and"),
        (
            {"name": "axiom", "count": 1 << 24},
            BatchError,
            "count: 16777216 games need .* GB of memory, and this machine has",
        ),
        ({"count": 2.5}, WrongTypeError, "count: expected a whole number"),
        ({"count": True}, WrongTypeError, "count: expected a whole number"),
        ({"threads": 0}, BatchError, "threads: 0 is not between 1 and"),
        ({"seed": -1}, BatchError, "seed: -1 is not between 0 and"),
        ({"seed": "x"}, WrongTypeError, "seed: expected a whole number"),
        ({"restart": "later"}, BatchError, "restart: 'later' is unknown; choose same-step, next-step or never"),
        ({"observation": None}, BatchError, "observation: 'None' is unknown; choose planes or bytes"),
        ({"illegal": "shrug"}, BatchError, "illegal: 'shrug' is unknown; choose refuse or lose"),
        ({"truncate_after": 0}, BatchError, "truncate_after: 0 is not between 1 and"),
        ({"colour": "red"}, OptionError, "colour"),
        ({"name": "axxa", "deal": "1" * 36}, OptionError, "deal: a batch deals anew"),
        ({"name": "axom", "repetition": "shuttle"}, OptionError, "repetition: shuttle cannot be played in batches"),
    ],
)
def test_arguments_are_refused_by_name(arguments: dict[str, Any], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=f"{sentence}"):
        alcove.batch.make(**{"name": "avalam", "count": 4, **arguments})


def test_a_game_of_a_batch_is_named_by_its_number() -> None:
    batch = alcove.batch.make("avalam", 4, threads=1)
    for ask in (batch.state, batch.view, batch.moves):
        with pytest.raises(BatchError, match="index: 4 is not between 0 and 3"):
            ask(4)
    assert len(batch) == 4
    assert repr(batch) == "<4 games of avalam, 292 actions, planes (24, 9, 9)>"
    looks = alcove.batch.make("avalam", 4, threads=1, observation="bytes")
    assert repr(looks) == "<4 games of avalam, 292 actions, bytes (405,)>"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_is_not_copied(again: Callable[[Batch], object]) -> None:
    with pytest.raises(BatchError, match=r"^a batch can be neither pickled nor copied"):
        again(alcove.batch.make("avalam", 4, threads=1))


def test_a_game_that_cannot_be_seen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from alcove.batch import batch as module
    from alcove.games.rooms import Rooms

    has = Rooms.has
    monkeypatch.setattr(Rooms, "has", lambda self, room: room == "kernel" and has(self, room))
    monkeypatch.setattr(module, "rooms", lambda name: Rooms(alcove.game(name)))
    with pytest.raises(RoomError) as fault:
        alcove.batch.make("avalam", 4)
    assert fault.value.text.en == "Avalam has no observation for batches (observation.py)"
    assert fault.value.text.fr == "Avalam n'a pas d'observation pour les lots (observation.py)"


def test_a_game_without_the_room_is_seen_by_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a package's game would be that was written for networks alone."""
    from alcove.games.rooms import Rooms

    own = alcove.batch.make("avalam", 64, seed=2, threads=1)
    has = Rooms.has
    monkeypatch.setattr(Rooms, "has", lambda self, room: room != "observation" and has(self, room))
    other = alcove.batch.make("avalam", 64, seed=2, threads=1)
    assert played(own, 50) == played(other, 50)


# --- Secrets ------------------------------------------------------------------------------------------------------------


def test_what_nobody_has_seen_is_not_shown() -> None:
    """Another world behind the same view looks the same, byte by byte."""
    import random

    from alcove.games.rooms import rooms

    batch = alcove.batch.make("axxa", 32, seed=11, threads=1, mode="duel", observation="bytes")
    look, kernel, game = rooms("axxa").observation.look, rooms("axxa").kernel, alcove.game("axxa")
    differ = 0
    for _ in range(20):
        batch.step(batch.sample())
        for index in range(0, 32, 5):
            state, seen = batch.state(index), np.zeros(batch.look.size, np.uint8)
            for other, _ in zip(game.worlds(batch.view(index), random.Random(index)), range(3), strict=False):
                look(kernel.pack(other), seen)
                differ += other.to_text() != state.to_text()
                assert seen.tobytes() == batch.current.observation[index].tobytes()
    assert differ > 100


def test_deals_are_fair() -> None:
    """Every number is on top of every pile about as often as any other."""
    batch = alcove.batch.make("axxa", 12_000, seed=1)
    tops = batch.current.observation[:, :6].reshape(12_000, 6, 49).sum(axis=0)
    piles = tops[:, tops.sum(axis=0) > 0]
    assert piles.shape == (6, 12)
    assert (abs(piles - 2000) < 6 * np.sqrt(12_000 * 5 / 36)).all()


# --- Arrays -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_arrays_stay_where_they_are(name: str) -> None:
    batch = alcove.batch.make(name, 8, threads=1)
    before = [array.ctypes.data for array in batch.current]
    step = batch.step(batch.sample())
    assert [array.ctypes.data for array in step] == before
    assert all(address % 64 == 0 for address in before)
    assert all(array.flags.c_contiguous for array in step)
    assert (step.observation.dtype.name, step.mask.dtype.name) == ("float32", "bool")


def test_torch_shares_the_arrays() -> None:
    torch = pytest.importorskip("torch")
    batch = alcove.batch.make("avalam", 8, threads=1)
    shared = [torch.from_dlpack(array) for array in batch.current]
    assert [tensor.data_ptr() for tensor in shared] == [array.ctypes.data for array in batch.current]
    batch.step(torch.from_dlpack(batch.sample()))
    assert all(np.array_equal(tensor.numpy(), array) for tensor, array in zip(shared, batch.current, strict=True))
    assert shared[5].tolist() == [1] * 8


def test_jax_shares_the_arrays() -> None:
    jax = pytest.importorskip("jax")
    batch = alcove.batch.make("avalam", 8, threads=1)
    shared = [jax.dlpack.from_dlpack(array, copy=False) for array in batch.current]
    assert [array.unsafe_buffer_pointer() for array in shared] == [array.ctypes.data for array in batch.current]
    assert np.array_equal(np.asarray(shared[0]), batch.current.observation)


def test_the_docstring_is_true() -> None:
    import doctest

    found = doctest.testmod(alcove.batch)
    assert (found.attempted > 3, found.failed) == (True, 0)


def test_the_chapter_is_true() -> None:
    import doctest
    from pathlib import Path

    pytest.importorskip("gymnasium")
    chapter = Path(__file__).parents[2] / "docs" / "batch.md"
    found = doctest.testfile(str(chapter), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (found.attempted > 15, found.failed) == (True, 0)
