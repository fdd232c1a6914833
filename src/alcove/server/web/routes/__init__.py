"""Everything under /api, one module per room of the page. Questions with one answer are REST; everything else is the live socket."""

from fastapi import APIRouter, Response

from alcove.server.base import refusals

from ..rest import bodies
from . import analysis, atlas, bots, lobby, mail, operations, passkeys, people, puzzles, recovery, study, tables

__all__ = ["bodies", "router"]

router = APIRouter(prefix="/api")
for part in (tables, study, atlas, people, passkeys, recovery, lobby, bots, analysis, puzzles, mail, operations):
    router.include_router(part.router)


@router.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def nothing_here(path: str) -> Response:
    raise refusals.not_found()
