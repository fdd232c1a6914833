"""The atlas of a game, and its openings."""

from fastapi import APIRouter, Request, Response

from alcove.core.registry import game as game_named

from ...study.openings import atlas_told
from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, read_body, reckoned, say, wanting

router = APIRouter()


@router.get("/atlas/{game}", **answers(messages.AtlasTold))
async def atlas(request: Request, game: str) -> Response:
    """What was measured of a game."""
    return await reckoned(request, "page", atlas_told, game_named(game), key=("atlas", game))


@router.post("/explore", **answers(messages.Explored, messages.AskExplore))
async def explore(request: Request) -> Response:
    """What was played in a position, by engines and in this room."""
    asked = await read_body(request, messages.AskExplore)
    charge(request, "explore")
    return say(await house_of(request).explorer.explore(asked, wanting(request)))
