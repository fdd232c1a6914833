"""Everything the room knows about somebody, to take away: one JSON document, and a record for every game."""

import io
import zipfile
from collections.abc import AsyncIterator

import msgspec
import sqlalchemy as sa

from ..store.schema import addresses, chat, puzzle_attempts, puzzle_ratings, rating_changes, ratings, silenced
from ..store.store import Store
from .accounts import Account
from .people import People

_INNER = ("person", "token")
"""Columns that mean something only to the room."""


async def about(people: People, store: Store, account: Account) -> bytes:
    """The JSON document. Neither the password nor any key is in it: the room does not have them."""
    async with store.engine.connect() as connection:
        found = {
            table.name: [
                {name: value for name, value in row._mapping.items() if name not in _INNER}
                for row in await connection.execute(sa.select(table).where(table.c.person == account.person))
            ]
            for table in (ratings, rating_changes, puzzle_ratings, puzzle_attempts, chat, silenced, addresses)
        }
    sessions = await people.accounts.sessions_of(account.person)
    document = {
        "account": {"name": account.name, "is_bot": account.is_bot, "created_at": account.created_at},
        "sessions": [
            {"browser": line.browser, "created_at": line.created_at, "seen_at": line.seen_at} for line in sessions
        ],
        "tokens": await people.tokens.of(account.person),
        "passkeys": await people.passkeys.of(account.person),
        "second_factor": await people.factors.is_on(account.person),
        "unfinished": [listed.table for listed in await store.unfinished_of(account.person)],
        **found,
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


async def zipped(document: bytes, records: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[bytes]:
    """The archive, piece by piece: no more than one record is held at a time."""
    out = _Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("account.json", document)
        yield out.taken()
        async for table, record in records:
            archive.writestr(f"records/{table}.txt", record)
            yield out.taken()
    yield out.taken()


class _Pipe(io.RawIOBase):
    """What has been written since the last call."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        taken, self._waiting = bytes(self._waiting), bytearray()
        return taken
