"""Axiom's kernel where random games from the start do not lead: figures, groups far apart, shifted blocks, symmetries."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from alcove.games.axiom import kernel as axiom_kernel
from alcove.games.axiom.rules import Options, State, from_text, initial
from alcove.games.axiom.space import Cube, Face, Sceptre
from alcove.games.axiom.symmetry import N_SYMMETRIES, turned, turned_move
from alcove.games.axiom.validity import first_fault
from alcove.games.kernels import kernel

KERNEL = kernel("axiom")
GOLDEN = Path(__file__).parents[1] / "golden" / "axiom"
PLAIN = Options(repetition="off", max_plies=0)


def figure_texts() -> list[str]:
    lines = (line for path in (GOLDEN / "figures").glob("*.txt") for line in path.read_text().splitlines())
    return sorted({line.partition(": ")[2] for line in lines if line.startswith("position: ")})


def random_states(seed: int, games: int, plies: int = 60) -> Iterator[State]:
    rng = random.Random(seed)
    for _ in range(games):
        state = initial(PLAIN)
        for _ in range(plies):
            moves = state.legal_moves()
            if not moves:
                break
            state = state.play_unchecked(rng.choice(moves))
            yield state


def shifted(state: State, dx: int, dy: int, after_x: int = -(10**9)) -> State:
    """The position with everything beyond `after_x` shifted."""

    def moved(cell: tuple[int, int, int]) -> tuple[int, int, int]:
        return (cell[0] + dx, cell[1] + dy, cell[2]) if cell[0] > after_x else cell

    cubes = tuple(Cube(cube.colour, moved(cube.cell), cube.domes) for cube in state.cubes)
    sceptres = tuple(Sceptre(s.colour, Face(moved(s.face.cell), s.face.direction)) for s in state.sceptres)
    return State(cubes, sceptres, state.side, state.options)


def assert_same_moves(state: State) -> None:
    assert sorted(map(str, KERNEL.legal_moves(state))) == sorted(map(str, state.legal_moves()))


def test_figures_have_the_same_moves() -> None:
    texts = figure_texts()
    assert len(texts) > 15
    for text in texts:
        assert_same_moves(from_text(text, PLAIN))


@pytest.mark.parametrize("distance", [1, 2, 3, 4, 30, 31, 32, 33, 64, 900_000])
def test_groups_at_any_distance_have_the_same_moves(distance: int) -> None:
    """A block sawn in two and pulled apart: where that is valid, no short game leads there."""
    for number, state in enumerate(random_states(distance, 4, 40)):
        parted = shifted(state, distance, number % 3 - 1, after_x=0)
        if number % 4 == 0 and first_fault(parted.cubes, parted.sceptres) is None and parted.outcome() is None:
            assert_same_moves(parted)
            assert_same_moves(parted.play_unchecked(random.Random(number).choice(parted.legal_moves())))


def test_c21_the_key_does_not_change_when_the_block_is_shifted() -> None:
    keys = set()
    for state in random_states(5, 3):
        key = axiom_kernel.key(KERNEL.pack(state))
        assert key == axiom_kernel.key(KERNEL.pack(shifted(state, -4711, 999)))
        keys.add((key, state.same_position))
    assert len({key for key, _ in keys}) == len({text for _, text in keys})


def test_c21_positions_that_stood_twice_are_marked() -> None:
    state = initial(Options())
    there_and_back = ["S(-1,0,2)-(-1,0,2)x-", "S(1,1,2)-(1,1,2)x+", "S(-1,0,2)-(-1,0,2)z+", "S(1,1,2)-(1,1,2)z+"]
    assert axiom_kernel.history_marks(state) == ([], [])
    start_key = int(axiom_kernel.key(KERNEL.pack(state)))
    for move in there_and_back:
        state = state.play(move)
    assert axiom_kernel.history_marks(state) == ([], [start_key])
    plain = initial(Options(repetition="off"))
    for move in there_and_back:
        plain = plain.play(move)
    assert axiom_kernel.history_marks(plain) == ([], [])


def test_symmetries_commute_with_moves() -> None:
    for number, state in enumerate(random_states(9, 2, 50)):
        if number % 5:
            continue
        for symmetry in range(N_SYMMETRIES):
            expected = {str(turned_move(move, symmetry)) for move in state.legal_moves()}
            assert {str(move) for move in turned(state, symmetry).legal_moves()} == expected
