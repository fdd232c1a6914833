"""What Axom's kernel owes the rules beyond the contract suite: the counts of X22, the marks of X20, ends, and planes."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import alcove
from alcove.compiled.marks import mark
from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.core.options import specs
from alcove.games.axom import encoding, kernel
from alcove.games.axom.rules import CELLS, NUMBER, Move, Movement, Options, State
from alcove.games.kernels import kernel as door

GAME = alcove.game("axom")
START = "3bd1h/3cbd1/4dbd/BC3cb/DBD4/1DBC3/H1DB3 w"
SHUTTLE = "b1-a2 f7-g6 a2-b1 g6-f7 "


def played(moves: str, **options: object) -> State:
    state = GAME.initial(**options)
    for move in moves.split():
        state = state.play(move)
    assert isinstance(state, State)
    return state


def positions(games: int, **options: object) -> Iterator[State]:
    """The positions of random games, ends included."""
    for number in range(games):
        rng = random.Random(number)
        state = GAME.initial(**options)
        assert isinstance(state, State)
        while moves := state.legal_moves():
            yield state
            state = state.play_unchecked(rng.choice(moves))
        yield state


def actions_of(packed: kernel.Packed) -> list[int]:
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    return [int(action) for action in actions[: kernel.moves(packed, actions)]]


def test_perft_of_the_start_to_depth_5() -> None:
    assert door("axom").perft(GAME.initial(), 5) == 5_344_142


def test_perft_ignores_the_count_of_x22() -> None:
    late = GAME.from_text(START + " 98")
    assert door("axom").perft(late, 4) == 186_204


def test_x22_is_counted_move_by_move() -> None:
    for state in positions(6, draw_plies=12):
        packed, ended = kernel.pack(state), state.outcome()
        assert (kernel.result(packed) == ONGOING) == (ended is None)
        assert (kernel.result(packed) == DRAW) == (ended is not None and ended.reason == "plies")
        for move in state.legal_moves():
            after = packed.copy()
            kernel.make(after, kernel.action_of(packed, move), np.empty(kernel.UNDO_SIZE, np.int64))
            assert kernel.unpack(after, state.options).quiet_plies == state.play_unchecked(move).quiet_plies
        assert len(actions_of(packed)) == kernel.count_moves(packed) == len(state.legal_moves())


@pytest.mark.parametrize(
    ("text", "options", "result"),
    [
        ("6h/7/7/7/bb5/Hb5/1b5 w", {}, SEAT_1_WINS),
        ("6h/7/7/7/bb5/Hb5/1b5 w", {"no_move": "draw"}, DRAW),
        ("7/7/7/AAB4/7/7/H6 b", {}, SEAT_0_WINS),
        ("7/7/7/aab4/7/7/6h w", {}, SEAT_1_WINS),
        (START + " 100", {"draw_plies": 100}, DRAW),
        (START + " 100", {}, ONGOING),
        (START + " 100", {"draw_plies": 101}, ONGOING),
    ],
)
def test_ends(text: str, options: dict[str, object], result: int) -> None:
    packed = kernel.pack(GAME.from_text(text, **options))  # type: ignore[arg-type]
    assert kernel.result(packed) == result
    assert (kernel.count_moves(packed) > 0) == (result == ONGOING)


def test_a_head_taken_beyond_the_limits_can_be_unpacked() -> None:
    state = GAME.from_text("7/7/7/DDh4/7/7/H6 w", head_stop_limits="off")
    assert isinstance(state, State)
    packed = kernel.pack(state)
    move = state.find("a4xc4")
    kernel.make(packed, kernel.action_of(packed, move), np.empty(kernel.UNDO_SIZE, np.int64))
    assert door("axom").unpack(packed, state).to_text() == state.play("a4xc4").to_text()
    assert kernel.result(packed) == SEAT_0_WINS


def test_x20_marks_the_move_that_has_been_played_three_times() -> None:
    state = played("a1-b1 g7-f7 " + SHUTTLE * 3, repetition="position4")
    packed = kernel.pack(state)
    losing, drawn = kernel.history_marks(state)
    assert drawn == []
    assert int(mark(kernel.key(packed), kernel.action_of(packed, Move("b1", "a2")))) in losing
    assert int(mark(kernel.key(packed), kernel.action_of(packed, Move("b1", "c1")))) not in losing
    assert len(losing) == 4
    assert kernel.history_marks(played("a1-b1 g7-f7 " + SHUTTLE * 2, repetition="position4")) == ([], [])


OTHERS = [spec for spec in specs(Options) if spec.values and spec.name != "repetition"]


@pytest.mark.parametrize("number", range(8))
def test_x20_movements_are_counted_move_by_move(number: int) -> None:
    """Random games to the end, each with other options, of players who like to go back: counts, ends and keys are those of
    the law, and unmaking brings back every byte."""
    rng = random.Random(number)
    state = GAME.initial(**{spec.name: rng.choice(spec.values) for spec in OTHERS})
    assert isinstance(state, State)
    packed, line, last = kernel.pack(state), [], ["", ""]
    while True:
        assert kernel.unpack(packed, state.options).movements == state.movements
        assert kernel.key(packed) == kernel.key_of(packed) == kernel.key(kernel.pack(state))
        assert np.array_equal(kernel.pack(state)[kernel.MADE :], packed[kernel.MADE :])
        outcome = state.outcome()
        assert kernel.result(packed) == (
            ONGOING if outcome is None else (SEAT_0_WINS, SEAT_1_WINS)[outcome.scores[1] == 1]
        )
        assert len(actions_of(packed)) == kernel.count_moves(packed) == len(state.legal_moves())
        if outcome is not None:
            break
        moves = state.legal_moves()
        back = [move for move in moves if move.target + move.origin == last[state.side]]
        move = rng.choice(back if back and rng.random() < 0.7 else moves)
        last[state.side] = move.origin + move.target
        undo, action = np.empty(kernel.UNDO_SIZE, np.int64), kernel.action_of(packed, move)
        line.append((action, undo, packed.copy()))
        kernel.make(packed, action, undo)
        state = state.play_unchecked(move)
    for action, undo, before in reversed(line):
        kernel.unmake(packed, action, undo)
        assert np.array_equal(packed, before)


def test_x20_a_fourth_time_that_takes_the_head_wins() -> None:
    facing = GAME.from_text("7/7/7/3Hh2/7/7/7 w")
    assert isinstance(facing, State)
    state = replace(facing, movements={Movement(0, "d4", "e4"): 3, Movement(0, "d4", "d5"): 3})
    for move, result in (("d4xe4", SEAT_0_WINS), ("d4-d5", SEAT_1_WINS)):
        packed = kernel.pack(state)
        kernel.make(packed, kernel.action_of(packed, state.find(move)), np.empty(kernel.UNDO_SIZE, np.int64))
        assert kernel.result(packed) == result
        assert kernel.count_moves(packed) == 0


def test_x20_counts_make_another_key() -> None:
    """Without repeating anything, moves in another order lead to the same key; a movement more is another one."""
    one = played("a1-b1 g7-f7 c1-f1 e7-b7")
    assert kernel.key(kernel.pack(one)) == kernel.key(kernel.pack(played("c1-f1 e7-b7 a1-b1 g7-f7")))
    again = played("a1-b1 g7-f7 " + SHUTTLE)
    assert again == played("a1-b1 g7-f7")
    assert kernel.key(kernel.pack(again)) != kernel.key(kernel.pack(played("a1-b1 g7-f7")))


@pytest.mark.parametrize("repetition", ["movement4", "position4", "shuttle", "off"])
def test_a_random_game_ends_without_x22(repetition: str) -> None:
    """Two lone heads hardly ever meet; a game that nothing ends is given up."""
    state = GAME.from_text("5h1/7/7/7/7/7/1H5 w", repetition=repetition, head_takes_on_heart="no")
    found = door("axom").playouts(state, 20, threads=1)
    assert found.plies <= 20 * kernel.MAX_PLIES
    assert found.wins_0 + found.draws + found.wins_1 == 20


def test_x20_shuttle_marks_the_losing_move_where_it_stands() -> None:
    state = played("a1-b1 g7-f7 " + SHUTTLE * 3, repetition="shuttle")
    packed = kernel.pack(state)
    expected = [int(mark(kernel.key(packed), kernel.action_of(packed, move))) for move in state.losing_repetitions()]
    assert len(expected) == 1
    assert kernel.history_marks(state) == (expected, [])
    assert kernel.history_marks(played("a1-b1 g7-f7 " + SHUTTLE * 3, repetition="off")) == ([], [])


# --- Planes ---------------------------------------------------------------------------------------------------------


def planes_of(state: State) -> encoding.Planes:
    planes = np.empty(encoding.SHAPE, np.float32)
    encoding.encode(kernel.pack(state), planes)
    return planes


def moved_board(state: State, where: dict[int, int], sign: int = 1) -> State:
    """The position with every piece and movement on other cells, and in other hands where `sign` is −1."""
    board = [0] * len(CELLS)
    for cell, piece in enumerate(state.board):
        board[where[cell]] = sign * piece
    seats = (0, 1) if sign == 1 else (1, 0)
    there = {cell: CELLS[where[NUMBER[cell]]] for cell in CELLS}
    movements = {
        Movement(seats[seat], there[origin], there[target]): times
        for (seat, origin, target), times in state.movements.items()
    }
    return replace(state, board=tuple(board), side=seats[state.side], movements=movements)


MIRROR = {NUMBER[cell]: NUMBER["abcdefg"[int(cell[1]) - 1] + str("abcdefg".index(cell[0]) + 1)] for cell in CELLS}
HALF_TURN = {cell: 48 - cell for cell in range(49)}


def test_planes_count_what_stands_there() -> None:
    planes = planes_of(GAME.initial())  # type: ignore[arg-type]
    assert planes[:5].sum(axis=(1, 2)).tolist() == [0, 4, 2, 4, 1]
    assert planes[4, 6, 0] == planes[9, 0, 6] == planes[10, 6, 0] == planes[11, 0, 6] == 1


def test_mirroring_commutes_with_encoding() -> None:
    for state in positions(2):
        mirror = moved_board(state, MIRROR)
        assert np.array_equal(encoding.mirrored(planes_of(state)), planes_of(mirror))
        actions = actions_of(kernel.pack(state))
        assert sorted(encoding.MIRRORED_ACTION[actions]) == sorted(actions_of(kernel.pack(mirror)))


def test_both_sides_see_alike() -> None:
    for state in positions(2):
        turned = moved_board(state, HALF_TURN, -1)
        assert np.array_equal(planes_of(state), planes_of(turned))
        here, there = actions_of(kernel.pack(state)), actions_of(kernel.pack(turned))
        assert sorted(encoding.SEEN_ACTION[state.side][here]) == sorted(encoding.SEEN_ACTION[turned.side][there])
