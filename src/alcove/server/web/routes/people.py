"""Accounts, profiles and the archive."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.background import BackgroundTask
from starlette.responses import StreamingResponse

from alcove.core.registry import game as game_named
from alcove.core.text import Text
from alcove.table.clock import Speed
from alcove.table.refusals import RefusedError

from ...people import notices, refusals
from ...people.accounts import Account, browser_words, new_token
from ...people.archive import Search
from ...people.export import about, zipped
from ...people.mail import Mail
from ...people.names import digest as name_digest, folded
from ...people.tokens import TokenLine
from ...wire import messages
from ..addresses import address_of
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, say, wanting

log = structlog.get_logger()

router = APIRouter()

ShortText = Annotated[str, Query(max_length=80)]


async def account_of(request: Request) -> Account:
    """The account of the person asking; guests are refused."""
    account = await house_of(request).people.accounts.account(guest_of(request))
    if account is None:
        raise refusals.needs_account()
    return account


async def check_code(request: Request, account: Account, code: str) -> None:
    """Refuses unless the second factor agrees, where there is one. Codes are short: few may be tried."""
    if code:
        house_of(request).limits.pay("code", person=account.person, address=address_of(request))
    await house_of(request).people.factors.check(account.person, code)


def with_notice(request: Request, account: Account, words: Text, answer: Response) -> Response:
    """After the answer, a mail that tells the owner, wherever they are, what has been changed."""
    answer.background = BackgroundTask(_notify, house_of(request).mail, account.person, words)
    return answer


async def _notify(mail: Mail, person: str, words: Text) -> None:
    await mail.notify(await mail.address_of(person), words)


def _with_cookie(request: Request, token: str, answer: Response) -> Response:
    answer.headers["set-cookie"] = house_of(request).cookies.write(token, _is_secure(request))
    return answer


def _with_device(request: Request, account: Account, answer: Response) -> Response:
    """The browser is known from now on under the name of somebody who has shown that it is theirs."""
    known = request.headers.get("cookie", ""), folded(account.name), _is_secure(request)
    if (mark := house_of(request).cookies.remember(*known)) is not None:
        answer.headers.append("set-cookie", mark)
    return answer


def _pay_for_a_try(request: Request, name: str) -> None:
    """Before a password is looked at. On a browser where that name has signed in before, tries from elsewhere count for
    nothing: nobody locks the owner out."""
    cookies, limits = house_of(request).cookies, house_of(request).limits
    device = cookies.device(request.headers.get("cookie", ""), name, _is_secure(request))
    if device is not None:
        limits.pay("log_in_device", device=device)
    else:
        limits.pay("log_in", address=address_of(request), name=name)


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def _who(account: Account | None) -> messages.Who:
    return messages.Who(None) if account is None else messages.Who(account.name, account.is_bot, account.created_at)


def _browser(request: Request) -> str:
    return browser_words(request.headers.get("user-agent", ""))


# --- Coming and going -----------------------------------------------------------------------------------------------


@router.get("/me", **answers(messages.Who))
async def me(request: Request) -> Response:
    """Who you are here."""
    return say(_who(await house_of(request).people.accounts.account(guest_of(request))))


@router.post("/account", **answers(messages.Who, messages.Register, 201))
async def register(request: Request) -> Response:
    """Take a name. Your games stay yours; from now on the cookie is a different one."""
    wish = await read_body(request, messages.Register)
    people, guest = house_of(request).people, guest_of(request)
    if await people.accounts.account(guest) is not None:
        raise refusals.signed_in_already()
    charge(request, "register")
    account, token = await people.accounts.register(guest, wish.name, wish.password, _browser(request))
    log.info("registered", name=account.name)
    house_of(request).hang_up(request.state.digest)
    return _with_device(request, account, _with_cookie(request, token, say(_who(account), 201)))


@router.post("/session", **answers(messages.Who, messages.LogIn))
async def log_in(request: Request) -> Response:
    """Sign in, with a code where the account has a second factor. Games you began here as a guest stay the guest's."""
    wish = await read_body(request, messages.LogIn)
    people = house_of(request).people
    if await people.accounts.account(guest_of(request)) is not None:
        raise refusals.signed_in_already()
    _pay_for_a_try(request, folded(wish.name))
    try:
        account = await people.accounts.known_by(wish.name, wish.password)
        await check_code(request, account, wish.code)
    except RefusedError as refused:
        if refused.code != "needs_code":
            # Not the name itself: people type passwords there.
            log.warning("sign_in_failed", name_digest=name_digest(wish.name)[:12], address=address_of(request))
        raise
    return await enter(request, account)


