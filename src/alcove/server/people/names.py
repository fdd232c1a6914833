"""Names: which ones are allowed, and when two are the same. Pure."""

import hashlib
import unicodedata

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
        "avalam",
        "axiom",
        "axom",
        "axxa",
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


def cleaned(name: str) -> str:
    """The name as it will be shown, or a refusal that says what is wrong with it."""
    shown = unicodedata.normalize("NFKC", name).strip()
    if not SHORTEST <= len(shown) <= LONGEST:
        raise refusals.bad_name_length(SHORTEST, LONGEST)
    if not shown[0].isalpha() or not all(_is_fit(character) for character in shown):
        raise refusals.bad_name_characters()
    if len(_scripts(shown)) > 1:
        raise refusals.bad_name_scripts()
    same = folded(shown)
    if same in RESERVED or same.startswith(ENGINE):
        raise refusals.name_reserved()
    return shown


def folded(name: str) -> str:
    """Two names are the same if this is."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    return unicodedata.normalize("NFKC", plain)


def digest(name: str) -> str:
    """What is kept of the name of an account that was deleted, so that nobody takes it over."""
    return hashlib.sha256(folded(name).encode()).hexdigest()


def _is_fit(character: str) -> bool:
    return character in _ALSO or unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")


def _scripts(name: str) -> set[str]:
    """The alphabets of its letters: a Greek o among Latin letters would make a twin that the eye cannot tell apart."""
    return {unicodedata.name(character, "?").split()[0] for character in name if character.isalpha()}
