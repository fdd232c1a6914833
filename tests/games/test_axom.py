"""Axom: each clause of RULES.md has its test, named after it."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import alcove
from alcove.core.errors import AlcoveError, IllegalMoveError, OptionError, PositionError
from alcove.core.perft import divide, perft
from alcove.core.text import LANGUAGES, Language, Refusal
from alcove.games.axom.rules import CELLS, DARK, HEAD, LIGHT, NUMBER, Capture, Move, Movement, Sowing, State

AXOM = alcove.game("axom")
START = "3bd1h/3cbd1/4dbd/BC3cb/DBD4/1DBC3/H1DB3 w"
GOLDEN = Path(__file__).parent.parent / "golden" / "axom"


def rows(name: str) -> list[list[str]]:
    """The lines of a golden file, split at `|`."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines if line and not line.startswith("#")]


def position(text: str, **options: Any) -> State:
    state = AXOM.from_text(START if text == "start" else text, **options)
    assert isinstance(state, State)
    return state


def story(text: str, origin: str, direction: str, **options: Any) -> Sowing:
    found = position(text, **options).sow(origin, direction)
    assert isinstance(found, Sowing), found
    return found


def heights(found: Sowing) -> tuple[int, ...]:
    """How high the mover's stacks are afterwards, on the origin and on each cell of the path."""
    return tuple(abs(found.board[NUMBER[cell]]) for cell in (found.origin, *found.path))


def refused(text: str, origin: str, direction: str, **options: Any) -> Refusal:
    found = position(text, **options).sow(origin, direction)
    assert isinstance(found, Refusal), found
    return found


def board_after(text: str, move: str, **options: Any) -> str:
    """The board after a move, without side and count."""
    return position(text, **options).play(move).to_text().split()[0]


def moves_of(text: str, **options: Any) -> set[str]:
    return {str(move) for move in position(text, **options).legal_moves()}


