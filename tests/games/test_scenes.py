"""What the page is told of Avalam, Axom and AxxA: previews tell the truth before the move, steps end where it ends."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import alcove
from alcove.core.game import Game
from alcove.games.avalam import GAME as AVALAM, scene as avalam
from alcove.games.avalam.rules import State as AvalamState
from alcove.games.axom import GAME as AXOM, scene as axom
from alcove.games.axxa import GAME as AXXA, scene as axxa

START = {"axxa": {"seed": 7}}
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("avalam", {}),
    ("axom", {}),
    ("axxa", {}),
    ("axxa", {"mode": "duel", "seats": 2}),
    ("axxa", {"take_after_payment": "yes"}),
]


def plies(game: Game, seed: int, options: dict[str, Any]) -> Iterator[tuple[Any, str, Any]]:
    """A random whole game as pairs of positions and the move between them."""
    rng = random.Random(seed)
    state = game.initial(**options, **START.get(game.name, {}))
    while state.outcome() is None:
        move = rng.choice(state.legal_moves())
        after = state.play_unchecked(move)
        yield state, str(move), after
        state = after


def module_of(name: str) -> Any:
    return {"avalam": avalam, "axom": axom, "axxa": axxa}[name]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_is_told_and_every_legal_move_previewed(
    name: str, options: dict[str, Any], seed: int
) -> None:
    game, module = alcove.game(name), module_of(name)
    for before, text, after in plies(game, seed, options):
        view, next_view = game.view(before, before.to_move), game.view(after, before.to_move)
        assert [preview.text for preview in module.previews(view)] == [str(move) for move in view.legal_moves()]
        told = (module.scene(view), module.steps(view, text, next_view), module.spoken(view, text, next_view))
        assert msgspec.json.encode(told)
        assert told[1], "a move without a step cannot be drawn"
        assert all((told[2].en, told[2].fr))


@pytest.mark.parametrize("seed", range(3))
def test_avalam_previews_and_steps_end_in_the_scene_that_follows(seed: int) -> None:
    for before, text, after in plies(AVALAM, seed, {}):
        preview = next(preview for preview in avalam.previews(before) if preview.text == text)
        cells = {cell.name: cell for cell in avalam.scene(after).cells}
        assert (cells[preview.target].height, cells[preview.target].owner) == (preview.height, preview.owner)
        assert preview.moved + preview.standing == preview.height
        assert cells[preview.origin].owner is None


def test_avalam_v7_settled_towers_are_those_no_move_touches() -> None:
    view = AVALAM.from_text("9/9/9/1Ea6/9/3B1a3/9/9/9 w")
    assert isinstance(view, AvalamState)
    settled = {cell.name for cell in avalam.scene(view).cells if cell.settled}
    assert settled == {"b6", "c6", "d4", "f4"}
    view = AVALAM.from_text("9/9/9/1Aa6/9/3B5/9/9/9 w")
    assert isinstance(view, AvalamState)
    assert {cell.name for cell in avalam.scene(view).cells if cell.settled} == {"d4"}


@pytest.mark.parametrize("seed", range(3))
def test_axom_previews_and_steps_end_in_the_scene_that_follows(seed: int) -> None:
    for before, text, after in plies(AXOM, seed, {"draw_plies": 60}):
        preview = next(preview for preview in axom.previews(before) if preview.text == text)
        expected = {cell.name: (cell.owner, cell.height) for cell in axom.scene(after).cells}
        for entered in preview.path:
            assert expected[entered.cell] == (preview.owner, entered.height)
        drawn = {cell.name: (cell.owner, cell.height) for cell in axom.scene(before).cells}
        for step in axom.steps(before, text, after):
            drawn[step.cell] = (step.owner, step.height)
        assert drawn == expected


def test_axom_x17_a_taken_pawn_goes_home_from_where_it_was_taken() -> None:
    before = AXOM.from_text("7/5h1/7/Dcbc3/7/7/H6 w")
    after = before.play("a4xc4")
    kinds = [(step.kind, step.cell, step.source) for step in axom.steps(before, "a4xc4", after)]
    assert kinds == [
        ("lift", "a4", None),
        ("enter", "b4", None),
        ("return", "g7", "b4"),
        ("enter", "c4", None),
    ]
    assert axom.spoken(before, "a4xc4", after).en == (
        "stack of 4 from a4 to c4, takes 3 pawns on b4, takes 2 pawns on c4, one taken pawn returns to the heart"
    )


def test_axom_x12_a_winning_move_says_so() -> None:
    before = AXOM.from_text("7/7/7/D1h4/7/7/H6 w")
    (winning,) = [preview for preview in axom.previews(before) if preview.text == "a4xc4"]
    assert winning.wins
    assert axom.steps(before, "a4xc4", before.play("a4xc4"))[-1].takes_head


def test_axom_x20_the_fourth_time_is_marked_as_losing() -> None:
    state = AXOM.initial()
    for text in ["a1-b1", "g7-f7"] + ["b1-a2", "f7-g6", "a2-b1", "g6-f7"] * 3:
        state = state.play(text)
    losing = [preview.text for preview in axom.previews(state) if preview.loses]
    assert losing == ["b1-a2"]


SHUTTLE = ["a1-b1", "g7-f7"] + ["b1-a2", "f7-g6", "a2-b1", "g6-f7"] * 3
"""The fourth b1-a2 comes next."""


def test_axom_x20_previews_tell_how_often_a_movement_was_made() -> None:
    state, told = AXOM.initial(), []
    for text in SHUTTLE:
        told += [preview.times for preview in axom.previews(state) if preview.text == "b1-a2" == text]
        state = state.play(text)
    assert told == [0, 1, 2]
    times = {preview.text: preview.times for preview in axom.previews(state)}
    assert times.pop("b1-a2") == 3
    assert set(times.values()) == {0}, "a2-b1 cannot be played from here"


def test_axom_x20_the_scene_lists_the_movements_of_each_side_by_their_counts() -> None:
    state = AXOM.initial()
    assert axom.scene(state).movements == ((), ())
    for text in SHUTTLE:
        state = state.play(text)
    assert axom.scene(state).movements == (("a1–b1", "", "b1–a2 a2–b1"), ("g7–f7", "", "f7–g6 g6–f7"))
    assert axom.scene(state.play("b1-a2")).movements[0] == ("a1–b1", "", "a2–b1", "b1–a2")


def test_axom_x20_a_table_that_counts_otherwise_lists_no_movements() -> None:
    state = AXOM.initial(repetition="position4")
    for text in SHUTTLE:
        state = state.play(text)
    assert axom.scene(state).movements == ((), ())
    assert {preview.text: preview.times for preview in axom.previews(state)}["b1-a2"] == 3


def test_axom_x22_the_scene_counts_quiet_plies_only_up_to_a_limit_that_is_on() -> None:
    assert axom.scene(AXOM.initial()).draw_plies == 0
    assert axom.scene(AXOM.initial(draw_plies=100)).draw_plies == 100


@pytest.mark.parametrize(("name", "options"), [entry for entry in OPTIONS if entry[0] == "axxa"])
@pytest.mark.parametrize("seed", range(4))
def test_axxa_steps_end_in_the_scene_that_follows(name: str, options: dict[str, Any], seed: int) -> None:
    for before, text, after in plies(AXXA, seed, options):
        view, next_view = AXXA.view(before, 0), AXXA.view(after, 0)
        drawn = {cell.name: cell.pieces for cell in axxa.scene(view).cells}
        for step in axxa.steps(view, text, next_view):
            drawn |= {pile.cell: pile.pieces for pile in step.piles}
        assert drawn == {cell.name: cell.pieces for cell in axxa.scene(next_view).cells}


def test_axxa_a3_no_unseen_piece_is_told_even_of_a_state() -> None:
    state = AXXA.initial(deal="123456" * 6)
    for told in (state, AXXA.view(state, 0)):
        cells = {cell.name: cell for cell in axxa.scene(told).cells}
        assert cells["a3"].pieces == (1, None, None)


def test_axxa_a4_a_preview_has_its_whole_way() -> None:
    view = AXXA.view(AXXA.initial(deal="123456" * 6), 0)
    for preview in axxa.previews(view):
        assert preview.kind == "slide"
        assert len(preview.path) == preview.number
        assert preview.path[-1] == preview.target


def test_axxa_a10_a_skipped_number_is_not_called_taken() -> None:
    text = "a3:4,b2:4,c1:4,c7:5,d7:5,e7:5 4 111112222233333 0/1 move 1"
    view = AXXA.view(AXXA.from_text(text, mode="duel", seats=2), 0)
    states = {number.number: number.state for number in axxa.scene(view).numbers}
    assert states[4] == "needed"
    assert states[5] == "ahead"
    assert states[6] == "dead"
    assert "skipped" in (states[1], states[2], states[3])
