"""From a position to a puzzle, or why it is none. Every claim a puzzle makes is found here by search, from scratch; the
check of a shipped puzzle finds it all again and compares.

A position is a puzzle if exactly one first move reaches the goal:

- *Win in n* (`Wins`): the side to move can force a win with n moves of its own and not with fewer. The first move
  of every such win is the same, and so is each further own move of the line; only the last, winning one may have equals,
  and they are all accepted. The other side's answers are such that the win takes all n moves.
- *Best result* (`Endings`): the ending is solved to the end of the game. A win is better than a draw, a draw better than a
  loss, then a larger margin is better; one move alone keeps the best. The line goes on with best play by the other side
  for as long as one move alone keeps it, three moves at most.
- *Save the deal* (`Deals`): one ply alone leaves the largest share of the deals that fit what was seen, counted by
  best play to the end. The line goes on for as long as that is so, four plies at most.

Which of them a game asks is for its `puzzles.py` to say.
"""

from fractions import Fraction
from typing import Any

from alcove.core.errors import AlcoveError
from alcove.core.game import State
from alcove.core.text import Text
from alcove.games.puzzling import Endings, Wins, puzzling

from .puzzle import Goal, Puzzle, Step, Wrong
from .solve import Chances, Exhaustive, chances, exhaustive

MOST_MOVES = 3
"""The longest forced win, and the most own moves in an ending."""
MOST_PLIES = 4
"""The most plies of a deal: a move and its payment are two."""

Posed = tuple[Goal, tuple[Step, ...]]


class NotAPuzzleError(AlcoveError):
    """A position that has no single solution; the text says why."""


def pose(game_name: str, state: State[Any]) -> Posed:
    """The goal and the line of a position; `NotAPuzzleError` if there is no single one."""
    asked = puzzling(game_name)
    if isinstance(asked, Wins):
        return _pose_win(exhaustive(game_name), state)
    if isinstance(asked, Endings):
        return _pose_ending(exhaustive(game_name), asked, state)
    return _pose_deal(chances(game_name), state)


def fault_of(puzzle: Puzzle) -> Text | None:
    """What is wrong with a puzzle, every claim proven again; `None` if it is sound."""
    try:
        state = puzzle.start()
        if state.to_text() != puzzle.position:
            return Text("the position is not written as usual", "la position n'est pas écrite comme d'habitude")
        goal, steps = pose(puzzle.game, state)
    except AlcoveError as error:
        return error.text
    if goal != puzzle.goal:
        return Text(f"the goal is {goal}, not {puzzle.goal}", f"le but est {goal}, pas {puzzle.goal}")
    for number, (found, stored) in enumerate(zip(steps, puzzle.steps, strict=False), 1):
        if set(found.right) != set(stored.right):
            right, kept = " ".join(found.right), " ".join(stored.right)
            return Text(
                f"move {number}: {right} reaches the goal, {kept} is stored",
                f"coup {number} : {right} atteint le but, {kept} est enregistré",
            )
    if steps != puzzle.steps:
        return Text("the line or its answers differ", "la suite ou ses réponses diffèrent")
    return None


def _refuse_many(right: list[str]) -> None:
    if len(right) > 1:
        raise NotAPuzzleError(
            Text(
                f"several moves reach the goal: {' '.join(right)}",
                f"plusieurs coups atteignent le but : {' '.join(right)}",
            )
        )


def _grouped(faults: dict[str, tuple[str | None, str]]) -> tuple[Wrong, ...]:
    """Wrong moves with the same answer and worth together; the largest group stands last and names no moves."""
    groups: dict[tuple[str | None, str], list[str]] = {}
    for move, fault in faults.items():
        groups.setdefault(fault, []).append(move)
    entries = sorted(((tuple(moves), *fault) for fault, moves in groups.items()), key=lambda entry: len(entry[0]))
    return tuple(Wrong(() if entry is entries[-1] else entry[0], entry[1], entry[2]) for entry in entries)


# --- Win in n -------------------------------------------------------------------------------------------------------


def _pose_win(search: Exhaustive, state: State[Any]) -> Posed:
    for moves in range(1, MOST_MOVES + 1):
        if search.wins_within(state, moves):
            return Goal("win", moves), _winning_line(search, state, moves)
    raise NotAPuzzleError(
        Text(f"no win in {MOST_MOVES} moves", f"aucun gain en {MOST_MOVES} coups"),
    )


def _winning_line(search: Exhaustive, state: State[Any], moves: int, is_first: bool = True) -> tuple[Step, ...]:
    """The steps of a win that takes exactly this many moves."""
    right, wrong = _sorted_out(search, state, moves, may_have_equals=moves == 1 and not is_first)
    if moves == 1:
        return (Step(tuple(right), None, wrong),)
    after = state.play(right[0])
    for answer in _stubborn(search, after, moves - 1):
        try:
            rest = _winning_line(search, after.play_unchecked(answer), moves - 1, is_first=False)
        except NotAPuzzleError:
            continue
        return (Step(tuple(right), str(answer), wrong), *rest)
    raise NotAPuzzleError(
        Text("further moves of the line have equals", "la suite comporte des coups équivalents"),
    )


