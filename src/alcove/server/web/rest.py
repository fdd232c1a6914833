"""What every route under /api needs: reading a body, writing an answer, and describing both."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response
from starlette.responses import StreamingResponse

from ..base import refusals
from ..cluster.limits import Deed, site_of
from ..engines.reckoner import Kind, written
from ..wire import messages
from ..wire.incoming import read
from .addresses import address_of
from .house import house_of

T = TypeVar("T")

STREAM = "application/x-ndjson"

bodies: dict[str, type[msgspec.Struct]] = {}
"""Every struct that a route asks for or answers with, by name: what the page's types and the OpenAPI document hold."""


def answers(told: type[messages.ToPage], asked: type[messages.FromPage] | None = None, status: int = 200) -> Any:
    """How a route is described: what it is asked and what it answers."""
    described: dict[str, Any] = {
        "status_code": status,
        "response_class": Response,
        "responses": {status: {"content": _content(told)}, "4XX": {"content": _content(messages.Fault)}},
    }
    if asked is not None:
        described["openapi_extra"] = {"requestBody": {"required": True, "content": _content(asked)}}
    return described


def _content(struct: type[msgspec.Struct]) -> dict[str, Any]:
    bodies[struct.__name__] = struct
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{struct.__name__}"}}}


def say(message: messages.ToPage, status: int = 200) -> Response:
    return _bytes(messages.write(message), status)


def _bytes(body: bytes, status: int = 200) -> Response:
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def stream(lines: AsyncIterator[bytes]) -> Response:
    """Lines of JSON as they come; no proxy may keep them until there are more."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, headers=headers, media_type=STREAM)


async def read_body(request: Request, struct: type[T]) -> T:
    """The body of a request; reading stops where it is too long, or where too much is coming already."""
    with house_of(request).bodies.coming(address_of(request)) as body:
        async for piece in request.stream():
            body.add(piece)
            if len(body.received) > messages.LARGEST_BODY_BYTES:
                break
        return read(bytes(body.received), messages.LARGEST_BODY_BYTES, _decoder(struct))


_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
"""To make one takes longer than to read with it."""


def _decoder(struct: type[T]) -> "msgspec.json.Decoder[T]":
    if struct not in _decoders:
        _decoders[struct] = msgspec.json.Decoder(struct)
    return _decoders[struct]


def charge(request: Request, deed: Deed, **also: str) -> None:
    """Whoever asks pays for what they ask, and so do all at their address together; too much of it is refused."""
    house_of(request).limits.pay(deed, person=guest_of(request), address=address_of(request), **also)


async def reckon(request: Request, kind: Kind, function: Callable[..., T], *arguments: object) -> T:
    """What a function of a module answers, asked in another process: nothing heavy is done here."""
    return await unless_gone(request, house_of(request).reckoner.reckon(kind, wanting(request), function, *arguments))


async def reckoned(
    request: Request, kind: Kind, function: Callable[..., messages.ToPage], *arguments: object, key: Hashable = None
) -> Response:
    """The same as the answer to a request, written there as well. Under a `key` it is always the same."""
    reckoner, who = house_of(request).reckoner, wanting(request)
    if key is None:
        return _bytes(await unless_gone(request, reckoner.reckon(kind, who, written, function, *arguments)))
    return _bytes(await reckoner.recall(key, kind, who, written, function, *arguments))


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What is worked out for a request. Whoever hangs up meanwhile leaves the queue: nobody works for people who are gone."""
    answer, hung_up = asyncio.create_task(work), asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait((answer, hung_up), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise refusals.busy()  # nobody hears it
        return answer.result()
    finally:
        answer.cancel()
        hung_up.cancel()


async def _hung_up(request: Request) -> None:
    """Ends when they do. Whoever sends what nobody asked for is not read meanwhile, and so not heard when they hang up."""
    while (message := await request.receive())["type"] != "http.disconnect":
        if message.get("more_body"):
            await asyncio.Event().wait()


def wanting(request: Request) -> str:
    """For whom the room works: everybody at one address together, since cookies cost little."""
    address = address_of(request)
    return site_of(address) or address


def guest_of(request: Request) -> str:
    guest: str = request.state.guest
    return guest
