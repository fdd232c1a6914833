"""Records: a whole game as a tree of moves with options, luck, comments and variations, and as text.

docs/records.md tells the text format; `reading` reads it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from alcove.core import registry
from alcove.core.errors import A_STATE, AlcoveError, WrongTypeError, expect, quoted
from alcove.core.game import Game, Move, State, of_game
from alcove.core.options import kept, written
from alcove.core.svg import SIZE
from alcove.core.text import Text

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
RESULTS = ("1-0", "0-1", "1/2-1/2", "won", "lost", "*")
ROOM_REASONS = {
    "resigned": ("1-0", "0-1", "lost"),
    "time": ("1-0", "0-1", "lost"),
    "left": ("1-0", "0-1", "1/2-1/2"),
    "agreed": ("1/2-1/2",),
    "aborted": ("*",),
    "abandoned": RESULTS,
}
"""How a game can end though its rules have not ended it, and with which results."""


class RecordError(AlcoveError):
    """A fault of a record; `line` is where it stands, counted from 1."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(Text(f"line {line}: {text.en}", f"ligne {line} : {text.fr}"))
        self.line = line


@dataclass(slots=True)
class Ply:
    """A move, what luck showed after it, and what people say about it; `variations` are lines played in its place."""

    move: str
    revealed: str = ""
    glyph: str = ""
    comments: list[str] = field(default_factory=list)
    variations: list["Line"] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """Plies in a row; `comments` are those before the first."""

    plies: list[Ply] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


class Place(NamedTuple):
    """A place in a line: a state, and its turn counted from 0 as if seat 0 had opened the first round."""

    state: State[Move]
    turn: int

    @classmethod
    def first(cls, state: State[Move]) -> "Place":
        return cls(state, state.to_move)

    def after(self, move: Move) -> "Place":
        """The place after a legal move."""
        return self.then(self.state.play_unchecked(move))

    def then(self, state: State[Move]) -> "Place":
        """The place after the move that led to `state`."""
        return Place(state, self.turn + state.is_turn_start)

    @property
    def number(self) -> int:
        """The number of the round, as records write it."""
        return self.turn // self.state.seats + 1

    @property
    def opens_round(self) -> bool:
        return self.state.is_turn_start and self.turn % self.state.seats == 0


