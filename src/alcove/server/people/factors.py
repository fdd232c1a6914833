"""A second factor for those who want one: the codes of an app, and recovery codes for the day the app is lost.

A code opens once: the step it belongs to is kept, and no code of that step or an earlier one is taken again. The secret of an
app is kept sealed (`base/sealing.py`), since the room must be able to count with it; recovery codes have 120 random bits and
are kept as digests, so they open even if the key to the secrets is lost.
"""

import base64
import hashlib
import re
import secrets
import time
from dataclasses import dataclass

import sqlalchemy as sa
import structlog

from ..base.sealing import LostKeyError, Seal, is_sealed
from ..store.schema import factors, now, recovery_codes
from ..store.store import Store
from . import refusals, totp

log = structlog.get_logger()

RECOVERY_CODES = 10
_RECOVERY_BYTES = 15
_RECOVERY_CODE = re.compile("[A-Z2-7]{24}")


@dataclass(frozen=True, slots=True)
class Offered:
    """A secret to enter into an app. It has no effect until one of its codes has been seen."""

    secret: str
    address: str


class Factors:
    """The second factors of all accounts."""

    def __init__(self, store: Store, seal: Seal) -> None:
        self._store, self._engine, self._seal = store, store.engine, seal

    async def open(self) -> None:
        """Seal what an older room has kept as it was, one by one: if the room is stopped meanwhile, it goes on next time. And
        see whether what is sealed still opens."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(sa.select(factors.c.person, factors.c.secret))).all()
        lost = 0
        for person, secret in rows:
            if is_sealed(secret):
                lost += self._opened(secret, person) is None
                continue
            same = sa.update(factors).where(factors.c.person == person, factors.c.secret == secret)
            await self._store.writer.write(same.values(secret=self._seal.seal(secret, person)))
        if lost:
            log.error(
                "second_factors_unreadable", count=lost, cause="sealed with another key than room.key or ALCOVE_KEY"
            )

    async def is_on(self, person: str) -> bool:
        where = (factors.c.person == person) & factors.c.confirmed_at.is_not(None)
        async with self._engine.connect() as connection:
            return await connection.scalar(sa.select(factors.c.person).where(where)) is not None

    async def codes_left(self, person: str) -> int:
        """How many recovery codes have not been used."""
        count = sa.select(sa.func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
        async with self._engine.connect() as connection:
            return await connection.scalar(count) or 0

    async def offer(self, person: str, name: str) -> Offered:
        """A fresh secret, in the place of one that was offered before and never confirmed."""
        if await self.is_on(person):
            raise refusals.factor_is_on()
        secret = totp.new_secret()
        await self._store.writer.write(
            sa.delete(factors).where(factors.c.person == person),
            sa.insert(factors).values(person=person, secret=self._seal.seal(secret, person), last_step=0),
        )
        return Offered(secret, totp.address(secret, name))

    async def confirm(self, person: str, code: str) -> list[str]:
        """The first code: from now on signing in asks for one. Returns the recovery codes, which are shown only this once."""
        if await self.is_on(person):
            raise refusals.factor_is_on()
        if not await self._takes(person, code, factors.c.confirmed_at.is_(None)):
            raise refusals.wrong_code()
        codes = [base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode() for _ in range(RECOVERY_CODES)]
        rows = [{"digest": _digest(code), "person": person} for code in codes]
        await self._store.writer.write(
            sa.update(factors).where(factors.c.person == person).values(confirmed_at=now()),
            sa.delete(recovery_codes).where(recovery_codes.c.person == person),
            sa.insert(recovery_codes).values(rows),
        )
        return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]

    async def check(self, person: str, code: str) -> None:
        """Refuses unless `code` is one of the app's, or a recovery code, that was not used before. Without a second
        factor no code is needed."""
        if not await self.is_on(person):
            return
        if not code:
            raise refusals.needs_code()
        if not (
            await self._spends(person, code) or await self._takes(person, code, factors.c.confirmed_at.is_not(None))
        ):
            raise refusals.wrong_code()

    async def remove(self, person: str) -> None:
        """From now on the password is enough."""
        await self._store.writer.write(*removal(person))

    async def _takes(self, person: str, code: str, where: sa.ColumnElement[bool]) -> bool:
        """Is it a code of the app, of a step later than the last that was taken? Of two at the same moment, one is."""
        async with self._engine.connect() as connection:
            secret = await connection.scalar(sa.select(factors.c.secret).where(factors.c.person == person, where))
        if secret is None:
            return False
        opened = self._opened(secret, person)
        if opened is None:
            raise refusals.lost_key()
        step = totp.step_of(opened, re.sub(r"\s", "", code), time.time())
        if step is None:
            return False
        later = sa.update(factors).where(factors.c.person == person, factors.c.last_step < step)
        return await self._store.writer.write(later.values(last_step=step)) == 1

    def _opened(self, secret: str, person: str) -> str | None:
        try:
            return self._seal.open(secret, person)
        except LostKeyError:
            return None

    async def _spends(self, person: str, code: str) -> bool:
        """Is it a recovery code? If so, it is used up."""
        letters = re.sub(r"[\s-]", "", code).upper()
        if not _RECOVERY_CODE.fullmatch(letters):
            return False
        where = (recovery_codes.c.person == person) & (recovery_codes.c.digest == _digest(letters))
        return await self._store.writer.write(sa.delete(recovery_codes).where(where)) == 1


def removal(person: str) -> tuple[sa.Delete, ...]:
    """What does away with a second factor, for those too who have no key to the secrets: whoever runs the room."""
    return tuple(sa.delete(each).where(each.c.person == person) for each in (recovery_codes, factors))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
