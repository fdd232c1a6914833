"""What every request passes on its way in and every answer on its way out, whatever it is about.

In: only pages of this room may change anything or open a socket (Origin, and the Host that a local room answers to).
Who comes is known by a random cookie, of which the room itself keeps only a digest, or (a program) by a token. From here
on `state.guest` is the person, wherever they come from. Out: the security headers.
"""

import asyncio
import re
from collections.abc import Collection
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

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
from .addresses import address_of
from .connection import CONNECTION, Connection
from .house import house_at

log = structlog.get_logger()

COOKIE = "alcove_guest"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_HOST = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<name>[^:]*))(?::[0-9]*)?")
_YEAR_SECONDS = 365 * 24 * 3600
BODY_SECONDS = 30.0
"""So long the body of a request may take to come."""
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATION = 1008
_PRIVATE = "/api/account/"
"""What is here concerns one person: no other site may even ask for it."""

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
    """Who it is, by which cookie (its digest), and the cookie to give them if theirs opens nothing."""

    person: str
    digest: str
    new_cookie: str | None = None


class Doors:
    """ASGI middleware. `hosts` are the names the room answers to; empty means any."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection: Connection | None = scope.get("state", {}).get(CONNECTION)
        if scope["type"] == "websocket" or connection is None:
            await self._let_in(scope, receive, send)
            return
        connection.head_is_in()
        try:
            await self._let_in(scope, _in_time(receive, connection), send)
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
                # A route that has just signed somebody in or out knows better. What anybody may keep for all (a proxy,
                # say) must not hand one person's cookie to the others.
                is_for_all = out.get("cache-control", "").startswith("public")
                if caller is not None and caller.new_cookie is not None and "set-cookie" not in out and not is_for_all:
                    out.append("set-cookie", cookie(caller.new_cookie, is_secure))
            await send(message)

        try:
            self._check_origin(scope, headers)
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
            state["new_cookie"] = None if caller.new_cookie is None else cookie(caller.new_cookie, is_secure)
            await self._app(scope, receive, send)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts and _without_port(host) not in self._hosts:
            raise refusals.foreign_origin()
        is_safe = scope["type"] == "http" and scope["method"] in _SAFE_METHODS
        is_foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if is_foreign and (not is_safe or scope["path"].startswith(_PRIVATE)):
            raise refusals.foreign_origin()
        if is_safe:
            return
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            raise refusals.foreign_origin()


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


_STATUS: dict[messages.Codes, int] = {"bad_token": 401, "too_many": 429, "storage": 503}
"""The HTTP status of a refusal at the door; 403 for all others."""


async def _caller(scope: Scope, headers: Headers, is_secure: bool) -> _Caller:
    """Who comes. Outside /api nobody needs to be known, only given a cookie."""
    house = house_at(scope) if scope["path"].startswith("/api/") else None
    authorization = headers.get("authorization", "")
    try:
        if authorization and house is not None:
            return await _program(house.people, scope, authorization)
        token = _token(headers.get("cookie", ""), is_secure)
        if token is not None:
            digest = digest_of(token)
            person = digest if house is None else await house.people.accounts.person_of(digest)
            if person is not None:
                return _Caller(person, digest)
    except (SQLAlchemyError, OSError):
        raise refusals.not_saved() from None
    if house is not None:
        house.limits.by_address("guest", address_of(HTTPConnection(scope)))
    token = new_token()
    return _Caller(digest_of(token), digest_of(token), token)


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
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def cookie(token: str, is_secure: bool) -> str:
    """The header that gives somebody a cookie; over TLS one that no other host can set."""
    text = f"{_name(is_secure)}={token}; Max-Age={_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
    return text + ("; Secure" if is_secure else "")


def _name(is_secure: bool) -> str:
    return f"__Host-{COOKIE}" if is_secure else COOKIE


def _token(cookies: str, is_secure: bool) -> str | None:
    try:
        morsel = SimpleCookie(cookies).get(_name(is_secure))
    except CookieError:
        return None
    return morsel.value if morsel is not None and _TOKEN.fullmatch(morsel.value) else None


def _without_port(host: str) -> str:
    found = _HOST.fullmatch(host)
    return "" if found is None else (found["six"] or found["name"]).lower()
