"""Engines, levels, players and matches through the front door."""

import math
import random
from collections.abc import Callable

import pytest

import alcove
from alcove.core.errors import AlcoveError

START = alcove.game("avalam").initial()


class First:
    """A player of somebody else's making."""

    name = "first"

    def choose(self, view: alcove.View, rng: random.Random) -> alcove.Move:
        return view.legal_moves()[0]


def test_anybody_can_sit_down() -> None:
    assert isinstance(First(), alcove.Player)
    result = alcove.match("avalam", First(), "random", games=4, seed=5)
    assert result.players == ("first", "random")
    assert result.wins + result.draws + result.losses == result.games == len(result.records) == 4
    assert result.records[0].tags["Seat1"] == result.records[1].tags["Seat2"] == "first"
    first, second = (record.replay()[4] for record in result.records[:2])
    assert first == second, "both games of a pair have the same opening"
    low, high = result.share_interval
    assert 0 <= low <= result.share <= high <= 1
    assert str(result).startswith("first against random: ")


def test_the_interval_of_a_match_counts_its_pairs() -> None:
    result = alcove.match("avalam", 3, "random", games=4, seed=1)
    assert result.share == 1
    low, high = result.share_interval
    assert (round(low, 2), high) == (0.35, 1.0), "two pairs; four games would say more"


def test_the_same_seed_is_the_same_match() -> None:
    once, again = (alcove.match("avalam", 1, "random", games=2, seed=9) for _ in range(2))
    assert [record.to_text() for record in once.records] == [record.to_text() for record in again.records]
    other = alcove.match("avalam", 1, "random", games=2, seed=10)
    assert [record.to_text() for record in once.records] != [record.to_text() for record in other.records]


def test_one_player_meets_deals_where_all_share_one_fate() -> None:
    result = alcove.match("axxa", "random", games=2)
    assert (result.players, result.games) == (("random",), 2)


def test_analysis_of_a_state_with_secrets_knows_what_its_player_knows() -> None:
    axxa = alcove.game("axxa")
    state = axxa.initial(seed=3)
    seen = axxa.view(state, state.to_move)
    assert alcove.analyse(state, nodes=50).lines == alcove.analyse(seen, nodes=50).lines


def test_the_same_nodes_give_the_same_answer() -> None:
    assert alcove.analyse(START, nodes=500).lines == alcove.analyse(START, nodes=500).lines


def test_evaluations_end_with_the_result() -> None:
    record = alcove.match("avalam", "random", "random", games=1).records[0]
    short = alcove.Record.of(alcove.game("avalam"), record.replay()[-3], [ply.move for ply in record.main.plies[-2:]])
    found = alcove.evaluations(short, nodes=100)
    assert len(found) == 3
    assert all(0 <= each <= 1 for each in found)
    assert found[-1] == {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[record.result]


def test_puzzles_are_judged() -> None:
    puzzle = alcove.puzzles("avalam")[0]
    assert puzzle.judge(puzzle.steps[0].right[:1]).kind in ("right", "solved")
    wrong = next(text for text in puzzle.start().moves_by_text if text not in puzzle.steps[0].right)
    assert puzzle.judge([wrong]).kind == "wrong"


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "no position": (lambda: alcove.analyse("a1"), "view: expected a state or a view"),  # type: ignore[arg-type]
    "negative time": (lambda: alcove.analyse(START, seconds=-1), "seconds: must be above zero"),
    "no number": (lambda: alcove.analyse(START, seconds=math.nan), "seconds: must be above zero, not nan"),
    "time in words": (lambda: alcove.analyse(START, seconds="1"), "seconds: expected a number"),  # type: ignore[arg-type]
    "half a node": (lambda: alcove.analyse(START, nodes=1.5), "nodes: expected a whole number"),  # type: ignore[arg-type]
    "a depth that is true": (lambda: alcove.analyse(START, depth=True), "depth: expected a whole number"),
    "no lines": (lambda: alcove.analyse(START, nodes=9, lines=0), "lines: expected a whole number from 1"),
    "no games": (lambda: alcove.match("avalam", 1, 2, games=0), "games: expected a whole number from 1"),
    "games in words": (lambda: alcove.match("avalam", 1, 2, games="2"), "games: expected"),  # type: ignore[arg-type]
    "a negative seed": (lambda: alcove.match("avalam", 1, 2, seed=-1), "seed: expected"),
    "nobody": (lambda: alcove.match("avalam", object(), 2), "first: expected a player"),  # type: ignore[arg-type]
    "alone": (lambda: alcove.match("avalam", 1), "a match needs two players"),
    "too many": (lambda: alcove.match("axxa", 1, 2), "name one player"),
    "an option": (lambda: alcove.match("avalam", 1, 2, options={"size": 3}), "unknown option 'size'"),
    "level 9": (lambda: alcove.player("avalam", 9), "level: expected a number from 1 to 8"),
    "a player": (lambda: alcove.player("avalam", "kasparov"), "unknown player 'kasparov'"),
    "no name": (lambda: alcove.player("avalam", None), "name: expected a player's name"),  # type: ignore[arg-type]
    "megabytes": (lambda: alcove.engine("avalam", megabytes=0), "megabytes: expected a whole number from 1"),
    "threads": (lambda: alcove.engine("avalam", threads=-1), "threads: expected a whole number from 1"),
    "a game": (lambda: alcove.engine("chess"), "unknown game 'chess'"),
    "no game": (lambda: alcove.levels(3), "name: expected the name of a game"),  # type: ignore[arg-type]
    "puzzles": (lambda: alcove.puzzles("chess"), "unknown game 'chess'"),
    "no record": (lambda: alcove.evaluations("1-0", nodes=1), "record: expected a record"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_told_by_name(fault: str) -> None:
    ask, sentence = WRONG[fault]
    with pytest.raises(AlcoveError) as told:
        ask()
    assert sentence in str(told.value)
    assert told.value.in_language("fr") != str(told.value)
