"""Axiom as a picture: the block of cubes twice, seen from the front and from behind, so that every side but the lowest shows.

Nearer things are painted over farther ones. A dome is a boss on its side, a recess a hollow; a sceptre is a rod with a ball.
"""

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, radians, sin

from alcove.core.about import Palette
from alcove.core.svg import Painting, Picture, Point

from .rules import State
from .space import BLUE, STEP, UP, Cell, Cube, Direction, Sceptre, write_cell

_ACROSS, _DOWN = cos(radians(30)), sin(radians(30))
_LINE = ("#0f2048", "#857858")
_SHADES = {UP: 0.0, "left": 0.16, "right": 0.34}
MOVED = "#ff9a1f"

Space = tuple[float, float, float]


def paint(state: State, colours: Palette, move: str = "") -> Painting:
    """Both views side by side, the last move's cells outlined. Places are those of the view from the front."""
    picture = Picture()
    views = [_View(state, turn) for turn in (0, 1)]
    boxes = [view.box() for view in views]
    high = max(low - top for _, top, _, low in boxes) + 1.1
    gap, left = 0.5, 0.4
    wide = sum(right - first for first, _, right, _ in boxes) + gap + 2 * left
    picture.add("rect", width=wide, height=high, rx=0.25, fill=colours.ground)
    picture.add(
        "rect", x=0.05, y=0.05, width=wide - 0.1, height=high - 0.1, rx=0.21, fill="none", stroke="#fff",
        stroke_opacity=0.35, stroke_width=0.03,
    )  # fmt: skip
    places = {
        write_cell(cell): (x + left - boxes[0][0], y + high - 0.5 - boxes[0][3])
        for cell in _cells_around(state)
        for x, y in [views[0].place(cell)]
    }
    for view, (first, _, right, low) in zip(views, boxes, strict=True):
        view.paint(picture, left - first, high - 0.5 - low, colours, move)
        left += right - first + gap
    return Painting(picture, 0, 0, wide, high, places)


def _cells_around(state: State) -> set[Cell]:
    """The cells of all cubes, and those beside them, where a cube may be set down."""
    steps = [(0, 0, 0), *STEP.values()]
    return {(x + dx, y + dy, z + dz) for x, y, z in (cube.cell for cube in state.cubes) for dx, dy, dz in steps}


