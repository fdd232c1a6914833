"""Names that the eye cannot tell apart: the skeleton of UTS #39, and characters that cannot be seen at all. Pure."""

import hashlib
import re
import unicodedata
from functools import cache
from importlib.resources import files

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U00016fe4\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's `Default_Ignorable_Code_Point`, and the filler of the Khitan small script, which shows nothing either."""


def invisible_in(text: str) -> str | None:
    """The first character of a text that nobody can see."""
    found = _INVISIBLE.search(text)
    return None if found is None else found[0]


def folded(text: str) -> str:
    """Without the differences that a keyboard makes: case, width, ligatures, composed or not."""
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    return unicodedata.normalize("NFKC", plain)


def skeleton(text: str) -> str:
    """What it looks like (UTS #39, section 4): two texts that the eye cannot tell apart have the same."""
    seen = _INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", seen.translate(_prototypes()))


def shapes(name: str) -> frozenset[str]:
    """All that a name can be taken for. Two names are too much alike if they have one of these in common.

    Case matters to the eye but not to the room: `Ida` looks like `lda`, and is the same name as `ida`; `ida` and `lda` are
    not alike. So a name is looked at both as it is written and in small letters.
    """
    small = folded(name)
    return frozenset((small, _settled(small), _settled(unicodedata.normalize("NFKC", name).strip())))


def digests(name: str) -> list[str]:
    """The shapes of a name as they are kept: nobody reads from them who was here."""
    return sorted(hashlib.sha256(shape.encode()).hexdigest() for shape in shapes(name))


def _settled(text: str) -> str:
    """Skeleton and small letters in turn: a zero looks like a capital O, which is the same as a small one."""
    while (shape := folded(skeleton(text))) != text:
        text = shape
    return text


@cache
def _prototypes() -> dict[int, str]:
    """What stands for a character that looks like it."""
    found = {}
    for line in (files(__package__) / "lookalikes.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            target, *sources = line.split()
            meant = "".join(chr(int(number, 16)) for number in target.split("+"))
            found.update({int(number, 16): meant for number in sources})
    return found