def _sorted_out(
    search: Exhaustive, state: State[Any], moves: int, may_have_equals: bool
) -> tuple[list[str], tuple[Wrong, ...]]:
    """The moves that win in time, and those that do not with the answer that shows it.

    An answer shows it if no win is left in the moves that remain. One that did so before is tried first.
    """
    right: list[str] = []
    faults: dict[str, tuple[str | None, str]] = {}
    proven: list[str] = []
    for move in state.legal_moves():
        after = state.play_unchecked(move)
        if search.has_lost(after):
            right.append(str(move))
        elif moves == 1 or not (answers := search.moves(after)):
            faults[str(move)] = None, ""
        else:
            answer = _refutation(search, after, answers, moves - 1, proven)
            if answer is None:
                right.append(str(move))
            else:
                faults[str(move)] = answer, ""
        if not may_have_equals:
            _refuse_many(right)
    return right, _grouped(faults)


def _refutation(search: Exhaustive, state: State[Any], answers: set[str], moves: int, proven: list[str]) -> str | None:
    """An answer after which the other side cannot win in this many moves."""
    for text in proven:
        if text in answers and not search.wins_within(state.play_unchecked(state.read_move(text)), moves):
            return text
    for answer in state.legal_moves():
        if str(answer) not in proven and not search.wins_within(state.play_unchecked(answer), moves):
            proven.append(str(answer))
            return str(answer)
    return None


def _stubborn(search: Exhaustive, state: State[Any], moves: int) -> list[Any]:
    """The answers after which the win still takes that many moves; those that leave the fewest ways first."""
    answers = []
    for answer in state.legal_moves():
        after = state.play_unchecked(answer)
        if not search.wins_within(after, moves - 1):
            ways = 0 if moves > 1 else len(_sorted_out(search, after, 1, may_have_equals=True)[0])
            answers.append((ways, answer))
    return [answer for _, answer in sorted(answers, key=lambda pair: pair[0])]


# --- The best of an ending ------------------------------------------------------------------------------------------


def _pose_ending(search: Exhaustive, asked: Endings, state: State[Any]) -> Posed:
    steps: list[Step] = []
    goal: Goal | None = None
    while True:
        results = {str(move): -search.result(state.play_unchecked(move)) for move in state.legal_moves()}
        best = max(results.values())
        right = [move for move, result in results.items() if result == best]
        if goal is None:
            _refuse_many(right)
            if best < 0:
                raise NotAPuzzleError(Text("every move loses", "tous les coups perdent"))
            goal = Goal("best", worth=asked.worth_of(best))
        faults = {
            move: (_best_answer(search, state.play(move), result), asked.worth_of(result))
            for move, result in results.items()
            if move not in right
        }
        after = state.play(right[0])
        answer = _answer_that_asks(search, after, -best) if len(steps) + 1 < MOST_MOVES else None
        steps.append(Step(tuple(right), answer, _grouped(faults)))
        if answer is None:
            return goal, tuple(steps)
        state = after.play(answer)


def _best_answer(search: Exhaustive, state: State[Any], result: int) -> str | None:
    """The first answer that keeps `result`, seen by the other side."""
    for answer in state.legal_moves():
        if search.result(state.play_unchecked(answer)) == result:
            return str(answer)
    return None


def _answer_that_asks(search: Exhaustive, state: State[Any], result: int) -> str | None:
    """A best answer after which, again, one move among several keeps the result."""
    for answer in state.legal_moves():
        after = state.play_unchecked(answer)
        if search.result(after) != -result or len(after.legal_moves()) < 2:
            continue
        results = [-search.result(after.play_unchecked(move)) for move in after.legal_moves()]
        if results.count(max(results)) == 1:
            return str(answer)
    return None


# --- The best of a deal ---------------------------------------------------------------------------------------------


def _pose_deal(search: Chances, state: State[Any]) -> Posed:
    steps: list[Step] = []
    goal: Goal | None = None
    while True:
        shares = search.of_moves(state)
        best = max(shares.values(), default=Fraction(0))
        right = [move for move, share in shares.items() if share == best]
        if goal is None:
            if best == 0:
                raise NotAPuzzleError(Text("nothing wins any more", "plus rien ne gagne"))
            _refuse_many(right)
            goal = Goal("best", worth=str(best))
        elif best == 0 or len(right) > 1 or len(shares) < 2:
            return goal, tuple(steps)
        faults: dict[str, tuple[str | None, str]] = {
            move: (None, str(share)) for move, share in shares.items() if share < best
        }
        steps.append(Step(tuple(right), None, _grouped(faults)))
        state = state.play(right[0])
        if state.outcome() is not None or len(steps) == MOST_PLIES:
            return goal, tuple(steps)
