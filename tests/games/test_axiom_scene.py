"""What the page is told about Axiom: pieces, lines over the faces, eliminations, and the end of a game."""

import random
import re

import pytest

from alcove.core.text import Text
from alcove.games.axiom import GAME, scene as told
from alcove.games.axiom.rules import State
from alcove.games.axiom.scene import Face, Step

FIG_8 = (
    "bC(5,6,1)x+ wC(0,0,1)x+z+ wC(1,0,1)z+ wC(5,5,1)x+z+ wC(0,0,2)x+ wC(1,0,2)y+ "
    "bS(0,0,1)y- bS(5,6,1)z+ wS(5,5,1)y- wS(1,0,2)z+ b"
)
FIG_10 = "bC(1,0,1)x- bC(2,0,1)x- wC(0,0,1)x- wC(3,0,1)x- wC(4,0,1)x- bS(0,0,1)z+ bS(2,0,1)z+ wS(3,0,1)y+ wS(4,0,1)x+ b"
ELIMINATION_THAT_WINS = (
    "bC(1,0,1)x- bC(2,0,1)x- wC(0,0,1)x- wC(3,0,1)x- bS(0,0,1)z+ bS(2,0,1)z+ wS(1,0,1)y- wS(3,0,1)z+ b"
)


def position(text: str) -> State:
    return GAME.from_text(text)


def preview(state: State, text: str) -> told.MovePreview:
    return next(move for move in told.previews(state) if move.text == text)


def test_c4_the_start_has_twelve_cubes_and_four_sceptres() -> None:
    start = told.scene(GAME.initial())
    assert len(start.cubes) == 12
    assert [(sceptre.seat, sceptre.cell, sceptre.direction) for sceptre in start.sceptres] == [
        (0, (-1, 0, 2), "z+"),
        (0, (1, 0, 2), "z+"),
        (1, (-1, 1, 2), "z+"),
        (1, (1, 1, 2), "z+"),
    ]
    assert start.decided is None


def test_previews_are_the_legal_moves_in_their_order() -> None:
    start = GAME.initial()
    assert [move.text for move in told.previews(start)] == [str(move) for move in start.legal_moves()]


def test_c13_a_route_names_every_face_from_start_to_target() -> None:
    # Over the left edge of (0,0,1), then over its back edge: three faces, neither jumped nor doubled.
    route = preview(position(FIG_8), "S(0,0,1)-(0,0,1)y+").route
    assert route == (Face((0, 0, 1), "y-"), Face((0, 0, 1), "x-"), Face((0, 0, 1), "y+"))


def test_c17_an_eliminating_move_names_the_cube_that_leaves() -> None:
    state = position(FIG_10)
    home, beside = preview(state, "S(0,0,1)-(1,0,1)z+"), preview(state, "S(0,0,1)-(0,0,1)y+")
    assert (home.removes, home.wins) == ((0, 0, 1), False)
    assert (beside.removes, beside.wins) == (None, False)
    walk, remove = told.steps(state, home.text, state.play(home.text))
    assert walk == Step("walk", 0, (0, 0, 1), (1, 0, 1), home.route, (), ())
    assert remove == Step("remove", 1, (0, 0, 1), (0, 0, 1), (), ("x-",), ("x-",))
    assert told.spoken(state, home.text, state.play(home.text)).fr == (
        "sceptre de (0,0,1) sur la face du dessus de (1,0,1), enlève le cube blanc (0,0,1)"
    )


def test_c18_a_winning_move_says_so_and_the_scene_names_the_cube() -> None:
    state = position(ELIMINATION_THAT_WINS)
    winning = preview(state, "S(0,0,1)-(1,0,1)z+")
    assert winning.wins
    assert winning.removes == (0, 0, 1)
    assert told.scene(state.play(winning.text)).decided == (1, 0, 1)


def test_c7_a_cube_is_carried_with_its_domes_before_and_after() -> None:
    start = GAME.initial()
    move = "C(0,0,2)-(0,1,3)z-"
    after = start.play(move)
    assert told.steps(start, move, after) == [Step("carry", 0, (0, 0, 2), (0, 1, 3), (), ("z-",), ("z-",))]
    assert told.spoken(start, move, after).en == "cube from (0,0,2) to (0,1,3), dome down"


def test_a_spoken_move_names_no_axis() -> None:
    state = position(FIG_10)
    for move in state.moves_by_text:
        spoken = told.spoken(state, move, state.play(move))
        assert not re.search(r"[xyz][+-]", spoken.en + spoken.fr)
    beside = "S(0,0,1)-(0,0,1)y+"
    assert told.spoken(state, beside, state.play(beside)) == Text(
        "sceptre from (0,0,1) to the side of (0,0,1) facing White",
        "sceptre de (0,0,1) sur la face de (0,0,1) côté Blanc",
    )


@pytest.mark.parametrize("seed", range(3))
def test_steps_lead_from_one_scene_to_the_next(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.initial()
    for _ in range(60):
        if state.outcome() is not None:
            break
        for move in told.previews(state):
            if move.piece == "sceptre":
                assert move.route[-1] == Face(move.target, move.direction or "z+")
                assert len(set(move.route)) == len(move.route)
        text = str(rng.choice(state.legal_moves()))
        after = state.play(text)
        assert applied(told.scene(state), told.steps(state, text, after)) == pieces(told.scene(after))
        state = after


def pieces(shown: told.Scene) -> tuple[set[told.Cube], set[told.Sceptre]]:
    return set(shown.cubes), set(shown.sceptres)


def applied(shown: told.Scene, steps: list[Step]) -> tuple[set[told.Cube], set[told.Sceptre]]:
    """The pieces after an animation of `steps`, done with nothing but what the steps say."""
    cubes, sceptres = pieces(shown)
    for step in steps:
        if step.kind == "walk":
            start, end = step.route[0], step.route[-1]
            sceptres.remove(told.Sceptre(step.seat, start.cell, start.direction))
            sceptres.add(told.Sceptre(step.seat, end.cell, end.direction))
        else:
            cubes.remove(told.Cube(step.seat, step.origin, step.domes_before))
            if step.kind == "carry":
                cubes.add(told.Cube(step.seat, step.target, step.domes_after))
    return cubes, sceptres
