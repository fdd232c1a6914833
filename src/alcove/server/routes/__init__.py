"""Everything under /api, one module a room of the page. What can be asked once is REST; the rest is the live socket."""

from fastapi import APIRouter, Request, Response

import alcove

from .. import messages, refusals
from ..rest import answers, bodies, say
from ..store import Store
from . import analysis, atlas, bots, lobby, mail, people, puzzles, study, tables

__all__ = ["bodies", "router"]

router = APIRouter(prefix="/api")
for part in (tables, study, atlas, people, lobby, bots, analysis, puzzles, mail):
    router.include_router(part.router)


@router.get("/health", **answers(messages.Health))
async def health(request: Request) -> Response:
    """Is the room well? Asks the database."""
    store: Store = request.app.state.store
    if not await store.is_well():
        raise refusals.not_saved()
    return say(messages.Health("ok", alcove.__version__))


@router.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def nothing_here(path: str) -> Response:
    raise refusals.not_found()
