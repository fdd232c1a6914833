"""The law of Axom against `naive_axom`, a second program written from the rule text in another style."""

import random
from collections import Counter

import pytest

import alcove
from alcove.core.options import specs
from alcove.games.axom.rules import Options, State
from tests.games.naive_axom import NaiveGame, count_lines

AXOM = alcove.game("axom")
START = AXOM.initial().to_text()
PILES = "ABCD"


def random_options(rng: random.Random) -> dict[str, str]:
    """Any mixture of options; draws come early, so that they come at all."""
    chosen = {spec.name: rng.choice(spec.values) for spec in specs(Options) if spec.values}
    return chosen | {"draw_plies": rng.choice(["100", "25", "0"])}


def random_position(rng: random.Random) -> str:
    """A crowded position with few rules in mind: hearts are often taken, heads near each other, fours plenty."""
    cells = [(file, rank) for rank in range(7) for file in range(7)]
    rng.shuffle(cells)
    board: dict[tuple[int, int], str] = {}
    for head, enemy_heart in (("H", (6, 6)), ("h", (0, 0))):
        board[next(cell for cell in cells if cell != enemy_heart and cell not in board)] = head
    left = {"w": 30, "b": 30}
    fours = {"w": 4, "b": 4}
    weights = rng.choice([(1, 1, 1, 1), (6, 2, 1, 1), (1, 1, 2, 4), (1, 1, 6, 4)])
    for cell in rng.sample(cells, rng.randint(3, 40)):
        side = rng.choice("wb")
        height = rng.choices((1, 2, 3, 4), weights)[0]
        if cell not in board and height <= left[side] and (height < 4 or fours[side]):
            left[side] -= height
            fours[side] -= height == 4
            board[cell] = PILES[height - 1] if side == "w" else PILES[height - 1].lower()
    rows = ["".join(board.get((file, rank), "1") for file in range(7)) for rank in range(6, -1, -1)]
    text = "/".join(rows) + " " + rng.choice("wb")
    for gap in range(7, 1, -1):
        text = text.replace("1" * gap, str(gap))
    return text


def assert_same(state: State, naive: NaiveGame) -> None:
    """Both know the same moves, the same positions after them, and the same end."""
    outcome = state.outcome()
    assert (outcome and (outcome.result, outcome.reason)) == naive.result()
    assert state.to_text() == naive.text()
    if outcome is None:
        assert {str(move) for move in state.legal_moves()} == set(naive.moves())
    if state.options.repetition == "movement4":
        made = Counter((side, cells) for _, side, cells in naive.diary)
        assert {("wb"[seat], origin + target): n for (seat, origin, target), n in state.movements.items()} == made


@pytest.mark.parametrize("seed", range(2))
def test_random_positions_with_random_options(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        text, options = random_position(rng), random_options(rng)
        state = AXOM.from_text(text, **options)
        assert isinstance(state, State)
        assert_same(state, NaiveGame(text, **options))
        for move in state.legal_moves():
            naive = NaiveGame(text, **options)
            naive.play(str(move))
            assert_same(state.play_unchecked(move), naive)


@pytest.mark.parametrize("repetition", ["movement4", "position4", "shuttle", "off"])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_random_options(repetition: str, seed: int) -> None:
    rng = random.Random(seed)
    draw_plies = rng.choice(["0", "100"]) if repetition == "movement4" else "100"
    options = random_options(rng) | {"repetition": repetition, "draw_plies": draw_plies}
    state, naive = AXOM.initial(**options), NaiveGame(START, **options)
    while state.outcome() is None:
        move = rng.choice(state.legal_moves())
        state = state.play_unchecked(move)
        naive.play(str(move))
        assert isinstance(state, State)
        assert_same(state, naive)


@pytest.mark.parametrize("repetition", ["movement4", "position4", "shuttle"])
def test_x20_games_of_hesitant_players(repetition: str) -> None:
    """Players who mostly take their last move back: many games end by repetition, some by X22."""
    rng = random.Random(repetition)
    reasons = []
    for _ in range(25):
        options = {"repetition": repetition, "draw_plies": "60"}
        text = random_position(rng)
        state, naive = AXOM.from_text(text, **options), NaiveGame(text, **options)
        last = ["", ""]
        assert isinstance(state, State)
        while state.outcome() is None:
            moves = state.legal_moves()
            back = [move for move in moves if move.target + move.origin == last[state.to_move]]
            move = rng.choice(back if back and rng.random() < 0.95 else moves)
            last[state.to_move] = move.origin + move.target
            state = state.play_unchecked(move)
            naive.play(str(move))
            assert isinstance(state, State)
            assert_same(state, naive)
        outcome = state.outcome()
        assert outcome is not None
        reasons.append(outcome.reason)
    assert reasons.count("repetition") >= 5


def test_perft_counted_a_second_time() -> None:
    game = NaiveGame(START, repetition="off", draw_plies="0")
    assert [count_lines(game, depth) for depth in (1, 2, 3)] == [18, 324, 7766]
