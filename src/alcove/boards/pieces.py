"""A base for games whose position is pieces on the cells of a board, and whose turn it is.

It gives the notation of positions and moves, the drawing for the terminal, the scene for the page and the symmetries; the law
is yours: which moves there are, what each does, who has won, and why something is refused.

    class State(pieces.State[Step]):
        board = Layout(flat.squares(6, 5))
        signs = {1: "X", -1: "O"}

        @remembered
        def legal_moves(self): ...
        def play_unchecked(self, move): ...
        @remembered
        def outcome(self): ...
        def forbids(self, move): ...

    class Pebbles(pieces.Game):
        state_type = State
        ...

A piece is a number: above zero it is the first seat's, below zero the second's, 0 is an empty cell, and `NOBODY` and above belongs
to neither. `state.pieces[n]` is what stands on cell number n, `board.cells[n]` is that cell's name. A move is a `Step` from cell to
cell (`a1-b1`), a `Put` on a cell (`c3`), a `Word` (`pass`), or a `NamedTuple` of your own whose fields are cells. Cells are named by letters
and a number; what may stand between them says `records.unwritable`.
"""

import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, wraps
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from alcove.boards.grid import SIDES, cells_named, not_a_cell, read_rows, read_side, write_rows
from alcove.boards.layout import Layout
from alcove.boards.symmetry import Image
from alcove.core.errors import IllegalMoveError, PositionError
from alcove.core.game import Drawing, Game as BaseGame, Move, Span, State as BaseState, View
from alcove.core.options import build
from alcove.core.svg import Painting
from alcove.core.text import Language, Refusal, Text, either

if TYPE_CHECKING:  # a law need not wait for what the page is sent
    from alcove.boards import flat

NOBODY = 64


def owner(piece: int) -> int | None:
    """The seat that a piece belongs to; `None` if it is nobody's, or there is none."""
    return None if piece == 0 or piece >= NOBODY else 0 if piece > 0 else 1


# --- Moves ------------------------------------------------------------------------------------------------------------


class CellMove(Move, Protocol):
    """A move told by the names of its cells, in the order in which they are pressed."""

    @property
    def cells(self) -> tuple[str, ...]: ...


class Step(NamedTuple):
    """What stands on `origin` goes to `target`."""

    origin: str
    target: str

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.origin, self.target)


class Put(NamedTuple):
    """Something new comes onto a cell."""

    cell: str

    def __str__(self) -> str:
        return self.cell

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


class Word(NamedTuple):
    """A move that is not made on the board: `pass`, say. On the page it is a button."""

    word: str

    def __str__(self) -> str:
        return self.word

    @property
    def cells(self) -> tuple[str, ...]:
        return ()


M = TypeVar("M", bound=CellMove)
_LIKE_A_CELL = re.compile(r"[a-z]+[0-9]+")


# --- Positions --------------------------------------------------------------------------------------------------------

Answer = TypeVar("Answer")
Question = TypeVar("Question", bound="State[Any]")


def remembered(method: Callable[[Question], Answer]) -> Callable[[Question], Answer]:
    """For a question whose answer takes long and is asked for again and again, as `legal_moves` and `outcome` are: a state never
    changes, so it keeps what it found."""
    name = f"_{method.__name__}_remembered"

    @wraps(method)
    def answer(self: Question) -> Answer:
        known = self.__dict__
        if name not in known:
            known[name] = method(self)
        found: Answer = known[name]
        return found

    return answer


