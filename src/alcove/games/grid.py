"""Boards written row by row, as in `3bd1h/3cbd1/…`: digits are cells without a piece, letters are pieces."""

from collections.abc import Mapping
from functools import cache

from alcove.core.errors import PositionError, quoted
from alcove.core.text import Text

_EMPTY = "."
"""Stands for a cell without a piece until the gaps are counted; no piece is written so."""


def write_rows(marks: Mapping[str, str], files: str, ranks: str) -> str:
    """The rows of a board, in the order of `ranks`, joined by `/`. `marks` has the letter of each occupied cell."""
    text = "/".join(["".join([marks.get(cell, _EMPTY) for cell in row]) for row in _cells(files, ranks)])
    for gap in range(len(files), 0, -1):  # the longest first
        text = text.replace(_EMPTY * gap, str(gap))
    return text


@cache
def _cells(files: str, ranks: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(file + rank for file in files) for rank in ranks)


def read_rows(text: str, files: str, ranks: str, letters: str) -> dict[str, str]:
    """The letter of each occupied cell; an error names the row and the fault."""
    rows = text.split("/")
    if len(rows) != len(ranks):
        found, due = len(rows), len(ranks)
        raise PositionError.at(
            Text("position", "position"),
            Text(
                f"expected {due} rows joined by /, found {found}",
                f"il faut {due} rangées séparées par /, trouvé {found}",
            ),
        )
    marks: dict[str, str] = {}
    for rank, row in zip(ranks, rows, strict=True):
        marks.update(_read_row(row, files, rank, letters))
    return marks


def _read_row(row: str, files: str, rank: str, letters: str) -> dict[str, str]:
    place = Text(f"row {rank}", f"rangée {rank}")
    width = len(files)
    marks: dict[str, str] = {}
    column, after_gap = 0, False
    for mark in row:
        if mark in "0123456789":
            if after_gap or not 1 <= int(mark) <= width:
                raise PositionError.at(
                    place,
                    Text(
                        f"{quoted(mark)}: a gap is one digit from 1 to {width}",
                        f"{quoted(mark)} : un vide s'écrit d'un seul chiffre de 1 à {width}",
                    ),
                )
            column, after_gap = column + int(mark), True
        elif mark in letters:
            if column < width:
                marks[files[column] + rank] = mark
            column, after_gap = column + 1, False
        else:
            raise PositionError.at(place, Text(f"unknown letter {quoted(mark)}", f"lettre inconnue {quoted(mark)}"))
    if column != width:
        raise PositionError.at(place, Text(f"{column} cells instead of {width}", f"{column} cases au lieu de {width}"))
    return marks
