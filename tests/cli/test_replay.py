"""`alcove replay`: recorded games, move by move."""

from pathlib import Path

import pytest

import alcove

from .conftest import Ask

GAME = """[Game "axom"]
[White "Ada"]
[Result "1-0"]
[Reason "resigned"]

1. b2-b5 {a quiet start} g7-f7 2. a1-b1 ! 1-0
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    return str(file)


def test_replay_shows_tags_moves_the_end_and_the_outcome(ask: Ask, path: str) -> None:
    answer = ask("replay", path)
    assert answer.status == 0
    assert "White: Ada" in answer.out
    assert "1. b2-b5 {a quiet start}  g7-f7  2. a1-b1!" in answer.out
    assert answer.out.splitlines()[-1] == "Light wins: the other side resigned."


def test_replay_shows_every_board_on_demand(ask: Ask, path: str) -> None:
    pawns = "Light 30 pawns"
    assert ask("replay", path).out.count(pawns) == 1
    assert ask("replay", path, "--boards").out.count(pawns) == 4


def test_replay_shows_the_position_after_a_ply(ask: Ask, path: str) -> None:
    start = ask("show", "axom").out.splitlines()[:-1]
    assert ask("replay", path, "--ply", "0").out.splitlines()[-len(start) :] == start
    assert "resigned" not in ask("replay", path, "--ply", "1").out.splitlines()[-1]
    assert ask("replay", path, "--ply", "4").status == 2


def test_replay_reads_several_games_and_standard_input(ask: Ask) -> None:
    answer = ask("replay", "-", typed=GAME + "\n" + GAME)
    assert answer.out.count("Ada") == 2


def test_replay_of_axxa_shows_views_only(ask: Ask, tmp_path: Path) -> None:
    game = alcove.game("axxa")
    start = game.initial(deal="123456" * 6)
    file = tmp_path / "deal.txt"
    file.write_text(alcove.Record.of(game, start, [start.legal_moves()[0]]).to_text())
    assert "??" in ask("replay", str(file), "--boards").out
