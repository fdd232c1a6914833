"""The base for games of pieces on cells: what follows from where cells lie, texts both ways with the place of each fault, moves of every kind."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.boards.pieces import NOBODY, Put, Step, Word, owner, remembered
from alcove.boards.scenes import Scenes
from alcove.core.errors import IllegalMoveError, PositionError
from alcove.core.game import Outcome
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import rooms


def near(board: Layout, cell: str) -> set[str]:
    return {board.cells[number] for number in board.near[board.number[cell]]}


# --- Layouts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "cell", "beside", "around"),
    [
        (flat.squares(6, 5), "a1", {"a2", "b1"}, {"a2", "b1", "b2"}),
        (flat.squares(3, 3, holes=["b2"]), "a2", {"a1", "a3"}, {"a1", "a3", "b1", "b3"}),
        (flat.diamond(3, 3), "b2", {"a2", "c2", "b1", "b3"}, {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}),
        (flat.rhombus(5, 5), "b2", {"a2", "c2", "b1", "c1", "a3", "b3"}, {"a2", "c2", "b1", "c1", "a3", "b3"}),
        (flat.hexagon(3), "c3", {"b3", "b4", "c2", "c4", "d2", "d3"}, {"b3", "b4", "c2", "c4", "d2", "d3"}),
        (flat.graph({"a": (0, 0), "b": (1, 0), "c": (0.3, 2)}, [("a", "b"), ("c", "a")]), "a", {"b", "c"}, {"b", "c"}),
    ],
)
def test_neighbours_follow_from_where_cells_lie(
    ground: flat.Ground, cell: str, beside: set[str], around: set[str]
) -> None:
    board = Layout(ground)
    assert near(board, cell) == beside
    assert {board.cells[number] for number in board.around[board.number[cell]]} == around


def test_rays_go_to_the_edge_and_stop_at_holes() -> None:
    board = Layout(flat.squares(5, 5, holes=["d1"]))
    rays = [[board.cells[number] for number in ray] for ray in board.rays[board.number["a1"]]]
    assert rays == [["b1", "c1"], ["a2", "a3", "a4", "a5"]]
    (slant,) = board.slants[board.number["a1"]]
    assert [board.cells[number] for number in slant] == ["b2", "c3", "d4", "e5"]


@pytest.mark.parametrize(
    ("ground", "count"),
    [(flat.squares(5, 5), 8), (flat.squares(6, 5), 4), (flat.hexagon(4), 12), (flat.rhombus(5, 5), 4),
     (flat.squares(3, 3, holes=["a1"]), 2), (flat.diamond(4, 4), 8)],
)  # fmt: skip
def test_symmetries_map_cells_to_cells_and_neighbours_to_neighbours(ground: flat.Ground, count: int) -> None:
    board = Layout(ground)
    assert len(board.symmetries) == count
    assert len(set(board.symmetries.values())) == count
    for moved in board.symmetries.values():
        assert sorted(moved) == list(range(len(board)))
        for number, beside in enumerate(board.near):
            assert {moved[each] for each in beside} == set(board.near[moved[number]])


def test_hexagons_are_drawn_leaning() -> None:
    drawn = ["".join(text for text, _ in line) for line in Layout(flat.hexagon(2)).draw({"b2": ("X", "light")})]
    assert drawn == [" c1 · · c2", "b1 · X · b3", " a2 · · a3"]


# --- A small game with moves of three kinds ---------------------------------------------------------------------------


class Shot(NamedTuple):
    """From a cell to a cell, and something lands on a third."""

    origin: str
    target: str
    landed: str

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}/{self.landed}"

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(self)


class Capture(NamedTuple):
    """Put on a cell, and what stands on another goes; the x between them is no part of a name."""

    cell: str
    taken: str

    def __str__(self) -> str:
        return f"{self.cell}x{self.taken}"

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(self)


@dataclass(frozen=True, slots=True)
class Options:
    """None."""


class State(pieces.State[Any]):
    board = Layout(flat.squares(12, 2))
    signs = {1: "X", -1: "O", NOBODY: "#"}
    move_type = (Put, Step, Shot, Capture)
    words = {"pass": Text("Pass", "Passer")}

    @remembered
    def legal_moves(self) -> tuple[Any, ...]:
        return (Put("a1"), Step("a1", "a2"), Shot("a1", "a2", "b2"), Capture("a1", "k2"), Word("pass"))

    def play_unchecked(self, move: Any) -> "State":
        return self.after(dict.fromkeys(move.cells, self.sign), side=self.side if isinstance(move, Word) else None)

    def outcome(self) -> Outcome | None:
        return None


START = State((0,) * 24, 0, Options())


def test_a_state_prints_like_those_of_all_games() -> None:
    assert repr(START) == f"<{__name__}.State 12/12 w>"


def test_a_room_in_a_file_beside_the_game_is_its_own() -> None:
    """Avalam is built on this base and has a scene of its own; the base gives one only where there is none."""
    assert rooms("avalam").place("scene") == "scene.py"
    assert "scene" not in game("avalam").rooms


@pytest.mark.parametrize("text", ["a1", "a1-a2", "a1-a2/b2", "a1xk2", "pass"])
def test_moves_of_every_kind_are_read(text: str) -> None:
    assert str(START.find(text)) == text
    assert str(START.read_move(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1-a2-b2", "a move is written like l1, l1-k1, l1-k1/j1, l1xk1 or pass"),
        ("fold", "a move is written like l1, l1-k1, l1-k1/j1, l1xk1 or pass"),
        ("a3", "a3 is not a cell of the board"),
        ("a1-z1", "z1 is not a cell of the board"),
        ("b1-b2", "there is nothing on b1 to move"),
    ],
)
def test_what_is_no_move_is_told_so(text: str, why: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        START.play(text)
    assert caught.value.refusal.text.en == why
    assert caught.value.refusal.text.fr != why


def test_a_turn_may_go_on() -> None:
    assert START.play("pass").to_move == 0
    assert START.play("a1").to_move == 1


def test_a_word_is_a_button_on_the_page() -> None:
    shown = Scenes(lambda view: flat.scene(view.layout.ground, {}), lambda move: move.cells)
    (word,) = [preview for preview in shown.previews(START) if not preview.cells]
    assert (word.text, word.label) == ("pass", Text("Pass", "Passer"))
    assert shown.spoken(START, "pass", START.play("pass")) == Text("Pass", "Passer")


@pytest.mark.parametrize("text", ["12/12 w", "X10O/12 b", "#XO9/1X10 w", "XXXXXXXXXXXX/12 w"])
def test_positions_are_read_as_they_are_written(text: str) -> None:
    assert State.from_text(text, Options()).to_text() == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("12 w", "position: expected 2 rows joined by /, found 1"),
        ("12/12", "position: expected the rows and the side (w or b), found 1 fields"),
        ("12/11 w", "row 1: 11 cells instead of 12"),
        ("13/12 w", "row 2: '13': a gap is a number from 1 to 12"),
        ("012/12 w", "row 2: '012': a gap is a number from 1 to 12"),
        ("Q11/12 w", "row 2: unknown letter 'Q'"),
        ("12/12 x", "side: expected w or b, found 'x'"),
    ],
)
def test_a_bad_position_is_told_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        State.from_text(text, Options())
    assert str(caught.value) == fault
    assert caught.value.text.fr != fault


def test_a_piece_in_a_hole_is_told_with_its_row() -> None:
    class Holed(State):
        board = Layout(flat.squares(3, 3, holes=["b2"]))

    assert Holed.from_text("3/X1O/3 w", Options()).at("c2") == -1
    with pytest.raises(PositionError, match="row 2: b2 is not a cell of the board"):
        Holed.from_text("3/1X1/3 w", Options())


def test_pieces_belong_to_seats_or_to_nobody() -> None:
    assert [owner(piece) for piece in (0, 1, 5, -1, NOBODY, NOBODY + 3)] == [None, 0, 0, 1, None, None]


def test_a_seat_is_shown_by_its_first_kind_of_piece_also_while_the_board_is_empty() -> None:
    class Stones(pieces.Game):
        seats = (Text("White", "Blancs"), Text("Black", "Noirs"))
        pieces = {NOBODY: flat.Piece(), 2: flat.Piece(0, "stone"), 1: flat.Piece(0, "block")}

    assert Stones.seat_pieces() == (flat.Piece(0, "stone"), flat.Piece(1, name=Text("Black", "Noirs")))
