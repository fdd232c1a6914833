"""AxxA's kernel: worlds dealt from views, and actions."""

import random
import re
from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from alcove.games.axxa import GAME, State, kernel as axxa_kernel
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


# --- Actions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("symmetry", range(8))
def test_the_moves_of_a_turned_board_are_the_moves_turned(symmetry: int) -> None:
    cells = {cell: turned_cell(cell, symmetry) for cell in CELLS}
    for state in islice(random_states({}), 0, None, 7):
        turned = turned_state(state, cells)
        packed = KERNEL.pack(turned)
        actions = np.empty(KERNEL.module.MAX_MOVES, np.int32)
        found = {str(KERNEL.module.move_of(packed, int(a))) for a in actions[: KERNEL.module.moves(packed, actions)]}
        assert found == {turned_move(str(move), cells) for move in state.legal_moves()}


def turned_cell(cell: str, symmetry: int) -> str:
    """Where a cell of the square board comes to lie: turned by quarters, and from 4 on mirrored as well."""
    x, y = "abcdefg".index(cell[0]) - 3, int(cell[1]) - 4
    for _ in range(symmetry % 4):
        x, y = -y, x
    x = -x if symmetry >= 4 else x
    return f"{'abcdefg'[x + 3]}{y + 4}"


def turned_move(move: str, cells: dict[str, str]) -> str:
    turned = re.sub("[a-g][1-7]", lambda found: cells[found[0]], move)
    return "=" + ".".join(sorted(turned[1:].split("."))) if turned.startswith("=") else turned


def turned_state(state: State, cells: dict[str, str]) -> State:
    """A state on the turned board."""
    fields = state.to_text().split(" ")
    piles = (pile.split(":") for pile in fields[0].split(",") if pile != "-")
    fields[0] = ",".join(f"{cells[cell]}:{pieces}" for cell, pieces in piles) or "-"
    return GAME.from_text(" ".join(fields))


def test_actions_are_the_same_in_every_position() -> None:
    packed = KERNEL.pack(GAME.initial(seed=1))
    moves = [KERNEL.module.move_of(packed, action) for action in range(axxa_kernel.N_ACTIONS)]
    assert [KERNEL.module.action_of(packed, move) for move in moves] == list(range(axxa_kernel.N_ACTIONS))
    assert Counter(type(move) for move in moves) == {Slide: 2 * 37 * 37, Pay: 37, Take: 452}
