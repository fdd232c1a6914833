"""AxxA's kernel: worlds dealt from views, and planes that hold no secret."""

import random
from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from alcove.games.axxa import GAME, State, encoding, kernel as axxa_kernel
from alcove.games.axxa.board import CELLS
from alcove.games.axxa.rules import Pay, Slide, Take
from alcove.games.kernels import kernel
from alcove.jit.random import seed_generator

from .test_axxa_secrets import OPTIONS, random_states

KERNEL = kernel("axxa")


def dealt(packed: npt.NDArray[np.uint8], seed: int, number: int = 1) -> list[npt.NDArray[np.uint8]]:
    """Worlds dealt by the kernel from a packed view."""
    generator = np.zeros(1, np.uint64)
    seed_generator(generator, seed, 0)
    found = []
    for _ in range(number):
        world = packed.copy()
        axxa_kernel.deal(world, generator)
        found.append(world)
    return found


@pytest.mark.parametrize("options", OPTIONS)
def test_a3_a_packed_view_is_the_same_for_all_worlds(options: dict[str, Any]) -> None:
    """What the kernel knows of a view it cannot have from the secret, and the worlds it deals fit the view."""
    for state in islice(random_states(options), 0, None, 3):
        view = GAME.view(state, 0)
        packed = KERNEL.module.pack(view)
        other = next(GAME.worlds(view, random.Random(1)))
        assert np.array_equal(packed, KERNEL.module.pack(GAME.view(other, 0)))
        for world in dealt(packed, 5, number=3):
            unpacked = KERNEL.unpack(world, state)
            assert GAME.view(unpacked, 0) == view
            assert GAME.from_text(unpacked.to_text(), **options) == unpacked


def test_a3_dealing_does_not_look_at_the_pieces_it_replaces() -> None:
    state = GAME.initial(seed=4)
    from_state, from_view = KERNEL.pack(state), KERNEL.module.pack(GAME.view(state, 0))
    for of_state, of_view in zip(dealt(from_state, 9, 5), dealt(from_view, 9, 5), strict=True):
        assert np.array_equal(of_state[8:], of_view[8:]), "all but the key, which dealing does not keep"


def test_worlds_are_dealt_evenly() -> None:
    """5, 5 and 6 in three places: three arrangements, each about 2,000 times in 6,000 (within five deviations)."""
    text = "a3:123,a4:123,a5:123,c1:123,c7:123,d1:123,d7:456,e1:456,e7:456,g3:4?6,g4:4?6,g5:45? 1 - 0 move 1"
    view = GAME.view_from_text(text)
    like = next(GAME.worlds(view, random.Random(0)))
    worlds = dealt(KERNEL.module.pack(view), 3, number=6000)
    counts = Counter(KERNEL.unpack(world, like).to_text() for world in worlds)
    assert len(counts) == 3
    assert all(abs(count - 2000) < 5 * (6000 * (1 / 3) * (2 / 3)) ** 0.5 for count in counts.values())


# --- Planes -----------------------------------------------------------------------------------------------------------


def planes_of(state: State) -> npt.NDArray[np.float32]:
    planes = np.empty(encoding.SHAPE, np.float32)
    encoding.encode(KERNEL.pack(state), planes)
    return planes


@pytest.mark.parametrize("options", OPTIONS)
def test_a3_planes_hold_no_unseen_piece(options: dict[str, Any]) -> None:
    different = 0
    for state in islice(random_states(options), 0, None, 3):
        view = GAME.view(state, 0)
        planes = planes_of(state)
        for world in islice(GAME.worlds(view, random.Random(5)), 3):
            different += world != state
            assert np.array_equal(planes_of(world), planes)
        from_view = np.empty(encoding.SHAPE, np.float32)
        encoding.encode(KERNEL.module.pack(view), from_view)
        assert np.array_equal(from_view, planes)
    assert different > 100


def test_planes_tell_what_the_table_of_the_module_says() -> None:
    piles = "a3:1e,c4:31d,d4:4,d7:1,e4:266,e7:4,f5:255,f6:236,g3:63,g4:54,g5:45f"
    state = GAME.from_text(f"{piles} 4 456 1/2 pay 2", mode="duel", second_cycle="yes", shape="line8")
    planes = planes_of(state)

    def cell(plane: int, name: str) -> float:
        return float(planes[plane, 7 - int(name[1]), "abcdefg".index(name[0])])

    assert (cell(0, "a3"), cell(12, "a3"), cell(19, "a3")) == (1, 1, 0)
    assert (cell(2, "c4"), cell(6, "c4"), cell(12, "c4"), cell(19, "c4")) == (1, 1, 0, 1)
    assert (cell(3, "d4"), cell(21, "d4"), cell(21, "a3"), cell(6, "d4")) == (1, 1, 0, 0)
    assert (cell(17, "f5"), cell(18, "f6"), cell(19, "g5")) == (1, 1, 1)
    assert {name for name in CELLS if cell(20, name)} == set(CELLS)
    assert planes[20].sum() == len(CELLS)
    everywhere = planes[:, 0, 0]
    assert everywhere[22:28].tolist() == [0, 0, 0, 1, 0, 0]
    assert everywhere[28:34] == pytest.approx([3 / 6, 3 / 6, 3 / 6, 5 / 6, 5 / 6, 5 / 6])
    assert everywhere[34:40] == pytest.approx([0, 0, 0, 1 / 6, 1 / 6, 1 / 6])
    assert everywhere[40:46] == pytest.approx([0, 0, 0, 1 / 6, 1 / 6, 1 / 6])
    assert everywhere[46:48] == pytest.approx([2 / 6, 1 / 6]), "seat 2 is to move"
    assert everywhere[48:].tolist() == pytest.approx([0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 2 / 6])


@pytest.mark.parametrize("symmetry", range(encoding.N_SYMMETRIES))
def test_symmetries_commute_with_encoding_and_with_moves(symmetry: int) -> None:
    for state in islice(random_states({}), 0, None, 7):
        turned = turned_state(state, symmetry)
        assert np.array_equal(planes_of(turned), encoding.turned(planes_of(state), symmetry))
        packed = KERNEL.pack(state)
        actions = [KERNEL.module.action_of(packed, move) for move in state.legal_moves()]
        expected = {str(move) for move in turned.legal_moves()}
        assert {str(KERNEL.module.move_of(packed, encoding.TURNED_ACTION[symmetry, a])) for a in actions} == expected


def turned_state(state: State, symmetry: int) -> State:
    """A state on the turned board."""
    fields = state.to_text().split(" ")
    piles = (pile.split(":") for pile in fields[0].split(",") if pile != "-")
    cells = {cell: CELLS[encoding.TURNED_CELL[symmetry, number]] for number, cell in enumerate(CELLS)}
    fields[0] = ",".join(f"{cells[cell]}:{pieces}" for cell, pieces in piles) or "-"
    return GAME.from_text(" ".join(fields))


def test_actions_are_the_same_in_every_position() -> None:
    packed = KERNEL.pack(GAME.initial(seed=1))
    moves = [KERNEL.module.move_of(packed, action) for action in range(axxa_kernel.N_ACTIONS)]
    assert [KERNEL.module.action_of(packed, move) for move in moves] == list(range(encoding.N_POLICY))
    assert Counter(type(move) for move in moves) == {Slide: 2 * 37 * 37, Pay: 37, Take: 452}
