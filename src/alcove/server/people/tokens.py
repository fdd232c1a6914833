"""Tokens: how programs sign in as an account, with a part of its rights. The database has only their digests."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Literal, get_args

import sqlalchemy as sa

from ..store.schema import now, tokens
from ..store.store import Store
from . import refusals

Scope = Literal["read", "play", "chat"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
MOST_TOKENS = 10
PREFIX = "alcove_"
_TOKEN = re.compile(PREFIX + "[0-9a-f]{40}")

DOORS: tuple[tuple[str, str, Scope | None], ...] = (
    ("GET", r"/api/(health|games|openapi\.json|leaders/[^/]+|people/[^/]+(/history)?)", None),
    ("GET", r"/api/me", None),
    ("GET", r"/api/(tables|archive|archive/records|account/export)", "read"),
    ("GET", r"/api/tables/[^/]+(/record|/at/[^/]+)?", "read"),
    ("POST", r"/api/tables", "play"),
    ("GET", r"/api/lobby", "play"),
    ("POST", r"/api/lobby", "play"),
    ("DELETE", r"/api/lobby/[^/]+", "play"),
    ("POST", r"/api/lobby/[^/]+/(accept|decline)", "play"),
    ("GET", r"/api/bot/(events|games/[^/]+)", "play"),
    ("POST", r"/api/bot/games/[^/]+/(move|resign)", "play"),
    ("POST", r"/api/bot/games/[^/]+/chat", "chat"),
)
"""Every address a token opens, and the scope it needs. What is not here is closed to tokens."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    id: str
    label: str
    scopes: tuple[Scope, ...]
    created_at: str
    used_at: str | None


@dataclass(frozen=True, slots=True)
class Bearer:
    """Whom a token speaks for, and what it may do."""

    person: str
    scopes: frozenset[str]
    digest: str


def check(bearer: Bearer, method: str, path: str) -> None:
    """Refuses a request that the token's scopes do not cover."""
    method = "GET" if method == "HEAD" else method
    for door, pattern, scope in DOORS:
        if door == method and re.fullmatch(pattern, path):
            if scope is not None and scope not in bearer.scopes:
                raise refusals.missing_scope(scope)
            return
    raise refusals.cookie_only()


class Tokens:
    """All tokens of the room."""

    def __init__(self, store: Store) -> None:
        self._store, self._engine = store, store.engine

    async def make(self, person: str, label: str, scopes: tuple[Scope, ...]) -> tuple[TokenLine, str]:
        """A new token and its text, which is shown this once and never again."""
        if len(await self.of(person)) >= MOST_TOKENS:
            raise refusals.too_many_tokens(MOST_TOKENS)
        text = PREFIX + secrets.token_hex(20)
        line = TokenLine(secrets.token_hex(6), label, tuple(dict.fromkeys(scopes)), now(), None)
        row = {
            "digest": _digest(text),
            "id": line.id,
            "person": person,
            "label": label,
            "scopes": " ".join(line.scopes),
            "created_at": line.created_at,
        }
        await self._store.writer.write(sa.insert(tokens).values(row))
        return line, text

    async def of(self, person: str) -> list[TokenLine]:
        query = sa.select(tokens).where(tokens.c.person == person).order_by(tokens.c.created_at.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [TokenLine(row.id, row.label, tuple(row.scopes.split()), row.created_at, row.used_at) for row in rows]

    async def revoke(self, person: str, id: str) -> str:
        """Forget a token of a person; returns its digest, by which its open streams are found."""
        where = (tokens.c.person == person) & (tokens.c.id == id)

        def write(connection: sa.Connection) -> str:
            digest: str | None = connection.scalar(sa.select(tokens.c.digest).where(where))
            if digest is None:
                raise refusals.bad_token()
            connection.execute(sa.delete(tokens).where(where))
            return digest

        return await self._store.writer.transact(write)

    async def bearer(self, text: str) -> Bearer | None:
        """Whose token this is, if it is one. The day of its use is kept."""
        if not _TOKEN.fullmatch(text):
            return None
        digest, today = _digest(text), now()[:10]
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(tokens).where(tokens.c.digest == digest))).one_or_none()
        if row is None:
            return None
        if row.used_at != today:
            await self._store.writer.write(sa.update(tokens).where(tokens.c.digest == digest).values(used_at=today))
        return Bearer(row.person, frozenset(row.scopes.split()), digest)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
