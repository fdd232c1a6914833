"""Avalam: each clause of RULES.md has its test, named after it."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import alcove
from alcove.games.avalam.rules import CELLS, DARK, LIGHT, NUMBER, Options, State, neighbours
from tests.games.naive_avalam import Naive

AVALAM = alcove.game("avalam")
START = "2Aa5/1AaAa4/1aAaAaA2/1AaAaAaAa/AaAa1aAaA/aAaAaAaA1/2AaAaAa1/4aAaA1/5aA2 w"
GOLDEN = Path(__file__).parent.parent / "golden" / "avalam"


def rows(name: str) -> list[list[str]]:
    """The lines of a golden file, split at `|`."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines if line and not line.startswith("#")]


def position(text: str) -> State:
    state = AVALAM.from_text(START if text == "start" else text)
    assert isinstance(state, State)
    return state


def random_game(seed: int) -> list[State]:
    """The states of a game played at random, from the start to the end."""
    rng = random.Random(seed)
    states = [position("start")]
    while moves := states[-1].legal_moves():
        states.append(states[-1].play_unchecked(rng.choice(moves)))
    return states


def moves_of(text: str) -> set[str]:
    return {str(move) for move in position(text).legal_moves()}


# --- Equipment ------------------------------------------------------------------------------------------------------


def test_v1_board_has_48_cells_and_no_centre() -> None:
    assert len(CELLS) == len(set(CELLS)) == 48
    assert "e5" not in CELLS
    in_rows = {row: sum(cell[1] == row for cell in CELLS) for row in "987654321"}
    assert in_rows == {"9": 2, "8": 4, "7": 6, "6": 8, "5": 8, "4": 8, "3": 6, "2": 4, "1": 2}


def test_v2_start_text() -> None:
    assert AVALAM.initial().to_text() == START
    assert AVALAM.from_text(START) == AVALAM.initial()
    assert AVALAM.initial().to_move == LIGHT


def test_v2_colours_alternate_along_rows_and_columns_and_agree_on_diagonals() -> None:
    start = position("start")
    for cell in CELLS:
        for other in neighbours(cell):
            is_diagonal = cell[0] != other[0] and cell[1] != other[1]
            assert (start.towers[NUMBER[cell]] == start.towers[NUMBER[other]]) is is_diagonal


def test_v2_24_pieces_of_each_colour() -> None:
    start = position("start")
    assert (start.points(LIGHT), start.points(DARK)) == (24, 24)


# --- Play -----------------------------------------------------------------------------------------------------------


def test_v3_and_v6_the_moved_tower_owns_the_sum() -> None:
    state = position("9/9/9/1Bc6/9/9/9/9/9 w")
    assert state.play("b6-c6").to_text() == "9/9/9/2E6/9/9/9/9/9 b"
    assert state.play("c6-b6").to_text() == "9/9/9/1e7/9/9/9/9/9 b"


def test_v4_any_tower_whoever_owns_it() -> None:
    state = position("9/9/9/1ab6/9/9/9/9/9 w")
    assert moves_of(state.to_text()) == {"b6-c6", "c6-b6"}
    assert state.play("b6-c6").to_move == DARK


def test_v4_the_eight_neighbours() -> None:
    around = "9/9/1aaa5/1aAa5/1aaa5/9/9/9/9 w"
    assert {move for move in moves_of(around) if move.startswith("c6")} == {
        f"c6-{cell}" for cell in ("b7", "c7", "d7", "b6", "d6", "b5", "c5", "d5")
    }


def test_v5_never_across_the_hole_or_an_empty_cell() -> None:
    assert moves_of("9/9/9/9/3A1a3/9/9/9/9 w") == set()
    assert moves_of("9/9/9/1A1a5/9/9/9/9/9 w") == set()


def test_v5_a_sum_of_five_is_the_most() -> None:
    assert moves_of("9/9/9/1Db6/2a6/9/9/9/9 w") == {"b6-c5", "c5-b6", "c6-c5", "c5-c6"}


def test_v7_a_five_neither_moves_nor_grows() -> None:
    assert moves_of("9/9/9/1Eaa5/9/9/9/9/9 w") == {"c6-d6", "d6-c6"}


def test_v7_an_isolated_tower_stays_as_it_is() -> None:
    end = position("2A6/9/9/1ab6/9/9/9/9/9 w").play("b6-c6")
    assert end.to_text() == "2A6/9/9/2c6/9/9/9/9/9 b"
    assert end.legal_moves() == ()


