"""The address to which the room writes: when it is your move by correspondence, and when you have lost your password."""

from fastapi import APIRouter, Request, Response

from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, say

router = APIRouter()


@router.get("/mail", **answers(messages.MailTold))
async def mail(request: Request) -> Response:
    """Where the room writes to you, if it does."""
    return await _told(request)


@router.post("/mail", **answers(messages.MailTold, messages.AskMail))
async def ask_mail(request: Request) -> Response:
    """Get a mail when it is your move, once you have confirmed the address."""
    asked = await read_body(request, messages.AskMail)
    person, accounts = guest_of(request), house_of(request).people.accounts
    if await accounts.account(person) is not None:
        charge(request, "password")
        await accounts.check_password(person, asked.password)
    charge(request, "ask_mail")
    await house_of(request).mail.ask(person, asked.address.strip(), asked.language)
    return await _told(request)


@router.delete("/mail", **answers(messages.MailTold))
async def forget_mail(request: Request) -> Response:
    """Forget your address."""
    await house_of(request).mail.forget(guest_of(request))
    return await _told(request)


@router.post("/mail/confirm", **answers(messages.MailTold, messages.MailLink))
async def confirm_mail(request: Request) -> Response:
    """The link of the first mail. Whoever has it owns the address, on whatever machine they read it."""
    await house_of(request).mail.confirm((await read_body(request, messages.MailLink)).token)
    return await _told(request)


@router.post("/mail/stop", **answers(messages.MailTold, messages.MailLink))
async def stop_mail(request: Request) -> Response:
    """The link at the end of every mail."""
    await house_of(request).mail.stop((await read_body(request, messages.MailLink)).token)
    return await _told(request)


async def _told(request: Request) -> Response:
    kept = await house_of(request).mail.address_of(guest_of(request))
    is_offered = house_of(request).mail.is_offered
    return say(messages.MailTold(is_offered, kept.address if kept else None, kept is not None and kept.confirmed))
