"""What every request passes on its way in and every answer on its way out, whatever it is about.

In: only pages of this room may change anything or open a socket (Origin, and the Host that a local room answers to).
A guest is known by a random cookie; the room itself keeps only a digest of it. Out: the security headers.
"""

import hashlib
import re
import secrets
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import messages, refusals

COOKIE = "alcove_guest"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_HOST = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<name>[^:]*))(?::[0-9]*)?")
_YEAR_SECONDS = 365 * 24 * 3600
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATION = 1008

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


class Doors:
    """ASGI middleware. `hosts` are the names the room answers to; empty means any."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        known = _token(headers.get("cookie", ""))
        token = known or secrets.token_hex(16)
        scope.setdefault("state", {})["guest"] = guest_id(token)

        async def send_out(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            if message["type"] in ("http.response.start", "websocket.accept") and known is None:
                _set_cookie(message, token, is_secure=scope["scheme"] in ("https", "wss"))
            await send(message)

        if self._is_welcome(scope, headers):
            await self._app(scope, receive, send_out)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        else:
            await fault(refusals.foreign_origin(), 403)(scope, receive, send_out)

    def _is_welcome(self, scope: Scope, headers: Headers) -> bool:
        host = headers.get("host", "")
        if self._hosts and _without_port(host) not in self._hosts:
            return False
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in _SAFE_METHODS):
            return True
        return origin.partition("://")[2].lower() == host.lower()


def guest_id(token: str) -> str:
    """How the room calls the guest with this cookie. The cookie cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def fault(error: refusals.RefusedError, status: int) -> Response:
    """A refusal as the answer to a request."""
    body = messages.write(messages.Fault(error.text, error.code))
    return Response(body, status, media_type="application/json")


def _token(cookies: str) -> str | None:
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and _TOKEN.fullmatch(morsel.value) else None


def _set_cookie(message: Message, token: str, is_secure: bool) -> None:
    cookie = f"{COOKIE}={token}; Max-Age={_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
    message.setdefault("headers", [])
    MutableHeaders(scope=message).append("set-cookie", cookie + ("; Secure" if is_secure else ""))


def _without_port(host: str) -> str:
    found = _HOST.fullmatch(host)
    return "" if found is None else (found["six"] or found["name"]).lower()
