"""Axom's text forms: positions like `3bd1h/3cbd1/… w` and moves like `c3-f3` or `e3xe6`."""

import re

from alcove.boards.grid import SIDES, read_rows, read_side, rectangle, write_rows
from alcove.core.errors import IllegalMoveError, PositionError, quoted
from alcove.core.text import Text

from . import words
from .rules import (
    CELLS,
    DARK,
    FILES,
    HEAD,
    HEARTS,
    LIGHT,
    MOST_FOURS,
    NUMBER,
    PAWNS,
    RANKS,
    SIGNS,
    TALLEST,
    Move,
    Options,
    State,
    letter_of_piece,
    piece_of_letter,
)

_ROWS = rectangle(FILES, RANKS[::-1])
_MOVE = re.compile(r"([a-z][0-9])[-x]([a-z][0-9])")
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}")
_POSITION = Text("position", "position")


def write_position(state: State) -> str:
    """Ranks 7 to 1 joined by `/`: digits for empty cells, `A`–`D` and `H` Light, `a`–`d` and `h` Dark; the side; the
    count of X22 unless it is 0."""
    marks = {cell: letter_of_piece(piece) for cell, piece in zip(CELLS, state.board, strict=True) if piece}
    count = f" {state.quiet_plies}" if state.quiet_plies else ""
    return f"{write_rows(marks, _ROWS)} {SIDES[state.side]}{count}"


def read_position(text: str, options: Options) -> State:
    """The state a text describes. A bad text gets an error that names the fault and where it stands."""
    fields = text.split()
    if len(fields) not in (2, 3):
        found = len(fields)
        raise PositionError.at(
            _POSITION,
            Text(
                f"expected the rows, the side (w or b) and perhaps a count, found {found} fields",
                f"il faut les rangées, le camp (w ou b) et peut-être un compte, trouvé {found} champs",
            ),
        )
    letters = "ABCDHabcdh" + ("Ee" if options.head_stop_limits == "off" else "")
    board = [0] * len(CELLS)
    for cell, mark in read_rows(fields[0], _ROWS, letters).items():
        board[NUMBER[cell]] = piece_of_letter(mark)
    side = read_side(fields[1])
    _check_heads(board, options)
    for seat in (LIGHT, DARK):
        _check_stacks(board, seat, options)
    return State(tuple(board), side, options, _read_count(fields[2]) if len(fields) == 3 else 0)


def _read_count(text: str) -> int:
    if _COUNT.fullmatch(text) is None:
        raise PositionError.at(
            Text("count of plies", "compte des demi-coups"),
            Text(f"expected a whole number, found {quoted(text)}", f"il faut un nombre entier, trouvé {quoted(text)}"),
        )
    return int(text)


def _check_heads(board: list[int], options: Options) -> None:
    """One head of each colour, or one of them taken; none on the other's heart (X14)."""
    for seat in (LIGHT, DARK):
        name = words.SEATS[seat]
        cells = [cell for cell, piece in zip(CELLS, board, strict=True) if piece == HEAD * SIGNS[seat]]
        if len(cells) > 1:
            where = ", ".join(cells)
            raise PositionError.at(
                Text(where, where),
                Text(
                    f"{len(cells)} heads of {name.en}, but each side has one",
                    f"{len(cells)} têtes de {name.fr}, or chaque camp n'en a qu'une",
                ),
            )
        heart = CELLS[HEARTS[1 - seat]]
        may_take_there = options.head_takes_on_heart == "yes" and not _has_head(board, 1 - seat)
        if heart in cells and not may_take_there:
            raise PositionError.at(
                Text(heart, heart),
                Text(
                    f"the head of {name.en} stands on the enemy heart (X14)",
                    f"la tête de {name.fr} est sur le cœur adverse (X14)",
                ),
            )
    if not _has_head(board, LIGHT) and not _has_head(board, DARK):
        raise PositionError.at(
            _POSITION,
            Text("both heads are missing; only one can be taken", "il manque les deux têtes ; une seule se prend"),
        )


def _check_stacks(board: list[int], seat: int, options: Options) -> None:
    """At most 30 pawns and four stacks of four a side (X2, X4); who has just taken the head may be over the limits of
    X4 by the option `head_stop_limits`."""
    name = words.SEATS[seat]
    stacks = [(cell, piece * SIGNS[seat]) for cell, piece in zip(CELLS, board, strict=True)]
    heights = [height for _, height in stacks if 0 < height < HEAD]
    if sum(heights) > PAWNS:
        raise PositionError.at(
            name,
            Text(
                f"{sum(heights)} pawns, but each side has only {PAWNS}",
                f"{sum(heights)} pions, or chaque camp n'en a que {PAWNS}",
            ),
        )
    if options.head_stop_limits == "off" and not _has_head(board, 1 - seat):
        return
    for cell, height in stacks:
        if TALLEST < height < HEAD:
            raise PositionError.at(
                Text(cell, cell),
                Text("a stack of five, and the head is not taken", "une pile de cinq, et la tête n'est pas prise"),
            )
    if heights.count(TALLEST) > MOST_FOURS:
        raise PositionError.at(
            name,
            Text(
                f"{heights.count(TALLEST)} stacks of four, but {MOST_FOURS} are allowed (X4)",
                f"{heights.count(TALLEST)} piles de quatre, or il en faut au plus {MOST_FOURS} (X4)",
            ),
        )


def _has_head(board: list[int], seat: int) -> bool:
    return HEAD * SIGNS[seat] in board


def read_move(text: str) -> Move:
    """The move `c3-f3` names, legal or not; the sign may be `-` or `x`."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise IllegalMoveError(text, words.not_a_move())
    for cell in match.groups():
        if cell not in NUMBER:
            raise IllegalMoveError(text, words.not_a_cell(cell))
    return Move(match[1], match[2], takes="x" in text)
