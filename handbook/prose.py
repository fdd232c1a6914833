"""Markdown out of data: sentences that must not be taken for markup, tables, anchors."""

import re
from collections.abc import Iterable, Sequence


def plain(text: str) -> str:
    """A sentence as it stands: a move like `f5-f6*` is no emphasis, a `<` opens nothing."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        _row(heads),
        _row(["---"] * len(heads)),
        *(_row([cell.replace("|", r"\|") for cell in row]) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("\n", " ") for cell in cells) + " |"