@dataclass(frozen=True, repr=False)
class State(BaseState[M]):
    """Pieces by cell number, and the seat to move."""

    pieces: tuple[int, ...]
    side: int
    options: Any

    board: ClassVar[Layout]
    """The board; where it depends on the options, write `board_for` as well."""
    signs: ClassVar[Mapping[int, str]] = MappingProxyType({1: "X", -1: "O"})
    """How each kind of piece is written, one letter each."""
    move_type: ClassVar[Any] = Step
    """`Step`, `Put`, a `NamedTuple` of your own whose fields are cells and which has `cells` and `__str__`, or several of them."""
    words: ClassVar[Mapping[str, Text]] = MappingProxyType({})
    """The moves that are a `Word`, and what their buttons say."""
    rule_of_turn: ClassVar[str] = ""
    """The clause of your rulebook that says who moves what, for refusals."""
    rule_of_board: ClassVar[str] = ""
    """The clause that says which cells there are."""

    @classmethod
    def board_for(cls, options: Any) -> Layout:
        return cls.board

    @property
    def layout(self) -> Layout:
        """The board this position is on."""
        return self.board_for(self.options)

    @property
    def to_move(self) -> int:
        return self.side

    @property
    def sign(self) -> int:
        """+1 if the first seat is to move, −1 if the second is: what is multiplied by it is above zero if it is one's own."""
        return 1 - 2 * self.side

    def at(self, cell: str) -> int:
        """What stands on the cell of that name."""
        return self.pieces[self.layout.number[cell]]

    def after(self, changes: Mapping[str, int], side: int | None = None) -> Self:
        """The position in which some cells, by name, hold something else, and the other seat is to move, or `side`."""
        pieces, number = list(self.pieces), self.layout.number
        for cell, piece in changes.items():
            pieces[number[cell]] = piece
        return replace(self, pieces=tuple(pieces), side=1 - self.side if side is None else side)

    # --- Refusals -----------------------------------------------------------------------------------------------------

    def forbids(self, move: M) -> Refusal | None:
        """Why the rules of this game forbid a move of an own piece, or onto a cell; `None` if they do not."""
        return None

    def refusal(self, move: M) -> Refusal | None:
        """The first reason that forbids `move`: the game is over, there is no own piece to move, what `forbids` says."""
        if str(move) in self.moves_by_text:
            return None
        if self.outcome() is not None:
            return Refusal.of(self.rule_of_turn, "the game is over", "la partie est finie")
        if isinstance(move, Step):
            origin, piece = move.origin, self.at(move.origin)
            if piece == 0:
                return Refusal.of(
                    self.rule_of_turn, f"there is nothing on {origin} to move", f"il n'y a rien à déplacer en {origin}"
                )
            if owner(piece) == 1 - self.side:
                return Refusal.of(
                    self.rule_of_turn, f"what stands on {origin} is not yours", f"{origin} n'est pas à vous"
                )
        return self.forbids(move) or Refusal.of(
            self.rule_of_turn, "the rules do not allow this move", "les règles n'autorisent pas ce coup"
        )

    # --- Text ---------------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return f"{write_rows(self._marks, self.layout.rows)} {SIDES[self.side]}"

    @property
    def _marks(self) -> dict[str, str]:
        return {
            cell: self.signs[piece] for cell, piece in zip(self.layout.cells, self.pieces, strict=True) if piece
        }  # fmt: skip

    @classmethod
    def from_text(cls, text: str, options: Any) -> Self:
        """The state that a text describes; `PositionError` names the fault and its place."""
        fields, board = text.split(), cls.board_for(options)
        if len(fields) != 2:
            found = len(fields)
            raise PositionError.at(
                Text("position", "position"),
                Text(f"expected the rows and the side (w or b), found {found} fields",
                     f"il faut les rangées et le camp (w ou b), trouvé {found} champs"),
            )  # fmt: skip
        pieces, meant = [0] * len(board), {sign: piece for piece, sign in cls.signs.items()}
        for cell, sign in read_rows(fields[0], board.rows, "".join(meant)).items():
            pieces[board.number[cell]] = meant[sign]
        state = cls(tuple(pieces), read_side(fields[1]), options)
        if (fault := state.fault()) is not None:
            raise PositionError.at(Text("position", "position"), fault)
        return state

    def fault(self) -> Text | None:
        """Why such a position cannot exist, where it cannot: too many pieces, say."""
        return None

    def read_move(self, text: str) -> M:
        if text in self.words:
            return self._made(Word, text)
        # By the board's own names first: in `d6xa7` the x is a separator, not the beginning of a cell.
        for cells in (cells_named(self.layout.cells, text), _LIKE_A_CELL.findall(text)):
            for kind in self._move_types:
                if len(cells) == len(kind._fields) and str(kind(*cells)) == text:
                    for cell in cells:
                        if cell not in self.layout.number:
                            raise IllegalMoveError(text, Refusal(self.rule_of_board, not_a_cell(cell)))
                    return self._made(kind, *cells)
        raise IllegalMoveError(text, Refusal("", self.how_to_write()))

    @staticmethod
    def _made(kind: Any, *parts: str) -> M:
        move: M = kind(*parts)
        return move

    @property
    def _move_types(self) -> tuple[Any, ...]:
        return self.move_type if isinstance(self.move_type, tuple) else (self.move_type,)

    def examples(self) -> list[str]:
        """A move of each kind as it is written, legal or not."""
        cells = self.layout.cells
        kinds = [str(kind(*(cells[-1 - place] for place in range(len(kind._fields))))) for kind in self._move_types]
        return [*kinds, *self.words]

    def how_to_write(self) -> Text:
        """What a move looks like, for whoever wrote something else: an example of each kind."""
        shown = either(self.examples())
        return Text(f"a move is written like {shown.en}", f"un coup s'écrit comme {shown.fr}")


def drawn(state: State[Any]) -> Drawing:
    """A position for the terminal: the letters of its pieces, each in the colour of its owner."""
    roles = {None: "title", 0: "light", 1: "dark"}
    signs: dict[str, Span] = {
        cell: (state.signs[piece], roles[owner(piece)])
        for cell, piece in zip(state.layout.cells, state.pieces, strict=True)
        if piece
    }
    return state.layout.draw(signs)


