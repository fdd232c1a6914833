"""Matches: fair pairs, games that can be played again, and a file that remembers everything."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.registry import game, ours
from alcove.players.arena import Match, kept, pair_shares, play, run
from alcove.players.ladder import matches, rungs, write_ratings
from alcove.players.levels import NAMES
from alcove.players.openings import EVEN, chance
from alcove.players.rating import Rating

MATCH = Match("avalam", ("greedy", "random"), 4, seed=3, opening_plies=4)


def test_both_games_of_a_pair_have_one_opening_and_changed_seats() -> None:
    records = [alcove.read_record(play((MATCH, number)).text) for number in range(4)]
    openings = [[ply.move for ply in record.main.plies[:4]] for record in records]
    assert openings[0] == openings[1] != openings[2] == openings[3]
    assert [record.tags["Seat1"] for record in records] == ["greedy", "random"] * 2
    for record in records:
        outcome = record.end().outcome()
        assert outcome is not None
        assert outcome.result == record.result


@pytest.mark.parametrize("name", [name for name in ours() if game(name).about.opening_plies])
def test_balanced_openings_are_nearly_even_and_the_same_for_the_same_seed(name: str) -> None:
    plies = game(name).about.opening_plies
    match = Match(name, ("random", "random"), 4, seed=5, opening_plies=plies, balanced=True).check()
    (start, first), (_, second), (_, third) = (match.opening(number) for number in range(3))
    assert first == second != third
    for moves in (first, third):
        assert len(moves) == plies
        state = start
        for move in moves:
            state = state.play(move)
        assert abs(chance(name, state) - 0.5) < 2 * EVEN, "nearly even, or the nearest to it that was found"
    assert "balanced" in match.event


def test_an_opening_that_is_far_from_even_is_passed_over() -> None:
    """Among random openings some are; the balanced one of the same luck is another."""
    plain = Match("avalam", ("random", "random"), 40, seed=5, opening_plies=2)
    leads = []
    for match in (plain, replace(plain, balanced=True)):
        start, moves = match.opening(0)
        leads.append(abs(chance("avalam", start.play(moves[0]).play(moves[1])) - 0.5))
    assert leads[1] < leads[0]


def test_a_game_can_be_played_again() -> None:
    assert play((MATCH, 1)).text == play((MATCH, 1)).text


def test_points_are_those_of_the_first_player() -> None:
    for number in range(2):
        played = play((MATCH, number))
        record = alcove.read_record(played.text)
        winner = {"1-0": "Seat1", "0-1": "Seat2"}[record.result]
        assert played.score == (record.tags[winner] == "greedy")


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    texts = [play((MATCH, number)).text + "\n" for number in range(3)]
    path.write_text("".join(texts[:2]) + texts[2][:150])  # the third was being written when the light went out
    assert [played.number for played in kept(path, MATCH)] == [0, 1]
    assert path.read_text() == "".join(texts[:2])
    played = run(MATCH, path, processes=1)
    assert [each.number for each in played] == [0, 1, 2, 3]
    assert len(alcove.read_records(path.read_text())) == 4
    assert [each.number for each in run(MATCH, path)] == [0, 1, 2, 3], "nothing is left to play"
    other = Match("avalam", ("greedy", "random"), 4, seed=4, opening_plies=4)
    assert list(kept(path, other)) == []


def test_pairs_that_are_not_finished_do_not_count() -> None:
    played = [play((MATCH, number)) for number in (0, 1, 3)]
    assert len(pair_shares(played)) == 1


def test_one_player_meets_deals() -> None:
    match = Match("axxa", ("random",), 3, first_deal=1).check()
    for number in range(3):
        record = alcove.read_record(play((match, number)).text)
        assert record.luck == alcove.game("axxa").luck(alcove.game("axxa").initial(seed=1 + number))
        assert record.result in ("won", "lost")


@pytest.mark.parametrize(
    "match",
    [
        Match("axxa", ("random", "random"), 2),
        Match("axxa", ("random", "random"), 2, options=(("mode", "duel"),), balanced=True),
        Match("avalam", ("random",), 2),
        Match("avalam", ("random", "nobody"), 2),
        Match("avalam", ("random", "level9"), 2),
        Match("avalam", ("random", "engine:x"), 2),
        Match("avalam", ("random", "engine:0s"), 2),
        Match("avalam", ("random", "mcts:d=3"), 2),
        Match("avalam", ("random", "random"), 2, options=(("colour", "red"),)),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(match: Match) -> None:
    with pytest.raises(AlcoveError):
        match.check()


def test_everybody_on_the_ladder_meets_the_neighbours() -> None:
    found = matches("avalam", 10, seed=1, reach=1)
    met = {frozenset(match.players) for match in found}
    assert {frozenset(pair) for pair in pairwise(rungs("avalam"))} <= met
    assert any("greedy" in pair for pair in met)


def test_ratings_are_written_the_weakest_first(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    rated = {f"level{number}": Rating(100.4 * number, 20.0, 50) for number in range(1, len(NAMES) + 1)}
    write_ratings("avalam", rated | {"random": Rating(0, 0, 50)}, path)
    players = json.loads(path.read_text())["players"]
    assert list(players) == list(rungs("avalam"))
    assert players["level8"] == {"rating": 803, "interval": 20, "games": 50}
