"""The address at which the room writes to a person."""

from typing import Annotated

from msgspec import Meta

from alcove.core.text import Language

from .base import FromPage, ToPage


class MailTold(ToPage):
    """`GET /api/mail`: does this room send mail, and to which address of yours?"""

    is_offered: bool
    address: str | None
    is_confirmed: bool


class AskMail(FromPage):
    """`POST /api/mail`: a first mail goes there, with a link to confirm the address. An account, which
    could be taken over through its mail, has to give its password."""

    address: Annotated[str, Meta(max_length=254)]
    language: Language
    password: Annotated[str, Meta(max_length=512)] = ""


class MailLink(FromPage):
    """`POST /api/mail/confirm`, `POST /api/mail/stop`: the word in the link of a mail."""

    token: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