async def enter(request: Request, account: Account) -> Response:
    """A session for somebody who has shown who they are. The cookie is another one from now on."""
    token = await house_of(request).people.accounts.open_session(account.person, _browser(request))
    log.info("signed_in", name=account.name, address=address_of(request))
    house_of(request).hang_up(request.state.digest)
    return _with_device(request, account, _with_cookie(request, token, say(_who(account))))


@router.delete("/session", **answers(messages.Who))
async def log_out(request: Request) -> Response:
    """Sign out: this session and its sockets end, and you are a new guest."""
    account = await account_of(request)
    await house_of(request).people.accounts.end_session(account.person, request.state.digest)
    log.info("signed_out", name=account.name)
    house_of(request).hang_up(request.state.digest)
    answer = say(_who(None))
    answer.headers["clear-site-data"] = '"cache"'
    return _with_cookie(request, new_token(), answer)


@router.get("/account/sessions", **answers(messages.Sessions))
async def sessions(request: Request) -> Response:
    """Where you are signed in."""
    account = await account_of(request)
    lines = await house_of(request).people.accounts.sessions_of(account.person)
    told = (
        messages.SessionTold(line.id, line.browser, line.created_at, line.seen_at, line.digest == request.state.digest)
        for line in lines
    )
    return say(messages.Sessions(tuple(told)))


@router.delete("/account/sessions/{session}", **answers(messages.Done))
async def end_session(request: Request, session: str) -> Response:
    """Sign out somewhere else."""
    account, people = await account_of(request), house_of(request).people
    for line in await people.accounts.sessions_of(account.person):
        if line.id == session:
            await people.accounts.end_session(account.person, line.digest)
            house_of(request).hang_up(line.digest)
    return say(messages.Done())


@router.post("/account/password", **answers(messages.Done, messages.ChangePassword))
async def change_password(request: Request) -> Response:
    """A new password; you are signed out everywhere else."""
    wish = await read_body(request, messages.ChangePassword)
    account, people = await account_of(request), house_of(request).people
    charge(request, "password")
    await people.accounts.change_password(account.person, wish.old, wish.new)
    log.info("password_changed", name=account.name)
    house_of(request).hang_up(*await people.accounts.end_others(account.person, request.state.digest))
    return with_notice(request, account, notices.password_changed(account.name), say(messages.Done()))


