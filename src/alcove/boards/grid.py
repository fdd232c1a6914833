"""Boards written row by row, as in `3bd1h/3cbd1/…`: numbers are cells without a piece, letters are pieces."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from alcove.core.errors import PositionError, quoted
from alcove.core.text import Text

SIDES = "wb"
"""Whose turn it is, as positions write it: w is the first seat."""
_EMPTY = "."
"""Stands for a cell without a piece until the gaps are counted; no piece is written so."""
_MARK = re.compile(r"[0-9]+|.", re.DOTALL)


def algebraic(column: int, row: int) -> str:
    """`a1` for column 0, row 0; after z comes aa."""
    return letters_of(column) + str(row + 1)


def letters_of(number: int) -> str:
    head, last = divmod(number, 26)
    return (letters_of(head - 1) if head else "") + chr(ord("a") + last)


class Row(NamedTuple):
    """A row of a board as people name it, and its cells from left to right; a hole among them counts as an empty cell."""

    name: str
    cells: tuple[str, ...]
    holes: frozenset[str] = frozenset()


Rows = tuple[Row, ...]


@cache
def rectangle(files: str, ranks: str) -> Rows:
    """The rows of a board of squares, in the order of `ranks`."""
    return tuple(Row(rank, tuple(file + rank for file in files)) for rank in ranks)


def write_rows(marks: Mapping[str, str], rows: Rows) -> str:
    """The rows of a board joined by `/`. `marks` has the letter of each occupied cell."""
    text = "/".join(["".join([marks.get(cell, _EMPTY) for cell in row.cells]) for row in rows])
    for gap in range(max(len(row.cells) for row in rows), 0, -1):  # the longest first
        text = text.replace(_EMPTY * gap, str(gap))
    return text


def read_rows(text: str, rows: Rows, letters: str) -> dict[str, str]:
    """The letter of each occupied cell; an error names the row and the fault."""
    written = text.split("/")
    if len(written) != len(rows):
        found, due = len(written), len(rows)
        raise PositionError.at(
            Text("position", "position"),
            Text(
                f"expected {due} rows joined by /, found {found}",
                f"il faut {due} rangées séparées par /, trouvé {found}",
            ),
        )
    marks: dict[str, str] = {}
    for row, given in zip(rows, written, strict=True):
        marks.update(_read_row(given, row, letters))
    return marks


def _read_row(given: str, row: Row, letters: str) -> dict[str, str]:
    place, width = Text(f"row {row.name}", f"rangée {row.name}"), len(row.cells)
    marks: dict[str, str] = {}
    column = 0
    for mark in _MARK.findall(given):
        if mark[0] in "0123456789":
            if mark[0] == "0" or len(mark) > len(str(width)) or int(mark) > width:
                raise PositionError.at(place, _bad_gap(mark, width))
            column += int(mark)
        elif mark in letters:
            if column < width:
                if (cell := row.cells[column]) in row.holes:
                    raise PositionError.at(place, not_a_cell(cell))
                marks[cell] = mark
            column += 1
        else:
            raise PositionError.at(place, Text(f"unknown letter {quoted(mark)}", f"lettre inconnue {quoted(mark)}"))
    if column != width:
        raise PositionError.at(place, Text(f"{column} cells instead of {width}", f"{column} cases au lieu de {width}"))
    return marks


def not_a_cell(name: str) -> Text:
    return Text(f"{name} is not a cell of the board", f"{name} n'est pas une case du plateau")


def read_side(text: str) -> int:
    """Whose turn it is, as positions write it."""
    if text not in tuple(SIDES):
        raise PositionError.at(
            Text("side", "camp"),
            Text(f"expected w or b, found {quoted(text)}", f"il faut w ou b, trouvé {quoted(text)}"),
        )
    return SIDES.index(text)


def _bad_gap(mark: str, width: int) -> Text:
    if width < 10:
        return Text(
            f"{quoted(mark)}: a gap is one digit from 1 to {width}",
            f"{quoted(mark)} : un vide s'écrit d'un seul chiffre de 1 à {width}",
        )
    return Text(
        f"{quoted(mark)}: a gap is a number from 1 to {width}",
        f"{quoted(mark)} : un vide s'écrit d'un nombre de 1 à {width}",
    )


def cells_named(cells: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Those of a board's cells that a notation names, in its order: `c3xd4` names c3 and d4."""
    return tuple(_finder(cells).findall(text))


@cache
def _finder(names: tuple[str, ...]) -> re.Pattern[str]:
    """The longest names first; `a1` is not found in `a11`, nor a point called `a` in `pass`."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile("|".join(map(_alone, longest_first)))


def _alone(name: str) -> str:
    if name[-1].isdigit():
        return rf"{re.escape(name)}(?!\d)"
    return rf"\b{re.escape(name)}\b" if name[-1].isalpha() else re.escape(name)
