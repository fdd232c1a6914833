"""The engine that needs the law alone: it wins what can be won, keeps its limits, and plays games with secrets."""

import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import alcove
from alcove.cli.template.newgame import GAME
from alcove.core import registry
from alcove.players.arena import Match, play
from alcove.players.engine import Analysis, Limits, engine
from alcove.players.ladder import matches, rungs
from alcove.players.levels import levels, recipes, seat_player
from alcove.players.plain import PlainEngine
from alcove.players.proof import analyst
from alcove.players.roster import player


@pytest.fixture(autouse=True)
def small_game() -> Iterator[None]:
    """A game that has nothing but its law, known for as long as a test runs."""
    registry.register(GAME)
    yield
    del registry._registered[GAME.name]
    registry._forget()


def test_every_door_to_an_engine_leads_to_it() -> None:
    assert isinstance(engine("newgame"), PlainEngine)
    assert isinstance(analyst("newgame"), PlainEngine)
    start = GAME.initial()
    for name in ("plain:n=4", "engine:n=4", "best-handmade:n=4", "greedy", "level1", "level5"):
        assert player("newgame", name).choose(start, random.Random(1)) in start.legal_moves()


def test_the_end_is_proven() -> None:
    """White has one cell left, Black none: whoever moves decides."""
    state = GAME.initial()
    rng = random.Random(4)
    while len(state.legal_moves()) > 4:
        state = state.play(rng.choice(state.legal_moves()))
    found = engine("newgame").analyse(state, Limits(nodes=20_000, seconds=30))
    assert found.best.exact
    assert found.best.win_probability in (0.0, 1.0)
    assert found.nodes < 20_000, "what is settled is not thought about any longer"
    won = found.best.win_probability == 1.0
    assert found.best.score_text.en == ("wins" if won else "loses")

    def wins(position: alcove.State[Any]) -> bool:
        """By trying everything."""
        return any(not wins(position.play(move)) for move in position.legal_moves())

    assert wins(state) == won


def test_a_win_in_one_is_played() -> None:
    lost = next(
        state
        for seed in range(50)
        for state in [_almost_over(seed)]
        if any(state.play(move).outcome() is not None for move in state.legal_moves())
    )
    best = engine("newgame").best_move(lost, Limits(nodes=200))
    assert lost.play(best).outcome() is not None


def _almost_over(seed: int) -> alcove.State[Any]:
    rng, state = random.Random(seed), GAME.initial()
    while not any(state.play(move).outcome() is not None for move in state.legal_moves()):
        state = state.play(rng.choice(state.legal_moves()))
    return state


def test_the_same_nodes_give_the_same_answer() -> None:
    first, second = (engine("newgame").analyse(GAME.initial(), Limits(nodes=60), lines=4) for _ in range(2))
    assert first.lines == second.lines
    assert first.nodes == 60
    assert len(first.lines) == 4
    chances = [line.win_probability for line in first.lines]
    assert all(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("name", ["axxa", "avalam"])
def test_it_plays_our_games_with_and_without_secrets(name: str) -> None:
    game = alcove.game(name)
    start = game.initial(**({"seed": 1} if game.luck(game.initial()) else {}))
    view = game.view(start, 0)
    found = PlainEngine(name).analyse(view, Limits(nodes=10))
    assert found.best.moves[0] in view.moves_by_text
    assert found.nodes == 10
    assert name != "axxa" or len(found.best.moves) == 1, "what follows depends on what is hidden"


def test_it_stops_when_it_is_told_and_tells_what_it_knows_meanwhile() -> None:
    thinking, heard = engine("newgame"), list[Analysis]()
    thinking.listener = heard.append
    timer = threading.Timer(0.5, thinking.stop)
    timer.start()
    started = time.monotonic()
    found = thinking.analyse(GAME.initial(size="7"), Limits(seconds=120))
    assert time.monotonic() - started < 60, "it would have gone on for two minutes"
    assert heard
    assert heard[-1].nodes <= found.nodes
    timer.cancel()


def test_a_full_tree_still_answers() -> None:
    thinking = PlainEngine("newgame", megabytes=1)
    thinking._most_nodes = 5
    assert thinking.analyse(GAME.initial(), Limits(nodes=50)).nodes == 50


def test_five_levels_without_a_kernel_each_stronger_than_random_play() -> None:
    assert [level.number for level in levels("newgame")] == [1, 2, 3, 4, 5]
    assert all(how.is_repeatable for how in recipes("newgame"))
    with pytest.raises(alcove.AlcoveError, match="from 1 to 5"):
        seat_player("newgame", 6)
    match = Match("newgame", ("plain:n=60", "random"), 12, seed=2)
    assert sum(play((match, number)).score for number in range(12)) >= 8


def test_the_ladder_has_the_rungs_that_there_are() -> None:
    assert rungs("newgame") == ("random", "level1", "level2", "level3", "level4", "level5")
    met = {who for match in matches("newgame", 2, seed=1) for who in match.players}
    assert met == {*rungs("newgame"), "greedy"}
