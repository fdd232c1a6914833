"""Engines, levels, players and matches through the front door."""

import math
import random
from collections.abc import Callable

import pytest

import alcove
from alcove.core.errors import AlcoveError
from alcove.spaces import space

START = alcove.game("avalam").initial()
AXOM, AXXA = alcove.game("axom"), alcove.game("axxa")
DEALT = AXXA.initial(seed=3)
OVER = AXOM.from_text("7/7/7/3h3/7/7/7 w 1")
LUCK = random.Random(1)
FEW = alcove.Limits(nodes=5)


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
    "endless time": (lambda: alcove.analyse(START, seconds=math.inf), "seconds: must be finite, not inf"),
    "another game": (
        lambda: alcove.engine("axom").analyse(START, FEW),
        "view: expected a state or a view of Axom, found one of Avalam",
    ),
    "no view": (lambda: alcove.engine("axom").best_move(None, FEW), "view: expected a state or a view, found None"),  # type: ignore[arg-type]
    "no limits": (lambda: alcove.engine("avalam").analyse(START, None), "limits: expected limits"),  # type: ignore[arg-type]
    "a number of limits": (lambda: alcove.engine("avalam").analyse(START, 5), "limits: expected limits"),  # type: ignore[arg-type]
    "lines of words": (lambda: alcove.engine("avalam").analyse(START, FEW, "2"), "lines: expected a whole number"),  # type: ignore[arg-type]
    "a seat below": (lambda: AXOM.view(AXOM.initial(), -1), "seat: expected a seat from 0 to 1, found -1"),
    "a seat beyond": (lambda: AXOM.view(AXOM.initial(), 2), "seat: expected a seat from 0 to 1, found 2"),
    "half a seat": (lambda: AXXA.view(DEALT, 1.5), "seat: expected a seat"),  # type: ignore[arg-type]
    "a seat in words": (lambda: AXXA.view(DEALT, "a"), "seat: expected a seat"),  # type: ignore[arg-type]
    "no seat": (lambda: AXXA.view(DEALT, None), "seat: expected a seat"),  # type: ignore[arg-type]
    "a true seat": (lambda: AXOM.view(AXOM.initial(), True), "seat: expected a seat"),
    "a stranger's view": (lambda: AXXA.view(AXOM.initial(), 0), "state: expected a state of AxxA, found one of Axom"),
    "a stranger's picture": (lambda: AXOM.svg(START), "view: expected a state or a view of Axom, found one of Avalam"),
    "a stranger's record": (lambda: alcove.Record.of(AXXA, AXOM.initial(), []), "start: expected a state of AxxA"),
    "no moves": (lambda: alcove.Record.of(AXOM, AXOM.initial(), None), "moves: expected moves"),  # type: ignore[arg-type]
    "moves in one text": (lambda: alcove.Record.of(AXOM, AXOM.initial(), "c3-f3"), "moves: expected moves"),
    "no answer": (lambda: alcove.puzzles("avalam")[0].judge(None), "moves: expected a list of moves"),  # type: ignore[arg-type]
    "no points": (lambda: alcove.curve(3), "points: expected points"),  # type: ignore[arg-type]
    "no options": (lambda: alcove.match("avalam", 1, 2, options=3), "options: expected options"),  # type: ignore[arg-type]
    "no first": (lambda: alcove.match("avalam", None, "random"), "first: expected a player"),  # type: ignore[arg-type]
    "level -1": (lambda: alcove.player("axom", -1), "level: expected a number from 1 to 8, found '-1'"),
    "a match of level -1": (lambda: alcove.match("axom", 1, -1), "level: expected a number from 1 to 8, found '-1'"),
    "a player shown another game": (
        lambda: alcove.player("avalam", 2).choose(AXOM.initial(), LUCK),
        "view: expected a state or a view of Avalam",
    ),
    "chance shown another game": (
        lambda: alcove.player("avalam", "random").choose(AXOM.initial(), LUCK),
        "view: expected a state or a view of Avalam",
    ),
    "a player without luck": (lambda: alcove.player("avalam", 2).choose(START, None), "rng: expected a random.Random"),  # type: ignore[arg-type]
    "chance at the end": (lambda: alcove.player("axom", "random").choose(OVER, LUCK), "view: the game is over"),
    "a level at the end": (lambda: alcove.player("axom", 2).choose(OVER, LUCK), "view: the game is over"),
    "greed at the end": (lambda: alcove.player("axom", "greedy").choose(OVER, LUCK), "view: the game is over"),
    "alpha-beta with secrets": (
        lambda: alcove.player("axxa", "ab:d=3"),
        "AxxA has no player 'ab'; known: random, greedy, level1 … level8, engine:1s",
    ),
    "trees with secrets": (
        lambda: alcove.player("axxa", "mcts:n=50"),
        "AxxA has no player 'mcts'; known: random, greedy",
    ),
    "a move that is none": (lambda: START.svg("zz"), "zz: a move is written like"),
    "a number for a move": (lambda: START.svg(3), "move: expected a move or its text, found 3"),
    "a seed below zero": (lambda: AXXA.initial(seed=-1), "seed: '-1' is not a whole number from 0 on"),
    "planes of another game": (lambda: space("axom").planes(START), "view: expected a state or a view of Axom"),
    "planes of nothing": (lambda: space("axom").planes(None), "view: expected a state or a view, found None"),  # type: ignore[arg-type]
    "numbers of another game": (lambda: space("axom").legal(START), "view: expected a state or a view of Axom"),
    "a mask of another game": (lambda: space("axom").mask(START), "view: expected a state or a view of Axom"),
    "an action of another game": (
        lambda: space("axom").action(START, "c3-f3"),
        "view: expected a state or a view of Axom",
    ),
    "a move of another game": (lambda: space("axom").move(START, 3), "view: expected a state or a view of Axom"),
    "no record": (lambda: alcove.evaluations("1-0", nodes=1), "record: expected a record"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_told_by_name(fault: str) -> None:
    ask, sentence = WRONG[fault]
    with pytest.raises(AlcoveError) as told:
        ask()
    assert sentence in str(told.value)
    assert told.value.in_language("fr") != str(told.value)


class Silent:
    """A player who never says what it plays."""

    name = "silent"

    def choose(self, view: alcove.View, rng: random.Random) -> alcove.Move:
        return None


def test_a_player_without_a_move_is_named() -> None:
    with pytest.raises(
        AlcoveError, match="the player 'silent' gave no legal move: move: expected a move or its text, found None"
    ):
        alcove.match("avalam", Silent(), "random", games=2)


@pytest.mark.parametrize("name", ["random", "greedy", 2, "engine:n=20", "plain:n=5"])
def test_players_take_states_wherever_they_take_views(name: str | int) -> None:
    seated = alcove.player("axxa", name)
    chosen = seated.choose(DEALT, random.Random(1))
    assert chosen in DEALT.legal_moves()
    assert chosen == seated.choose(AXXA.view(DEALT, 0), random.Random(1)), (
        "a state tells a player no more than its view"
    )


def test_arrays_of_a_state_with_secrets_are_those_of_its_view() -> None:
    seen, view = space("axxa"), AXXA.view(DEALT, 0)
    assert (seen.planes(DEALT) == seen.planes(view)).all()
    assert (seen.legal(DEALT) == seen.legal(view)).all()


@pytest.mark.parametrize("name", alcove.games())
def test_every_move_of_a_game_can_be_marked(name: str) -> None:
    rng, state = random.Random(5), alcove.game(name).initial()
    while state.outcome() is None and len(state.legal_moves()) > 1:
        move = rng.choice(state.legal_moves())
        state = state.play(move)
        assert state.svg(move) == state.svg(str(move))
        if rng.random() < 0.05:
            break
