"""AxxA at the terminal: each pile as its pieces, top first, so that its height is its length."""

from alcove.core.game import Drawing, Span
from alcove.core.text import Language

from . import words
from .board import CELLS, FILES, RANKS, START_CELLS
from .rules import HIDDEN, NUMBERS
from .view import View

_WIDTH = 5


def draw(view: View, language: Language, memory: bool = True) -> Drawing:
    """The board and what has left it. Without `memory` the pieces under a top are `?` even if they were seen (A3)."""
    piles = dict(view.piles)
    lines: Drawing = []
    for rank in RANKS:
        line: list[Span] = [(f"{rank} ", "label")]
        for file in FILES:
            line += _cell(file + rank, piles.get(file + rank, ""), view.needed, memory)
        lines.append(line)
    lines.append([("  " + "".join(f"{file:^{_WIDTH}}" for file in FILES).rstrip(), "label")])
    return lines + _standings(view, language)


def _cell(cell: str, pile: str, needed: int | None, memory: bool) -> list[Span]:
    if cell not in CELLS:
        return [(" " * _WIDTH, "faint")]
    if not pile:
        return [(f"{'o' if cell in START_CELLS else '·':^{_WIDTH}}", "faint")]
    beneath = pile[1:] if memory else HIDDEN * len(pile[1:])
    top: Span = (f"[{pile[0]}", "light" if pile[0] == str(needed) else "title")
    return [top, (f"{beneath}]".ljust(_WIDTH - 2), "faint")]


def _standings(view: View, language: Language) -> Drawing:
    nothing = words.NOTHING.in_language(language)
    left = "  ".join(f"{number}×{view.on_board(number)}" for number in NUMBERS)
    facts = [
        (words.NEEDED_LABEL, str(view.needed or nothing)),
        (words.ASIDE_LABEL, " ".join(view.aside) or nothing),
        (words.TRIPLETS_LABEL, " / ".join(map(str, view.triplets))),
        (words.LEFT_LABEL, left),
    ]
    colon = "\u00a0: " if language == "fr" else ": "
    lines: Drawing = [[(label.in_language(language) + colon, "label"), (fact, "")] for label, fact in facts]
    if view.outcome() is None:
        who = words.player(view.seat, view.seats).in_language(language)
        lines.append([(who + colon, "label"), (words.PHASES[view.phase].in_language(language), "")])
    praise = words.PRAISE.get(min(len(view.lifted), max(words.PRAISE)))
    if praise is not None and view.is_turn_start:
        lines.append([(praise.in_language(language), "good")])
    return lines
