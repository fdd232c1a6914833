"""Levels: eight for every game, honest data, legal moves, and the first one really is for beginners."""

import random
from collections import Counter
from pathlib import Path

import pytest

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.registry import ours
from alcove.core.text import Text
from alcove.players.arena import Match, play
from alcove.players.engine import Line
from alcove.players.ladder import table
from alcove.players.levels import NAMES, levels, pick, recipe, seat_player

GAMES = ours()


@pytest.mark.parametrize("name", alcove.games())
def test_eight_levels_with_deadlines_that_grow(name: str) -> None:
    found = levels(name)
    assert [level.number for level in found] == list(range(1, 9))
    assert [level.name for level in found] == list(NAMES)
    deadlines = [level.deadline_seconds for level in found]
    assert deadlines == sorted(deadlines)
    assert deadlines[0] == 0.2
    assert deadlines[-1] == 5
    for level in found:
        how = recipe(name, level.number)
        assert how.seconds < how.deadline_seconds
        assert 0 <= how.blunder <= 1
        assert how.is_repeatable == (level.number < 8)


@pytest.mark.parametrize("name", alcove.games())
def test_measured_ratings_grow_with_the_level(name: str) -> None:
    ratings = [level.rating for level in levels(name)]
    if any(rating is None for rating in ratings):
        assert ratings == [None] * 8, "a ladder is measured as a whole"
        return
    assert all(rating is not None for rating in ratings)
    assert ratings == sorted(set(ratings))  # type: ignore[type-var]
    assert all(level.games > 0 and level.interval is not None for level in levels(name))


def test_the_paper_shows_the_ratings_that_were_measured() -> None:
    paper = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
    assert table(ours()) in paper, "put the output of `alcove ladder` into docs/engines.md"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(1, 6))
def test_a_level_plays_legal_moves_and_the_same_with_the_same_luck(name: str, number: int) -> None:
    game = alcove.game(name)
    start = game.initial(**({"seed": 3} if game.luck(game.initial()) else {}))
    view = game.view(start, start.to_move)
    moves = [seat_player(name, number).choose(view, random.Random(5)) for _ in range(2)]
    assert moves[0] in view.legal_moves()
    assert moves[0] == moves[1]


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(AlcoveError, match="from 1 to 8"):
        seat_player("avalam", 9)


def test_worse_lines_are_picked_less_often() -> None:
    lines = [Line((move,), 0, Text("", ""), chance, False) for move, chance in (("a", 0.6), ("b", 0.5), ("c", 0.1))]
    rng = random.Random(1)
    picked = Counter(pick(lines, 0.1, rng).moves[0] for _ in range(2_000))
    assert picked["a"] > picked["b"] > picked["c"]
    assert picked["b"] / picked["a"] == pytest.approx(0.37, abs=0.06)  # e^-1
    assert {pick(lines, 0, rng).moves[0] for _ in range(20)} == {"a"}


@pytest.mark.parametrize("name", [name for name in GAMES if name != "axxa"])
def test_level_1_loses_to_a_beginner_who_looks_one_move_ahead(name: str) -> None:
    match = Match(name, ("greedy", "level1"), 8, seed=2, opening_plies=2)
    assert sum(play((match, number)).score for number in range(6)) >= 4
