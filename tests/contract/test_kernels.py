"""Every kernel gives the answers of its rules: move by move over random games, and back again."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.core.game import State
from alcove.games.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.games.kernels import Kernel, kernel

from .options import starts

GAMES = alcove.games()
RANDOM_GAMES = 12


@pytest.fixture(params=GAMES)
def compiled_game(request: pytest.FixtureRequest) -> Kernel:
    return kernel(request.param)


def random_game(start: State[Any], rng: random.Random, plies: int = 400) -> Iterator[tuple[State[Any], Any]]:
    """The states of a random game with the move that leaves each; the last one comes with `None`."""
    state = start
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            break
        move = rng.choice(moves)
        yield state, move
        state = state.play_unchecked(move)
    yield state, None


def expected_result(state: State[Any]) -> int:
    outcome = state.outcome()
    if outcome is None:
        return ONGOING
    if outcome.together:
        return SEAT_1_WINS if outcome.winner is None else SEAT_0_WINS
    return DRAW if outcome.winner is None else (SEAT_0_WINS, SEAT_1_WINS)[outcome.winner]


def test_a_packed_state_is_made_of_whole_words(compiled_game: Kernel) -> None:
    assert compiled_game.module.STATE_SIZE % 8 == 0


@pytest.mark.parametrize("number", range(RANDOM_GAMES))
def test_random_games_agree_with_the_rules(compiled_game: Kernel, number: int) -> None:
    module = compiled_game.module
    rng = random.Random(f"{compiled_game.name} {number}")
    start = starts(compiled_game.name, number).without_draw_rules()
    packed = compiled_game.pack(start)
    actions = np.empty(module.MAX_MOVES, np.int32)
    line: list[tuple[int, Any, Any]] = []
    for state, move in random_game(start, rng):
        n = module.moves(packed, actions)
        offered = [module.move_of(packed, int(action)) for action in actions[:n]]
        assert sorted(map(str, offered)) == sorted(map(str, state.legal_moves()))
        assert n == module.count_moves(packed)
        assert [module.action_of(packed, m) for m in offered] == actions[:n].tolist()
        assert module.to_move(packed) == state.to_move
        assert module.result(packed) == expected_result(state)
        assert module.key(packed) == module.key_of(packed) == module.key(compiled_game.pack(state))
        assert compiled_game.unpack(packed, start).to_text() == state.to_text()
        if move is not None:
            undo = np.empty(module.UNDO_SIZE, np.int64)
            action = module.action_of(packed, move)
            line.append((action, undo, packed.copy()))
            module.make(packed, action, undo)
    for action, undo, before in reversed(line):
        module.unmake(packed, action, undo)
        assert np.array_equal(packed, before)


def test_perft_agrees_with_the_rules(compiled_game: Kernel) -> None:
    start = starts(compiled_game.name, 0)
    for depth in range(3):
        assert compiled_game.perft(start, depth) == alcove.perft(start, depth)
    assert {str(m): n for m, n in compiled_game.divide(start, 2).items()} == {
        str(m): n for m, n in alcove.divide(start, 2).items()
    }


def test_playouts_depend_on_the_seed_alone(compiled_game: Kernel) -> None:
    start = starts(compiled_game.name, 0)
    alone = compiled_game.playouts(start, 50, seed=7, threads=1)
    assert alone == compiled_game.playouts(start, 50, seed=7, threads=3)
    assert alone != compiled_game.playouts(start, 50, seed=8, threads=1)
    assert alone.games == 50 == alone.wins_0 + alone.draws + alone.wins_1
    assert alone.plies > 0


def test_keys_tell_positions_apart(compiled_game: Kernel) -> None:
    seen: dict[int, State[Any]] = {}
    for number in range(RANDOM_GAMES):
        rng = random.Random(number)
        for state, _ in random_game(starts(compiled_game.name, number).without_draw_rules(), rng, 60):
            key = int(compiled_game.module.key(compiled_game.pack(state)))
            assert seen.setdefault(key, state) == state