class _View:
    """The block seen from one side: from the front right (x+ comes towards the right, y- towards the left), or turned by half."""

    def __init__(self, state: State, half_turns: int) -> None:
        self._state = state
        self._sign = -1 if half_turns else 1
        self._sides: tuple[Direction, ...] = ("z+", "x-", "y+") if half_turns else ("z+", "x+", "y-")
        """What is seen of a cube: its top, its side to the right and its side to the left."""

    def place(self, point: Space) -> Point:
        x, y, z = self._sign * point[0], self._sign * point[1], point[2]
        return (x + y) * _ACROSS, (x - y) * _DOWN - z

    def _nearness_of(self, piece: Cube | Sceptre) -> float:
        x, y, z = piece.cell if isinstance(piece, Cube) else piece.face.body
        return self._sign * (x - y) + z

    def box(self) -> tuple[float, float, float, float]:
        corners = [
            self.place((cell[0] + dx, cell[1] + dy, cell[2] + dz))
            for cell in self._cells()
            for dx in (-0.5, 0.5)
            for dy in (-0.5, 0.5)
            for dz in (-0.5, 0.5)
        ]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def _cells(self) -> list[Cell]:
        return [cube.cell for cube in self._state.cubes] + [sceptre.face.body for sceptre in self._state.sceptres]

    def paint(self, picture: Picture, right: float, down: float, colours: Palette, move: str) -> None:
        def at(point: Space) -> Point:
            x, y = self.place(point)
            return x + right, y + down

        for cell in {(x, y) for x, y, _ in self._cells()}:
            shadow = [
                at((cell[0] + dx, cell[1] + dy, 0.5)) for dx, dy in ((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6))
            ]
            picture.polygon(shadow, "#000", fill_opacity=0.16)
        pieces: list[Cube | Sceptre] = [*self._state.cubes, *self._state.sceptres]
        for piece in sorted(pieces, key=self._nearness_of):
            if isinstance(piece, Cube):
                self._cube(picture, piece, at, colours, move)
            else:
                self._sceptre(picture, piece, at, colours)

    def _cube(self, picture: Picture, cube: Cube, at: Callable[[Space], Point], colours: Palette, move: str) -> None:
        colour, line = (colours.first, colours.second)[cube.colour], _LINE[cube.colour]
        outline = MOVED if move and write_cell(cube.cell) in move else None
        for side, shade in zip(self._sides, _SHADES.values(), strict=True):
            corners = [at(corner) for corner in _square(cube.cell, side, 0.5)]
            picture.polygon(corners, colour, stroke=line, stroke_width=0.035, stroke_linejoin="round")
            if shade:
                picture.polygon(corners, "#000", fill_opacity=shade * (0.9 if cube.colour == BLUE else 0.62))
            self._boss(picture, cube, side, at, colour)
            if outline:
                picture.polygon(corners, "none", stroke=outline, stroke_width=0.06, stroke_linejoin="round")

    def _boss(self, picture: Picture, cube: Cube, side: Direction, at: Callable[[Space], Point], colour: str) -> None:
        """A dome stands out of its side and is lit from above; a recess is dark at its upper edge."""
        is_dome = side in cube.domes
        rim = [at(point) for point in _circle(cube.cell, side, 0.27, 0.0)]
        if is_dome:
            picture.polygon(rim, "#000", fill_opacity=0.35)
            for radius, out, light in ((0.27, 0.05, 0.0), (0.23, 0.12, 0.16), (0.15, 0.18, 0.3)):
                ring = [at(point) for point in _circle(cube.cell, side, radius, out)]
                picture.polygon(ring, colour)
                if light:
                    picture.polygon(ring, "#fff", fill_opacity=light)
        else:
            picture.polygon(rim, "#000", fill_opacity=0.42 if cube.colour == BLUE else 0.3)
            floor = [at(point) for point in _circle(cube.cell, side, 0.19, -0.05)]
            picture.polygon(floor, "#000", fill_opacity=0.22 if cube.colour == BLUE else 0.14)

    def _sceptre(self, picture: Picture, sceptre: Sceptre, at: Callable[[Space], Point], colours: Palette) -> None:
        colour, line = (colours.first, colours.second)[sceptre.colour], _LINE[sceptre.colour]
        (x1, y1), (x2, y2) = (at(_out(sceptre.face.cell, sceptre.face.direction, reach)) for reach in (0.5, 1.36))
        angle, length = degrees(atan2(y2 - y1, x2 - x1)), hypot(x2 - x1, y2 - y1)
        turned = f"translate({x1:.3f} {y1:.3f}) rotate({angle:.2f})"
        picture.add(
            "rect", x=-0.02, y=-0.1, width=length, height=0.2, rx=0.07, fill=colour, stroke=line, stroke_width=0.035,
            transform=turned,
        )  # fmt: skip
        picture.add("rect", x=0, y=0.02, width=length, height=0.07, fill="#000", fill_opacity=0.22, transform=turned)
        picture.circle(x2, y2, 0.2, colour, stroke=line, stroke_width=0.035)
        picture.circle(x2 - 0.06, y2 - 0.07, 0.065, "#fff", fill_opacity=0.6)


def _out(cell: Cell, direction: Direction, reach: float) -> Space:
    dx, dy, dz = STEP[direction]
    return cell[0] + reach * dx, cell[1] + reach * dy, cell[2] + reach * dz


def _across(direction: Direction) -> tuple[Cell, Cell]:
    """Two directions along a side, at a right angle."""
    axes: list[Cell] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    del axes["xyz".index(direction[0])]
    return axes[0], axes[1]


def _square(cell: Cell, side: Direction, half: float) -> list[Space]:
    return [_on(cell, side, half * u, half * v, 0.0) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _circle(cell: Cell, side: Direction, radius: float, out: float) -> list[Space]:
    angles = [radians(20 * number) for number in range(18)]
    return [_on(cell, side, radius * cos(angle), radius * sin(angle), out) for angle in angles]


def _on(cell: Cell, side: Direction, u: float, v: float, out: float) -> Space:
    """A point on a side of the cube, `out` of it."""
    (ax, ay, az), (bx, by, bz) = _across(side)
    x, y, z = _out(cell, side, 0.5 + out)
    return x + u * ax + v * bx, y + u * ay + v * by, z + u * az + v * bz
