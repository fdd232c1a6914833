"""Opening statistics: positions up to symmetry and order of moves, counted once a game, told in a position's own words."""

import random
from typing import Any

import pytest

import alcove
from alcove.atlas.openings import FirstSide, OpeningIndex, passed
from alcove.core.game import State
from alcove.games.symmetry import images


def some_games(name: str, count: int, plies: int) -> list[list[str]]:
    rng, found = random.Random(4), []
    for _ in range(count):
        state, moves = alcove.game(name).initial(), []
        for _ in range(plies):
            moves.append(str(rng.choice(state.legal_moves()[-6:])))
            state = state.play(moves[-1])
        found.append(moves)
    return found


def alike(name: str, state: State[Any]) -> set[str]:
    return {image.text for image in images(name, state)}


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom"])
def test_counts_are_those_of_comparing_every_pair_of_positions(name: str) -> None:
    """By hand: a game passed a position if it came to any image of it, in any order of moves."""
    game, games, index = alcove.game(name), some_games(name, 12, 4), OpeningIndex()
    for number, moves in enumerate(games):
        index.add(passed(game, game.initial(), moves, 4), "1-0" if number % 3 else "1/2-1/2", 10 + number)
    for moves in games[:4]:
        state = game.initial()
        for ply, text in enumerate(moves):
            here = alike(name, state)
            told = index.moves_in(game, state)
            assert sum(move.games for move in told) == sum(_passes(name, other, here) for other in games)
            after = alike(name, state.play(text))
            (played,) = [move for move in told if alike(name, state.play(move.move)) == after]
            same = [number for number, other in enumerate(games) if _plays(name, other, here, after)]
            assert played.games == len(same)
            assert played.draws == sum(number % 3 == 0 for number in same)
            assert played.mean_plies == pytest.approx(sum(10 + number for number in same) / len(same), abs=0.06)
            assert ply < 4
            state = state.play(text)


def _passes(name: str, moves: list[str], here: set[str]) -> bool:
    state = alcove.game(name).initial()
    for move in moves:
        if images(name, state)[0].text in here:
            return True
        state = state.play(move)
    return False


def _plays(name: str, moves: list[str], here: set[str], after: set[str]) -> bool:
    state = alcove.game(name).initial()
    for move in moves:
        later = state.play(move)
        if images(name, state)[0].text in here and images(name, later)[0].text in after:
            return True
        state = later
    return False


def test_a_turned_game_counts_as_the_same() -> None:
    game = alcove.game("avalam")
    start = game.initial()
    turn = images("avalam", start)[1].there
    moves, state = ["c9-d9", "d8-c8"], start
    for move in moves:
        state = state.play(move)
    turned = [str(turn(start.find("c9-d9"))), str(turn(start.find("d8-c8")))]
    assert passed(game, start, moves, 9) == passed(game, start, turned, 9)
    told = FirstSide(game, start).back(start)
    assert len(told) == len(start.legal_moves()) // 2, "of two moves that are alike one is told"


def test_options_make_another_position() -> None:
    game = alcove.game("axom")
    usual, other = FirstSide(game, game.initial()), FirstSide(game, game.initial(draw_plies=50))
    assert usual.key != other.key


def test_rare_positions_are_left_out() -> None:
    game, index = alcove.game("axom"), OpeningIndex()
    for moves in (["b2-b5", "g7-f7"], ["b2-b5", "g7-g6"], ["c3-f3", "g7-f7"]):
        index.add(passed(game, game.initial(), moves, 2), "0-1", 20)
    kept = index.known(2)
    assert [sum(count[0] for count in moves.values()) for moves in kept.values()] == [3, 2]
    assert OpeningIndex(kept).moves_in(game, game.initial())[0].move == "b2-b5"
