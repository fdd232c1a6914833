"""What a puzzle is about, found in its line: a few words for each game, most telling first. `words.py` has their names."""

from collections.abc import Callable, Sequence
from typing import Any

from alcove.core.game import State
from alcove.games.avalam.rules import NUMBER, TALLEST, State as Avalam, neighbours
from alcove.games.axiom.rules import State as Axiom
from alcove.games.axiom.space import CubeMove, SceptreMove
from alcove.games.axom.rules import HEAD, NUMBER as AXOM_NUMBER, State as Axom
from alcove.games.axxa.rules import Pay, Slide, State as Axxa

from .puzzle import Goal, Step

Line = Sequence[tuple[State[Any], Any]]
"""The own plies of a solution: the state before each, and the move."""


def themes(game_name: str, state: State[Any], goal: Goal, steps: Sequence[Step]) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of `THEMES`."""
    line, end = [], state
    for step in steps:
        move = end.find(step.right[0])
        line.append((end, move))
        end = end.play_unchecked(move)
        if step.reply is not None:
            end = end.play(step.reply)
    found = _FINDERS[game_name](line, end, goal, steps)
    return tuple(theme for theme in THEMES[game_name] if theme in found)


THEMES = {
    "avalam": ("only-win", "only-draw", "margin", "five", "settle", "merge-theirs", "merge-own", "cover"),
    "axom": ("no-way-out", "under-fire", "head-strikes", "from-afar", "sacrifice", "take-first", "quiet", "strike"),
    "axiom": ("no-way-out", "under-fire", "eliminate", "build", "diagonal", "round-the-edge", "straight"),
    "axxa": (
        "best-chance",
        "unseen",
        "several-triplets",
        "turn-or-leave",
        "payment",
        "last-triplet",
        "no-slack",
        "take-now",
        "prepare",
    ),
}
"""All themes of each game."""


# --- Avalam ---------------------------------------------------------------------------------------------------------


def _avalam(line: Line, end: State[Any], goal: Goal, steps: Sequence[Step]) -> set[str]:
    state, move = line[0]
    assert isinstance(state, Avalam)
    worths = {entry.worth for entry in steps[0].wrong}
    if goal.worth == "drawn":
        found = {"only-draw"}
    else:
        found = {"margin" if any(worth.startswith("won") for worth in worths) else "only-win"}
    sign = 1 if state.side == 0 else -1
    moved, covered = state.towers[NUMBER[move.origin]] * sign, state.towers[NUMBER[move.target]] * sign
    if abs(moved) + abs(covered) == TALLEST and moved > 0:
        found.add("five")
    if moved > 0:
        found.add("cover" if covered < 0 else "merge-own")
    elif covered < 0:
        found.add("merge-theirs")
    if _settled(state.play(move), sign) > _settled(state, sign) and "five" not in found:
        found.add("settle")
    return found


def _settled(state: Avalam, sign: int) -> int:
    """How many of a side's towers nothing can change any more (V7)."""

    def is_settled(cell: str) -> bool:
        height = abs(state.towers[NUMBER[cell]])
        around = (abs(state.towers[NUMBER[other]]) for other in neighbours(cell))
        return not any(other and other + height <= TALLEST for other in around)

    return sum(state.towers[number] * sign > 0 and is_settled(cell) for cell, number in NUMBER.items())


# --- Axom -----------------------------------------------------------------------------------------------------------


def _axom(line: Line, end: State[Any], goal: Goal, steps: Sequence[Step]) -> set[str]:
    (state, first), (_, last) = line[0], line[-1]
    assert isinstance(state, Axom)
    outcome = end.outcome()
    if outcome is not None and outcome.reason == "no move":
        return {"no-way-out"}
    found = {"strike"} if len(line) == 1 else {"take-first" if first.takes else "quiet"}
    if any(isinstance(before, Axom) and abs(before.board[AXOM_NUMBER[move.origin]]) == HEAD for before, move in line):
        found.add("head-strikes")
    files, ranks = (abs(ord(last.origin[i]) - ord(last.target[i])) for i in (0, 1))
    if max(files, ranks) > 1:
        found.add("from-afar")
    if any(step.reply is not None and "x" in step.reply for step in steps):
        found.add("sacrifice")
    if _could_win_at_once(Axom(state.board, 1 - state.side, state.options)):
        found.add("under-fire")
    return found


def _could_win_at_once(state: State[Any]) -> bool:
    """Has the side to move a move that wins?"""
    outcomes = (state.play_unchecked(move).outcome() for move in state.legal_moves())
    return any(outcome is not None and outcome.winner == state.to_move for outcome in outcomes)


# --- Axiom ----------------------------------------------------------------------------------------------------------


def _axiom(line: Line, end: State[Any], goal: Goal, steps: Sequence[Step]) -> set[str]:
    (state, _), (before_last, last) = line[0], line[-1]
    assert isinstance(state, Axiom)
    assert isinstance(before_last, Axiom)
    found: set[str] = set()
    outcome = end.outcome()
    if outcome is not None and outcome.reason != "sceptres":
        found.add("no-way-out")
    elif isinstance(last, SceptreMove):
        found.add(_way(before_last, last))
    if any(isinstance(move, CubeMove) for _, move in line):
        found.add("build")
    if any(isinstance(before, Axiom) and before.removed_by(move) is not None for before, move in line):
        found.add("eliminate")
    if _could_win_at_once(Axiom(state.cubes, state.sceptres, 1 - state.side, state.options)):
        found.add("under-fire")
    return found


def _way(state: Axiom, move: SceptreMove) -> str:
    """How a sceptre comes to where it wins (C13, C14)."""
    route = state.route(move)
    if len({face.direction for face in route}) > 1:
        return "round-the-edge"
    one, other = route[0].cell, route[1].cell
    axes = sum(a != b for a, b in zip(one, other, strict=True))
    return "diagonal" if axes == 2 else "straight"


# --- AxxA -----------------------------------------------------------------------------------------------------------


def _axxa(line: Line, end: State[Any], goal: Goal, steps: Sequence[Step]) -> set[str]:
    state, first = line[0]
    assert isinstance(state, Axxa)
    found = {"best-chance"} if goal.worth != "1" else set()
    if any(piece.isalpha() for _, pile in state.piles for piece in pile):
        found.add("unseen")
    if any(isinstance(move, Pay) for _, move in line):
        found.add("payment")
    if isinstance(first, Slide):
        other = str(first._replace(turned=not first.turned))
        if any(str(move) == other for move in state.legal_moves()):
            found.add("turn-or-leave")
    afterwards = [before.play_unchecked(move) for before, move in line]
    if isinstance(first, Slide) and isinstance(afterwards[0], Axxa):
        found.add("take-now" if afterwards[0].lifted else "prepare")
    if any(isinstance(after, Axxa) and len(after.lifted) > 1 for after in afterwards):
        found.add("several-triplets")
    if state.needed == 6:
        found.add("last-triplet")
    assert state.needed is not None
    if sum(len(pile) for _, pile in state.piles) - 3 * (7 - state.needed) == 0:
        found.add("no-slack")
    return found


_FINDERS: dict[str, Callable[[Line, State[Any], Goal, Sequence[Step]], set[str]]] = {
    "avalam": _avalam,
    "axom": _axom,
    "axiom": _axiom,
    "axxa": _axxa,
}
