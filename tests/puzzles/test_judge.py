"""What makes a puzzle: searched exactly, compared with plain minimax over the rules, and refused where it is none."""

from dataclasses import replace
from typing import Any

import pytest

import alcove
from alcove.core.game import State
from alcove.core.text import Text
from alcove.games.axxa.view import View
from alcove.puzzles.judge import NotAPuzzleError, fault_of, pose
from alcove.puzzles.puzzle import Goal, Puzzle, Step, Wrong, puzzles
from alcove.puzzles.solve import chances, exhaustive

from ..games.axxa_chances import chances_of

TAKE_AT_ONCE = "7/7/7/D1h4/7/7/H6 w"


def position(game: str, text: str) -> State[Any]:
    return alcove.game(game).from_text(text)


def posed(game: str, text: str) -> Puzzle:
    goal, steps = pose(game, position(game, text))
    return Puzzle(game, text, goal, steps)


def wins(state: State[Any], moves: int) -> bool:
    """Plain minimax over the rules: does the side to move win in so many of its moves?"""
    for move in state.legal_moves():
        after = state.play_unchecked(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner == state.to_move:
            return True
        if outcome is None and moves > 1:
            answers = [after.play_unchecked(answer) for answer in after.legal_moves()]
            if all(answer.outcome() is None and wins(answer, moves - 1) for answer in answers):
                return True
    return False


def result(state: State[Any]) -> tuple[int, float]:
    """Plain minimax to the end of an Avalam game: who wins, then the margin, for the side to move."""
    outcome = state.outcome()
    if outcome is not None:
        side = state.to_move
        won = 0 if outcome.winner is None else 1 if outcome.winner == side else -1
        return won, outcome.scores[side] - outcome.scores[1 - side]
    theirs = (result(state.play_unchecked(move)) for move in state.legal_moves())
    return max((-won, -margin) for won, margin in theirs)


# --- The searches ---------------------------------------------------------------------------------------------------

AXOM_ENDS = [
    "7/7/7/D1h4/7/7/H6 w",
    "7/5h1/4A2/7/2B4/1H5/7 w",
    "3h3/7/2A1A2/7/7/1H5/7 w",
    "6h/5A1/4B2/7/7/1H5/7 w",
    "7/7/3h3/1A3A1/3B3/7/H6 b",
]


@pytest.mark.parametrize("text", AXOM_ENDS)
@pytest.mark.parametrize("moves", [1, 2])
def test_forced_wins_are_those_of_plain_minimax(text: str, moves: int) -> None:
    state = position("axom", text)
    assert exhaustive("axom").wins_within(state, moves) == wins(state, moves)


@pytest.mark.parametrize(
    "text",
    [
        "9/9/9/1AAa5/9/9/9/9/9 w",
        "9/9/9/1Aab5/2Aa5/9/9/9/9 b",
        "9/9/2aA5/1Aab5/9/9/4Bc3/9/9 w",
        "9/9/9/1AA6/9/9/2Aa5/6aa1/9 w",
    ],
)
def test_endings_are_solved_as_by_plain_minimax(text: str) -> None:
    state = position("avalam", text)
    won, margin = result(state)
    assert exhaustive("avalam").result(state) == 20_000 * won + 100 * margin


DEALS = [
    "d7:6,e7:6c,f5:6 6 11122233444555666 5 move 1",
    "c1:6,c6:6b,d5:6e 6 1112233344455666 5 move 1",
    "c7:2,d1:6e,d6:6,e7:6 6 1112233344455666 5 pay 1",
    "b3:56,b6:6,c4:6,d1:4e,d4:3d5,e3:3,e7:1,f4:43 3 11222333444555666 2 pay 1",
]


SHORT_DEALS = [puzzle.position for puzzle in puzzles("axxa") if len(puzzle.position.split()[0]) < 32]


@pytest.mark.parametrize("text", [*DEALS, *SHORT_DEALS])
def test_chances_are_those_of_the_rules_over_all_arrangements(text: str) -> None:
    state = position("axxa", text)
    view = alcove.game("axxa").view(state, 0)
    assert isinstance(view, View)
    assert chances("axxa").of_moves(state) == chances_of(view)


# --- What is a puzzle, and what is none -----------------------------------------------------------------------------


def test_a_win_in_one() -> None:
    puzzle = posed("axom", TAKE_AT_ONCE)
    assert puzzle.goal == Goal("win", 1)
    assert [step.right for step in puzzle.steps] == [("a4xc4",)]
    assert fault_of(puzzle) is None


def test_two_solutions_are_refused() -> None:
    with pytest.raises(NotAPuzzleError, match="several moves reach the goal: "):
        pose("axom", position("axom", "7/7/7/D1h1D2/7/7/H6 w"))


def test_no_solution_is_refused() -> None:
    with pytest.raises(NotAPuzzleError, match="no win in 3 moves"):
        pose("axom", alcove.game("axom").initial())


def test_an_ending_that_only_loses_is_refused() -> None:
    with pytest.raises(NotAPuzzleError):
        pose("avalam", position("avalam", "9/9/9/1aab5/9/9/9/9/9 w"))


def test_the_only_move_of_an_ending() -> None:
    puzzle = posed("avalam", "9/9/9/1AAa5/9/9/9/9/9 w")
    assert puzzle.goal == Goal("best", worth="won 2")
    assert puzzle.steps[0].right == ("c6-d6",)
    assert puzzle.steps[0].fault_of("b6-c6") == Wrong(("b6-c6",), "d6-c6", "lost 1")


def told(fault: Text | None) -> str:
    assert fault is not None
    assert fault.en != fault.fr
    return fault.en


def test_the_check_refuses_what_is_not_proven() -> None:
    sound = posed("avalam", "9/9/9/1AAa5/9/9/9/9/9 w")
    (step,) = sound.steps
    assert "c6-d6 reaches the goal" in told(fault_of(replace(sound, steps=(replace(step, right=("b6-c6",)),))))
    both = replace(step, right=("c6-d6", "b6-c6"))
    assert "c6-d6 reaches the goal" in told(fault_of(replace(sound, steps=(both,))))
    assert "the goal is" in told(fault_of(replace(sound, goal=Goal("best", worth="won 1"))))
    assert "differ" in told(fault_of(replace(sound, steps=(step, Step(("b6-c6",), None, ())))))
    assert "differ" in told(fault_of(replace(sound, steps=(replace(step, wrong=()),))))
    assert "several moves" in told(fault_of(replace(sound, position="9/9/9/1Aa6/9/9/6Aa1/9/9 w")))
    assert "row 9" in told(fault_of(replace(sound, position="99/9/9/1Aa6/9/9/6Aa1/9/9 w")))
