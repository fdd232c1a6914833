"""Puzzles: offered, tried, given up. For people with an account the room keeps the results."""

from fastapi import APIRouter, Request, Response

from alcove.core.registry import game as game_named
from alcove.puzzles.puzzle import Puzzle, daily

from ...people.accounts import Account
from ...study import puzzles
from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, reckon, reckoned, say
from .people import account_of

router = APIRouter(prefix="/puzzles")


@router.get("", **answers(messages.PuzzlesTold))
async def shelves(request: Request) -> Response:
    """What puzzles there are, and those of the day."""
    day = puzzles.today()
    return await reckoned(request, "puzzle", puzzles.shelves, day, key=("shelves", day))


@router.get("/standings", **answers(messages.PuzzleStandings))
async def standings(request: Request) -> Response:
    """How well you do at the puzzles of every game."""
    account = await account_of(request)
    return say(
        messages.PuzzleStandings(tuple([await _standing(request, account.person, game) for game in puzzles.shelved()]))
    )


@router.post("/{game}/next", **answers(messages.PuzzleTold, messages.NextPuzzle))
async def after(request: Request, game: str) -> Response:
    """The next puzzle for somebody's rating."""
    charge(request, "puzzle")
    asked, named = await read_body(request, messages.NextPuzzle), game_named(game)
    account, solvers = await _account(request), house_of(request).people.solvers
    if account is not None:
        known = await solvers.standing(account.person, named.name)
        asked = messages.NextPuzzle(round(known.rating.rating), await solvers.seen(account.person, named.name))
    return await _told(request, await reckon(request, "puzzle", puzzles.after, named, asked))


@router.get("/{game}/{puzzle}", **answers(messages.PuzzleTold))
async def one(request: Request, game: str, puzzle: str) -> Response:
    """A puzzle by its name; `daily` is that of the day."""
    charge(request, "puzzle")
    return await _told(request, puzzles.find(game_named(game), puzzle))


@router.post("/{game}/{puzzle}/try", **answers(messages.Tried, messages.TryPuzzle))
async def tried(request: Request, game: str, puzzle: str) -> Response:
    """Judges the last of your moves so far."""
    charge(request, "puzzle")
    asked = await read_body(request, messages.TryPuzzle)
    found = puzzles.find(game_named(game), puzzle)
    answer = await reckon(request, "puzzle", puzzles.tried, found, asked)
    if answer.verdict in ("wrong", "solved"):
        answer.counted = await _count(request, found, answer.verdict == "solved")
    return say(answer)


@router.post("/{game}/{puzzle}/hint", **answers(messages.PuzzleHint, messages.TryPuzzle))
async def hint(request: Request, game: str, puzzle: str) -> Response:
    """A nudge towards your next move. A puzzle solved with it counts half."""
    charge(request, "puzzle")
    asked = await read_body(request, messages.TryPuzzle)
    found, account = puzzles.find(game_named(game), puzzle), await _account(request)
    if account is not None:
        await house_of(request).people.solvers.note_hint(account.person, found)
    return say(puzzles.hint(found, asked))


@router.post("/{game}/{puzzle}/solution", **answers(messages.PuzzleSolution))
async def solution(request: Request, game: str, puzzle: str) -> Response:
    """The whole solution, for somebody who gives up."""
    charge(request, "puzzle")
    found = puzzles.find(game_named(game), puzzle)
    answer = await reckon(request, "puzzle", puzzles.solution, found)
    answer.counted = await _count(request, found, is_solved=False)
    return say(answer)


async def _account(request: Request) -> Account | None:
    return await house_of(request).people.accounts.account(guest_of(request))


async def _told(request: Request, puzzle: Puzzle) -> Response:
    told, account = await reckon(request, "puzzle", puzzles.told, puzzle), await _account(request)
    if account is not None:
        told.is_counted = await house_of(request).people.solvers.score(account.person, puzzle) is not None
    return say(told)


async def _count(request: Request, puzzle: Puzzle, is_solved: bool) -> messages.PuzzleCounted | None:
    """Write down the first result of an account; guests keep theirs themselves."""
    account = await _account(request)
    points = (
        None if account is None else await house_of(request).people.solvers.count(account.person, puzzle, is_solved)
    )
    if account is None or points is None:
        return None
    return messages.PuzzleCounted(points, await _standing(request, account.person, puzzle.game))


async def _standing(request: Request, person: str, game: str) -> messages.PuzzleStanding:
    solvers = house_of(request).people.solvers
    known = await solvers.standing(person, game)
    today = await solvers.score(person, daily(game, puzzles.today()))
    rating, is_provisional = round(known.rating.rating), known.rating.is_provisional
    return messages.PuzzleStanding(
        game, rating, is_provisional, known.tried, known.solved, known.streak, known.best, today
    )
