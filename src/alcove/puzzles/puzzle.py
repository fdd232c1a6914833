"""What a puzzle is, the shipped ones, and which of them to offer. Standard library only: the room judges answers by what
is stored here, and every stored claim was proven by `judge.py`."""

import datetime
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from alcove.core.errors import AlcoveError, WrongTypeError, quoted
from alcove.core.game import Move, State
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.data import DataError, read_json


class PuzzleError(AlcoveError):
    """No such puzzle, or a question that does not fit it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What has to be reached: a win in so many own moves, or the best that a position holds, whose `worth` is the result
    under best play as the game writes it (`Endings.worth_of`), or the share of the possible deals that are won (`5/6`)."""

    kind: Literal["win", "best"]
    moves: int = 1
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Moves that miss the goal (none named: all that no other entry names), the answer that shows it, if somebody sits
    across, and what they are worth where that is counted."""

    moves: tuple[str, ...]
    reply: str | None = None
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One own ply: the moves that reach the goal, the answer that is played to them, and what is wrong with the others."""

    right: tuple[str, ...]
    reply: str | None
    wrong: tuple[Wrong, ...]

    def fault_of(self, move: str) -> Wrong:
        """What is wrong with a legal move that is not right."""
        return next((entry for entry in self.wrong if move in entry.moves), self.wrong[-1])


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a goal and the line that reaches it. `source` is the seed, the game and the ply it comes from.

    The position may hold what nobody has seen: it is for the judge, not for the reader.
    """

    game: str
    position: str
    goal: Goal
    steps: tuple[Step, ...]
    themes: tuple[str, ...] = ()
    rating: int = 0
    source: tuple[int, int, int] = (0, 0, 0)

    @property
    def id(self) -> str:
        """Eight letters and digits that the position alone decides."""
        return hashlib.sha256(f"{self.game} {self.position}".encode()).hexdigest()[:8]

    def start(self) -> State[Move]:
        return game(self.game).from_text(self.position)

    @property
    def line(self) -> tuple[str, ...]:
        """The solution, answers included."""
        plies = [(step.right[0], step.reply) for step in self.steps]
        return tuple(move for pair in plies for move in pair if move is not None)

    def judge(self, moves: Sequence[str]) -> "Verdict":
        """What the last of `moves` is worth, the own moves so far; see `judge_answer`."""
        return judge_answer(self, moves)

    def to_data(self) -> dict[str, object]:
        """The puzzle as JSON keeps it."""
        goal = [self.goal.kind, self.goal.moves if self.goal.kind == "win" else self.goal.worth]
        steps = [
            [list(step.right), step.reply, [[" ".join(w.moves) or "*", w.reply, w.worth] for w in step.wrong]]
            for step in self.steps
        ]
        return {
            "id": self.id,
            "position": self.position,
            "goal": goal,
            "steps": steps,
            "themes": list(self.themes),
            "rating": self.rating,
            "source": list(self.source),
        }


# --- Files ----------------------------------------------------------------------------------------------------------


FILE = "puzzles.json"
"""The file of a game's folder that has its puzzles."""


