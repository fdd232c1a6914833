"""Axiom's text forms: positions like `bC(-1,0,1)x-z+ … wS(1,1,2)z+ b`, moves like `C(0,0,2)-(0,1,3)z-`."""

import re
from typing import NamedTuple

from alcove.core.errors import IllegalMoveError, PositionError, quoted
from alcove.core.text import Refusal

from . import words
from .space import (
    COLOUR_LETTERS,
    Cell,
    Cube,
    CubeMove,
    Face,
    Move,
    Sceptre,
    SceptreMove,
    dome_order,
    piece_order,
)
from .validity import first_fault

FARTHEST = 999_999
"""No coordinate of a text is farther out. A block drifts by one cell a ply at most, so games stay far inside."""

_CELL = r"\((-?[0-9]+),(-?[0-9]+),(-?[0-9]+)\)"
_DIRECTIONS = r"((?:[xyz][+-])*)"
_PIECE = re.compile(rf"([bw])([CS]){_CELL}{_DIRECTIONS}")
_MOVE = re.compile(rf"([CS]){_CELL}(?:-|\s+\1){_CELL}{_DIRECTIONS}")
_SIDES = tuple(COLOUR_LETTERS)


class Position(NamedTuple):
    """What a position text holds: the pieces in canonical order, and the side to move."""

    cubes: tuple[Cube, ...]
    sceptres: tuple[Sceptre, ...]
    side: int


def write_position(position: Position) -> str:
    """Cubes, sceptres, side; pieces by colour, z, y, x and domes in the order x+ x- y+ y- z+ z-."""
    return " ".join([*map(str, position.cubes), *map(str, position.sceptres), COLOUR_LETTERS[position.side]])


def read_position(text: str) -> Position:
    """The position a text describes, pieces and domes in any order. An error names the fault and the piece."""
    tokens = text.split()
    if not tokens:
        raise PositionError.at(words.POSITION, words.EMPTY_TEXT)
    *pieces, side = tokens
    if side not in _SIDES:
        raise PositionError.at(words.SIDE, words.expected_side(quoted(side)))
    cubes: list[Cube] = []
    sceptres: list[Sceptre] = []
    for number, token in enumerate(pieces, start=1):
        piece = _read_piece(number, token)
        if isinstance(piece, Cube):
            cubes.append(piece)
        else:
            sceptres.append(piece)
    position = Position(piece_order(cubes), piece_order(sceptres), _SIDES.index(side))
    fault = first_fault(position.cubes, position.sceptres)
    if fault is not None:
        raise PositionError.at(fault.piece, fault.text)
    return position


def _read_piece(number: int, token: str) -> Cube | Sceptre:
    place = words.piece_number(number, quoted(token))
    match = _PIECE.fullmatch(token)
    if match is None:
        raise PositionError.at(place, words.NOT_A_PIECE)
    letter, kind, x, y, z, directions = match.groups()
    cell = _read_cell(x, y, z)
    if cell is None:
        raise PositionError.at(place, words.too_far(FARTHEST))
    colour = COLOUR_LETTERS.index(letter)
    if kind == "C":
        return Cube(colour, cell, _read_domes(directions))
    if len(directions) != 2:
        raise PositionError.at(place, words.ONE_FACE)
    return Sceptre(colour, Face(cell, directions))


def _read_cell(*numbers: str) -> Cell | None:
    """The cell of three written numbers; `None` if it is out of bounds."""
    if any(len(number) > len(str(-FARTHEST)) for number in numbers):
        return None
    x, y, z = (int(number) for number in numbers)
    return (x, y, z) if max(abs(x), abs(y), abs(z)) <= FARTHEST else None


def _read_domes(directions: str) -> tuple[str, ...]:
    return dome_order(directions[start : start + 2] for start in range(0, len(directions), 2))


def read_move(text: str) -> Move:
    """The move a text names, legal or not: `C(0,0,2)-(0,1,3)z-`, or `C(0,0,2) C(0,1,3)z-` as in play by e-mail."""
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise IllegalMoveError(text, words.NOT_A_MOVE)
    kind, directions = match[1], match[8]
    origin, target = _read_cell(*match.groups()[1:4]), _read_cell(*match.groups()[4:7])
    if origin is None or target is None:
        raise IllegalMoveError(text, Refusal("C1", words.too_far(FARTHEST)))
    if kind == "C":
        return CubeMove(origin, target, _read_domes(directions))
    if len(directions) != 2:
        raise IllegalMoveError(text, Refusal("C12", words.ONE_FACE))
    return SceptreMove(origin, Face(target, directions))