def play_all(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.play(move)
    return state


def turned(state: State) -> State:
    """The position seen from the other corner, with the colours changed."""
    return State(tuple(-piece for piece in reversed(state.board)), 1 - state.side, state.options, state.quiet_plies)


def turned_move(move: Move) -> Move:
    origin, target = (CELLS[48 - CELLS.index(cell)] for cell in move[:2])
    return Move(origin, target, move.takes)


def random_game(seed: int, **options: Any) -> list[State]:
    """The states of a game played at random, from the start to the end."""
    rng = random.Random(seed)
    states = [position("start", **options)]
    while moves := states[-1].legal_moves():
        states.append(states[-1].play_unchecked(rng.choice(moves)))
    return states


# --- Golden files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("figures.txt"), ids=lambda row: f"{row[0]}: {row[1]}")
def test_figure(row: list[str]) -> None:
    _, _, before, walk, after, *told = row
    origin, direction = walk.split()
    state = position(before)
    found = state.sow(origin, direction)
    if after == "no move":
        assert isinstance(found, Refusal)
        assert found.clause.startswith("X")
        return
    assert isinstance(found, Sowing)
    played = state.play(found.move)
    assert " ".join(played.to_text().split()[:2]) == after
    if told:
        assert str(found.move) == told[0]
    outcome = played.outcome()
    if len(told) == 2:
        assert outcome is not None
        assert AXOM.seat_names(state.options)[outcome.winner or 0].en == told[1]
        assert (outcome.winner, outcome.scores, outcome.reason) == (LIGHT, (1, 0), "head")
        assert played.legal_moves() == ()
    else:
        assert outcome is None


@pytest.mark.parametrize("row", rows("figures.txt"), ids=lambda row: f"{row[0]}: {row[1]}")
def test_figure_seen_by_dark(row: list[str]) -> None:
    """The same figure from the other corner."""
    _, _, before, walk, after, *_ = row
    origin, direction = walk.split()
    state = position(before)
    found = state.sow(origin, direction)
    mirrored = {turned_move(move) for move in turned(state).legal_moves()}
    assert mirrored == set(state.legal_moves())
    if isinstance(found, Sowing):
        played = turned(state).play(turned_move(found.move))
        assert turned(played).to_text().split()[:2] == after.split()


@pytest.mark.parametrize(("clause", "text", "result", "reason"), rows("ends.txt"))
def test_end(clause: str, text: str, result: str, reason: str) -> None:
    state = position(text, draw_plies=100)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (result, reason)
    assert outcome.scores == {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}[result]
    assert state.legal_moves() == ()
    assert state.to_text() == text
    refusal = state.why_not("a1-a2")
    assert refusal is not None
    assert refusal.clause == clause


@pytest.mark.parametrize(("text", "move", "clause", "words"), rows("refusals.txt"))
def test_refusal(text: str, move: str, clause: str, words: str) -> None:
    state = position(text, draw_plies=100)
    refusal = state.why_not(move)
    assert refusal is not None
    assert refusal.clause == clause
    assert words in refusal.text.en
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert move in str(caught.value)
    assert caught.value.refusal == refusal


@pytest.mark.parametrize(("text", "message"), rows("bad_texts.txt"))
def test_bad_position_text(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        AXOM.from_text(text)
    assert message in str(caught.value)
    assert caught.value.in_language("fr") != str(caught.value)


def test_first_moves() -> None:
    (line,) = rows("first_moves.txt")
    assert [str(move) for move in AXOM.initial().legal_moves()] == line[0].split()


def test_perft_divided_adds_up() -> None:
    parts = divide(AXOM.initial(), 3)
    assert len(parts) == 18
    assert sum(parts.values()) == 7766


# --- Equipment ------------------------------------------------------------------------------------------------------


def test_x2_and_x3_the_start() -> None:
    state = position("start")
    assert AXOM.initial().to_text() == START
    assert AXOM.initial() == state
    assert (state.pawns(LIGHT), state.pawns(DARK)) == (30, 30)
    assert state.to_move == LIGHT
    assert state.outcome() is None
    assert [CELLS[state.board.index(sign * HEAD)] for sign in (1, -1)] == ["a1", "g7"]


def test_x4_four_stacks_of_four_each_at_the_start() -> None:
    assert (position("start").board.count(4), position("start").board.count(-4)) == (4, 4)


def test_x5_the_start_looks_the_same_from_both_corners() -> None:
    assert turned(position("start")).board == position("start").board


# --- Stacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "targets"),
    [
        ("A", "c3 c5 e3 e5"),
        ("B", "c4 d3 d5 e4"),
        ("C", "b2 b6 f2 f6"),
        ("D", "a4 d1 d7 g4"),
    ],
)
def test_x6_lines_by_height(letter: str, targets: str) -> None:
    found = moves_of(f"6h/7/7/3{letter}3/7/7/H6 w")
    assert {move for move in found if move.startswith("d4")} == {f"d4-{target}" for target in targets.split()}


@pytest.mark.parametrize(
    ("origin", "direction", "clause"), [("d4", "east", "X5"), ("e5", "south", "X5"), ("c3", "north-east", "X6")]
)
def test_x5_x6_only_own_pieces_on_their_lines_have_a_story(origin: str, direction: str, clause: str) -> None:
    assert refused("start", origin, direction).clause == clause


def test_x8_a_shorter_cell_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match=r"the walk must go on to f3 \(X8\)"):
        AXOM.initial().play("c3-e3")


def test_x9_limits_are_judged_only_at_the_end() -> None:
    """c4 grows to the fourth stack of four while a4 ceases to be one."""
    assert board_after("6h/DDD4/7/D1C4/7/7/H6 w", "a4-d4") == "6h/DDD4/7/AADA3/7/7/H6"


def test_x10_own_four_stack_is_impassable() -> None:
    assert refused("6h/7/7/DD5/7/7/H6 w", "a4", "east").clause == "X10"
    assert story("6h/7/7/D1Da3/7/7/H6 w", "a4", "east").path == ("b4",)


def test_x10_own_head_is_impassable() -> None:
    assert refused("6h/7/7/3H3/2C4/7/7 w", "c3", "north-east").clause == "X10"


