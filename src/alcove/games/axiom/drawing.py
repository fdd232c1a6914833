"""Axiom at the terminal: a plan of every layer with domes, recesses and sceptres, and what is free and open in words.

┌──·──┐  a cube seen from above: its letter, its top (↑) and its bottom (↓) inside, its four sides on the frame
o b↑W↓·
└──·──┘
"""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise

from alcove.core.game import Drawing, Span
from alcove.core.text import Language, Text

from . import words
from .placing import is_free
from .rules import State
from .space import COLOUR_LETTERS, DIRECTIONS, DOWN, TABLE_LAYER, UP, Block, Cell, Cube, Direction, Face, write_cell
from .walking import obstacle_on

WIDTH = 80
"""Layers stand side by side, and words run, as far as this column."""

_CELL_WIDTH, _CELL_HEIGHT = 9, 3
_GAP_WIDTH = 3
_LONGEST_DRAWN_GAP = 2
_BETWEEN_LAYERS = 3
_ROLES = ("blue", "white")


def draw(state: State, language: Language) -> Drawing:
    block = state.block
    drawn = [*block.cube_at, *(sceptre.face.body for sceptre in block.sceptres)]
    columns, rows = _with_gaps(cell[0] for cell in drawn), _with_gaps(cell[1] for cell in drawn)
    top = max(cube.cell[2] for cube in block.cubes)
    layers = [_layer(block, z, columns, rows) for z in range(TABLE_LAYER, top + 1)]
    lines = _side_by_side(layers)
    lines += [[(line.in_language(language), "faint")] for line in words.LEGEND]
    for colour, seat in enumerate(words.SEATS):
        own = (str(s.face) for s in block.sceptres if s.colour == colour)
        free = (write_cell(c.cell) for c in block.cubes if c.colour == colour and is_free(block, c))
        listed = ((words.SCEPTRES, own), (words.FREE_CUBES, free))
        said = "   ".join(_listing(title, items, language) for title, items in listed)
        lines += _wrapped(f"{seat.in_language(language)}   {said}", _ROLES[colour])
    lines += _wrapped(_listing(words.OPEN_FACES, _open_faces(block), language), "label")
    return lines


def _listing(title: Text, items: Iterable[str], language: Language) -> str:
    colon = " :" if language == "fr" else ":"
    return f"{title.in_language(language)}{colon} {' '.join(items) or words.NONE.in_language(language)}"


def _wrapped(text: str, role: str) -> Drawing:
    return [[(line, role)] for line in textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)]


def _open_faces(block: Block) -> Iterator[str]:
    """Cube by cube, the faces a sceptre could stand on or cross: recesses with nothing on them or in front of them."""
    for cube in sorted(block.cubes, key=lambda cube: cube.cell[::-1]):
        faces = [Face(cube.cell, direction) for direction in DIRECTIONS if direction != DOWN]
        directions = [face.direction for face in faces if obstacle_on(block, face) is None]
        if directions:
            yield write_cell(cube.cell) + ",".join(directions)


def _with_gaps(numbers: Iterable[int]) -> list[int | None]:
    """The numbers from the least to the greatest, with `None` for every long run of unused ones."""
    used = sorted(set(numbers))
    shown: list[int | None] = [used[0]]
    for before, number in pairwise(used):
        is_far = number - before > _LONGEST_DRAWN_GAP + 1
        shown += [None, number] if is_far else range(before + 1, number + 1)
    return shown


def _layer(block: Block, z: int, columns: list[int | None], rows: list[int | None]) -> Drawing:
    """The plan of one layer: y+ is up, x+ is right. All layers have the same size."""
    margin = max(len(str(y)) for y in rows if y is not None) + 3
    lines: Drawing = [[(f"z = {z}".ljust(margin + _plan_width(columns)), "label")]]
    for y in reversed(rows):
        if y is None:
            lines.append([("…".rjust(margin - 1).ljust(margin + _plan_width(columns)), "faint")])
            continue
        pictures = [None if x is None else _cell_picture(block, (x, y, z)) for x in columns]
        for height in range(_CELL_HEIGHT):
            label = f"y={y}" if height == _CELL_HEIGHT // 2 else ""
            line: list[Span] = [(label.ljust(margin), "label")]
            for picture in pictures:
                line += [(" " * _GAP_WIDTH, "faint")] if picture is None else picture[height]
            lines.append(line)
    labels = ("…".center(_GAP_WIDTH) if x is None else f"x={x}".center(_CELL_WIDTH) for x in columns)
    lines.append([(" " * margin + "".join(labels), "label")])
    return lines


def _plan_width(columns: list[int | None]) -> int:
    return sum(_GAP_WIDTH if x is None else _CELL_WIDTH for x in columns)


def _cell_picture(block: Block, cell: Cell) -> list[list[Span]]:
    cube = block.cube_at.get(cell)
    if cube is not None:
        return _cube_picture(block, cube)
    middle: Span = (" " * _CELL_WIDTH, "faint")
    for sceptre in block.sceptres:
        if cell == sceptre.face.body:
            middle = (f"({COLOUR_LETTERS[sceptre.colour].upper()})".center(_CELL_WIDTH), _ROLES[sceptre.colour])
            break
        if cell == sceptre.face.tip:
            middle = ("(')".center(_CELL_WIDTH), _ROLES[sceptre.colour])
    blank: Span = (" " * _CELL_WIDTH, "faint")
    return [[blank], [middle], [blank]]


def _cube_picture(block: Block, cube: Cube) -> list[list[Span]]:
    role = _ROLES[cube.colour]

    def mark(direction: Direction) -> Span:
        sceptre = block.sceptre_on.get(Face(cube.cell, direction))
        if sceptre is not None:
            return COLOUR_LETTERS[sceptre.colour].upper(), _ROLES[sceptre.colour]
        return ("o" if direction in cube.domes else "·"), role

    bottom = [("  ", role)] if cube.cell[2] == TABLE_LAYER else [("↓", role), mark(DOWN)]
    inside = [(f" {COLOUR_LETTERS[cube.colour]}↑", role), mark(UP), *bottom, (" ", role)]
    return [
        [("┌───", role), mark("y+"), ("───┐", role)],
        [mark("x-"), *inside, mark("x+")],
        [("└───", role), mark("y-"), ("───┘", role)],
    ]


def _side_by_side(layers: list[Drawing]) -> Drawing:
    """As many layers beside each other as fit, the lowest first; the rest below."""
    width = sum(len(text) for text, _ in layers[0][0]) + _BETWEEN_LAYERS
    a_band = max(1, (WIDTH + _BETWEEN_LAYERS) // width)
    lines: Drawing = []
    for first in range(0, len(layers), a_band):
        for parts in zip(*layers[first : first + a_band], strict=True):
            line: list[Span] = list(parts[0])
            for part in parts[1:]:
                line += [(" " * _BETWEEN_LAYERS, "faint"), *part]
            lines.append(line)
    return lines
