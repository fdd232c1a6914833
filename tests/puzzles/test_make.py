"""Making puzzles: the same seed gives the same, broken off or not, on one process or several; nothing comes in twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from alcove.puzzles.make import MOST_ALIKE, Selection, is_alike, make, sort_of
from alcove.puzzles.puzzle import Puzzle, judge_answer, puzzles, read_puzzles
from alcove.puzzles.rate import LEVELS, rating_of


def test_the_same_seed_makes_the_same_puzzles_broken_off_or_not(tmp_path: Path) -> None:
    whole = make("avalam", 3, 5, tmp_path / "whole.jsonl", out=tmp_path / "whole.json")
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_text(lines[0] + lines[-1][: len(lines[-1]) // 2])
    again = make("avalam", 3, 5, tmp_path / "part.jsonl", processes=2, out=tmp_path / "part.json")
    assert [puzzle.id for puzzle in again] == [puzzle.id for puzzle in whole]
    assert (tmp_path / "part.json").read_text() == (tmp_path / "whole.json").read_text()
    assert read_puzzles("avalam", tmp_path / "part.json") == tuple(whole)
    assert {puzzle.source[0] for puzzle in whole} == {5}


def test_no_sort_takes_more_than_its_share() -> None:
    selection = Selection("axom", 10)
    firsts = [puzzle for puzzle in puzzles("axom") if sort_of(puzzle) == "win 1"]
    selection.offer(firsts)
    assert len(selection.taken) == 6
    assert not selection.is_full


def test_a_puzzle_does_not_come_in_twice() -> None:
    selection, puzzle = Selection("axom", 10), puzzles("axom")[0]
    selection.offer([puzzle, puzzle])
    assert selection.taken == [puzzle]


def test_puzzles_are_alike_by_first_move_and_pieces() -> None:
    one = next(puzzle for puzzle in puzzles("avalam") if puzzle.position.count("a") > 2)
    shifted = replace(one, position=one.position.replace("a", "b", 1))
    assert is_alike(one, one)
    assert is_alike(one, shifted)
    other_move = replace(shifted, steps=(replace(one.steps[0], right=("a5-a4",)),))
    assert not is_alike(one, other_move)
    assert 0 < MOST_ALIKE < 1


def test_a_rating_falls_with_every_level_that_finds_it() -> None:
    ratings = [rating_of([0.0] * (len(LEVELS) - n) + [1.0] * n) for n in range(len(LEVELS) + 1)]
    assert ratings == sorted(ratings, reverse=True)
    assert 300 < ratings[-1] < 400, "found by all"
    assert 2100 < ratings[0] < 2200, "found by none"


@pytest.mark.parametrize("game", ["avalam", "axom", "axiom", "axxa"])
def test_an_answer_is_judged_by_what_is_stored(game: str) -> None:
    puzzle: Puzzle = max(puzzles(game), key=lambda each: len(each.steps))
    own = [step.right[0] for step in puzzle.steps]
    for number in range(1, len(own)):
        assert judge_answer(puzzle, own[:number]).kind == "right"
    assert judge_answer(puzzle, own).kind == "solved"
    assert judge_answer(puzzle, own).line == puzzle.line