def test_x10_the_edge() -> None:
    assert refused("6h/7/7/6D/7/7/H6 w", "g4", "east").clause == "X10"


def test_x10_fifth_four_shorten_or_forbid() -> None:
    text = "6h/D6/D6/D6/D3C2/7/H1C4 w"
    assert story(text, "c1", "north-east").last == "d2"
    assert "fifth" in refused(text, "c1", "north-east", fifth_four="forbid").text.en
    assert "c1-d2" in moves_of(text)
    assert not {"c1-d2", "c1-e3"} & moves_of(text, fifth_four="forbid")


def test_x10_forbid_still_falls_back_from_a_stack_of_five() -> None:
    assert story("6h/7/7/D1CD3/7/7/H6 w", "a4", "east", fifth_four="forbid").last == "b4"


def test_x11_a_larger_stack_stops_an_equal_one_is_taken() -> None:
    assert story("6h/7/7/Dd5/7/7/H6 w", "a4", "north").last == "a7"
    assert refused("6h/7/7/Dd5/7/7/H6 w", "a4", "east").clause == "X10"
    assert story("6h/7/7/Dc5/7/7/H6 w", "a4", "east").captures == (Capture("b4", 3),)


def test_x12_head_stop_limits_on_or_off() -> None:
    text = "7/D6/D6/D2h3/D1C4/1C5/6H w"
    assert isinstance(position(text).sow("b2", "north-east"), Refusal)
    won = position(text, head_stop_limits="off").play("b2xd4")
    outcome = won.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("1-0", "head")
    assert won.to_text() == "7/D6/D6/D2A3/D1D4/1A5/6H b 1"
    assert position(won.to_text(), head_stop_limits="off") == won
    with pytest.raises(PositionError, match="5 stacks of four"):
        position(won.to_text())


def test_x12_without_limits_a_walk_over_an_own_four_may_take_the_head() -> None:
    text = "7/7/7/DDh4/7/7/H6 w"
    assert refused(text, "a4", "east").clause == "X10"
    won = position(text, head_stop_limits="off").play("a4xc4")
    assert won.to_text() == "7/7/7/AEB4/7/7/H6 b 1"
    assert position(won.to_text(), head_stop_limits="off") == won
    with pytest.raises(PositionError, match="b4: a stack of five"):
        position("6h/7/7/AEB4/7/7/H6 b", head_stop_limits="off")
    with pytest.raises(PositionError, match="b4: a stack of five"):
        position("7/7/7/AeB4/7/7/H6 b", head_stop_limits="off")


def test_x12_falling_back_from_the_head_takes_nothing() -> None:
    found = story("7/7/7/D1Dh3/7/7/H6 w", "a4", "east")
    assert (str(found.move), found.takes_head, heights(found)) == ("a4-b4", False, (1, 3))


# --- The head -------------------------------------------------------------------------------------------------------


def test_x13_the_head_goes_one_cell_in_eight_directions() -> None:
    assert moves_of("6h/7/7/3H3/7/7/7 w") == {f"d4-{cell}" for cell in ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]}


def test_x14_head_takes_on_heart_no_or_yes() -> None:
    text = "6h/5H1/7/7/7/7/7 w"
    assert refused(text, "f6", "north-east").clause == "X14"
    won = position(text, head_takes_on_heart="yes").play("f6xg7")
    assert won.to_text() == "6H/7/7/7/7/7/7 b 1"
    assert won.outcome() is not None
    assert position(won.to_text(), head_takes_on_heart="yes") == won


def test_x14_even_then_the_head_goes_there_for_a_head_only() -> None:
    for there in ("6a", "7"):
        text = f"{there}/5H1/7/7/7/7/1h5 w"
        assert refused(text, "f6", "north-east", head_takes_on_heart="yes").clause == "X14"
    with pytest.raises(PositionError, match="g7"):
        position("6H/7/7/7/7/7/1h5 w", head_takes_on_heart="yes")


def test_x16_a_head_may_step_under_attack() -> None:
    state = position("6h/7/7/2b4/H6/7/7 w").play("a3-b4")
    assert state.outcome() is None
    assert state.warning is None
    assert "c4xb4" in {str(move) for move in state.legal_moves()}


