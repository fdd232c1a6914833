"""Legal moves laid out for reading."""

import re

import pytest

import alcove
from alcove.cli.movelist import group_moves, layout


def test_moves_are_grouped_by_the_piece_they_move() -> None:
    assert group_moves(["c9-b8", "d9xd8", "c9-c8"]) == [("c9", ["-b8", "-c8"]), ("d9", ["xd8"])]


def test_a_cell_with_several_ways_to_turn_is_named_once() -> None:
    moves = ["C(-1,0,2)-(0,1,3)x-z-", "C(-1,0,2)-(0,1,3)z-", "S(1,0,2)-(0,0,2)z+"]
    assert group_moves(moves) == [("C(-1,0,2)", ["-(0,1,3)x-z-|z-"]), ("S(1,0,2)", ["-(0,0,2)z+"])]


def test_moves_that_move_nothing_stand_together() -> None:
    assert group_moves(["$a3", "$b4"]) == [("", ["$a3", "$b4"])]


@pytest.mark.parametrize("name", alcove.games())
def test_a_layout_keeps_every_move_and_the_width(name: str) -> None:
    start = alcove.game(name).initial()
    moves = [str(move) for move in start.legal_moves()]
    lines = layout(moves, 60)
    assert all(len(line) <= 60 for line in lines)
    tails = [tail for line in lines for tail in re.split(r"\s+", line.strip()) if tail[0] in "-x$="]
    assert sum(tail.count("|") + 1 for tail in tails) == len(moves)
