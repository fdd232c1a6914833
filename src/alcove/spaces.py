"""What learners see of a game: moves as numbers, positions as arrays, ends as rewards. The one truth about all three.

    >>> from alcove.spaces import space
    >>> import alcove
    >>> name = alcove.games()[0]
    >>> state, seen = alcove.game(name).initial(), space(name)
    >>> len(seen.legal(state)) == len(state.legal_moves())
    True
    >>> seen.planes(state).shape == seen.shape
    True

Where a game has an encoding, these are the numbers and the planes that its networks know. Any other game gets what its kernel,
its cells or its notation can give; docs/environments.md says what of each, docs/decisions/0081 why.

Everything here is made from views: what a seat may not know is in no array.
"""

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.boards import pieces
from alcove.boards.layout import Layout
from alcove.compiled.looks import draw
from alcove.core.errors import AlcoveError, WrongTypeError, quoted
from alcove.core.game import Game, Move, Outcome, State, View, of_game
from alcove.core.options import OptionsInstance, build
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import Kernel, rooms

Planes = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]

MOST_NAMED = 100_000
"""A notation that could write more moves than this is not numbered move by move."""
MOST_RANKED = 1024
"""So many legal moves of one position have a number where nothing better is known than their order."""
TEXT_SIZE = 1024
"""So many bytes of a position's text are shown of a game that has neither planes nor cells."""

_OBSERVATION = "observation"
"""The room that says what learners see, where a game has one."""

A_NUMBER = Text("a whole number", "un nombre entier")


class ActionError(AlcoveError):
    """A number that names no move, or one that is not legal here."""


@dataclass(frozen=True, slots=True)
class Space:
    """The actions and the observations of one game with one choice of options."""

    game: Game
    options: OptionsInstance
    seats: int
    numbering: "Numbering"
    sight: "Sight"

    @property
    def n_actions(self) -> int:
        return self.numbering.n_actions

    @property
    def shape(self) -> tuple[int, ...]:
        return self.sight.shape

    @property
    def version(self) -> str:
        """What the numbers and planes are made by; arrays of different versions mean different things."""
        return f"{self.numbering.version}, {self.sight.version}"

    def _shown(self, view: View) -> View:
        """A view from outside, once it is known to be one of this game; of a state, what the player to move may know."""
        of_game("view", view, self.game)
        return self.game.view(view, view.to_move) if isinstance(view, State) else view

    def legal(self, view: View) -> Numbers:
        """The numbers of the legal moves, ascending; none when the game is over."""
        view = self._shown(view)
        if view.outcome() is not None:
            return np.empty(0, np.int64)
        return self.numbering.legal(view)

    def mask(self, view: View) -> Mask:
        """1 for every legal action, 0 for every other."""
        mask = np.zeros(self.n_actions, np.int8)
        mask[self.legal(view)] = 1
        return mask

    def move(self, view: View, action: object) -> Move:
        """The legal move that an action names; `ActionError` or `WrongTypeError` if there is none."""
        view = self._shown(view)
        number = read_action(action, self.n_actions)
        if number not in self.legal(view):
            raise ActionError(
                Text(f"action: {number} is not legal here", f"action : {number} n'est pas autorisé ici")
            )  # fmt: skip
        return self.numbering.move(view, number)

    def action(self, view: View, move: Move | str) -> int:
        """The number of a legal move, or of its text."""
        view = self._shown(view)
        found: Move = view.find(move)
        return self.numbering.action(view, found)

    def planes(self, view: View) -> Planes:
        """The position as the side to move sees it."""
        return self.sight.planes(self._shown(view))


def space(name: str, **options: Any) -> Space:
    """The space of the game of that name with these options."""
    found = game(name)
    build(found.options_type, options)  # a seed or a deal is no option, though a start could be made with it
    start = found.initial(**options)
    options_found: Any = start.options  # frozen, so they can be looked up
    return _space(found, type(start), options_found, start.seats)


@cache
def _space(found: Game, kind: type[Any], options: OptionsInstance, seats: int) -> Space:
    return Space(found, options, seats, _numbering(found, kind, options), _sight(found, kind, options))


