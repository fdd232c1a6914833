"""Axom at the terminal: the board stands on its corner, Light's heart nearest (X1).

Pieces stand in brackets: a letter for the owner, beside it the height of the stack or the letter of a head. An empty
cell shows its name, and a heart always wears its sign.
"""

from alcove.core.game import Drawing, Span
from alcove.core.text import Language, Text

from .rules import CELLS, DARK, FILES, HEAD, HEARTS, LIGHT, State
from .words import SEATS

_HEAD = Text("H", "T")
_PAWNS = Text("pawns", "pions")
_HALF_CELL = 3
_ROLES = ("light", "dark")


def draw(state: State, language: Language) -> Drawing:
    lines: Drawing = [_row(state, distance, language) for distance in range(12, -1, -1)]
    pawns = _PAWNS.in_language(language)
    lines.append([])
    lines.append(
        [
            (f"{SEATS[LIGHT].in_language(language)} {state.pawns(LIGHT)} {pawns}", "light"),
            ("  ", "faint"),
            (f"{SEATS[DARK].in_language(language)} {state.pawns(DARK)} {pawns}", "dark"),
        ]
    )
    return lines


def _row(state: State, distance: int, language: Language) -> list[Span]:
    """The cells at one `distance` (file + rank, from 0) from Light's corner, from left to right."""
    files = range(max(0, distance - 6), min(6, distance) + 1)
    line: list[Span] = [(" " * (_HALF_CELL * (6 + 2 * files[0] - distance)), "faint")]
    line.append((f"{distance + 1:>2} " if distance <= 6 else "   ", "label"))
    for file in files:
        line += _cell(state, (distance - file) * 7 + file, language)
    if distance <= 6:
        line.append((FILES[distance], "label"))
    return line


def _cell(state: State, cell: int, language: Language) -> list[Span]:
    piece = state.board[cell]
    heart = "♥" if cell in HEARTS else " "
    if piece == 0:
        return [(f" {CELLS[cell]} {heart} ", "faint")]
    owner = LIGHT if piece > 0 else DARK
    size = _HEAD.in_language(language) if abs(piece) == HEAD else str(abs(piece))
    return [(f"[{SEATS[owner].in_language(language)[0]}{size}]", _ROLES[owner]), (f"{heart} ", "faint")]
