"""The shipped puzzles: enough of them, well described, playable, and true wherever a sample looks."""

import pytest

from alcove.core.registry import ours
from alcove.games.data import data_file
from alcove.games.puzzling import puzzling
from alcove.puzzles.judge import fault_of
from alcove.puzzles.make import is_alike, sort_of
from alcove.puzzles.puzzle import FILE, Puzzle, puzzles, read_puzzles, write_puzzles
from alcove.puzzles.themes import themes
from alcove.puzzles.words import goal_of, hint_of

GAMES = ours()


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_many_sorts_and_of_every_difficulty(game: str) -> None:
    known = puzzles(game)
    assert len(known) >= 100
    assert len({puzzle.id for puzzle in known}) == len(known)
    ratings = [puzzle.rating for puzzle in known]
    assert ratings == sorted(ratings)
    assert ratings[0] < 1000
    assert ratings[-1] > 1500
    assert len({sort_of(puzzle) for puzzle in known}) == len(puzzling(game).way.shares)
    assert len({theme for puzzle in known for theme in puzzle.themes}) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_alike(game: str) -> None:
    known = puzzles(game)
    assert not [(one.id, other.id) for n, one in enumerate(known) for other in known[:n] if is_alike(one, other)]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_can_be_played_and_every_puzzle_told(game: str) -> None:
    for puzzle in puzzles(game):
        state = puzzle.start()
        assert state.to_text() == puzzle.position
        assert puzzle.themes == themes(game, state, puzzle.goal, puzzle.steps) != ()
        for number, step in enumerate(puzzle.steps):
            texts = {str(move) for move in state.legal_moves()}
            assert set(step.right) <= texts
            assert all(set(entry.moves) <= texts - set(step.right) for entry in step.wrong)
            assert hint_of(puzzle, number).fr
            state = state.play(step.right[0])
            state = state if step.reply is None else state.play(step.reply)
        if puzzle.goal.kind == "win":
            outcome = state.outcome()
            assert outcome is not None
            assert outcome.winner == puzzle.start().to_move
        assert goal_of(puzzle).en != goal_of(puzzle).fr


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_has_its_names(game: str) -> None:
    named = puzzling(game).themes
    assert {theme for puzzle in puzzles(game) for theme in puzzle.themes} <= named.keys()
    assert all(name.en != name.fr for name in named.values())


def cheap(known: tuple[Puzzle, ...]) -> list[Puzzle]:
    """A few puzzles that a test run can afford to prove; `alcove puzzles check --all` proves them all."""
    short = [puzzle for puzzle in known if puzzle.goal.kind == "best" or puzzle.goal.moves < 3]
    return sorted(short, key=lambda puzzle: (len(puzzle.start().legal_moves()), puzzle.id))[2:20:6]


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proven_again(game: str) -> None:
    for puzzle in cheap(puzzles(game)):
        assert fault_of(puzzle) is None, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_files_are_written_as_they_are_read(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = tmp_path_factory.mktemp("puzzles") / "copy.json"
    write_puzzles(copy, puzzles(game))
    assert copy.read_text() == data_file(game, FILE).read_text()
    assert read_puzzles(game, copy) == puzzles(game)