@router.get("/account/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def export(request: Request) -> Response:
    """Everything the room knows about you, and the records of your games."""
    account, people = await account_of(request), house_of(request).people
    charge(request, "export")
    tables = await people.archive.tables(Search(), account.person)
    told = await about(people, house_of(request).store, account)
    archived = zipped(told, house_of(request).records.all_of(tables, wanting(request)))
    headers = {"content-disposition": 'attachment; filename="alcove-export.zip"', "cache-control": "no-store"}
    return StreamingResponse(archived, headers=headers, media_type="application/zip")


@router.post("/account/delete", **answers(messages.Who, messages.DeleteAccount))
async def delete_account(request: Request) -> Response:
    """Leave for good: running games are resigned, finished ones stay with the others, without your name."""
    wish = await read_body(request, messages.DeleteAccount)
    account, people = await account_of(request), house_of(request).people
    charge(request, "password")
    await people.accounts.check_password(account.person, wish.password)
    await people.remove(account.person)
    return _with_cookie(request, new_token(), say(_who(None)))


@router.post("/account/bot", **answers(messages.Who))
async def become_bot(request: Request) -> Response:
    """Make this a bot's account, for good. Only one that has not played can become one."""
    account, people = await account_of(request), house_of(request).people
    if not account.is_bot:
        if await people.profiles.has_played(account) or await house_of(request).store.unfinished_of(account.person):
            raise refusals.too_late_for_a_bot()
        await people.accounts.become_bot(account.person)
    return say(messages.Who(account.name, True, account.created_at))


# --- Tokens ---------------------------------------------------------------------------------------------------------


def _token_told(line: TokenLine) -> messages.TokenTold:
    return messages.TokenTold(line.id, line.label, line.scopes, line.created_at, line.used_at)


@router.get("/account/tokens", **answers(messages.Tokens))
async def all_tokens(request: Request) -> Response:
    """The keys of your programs; the keys themselves are not shown again."""
    account = await account_of(request)
    lines = await house_of(request).people.tokens.of(account.person)
    return say(messages.Tokens(tuple(_token_told(line) for line in lines)))


@router.post("/account/tokens", **answers(messages.TokenMade, messages.NewToken, 201))
async def make_token(request: Request) -> Response:
    """A key for a program. It is shown once."""
    wish = await read_body(request, messages.NewToken)
    account = await account_of(request)
    charge(request, "token")
    line, text = await house_of(request).people.tokens.make(account.person, wish.label, wish.scopes)
    log.info("token_made", name=account.name, token=line.id, scopes=line.scopes)
    return say(messages.TokenMade(text, _token_told(line)), 201)


@router.delete("/account/tokens/{token}", **answers(messages.Done))
async def revoke_token(request: Request, token: str) -> Response:
    """Revoke a key: it no longer opens anything."""
    account = await account_of(request)
    house_of(request).hang_up(await house_of(request).people.tokens.revoke(account.person, token))
    log.info("token_revoked", name=account.name, token=token)
    return say(messages.Done())


# --- Profiles -------------------------------------------------------------------------------------------------------


@router.get("/people/{name}", **answers(messages.Profile))
async def profile(request: Request, name: str) -> Response:
    """What everybody may know about somebody."""
    return say(await house_of(request).people.profiles.profile(name, guest_of(request)))


@router.get("/people/{name}/history", **answers(messages.History))
async def history(
    request: Request, name: str, game: ShortText, speed: Speed, ladder: messages.Ladder = "people"
) -> Response:
    """A rating, game by game."""
    return say(await house_of(request).people.profiles.history(name, game_named(game).name, speed, ladder))


@router.get("/leaders/{game}", **answers(messages.Leaders))
async def leaders(request: Request, game: str, speed: Speed = "slow", ladder: messages.Ladder = "people") -> Response:
    """Who plays a game best."""
    return say(await house_of(request).people.profiles.leaders(game_named(game).name, speed, ladder))


# --- The archive ----------------------------------------------------------------------------------------------------


def _search(
    player: ShortText = "",
    game: ShortText = "",
    opponent: ShortText = "",
    result: Literal["", "won", "lost", "drew"] = "",
    rated: bool | None = None,
    speed: Speed | Literal[""] = "",
    since: date | None = None,
    until: date | None = None,
    before: ShortText = "",
) -> Search:
    last = "" if until is None or until == date.max else (until + timedelta(days=1)).isoformat()
    first = "" if since is None else since.isoformat()
    name = game_named(game).name if game else ""
    return Search(player, name, opponent, result, rated, speed, first, last, before)


Wanted = Annotated[Search, Depends(_search)]


@router.get("/archive", **answers(messages.Archive))
async def archive(request: Request, wanted: Wanted) -> Response:
    """Finished games: your own, or (`player`) the rated ones of somebody else."""
    return say(await house_of(request).people.archive.page(wanted, guest_of(request)))


@router.get("/archive/records", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def archive_records(request: Request, wanted: Wanted) -> Response:
    """The records of all games that a search finds, one after the other, the latest first."""
    charge(request, "records")
    listed = await house_of(request).people.archive.tables(wanted, guest_of(request))

    async def text() -> AsyncIterator[bytes]:
        async for _, record in house_of(request).records.all_of(listed, wanting(request)):
            yield record.rstrip(b"\n") + b"\n\n"

    headers = {"content-disposition": 'attachment; filename="alcove-records.txt"', "cache-control": "no-store"}
    return StreamingResponse(text(), headers=headers, media_type="text/plain; charset=utf-8")