def rewards(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    """What an end is worth to each seat: 1 for a win, −1 for a loss, 0 for a draw and while the game goes on. Seats that share
    one fate all have the same."""
    if outcome is None or (outcome.winner is None and not outcome.together):
        return (0.0,) * seats
    if outcome.together:
        return (1.0 if outcome.winner == 0 else -1.0,) * seats
    return tuple(1.0 if seat == outcome.winner else -1.0 for seat in range(seats))


def read_action(action: object, n_actions: int) -> int:
    """A number from outside as an action. Whole numbers of any kind will do, no other."""
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action[()]
    if isinstance(action, (bool, np.bool_)):
        raise WrongTypeError("action", A_NUMBER, action)
    try:
        number = operator.index(action)  # type: ignore[arg-type]  # whatever it is: this asks
    except TypeError:
        raise WrongTypeError("action", A_NUMBER, action) from None
    if not 0 <= number < n_actions:
        shown = quoted(str(number))[1:-1]
        raise ActionError(
            Text(f"action: expected a number from 0 to {n_actions - 1}, found {shown}",
                 f"action : il faut un nombre de 0 à {n_actions - 1}, trouvé {shown}")
        )  # fmt: skip
    return number


# --- Moves as numbers -------------------------------------------------------------------------------------------------


class Numbering(ABC):
    """Which number each move has. Only positions that are not over are asked about."""

    n_actions: int
    version: str

    @abstractmethod
    def legal(self, view: View) -> Numbers:
        """The numbers of the legal moves, ascending."""

    @abstractmethod
    def move(self, view: View, action: int) -> Move:
        """The move of a legal action."""

    @abstractmethod
    def action(self, view: View, move: Move) -> int:
        """The number of a legal move."""


def _numbering(found: Game, kind: type[Any], options: OptionsInstance) -> Numbering:
    house = rooms(found.name)
    if house.has("kernel"):
        kernel: Any = house.kernel
        if house.has(_OBSERVATION):
            room: Any = getattr(house, _OBSERVATION)
            return CompiledNumbers(kernel, room.N_ACTIONS, f"actions {room.VERSION}", room.numbers)
        if house.has("encoding") and len(house.encoding.LOOK.policy_parts) == 1:
            look, places = house.encoding.LOOK, house.encoding.places
            return CompiledNumbers(
                kernel, look.policy_parts[0], f"policy {house.encoding.VERSION}",
                lambda packed, actions, n, found: places(packed, actions, n, found, np.empty(n, np.int16)),
            )  # fmt: skip
        if n_actions := getattr(kernel, "N_ACTIONS", 0):
            return CompiledNumbers(kernel, n_actions, f"kernel {n_actions}")
    if issubclass(kind, pieces.State):
        named = NamedMoves(kind, kind.board_for(options))
        if named.n_actions <= MOST_NAMED:
            return named
    return Ranks()


Packed = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int32]
Places = npt.NDArray[np.int16]


class _Listed(NamedTuple):
    """The legal actions of a view as the kernel writes them, and their numbers."""

    view: View
    packed: Packed
    actions: Actions
    numbers: Numbers


class CompiledNumbers(Numbering):
    """The numbers that compiled code gives its actions: those of the observation room, the places of a network's policy where each
    move has one of its own, or those of the kernel. Where a kernel's action depends on how a packed state is laid out, it is the
    layout that `pack` gives the position: the same for the same position, however it came about."""

    def __init__(
        self,
        kernel: Kernel,
        n_actions: int,
        version: str,
        numbers: Callable[[Packed, Actions, int, Places], None] | None = None,
    ) -> None:
        self._kernel, self._numbers = kernel, numbers
        self.n_actions, self.version = int(n_actions), version
        self._last: _Listed | None = None

    def legal(self, view: View) -> Numbers:
        return np.sort(self._listed(view).numbers)

    def move(self, view: View, action: int) -> Move:
        listed = self._listed(view)
        (found,) = listed.actions[listed.numbers == action]
        return self._kernel.move_of(listed.packed, int(found))

    def action(self, view: View, move: Move) -> int:
        packed = self._listed(view).packed
        action = np.array([self._kernel.action_of(packed, move)], np.int32)
        return int(self._numbered(packed, action)[0])

    def _listed(self, view: View) -> "_Listed":
        """The legal actions of a view. The last ones are kept: a position is asked about several times in a row."""
        if self._last is None or self._last.view is not view:
            packed, actions = self._kernel.pack(view), np.empty(self._kernel.MAX_MOVES, np.int32)
            actions = actions[: int(self._kernel.moves(packed, actions))].copy()
            self._last = _Listed(view, packed, actions, self._numbered(packed, actions))
        return self._last

    def _numbered(self, packed: Packed, actions: Actions) -> Numbers:
        if self._numbers is None:
            return actions.astype(np.int64)
        found = np.empty(len(actions), np.int16)
        self._numbers(packed, actions, len(actions), found)
        return found.astype(np.int64)


class NamedMoves(Numbering):
    """Every move that the notation of a game of pieces on cells can write: kind by kind, within a kind as a number whose digits
    are the numbers of its cells; then the words (`pass`)."""

    def __init__(self, kind: type[pieces.State[Any]], board: Layout) -> None:
        kinds = kind.move_type if isinstance(kind.move_type, tuple) else (kind.move_type,)
        self._board, self._words = board, tuple(kind.words)
        self._first: dict[type[Any], int] = {}
        first = 0
        for each in kinds:
            self._first[each] = first
            first += len(board) ** len(each._fields)
        self._first_word = first
        self.n_actions = first + len(self._words)
        self.version = "moves of the notation 1"

    def legal(self, view: View) -> Numbers:
        return np.array(sorted(self.action(view, move) for move in view.legal_moves()), np.int64)

    def move(self, view: View, action: int) -> Move:
        if action >= self._first_word:
            return pieces.Word(self._words[action - self._first_word])
        kind = max((each for each in self._first if self._first[each] <= action), key=self._first.__getitem__)
        rest, cells = action - self._first[kind], []
        for _ in kind._fields:
            rest, number = divmod(rest, len(self._board))
            cells.append(self._board.cells[number])
        made: Move = kind(*reversed(cells))
        return made

    def action(self, view: View, move: Move) -> int:
        if isinstance(move, pieces.Word):
            return self._first_word + self._words.index(move.word)
        assert isinstance(move, tuple)
        number = 0
        for cell in move:
            number = number * len(self._board) + self._board.number[cell]
        return self._first[type(move)] + number