# --- The heart ------------------------------------------------------------------------------------------------------


def test_x17_one_of_five_returns() -> None:
    found = story("7/5h1/7/Dcbc3/7/7/H6 w", "a4", "east")
    assert found.captures == (Capture("b4", 3), Capture("c4", 2))
    assert (found.returned, found.pawns_lost) == ("g7", 4)
    assert heights(found) == (1, 1, 2)


def test_x17_a_returned_pawn_on_the_path_is_taken_again() -> None:
    found = story("4Da1/7/4h2/7/7/7/H6 w", "e7", "east")
    assert found.captures == (Capture("f7", 1), Capture("g7", 1))
    assert (found.returned, found.pawns_lost) == ("g7", 1)


def test_x17_leaving_pawn_empties_heart_yes_or_no() -> None:
    text = "6A/5a1/4h2/7/7/7/H6 w"
    assert board_after(text, "g7xf6") == "6a/5A1/4h2/7/7/7/H6"
    assert board_after(text, "g7xf6", leaving_pawn_empties_heart="no") == "7/5A1/4h2/7/7/7/H6"
    elsewhere = "7/5h1/3a3/2A4/7/7/H6 w"
    assert story(elsewhere, "c4", "north-east", leaving_pawn_empties_heart="no").returned == "g7"


def test_x17_the_attackers_pawns_hold_a_heart() -> None:
    assert story("6A/5h1/7/D1b4/7/7/H6 w", "a4", "east").returned is None


def test_x17_lights_pawns_go_home_to_a1() -> None:
    assert board_after("6h/7/7/7/2H4/4A2/3a3 b", "d1xe2") == "6h/7/7/7/2H4/4a2/A6"


def test_x18_a_heart_is_an_ordinary_cell_for_pawns() -> None:
    assert {"f6-g7", "b2-a1"} <= moves_of("7/5A1/4h2/7/3H3/1A5/7 w")
    assert board_after("6C/5h1/7/7/7/7/H6 w", "g7xf6") == "6A/5B1/7/7/7/7/H6"


# --- Repetition (X20) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "opening", "cycle", "warned_at", "over_at", "result"), rows("repetition.txt"))
def test_x20_fourth_time_loses(
    reading: str, opening: str, cycle: str, warned_at: str, over_at: str, result: str
) -> None:
    moves = [*opening.split(), *(cycle.split() * 9)]
    states = [position("start", repetition=reading)]
    while states[-1].outcome() is None:
        states.append(states[-1].play(moves[len(states) - 1]))
    assert len(states) - 1 == int(over_at)
    assert next(ply for ply, state in enumerate(states) if state.warning) == int(warned_at)
    outcome = states[-1].outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (result, "repetition")
    assert states[-1].legal_moves() == ()
    assert states[-1].warning is None
    before = states[-2]
    assert [str(move) for move in before.losing_repetitions()] == ["b1-a2"]
    assert Move("b1", "a2") in before.legal_moves()
    assert before.warning is not None
    assert "b1-a2" in before.warning.en
    assert "(X20)" in before.warning.fr


DISTINCT = ["g7-f7", "f7-e7", "e7-d6", "d6-c6", "c6-b6", "b6-a7", "a7-a6", "a6-a5"]
"""A walk of Dark's head that repeats nothing."""


def test_x20_a_movement_counts_in_any_position() -> None:
    """Dark never repeats anything, so no position comes back; d4-e4 loses the fourth time all the same."""
    moves = [move for pair in zip(["d4-e4", "e4-d4"] * 4, DISTINCT, strict=True) for move in pair]
    state = play_all(position("6h/7/7/3H3/7/7/7 w"), " ".join(moves[:12]))
    assert state.times_played(Move("d4", "e4")) == 3
    assert state.losing_repetitions() == (Move("d4", "e4"),)
    lost = state.play("d4-e4").outcome()
    assert lost is not None
    assert (lost.result, lost.reason) == ("0-1", "repetition")


