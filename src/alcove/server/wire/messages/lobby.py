"""The lobby: offers to play, and challenges to somebody."""

from typing import Annotated

from msgspec import Meta

from alcove.table.clock import Clock, Speed

from .base import FromPage, GameName, ToPage
from .people import Name

RatingBound = Annotated[int, Meta(ge=0, le=4000)]


class NewSeek(FromPage):
    """`POST /api/lobby`: an offer to play, to everybody or (`to`) to somebody.

    `seat` is the seat of the person who offers, null to draw lots. `bots` says that a bot may take it.
    """

    game: GameName
    options: dict[str, str | int | bool] = {}
    clock: Clock | None = None
    rated: bool = False
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    lowest: RatingBound | None = None
    highest: RatingBound | None = None
    bots: bool = False
    to: Name | None = None


class SeekTold(ToPage):
    """An offer. Guests have no `name`; `to` is shown only to the two people concerned."""

    id: str
    game: GameName
    options: dict[str, str]
    clock: Clock | None
    speed: Speed
    rated: bool
    seat: int | None
    lowest: int | None
    highest: int | None
    bots: bool
    name: str | None
    rating: int | None
    is_provisional: bool
    is_bot: bool
    is_yours: bool
    to: str | None


class SeekMade(ToPage):
    id: str


class WatchLobby(FromPage, tag="watch_lobby"):
    """Follow the lobby. Offers of a live game stand while the person who made them is there."""


class UnwatchLobby(FromPage, tag="unwatch_lobby"):
    pass


class Lobby(ToPage, tag="lobby"):
    """All open offers, the latest first. Also the answer to `GET /api/lobby`."""

    seeks: tuple[SeekTold, ...]


class Challenges(ToPage, tag="challenges"):
    """Everybody who wants to play you, the latest first: sent to all your pages whenever it changes."""

    seeks: tuple[SeekTold, ...]


class Paired(ToPage, tag="paired"):
    """An offer of yours was accepted, or you accepted one: the game is at this table. All your pages get this."""

    table: str
    game: GameName
