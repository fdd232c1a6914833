"""What every request passes on its way in and every answer on its way out.

In: only pages of this room may change anything or open a socket (Origin, and the Host that a local room answers to).
People are known by a cookie the room has made and signed (`cookies`), of which it keeps only a digest, and programs by a
token. From here on `state.guest` is the person, wherever they come from. Out: the security headers.
"""

import asyncio
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alcove.server.base import refusals
from alcove.table.refusals import RefusedError

from ..people import refusals as people_refusals, tokens
from ..people.accounts import digest_of, new_token
from ..people.people import People
from ..wire import messages
from .addresses import address_of, hides_others
from .connection import CONNECTION, SLICE_BYTES, Connection
from .house import House, house_at

log = structlog.get_logger()

_HOST = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<name>[^:]*))(?::[0-9]*)?")
BUSY_SECONDS = "3"
"""When to try again what the room had no time for."""
BODY_SECONDS = 30.0
"""So long the body of a request may take to come."""
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATION = 1008
_PRIVATE = "/api/account/"
"""What is here concerns one person: no other site may even ask for it."""
_FOR_NOBODY = frozenset(("/api/health", "/api/ready", "/api/openapi.json"))
"""What programs ask that watch over a room; they are nobody's guests."""

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"


@dataclass(frozen=True, slots=True)
class _Caller:
    """Who it is, by which cookie (its digest), and the header that gives them another if theirs opens nothing."""

    person: str
    digest: str
    new_cookie: str | None = None


_NOBODY = _Caller("", "")
"""Whoever asks for what is the same for everybody: it is kept by caches that serve many, so no cookie may come with it."""


class Doors:
    """ASGI middleware. `hosts` are the names the room answers to; empty means any."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection: Connection | None = scope.get("state", {}).get(CONNECTION)
        if connection is None:
            await self._let_in(scope, receive, send)
        elif scope["type"] == "websocket":
            if await connection.turnstile.enter(address_of(HTTPConnection(scope))):
                await self._let_in(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        else:
            address = address_of(HTTPConnection(scope))
            connection.head_is_in()
            connection.asked_by(address)
            try:
                if await connection.turnstile.enter(address, _is_large(Headers(scope=scope))):
                    await self._let_in(scope, _in_time(receive, connection), send)
                else:
                    answer = fault(refusals.busy(), 503)
                    answer.headers["connection"] = "close"  # whatever else it brings is not taken
                    await answer(scope, receive, send)
            finally:
                connection.await_head()

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, is_secure = Headers(scope=scope), scope["scheme"] in ("https", "wss")
        caller: _Caller | None = None

        async def send_out(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.update(SECURITY_HEADERS)
                if is_secure:
                    out["Strict-Transport-Security"] = _STRICT_TRANSPORT
                # A route that has just signed somebody in or out knows better.
                if caller is not None and caller.new_cookie is not None and "set-cookie" not in out:
                    out.append("set-cookie", caller.new_cookie)
            await send(message)

        try:
            self._check_origin(scope, headers)
            _check_text(scope)
            self._look_for_proxy(scope)
            caller = await _caller(scope, headers, is_secure)
        except RefusedError as refused:
            log.info("refused", code=refused.code, path=scope["path"])
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            else:
                await fault(refused, _STATUS.get(refused.code, 403))(scope, receive, send_out)
            return
        state = scope.setdefault("state", {})
        state.update(guest=caller.person, digest=caller.digest)
        if scope["type"] == "http":
            await self._app(scope, receive, send_out)
        else:
            state["new_cookie"] = caller.new_cookie
            await self._app(scope, receive, send)

    def _look_for_proxy(self, scope: Scope) -> None:
        if not self._has_warned and hides_others(HTTPConnection(scope)):
            self._has_warned = True
            log.warning("proxy_not_named", meaning="all who come by it share one address's limits: see --proxy")

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts and host_of(host) not in self._hosts:
            raise refusals.foreign_origin()
        is_safe = scope["type"] == "http" and scope["method"] in _SAFE_METHODS
        is_foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if is_foreign and (not is_safe or scope["path"].startswith(_PRIVATE)):
            raise refusals.foreign_origin()
        if is_safe:
            return
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            raise refusals.foreign_origin()


def _check_text(scope: Scope) -> None:
    """A NUL is in no address of the room, and PostgreSQL cannot be asked for it."""
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise refusals.not_found()


def _is_large(headers: Headers) -> bool:
    """Does a request bring more than what comes in one piece with its head?"""
    length = headers.get("content-length", "0")
    return "transfer-encoding" in headers or not length.isdecimal() or int(length[:12]) > SLICE_BYTES


def _in_time(receive: Receive, connection: Connection) -> Receive:
    """A body that does not come in time never comes."""
    until, is_whole = asyncio.get_running_loop().time() + BODY_SECONDS, False

    async def receive_in_time() -> Message:
        nonlocal is_whole
        try:
            async with asyncio.timeout_at(None if is_whole else until):
                message = await receive()
        except TimeoutError:
            connection.transport.abort()
            return {"type": "http.disconnect"}
        is_whole = not message.get("more_body", False)
        return message

    return receive_in_time


_STATUS: dict[messages.Codes, int] = {"bad_token": 401, "not_found": 404, "too_many": 429, "storage": 503}
"""The HTTP status of a refusal at the door; 403 for all others."""


async def _caller(scope: Scope, headers: Headers, is_secure: bool) -> _Caller:
    """Who comes: to the page's documents, which need nobody, or to the room itself."""
    house, path = house_at(scope), scope["path"]
    is_for_room, address = path.startswith("/api/"), address_of(HTTPConnection(scope))
    if house is None:
        return _NOBODY
    house.limits.pay("request", address=address)
    if path in _FOR_NOBODY or not (is_for_room or _is_document(scope)):
        return _NOBODY
    try:
        if not is_for_room:
            return await _reader(house, headers, address, is_secure)
        caller = await _visitor(house, scope, headers, address, is_secure)
    except (SQLAlchemyError, OSError):
        if not is_for_room:
            return _NOBODY
        raise refusals.not_saved() from None
    if scope["type"] == "websocket":
        house.limits.pay("socket", person=caller.person, address=address)
    return caller


