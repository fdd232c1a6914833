"""What every route under /api needs: reading a body, saying an answer, and the description of both."""

from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response

from ..cluster.limits import Deed
from ..wire import messages
from ..wire.incoming import read
from .addresses import address_of
from .house import house_of

T = TypeVar("T")

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
    return Response(messages.write(message), status, {"cache-control": "no-store"}, "application/json")


async def read_body(request: Request, struct: type[T]) -> T:
    """The body of a request; reading stops where it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > messages.LARGEST_BODY_BYTES:
            break
    return read(bytes(body), messages.LARGEST_BODY_BYTES, msgspec.json.Decoder(struct))


def charge(request: Request, deed: Deed, **also: str) -> None:
    """Whoever asks pays for what they ask, and so do all at their address together; too much of it is refused."""
    house_of(request).limits.pay(deed, person=guest_of(request), address=address_of(request), **also)


def guest_of(request: Request) -> str:
    guest: str = request.state.guest
    return guest
