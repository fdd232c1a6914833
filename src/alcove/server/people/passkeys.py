"""Passkeys (WebAuthn): a phone, a computer or a small key signs what the room asks, and that opens the account.

The room keeps public keys only: whoever has the database opens nothing with them. A passkey is bound to the host it was made
for. It is a possession and, where the device asks for a finger, a face or a PIN, a second thing besides: then signing in asks
for no code. Each question (`challenges`) is for one browser, runs out after five minutes and is answered once.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

import sqlalchemy as sa
import structlog
import webauthn
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ..base.tasks import AWAY
from ..store.schema import accounts, challenges, now, passkeys
from ..store.store import Store
from . import refusals
from .accounts import Account

log = structlog.get_logger()

MOST_PASSKEYS = 10
QUESTION_MINUTES = 5
Purpose = Literal["add", "sign_in"]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a browser finds the room: passkeys belong to the host, and an answer to the origin."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class PasskeyLine:
    id: str
    label: str
    created_at: str
    used_at: str | None


class Passkeys:
    """All passkeys of the room."""

    def __init__(self, store: Store) -> None:
        self._store, self._engine = store, store.engine

    async def of(self, person: str) -> list[PasskeyLine]:
        query = sa.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created_at)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [PasskeyLine(row.id, row.label, row.created_at, row.used_at) for row in rows]

    # --- A new one ----------------------------------------------------------------------------------------------------

    async def offer(self, account: Account, site: Site, holder: str) -> str:
        """What a browser is asked in order to make one, in the JSON that browsers read. Those it has already are named."""
        query = sa.select(passkeys.c.credential).where(passkeys.c.person == account.person)
        async with self._engine.connect() as connection:
            known = list(await connection.scalars(query))
        if len(known) >= MOST_PASSKEYS:
            raise refusals.too_many_passkeys(MOST_PASSKEYS)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Alcove",
            user_id=_handle(account.person),
            user_name=account.name,
            challenge=await self._ask(holder, "add"),
            timeout=QUESTION_MINUTES * 60_000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each)) for each in known],
        )
        return webauthn.options_to_json(options)

    async def add(self, account: Account, site: Site, holder: str, label: str, credential: str) -> PasskeyLine:
        """Keep the passkey that a browser has made in answer to `offer`."""
        challenge = await self._answered(holder, "add")
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception as error:  # whatever the parsers of the library make of noise
            log.info("passkey_refused", cause=type(error).__name__)
            raise refusals.unfit_passkey() from None
        line = PasskeyLine(secrets.token_hex(6), label, now(), None)
        row = {
            "digest": _digest(made.credential_id),
            "id": line.id,
            "person": account.person,
            "host": site.host,
            "label": label,
            "credential": bytes_to_base64url(made.credential_id),
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "created_at": line.created_at,
        }
        theirs = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.person == account.person)

        def write(connection: sa.Connection) -> None:
            if (connection.scalar(theirs) or 0) >= MOST_PASSKEYS:
                raise refusals.too_many_passkeys(MOST_PASSKEYS)
            connection.execute(sa.insert(passkeys).values(row))

        try:
            await self._store.writer.transact(write)
        except IntegrityError:  # it is somebody's already
            raise refusals.unfit_passkey() from None
        return line

    async def remove(self, person: str, id: str) -> PasskeyLine:
        where = (passkeys.c.person == person) & (passkeys.c.id == id)
        for line in await self.of(person):
            if line.id == id and await self._store.writer.write(sa.delete(passkeys).where(where)) == 1:
                return line
        raise refusals.unknown_passkey()

    # --- Signing in ---------------------------------------------------------------------------------------------------

    async def question(self, site: Site, holder: str) -> str:
        """What a browser is asked in order to sign in with whichever passkey its owner chooses."""
        options = webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=await self._ask(holder, "sign_in"),
            timeout=QUESTION_MINUTES * 60_000,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return webauthn.options_to_json(options)

    async def known_by(self, site: Site, holder: str, credential: str) -> tuple[Account, bool]:
        """Whose passkey has answered, and whether the device has made sure who holds it. One refusal for everything that
        does not fit, whatever it is."""
        challenge = await self._answered(holder, "sign_in")
        try:
            answer = parse_authentication_credential_json(credential)
            query = sa.select(passkeys, accounts.c.name, accounts.c.is_bot, accounts.c.created_at.label("since"))
            mine = query.join(accounts, accounts.c.person == passkeys.c.person)
            async with self._engine.connect() as connection:
                row = (await connection.execute(mine.where(passkeys.c.digest == _digest(answer.raw_id)))).one_or_none()
            if row is None or row.host != site.host or answer.response.user_handle not in (None, _handle(row.person)):
                raise refusals.unknown_passkey()
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.sign_count,
            )
        except AWAY:
            raise
        except Exception as error:
            log.info("passkey_refused", cause=type(error).__name__)
            raise refusals.unknown_passkey() from None
        same = (passkeys.c.id == row.id) & (passkeys.c.sign_count == row.sign_count)
        used = sa.update(passkeys).where(same).values(sign_count=verified.new_sign_count, used_at=now()[:10])
        if await self._store.writer.write(used) != 1:  # two answers with one count: one of the keys is a copy
            raise refusals.unknown_passkey()
        return Account(row.person, row.name, row.is_bot, row.since), verified.user_verified

    # --- Questions ----------------------------------------------------------------------------------------------------

    async def _ask(self, holder: str, purpose: Purpose) -> bytes:
        """A new question for a browser, in the place of the one before; those that nobody has answered are forgotten."""
        challenge = secrets.token_bytes(32)
        until = (datetime.now(UTC) + timedelta(minutes=QUESTION_MINUTES)).isoformat(timespec="milliseconds")
        row = {"holder": holder, "purpose": purpose, "challenge": bytes_to_base64url(challenge), "until": until}
        old = _of(holder, purpose) | (challenges.c.until < now())
        await self._store.writer.write(sa.delete(challenges).where(old), sa.insert(challenges).values(row))
        return challenge

    async def _answered(self, holder: str, purpose: Purpose) -> bytes:
        """The question that a browser answers now; it cannot be answered again."""

        def write(connection: sa.Connection) -> str | None:
            fresh = _of(holder, purpose) & (challenges.c.until > now())
            found: str | None = connection.scalar(sa.select(challenges.c.challenge).where(fresh))
            is_first = connection.execute(sa.delete(challenges).where(_of(holder, purpose))).rowcount == 1
            return found if is_first else None

        challenge = await self._store.writer.transact(write)
        if challenge is None:
            raise refusals.too_late_for_a_passkey()
        return base64url_to_bytes(challenge)


def _of(holder: str, purpose: Purpose) -> sa.ColumnElement[bool]:
    return (challenges.c.holder == holder) & (challenges.c.purpose == purpose)


def _handle(person: str) -> bytes:
    """How devices call the account: it tells nothing of the person's id."""
    return hashlib.sha256(b"alcove passkey " + person.encode()).digest()


def _digest(credential: bytes) -> str:
    return hashlib.sha256(credential).hexdigest()
