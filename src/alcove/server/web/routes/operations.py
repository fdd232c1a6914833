"""For those who run a room: is it alive, could somebody play here now? Metrics have an address of their own."""

from fastapi import APIRouter, Request, Response

import alcove
from alcove.server.base import refusals

from ...wire import messages
from ..house import house_of
from ..rest import answers, say

router = APIRouter()


@router.get("/health", **answers(messages.Health))
async def health(request: Request) -> Response:
    """Is the room alive? Asks the database."""
    if not await house_of(request).store.is_well():
        raise refusals.not_saved()
    return say(messages.Health("ok", alcove.__version__))


@router.get("/ready", **answers(messages.Ready))
async def ready(request: Request) -> Response:
    """Could somebody play here now? Plays a move that nobody sees and writes to the database, every few seconds at most."""
    return say(await house_of(request).readiness.ask())
