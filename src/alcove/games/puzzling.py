"""What a game knows about its own puzzles. Nothing here proves or rates one: that is for `alcove.puzzles`, which asks every
game alike.

Each game that has puzzles says so beside its law, in `puzzles.py`: `PUZZLES` is of the class that names its question, `Wins`,
`Endings` or `Deals`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from alcove.core.game import State
from alcove.core.text import Text
from alcove.games.rooms import rooms


class Solution(NamedTuple):
    """The line of a puzzle, for whoever looks for its themes."""

    plies: Sequence[tuple[State[Any], Any]]
    """The own plies: the state before each, and the move."""
    answers: Sequence[str]
    """What is answered in between."""
    end: State[Any]
    worth: str
    """What the goal is worth, where that is counted."""
    missed: frozenset[str]
    """What first moves are worth that miss it."""


@dataclass(frozen=True, slots=True)
class Way:
    """How puzzles of a game are found: how the games are played, how much search a position may cost, and the largest
    share of the puzzles that each sort may have. `lines` favourite moves are looked at.

    A win in three is only looked for where the side that has just moved, by its own estimate, has less than
    `most_hope`; and where that is expensive, `glance_nodes` is how long an engine looks first: what it does not consider won is
    passed over. `proof_nodes` limits a whole proof, `node_limit` each question of it.
    """

    nodes: int
    blunder: float
    opening_plies: int
    most_plies: int
    node_limit: int
    shares: Mapping[str, float]
    lines: int = 3
    endings: int = 0
    most_hope: float = 0.4
    glance_nodes: int | None = None
    proof_nodes: int | None = None


class Puzzling(ABC):
    """What every game says of its puzzles."""

    themes: ClassVar[Mapping[str, Text]]
    """What they may be about, most telling first."""
    way: ClassVar[Way]

    @abstractmethod
    def themes_in(self, solution: Solution) -> set[str]:
        """The themes of one puzzle."""

    def pieces(self, position: str) -> frozenset[str]:
        """What stands where in a position text, to tell how much two are alike. Here: of boards written row by row."""
        rows = position.split(" ")[0].split("/")
        cells = ["".join("." * int(mark) if mark.isdigit() else mark for mark in row) for row in rows]
        return frozenset(
            f"{row} {file} {mark}" for row, line in enumerate(cells) for file, mark in enumerate(line) if mark != "."
        )

    def hint(self, move: str) -> Text:
        """A nudge that does not give the move away: what moves, or what it is about."""
        origin = move.replace("x", "-").split("-")[0]
        return Text(f"Look at {origin}.", f"Regardez {origin}.")


class Wins(Puzzling):
    """The side to move forces a win with a few moves of its own. Sorts go by how many: `win 1` to `win 3`."""


class Endings(Puzzling):
    """The best result of an ending that is solved to the end of the game. The sort is a theme."""

    @abstractmethod
    def is_late(self, state: State[Any]) -> bool:
        """Is the end near enough to look for puzzles?"""

    @abstractmethod
    def worth_of(self, value: int) -> str:
        """A result as data, from how the evaluation counts a finished game for the side to move."""

    @abstractmethod
    def aim(self, worth: str) -> Text:
        """What the only right move does, for `find the only move that …`."""

    @abstractmethod
    def result(self, worth: str) -> Text:
        """What a line comes to for the solver, to complete `with best play …`."""


class Deals(Puzzling):
    """The largest share of the deals that fit what was seen. Nobody sits across."""

    @abstractmethod
    def is_late(self, state: State[Any]) -> bool:
        """Is the end near enough to look for puzzles?"""

    @abstractmethod
    def sort_of(self, state: State[Any]) -> str:
        """The sort of a puzzle that begins here."""


# --- Forced wins ------------------------------------------------------------------------------------------------------

THEMES_OF_WINS = {
    "no-way-out": Text("No way out", "Plus d’issue"),
    "under-fire": Text("Under fire", "Sous la menace"),
}
"""What forced wins are about in more than one game."""


def can_win_at_once(state: State[Any]) -> bool:
    """Does the side to move have a winning move?"""
    outcomes = (state.play_unchecked(move).outcome() for move in state.legal_moves())
    return any(outcome is not None and outcome.winner == state.to_move for outcome in outcomes)


def puzzling(name: str) -> Puzzling:
    """The puzzles of the game of that name."""
    return rooms(name).puzzles.PUZZLES
