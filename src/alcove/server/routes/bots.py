"""The API for bots, in the manner of lichess's: two streams of JSON lines, and a request for everything a bot does.

See docs/bots.md. A bot is an account that says so (`POST /api/account/bot`), with a token (`POST /api/account/tokens`).
"""

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from .. import messages, refusals
from ..bots import Bots
from ..people import refusals as people_refusals
from ..people.accounts import Account
from ..rest import answers, bodies, guest_of, read_body, say, tables_of
from .people import account_of

router = APIRouter(prefix="/bot")


def _lines(*told: type[messages.ToPage]) -> Any:
    """How a stream is described."""
    for struct in told:
        bodies[struct.__name__] = struct
    schema = {"oneOf": [{"$ref": f"#/components/schemas/{struct.__name__}"} for struct in told]}
    return {
        "response_class": Response,
        "responses": {200: {"description": "One line of JSON each", "content": {"application/x-ndjson": {"schema": schema}}}},
    }  # fmt: skip


def _bots(request: Request) -> Bots:
    bots: Bots = request.app.state.bots
    return bots


async def _bot(request: Request) -> Account:
    account = await account_of(request)
    if not account.is_bot:
        raise people_refusals.bots_only()
    if request.method == "GET" and not _bots(request).has_room_for(account.person):
        raise people_refusals.too_many()
    return account


def _stream(lines: Any) -> Response:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, headers=headers, media_type="application/x-ndjson")


@router.get(
    "/events",
    **_lines(messages.GameStart, messages.GameFinish, messages.Challenge, messages.ChallengeGone, messages.Seeks),
)
async def events(request: Request) -> Response:
    """What concerns you, line by line, for as long as you listen: games, challenges, and offers you may take."""
    return _stream(_bots(request).events(await _bot(request), request.state.digest))


@router.get("/games/{table}", **_lines(messages.GameFull, messages.GameState))
async def game(request: Request, table: str) -> Response:
    """A game of yours, line by line, until it is over."""
    account = await _bot(request)
    room = (await tables_of(request).get(table)).room
    if not room.seats_of(account.person):
        raise refusals.not_seated()
    return _stream(_bots(request).game(table, account.person, request.state.digest))


async def _obey(request: Request, command: messages.Command) -> Response:
    await _bot(request)
    ack = await tables_of(request).obey(command, guest_of(request))
    return say(messages.BotDone(ack.n))


async def _n(request: Request, table: str) -> int:
    return (await tables_of(request).get(table)).room.n


@router.post("/games/{table}/move", **answers(messages.BotDone, messages.BotMove))
async def move(request: Request, table: str) -> Response:
    """Play a move."""
    wish = await read_body(request, messages.BotMove)
    n = wish.expected_n if wish.expected_n is not None else await _n(request, table)
    return await _obey(request, messages.Move(table, n, secrets.token_hex(8), move=wish.move))


@router.post("/games/{table}/resign", **answers(messages.BotDone))
async def resign(request: Request, table: str) -> Response:
    """Resign."""
    return await _obey(request, messages.Resign(table, await _n(request, table), secrets.token_hex(8)))
