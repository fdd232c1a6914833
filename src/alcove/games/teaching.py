"""How a game is taught: a rulebook whose figures can be played, and lessons that ask for moves.

Only the shapes are here. Each game fills them next to its law, in `rulebook.py` (`RULEBOOK`) and `lessons.py`
(`LESSON`): words, positions and moves, never a rule. What a move does is for `rules.py` to say, so a figure or a
lesson that contradicts the law fails its test.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from alcove.core.game import Game, State
from alcove.core.text import Text
from alcove.games.rooms import rooms

T = Text
"""Rulebooks and lessons are mostly sentences, so the word for one is short there."""

# --- The rulebook ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a rule comes from: the printed book, a lost figure that was recovered, our ruling where the book is vague
    (`confidence`, from 0 to 1, that the inventor would agree), or a house rule where it is silent."""

    source: Literal["book", "figure", "ruling", "house"]
    confidence: float | None = None


BOOK, FIGURE, HOUSE = Mark("book"), Mark("figure"), Mark("house")


def ruling(confidence: float) -> Mark:
    return Mark("ruling", confidence)


@dataclass(frozen=True, slots=True)
class Note:
    """Something we decided: what, and why. `option` is the option of the game that decides otherwise."""

    mark: Mark
    text: Text
    reason: Text
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a figure and what it shows. A `refused` one cannot be played: the rules say why, the board stays."""

    move: str
    caption: Text
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A live board: a position (`None`: the start), moves to step through, and what the reader may try."""

    name: str
    title: Text
    position: str | None
    caption: Text
    steps: tuple[Step, ...] = ()
    invites: Text | None = None
    options: dict[str, str] = field(default_factory=dict)


def shows(name: str, title: Text, position: str | None, caption: Text, *steps: Step, **options: str) -> Figure:
    return Figure(name, title, position, caption, steps, None, options)


def plays(move: str, en: str, fr: str) -> Step:
    return Step(move, Text(en, fr))


def refuses(move: str, en: str, fr: str) -> Step:
    return Step(move, Text(en, fr), refused=True)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of RULES.md under its number, told in paragraphs."""

    number: str
    marks: tuple[Mark, ...]
    heading: Text
    body: tuple[Text, ...]
    notes: tuple[Note, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    title: Text
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in the order of its book. `aim` is the game in one breath, `source` where we have it from."""

    aim: Text
    source: Text
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for section in self.sections for clause in section.clauses)

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for clause in self.clauses for figure in clause.figures)


# --- The lesson -----------------------------------------------------------------------------------------------------

Condition = Callable[[State[Any], Any], bool]
"""Does a legal move of this state meet the task?"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The comment on some of the legal moves, named or described; `reply` is what the other side then plays."""

    moves: tuple[str, ...] | Condition
    text: Text
    reply: tuple[str, ...] = ()

    def fits(self, state: State[Any], move: Any) -> bool:
        return str(move) in self.moves if isinstance(self.moves, tuple) else self.moves(state, move)


@dataclass(frozen=True, slots=True)
class Task:
    """A position and a move to find. Every legal move has its answer: a right one, a typical wrong one, or `otherwise`;
    to an illegal one the rules themselves answer. `clauses` are what to read afterwards. `played` are moves that led from
    the position to where the task begins, for rules that remember."""

    name: str
    title: Text
    ask: Text
    hint: Text
    position: str | None
    right: tuple[Answer, ...]
    otherwise: Text
    wrong: tuple[Answer, ...] = ()
    clauses: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    played: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """From the first move to a first plan. `farewell` sends the reader into a whole game."""

    welcome: Text
    tasks: tuple[Task, ...]
    farewell: Text


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with the moves it is for."""

    moves: tuple[str, ...]
    text: Text
    reply: tuple[str, ...]


def judged(task: Task, state: State[Any]) -> tuple[tuple[Judged, ...], tuple[Judged, ...]]:
    """The right and the wrong answers of a task, with their moves written out; a move gets the first that fits."""
    answers = [*task.right, *task.wrong]
    moves: dict[int, list[str]] = {number: [] for number in range(len(answers))}
    for move in state.legal_moves():
        for number, answer in enumerate(answers):
            if answer.fits(state, move):
                moves[number].append(str(move))
                break
    found = tuple(Judged(tuple(moves[number]), answer.text, answer.reply) for number, answer in enumerate(answers))
    return found[: len(task.right)], found[len(task.right) :]


# --- Finding them ---------------------------------------------------------------------------------------------------


def start(game: Game, shown: Figure | Task) -> State[Any]:
    """The state in which a figure or a task begins."""
    state = game.initial(**shown.options) if shown.position is None else game.from_text(shown.position, **shown.options)
    for move in shown.played if isinstance(shown, Task) else ():
        state = state.play(move)
    return state


def rulebook(name: str) -> Rulebook:
    """The rulebook of the game of that name."""
    return rooms(name).rulebook.RULEBOOK


def lesson(name: str) -> Lesson:
    """The lesson of the game of that name."""
    return rooms(name).lessons.LESSON
