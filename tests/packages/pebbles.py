"""Pebbles: a heap of seven, take one or two, whoever takes the last one wins. A game of one file, with law and words and
nothing else: no board for the page, no kernel, no rulebook, no lessons, no puzzles."""

from dataclasses import dataclass
from typing import Any

from alcove.core.errors import IllegalMoveError, PositionError
from alcove.core.game import Drawing, Game, Outcome, State as BaseState, View
from alcove.core.options import OptionsInstance, build
from alcove.core.text import Language, Refusal, Text

NO_MOVE = Refusal.of("P1", "take 1 or 2 pebbles that are there", "prenez 1 ou 2 cailloux qui sont là")


@dataclass(frozen=True, slots=True)
class Options:
    """Pebbles has no options."""


@dataclass(frozen=True)
class Move:
    taken: int

    def __str__(self) -> str:
        return str(self.taken)


@dataclass(frozen=True)
class State(BaseState[Move]):
    heap: int
    side: int = 0
    options: Options = Options()

    @property
    def to_move(self) -> int:
        return self.side

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(Move(taken) for taken in (1, 2) if taken <= self.heap)

    def outcome(self) -> Outcome | None:
        if self.heap:
            return None
        winner = 1 - self.side
        return Outcome(winner, (float(winner == 0), float(winner == 1)), "last")

    def to_text(self) -> str:
        return f"{self.heap} {'ab'[self.side]}"

    def read_move(self, text: str) -> Move:
        if text not in ("1", "2"):
            raise IllegalMoveError(text, NO_MOVE)
        return Move(int(text))

    def refusal(self, move: Move) -> Refusal | None:
        return None if move in self.legal_moves() else NO_MOVE

    def play_unchecked(self, move: Move) -> "State":
        return State(self.heap - move.taken, 1 - self.side)


class Pebbles(Game):
    name = "pebbles"
    title = "Pebbles"
    summary = Text("Take one or two; the last pebble wins.", "Prenez-en un ou deux ; le dernier caillou gagne.")
    options_type = Options

    def initial(self, **options: Any) -> State:
        build(Options, options)
        return State(7)

    def from_text(self, text: str, **options: Any) -> State:
        build(Options, options)
        heap, _, side = text.partition(" ")
        if not (heap.isdecimal() and int(heap) <= 7 and side in ("a", "b")):
            raise PositionError(Text("a position looks like 7 a", "une position ressemble à 7 a"))
        return State(int(heap), "ab".index(side))

    def seat_names(self, options: OptionsInstance) -> tuple[Text, ...]:
        return Text("Ann", "Anne"), Text("Bob", "Bob")

    def draw(self, view: View, language: Language = "en") -> Drawing:
        return [[(view.to_text(), "")]]

    def reason(self, word: str) -> Text:
        return Text("the last pebble", "le dernier caillou")


GAME = Pebbles()