def _is_document(scope: Scope) -> bool:
    """Is this one of the page's own addresses? Files have an ending."""
    return scope["type"] == "http" and not PurePosixPath(scope["path"]).suffix


async def _reader(house: House, headers: Headers, address: str, is_secure: bool) -> _Caller:
    """Whoever loads the page has a cookie before it asks for several things at once."""
    found = house.cookies.read(headers.get("cookie", ""), is_secure)
    if found is not None and found.is_signed:
        return _NOBODY
    if found is not None and (known := await _of_old(house, found.token, is_secure)) is not None:
        return known
    return _new_guest(house, is_secure) if house.limits.try_to_pay("guest", address=address) else _NOBODY


async def _visitor(house: House, scope: Scope, headers: Headers, address: str, is_secure: bool) -> _Caller:
    authorization = headers.get("authorization", "")
    if authorization:
        return await _program(house.people, scope, authorization)
    found = house.cookies.read(headers.get("cookie", ""), is_secure)
    if found is not None and not found.is_signed:
        known = await _of_old(house, found.token, is_secure)
        if known is not None:
            return known
    elif found is not None:
        digest = digest_of(found.token)
        person = await house.people.accounts.person_of(digest)
        if person is not None:
            return _Caller(person, digest)
    house.limits.pay("guest", address=address)
    return _new_guest(house, is_secure)


def _new_guest(house: House, is_secure: bool) -> _Caller:
    token = new_token()
    return _Caller(digest_of(token), digest_of(token), house.cookies.write(token, is_secure))


async def _of_old(house: House, token: str, is_secure: bool) -> _Caller | None:
    """Somebody with a cookie we have not signed (0.1 signed none): whoever has left a trace here stays who they are."""
    digest, accounts = digest_of(token), house.people.accounts
    if not await accounts.has_left_a_trace(digest) or (person := await accounts.person_of(digest)) is None:
        return None
    return _Caller(person, digest, house.cookies.write(token, is_secure))


async def _program(people: People, scope: Scope, authorization: str) -> _Caller:
    kind, _, text = authorization.partition(" ")
    bearer = await people.tokens.bearer(text.strip()) if kind.lower() == "bearer" else None
    if bearer is None:
        raise people_refusals.bad_token()
    tokens.check(bearer, scope.get("method", "SOCKET"), scope["path"])
    return _Caller(bearer.person, bearer.digest)


def fault(error: RefusedError, status: int) -> Response:
    """A refusal as the answer to a request."""
    body = messages.write(messages.Fault(error.text, error.code))
    headers = {"cache-control": "no-store"} | ({"retry-after": BUSY_SECONDS} if error.code == "busy" else {})
    return Response(body, status, headers, "application/json")


def host_of(host: str) -> str:
    """The name in a `Host` header, without its port."""
    found = _HOST.fullmatch(host)
    return "" if found is None else (found["six"] or found["name"]).lower()
