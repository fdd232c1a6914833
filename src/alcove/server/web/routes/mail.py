"""The address to which the room writes: when it is your move by correspondence, and when you have lost your password."""

from fastapi import APIRouter, Request, Response
from starlette.background import BackgroundTask

from ...people import notices
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
    account, mail = await accounts.account(person), house_of(request).mail
    if account is not None:
        charge(request, "password")
        await accounts.check_password(person, asked.password)
    charge(request, "ask_mail")
    before, address = await mail.address_of(person), asked.address.strip()
    await mail.ask(person, address, asked.language, account.name if account else None)
    answer = await _told(request)
    if account is not None and before is not None and before.address != address:
        answer.background = BackgroundTask(mail.notify, before, notices.address_changed(account.name))
    return answer


@router.delete("/mail", **answers(messages.MailTold))
async def forget_mail(request: Request) -> Response:
    """Forget your address."""
    person, mail = guest_of(request), house_of(request).mail
    account, before = await house_of(request).people.accounts.account(person), await mail.address_of(person)
    await mail.forget(person)
    answer = await _told(request)
    if account is not None:
        answer.background = BackgroundTask(mail.notify, before, notices.address_forgotten(account.name))
    return answer


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
