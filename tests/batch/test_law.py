"""Batches against the law, move by move: moves, masks, planes, rewards, ends."""

from typing import Any

import numpy as np
import pytest

import alcove
import alcove.batch
from alcove.batch import Batch
from alcove.core.game import State
from alcove.games.rooms import rooms

VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("avalam", {}, 300),
    ("axom", {}, 20),
    ("axom", {"repetition": "position4", "draw_plies": 40}, 8),
    ("axom", {"repetition": "off", "fifth_four": "forbid", "no_move": "draw", "draw_plies": 20}, 30),
    ("axxa", {}, 400),
    ("axxa", {"mode": "coop", "seats": 3, "take_after_payment": "yes"}, 300),
    ("axxa", {"mode": "duel", "second_cycle": "yes", "shape": "side"}, 200),
    ("axiom", {}, 6),
    ("axiom", {"repetition": "off", "max_plies": 30}, 30),
]
"""Games, options, and how many games are played to their end by the law."""
IDS = [" ".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options, _ in VARIANTS]


def law_start(batch: Batch, index: int, options: dict[str, Any]) -> State[Any]:
    """The position of a game that has just begun, as the law writes it."""
    return batch.game.from_text(batch.state(index).to_text(), **options)


def reward_of(state: State[Any]) -> list[float]:
    outcome = state.outcome()
    assert outcome is not None
    if outcome.together:
        return [-1.0 if outcome.winner is None else 1.0] * state.seats
    if outcome.winner is None:
        return [0.0, 0.0]
    return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]


def planes_of(batch: Batch, packed: Any, state: State[Any]) -> Any:
    """The planes by the room alone, from a packed form of the law's own state and the law's own past."""
    name = batch.game.name
    seen, planes = np.zeros(batch.look.size, np.uint8), np.zeros(batch.look.shape, np.float32)
    rooms(name).observation.look(packed, seen)
    if rooms(name).has("encoding"):
        past = np.array(rooms(name).encoding.past_marks(state), np.int64)
        rooms(name).observation.recall(packed, past, seen)
    from alcove.compiled.looks import draw

    draw(seen, batch.look.cell_layers, batch.look.table, batch.look.spans, planes)
    return planes


@pytest.mark.parametrize(("name", "options", "wanted"), VARIANTS, ids=IDS)
def test_batches_keep_the_law(name: str, options: dict[str, Any], wanted: int) -> None:
    count = 4
    batch = alcove.batch.make(name, count=count, seed=5, threads=1, **options)
    kernel = rooms(name).kernel
    states = [law_start(batch, index, options) for index in range(count)]
    finished = plies = 0
    while finished < wanted:
        actions = batch.sample().copy()
        for index in range(count):
            moves = batch.moves(index)
            assert set(moves.values()) == set(states[index].legal_moves())
            assert np.flatnonzero(batch.current.mask[index]).tolist() == sorted(moves)
            assert batch.current.to_move[index] == states[index].to_move
            if plies % 5 == index:
                packed = batch._games.states[index].copy()
                assert kernel.key(packed) == kernel.key(kernel.pack(states[index]))
                shown = batch.current.observation[index]
                assert np.array_equal(shown, planes_of(batch, packed, states[index]))
            states[index] = states[index].play(moves[int(actions[index])])
        step = batch.step(actions)
        plies += 1
        for index in range(count):
            outcome = states[index].outcome()
            assert step.terminated[index] == (outcome is not None)
            assert not step.truncated[index]
            if outcome is None:
                assert step.rewards[index].tolist() == [0.0] * states[index].seats
                continue
            assert step.rewards[index].tolist() == reward_of(states[index])
            states[index] = law_start(batch, index, options)
            finished += 1


@pytest.mark.parametrize("name", ["avalam", "axom", "axxa", "axiom"])
def test_what_is_drawn_piece_by_piece_is_what_is_drawn_at_once(name: str) -> None:
    """Thousands of games: planes that follow from the ones before, and bytes that are looked at anew."""
    rounds, count = (60, 24) if name == "axiom" else (150, 200)
    planes = alcove.batch.make(name, count=count, seed=3, threads=1)
    seen = alcove.batch.make(name, count=count, seed=3, threads=1, observation="bytes")
    ended = 0
    for _ in range(rounds):
        actions = planes.sample()
        step, other = planes.step(actions), seen.step(actions)
        ended += int(step.terminated.sum())
        for field in ("mask", "rewards", "terminated", "truncated", "to_move"):
            assert np.array_equal(getattr(step, field), getattr(other, field))
        for index in range(0, count, 7):
            assert np.array_equal(step.observation[index].reshape(-1), planes._drawn(other.observation[index].copy()))
    assert ended > 0 or name == "axiom"
