"""Puzzles: offered, tried, given up."""

import asyncio

from fastapi import APIRouter, Request, Response

from alcove.core.registry import game as game_named

from .. import messages, puzzling
from ..rest import answers, read_body, say

router = APIRouter(prefix="/puzzles")


@router.get("", **answers(messages.PuzzlesTold))
async def shelves() -> Response:
    """What puzzles there are, and those of the day."""
    return say(await asyncio.to_thread(puzzling.shelves, puzzling.today()))


@router.post("/{game}/next", **answers(messages.PuzzleTold, messages.NextPuzzle))
async def after(request: Request, game: str) -> Response:
    """The next puzzle for somebody's rating."""
    asked = await read_body(request, messages.NextPuzzle)
    return say(await asyncio.to_thread(puzzling.after, game_named(game), asked))


@router.get("/{game}/{puzzle}", **answers(messages.PuzzleTold))
async def one(game: str, puzzle: str) -> Response:
    """A puzzle by its name; `daily` is that of the day."""
    return say(await asyncio.to_thread(lambda: puzzling.told(puzzling.find(game_named(game), puzzle))))


@router.post("/{game}/{puzzle}/try", **answers(messages.Tried, messages.TryPuzzle))
async def tried(request: Request, game: str, puzzle: str) -> Response:
    """Judges the last of the own moves so far."""
    asked = await read_body(request, messages.TryPuzzle)
    found = puzzling.find(game_named(game), puzzle)
    return say(await asyncio.to_thread(puzzling.tried, found, asked))


@router.post("/{game}/{puzzle}/hint", **answers(messages.PuzzleHint, messages.TryPuzzle))
async def hint(request: Request, game: str, puzzle: str) -> Response:
    """A nudge for the next own move."""
    asked = await read_body(request, messages.TryPuzzle)
    return say(puzzling.hint(puzzling.find(game_named(game), puzzle), asked))


@router.post("/{game}/{puzzle}/solution", **answers(messages.PuzzleSolution))
async def solution(game: str, puzzle: str) -> Response:
    """The whole solution, for somebody who gives up."""
    found = puzzling.find(game_named(game), puzzle)
    return say(await asyncio.to_thread(puzzling.solution, found))
