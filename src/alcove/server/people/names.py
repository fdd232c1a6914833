"""Names: which ones are allowed, and when two are the same. Pure."""

import hashlib
import unicodedata
from functools import cache

from alcove.core.registry import game, games

from ..base import lookalikes
from ..base.lookalikes import folded as folded
from . import refusals

SHORTEST, LONGEST = 2, 20
_ALSO = frozenset("-_")

RESERVED = frozenset(
    [
        "admin",
        "administrator",
        "anonyme",
        "anonymous",
        "api",
        "arbiter",
        "arbitre",
        "bot",
        "deleted",
        "engine",
        "everybody",
        "guest",
        "help",
        "invite",
        "invité",
        "me",
        "moderator",
        "moderateur",
        "modérateur",
        "moteur",
        "nobody",
        "null",
        "personne",
        "referee",
        "root",
        "salon",
        "staff",
        "support",
        "supprimé",
        "system",
        "système",
        "team",
        "undefined",
        "webmaster",
    ]
)
ENGINE = "alcove"
"""The name of the room's own engine; no person's begins like it."""


_TOGETHER = (
    frozenset(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")),
    frozenset(("CJK", "IDEOGRAPHIC", "BOPOMOFO")),
    frozenset(("CJK", "IDEOGRAPHIC", "HANGUL")),
)
"""Japanese, Chinese and Korean are written with several scripts."""
_COMMON = frozenset(("DIGIT", "COMBINING", "MODIFIER", "HYPHEN-MINUS", "LOW"))
"""What goes with every script, by the first word of its name in Unicode."""
_SAME = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}


def cleaned(name: str) -> str:
    """The name as it will be shown, or a refusal that says what is wrong with it."""
    unseen = lookalikes.invisible_in(name)
    if unseen is not None:
        raise refusals.invisible_character(f"U+{ord(unseen):04X}", unicodedata.name(unseen, ""))
    shown = unicodedata.normalize("NFKC", name).strip()
    if not SHORTEST <= len(shown) <= LONGEST:
        raise refusals.bad_name_length(SHORTEST, LONGEST)
    if not shown[0].isalpha() or not all(_is_fit(character) for character in shown):
        raise refusals.bad_name_characters()
    scripts = _scripts(shown)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise refusals.bad_name_scripts()
    shapes = lookalikes.shapes(shown)
    if shapes & _reserved() or any(shape.startswith(ENGINE) for shape in shapes):
        raise refusals.name_reserved()
    return shown


def digest(name: str) -> str:
    """How a log calls a name that was typed: it may be a password."""
    return hashlib.sha256(folded(name).encode()).hexdigest()


@cache
def _reserved() -> frozenset[str]:
    """Names that would speak for the room, and the games with what they reserve."""
    found = [game(name) for name in games()]
    own = {name for each in found for name in (each.name, each.title, *each.about.reserved)}
    return frozenset(shape for name in RESERVED | own for shape in lookalikes.shapes(name))


def _is_fit(character: str) -> bool:
    return character in _ALSO or unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")


def _scripts(name: str) -> set[str]:
    """The scripts it is written in: a Greek o among Latin letters would make a twin that the eye cannot tell apart."""
    first_words = (unicodedata.name(character, "?").split()[0] for character in name)
    return {_SAME.get(word, word) for word in first_words} - _COMMON
