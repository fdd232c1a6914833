"""The lobby."""

from fastapi import APIRouter, Request, Response

from ...wire import messages
from ..addresses import address_of
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, say

router = APIRouter()


@router.get("/lobby", **answers(messages.Lobby))
async def lobby(request: Request) -> Response:
    """The open offers, and challenges to you."""
    return say(await house_of(request).lobby.listing(guest_of(request)))


@router.post("/lobby", **answers(messages.SeekMade, messages.NewSeek, 201))
async def make(request: Request) -> Response:
    """Offer a game. A live offer stands while you are in the lobby (or, a bot, listen to its events)."""
    wish = await read_body(request, messages.NewSeek)
    charge(request, "seek" if wish.to is None else "challenge")
    made = await house_of(request).lobby.make(wish, guest_of(request), address_of(request))
    return say(messages.SeekMade(made), 201)


@router.delete("/lobby/{seek}", **answers(messages.Done))
async def cancel(request: Request, seek: str) -> Response:
    """Take back an offer of yours."""
    await house_of(request).lobby.cancel(seek, guest_of(request))
    return say(messages.Done())


@router.post("/lobby/{seek}/accept", **answers(messages.TableMade))
async def accept(request: Request, seek: str) -> Response:
    """Accept an offer or a challenge: the game begins at once."""
    charge(request, "seek")
    return say(messages.TableMade(await house_of(request).lobby.accept(seek, guest_of(request))))


@router.post("/lobby/{seek}/decline", **answers(messages.Done))
async def decline(request: Request, seek: str) -> Response:
    """Decline a challenge."""
    await house_of(request).lobby.cancel(seek, guest_of(request))
    return say(messages.Done())