@dataclass(slots=True)
class Record:
    """A game as it was played. `options` are as the text writes them (see `options.written`), `tags` the free ones: names,
    date, event.

    A `?` in `luck` or `start` is what the writer could not see; such a record cannot be replayed.
    """

    game: str
    main: Line = field(default_factory=Line)
    options: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    luck: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    result: str = "*"
    reason: str = ""

    @classmethod
    def of(
        cls, game: Game, start: State[Move], moves: Iterable[Move | str], result: str = "*", reason: str = ""
    ) -> Self:
        """The record of `moves` from `start`; `result` and `reason` are the room's, for a game its rules do not end."""
        expect("game", game, Game, Text("a game", "un jeu"))
        of_game("start", start, game, A_STATE)
        expect("start", start, State, A_STATE)
        if isinstance(moves, str) or not isinstance(moves, Iterable):
            raise WrongTypeError("moves", Text("moves, or their texts", "des coups, ou leurs textes"), moves)
        record = cls(game.name, options=written(start.options), luck=game.luck(start), result=result, reason=reason)
        options = record.kept_options
        usual = game.with_luck(record.luck, **options) if record.luck else game.initial(**options)
        if usual.to_text() != start.to_text():
            record.luck, record.start = "", start.to_text()
        for move in moves:
            found = start.find(move)
            start = start.play_unchecked(found)
            record.main.plies.append(Ply(str(found), start.revealed))
        if outcome := start.outcome():
            record.result, record.reason = outcome.result, outcome.reason
        return record

    @property
    def kept_options(self) -> dict[str, str]:
        """What the options mean to the game."""
        return kept(registry.game(self.game).options_type, self.options)

    @property
    def has_secrets(self) -> bool:
        """Did the writer not see everything?"""
        if "?" not in self.luck + (self.start or ""):
            return False
        game = registry.game(self.game)
        usual = game.initial(**self.kept_options)
        return game.view(usual, 0) is not usual

    def seen_by(self, seat: int) -> "Record":
        """What a seat may know while the game goes on: without variations, since they may show what is still unseen."""
        game, first = registry.game(self.game), self.first()
        view = game.view(first, seat)
        if view is first:
            return self
        plies = [replace(ply, variations=[]) for ply in self.main.plies]
        start = None if self.start is None else view.to_text()
        return replace(
            self, main=replace(self.main, plies=plies), start=start, luck=game.luck(view) if self.luck else ""
        )

    def first(self) -> State[Move]:
        """The state the game starts from."""
        game = registry.game(self.game)
        if self.has_secrets:
            raise AlcoveError(
                Text("unseen pieces (?): this cannot be replayed", "des pièces cachées (?) : impossible à rejouer")
            )
        if self.start is not None:
            if self.luck:
                raise AlcoveError(Text("Start and a deal exclude each other", "Start et une donne s'excluent"))
            return game.from_text(self.start, **self.kept_options)
        options = self.kept_options
        state = game.with_luck(self.luck, **options) if self.luck else game.initial(**options)
        if bool(game.luck(state)) != bool(self.luck):
            missing = Text("the deal is missing before the moves", "il manque la donne avant les coups")
            shown = quoted(self.luck)
            without = Text(f"{shown}: this game has no luck", f"{shown} : ce jeu est sans hasard")
            raise AlcoveError(without if self.luck else missing)
        return state

    def replay(self) -> list[State[Move]]:
        """The states of the main line from the first to the last, every move checked."""
        states = [self.first()]
        for ply in self.main.plies:
            states.append(states[-1].play(ply.move))
        return states

    def end(self) -> State[Move]:
        """The state after the last move of the main line."""
        return self.replay()[-1]

    def svg(self, ply: int | None = None, size: int = SIZE) -> str:
        """The board after so many plies of the main line, or after the last, as a picture; the move that led there is marked."""
        last = len(self.main.plies)
        ply = last if ply is None else ply
        expected = Text(f"a whole number from 0 to {last}", f"un nombre entier de 0 à {last}")
        expect("ply", ply, int, expected)
        if not 0 <= ply <= last:
            raise AlcoveError(
                Text(f"ply: expected {expected.en}, found {ply}", f"ply : il faut {expected.fr}, trouvé {ply}")
            )
        return self.replay()[ply].svg(self.main.plies[ply - 1].move if ply else "", size)

    def _repr_svg_(self) -> str | None:
        """The last position, as notebooks show it; none where it cannot be replayed."""
        return None if self.has_secrets else self.svg()

    def to_text(self, states: Sequence[State[Move]] = ()) -> str:
        """The record as text; `alcove.read_record` reads it back. Where the `states` of the main line are at hand, from the
        first to the last, no move of it is looked up again."""
        tags = {"Game": self.game}
        if self.options:
            tags["Options"] = " ".join(f"{name}={value}" for name, value in self.options.items())
        if self.start is not None:
            tags["Start"] = self.start
        tags |= self.tags | {"Result": self.result} | ({"Reason": self.reason} if self.reason else {})
        lines = ['[{} "{}"]'.format(name, escape(value, '"')) for name, value in tags.items()]
        place = None if self.has_secrets else Place.first(states[0] if states else self.first())
        words = [self.luck, *_words(self.main, place, states[1:]), self.result]
        return "\n".join([*lines, "", *_wrap(" ".join(filter(None, words))), ""])


def escape(text: str, closing: str) -> str:
    """Text for a tag or a comment, which ends at `closing`."""
    for plain, escaped in (("\\", "\\\\"), (closing, "\\" + closing), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(plain, escaped)
    return text


def _words(line: Line, place: Place | None, later: Sequence[State[Move]] = ()) -> list[str]:
    """A line as words, numbered at each round and again where something came in between (if turns can be told).

    `later` are the states after its plies, if they are known.
    """
    words = _comments(line.comments)
    number_is_clear = False
    for index, ply in enumerate(line.plies):
        if place and (place.opens_round or not number_is_clear):
            words.append(f"{place.number}." if place.opens_round else f"{place.number}...")
        words += [word for word in (ply.move, ply.revealed, ply.glyph) if word]
        words += _comments(ply.comments)
        for variation in ply.variations:
            inner = _words(variation, place)
            inner[0], inner[-1] = "(" + inner[0], inner[-1] + ")"
            words += inner
        number_is_clear = not ply.comments and not ply.variations
        if place:
            place = place.then(later[index]) if later else place.after(place.state.find(ply.move))
    return words


def _comments(comments: list[str]) -> list[str]:
    return ["{" + escape(comment, "}") + "}" for comment in comments]


def _wrap(text: str, width: int = 80) -> list[str]:
    """Lines broken at single blanks only: a reader that takes a break for a blank has the text again."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