@pytest.mark.parametrize(("text", "move", "clause"), rows("refusals.txt"))
def test_refused_moves_name_their_clause(text: str, move: str, clause: str) -> None:
    state = position(text)
    with pytest.raises(alcove.IllegalMoveError) as error:
        state.play(move)
    assert error.value.refusal.clause == clause
    assert f"({clause})" in str(error.value)
    assert error.value.text.fr != error.value.text.en


@pytest.mark.parametrize("text", ["", "c9", "c9d9", "c9-d9-e9", "C9-D9", "c9–d9", "-", "c9-d9!", "c10-d9", "x" * 500])
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(alcove.IllegalMoveError) as error:
        position("start").play(text)
    assert len(str(error.value)) < 200


# --- End ------------------------------------------------------------------------------------------------------------


def test_v8_while_a_move_exists_the_game_goes_on_even_if_decided() -> None:
    state = position("2A6/9/1A7/9/A7a/9/9/6aa1/9 b")
    assert state.outcome() is None
    assert state.play("g2-h2").outcome() is not None


@pytest.mark.parametrize(("text", "result", "reason", "light", "dark"), rows("ends.txt"))
def test_v8_v9_v10_ends(text: str, result: str, reason: str, light: str, dark: str) -> None:
    state = position(text)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason, outcome.scores) == (result, reason, (int(light), int(dark)))
    assert state.legal_moves() == ()
    assert state.to_text() == text


# --- Text and numbers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "place", "fault"), rows("bad_texts.txt"))
def test_bad_texts_name_the_fault_and_the_place(text: str, place: str, fault: str) -> None:
    with pytest.raises(alcove.PositionError) as error:
        AVALAM.from_text(text)
    assert str(error.value).startswith(f"{place}: ")
    assert fault in str(error.value)


@given(st.text(max_size=120) | st.text("ABCDEabcde0123456789/ wb", max_size=120))
def test_noise_is_a_position_error_or_a_position(text: str) -> None:
    try:
        state = AVALAM.from_text(text)
    except alcove.PositionError:
        return
    assert AVALAM.from_text(state.to_text()) == state


def test_divide_adds_up_to_perft() -> None:
    counts = alcove.divide(AVALAM.initial(), 2)
    assert len(counts) == 292
    assert sum(counts.values()) == 81_488


# --- Properties -----------------------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_v6_no_piece_is_lost_and_38_plies_are_the_most(seed: int) -> None:
    states = random_game(seed)
    assert len(states) - 1 <= 38
    for ply, state in enumerate(states):
        assert sum(abs(tower) for tower in state.towers) == 48
        assert sum(1 for tower in state.towers if tower) == 48 - ply
        assert state.to_move == ply % 2


def turned(state: State) -> State:
    """The board turned by 180°. Colours stay: c9 and its opposite g1 are both Light, so the start is its own image."""
    return State(tuple(reversed(state.towers)), state.side, Options())


def turned_move(move: str) -> str:
    return "".join(
        chr(ord("a") + ord("i") - ord(sign)) if sign.isalpha() else str(10 - int(sign)) if sign.isdigit() else sign
        for sign in move
    )


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_v1_turning_the_board_by_180_degrees_changes_nothing(seed: int) -> None:
    assert turned(position("start")) == position("start")
    for state in random_game(seed):
        other = turned(state)
        assert {turned_move(str(move)) for move in state.legal_moves()} == {str(move) for move in other.legal_moves()}
        assert state.outcome() == other.outcome()
        for move in state.legal_moves()[:5]:
            assert turned(state.play_unchecked(move)) == other.play(turned_move(str(move)))


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_swapping_the_colours_swaps_the_outcome(seed: int) -> None:
    end = random_game(seed)[-1]
    outcome = end.outcome()
    swapped = State(tuple(-tower for tower in end.towers), end.side).outcome()
    assert outcome is not None
    assert swapped is not None
    assert swapped.scores == outcome.scores[::-1]
    assert swapped.winner == (None if outcome.winner is None else 1 - outcome.winner)


@pytest.mark.parametrize("seed", range(30))
def test_a_naive_second_implementation_agrees(seed: int) -> None:
    rng = random.Random(seed)
    state, naive = position("start"), Naive()
    while True:
        moves = state.legal_moves()
        assert {str(move) for move in moves} == naive.moves()
        assert len(moves) == len(naive.moves())
        tops = {
            cell: ("L" if tower > 0 else "D", abs(tower))
            for cell, tower in zip(CELLS, state.towers, strict=True)
            if tower
        }
        assert tops == naive.tops()
        assert "LD"[state.to_move] == naive.turn
        outcome = state.outcome()
        assert (outcome.result if outcome else "*") == naive.result()
        if not moves:
            return
        move = str(rng.choice(moves))
        state = state.play(move)
        naive.play(move)
