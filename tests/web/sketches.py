"""Games without any drawing of their own, one for each kind of board and of move: the room of test_flat.py installs this file
as a package. A position is the list of its moves."""

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from alcove.boards import flat
from alcove.core.errors import IllegalMoveError, PositionError
from alcove.core.game import Drawing, Game, Outcome, State as BaseState, View
from alcove.core.options import OptionsInstance, build
from alcove.core.text import Language, Refusal, Text

NO = Refusal.of("S1", "that is not possible here", "ce n'est pas possible ici")
HORSE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script><circle cx="5" cy="5" r="4" fill="#284"/></svg>'
WHITE = flat.Piece(0, name=Text("white piece", "pièce blanche"))
BLACK = flat.Piece(1, name=Text("black piece", "pièce noire"))
RIDER = flat.Piece(0, picture="horse", name=Text("rider", "cavalier"))
Standing = dict[str, tuple[flat.Piece, ...]]


@dataclass(frozen=True, slots=True)
class Options:
    """A sketch has no options."""


@dataclass(frozen=True)
class State(BaseState[str]):
    sketch: "Sketch"
    moves: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)

    @property
    def to_move(self) -> int:
        return len(self.moves) % 2

    @property
    def standing(self) -> Standing:
        table = dict(self.sketch.start)
        for ply, move in enumerate(self.moves):
            self.sketch.play(table, move, ply % 2)
        return table

    def legal_moves(self) -> tuple[str, ...]:
        return () if self.outcome() else tuple(self.sketch.legal(self.standing, self.to_move))

    def outcome(self) -> Outcome | None:
        return Outcome(None, (0.5, 0.5), "over") if len(self.moves) >= self.sketch.plies else None

    def to_text(self) -> str:
        return "/".join(self.moves) or "start"

    def read_move(self, text: str) -> str:
        if not text:
            raise IllegalMoveError(text, NO)
        return text

    def refusal(self, move: str) -> Refusal | None:
        return None if move in self.legal_moves() else NO

    def play_unchecked(self, move: str) -> "State":
        return State(self.sketch, (*self.moves, move))


def _scene(view: State) -> flat.Scene:
    count = len(view.moves)
    return flat.scene(
        view.sketch.ground,
        view.standing,
        marks=view.sketch.marks,
        tallies=[flat.Tally(count, Text("moves", "coups"), 8)] * 2,
    )


class _Board(flat.Board[State]):
    def previews(self, view: State, /) -> list[flat.Preview]:
        labels = {
            "turned": Text("Turn", "Retourner"),
            "plain": Text("Leave", "Laisser"),
            "pass": Text("Pass", "Passer"),
        }
        found = []
        for preview in super().previews(view):
            word = preview.text.rpartition("=")[2]
            found.append(
                flat.Preview(
                    preview.text,
                    preview.cells,
                    chip=preview.chip,
                    takes=preview.takes,
                    piles=preview.piles,
                    label=labels.get(word),
                )
            )
        return found


class Sketch(Game):
    options_type = Options
    ground: ClassVar[flat.Ground]
    start: ClassVar[Standing]
    marks: ClassVar[tuple[flat.Mark, ...]] = ()
    plies: ClassVar[int] = 8
    summary = Text("A sketch.", "Une esquisse.")
    rooms: ClassVar[dict[str, Any]] = {"scene": _Board(_scene)}

    @abstractmethod
    def legal(self, table: Standing, side: int) -> list[str]: ...

    @abstractmethod
    def play(self, table: Standing, move: str, side: int) -> None: ...

    def initial(self, **options: Any) -> State:
        build(Options, options)
        return State(self)

    def from_text(self, text: str, **options: Any) -> State:
        state = self.initial(**options)
        for move in () if text == "start" else text.split("/"):
            if move not in state.legal_moves():
                raise PositionError(Text(f"{move} cannot be played", f"{move} ne se joue pas"))
            state = state.play_unchecked(move)
        return state

    def seat_names(self, options: OptionsInstance) -> tuple[Text, ...]:
        return Text("White", "Blancs"), Text("Black", "Noirs")

    def draw(self, view: View, language: Language = "en") -> Drawing:
        return [[(view.to_text(), "")]]

    def reason(self, word: str) -> Text:
        return Text("the sketch is over", "l'esquisse est finie")


class Walkers(Sketch):
    """Squares, two cells a move: pieces step, take, are heaped up; some moves share their cells, one has none."""

    name, title = "walkers", "Walkers"
    ground = flat.squares(4, 4, chequered=True)
    ground = flat.Ground(ground.cells, "square", (), ground.labels, {"horse": HORSE})
    start: ClassVar[Standing] = {
        **{f"{file}1": (RIDER if file == "d" else WHITE,) for file in "abcd"},
        **{f"{file}4": (BLACK,) for file in "abcd"},
        "b2": (WHITE, WHITE),
    }
    marks = (flat.Mark("c3", "star", says=Text("goal", "but")),)

    def legal(self, table: Standing, side: int) -> list[str]:
        found = ["pass"]
        for cell, pieces in table.items():
            file, rank = cell[0], int(cell[1])
            ahead = file + str(rank + (1 if side == 0 else -1))
            if pieces[-1].owner == side and 1 <= int(ahead[1]) <= 4:
                found += [f"{cell}-{ahead}=plain", f"{cell}-{ahead}=turned"] if file == "a" else [f"{cell}-{ahead}"]
        return found

    def play(self, table: Standing, move: str, side: int) -> None:
        if move == "pass":
            return
        origin, target = move[:2], move[3:5]
        moved, there = table.pop(origin), table.pop(target, ())
        table[target] = (there if there and there[-1].owner == side else ()) + moved


class Cells(Sketch):
    """Hexagons, one cell a move."""

    name, title = "cells", "Cells"
    ground = flat.hexagon(3)
    start: ClassVar[Standing] = {"c3": (flat.Piece(None, "hexagon", text="?", name=Text("stone", "pierre")),)}

    def legal(self, table: Standing, side: int) -> list[str]:
        return [cell.name for cell in self.ground.cells if cell.name not in table]

    def play(self, table: Standing, move: str, side: int) -> None:
        table[move] = ((WHITE, BLACK)[side],)


class Points(Sketch):
    """A graph, three cells a move."""

    name, title = "points", "Points"
    ground = flat.graph(
        {"nw": (0, 2), "n": (1, 2.2), "ne": (2, 2), "w": (0, 1), "e": (2, 1), "s": (1, 0)},
        [("nw", "n"), ("n", "ne"), ("nw", "w"), ("ne", "e"), ("w", "s"), ("e", "s"), ("w", "e")],
    )
    start: ClassVar[Standing] = {"s": (WHITE,), "n": (BLACK,)}

    def legal(self, table: Standing, side: int) -> list[str]:
        origin = next(cell for cell, pieces in table.items() if pieces[-1].owner == side)
        near = {cell.name: [] for cell in self.ground.cells}  # type: dict[str, list[str]]
        for one, other in self.ground.lines:
            near[one].append(other)
            near[other].append(one)
        return [
            f"{origin}-{middle}-{end}"
            for middle in near[origin]
            if middle not in table
            for end in near[middle]
            if end not in table
        ]

    def play(self, table: Standing, move: str, side: int) -> None:
        origin, _, end = move.split("-")
        table[end] = table.pop(origin)


WALKERS, CELLS, POINTS = Walkers(), Cells(), Points()
