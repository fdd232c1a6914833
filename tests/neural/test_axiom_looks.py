"""What a network sees of Axiom, and where its policy has the moves: held against the plain rules."""

import random
from collections.abc import Iterator
from typing import cast

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING
from alcove.games.axiom import encoding, kernel
from alcove.games.axiom.placing import is_free
from alcove.games.axiom.rules import Options, State, from_text, initial
from alcove.games.axiom.space import TURNS, Block, Move, SceptreMove
from alcove.games.axiom.symmetry import turned, turned_move

LOOK = encoding.LOOK
N_SQUARES = 81
PLAIN = Options(repetition="off", max_plies=0)

Bytes = npt.NDArray[np.uint8]


def random_states(games: int, plies: int = 70) -> Iterator[State]:
    for seed in range(games):
        rng, state = random.Random(seed), initial(PLAIN)
        for _ in range(plies):
            if state.outcome() is not None:
                break
            yield state
            state = state.play_unchecked(rng.choice(state.legal_moves()))


def seen_of(packed: Bytes) -> Bytes:
    seen = np.empty(LOOK.size, np.uint8)
    encoding.look(packed, seen)
    return seen


def planes_of(state: State) -> npt.NDArray[np.float32]:
    planes = np.empty(LOOK.shape, np.float32)
    encoding.encode(kernel.pack(state), planes)
    return planes.reshape(len(planes), N_SQUARES)


def places_of(packed: Bytes, moves: tuple[Move, ...]) -> list[tuple[int, int]]:
    """Where a policy has the targets of moves and, or −1, their origins."""
    actions = np.array([kernel.action_of(packed, move) for move in moves], np.int32)
    places, origins = np.zeros((2, len(moves)), np.int16)
    encoding.places(packed, actions, len(moves), places, origins)
    return list(zip(places.tolist(), origins.tolist(), strict=True))


def fits(state: State) -> bool:
    """Is the block no larger than seven by seven by six, whatever gaps it has?"""
    cells = [cube.cell for cube in state.cubes]
    lengths = [max(cell[axis] for cell in cells) - min(cell[axis] for cell in cells) + 1 for axis in range(3)]
    return lengths[0] <= 7 and lengths[1] <= 7 and lengths[2] <= encoding.N_LEVELS


def test_every_move_has_a_place_of_its_own_unless_the_block_is_very_large() -> None:
    moves = shared = 0
    for state in random_states(12):
        places = places_of(kernel.pack(state), state.legal_moves())
        assert all(0 <= place < LOOK.policy_parts[0] for place, _ in places)
        assert all(origin == -1 or LOOK.policy_parts[0] <= origin < encoding.N_POLICY for _, origin in places)
        moves, shared = moves + len(places), shared + len(places) - len(set(places))
        if fits(state):
            assert len(set(places)) == len(places)
    assert shared < 0.02 * moves


