"""Accounts that would be lost, and accounts that are kept better: a link for a lost password, and a second factor."""

import segno
import structlog
from fastapi import APIRouter, Request, Response
from starlette.background import BackgroundTask

from alcove.core.text import Text
from alcove.server.base import refusals
from alcove.table.refusals import RefusedError

from ...people import notices
from ...people.mail import Mail
from ...people.names import folded
from ...people.people import People
from ...people.recovery import LINK_MINUTES
from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, read_body, say
from .people import account_of, check_code, with_notice

log = structlog.get_logger()

router = APIRouter()


# --- A lost password ------------------------------------------------------------------------------------------------


@router.post("/account/forgotten", **answers(messages.Done, messages.Forgotten))
async def forgotten(request: Request) -> Response:
    """A link to choose a new password, by mail to the confirmed address of the account. Whether there is such an
    account, or such an address, is not revealed: neither in words nor by the time the answer takes."""
    wish = await read_body(request, messages.Forgotten)
    if not house_of(request).mail.is_offered:
        raise refusals.no_mail()
    charge(request, "forgotten", name=folded(wish.name))
    answer = say(messages.Done())
    answer.background = BackgroundTask(_send_link, house_of(request).people, house_of(request).mail, wish.name)
    return answer


async def _send_link(people: People, mail: Mail, name: str) -> None:
    try:
        account = await people.accounts.named(name)
    except RefusedError:
        return
    kept = await mail.address_of(account.person)
    if kept is None or not kept.confirmed:
        return
    log.info("reset_link_sent", name=account.name)
    await mail.write_to(
        account.person,
        Text("Alcove: a new password", "Alcove : un nouveau mot de passe"),
        Text(
            f"Somebody, we hope you, asked for a new password for {account.name}. This link lets you choose one; it works "
            f"once, within {LINK_MINUTES} minutes. If it was not you, do nothing: the password stays as it is.",
            f"Quelqu'un, vous sans doute, a demandé un nouveau mot de passe pour {account.name}. Ce lien permet d'en "
            f"choisir un ; il sert une fois, dans les {LINK_MINUTES} minutes. Si ce n'est pas vous, ne faites rien : le "
            "mot de passe reste le même.",
        ),
        f"/account#reset={await people.recovery.link(account)}",
        "link",
    )


@router.post("/account/reset", **answers(messages.Done, messages.ResetPassword))
async def reset(request: Request) -> Response:
    """A new password, by the link in a mail: all sessions end. It does not sign in, and a second factor stays on."""
    wish = await read_body(request, messages.ResetPassword)
    charge(request, "reset")
    account, ended = await house_of(request).people.recovery.use(wish.token, wish.password)
    log.info("password_reset", name=account.name)
    house_of(request).hang_up(*ended)
    return with_notice(request, account, notices.password_reset(account.name), say(messages.Done()))


# --- A second factor ------------------------------------------------------------------------------------------------


@router.get("/account/factor", **answers(messages.FactorTold))
async def factor(request: Request) -> Response:
    """Does signing in ask for a code?"""
    account, factors = await account_of(request), house_of(request).people.factors
    return say(messages.FactorTold(await factors.is_on(account.person), await factors.codes_left(account.person)))


@router.post("/account/factor", **answers(messages.FactorOffered, messages.OfferFactor))
async def offer_factor(request: Request) -> Response:
    """A secret for an authenticator app, in letters and as a square code. It takes effect once one of its codes has come back."""
    wish = await read_body(request, messages.OfferFactor)
    account, people = await account_of(request), house_of(request).people
    charge(request, "password")
    await people.accounts.check_password(account.person, wish.password)
    offered = await people.factors.offer(account.person, account.name)
    path, size = _square(offered.address)
    return say(messages.FactorOffered(offered.secret, offered.address, path, size))


def _square(words: str) -> tuple[str, int]:
    """A square code as the path of its dark squares, with the quiet border it needs, and how many squares it is wide."""
    rows = list(segno.make(words, error="m", micro=False).matrix_iter(border=4))
    dark = (f"M{x},{y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return "".join(dark), len(rows)


@router.post("/account/factor/confirm", **answers(messages.RecoveryCodes, messages.ConfirmFactor))
async def confirm_factor(request: Request) -> Response:
    """The first code of the app: from now on signing in asks for one. All other sessions and all tokens end."""
    wish = await read_body(request, messages.ConfirmFactor)
    account, people = await account_of(request), house_of(request).people
    charge(request, "code")
    codes = await people.factors.confirm(account.person, wish.code)
    log.info("factor_on", name=account.name)
    house_of(request).hang_up(*await people.accounts.end_others(account.person, request.state.digest))
    return with_notice(request, account, notices.factor_on(account.name), say(messages.RecoveryCodes(tuple(codes))))


@router.post("/account/factor/off", **answers(messages.Done, messages.RemoveFactor))
async def remove_factor(request: Request) -> Response:
    """The password is enough again. All other sessions and all tokens end."""
    wish = await read_body(request, messages.RemoveFactor)
    account, people = await account_of(request), house_of(request).people
    charge(request, "password")
    await people.accounts.check_password(account.person, wish.password)
    await check_code(request, account, wish.code)
    await people.factors.remove(account.person)
    log.info("factor_off", name=account.name)
    house_of(request).hang_up(*await people.accounts.end_others(account.person, request.state.digest))
    return with_notice(request, account, notices.factor_off(account.name), say(messages.Done()))
