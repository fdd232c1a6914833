"""The title of a game inside a sentence: French joins its article to what stands before it."""

from collections.abc import Mapping

from alcove.core.about import Article
from alcove.core.text import Text


def of(title: str, article: Article = "") -> Text:
    """The rules of it: "of Othello", « d’Othello », « du Go »."""
    return Text(f"of {title}", _joined({"": _de(title), "le": "du ", "les": "des "}, "de ", title, article))


def to(title: str, article: Article = "") -> Text:
    """What one plays: "Othello", « à Othello », « au Go »."""
    return Text(title, _joined({"": "à ", "le": "au ", "les": "aux "}, "à ", title, article))


def _joined(before: Mapping[str, str], else_: str, title: str, article: Article) -> str:
    if article in before:
        return before[article] + title
    return f"{else_}{article}{'' if article.endswith('’') else ' '}{title}"


def _de(title: str) -> str:
    """« d’ » before what sounds like a vowel. An h counts as one: whoever knows better says so by an article."""
    return "d’" if title[:1].casefold() in set("aàâäeéèêëiîïoôöuùûühœæ") else "de "
