"""Puzzles: offered, tried, given up. Of people with an account the room keeps what came of them."""

import asyncio

from fastapi import APIRouter, Request, Response

from alcove.core.registry import game as game_named, games
from alcove.puzzles.puzzle import Puzzle, daily

from ...people.accounts import Account
from ...study import puzzles
from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, say
from .people import account_of

router = APIRouter(prefix="/puzzles")


@router.get("", **answers(messages.PuzzlesTold))
async def shelves() -> Response:
    """What puzzles there are, and those of the day."""
    return say(await asyncio.to_thread(puzzles.shelves, puzzles.today()))


@router.get("/standings", **answers(messages.PuzzleStandings))
async def standings(request: Request) -> Response:
    """How you do at the puzzles of every game."""
    account = await account_of(request)
    return say(messages.PuzzleStandings(tuple([await _standing(request, account.person, game) for game in games()])))


@router.post("/{game}/next", **answers(messages.PuzzleTold, messages.NextPuzzle))
async def after(request: Request, game: str) -> Response:
    """The next puzzle for somebody's rating."""
    charge(request, "puzzle")
    asked, named = await read_body(request, messages.NextPuzzle), game_named(game)
    account, solvers = await _account(request), house_of(request).people.solvers
    if account is not None:
        known = await solvers.standing(account.person, named.name)
        asked = messages.NextPuzzle(round(known.rating.rating), await solvers.seen(account.person, named.name))
    return await _told(request, await asyncio.to_thread(puzzles.after, named, asked))


@router.get("/{game}/{puzzle}", **answers(messages.PuzzleTold))
async def one(request: Request, game: str, puzzle: str) -> Response:
    """A puzzle by its name; `daily` is that of the day."""
    charge(request, "puzzle")
    return await _told(request, puzzles.find(game_named(game), puzzle))


@router.post("/{game}/{puzzle}/try", **answers(messages.Tried, messages.TryPuzzle))
async def tried(request: Request, game: str, puzzle: str) -> Response:
    """Judges the last of the own moves so far."""
    charge(request, "puzzle")
    asked = await read_body(request, messages.TryPuzzle)
    found = puzzles.find(game_named(game), puzzle)
    answer = await asyncio.to_thread(puzzles.tried, found, asked)
    if answer.verdict in ("wrong", "solved"):
        answer.counted = await _count(request, found, answer.verdict == "solved")
    return say(answer)


@router.post("/{game}/{puzzle}/hint", **answers(messages.PuzzleHint, messages.TryPuzzle))
async def hint(request: Request, game: str, puzzle: str) -> Response:
    """A nudge for the next own move. Solved with it, a puzzle counts half."""
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
    answer = await asyncio.to_thread(puzzles.solution, found)
    answer.counted = await _count(request, found, is_solved=False)
    return say(answer)


async def _account(request: Request) -> Account | None:
    return await house_of(request).people.accounts.account(guest_of(request))


async def _told(request: Request, puzzle: Puzzle) -> Response:
    told, account = await asyncio.to_thread(puzzles.told, puzzle), await _account(request)
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