class Ranks(Numbering):
    """The place of a move among the legal ones, sorted by their texts: all that can be said of a game that numbers nothing
    itself. A number means another move in another position."""

    n_actions = MOST_RANKED
    version = "ranks 1"

    def legal(self, view: View) -> Numbers:
        return np.arange(len(self._sorted(view)))

    def move(self, view: View, action: int) -> Move:
        return self._sorted(view)[action]

    def action(self, view: View, move: Move) -> int:
        return self._sorted(view).index(move)

    def _sorted(self, view: View) -> list[Move]:
        moves = sorted(view.legal_moves(), key=str)
        if len(moves) > MOST_RANKED:
            raise ActionError(
                Text(f"this position has {len(moves)} legal moves, and only {MOST_RANKED} can be numbered",
                     f"cette position a {len(moves)} coups possibles, et on ne peut en numéroter que {MOST_RANKED}")
            )  # fmt: skip
        return moves


# --- Positions as arrays ----------------------------------------------------------------------------------------------


class Sight(ABC):
    """How a position becomes an array, always as the side to move sees it."""

    shape: tuple[int, ...]
    version: str
    low: float = 0.0
    high: float = 1.0

    @abstractmethod
    def planes(self, view: View) -> Planes:
        """The array of a position."""


def _sight(found: Game, kind: type[Any], options: OptionsInstance) -> Sight:
    house = rooms(found.name)
    for room in (_OBSERVATION, "encoding"):
        if house.has("kernel") and house.has(room):
            past = house.encoding.past_marks if house.has("encoding") else _no_past
            return Looks(house.kernel, getattr(house, room), past)
    if issubclass(kind, pieces.State):
        return PiecePlanes(kind, kind.board_for(options))
    return TextBytes()


def _no_past(view: View) -> Sequence[int]:
    return ()


class Looks(Sight):
    """The planes of the game's networks, with what they know of a game's past; or those of its observation room."""

    def __init__(self, kernel: Kernel, room: Any, past_marks: Callable[[Any], Sequence[int]]) -> None:
        self._kernel, self._room, self._past_marks = kernel, room, past_marks
        self.shape = room.LOOK.shape
        self.low, self.high = float(room.LOOK.table.min()), float(room.LOOK.table.max())
        self.version = f"planes {room.VERSION}"

    def planes(self, view: View) -> Planes:
        look, packed = self._room.LOOK, self._kernel.pack(view)
        seen, planes = np.zeros(look.size, np.uint8), np.zeros(look.shape, np.float32)
        self._room.look(packed, seen)
        self._room.recall(packed, np.array(self._past_marks(view), np.int64), seen)
        draw(seen, look.cell_layers, look.table, look.spans, planes)
        return planes


class PiecePlanes(Sight):
    """Pieces on cells, in the rows that position texts have: a plane for each kind of piece of the side to move, for each of the
    other side, for each of nobody's; one of the cells there are, and one that is 1 everywhere while the first seat is to move."""

    def __init__(self, kind: type[pieces.State[Any]], board: Layout) -> None:
        codes = [code for code in kind.signs if code]
        own = sorted({abs(code) for code in codes if pieces.owner(code) is not None})
        self._owned = [*own, *(-code for code in own)]
        self._others = sorted(code for code in codes if pieces.owner(code) is None)
        rows = board.rows
        self._places = {
            cell: (row, column) for row, each in enumerate(rows) for column, cell in enumerate(each.cells)
        }  # fmt: skip
        self._cells = board.cells
        self.shape = (len(codes := [*self._owned, *self._others]) + 2, len(rows), max(len(row.cells) for row in rows))
        self._plane = {code: plane for plane, code in enumerate(codes)}
        self.version = "pieces on cells 1"

    def planes(self, view: View) -> Planes:
        assert isinstance(view, pieces.State)
        planes = np.zeros(self.shape, np.float32)
        for cell, piece in zip(self._cells, view.pieces, strict=True):
            row, column = self._places[cell]
            planes[-2, row, column] = 1
            if piece:
                seen = piece if pieces.owner(piece) is None else piece * view.sign
                planes[self._plane[seen], row, column] = 1
        planes[-1] = 1 - view.side
        return planes


class TextBytes(Sight):
    """The text of a view, byte by byte, each divided by 255: honest, and little to learn from."""

    shape = (TEXT_SIZE,)
    version = "text 1"

    def planes(self, view: View) -> Planes:
        text = view.to_text().encode()[:TEXT_SIZE]
        planes = np.zeros(self.shape, np.float32)
        planes[: len(text)] = np.frombuffer(text, np.uint8) / 255
        return planes
