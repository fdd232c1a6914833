"""A board from the scene alone: grounds, and what is derived from two positions and the cells of a move."""

from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import msgspec
import pytest

from alcove.boards import flat
from alcove.boards.grid import cells_named
from alcove.core.game import Outcome, State
from alcove.core.text import Refusal, Text

WHITE, BLACK = (
    flat.Piece(0, name=Text("white stone", "pierre blanche")),
    flat.Piece(1, name=Text("black stone", "pierre noire")),
)
GROUND = flat.squares(3, 2)


@dataclass(frozen=True)
class Trial(State[str]):
    """A position that knows one move and where it leads."""

    stones: tuple[tuple[str, tuple[flat.Piece, ...]], ...]
    move: str = ""
    next: tuple[tuple[str, tuple[flat.Piece, ...]], ...] = ()

    options: Any = None

    @property
    def to_move(self) -> int:
        return 0

    def legal_moves(self) -> tuple[str, ...]:
        return (self.move,) if self.move else ()

    def outcome(self) -> Outcome | None:
        return None

    def to_text(self) -> str:
        return ""

    def read_move(self, text: str) -> str:
        return text

    def refusal(self, move: str) -> Refusal | None:
        return Refusal.of("", "no", "non")

    def play_unchecked(self, move: str) -> "Trial":
        return replace(self, stones=self.next, move="", next=())


def trial(move: str, before: dict[str, Any], after: dict[str, Any]) -> Trial:
    return Trial(tuple(before.items()), move, tuple(after.items()))


def scene(view: Trial) -> flat.Scene:
    return flat.scene(GROUND, dict(view.stones))


BOARD = flat.Board(scene)


def told(state: Trial) -> tuple[flat.Preview, list[flat.Step], Text]:
    after = state.play(state.move)
    (preview,) = BOARD.previews(state)
    steps = BOARD.steps(state, state.move, after)
    drawn = dict(state.stones)
    for step in steps:
        drawn |= {pile.cell: pile.pieces for pile in step.piles}
    assert {cell: pieces for cell, pieces in drawn.items() if pieces} == dict(after.stones), (
        "steps end where the move ends"
    )
    assert flat.faults(scene(state), [preview], steps) == []
    return preview, steps, BOARD.spoken(state, state.move, after)


def test_a_piece_that_takes_another() -> None:
    preview, (step,), said = told(trial("a1xa2", {"a1": (WHITE,), "a2": (BLACK,)}, {"a2": (WHITE,)}))
    assert (preview.cells, preview.takes, preview.chip) == (("a1", "a2"), ("a2",), "")
    assert preview.piles == (flat.Pile("a2", (WHITE,)),)
    assert (step.kind, step.path, step.pieces, step.takes) == ("move", ("a1", "a2"), (WHITE,), ("a2",))
    assert said == Text(
        "white stone from a1 to a2, taken: black stone", "pierre blanche de a1 en a2, prise : pierre noire"
    )


def test_a_pile_on_a_pile() -> None:
    preview, (step,), said = told(trial("a1-b1", {"a1": (WHITE, BLACK), "b1": (WHITE,)}, {"b1": (WHITE, WHITE, BLACK)}))
    assert (preview.chip, preview.takes) == ("2 + 1 = 3", ())
    assert (step.kind, step.pieces, step.takes) == ("move", (WHITE, BLACK), ())
    assert said.fr == "pile de 2, pierre noire au-dessus, de a1 en b1"


def test_a_jump_takes_what_lies_between() -> None:
    preview, steps, _ = told(trial("a1-c1", {"a1": (WHITE,), "b1": (BLACK,)}, {"c1": (WHITE,)}))
    assert [step.kind for step in steps] == ["move", "take"]
    assert preview.takes == ("b1",)


def test_a_step_that_names_what_it_takes_after_its_target() -> None:
    preview, steps, said = told(trial("a1-b1*c1", {"a1": (WHITE,), "c1": (BLACK,)}, {"b1": (WHITE,)}))
    assert [(step.kind, step.path) for step in steps] == [("move", ("a1", "b1")), ("take", ())]
    assert (preview.cells, preview.takes) == (("a1", "b1", "c1"), ("c1",))
    assert preview.piles == (flat.Pile("b1", (WHITE,)),)
    assert said == Text("white stone from a1 to b1, taken: c1", "pierre blanche de a1 en b1, prise : c1")


def test_a_put_that_names_what_it_takes() -> None:
    preview, _, _ = told(trial("b1*c1", {"c1": (BLACK,)}, {"b1": (WHITE,)}))
    assert (preview.takes, preview.piles) == (("c1",), (flat.Pile("b1", (WHITE,)),))


def test_placing_turns_others() -> None:
    preview, steps, said = told(
        trial("c1", {"b1": (BLACK,), "a1": (WHITE,)}, {"b1": (WHITE,), "a1": (WHITE,), "c1": (WHITE,)})
    )
    assert preview.cells == ("c1",)
    assert [(step.kind, step.piles[0].cell) for step in steps] == [("place", "c1"), ("turn", "b1")]
    assert said == Text("white stone on c1, turned: b1", "pierre blanche en c1, retournement : b1")


def test_a_piece_is_put_and_another_taken() -> None:
    preview, _, _ = told(trial("c1*b1", {"b1": (BLACK,), "a1": (WHITE,)}, {"a1": (WHITE,), "c1": (WHITE,)}))
    assert preview.piles == (flat.Pile("c1", (WHITE,)),), "known before the piece to take is pressed"
    assert preview.takes == ("b1",)