def test_x20_movements_are_counted_for_each_player_apart() -> None:
    """Both heads go a3-b4, one long after the other."""
    state = play_all(position("7/7/7/7/H6/7/3h3 w"), "a3-b4 d1-c1 b4-c5 c1-b2 c5-d6 b2-a3 d6-e6 a3-b4")
    assert (state.movements[Movement(LIGHT, "a3", "b4")], state.movements[Movement(DARK, "a3", "b4")]) == (1, 1)


def test_x20_a_movement_is_the_same_whatever_moves_and_whatever_it_takes() -> None:
    """A lone pawn and the head go c4-d5, once with a capture: three times the same movement."""
    state = position("6h/7/7/2A4/3H3/7/7 w")
    state = play_all(state, "c4-d5 g7-f7 d3-c4 f7-g6 d5-e6 g6-g5 c4-d5 g5-g4")
    assert state.movements[Movement(LIGHT, "c4", "d5")] == 2
    taking = position("6h/7/3a3/2A4/7/7/H6 w").play("c4xd5")
    assert taking.movements == {Movement(LIGHT, "c4", "d5"): 1}


def test_x20_a_fourth_time_that_takes_the_head_wins() -> None:
    there = "d4-e4 f7-f6 e4-d4 f6-f7 "
    state = play_all(position("5h1/7/7/3H3/7/7/7 w"), there * 3)
    assert state.losing_repetitions() == (Move("d4", "e4"),)
    board = list(state.board)
    board[NUMBER["e4"]], board[NUMBER["f7"]] = -HEAD, 0
    met = replace(state, board=tuple(board))
    assert met.losing_repetitions() == ()
    assert met.warning is None
    assert "d4xe4" in map(str, met.legal_moves())
    won = met.play("d4xe4").outcome()
    assert won is not None
    assert (won.result, won.reason) == ("1-0", "head")


def test_x20_every_movement_of_a_game_is_told() -> None:
    state = play_all(position("start"), "a1-b1 g7-f7 b1-a2 f7-g6 a2-b1 g6-f7 b1-a2")
    assert list(state.movements.items()) == [
        (Movement(LIGHT, "a1", "b1"), 1),
        (Movement(DARK, "g7", "f7"), 1),
        (Movement(LIGHT, "b1", "a2"), 2),
        (Movement(DARK, "f7", "g6"), 1),
        (Movement(LIGHT, "a2", "b1"), 1),
        (Movement(DARK, "g6", "f7"), 1),
    ]


def test_x20_what_was_made_is_told_by_seat_and_by_count() -> None:
    state = play_all(position("start"), "a1-b1 g7-f7 b1-a2 f7-g6 a2-b1 g6-f7 b1-a2")
    assert state.made == (
        (LIGHT, "b1–a2", 2),
        (LIGHT, "a1–b1", 1),
        (LIGHT, "a2–b1", 1),
        (DARK, "g7–f7", 1),
        (DARK, "f7–g6", 1),
        (DARK, "g6–f7", 1),
    )


