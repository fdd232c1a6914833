"""Puzzles in the room: the shipped ones, offered and judged by what is stored about them. No engine is asked."""

import datetime
from collections.abc import Sequence

from alcove.core.errors import IllegalMoveError
from alcove.core.game import Game
from alcove.core.registry import game as game_named, games
from alcove.games.data import DataError
from alcove.puzzles import words
from alcove.puzzles.puzzle import Puzzle, PuzzleError, daily, find_puzzle, judge_answer, next_puzzle, puzzles
from alcove.table.refusals import RefusedError

from ..wire import messages
from .lessons import study

DAILY = "daily"
"""The name under which everybody finds the puzzle of the day."""


def today() -> datetime.date:
    """The date, which is the same for everybody, wherever they are."""
    return datetime.datetime.now(datetime.UTC).date()


def shelved() -> tuple[str, ...]:
    """The games that have puzzles. A file that cannot be read is named to whoever asks for one of its puzzles."""
    return tuple(name for name in games() if _has_some(name))


def _has_some(name: str) -> bool:
    try:
        return bool(puzzles(name))
    except DataError:
        return False


def shelves(day: datetime.date) -> messages.PuzzlesTold:
    told = []
    for game in map(game_named, shelved()):
        known, chosen = puzzles(game.name), daily(game.name, day)
        lowest, highest = known[0].rating, known[-1].rating
        told.append(messages.PuzzleShelf(game.name, game.title, len(known), lowest, highest, chosen.id, chosen.rating))
    return messages.PuzzlesTold(day.isoformat(), tuple(told))


def find(game: Game, name: str) -> Puzzle:
    """A puzzle by its name, or the one of the day."""
    try:
        return daily(game.name, today()) if name == DAILY else find_puzzle(game.name, name)
    except PuzzleError as error:
        raise RefusedError("not_found", error.text) from None


def after(game: Game, asked: messages.NextPuzzle) -> Puzzle:
    """The next one for somebody."""
    try:
        return next_puzzle(game.name, asked.rating, asked.seen)
    except PuzzleError as error:
        raise RefusedError("not_found", error.text) from None


def told(puzzle: Puzzle) -> messages.PuzzleTold:
    return messages.PuzzleTold(
        game=puzzle.game,
        title=game_named(puzzle.game).title,
        id=puzzle.id,
        rating=puzzle.rating,
        goal=words.goal_of(puzzle),
        steps=len(puzzle.steps),
        board=_board(puzzle, ()),
    )


def tried(puzzle: Puzzle, asked: messages.TryPuzzle) -> messages.Tried:
    try:
        verdict = judge_answer(puzzle, asked.moves)
    except IllegalMoveError as error:
        refused = messages.RefusedMove(len(asked.moves) - 1, error.move, error.refusal.text, error.refusal.clause)
        return messages.Tried("refused", None, (), refused, ())
    shown = len(verdict.line) - (1 if verdict.answer is None else 2)
    boards = tuple(_board(puzzle, verdict.line[: ply + 1]) for ply in range(shown, len(verdict.line)))
    themes = _themes(puzzle) if verdict.kind == "solved" else ()
    return messages.Tried(verdict.kind, words.said_of(puzzle, verdict), boards, None, themes)


def hint(puzzle: Puzzle, asked: messages.TryPuzzle) -> messages.PuzzleHint:
    """A nudge for the move after those given."""
    return messages.PuzzleHint(words.hint_of(puzzle, min(len(asked.moves), len(puzzle.steps) - 1)))


def solution(puzzle: Puzzle) -> messages.PuzzleSolution:
    line = puzzle.line
    boards = tuple(_board(puzzle, line[: ply + 1]) for ply in range(len(line)))
    return messages.PuzzleSolution(line, words.solved(puzzle), boards, _themes(puzzle))


def _themes(puzzle: Puzzle) -> tuple[messages.PuzzleTheme, ...]:
    return tuple(messages.PuzzleTheme(name, text) for name, text in words.themes_of(puzzle).items())


def _board(puzzle: Puzzle, moves: Sequence[str]) -> messages.Studied:
    """What stands on the board after some moves, as everybody may see it."""
    return study(messages.AskStudy(puzzle.game, puzzle.position, {}, tuple(moves)))
