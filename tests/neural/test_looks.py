"""What a network sees of a position, and where its policy has the moves."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

import alcove
from alcove.compiled.looks import draw
from alcove.compiled.marks import mark
from alcove.games.axom.rules import HEAD, NUMBER, Movement, State
from alcove.games.kernels import kernel
from alcove.games.rooms import rooms
from alcove.neural.guided import NetworkError, can_be_guided, guided

BOARDS = ["avalam", "axom"]
"""Games on a board; for Axiom see test_axiom_looks.py."""
FIRST_WAY = {"avalam": 13, "axom": 15}
"""The first of the eight planes that say where a piece can go."""


def positions(name: str, games: int = 3) -> Iterator[Any]:
    for seed in range(games):
        rng, state = random.Random(seed), alcove.game(name).initial()
        while state.outcome() is None:
            yield state
            state = state.play_unchecked(rng.choice(state.legal_moves()))


def planes_of(name: str, packed: Any) -> Any:
    planes = np.empty(guided(name).look.shape, np.float32)
    guided(name).encoding.encode(packed, planes)
    return planes


def seen_of(name: str, packed: Any) -> Any:
    seen = np.empty(guided(name).look.size, np.uint8)
    guided(name).encoding.look(packed, seen)
    return seen


def places_of(name: str, packed: Any, actions: list[int]) -> list[int]:
    """Where a policy has actions whose origins are no question of their own."""
    places, origins = np.zeros((2, len(actions)), np.int16)
    guided(name).encoding.places(packed, np.array(actions, np.int32), len(actions), places, origins)
    assert (origins == -1).all()
    return [int(place) for place in places]


def test_the_games_that_say_how_to_look_at_them() -> None:
    assert [name for name in alcove.games() if can_be_guided(name)] == ["avalam", "axom", "axiom"]
    with pytest.raises(NetworkError, match="axxa: no network"):
        guided("axxa")


@pytest.mark.parametrize("name", BOARDS)
def test_a_policy_has_a_place_for_every_legal_move_where_a_plane_shows_it(name: str) -> None:
    game = guided(name)
    for state in positions(name):
        packed = game.kernel.pack(state)
        moves = kernel(name).legal_moves(state)
        actions = [game.kernel.action_of(packed, move) for move in moves]
        places = set(places_of(name, packed, actions))
        assert len(places) == len(moves)
        first = FIRST_WAY[name]
        ways = planes_of(name, packed)[first : first + 8].reshape(-1)[game.look.policy_source]
        lost = {str(move) for move in state.losing_repetitions()} if name == "axom" else set()  # X20: shown no more
        kept = [action for move, action in zip(moves, actions, strict=True) if str(move) not in lost]
        assert set(places_of(name, packed, kept)) == set(np.flatnonzero(ways))


@pytest.mark.parametrize("name", BOARDS)
def test_the_mirror_of_bytes_is_the_mirror_of_planes_and_of_moves(name: str) -> None:
    game, look = guided(name), guided(name).look
    symmetry: Any = rooms(name).symmetry  # what else is in there is the own business of each game
    image = symmetry.turned if name == "avalam" else symmetry.mirrored
    image_move = symmetry.turned_move if name == "avalam" else symmetry.mirrored_move
    for state in positions(name, 1):
        if name == "axom":
            state = type(state)(state.board, state.side, state.options)
        packed, other = game.kernel.pack(state), game.kernel.pack(image(state))
        seen = seen_of(name, packed)
        cells = seen[: look.cell_layers * look.n_cells].reshape(look.cell_layers, -1)
        layers = [look.mirror_bytes[1, layer][cells[layer][look.mirror_cells[1]]] for layer in range(look.cell_layers)]
        mirrored = np.concatenate([*layers, seen[look.cell_layers * look.n_cells :]])
        assert np.array_equal(mirrored, seen_of(name, other))
        planes = np.empty(look.shape, np.float32)
        draw(mirrored, look.cell_layers, look.table, look.spans, planes)
        assert np.array_equal(planes, planes_of(name, other))
        moves = state.legal_moves()
        places = places_of(name, packed, [game.kernel.action_of(packed, move) for move in moves])
        there = places_of(name, other, [game.kernel.action_of(other, image_move(move)) for move in moves])
        assert [look.mirror_policy[1, place] for place in there] == places


@pytest.mark.parametrize("name", BOARDS)
def test_owners_are_whose_the_pieces_are(name: str) -> None:
    game = guided(name)
    for state in positions(name, 1):
        packed = game.kernel.pack(state)
        owned = np.empty((2, game.look.n_cells), np.uint8)
        for side in range(2):
            game.encoding.owners(packed, side, owned[side])
        board = state.towers if name == "avalam" else state.board
        assert owned.max() < game.look.kinds
        half = game.look.kinds // 2  # own kinds come first, then as many of the other side
        of_first = [sum(0 < kind <= half for kind in owned[0]), sum(kind > half for kind in owned[1])]
        of_second = [sum(kind > half for kind in owned[0]), sum(0 < kind <= half for kind in owned[1])]
        assert of_first == [sum(piece > 0 for piece in board)] * 2
        assert of_second == [sum(piece < 0 for piece in board)] * 2


def test_x20_a_look_hides_the_movements_that_lose() -> None:
    game, state = guided("axom"), cast(State, alcove.game("axom").initial())
    assert game.encoding.past_marks(state) == []
    for move in ("a1-b1 g7-f7 " + "b1-a2 f7-g6 a2-b1 g6-f7 " * 3).split():
        state = state.play(move)
    fresh = replace(state, movements={})
    planes, plain = (planes_of("axom", game.kernel.pack(each)) for each in (state, fresh))
    packed = game.kernel.pack(state)
    gone = {tuple(map(int, place)) for place in np.argwhere(planes != plain)}
    action = game.kernel.action_of(packed, state.find("b1-a2"))
    (place,) = places_of("axom", packed, [action])
    direction, square = place % 8, place // 8
    assert (15 + direction, 6 - square // 7, square % 7) in gone
    assert {plane < 23 for plane, _, _ in gone} == {True, False}  # the other side's f7-g6 has gone too
    assert len(gone) == 2
    worn = {Movement(0, move.origin, move.target): 3 for move in state.legal_moves()}
    assert planes_of("axom", game.kernel.pack(replace(state, movements=worn)))[31].min() == 1


def test_x20_a_look_recalls_how_often_moves_were_played_and_hides_those_that_lose() -> None:
    game, state = guided("axom"), cast(State, alcove.game("axom").initial(repetition="position4"))
    encoding, ways = game.encoding, slice(15, 23)

    def recalled(state: Any) -> Any:
        packed, planes = game.kernel.pack(state), np.empty(game.look.shape, np.float32)
        seen = seen_of("axom", packed)
        encoding.recall(packed, np.array(encoding.past_marks(state), np.int64), seen)
        draw(seen, game.look.cell_layers, game.look.table, game.look.spans, planes)
        return planes

    for move in ("a1-b1", "g7-f7"):
        state = state.play(move)
    assert not recalled(state)[31].any()
    for times in range(1, 4):
        for move in ("b1-a2", "f7-g6", "a2-b1", "g6-f7"):
            state = state.play(move)
        planes, plain = recalled(state), planes_of("axom", game.kernel.pack(state))
        assert planes[31] == pytest.approx(np.full((7, 7), times / 3))
        gone = np.argwhere(planes[ways] != plain[ways])
        if times < 3:
            assert len(gone) == 0
        else:
            (hidden,) = gone
            action = game.kernel.action_of(game.kernel.pack(state), state.find("b1-a2"))
            (place,) = places_of("axom", game.kernel.pack(state), [action])
            assert place == 8 * (7 * (6 - hidden[1]) + hidden[2]) + hidden[0]
    (losing,) = state.losing_repetitions()
    assert str(losing) == "b1-a2"


@pytest.mark.parametrize("repetition", ["position4", "shuttle", "off"])
def test_x20_the_past_counts_a_move_as_often_as_the_rules_do(repetition: str) -> None:
    game = guided("axom")
    for seed in range(3):
        rng, state = random.Random(seed), cast(State, alcove.game("axom").initial(repetition=repetition))
        for _ in range(60):
            moves = state.legal_moves()
            heads = [move for move in moves if abs(state.board[NUMBER[move.origin]]) == HEAD]
            state = state.play_unchecked(rng.choice(heads or moves))
            if state.outcome() is not None:
                break
            packed, past = game.kernel.pack(state), game.encoding.past_marks(state)
            for move in state.legal_moves():
                word = int(mark(game.kernel.key(packed), game.kernel.action_of(packed, move)))
                assert past.count(word) == state.times_played(move)
