"""People: accounts, profiles, ratings and the archive."""

from typing import Annotated, Literal

from msgspec import Meta

from alcove.table.clock import Speed

from .base import FromPage, GameName, ToPage

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Password = Annotated[str, Meta(min_length=1, max_length=512)]
"""What may come in at all; what a name or a password has to be like is said in words."""
Ladder = Literal["people", "engines"]
"""Games between people, and games with an engine or a bot in them, are rated apart."""
Scope = Literal["read", "play", "chat"]
Score = Literal["won", "lost", "drew", ""]


# --- Accounts -------------------------------------------------------------------------------------------------------


class Register(FromPage):
    """`POST /api/account`: a name and a password for somebody who is here as a guest."""

    name: Name
    password: Password


OneTimeCode = Annotated[str, Meta(max_length=64)]
"""A code of an authenticator app, or a recovery code."""


class LogIn(FromPage):
    """`POST /api/session`. `code` is asked for (`needs_code`) where the account has a second factor."""

    name: Name
    password: Password
    code: OneTimeCode = ""


class Forgotten(FromPage):
    """`POST /api/account/forgotten`: a link to choose a new password, by mail. The answer gives nothing away about the account."""

    name: Name


class ResetPassword(FromPage):
    """`POST /api/account/reset`: the word in that link. All sessions end."""

    token: Annotated[str, Meta(pattern="^[0-9a-f]{40}$")]
    password: Password


class ChangePassword(FromPage):
    """`POST /api/account/password`: all other sessions end."""

    old: Password
    new: Password


class DeleteAccount(FromPage):
    """`POST /api/account/delete`: the games stay with those who played them, without your name."""

    password: Password


class OfferFactor(FromPage):
    """`POST /api/account/factor`: a secret for an authenticator app, to be confirmed."""

    password: Password


class ConfirmFactor(FromPage):
    """`POST /api/account/factor/confirm`: the first code. All other sessions end."""

    code: OneTimeCode


class RemoveFactor(FromPage):
    """`POST /api/account/factor/off`: by password and code."""

    password: Password
    code: OneTimeCode


class FactorTold(ToPage):
    """`GET /api/account/factor`: does signing in ask for a code, and how many recovery codes are left?"""

    is_on: bool
    codes_left: int


class FactorOffered(ToPage):
    """The secret, and the same as a square code: the `path` of its dark squares, `size` by `size`."""

    secret: str
    address: str
    path: str
    size: int


class RecoveryCodes(ToPage):
    """Each works once in place of an app's code. They are shown only this once."""

    codes: tuple[str, ...]


Credential = Annotated[str, Meta(min_length=2, max_length=16_384)]
"""What the browser made of a passkey, as JSON (`PublicKeyCredential.toJSON`)."""


class OfferPasskey(FromPage):
    """`POST /api/account/passkeys/offer`: by password, and by code where there is a second factor."""

    password: Password
    code: OneTimeCode = ""


class PasskeyOptions(ToPage):
    """What the browser is asked, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON` or `…RequestOptions…`)."""

    options: str


class AddPasskey(FromPage):
    """`POST /api/account/passkeys`: the answer to that, and what to call it."""

    label: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,40}$")]
    credential: Credential


class RemovePasskey(FromPage):
    """`POST /api/account/passkeys/{passkey}/remove`: all other sessions and all tokens end."""

    password: Password


class PasskeyLogIn(FromPage):
    """`POST /api/session/passkey`: the answer to `POST /api/session/passkey/offer`."""

    credential: Credential


class PasskeyTold(ToPage):
    id: str
    label: str
    created_at: str
    used_at: str | None


class Passkeys(ToPage):
    """`GET /api/account/passkeys`: the passkeys that open your account."""

    passkeys: tuple[PasskeyTold, ...]


class Who(ToPage):
    """Who is here; a guest has no name."""

    name: str | None
    is_bot: bool = False
    created_at: str | None = None


class Done(ToPage):
    """It is done."""


class SessionTold(ToPage):
    id: str
    browser: str
    created_at: str
    seen_at: str
    is_this: bool


class Sessions(ToPage):
    """`GET /api/account/sessions`: where you are signed in."""

    sessions: tuple[SessionTold, ...]


class NewToken(FromPage):
    """`POST /api/account/tokens`: a key for a program."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=3)]


class TokenTold(ToPage):
    id: str
    label: str
    scopes: tuple[Scope, ...]
    created_at: str
    used_at: str | None


class Tokens(ToPage):
    tokens: tuple[TokenTold, ...]


class TokenMade(ToPage):
    """The only time the token itself is shown."""

    token: str
    line: TokenTold


# --- Profiles -------------------------------------------------------------------------------------------------------


class RatingTold(ToPage):
    """A rating in one game at one speed; `is_provisional` while it is still a guess."""

    game: GameName
    speed: Speed
    ladder: Ladder
    rating: int
    deviation: int
    games: int
    is_provisional: bool


class LevelRating(ToPage):
    """A level of the room's own engine, as it was measured."""

    game: GameName
    level: int
    rating: int | None
    interval: int | None


class Profile(ToPage):
    """`GET /api/people/{name}`. The engine is `alcove`: it has levels instead of ratings."""

    name: str
    kind: Literal["person", "bot", "engine"]
    created_at: str | None
    games: int
    ratings: tuple[RatingTold, ...]
    levels: tuple[LevelRating, ...]
    is_you: bool


class HistoryPoint(ToPage):
    at: str
    rating: int
    table: str


class History(ToPage):
    """`GET /api/people/{name}/history`: a rating after each rated game, the oldest first."""

    game: GameName
    speed: Speed
    ladder: Ladder
    points: tuple[HistoryPoint, ...]


class Leader(ToPage):
    name: str
    is_bot: bool
    rating: int
    games: int


class Leaders(ToPage):
    """`GET /api/leaders/{game}`: the people whose rating is well established, the best first."""

    game: GameName
    speed: Speed
    ladder: Ladder
    leaders: tuple[Leader, ...]


# --- The archive ----------------------------------------------------------------------------------------------------


class ArchiveSeat(ToPage):
    """Who sat there: a name, or a level of the engine, or neither for a guest."""

    name: str | None
    is_bot: bool
    level: int | None
    score: Score
    change: int | None
    """What the rating gained or lost."""
    is_you: bool


class ArchiveLine(ToPage):
    table: str
    game: GameName
    speed: Speed
    rated: bool
    result: str
    reason: str
    ply: int
    ended_at: str
    seats: tuple[ArchiveSeat, ...]


class Archive(ToPage):
    """`GET /api/archive`: finished games, the latest first; `before` is where the next page begins."""

    games: tuple[ArchiveLine, ...]
    total: int
    before: str | None
