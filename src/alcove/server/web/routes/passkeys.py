"""Passkeys: made and removed on the account page, and a way to sign in."""

import ipaddress

import structlog
from fastapi import APIRouter, Request, Response

from alcove.table.refusals import RefusedError

from ...people import notices, refusals
from ...people.passkeys import PasskeyLine, Site
from ...wire import messages
from ..addresses import address_of
from ..doors import host_of
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, say
from .people import account_of, check_code, enter, with_notice

log = structlog.get_logger()

router = APIRouter()


def site_of(request: Request) -> Site:
    """Where the browser believes itself to be. Browsers have passkeys for names alone, over https or on this very machine."""
    authority = request.headers.get("host", "").lower()
    host, scheme = host_of(authority), request.url.scheme
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost" or host.endswith(".localhost") or scheme == "https":
            return Site(host, f"{scheme}://{authority}")
    raise refusals.no_passkeys_here()


def _told(line: PasskeyLine) -> messages.PasskeyTold:
    return messages.PasskeyTold(line.id, line.label, line.created_at, line.used_at)


@router.get("/account/passkeys", **answers(messages.Passkeys))
async def passkeys(request: Request) -> Response:
    """The passkeys that open your account."""
    account = await account_of(request)
    lines = await house_of(request).people.passkeys.of(account.person)
    return say(messages.Passkeys(tuple(_told(line) for line in lines)))


@router.post("/account/passkeys/offer", **answers(messages.PasskeyOptions, messages.OfferPasskey))
async def offer_passkey(request: Request) -> Response:
    """What your browser needs to make a passkey for this account."""
    wish = await read_body(request, messages.OfferPasskey)
    account, people = await account_of(request), house_of(request).people
    site = site_of(request)
    charge(request, "password")
    await people.accounts.check_password(account.person, wish.password)
    await check_code(request, account, wish.code)
    return say(messages.PasskeyOptions(await people.passkeys.offer(account, site, request.state.digest)))


@router.post("/account/passkeys", **answers(messages.PasskeyTold, messages.AddPasskey, 201))
async def add_passkey(request: Request) -> Response:
    """The passkey your browser has made: it opens your account from now on, and no code is asked for."""
    wish = await read_body(request, messages.AddPasskey)
    account, people = await account_of(request), house_of(request).people
    line = await people.passkeys.add(account, site_of(request), request.state.digest, wish.label, wish.credential)
    log.info("passkey_added", name=account.name, passkey=line.id)
    return with_notice(request, account, notices.passkey_added(account.name, line.label), say(_told(line), 201))


@router.post("/account/passkeys/{passkey}/remove", **answers(messages.Done, messages.RemovePasskey))
async def remove_passkey(request: Request, passkey: str) -> Response:
    """A passkey opens nothing any more. All other sessions and all tokens end."""
    wish = await read_body(request, messages.RemovePasskey)
    account, people = await account_of(request), house_of(request).people
    charge(request, "password")
    await people.accounts.check_password(account.person, wish.password)
    line = await people.passkeys.remove(account.person, passkey)
    log.info("passkey_removed", name=account.name, passkey=line.id)
    house_of(request).hang_up(*await people.accounts.end_others(account.person, request.state.digest))
    return with_notice(request, account, notices.passkey_removed(account.name, line.label), say(messages.Done()))


@router.post("/session/passkey/offer", **answers(messages.PasskeyOptions))
async def ask_for_passkey(request: Request) -> Response:
    """What your browser needs to sign in with a passkey."""
    charge(request, "passkey")
    people = house_of(request).people
    return say(messages.PasskeyOptions(await people.passkeys.question(site_of(request), request.state.digest)))


@router.post("/session/passkey", **answers(messages.Who, messages.PasskeyLogIn))
async def log_in_with_passkey(request: Request) -> Response:
    """Sign in with a passkey. It stands for password and code, if the device has made sure who you are."""
    wish = await read_body(request, messages.PasskeyLogIn)
    people = house_of(request).people
    if await people.accounts.account(guest_of(request)) is not None:
        raise refusals.signed_in_already()
    charge(request, "passkey")
    try:
        site = site_of(request)
        account, is_verified = await people.passkeys.known_by(site, request.state.digest, wish.credential)
        if not is_verified and await people.factors.is_on(account.person):
            raise refusals.unverified_passkey()
    except RefusedError:
        log.warning("sign_in_failed", by="passkey", address=address_of(request))
        raise
    return await enter(request, account)