# --- The game ---------------------------------------------------------------------------------------------------------


class Game(BaseGame):
    """Ties a law together: what is left to say is how a game begins, and the words."""

    state_type: ClassVar[type[State[Any]]]
    pieces: ClassVar[Mapping[int, "flat.Piece"]] = MappingProxyType({})
    """How each kind of piece looks on the page and is spoken of; a plain token in its owner's colour where nothing is said."""
    symmetric_under: ClassVar[tuple[str, ...]] = ()
    """The symmetries of the board that the rules do not notice, by the names that `Layout.symmetries` gives them; `all` is
    short for all."""

    def __init_subclass__(cls, **given: Any) -> None:
        """Every game of this kind has a scene, and symmetries if it names some; what lies in a file beside it is its own."""
        super().__init_subclass__(**given)
        if "state_type" in vars(cls):
            rooms: dict[str, object] = {}
            if not _lies_beside(cls, "scene"):
                from alcove.boards.scenes import Scenes

                rooms["scene"] = Scenes(cls.scene, lambda move: move.cells)
            if cls.symmetric_under and not _lies_beside(cls, "symmetry"):
                rooms["symmetry"] = Symmetry(cls.symmetric_under)
            cls.rooms = MappingProxyType(rooms | dict(vars(cls).get("rooms", {})))

    @abstractmethod
    def start(self, options: Any, board: Layout) -> Sequence[int]:
        """The pieces of the first position, cell by cell."""

    def initial(self, **options: Any) -> State[Any]:
        chosen = build(self.options_type, options)
        return self.state_type(tuple(self.start(chosen, self.state_type.board_for(chosen))), 0, chosen)

    def from_text(self, text: str, **options: Any) -> State[Any]:
        return self.state_type.from_text(text, build(self.options_type, options))

    def draw(self, view: View, language: Language = "en") -> Drawing:
        assert isinstance(view, State)
        return drawn(view)

    def paint(self, view: View, move: str = "") -> Painting:
        from alcove.boards import pictures

        assert isinstance(view, State)
        return pictures.paint(self.picture(view), self.about.colours.light, cells_named(view.layout.cells, move))

    def picture(self, view: State[Any]) -> "flat.Scene":
        """What a picture shows: what the page does, if nobody says otherwise."""
        return self.scene(view)

    @classmethod
    def scene(cls, view: State[Any]) -> "flat.Scene":
        """The position for the page. Write your own where there is more to show: marks, tallies, a note."""
        from alcove.boards import flat

        named = zip(view.layout.cells, view.pieces, strict=True)
        return flat.scene(view.layout.ground, {cell: [cls._piece(piece)] for cell, piece in named if piece})

    @classmethod
    def seat_pieces(cls) -> "tuple[flat.Piece, ...]":
        """A piece of each seat, to show who sits there: the first that `pieces` names, also while none is on the board."""
        kinds = (
            next((kind for kind in cls.pieces if owner(kind) == seat), 1 - 2 * seat) for seat in range(len(cls.seats))
        )
        return tuple(cls._piece(kind) for kind in kinds)

    @classmethod
    def _piece(cls, piece: int) -> "flat.Piece":
        from alcove.boards import flat

        if piece in cls.pieces:
            return cls.pieces[piece]
        seat = owner(piece)
        return flat.Piece(seat, name=None if seat is None else cls.seats[seat])


def _lies_beside(kind: type, room: str) -> bool:
    package = getattr(sys.modules.get(kind.__module__), "__package__", None)
    return bool(package) and find_spec(f"{package}.{room}") is not None


# --- Symmetry ---------------------------------------------------------------------------------------------------------


class Symmetry:
    """The room `symmetry` of a game: some of the ways to turn and mirror its board."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self.SAYS = Text(
            "positions that are the same when the board is turned or mirrored count as one",
            "des positions identiques après rotation ou symétrie du plateau n'en font qu'une",
        )

    def images(self, state: State[Any], /) -> list[Image]:
        found = []
        for name, moved in state.layout.symmetries.items():
            if name != "same" and name not in self._names and "all" not in self._names:
                continue
            pieces = [0] * len(moved)
            for number, target in enumerate(moved):
                pieces[target] = state.pieces[number]
            there, back = _movers(state.layout, name)
            found.append(Image(replace(state, pieces=tuple(pieces)).to_text(), there, back))
        return found


@cache
def _movers(board: Layout, name: str) -> tuple[Any, Any]:
    """How moves go to an image and come back."""
    moved = board.symmetries[name]
    there = {cell: board.cells[moved[number]] for number, cell in enumerate(board.cells)}
    back = {target: cell for cell, target in there.items()}

    def mover(names: Mapping[str, str]) -> Any:
        return lambda move: move if isinstance(move, Word) else type(move)(*(names[part] for part in move))

    return mover(there), mover(back)
