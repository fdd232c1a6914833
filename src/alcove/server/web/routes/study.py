"""Rulebook, lessons and their boards."""

from fastapi import APIRouter, Request, Response

from alcove.core.registry import game as game_named

from ...study.lessons import lesson_told, rules_told, study as studied
from ...wire import messages
from ..rest import answers, charge, read_body, reckoned

router = APIRouter()


@router.get("/rules/{game}", **answers(messages.RulesTold))
async def rules(request: Request, game: str) -> Response:
    """The rulebook of a game."""
    return await reckoned(request, "page", rules_told, game_named(game), key=("rules", game))


@router.get("/lessons/{game}", **answers(messages.LessonTold))
async def lessons(request: Request, game: str) -> Response:
    """The lesson of a game."""
    return await reckoned(request, "page", lesson_told, game_named(game), key=("lesson", game))


@router.post("/study", **answers(messages.Studied, messages.AskStudy))
async def study(request: Request) -> Response:
    """The position after some moves, for the boards of the rulebook; nothing is kept."""
    asked = await read_body(request, messages.AskStudy)
    charge(request, "study")
    return await reckoned(request, "board", studied, asked)
