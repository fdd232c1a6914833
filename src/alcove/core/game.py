"""The protocol every game keeps. Read this first.

A `State` is the whole truth of a game at one moment, immutable and hashable. A `View` is what a seat may know of it;
players, sockets, logs and engines get views only. In a game without secrets the view *is* the state. A `Game` makes
states and knows the words around them. Nothing here knows which games exist.
"""

import operator
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from . import svg
from .about import About
from .errors import A_POSITION, A_STATE, A_TEXT, AlcoveError, IllegalMoveError, OutcomeError, WrongTypeError, expect
from .options import OptionsInstance, changed
from .text import Language, Refusal, Text

Span = tuple[str, str]
"""A piece of a terminal drawing: the characters, and the role that colours them ("light", "dark", "faint", …)."""
Drawing = list[list[Span]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `None` in its place means the game goes on.

    `winner` is seat 0 or 1, or `None` for a draw: rivals are two sides. Where all seats share one fate (`together`), however
    many they are, a win names seat 0 and a loss names nobody. Anything else has no result and cannot be made.
    """

    winner: int | None
    scores: tuple[float, ...]
    reason: str
    together: bool = False

    def __post_init__(self) -> None:
        if self.winner not in ((None, 0) if self.together else (None, 0, 1)):
            raise OutcomeError(
                Text(f"an outcome cannot name seat {self.winner} as its winner: two sides play, or all win together",
                     f"une issue ne peut pas désigner la place {self.winner} : on joue à deux camps, ou tous ensemble")
            )  # fmt: skip

    @property
    def result(self) -> str:
        """The result as records write it: `1-0`, `0-1`, `1/2-1/2`, or `won` and `lost`."""
        if self.together:
            return "lost" if self.winner is None else "won"
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class Move(Hashable, Protocol):
    """A move in the game's own words; `str(move)` is its notation."""

    def __str__(self) -> str: ...


M = TypeVar("M", bound=Move, covariant=True)
"""The moves of a game. Whoever has a position of some game or other has a `Position[Move]`; that it also takes moves in is no
harm, since a move of another game is refused in words (`find`)."""


class Made(NamedTuple):
    """Something a seat has done, in the game's notation, and how often."""

    seat: int
    what: str
    times: int


class Position(ABC, Generic[M]):
    """What a state and a view of it have in common: everything a seat needs in order to choose a move."""

    __slots__ = ()
    options: OptionsInstance

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The seat whose turn it is, from 0; once the game is over, the seat that would be next."""

    @property
    def seats(self) -> int:
        """How many seats take turns."""
        return 2

    @property
    def shares_fate(self) -> bool:
        """Do all seats win or lose together?"""
        return False

    @property
    def is_turn_start(self) -> bool:
        """Does the next ply open a turn? (In most games every ply does.)"""
        return True

    @property
    def warning(self) -> Text | None:
        """What the player to move should know before it is too late (a repetition about to lose, say)."""
        return None

    @property
    def made(self) -> tuple[Made, ...]:
        """What has been done how often, where the rules count that: seat by seat, the most frequent first."""
        return ()

    def with_made(self, made: Iterable[Made]) -> Self:
        """The same position in a game in which that was done before: what `made` tells and the text of a position does not."""
        return self

    def times_played(self, move: M) -> int:  # type: ignore[misc]
        """How often `move` counts as played before, where the rules count that (a repetition that will lose, say)."""
        return 0

    @abstractmethod
    def legal_moves(self) -> tuple[M, ...]:
        """All legal moves, in a stable order; empty when the game is over."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome, or `None` while the game goes on."""

    @abstractmethod
    def to_text(self) -> str:
        """The position as one line of text; `game.from_text` reads it back."""

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move a text names, legal or not; raises `IllegalMoveError` if it names none."""

    @abstractmethod
    def refusal(self, move: M) -> Refusal | None:  # type: ignore[misc]
        """Why `move` is not legal here, with its clause; `None` if it is legal."""

    def find(self, move: M | str) -> M:
        """The legal move that a `Move` or its text names; `IllegalMoveError` says why there is none."""
        text = move.strip() if isinstance(move, str) else str(move)
        if (found := self.moves_by_text.get(text)) is not None:
            return found
        _expect_move(move)
        meant = self.read_move(text)
        if (found := self.moves_by_text.get(str(meant))) is not None:
            return found
        reason = self.refusal(meant)
        if reason is None:
            raise AssertionError(f"{text} is not among the legal moves, yet nothing forbids it")
        raise IllegalMoveError(text, reason)

    @cached_property
    def moves_by_text(self) -> dict[str, M]:
        """The legal moves under their texts, in the order of `legal_moves`."""
        return {str(move): move for move in self.legal_moves()}

    def __str__(self) -> str:
        """The board as the terminal draws it, without colours. Of a game with secrets it shows what players may know;
        `to_text` alone tells the whole truth of a state."""
        from .registry import game_of

        if (game := game_of(type(self))) is None:
            return self.to_text()
        return "\n".join("".join(characters for characters, _ in spans).rstrip() for spans in game.draw(self))

    def __repr__(self) -> str:
        """What makes an equal position, `alcove.game('…').from_text('…')`; no log shows the secrets of a state."""
        from .registry import game_of

        if (game := game_of(type(self))) is None:
            return f"<{type(self).__module__}.{type(self).__name__} {self.to_text()}>"
        if isinstance(self, State) and (seen := game.view(self, self.to_move)) is not self:
            return f"<{game.name} {seen.to_text()}>"
        door = "from_text" if isinstance(self, State) else "view_from_text"
        words = [repr(self.to_text()), *(f"{option}={value!r}" for option, value in changed(self.options).items())]
        return f"{game!r}.{door}({', '.join(words)})"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show; of a game with secrets, what players may know."""
        return self.svg()

    def svg(self, move: Move | str = "", size: int = svg.SIZE) -> str:
        """The position as an SVG that stands by itself, `size` pixels along its longer side; `move` is the one that led here,
        and its cells are marked."""
        from .registry import game_of

        if (game := game_of(type(self))) is None:
            return svg.of_drawing([[(self.to_text(), "")]]).svg(type(self).__name__, size)
        seen = game.view(self, self.to_move) if isinstance(self, State) else self
        _expect_move(move)
        if text := str(move).strip():
            self.read_move(text)  # whether it was legal nobody can ask any more, but it must be a move
        return game.svg(seen, text, size)

    def why_not(self, text: str) -> Refusal | None:
        """Why the move a text names cannot be played here, or `None` if it can."""
        try:
            self.find(text)
        except IllegalMoveError as error:
            return error.refusal
        return None


class State(Position[M]):
    """The whole truth of a game: the position, its options, and the history its own rules need.

    Equality is what the rules call the same position.
    """

    __slots__ = ()

    @abstractmethod
    def play_unchecked(self, move: M) -> Self:  # type: ignore[misc]
        """The state after a move taken from `legal_moves()`; anything else is not looked at."""

    def play(self, move: M | str) -> Self:
        """The state after `move`, a `Move` or its text; raises `IllegalMoveError` if it is not legal."""
        return self.play_unchecked(self.find(move))

    def without_draw_rules(self) -> Self:
        """The same position with repetition and ply-count rules off, as perft counts it."""
        return self

    @property
    def revealed(self) -> str:
        """What luck showed on the last ply, as records write it; empty in games without luck."""
        return ""


View = Position[Move]
"""What a seat may know. For games without secrets a view is the state itself."""


_ASKED_WITH = {
    "from_text": ("text", str, A_TEXT),
    "view_from_text": ("text", str, A_TEXT),
    "draw": ("view", Position, A_POSITION),
    "paint": ("view", Position, A_POSITION),
}
"""The first argument of what a game can be asked."""


def _checked(asked: Callable[..., Any], argument: str, kind: type, expected: Text) -> Callable[..., Any]:
    @wraps(asked)
    def ask(self: Any, *given: Any, **options: object) -> Any:
        value = given[0] if given else options.get(argument)
        if kind is Position:
            of_game(argument, value, self, expected)
        else:
            expect(argument, value, kind, expected)
        return asked(self, *given, **options)

    return ask


def _checked_view(asked: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(asked)
    def view(self: Any, state: Any, seat: Any) -> Any:
        of_game("state", state, self, A_STATE)
        if type(seat) is not int or not 0 <= seat < state.seats:
            seat = _a_seat(seat, state.seats)
        return asked(self, state, seat)

    return view


def _a_seat(seat: object, seats: int) -> int:
    """A seat from outside: a whole number of any kind, of a seat that there is."""
    expected = Text(f"a seat from 0 to {seats - 1}", f"une place de 0 à {seats - 1}")
    try:
        number = -1 if isinstance(seat, bool) else operator.index(seat)  # type: ignore[arg-type]  # whatever it is: this asks
    except TypeError:
        number = -1
    if not 0 <= number < seats:
        raise WrongTypeError("seat", expected, seat)
    return number


def _expect_move(move: object) -> None:
    """Raise `WrongTypeError` for what can be no game's move; what a move of some game means here is asked later."""
    if not isinstance(move, str) and type(move).__module__ == "builtins":
        raise WrongTypeError("move", Text("a move or its text", "un coup ou son texte"), move)


def of_game(argument: str, position: object, game: "Game", expected: Text = A_POSITION) -> None:
    """The door for positions from outside: raise an `AlcoveError` that names the argument unless `position` is one, and one of
    this game."""
    kind: Any = type(position)
    if not _is_of(game, kind):
        from .registry import game_of

        expect(argument, position, Position, expected)
        other = game_of(kind)
        of = Text("another game", "d'un autre jeu") if other is None else Text(other.title, f"du jeu {other.title}")
        raise AlcoveError(
            Text(f"{argument}: expected {expected.en} of {game.title}, found one of {of.en}",
                 f"{argument} : il faut {expected.fr} du jeu {game.title}, trouvé {expected.fr} {of.fr}")
        )  # fmt: skip


@cache
def _is_of(game: "Game", kind: type) -> bool:
    """Is this a kind of position, and of this game? Its own lie where it lies; one that borrows another's law starts with
    them."""
    from .registry import home

    if not issubclass(kind, Position):
        return False
    if home(kind) == home(type(game)):
        return True
    start = game.initial()
    return issubclass(kind, type(start)) or issubclass(kind, type(game.view(start, start.to_move)))


class Game(ABC):
    """One game of the room: how its states are made, read, seen and drawn."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[Text]
    options_type: ClassVar[type[OptionsInstance]]
    seats: ClassVar[tuple[Text, ...]] = ()
    """What the seats are called; where that depends on the options, write `seat_names`."""
    reasons: ClassVar[Mapping[str, Text]] = MappingProxyType({})
    """Each word that an `Outcome` gives as its reason, in words for people."""
    about: ClassVar[About] = About()
    rooms: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """Rooms (games/rooms.py) that do not lie in a file beside the game's class, under their names: an object that has what
    the room must have, or the name of a module. A game of one file gives all of its rooms like this."""

    def __init_subclass__(cls) -> None:
        """What a game is asked with is looked at here, once for all games: they get texts and positions only."""
        for door, (argument, kind, expected) in _ASKED_WITH.items():
            if door in vars(cls):
                setattr(cls, door, _checked(vars(cls)[door], argument, kind, expected))
        if "view" in vars(cls):
            cls.view = _checked_view(cls.view)  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"alcove.game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """There is one object of a game: in another process its name finds the one there."""
        from .registry import game

        return game, (self.name,)

    @abstractmethod
    def initial(self, **options: object) -> State[Move]:
        """The starting position. Options go by keyword, as words or numbers, and are checked; games with luck also take `seed` or `deal`."""

    @abstractmethod
    def from_text(self, text: str, **options: object) -> State[Move]:
        """The state a position text describes; `PositionError` names the fault and the place."""

    def view_from_text(self, text: str, **options: object) -> View:
        """What the player to move may know of a position. A game with secrets also reads the text of a view."""
        state = self.from_text(text, **options)
        return self.view(state, state.to_move)

    def seat_names(self, options: OptionsInstance) -> tuple[Text, ...]:
        """What the seats are called, in seat order."""
        return self.seats

    @abstractmethod
    def draw(self, view: View, language: Language = "en") -> Drawing:
        """The position drawn for a terminal."""

    def paint(self, view: View, move: str = "") -> svg.Painting:
        """The position painted, and where its cells are. Here it is the terminal's drawing: write your own for a board of your
        own."""
        return svg.of_drawing(self.draw(view))

    def svg(self, view: View, move: str = "", size: int = svg.SIZE) -> str:
        """The position as a picture (SVG) that stands by itself; `move` is the one that led to it."""
        return self.paint(view, move).svg(self.title, size)

    def reason(self, word: str) -> Text:
        """The reason for an outcome, in words for people."""
        return self.reasons[word]

    def ending(self, view: View, outcome: Outcome) -> Text:
        """How the game that ended in `view` was decided: its reason, and what exactly, where there is more to say."""
        return self.reason(outcome.reason)

    def view(self, state: State[Move], seat: int) -> View:
        """What `seat` may know of `state`."""
        return state

    def worlds(self, view: View, rng: random.Random) -> Iterator[State[Move]]:
        """States that `view` may be hiding, drawn fairly, without end. The one true state where nothing is hidden."""
        assert isinstance(view, State)
        while True:
            yield view

    def luck(self, start: View) -> str:
        """The luck a start was made with, as a record's first event, `?` for what a view hides; empty without luck."""
        return ""

    def with_luck(self, luck: str, **options: object) -> State[Move]:
        """The starting state that `luck` describes."""
        return self.initial(**options)


Game.view = _checked_view(Game.view)  # type: ignore[method-assign]
"""What most games inherit is looked at like what the others write."""