def puzzle_from_data(game_name: str, data: dict[str, Any]) -> Puzzle:
    """The puzzle that `to_data` was asked of."""
    kind, aim = data["goal"]
    goal = Goal("win", moves=aim) if kind == "win" else Goal("best", worth=aim)
    steps = tuple(
        Step(
            tuple(right),
            reply,
            tuple(Wrong(() if moves == "*" else tuple(moves.split()), answer, worth) for moves, answer, worth in wrong),
        )
        for right, reply, wrong in data["steps"]
    )
    seed, number, ply = data["source"]
    return Puzzle(game_name, data["position"], goal, steps, tuple(data["themes"]), data["rating"], (seed, number, ply))


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """One puzzle a line, so that a change can be read."""
    lines = [json.dumps(puzzle.to_data(), ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def read_puzzles(game_name: str, path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    return tuple(puzzle_from_data(game_name, data) for data in json.loads(path.read_text(encoding="utf-8")))


@cache
def puzzles(game_name: str) -> tuple[Puzzle, ...]:
    """The shipped puzzles of a game, the easiest first; none where it has no file of them."""
    written = read_json(game_name, FILE)
    try:
        return tuple(puzzle_from_data(game_name, data) for data in written or ())
    except (KeyError, TypeError, ValueError) as error:
        said = f"{type(error).__name__}: {error}"
        raise DataError.of(game_name, FILE, Text(f"not puzzles ({said})", f"pas des problèmes ({said})")) from None


def some_puzzles(game_name: str) -> tuple[Puzzle, ...]:
    """As `puzzles`; a `PuzzleError` where there are none."""
    found = puzzles(game_name)
    if not found:
        title = game(game_name).title
        raise PuzzleError(Text(f"{title} has no puzzles yet", f"{title} n'a pas encore de problèmes"))
    return found


@cache
def _by_id(game_name: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in some_puzzles(game_name)}


def find_puzzle(game_name: str, puzzle_id: str) -> Puzzle:
    """The puzzle of that name."""
    found = _by_id(game_name).get(puzzle_id)
    if found is None:
        title, shown = game(game_name).title, quoted(puzzle_id)
        raise PuzzleError(Text(f"{title} has no puzzle {shown}", f"{title} n'a pas de problème {shown}"))
    return found


# --- Which one to offer ---------------------------------------------------------------------------------------------


def daily(game_name: str, day: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everybody: each comes once before the first comes again."""
    known = some_puzzles(game_name)
    order = sorted(known, key=lambda puzzle: hashlib.sha256(f"daily {puzzle.id}".encode()).digest())
    return order[day.toordinal() % len(order)]


def next_puzzle(game_name: str, rating: int, seen: Collection[str]) -> Puzzle:
    """The one nearest to a rating among those not seen yet; once all are seen, among those not seen lately.

    `seen` is told in the order in which they were seen.
    """
    known = some_puzzles(game_name)
    fresh = [puzzle for puzzle in known if puzzle.id not in set(seen)]
    if not fresh:
        lately = set(list(seen)[-len(known) // 2 :])
        fresh = [puzzle for puzzle in known if puzzle.id not in lately] or list(known)
    return min(fresh, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))


# --- Judging an answer ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer came to: `line` are the plies that stand on the board now, with the `answer` to the last own move."""

    kind: Literal["right", "wrong", "solved"]
    line: tuple[str, ...]
    step: int
    answer: str | None
    wrong: Wrong | None = None


def judge_answer(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """Judge the last of `moves`, the own moves so far; those before it must be right. Faults are `IllegalMoveError`s of the
    game, or a `PuzzleError` where there is nothing to judge."""
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise WrongTypeError("moves", Text("a list of moves", "une liste de coups"), moves)
    if not 1 <= len(moves) <= len(puzzle.steps):
        raise PuzzleError(
            Text(
                f"this puzzle asks for 1 to {len(puzzle.steps)} moves, not {len(moves)}",
                f"ce problème demande de 1 à {len(puzzle.steps)} coups, pas {len(moves)}",
            )
        )
    position = puzzle.start()
    line: list[str] = []
    for number, (given, step) in enumerate(zip(moves, puzzle.steps, strict=False)):
        move = position.find(given)
        text, is_last = str(move), number == len(moves) - 1
        position = position.play_unchecked(move)
        line.append(text)
        if text not in step.right:
            if not is_last:
                raise PuzzleError(
                    Text(f"{given}: not on the way to the solution", f"{given} : ne mène pas à la solution")
                )
            wrong = step.fault_of(text)
            return Verdict("wrong", (*line, *([wrong.reply] if wrong.reply else [])), number, wrong.reply, wrong)
        if step.reply is not None:
            position = position.play(step.reply)
            line.append(step.reply)
    kind: Literal["right", "solved"] = "solved" if len(moves) == len(puzzle.steps) else "right"
    return Verdict(kind, tuple(line), len(moves) - 1, puzzle.steps[len(moves) - 1].reply)
