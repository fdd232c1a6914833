"""Avalam's text forms: positions like `2Aa5/1AaAa4/… w` and moves like `c9-d9`."""

import re

from alcove.boards.grid import read_rows, rectangle, write_rows
from alcove.core.errors import IllegalMoveError, PositionError, quoted
from alcove.core.text import Text

from . import words
from .rules import CELLS, NUMBER, PIECES, Move, Options, State

ROWS = rectangle("abcdefghi", "987654321")
_LIGHT, _DARK = "ABCDE", "abcde"
_MOVE = re.compile(r"([a-z][0-9])-([a-z][0-9])")
_POSITION = Text("position", "position")


def write_position(state: State) -> str:
    """Rows 9 to 1 joined by `/`: digits for cells without a tower, `A`–`E` Light and `a`–`e` Dark towers; then the side."""
    marks = {
        cell: (_LIGHT if tower > 0 else _DARK)[abs(tower) - 1]
        for cell, tower in zip(CELLS, state.towers, strict=True)
        if tower
    }
    return f"{write_rows(marks, ROWS)} {'wb'[state.side]}"


def read_position(text: str, options: Options) -> State:
    """The state a text describes. A bad text gets an error that names the fault and where it stands."""
    fields = text.split()
    if len(fields) != 2:
        found = len(fields)
        raise PositionError.at(
            _POSITION,
            Text(
                f"expected the rows and the side (w or b), found {found} fields",
                f"il faut les rangées et le camp (w ou b), trouvé {found} champs",
            ),
        )
    towers = [0] * len(CELLS)
    for cell, mark in read_rows(fields[0], ROWS, _LIGHT + _DARK).items():
        if cell not in NUMBER:
            raise PositionError.at(Text(f"row {cell[1]}", f"rangée {cell[1]}"), words.not_a_cell(cell).text)
        towers[NUMBER[cell]] = _LIGHT.index(mark) + 1 if mark in _LIGHT else -_DARK.index(mark) - 1
    pieces = sum(abs(tower) for tower in towers)
    if pieces > PIECES:
        raise PositionError.at(
            _POSITION,
            Text(f"{pieces} pieces, but there are only {PIECES}", f"{pieces} pions, or il n'y en a que {PIECES}"),
        )
    if fields[1] not in ("w", "b"):
        raise PositionError.at(
            Text("side", "camp"),
            Text(f"expected w or b, found {quoted(fields[1])}", f"il faut w ou b, trouvé {quoted(fields[1])}"),
        )
    return State(tuple(towers), "wb".index(fields[1]), options)


def read_move(text: str) -> Move:
    """The move `c9-d9` names, legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise IllegalMoveError(text, words.not_a_move())
    for cell in match.groups():
        if cell not in NUMBER:
            raise IllegalMoveError(text, words.not_a_cell(cell))
    return Move(match[1], match[2])
