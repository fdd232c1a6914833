"""Legal moves laid out for reading: one line for each piece that can move, however many moves there are."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

_STEP = re.compile(r"(?P<origin>[A-Z]?\([^)]*\)|[a-z][0-9])(?P<sign>[-x])(?P<target>.+)")
_NONE: Mapping[str, str] = MappingProxyType({})
_FACE = re.compile(r"(?P<cell>\([^)]*\))(?P<rest>.+)")


def group_moves(moves: Iterable[str], marks: Mapping[str, str] = _NONE) -> list[tuple[str, list[str]]]:
    """The moves by the piece they move, in their order: `c9-b8 c9-c8 d9xd8` is `c9` with -b8 -c8, and `d9` with xd8.

    Moves that move nothing (a choice, a payment) stand together under an empty head. Where a piece can be set into
    one cell in several ways, the cell is named once. `marks` say something about some of the moves, behind them.
    """
    groups: dict[str, list[str]] = {}
    for move in moves:
        step, mark = _STEP.fullmatch(move), marks.get(move, "")
        if step is None:
            groups.setdefault("", []).append(move + mark)
        else:
            groups.setdefault(step["origin"], []).append(step["sign"] + step["target"] + mark)
    return [(head, _fold_cells(tails)) for head, tails in groups.items()]


def _fold_cells(tails: list[str]) -> list[str]:
    """`-(0,1,3)x+ -(0,1,3)z-` as `-(0,1,3)x+|z-`."""
    folded: dict[str, list[str]] = {}
    for tail in tails:
        face = _FACE.fullmatch(tail[1:])
        key, rest = (tail[0] + face["cell"], face["rest"]) if face else (tail, "")
        folded.setdefault(key, []).append(rest)
    return [cell + "|".join(rests) for cell, rests in folded.items()]


def layout(moves: Iterable[str], width: int, marks: Mapping[str, str] = _NONE) -> list[str]:
    """Grouped moves as lines no wider than `width`."""
    groups = group_moves(moves, marks)
    indent = max((len(head) for head, _ in groups), default=0) + 2
    lines = []
    for head, tails in groups:
        line = head.ljust(indent)
        for tail in tails:
            if len(line) + len(tail) > width and line.strip() not in ("", head):
                lines.append(line.rstrip())
                line = " " * indent
            line += tail + "  "
        lines.append(line.rstrip())
    return lines
