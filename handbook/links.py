"""Papers of the house become chapters: a link to another paper leads to its chapter, one to a source names the file."""

import os
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FRENCH = DOCS / "fr"

ELSEWHERE = {
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CHANGELOG.md": "project/changelog.md",
    "LICENCES.md": "project/licences.md",
    "README.md": "index.md",
}
"""Papers outside docs/ that are chapters, too."""
_LINK = re.compile(r"(?P<text>!?\[(?:[^\]\[]|\[[^\]]*\])*\])\((?P<target>[^)\s#]*)(?P<part>#[^)\s]*)?\)")
_FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)


def chapter_of(path: str) -> str | None:
    """Where a file of the repository stands in the English handbook, if it does."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    if rules := re.fullmatch(r"src/alcove/games/(\w+)/RULES\.md", path):
        return f"rules/{rules[1]}.md"
    if card := re.fullmatch(r"src/alcove/games/\w+/networks/([\w-]+\.md)", path):
        return f"training/{card[1]}"
    if path.rstrip("/") == "docs/decisions":
        return "decisions/index.md"
    if path.startswith("docs/fr/"):
        return None
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def led(text: str, source: str, place: str) -> str:
    """The text of the paper `source`, with links as the chapter at `place` needs them. Code is left alone."""

    def lead(link: re.Match[str]) -> str:
        target, part = link["target"], link["part"] or ""
        if not target or "://" in target or target.startswith(("mailto:", "/")):
            return link[0]
        path = os.path.normpath(PurePosixPath(source).parent / target).replace(os.sep, "/")
        chapter = chapter_of(path)
        if chapter is not None:
            return f"{link['text']}({os.path.relpath(chapter, PurePosixPath(place).parent or '.')}{part})"
        if not (ROOT / path).exists():
            return link[0]  # a chapter that is made, not copied
        label = link["text"].strip("[]")
        return label if path in label else f"{label} (`{path}`)"

    pieces = _FENCE.split(text)
    return "".join(piece if number % 2 else _LINK.sub(lead, piece) for number, piece in enumerate(pieces))