def test_a_piece_of_ones_own_is_removed_not_taken() -> None:
    _, _, said = told(trial("a1", {"a1": (WHITE,), "b1": (BLACK,)}, {"b1": (BLACK,)}))
    assert said == Text("removed: a1", "retrait : a1")


def test_names_of_points_lie_clear_of_what_stands_on_them() -> None:
    ground = flat.graph({"a1": (0, 0), "b1": (1, 0), "a2": (0, 1), "b2": (1, 1)}, [("a1", "b1")])
    assert all(hypot(label.x - cell.x, label.y - cell.y) > 0.6 for label in ground.labels for cell in ground.cells)


def test_a_move_without_cells_is_announced_by_its_notation() -> None:
    preview, steps, said = told(trial("pass", {"a1": (WHITE,)}, {"a1": (WHITE,)}))
    assert (preview.cells, steps, said.en) == ((), [], "pass")


@pytest.mark.parametrize(
    ("ground", "cells", "neighbours_of", "neighbours"),
    [
        (flat.squares(4, 3), 12, "b2", 4),
        (flat.diamond(3, 3), 9, "b2", 4),
        (flat.hexagon(3), 19, "c3", 6),
        (flat.rhombus(4, 4), 16, "b2", 6),
    ],
    ids=["squares", "diamond", "hexagon", "rhombus"],
)
def test_cells_lie_next_to_each_other(ground: flat.Ground, cells: int, neighbours_of: str, neighbours: int) -> None:
    assert len(ground.cells) == cells
    middle = next(cell for cell in ground.cells if cell.name == neighbours_of)
    distances = sorted(hypot(cell.x - middle.x, cell.y - middle.y) for cell in ground.cells)
    assert distances[1 : neighbours + 1] == pytest.approx([distances[1]] * neighbours, abs=1e-3)
    assert distances[neighbours + 1] > distances[1] + 0.1
    assert all(hypot(label.x - cell.x, label.y - cell.y) > 0.52 for label in ground.labels for cell in ground.cells)
    assert flat.faults(flat.scene(ground, {})) == []


def test_names_of_cells_are_found_in_notations() -> None:
    big = tuple(cell.name for cell in flat.squares(12, 12).cells)
    assert cells_named(big, "a1-a11") == ("a1", "a11")
    assert cells_named(big, "b12xl1+") == ("b12", "l1")
    assert cells_named(big, "pass") == ()
    points = ("a", "s")
    assert cells_named(points, "pass") == ()
    assert cells_named(points, "s-a") == ("s", "a")


def test_what_is_left_at_its_default_is_not_sent() -> None:
    sent = msgspec.json.decode(msgspec.json.encode(flat.scene(GROUND, {"a1": (flat.Piece(1),)})))
    assert sent["piles"] == [{"cell": "a1", "pieces": [{"owner": 1}]}]
    assert sent["ground"]["cells"][0] == {"name": "a2", "x": 0.0, "y": 1.0}
    assert set(sent) == {"ground", "piles"}


def test_a_scene_that_lies_is_told_so() -> None:
    shown = flat.scene(GROUND, {"z9": (flat.Piece(0, picture="horse"),)}, marks=[flat.Mark("y1")])
    said = [fault.en for fault in flat.faults(shown, [flat.Preview("x", ("q1",))], [flat.Step("move", (), ("w1",))])]
    assert said == [
        "a pile stands on 'z9', which is no cell of the board",
        "a piece wants the picture 'horse', which the ground does not have",
        "a mark is on 'y1', which is no cell of the board",
        "the move x names 'q1', which is no cell of the board",
        "a step names 'w1', which is no cell of the board",
    ]
    twice = flat.Ground((flat.Cell("a1", 0, 0), flat.Cell("a1", 0, 0)))
    assert [fault.fr for fault in flat.faults(flat.scene(twice, {}))] == [
        "deux cases s'appellent a1",
        "deux cases sont au même endroit",
    ]


WHITE_TALLY = flat.Tally(1, Text("stones", "pierres"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"note": "not a text"}, "something is not of its type: Expected `object | null`, got `str` - at `note`"),
        ({"note": Text("put one", "")}, "the note is not told in both languages"),
        ({"tallies": [WHITE_TALLY]}, "1 tallies for 2 seats: give each one, or none"),
        ({"tallies": [WHITE_TALLY, flat.Tally(2, Text("", ""))]}, "the label of a tally is not told in both languages"),
        ({"marks": [flat.Mark("a1", owner=2)]}, "a mark belongs to seat 2, which there is not"),
        ({"marks": [flat.Mark("a1", kind="flag")]}, "something is not of its type: Invalid enum value 'flag' - at `marks[0].kind`"),  # type: ignore[arg-type]
        ({"piles": {"a1": [flat.Piece(0, "blob")]}}, "something is not of its type: Invalid enum value 'blob' - at `piles[0].pieces[0].form`"),  # type: ignore[arg-type]
        ({"piles": {"a1": [flat.Piece(3)]}}, "a piece belongs to seat 3, which there is not"),
    ],
)  # fmt: skip
def test_what_the_page_could_not_show_is_told(given: dict[str, Any], said: str) -> None:
    (fault,) = flat.faults(flat.scene(GROUND, given.pop("piles", {}), **given))
    assert fault.en == said
    assert fault.fr != said
