"""What a law, a notation and a drawing ask of a board: which cells lie side by side, in which rows, and where they go when the
board is turned or mirrored. All of it follows from where the cells lie (`flat.Ground`).

    >>> from alcove.boards import flat
    >>> from alcove.boards.layout import Layout
    >>> board = Layout(flat.squares(6, 5))
    >>> [board.cells[near] for near in board.near[board.number["a1"]]]
    ['a2', 'b1']

Laws count in cell numbers, people read cell names: `cells[number]` and `number[name]` go both ways.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property

from alcove.boards.flat import Ground, algebraic
from alcove.boards.grid import Row, Rows
from alcove.core.game import Drawing, Span

_CLOSE = 1e-3


class Layout:
    """The cells of a ground, numbered row by row from the top, each row from left to right."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        placed = sorted(ground.cells, key=lambda cell: (-cell.y, cell.x))
        self.cells = tuple(cell.name for cell in placed)
        self.number: Mapping[str, int] = {name: number for number, name in enumerate(self.cells)}
        self.places = tuple((cell.x, cell.y) for cell in placed)
        """Where each cell lies, in widths of a cell."""
        self._at = {_tenths(place): number for number, place in enumerate(self.places)}

    def __len__(self) -> int:
        return len(self.cells)

    # --- Neighbours ---------------------------------------------------------------------------------------------------

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each cell: across a side of it, or along a line where the board is made of lines."""
        if self.ground.lines:
            both_ways = [*self.ground.lines, *((b, a) for a, b in self.ground.lines)]
            return tuple(
                tuple(sorted({self.number[b] for a, b in both_ways if a == name})) for name in self.cells
            )  # fmt: skip
        return tuple(tuple(sorted(ray[0] for ray in rays)) for rays in self.rays)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each cell, those across a corner of a square included."""
        corners = (tuple(ray[0] for ray in rays) for rays in self.slants)
        return tuple(tuple(sorted({*near, *far})) for near, far in zip(self.near, corners, strict=True))

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell the lines that leave it across its sides, each as the cells met on the way to the edge."""
        return self._rays(self._ways(1.0))

    @cached_property
    def slants(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each square the lines that leave it across its corners; hexagons have none."""
        return self._rays(self._ways(math.sqrt(2)) if self.ground.shape in ("square", "diamond") else [])

    def _ways(self, distance: float) -> list[tuple[float, float]]:
        """The steps of that length, in widths of a cell, from east on against the clock."""
        unit = math.sqrt(0.5) if self.ground.shape == "diamond" else 1.0
        if not self.ground.lines and self.ground.shape != "point":
            found = {
                (round(x - fx, 3), round(y - fy, 3))
                for fx, fy in self.places
                for x, y in self.places
                if abs(math.dist((x, y), (fx, fy)) - distance * unit) < _CLOSE
            }
            return sorted(found, key=lambda way: math.atan2(way[1], way[0]) % math.tau)
        return []

    def _rays(self, ways: Iterable[tuple[float, float]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return tuple(
            tuple(ray for way in ways if (ray := tuple(self._ray(place, way)))) for place in self.places
        )  # fmt: skip

    def _ray(self, place: tuple[float, float], way: tuple[float, float]) -> Iterable[int]:
        while (number := self._found(place[0] + way[0], place[1] + way[1])) is not None:
            yield number
            place = self.places[number]

    def _found(self, x: float, y: float) -> int | None:
        """The cell in a place, which was reckoned and so is not quite exact."""
        column, row = _tenths((x, y))
        around = (self._at.get((column + dx, row + dy)) for dx in (0, -1, 1) for dy in (0, -1, 1))
        return next((number for number in around if number is not None), None)

    # --- Rows ---------------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> Rows:
        """The rows from the top, as positions are written; a hole between squares counts as an empty cell."""
        levels = sorted({place[1] for place in self.places}, reverse=True)
        members = [[cell for cell, place in zip(self.cells, self.places, strict=True) if place[1] == y] for y in levels]
        if self._is_algebraic:
            width = 1 + int(max(x for x, _ in self.places))
            whole = {int(y): tuple(algebraic(file, int(y)) for file in range(width)) for y in levels}
            return tuple(Row(str(y + 1), row, frozenset(row) - self.number.keys()) for y, row in whole.items())
        return tuple(Row(_common(row), tuple(row)) for row in members)

    @cached_property
    def _is_algebraic(self) -> bool:
        """Is this a board of squares, named by file and rank?"""
        named = zip(self.cells, self.places, strict=True)
        return self.ground.shape == "square" and all(cell == algebraic(int(x), int(y)) for cell, (x, y) in named)

    def draw(self, marks: Mapping[str, Span], empty: str = "·") -> Drawing:
        """The board for a terminal, a sign and its role for each cell that is not empty. Squares have their files and ranks beside
        them, other rows the names of their first and last cell."""
        lines: Drawing = []
        is_square = self._is_algebraic
        left = min(x for x, _ in self.places)
        margin = max(len(row.name if is_square else row.cells[0]) for row in self.rows) + 1
        for row in self.rows:
            filled = [(self._column(cell, left), cell) for cell in row.cells if cell not in row.holes]
            label = row.name if is_square else filled[0][1]
            line: list[Span] = [(" " * (0 if is_square else filled[0][0]) + label.rjust(margin - 1), "label")]
            at = 0 if is_square else filled[0][0]
            for column, cell in filled:
                line += [(" " * (column + 1 - at), "faint"), marks.get(cell, (empty, "faint"))]
                at = column + 1 + len(line[-1][0])
            if not is_square:
                line.append((f" {filled[-1][1]}", "label"))
            lines.append(line)
        if is_square:
            width = 1 + int(max(x for x, _ in self.places))
            files = "".join(algebraic(file, 0)[:-1].rjust(2) for file in range(width))
            lines.append([(" " * (margin - 1) + files, "label")])
        return lines

    def _column(self, cell: str, left: float) -> int:
        return round(2 * (self.places[self.number[cell]][0] - left))

    # --- Symmetry -----------------------------------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> Mapping[str, tuple[int, ...]]:
        """Every way to turn or mirror the board onto itself, by name: `same`, `turn 90` (degrees against the clock), `mirror 0` (at
        a line at that angle: 0 lies flat, 90 stands upright). The n-th number is where cell n goes."""
        middle = (
            (min(x for x, _ in self.places) + max(x for x, _ in self.places)) / 2,
            (min(y for _, y in self.places) + max(y for _, y in self.places)) / 2,
        )
        found = {"same": tuple(range(len(self)))}
        for degrees in (*range(30, 360, 30), 45, 135):
            if (moved := self._moved(middle, degrees, mirrored=False)) is not None:
                found.setdefault(f"turn {degrees}", moved)
        for degrees in (0, 30, 45, 60, 90, 120, 135, 150):
            if (moved := self._moved(middle, 2 * degrees, mirrored=True)) is not None:
                found.setdefault(f"mirror {degrees}", moved)
        return found

    def _moved(self, middle: tuple[float, float], degrees: float, mirrored: bool) -> tuple[int, ...] | None:
        """Where each cell goes; nothing if one of them leaves the board."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        found = []
        for x, y in self.places:
            dx, dy = x - middle[0], y - middle[1]
            dy = -dy if mirrored else dy
            number = self._found(middle[0] + cos * dx - sin * dy, middle[1] + sin * dx + cos * dy)
            if number is None:
                return None
            found.append(number)
        return tuple(found)


def _tenths(place: tuple[float, float]) -> tuple[int, int]:
    return round(10 * place[0]), round(10 * place[1])


def _common(row: list[str]) -> str:
    """What the names of a row's cells have in common: its letters, or its number."""
    letters = {cell.rstrip("0123456789") for cell in row}
    digits = {cell.lstrip("abcdefghijklmnopqrstuvwxyz") for cell in row}
    return next(iter(digits if len(digits) == 1 else letters)) if 1 in (len(digits), len(letters)) else row[0]