def test_planes_show_the_pieces_and_what_they_may_do() -> None:
    for state in random_states(4):
        if not fits(state):
            continue
        planes, places = planes_of(state), places_of(kernel.pack(state), state.legal_moves())
        block, own = Block(state.cubes, state.sceptres), [cube for cube in state.cubes if cube.colour == state.side]
        levels = planes[:228].reshape(6, 38, N_SQUARES)
        assert levels[:, 6].sum() == len(own) == round(6 * planes[254, 0])
        assert levels[:, 7].sum() == len(state.cubes) - len(own) == round(6 * planes[255, 0])
        assert levels[:, :6].sum() == sum(len(cube.domes) for cube in state.cubes)
        assert [levels[:, first : first + 5].sum() for first in (8, 13, 18)] == [1, 1, 2]
        assert planes[234].sum() == sum(is_free(block, cube) for cube in own)
        shown = np.zeros((encoding.FIRST_ORIGIN, N_SQUARES))
        for place, _ in places:
            shown[place // N_SQUARES, place % N_SQUARES] = 1
        stops = levels[:, 23:33].transpose(1, 0, 2).reshape(encoding.FIRST_TURN, N_SQUARES)
        assert (stops >= shown[: encoding.FIRST_TURN]).all(), "stops that would join the own sceptres are shown as well"
        assert np.array_equal(planes[228:234], shown[60:66])
        order = [TURNS[2].index(domes) for domes in encoding.DOUBLES]
        assert np.array_equal(planes[236:248], shown[66:][order])


def test_symmetries_turn_looks_as_they_turn_positions_and_moves() -> None:
    compared = 0
    for number, state in enumerate(random_states(4)):
        seen = seen_of(kernel.pack(state))
        is_occupied = (seen[32 * N_SQUARES : 33 * N_SQUARES] & 192).reshape(9, 9) > 0
        lengths = [int(np.ptp(np.flatnonzero(is_occupied.any(axis)))) + 1 for axis in (0, 1)]
        if number % 3 or not fits(state) or lengths[0] % 2 == 0 or lengths[1] % 2 == 0:
            continue  # an even length has no middle, so its image stands elsewhere
        compared += 1
        for symmetry in range(8):
            compare_image(state, seen, symmetry)
    assert compared > 10


def compare_image(state: State, seen: Bytes, symmetry: int) -> None:
    packed, other = kernel.pack(state), kernel.pack(turned(state, symmetry))
    own = [sceptre.face for sceptre in state.sceptres if sceptre.colour == state.side]
    images = [
        cast(SceptreMove, turned_move(SceptreMove(face.cell, face), symmetry)).target
        for face in own
    ]  # fmt: skip
    there = [sceptre.face for sceptre in turned(state, symmetry).sceptres if sceptre.colour == state.side]
    image = 2 * symmetry + (images != there)  # where the first of them has become the second
    cells = seen[: LOOK.cell_layers * N_SQUARES].reshape(LOOK.cell_layers, -1)
    layers = [
        LOOK.mirror_bytes[image, layer][cells[LOOK.mirror_layers[image, layer]][LOOK.mirror_cells[image]]]
        for layer in range(LOOK.cell_layers)
    ]
    assert np.array_equal(np.concatenate([*layers, seen[LOOK.cell_layers * N_SQUARES :]]), seen_of(other))
    moves = state.legal_moves()
    mirror = [*LOOK.mirror_policy[image].tolist(), -1]
    turned_places = places_of(other, tuple(turned_move(move, symmetry) for move in moves))
    assert [(mirror[place], mirror[origin]) for place, origin in turned_places] == places_of(packed, moves)


def test_groups_far_apart_are_drawn_three_cells_apart() -> None:
    text = "bC(0,0,1)x+ bC(1,0,1)x+ wC({a},0,1)x+ wC({b},0,1)x+ bS(0,0,1)z+ bS(1,0,1)y+ wS({a},0,1)z+ wS({b},0,1)y+ b"
    looks = [seen_of(kernel.pack(from_text(text.format(a=a, b=a + 1), PLAIN))) for a in (5, 6, 5000)]
    assert np.array_equal(looks[0], looks[1])
    assert np.array_equal(looks[1], looks[2])


def test_owners_are_whose_the_columns_are() -> None:
    for state in random_states(2, 30):
        packed, owned = kernel.pack(state), np.empty((2, N_SQUARES), np.uint8)
        for side in range(2):
            encoding.owners(packed, side, owned[side])
        tops = {cube.cell[:2]: cube.colour for cube in sorted(state.cubes, key=lambda cube: cube.cell[2])}
        for colour in range(2):
            count = sum(top == colour for top in tops.values())
            assert (owned[colour] == 1).sum() == (owned[1 - colour] == 2).sum() == count


def test_c18_a_verdict_is_told_a_ply_early() -> None:
    early = 0
    for state in random_states(6):
        winning = [
            move
            for move in state.legal_moves()
            if isinstance(move, SceptreMove)
            and (outcome := state.play_unchecked(move).outcome()) is not None
            and outcome.winner == state.side
            and outcome.reason == "sceptres"
        ]
        wanted = (1 - 2 * state.side) if winning else ONGOING
        assert encoding.verdict(kernel.pack(state)) == wanted
        early += bool(winning)
    assert early > 5


def test_c21_a_look_recalls_how_often_the_position_has_stood() -> None:
    state = initial(Options())
    for times in range(2):
        packed = kernel.pack(state)
        seen = seen_of(packed)
        encoding.recall(packed, np.array(encoding.past_marks(state), np.int64), seen)
        assert seen[encoding.STOOD] == times
        for move in ("S(-1,0,2)-(0,0,2)z+", "S(-1,1,2)-(0,1,2)z+", "S(0,0,2)-(-1,0,2)z+", "S(0,1,2)-(-1,1,2)z+"):
            state = state.play(move)
    assert state.outcome() is not None, "the third time is a draw"
    assert encoding.past_marks(initial(PLAIN)) == []