@pytest.mark.parametrize(
    ("reading", "done", "fait"),
    [
        ("movement4", "made the movement b1–a2", "a fait le déplacement b1–a2"),
        (
            "position4",
            "made the movement b1–a2 in the same position",
            "a fait le déplacement b1–a2 dans la même position",
        ),
        ("shuttle", "went to and fro between b1 and a2", "a fait le va-et-vient entre b1 et a2"),
    ],
)
def test_x20_the_end_names_the_movement_and_who_made_it(reading: str, done: str, fait: str) -> None:
    before = play_all(position("start", repetition=reading), "a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 3)
    assert before.resigned_by is None
    lost = before.play("b1-a2")
    outcome = lost.outcome()
    assert outcome is not None
    assert lost.resigned_by == Movement(LIGHT, "b1", "a2")
    told = AXOM.ending(lost, outcome)
    assert told.en == f"Light {done} for the fourth time: that is resigning"
    assert told.fr == f"Clair {fait} pour la quatrième fois : c'est abandonner"


def test_x20_a_head_taken_is_told_as_that() -> None:
    won = position("7/7/7/D1h4/7/7/H6 w").play("a4xc4")
    outcome = won.outcome()
    assert outcome is not None
    assert AXOM.ending(won, outcome) == AXOM.reason("head")


def test_x20_a_warning_names_a_few_movements_and_counts_the_rest() -> None:
    state = position("start")
    legal = state.legal_moves()[:6]
    made = {Movement(LIGHT, move.origin, move.target): 3 for move in legal}
    warning = replace(state, movements=made).warning
    assert warning is not None
    assert all(str(move) in warning.en for move in legal[:4])
    assert "and 2 more" in warning.en
    assert "et 2 de plus" in warning.fr


def test_x20_any_other_move_avoids_the_loss() -> None:
    state = play_all(position("start"), "a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 3)
    assert state.losing_repetitions() == (Move("b1", "a2"),)
    other = state.play("c1-f1")
    assert other.outcome() is None
    assert other.losing_repetitions() == (Move("f7", "g6"),)
    assert other.play("e7-b7").outcome() is None


def test_x20_counts_over_the_whole_game_not_in_a_row() -> None:
    there, elsewhere = "d4-e4 f7-f6 e4-d4 f6-f7 ", "d4-c4 f7-g6 c4-d4 g6-f7 "
    state = play_all(
        position("5h1/7/7/3H3/7/7/7 w", repetition="position4"), there + elsewhere + there + elsewhere + there
    )
    assert state.losing_repetitions() == (Move("d4", "e4"),)
    lost = state.play("d4-e4").outcome()
    assert lost is not None
    assert (lost.result, lost.reason) == ("0-1", "repetition")


def test_x20_repetition_starts_empty_from_a_text() -> None:
    state = play_all(position("start"), "a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 3)
    again = position(state.to_text())
    assert again == state
    assert again.losing_repetitions() == ()
    assert again.play("b1-a2").outcome() is None


def test_x20_off() -> None:
    state = play_all(position("start", repetition="off"), "a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 9)
    assert state.outcome() is None
    assert state.warning is None
    assert state.past == ()


def test_x20_shuttle_whatever_the_other_does() -> None:
    moves = [move for pair in zip(["d4-e4", "e4-d4"] * 4, DISTINCT, strict=True) for move in pair]
    for repetition, over_at in (("shuttle", 13), ("position4", None), ("off", None)):
        states = [position("6h/7/7/3H3/7/7/7 w", repetition=repetition)]
        for move in moves:
            if states[-1].outcome() is None:
                states.append(states[-1].play(move))
        outcome = states[-1].outcome()
        if over_at is None:
            assert outcome is None
            assert len(states) - 1 == len(moves)
        else:
            assert outcome is not None
            assert (outcome.result, outcome.reason, len(states) - 1) == ("0-1", "repetition", over_at)
            assert states[-2].losing_repetitions() == (Move("d4", "e4"),)
            assert next(ply for ply, state in enumerate(states) if state.warning) == 9


def test_x20_shuttle_is_broken_by_another_move() -> None:
    state = position("6h/7/7/3H3/7/7/7 w", repetition="shuttle")
    own = ["d4-e4", "e4-d4", "d4-e4", "e4-d4", "d4-c4", "c4-d4", "d4-e4", "e4-d4"]
    for mine, other in zip(own, DISTINCT, strict=True):
        state = state.play(mine).play(other)
    assert state.outcome() is None
    assert state.times_played(Move("d4", "e4")) == 1


def test_x20_shuttle_ignores_the_same_round_trip_by_three_cells() -> None:
    """Four times the same moves in the same positions, but never to and fro."""
    lines = {"position4": "0-1", "shuttle": None}
    for repetition, result in lines.items():
        state = position("6h/7/7/3H3/7/7/7 w", repetition=repetition)
        state = state.play("d4-d3").play("g7-f7")
        for move in ["d3-d4", "f7-f6", "d4-e4", "f6-g6", "e4-d3", "g6-f7"] * 4:
            if state.outcome() is None:
                state = state.play(move)
        outcome = state.outcome()
        assert (outcome and outcome.result) == result


def test_x20_shuttle_of_a_stack() -> None:
    """A stack of two and a lone pawn trade places for ever: to and fro by origin and last cell."""
    state = position("6h/7/7/2BA3/7/7/H6 w", repetition="shuttle")
    for mine, other in zip(["c4-d4", "d4-c4"] * 3, DISTINCT[:6], strict=True):
        state = state.play(mine).play(other)
    lost = state.play("c4-d4").outcome()
    assert lost is not None
    assert (lost.result, lost.reason) == ("0-1", "repetition")


# --- No move, and a draw (X21, X22) ---------------------------------------------------------------------------------


def test_x21_loss_or_draw() -> None:
    text = "6h/7/7/7/bb5/Hb5/1b5 w"
    for option, result in (("loss", "0-1"), ("draw", "1/2-1/2")):
        outcome = position(text, no_move=option).outcome()
        assert outcome is not None
        assert (outcome.result, outcome.reason) == (result, "no move")


def test_x22_is_off() -> None:
    assert position("6h/7/7/3a3/7/7/H6 w 98").play("a1-a2").play("g7-f7").outcome() is None


def test_x22_draw_after_the_hundredth_ply() -> None:
    state = position("6h/7/7/3a3/7/7/H6 w 98", draw_plies=100).play("a1-a2")
    assert state.outcome() is None
    assert state.to_text() == "6h/7/7/3a3/7/H6/7 b 99"
    drawn = state.play("g7-f7").outcome()
    assert drawn is not None
    assert (drawn.winner, drawn.scores, drawn.reason) == (None, (0.5, 0.5), "plies")


@pytest.mark.parametrize(("plies", "is_over"), [(0, False), (3, True), (4, True), (5, False)])
def test_x22_draw_plies_any_number_or_off(plies: int, is_over: bool) -> None:
    state = position("6h/7/7/3a3/7/7/H6 w 3", draw_plies=plies).play_unchecked(Move("a1", "a2"))
    assert state.quiet_plies == 4
    assert (state.outcome() is not None) is is_over


def test_x22_a_capture_resets_the_count_unless_its_only_pawn_goes_home() -> None:
    assert position("6h/7/3a3/2A4/7/7/H6 w 7").play("c4xd5").quiet_plies == 0
    assert position("7/5h1/3a3/2A4/7/7/H6 w 7").play("c4xd5").quiet_plies == 8
    assert position("7/5h1/7/D1b4/7/7/H6 w 7").play("a4xd4").quiet_plies == 0


def test_x22_taking_the_head_comes_before_the_draw() -> None:
    outcome = position("7/7/7/3h3/2H4/7/7 w 99").play("c3xd4").outcome()
    assert outcome is not None
    assert outcome.reason == "head"


def test_x20_comes_before_x22() -> None:
    state = position("6h/7/7/3H3/7/7/7 w", draw_plies=13, repetition="shuttle")
    moves = [move for pair in zip(["d4-e4", "e4-d4"] * 4, DISTINCT, strict=True) for move in pair]
    outcome = play_all(state, " ".join(moves[:13])).outcome()
    assert outcome is not None
    assert outcome.reason == "repetition"


# --- Text and options -----------------------------------------------------------------------------------------------


def test_either_sign_is_understood_and_the_right_one_written() -> None:
    state = position("6h/7/7/D1b4/7/7/H6 w")
    assert state.play("a4-d4") == state.play("a4xd4") == state.play(Move("a4", "d4"))
    assert str(state.find("a4-d4")) == "a4xd4"
    assert str(state.find("a1xb1")) == "a1-b1"
    assert str(state.find(Move("a1", "b1", takes=True))) == "a1-b1"


def test_the_count_is_written_only_when_it_is_not_zero() -> None:
    assert position("6h/7/7/7/7/7/H6 w 0").to_text() == "6h/7/7/7/7/7/H6 w"
    assert position("6h/7/7/7/7/7/H6 w 12").to_text() == "6h/7/7/7/7/7/H6 w 12"


def test_equality_is_board_side_and_options() -> None:
    start = position("start")
    back = play_all(start, "a1-a2 g7-g6 a2-b1 g6-f7 b1-a2 f7-g6")
    there = play_all(start, "a1-a2 g7-g6")
    assert back == there
    assert hash(back) == hash(there)
    assert back.to_text() != there.to_text()
    assert there != position(there.to_text(), repetition="off")
    assert there != turned(there)


def test_without_draw_rules_turns_off_x20_and_x22() -> None:
    state = play_all(position("start"), "a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 3 + "b1-a2").without_draw_rules()
    assert (state.options.repetition, state.options.draw_plies) == ("off", 0)
    assert state.outcome() is None
    assert perft(position("6h/7/7/3a3/7/7/H6 w 100"), 1) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"fifth": "forbid"}, "known: fifth_four, head_stop_limits, head_takes_on_heart"),
        ({"repetition": "position3"}, "movement4, position4, shuttle or off"),
        ({"fifth_four": "yes"}, "shorten or forbid"),
        ({"draw_plies": -1}, "a whole number"),
        ({"draw_plies": "many"}, "a whole number"),
    ],
)
def test_bad_options_are_refused_with_the_known_ones(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        AXOM.initial(**options)
    with pytest.raises(OptionError, match=words):
        AXOM.from_text(START, **options)


@given(st.text(st.characters(exclude_characters="/-"), max_size=60))
def test_noise_is_refused_politely(noise: str) -> None:
    """Without `/` and `-` nothing is a position or a first move; our own error says so, not a traceback."""
    for read in (AXOM.from_text, AXOM.initial().play):
        with pytest.raises(AlcoveError):
            read(noise)


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawing_shows_every_stack_with_its_height_and_both_hearts(language: Language) -> None:
    text = "\n".join("".join(span for span, _ in line) for line in AXOM.draw(AXOM.initial(), language))
    light, dark, head = ("L", "D", "H") if language == "en" else ("C", "F", "T")
    for height, count in ((2, 4), (3, 2), (4, 4)):
        assert text.count(f"[{light}{height}]") == text.count(f"[{dark}{height}]") == count
    assert f"[{light}{head}]♥" in text
    assert f"[{dark}{head}]♥" in text
    assert text.count("♥") == 2


def test_every_reason_has_words() -> None:
    for word in ("head", "repetition", "no move", "plies"):
        assert AXOM.reason(word).en != AXOM.reason(word).fr


# --- Whole games ----------------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_random_games_keep_the_law(seed: int) -> None:
    states = random_game(seed)
    assert states[-1].outcome() is not None
    for before, after in pairwise(states):
        for seat in (LIGHT, DARK):
            assert after.pawns(seat) <= before.pawns(seat)
            assert after.board.count(4 * (1, -1)[seat]) <= 4
        assert max(abs(piece) for piece in after.board if abs(piece) != HEAD) <= 4
        assert after.to_move == 1 - before.to_move
    for state in states[::5]:
        again = position(state.to_text())
        assert again == state
        assert again.to_text() == state.to_text()
        assert {turned_move(move) for move in turned(state).legal_moves()} == set(again.legal_moves())


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_every_pair_of_cells_is_legal_or_refused_with_a_clause(seed: int) -> None:
    rng = random.Random(seed)
    states = random_game(seed)
    state = rng.choice(states[:-1])
    legal = {move[:2] for move in state.legal_moves()}
    for origin in CELLS:
        for target in CELLS:
            refusal = state.refusal(Move(origin, target))
            assert (refusal is None) is ((origin, target) in legal)
            assert refusal is None or refusal.clause.startswith("X")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_a_sowing_tells_what_playing_it_does(seed: int) -> None:
    state = random.Random(seed).choice(random_game(seed)[:-1])
    for move in state.legal_moves():
        told, played = state.sowing(move), state.play(move)
        assert told.board == played.board
        assert told.move == move
        lost = sum(state.pawns(seat) - played.pawns(seat) for seat in (LIGHT, DARK))
        assert lost == told.pawns_lost
        assert state.pawns(state.side) == played.pawns(state.side)
