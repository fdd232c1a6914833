"""The API for bots, in the manner of lichess's: two streams of JSON lines, and a request for everything a bot does.

See docs/bots.md. A bot is an account that says so (`POST /api/account/bot`), with a token (`POST /api/account/tokens`).
"""

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response

from alcove.table import refusals

from ...base import refusals as base_refusals
from ...people import refusals as people_refusals
from ...people.accounts import Account
from ...wire import messages
from ..addresses import address_of
from ..house import house_of
from ..rest import answers, bodies, read_body, say, stream
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


async def _bot(request: Request) -> Account:
    account = await account_of(request)
    if not account.is_bot:
        raise people_refusals.bots_only()
    if request.method == "GET" and not house_of(request).bots.has_room_for(account.person):
        raise base_refusals.too_many()
    return account


@router.get(
    "/events",
    **_lines(messages.GameStart, messages.GameFinish, messages.Challenge, messages.ChallengeGone, messages.Seeks),
)
async def events(request: Request) -> Response:
    """What concerns you, line by line, for as long as you listen: games, challenges, and offers you may take."""
    return stream(house_of(request).bots.events(await _bot(request), request.state.digest))


@router.get("/games/{table}", **_lines(messages.GameFull, messages.GameState))
async def game(request: Request, table: str) -> Response:
    """A game of yours, line by line, until it is over."""
    account = await _bot(request)
    room = (await house_of(request).tables.get(table)).room
    if not room.seats_of(account.person):
        raise refusals.not_seated()
    return stream(house_of(request).bots.game(table, account.person, request.state.digest))


async def _obey(
    request: Request, table: str, command: type[messages.Move] | type[messages.Resign], n: int | None, **fields: str
) -> Response:
    """Do something at a table, by default to the game as it stands."""
    account, tables = await _bot(request), house_of(request).tables
    if n is None:
        n = (await tables.get(table)).room.n
    ack = await tables.finish(tables.obey(command(table, n, secrets.token_hex(8), **fields), account.person))
    return say(messages.BotDone(ack.n))


@router.post("/games/{table}/move", **answers(messages.BotDone, messages.BotMove))
async def move(request: Request, table: str) -> Response:
    """Play a move."""
    wish = await read_body(request, messages.BotMove)
    return await _obey(request, table, messages.Move, wish.expected_n, move=wish.move)


@router.post("/games/{table}/resign", **answers(messages.BotDone))
async def resign(request: Request, table: str) -> Response:
    """Resign."""
    return await _obey(request, table, messages.Resign, None)


@router.post("/games/{table}/chat", **answers(messages.Done, messages.BotLine))
async def chat(request: Request, table: str) -> Response:
    """Say something at the table."""
    wish = await read_body(request, messages.BotLine)
    account = await _bot(request)
    if not (await house_of(request).tables.get(table)).room.seats_of(account.person):
        raise refusals.not_seated()
    await house_of(request).chat.say(
        messages.Say(table, wish.text, secrets.token_hex(8)), account.person, address_of(request)
    )
    return say(messages.Done())
