"""The figures of the rules as SVG, from the scenes of the games: boards, what moves, and what the rules refuse.

A figure is a strip of boards: the position, then one board after every move that is played. Arrows show where the next move
goes; a dashed one with a cross is refused.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from alcove.core.errors import AlcoveError
from alcove.core.game import Game, State
from alcove.core.registry import game as find_game
from alcove.core.text import Text
from alcove.games.avalam import scene as avalam
from alcove.games.axiom import scene as axiom
from alcove.games.axom import scene as axom
from alcove.games.axxa import scene as axxa
from alcove.games.teaching import Figure, start

MOST_BOARDS = 4
"""Longer figures show their first and their last board."""
GO, NO = "#ffb338", "#ff5a43"

Point = tuple[float, float]


class Board(NamedTuple):
    """A drawn position: its size, its elements, and where each of its cells is."""

    width: float
    height: float
    body: str
    places: dict[str, Point]


class Told(NamedTuple):
    """A figure with what the rules answer to the moves they refuse."""

    svg: str
    refusals: tuple[Text, ...]


def drawn(name: str, figure: Figure) -> Told:
    """A figure of the rulebook of the game of that name."""
    game = find_game(name)
    state = start(game, figure)
    boards: list[Board] = [_board(game, state)]
    arrows: list[list[str]] = [[]]
    refusals: list[Text] = []
    for step in figure.steps:
        arrows[-1].append(_arrow(boards[-1], _cells(name, step.move), is_refused=step.refused))
        if step.refused:
            refusals.append(_refusal(state, step.move))
            continue
        state = state.play(step.move)
        boards.append(_board(game, state))
        arrows.append([])
    shown = list(zip(boards, arrows, strict=True))
    if len(shown) > MOST_BOARDS:
        shown = [shown[0], shown[-1]]
    return Told(_strip(shown, figure.title.en), tuple(refusals))


def picture(name: str, state: State[Any]) -> str:
    """One position."""
    game = find_game(name)
    return _strip([(_board(game, state), [])], game.name)


def _refusal(state: State[Any], move: str) -> Text:
    try:
        state.play(move)
    except AlcoveError as error:
        return error.text
    raise ValueError(f"the figure refuses {move}, the rules do not")


def _board(game: Game, state: State[Any]) -> Board:
    return _DRAWERS[game.name](game.view(state, state.to_move))


def _strip(boards: Sequence[tuple[Board, list[str]]], title: str) -> str:
    gap = 40
    height = max(board.height for board, _ in boards)
    width = sum(board.width for board, _ in boards) + gap * (len(boards) - 1)
    parts, left = [], 0.0
    for number, (board, arrows) in enumerate(boards):
        if number:
            middle = left - gap / 2
            parts.append(
                f'<path d="M{middle - 8:g} {height / 2 - 9:g}l14 9l-14 9" fill="none" stroke="#888" stroke-width="4"/>'
            )
        top = (height - board.height) / 2
        parts.append(f'<g transform="translate({left:g} {top:g})">{board.body}{"".join(arrows)}</g>')
        left += board.width + gap
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'font-family="system-ui, sans-serif" role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>\n'
    )


# --- Arrows ---------------------------------------------------------------------------------------------------------


def _cells(name: str, move: str) -> list[str]:
    """The cells a move names, as the places of a board are called."""
    return re.findall(r"\(-?\d+,-?\d+,-?\d+\)" if name == "axiom" else r"[a-i][1-9]", move)


def _arrow(board: Board, cells: Sequence[str], is_refused: bool) -> str:
    points = [board.places[cell] for cell in cells if cell in board.places]
    colour = NO if is_refused else GO
    if len(set(points)) != 2:
        radius = 17
        return "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="none" stroke="{colour}" stroke-width="3.5"/>'
            for x, y in points
        )
    (x1, y1), (x2, y2) = points
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    short = 9 if is_refused else 3  # the cross stands where the arrow would end
    tip, neck = (x2 - short * dx, y2 - short * dy), (x2 - (short + 11) * dx, y2 - (short + 11) * dy)
    dashes = ' stroke-dasharray="6 4"' if is_refused else ""
    head = f"{tip[0]:.1f},{tip[1]:.1f} {neck[0] - 7 * dy:.1f},{neck[1] + 7 * dx:.1f} {neck[0] + 7 * dy:.1f},{neck[1] - 7 * dx:.1f}"
    line = f"M{x1 + 8 * dx:.1f} {y1 + 8 * dy:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    drawn_twice = "".join(
        f'<path d="{line}" stroke="{stroke}" stroke-width="{width}"{dashes if not is_under else ""} fill="none"/>'
        for stroke, width, is_under in (("#1c1815", 6.5, True), (colour, 4, False))
    )
    cross = ""
    if is_refused:
        x, y = x2, y2
        cross = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#1c1815"/><path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" '
            f'stroke="{colour}" stroke-width="3"/>'
        )
    return f'{drawn_twice}<polygon points="{head}" fill="{colour}" stroke="#1c1815" stroke-width="1"/>{cross}'


# --- Flat boards ----------------------------------------------------------------------------------------------------

CELL = 36


def _label(x: float, y: float, text: str, size: float, fill: str, weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(text)}</text>'
    )


def _square_places(cells: Iterable[str], rows: int) -> dict[str, Point]:
    return {cell: ((ord(cell[0]) - ord("a") + 1) * CELL, (rows - int(cell[1]) + 0.5) * CELL + 8) for cell in cells}


def _frame(rows: int, ground: str, ink: str) -> tuple[float, float, str]:
    """A square board with its letters and numbers."""
    width, height = (rows + 1) * CELL - 8, (rows + 0.5) * CELL + 12
    parts = [f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{ground}"/>']
    for n in range(rows):
        parts.append(_label((n + 1) * CELL, rows * CELL + 18, chr(ord("a") + n), 12, ink))
        parts.append(_label(11, (rows - n - 0.5) * CELL + 8, str(n + 1), 12, ink))
    return width, height, "".join(parts)


def _tower(x: float, y: float, height: int, top: str, side: str, ink: str, text: str) -> str:
    """A stack seen a little from above: a layer for every piece, its count on the top."""
    parts = [
        f'<ellipse cx="{x:g}" cy="{y + 7 - 3 * layer:g}" rx="13.5" ry="11" fill="{side if layer < height else top}" '
        f'stroke="#1c1815" stroke-width="0.8"/>'
        for layer in range(1, height + 1)
    ]
    return "".join(parts) + _label(x, y + 7.5 - 3 * height, text, 13, ink, 700)


def _avalam(view: Any) -> Board:
    scene = avalam.scene(view)
    places = _square_places((cell.name for cell in scene.cells), 9)
    width, height, body = _frame(9, "#2d2623", "#c9bcb0")
    parts = [body]
    looks = (("#f8d873", "#c4922c", "#3a2703"), ("#c5412f", "#82251a", "#fff4ea"))
    for cell in scene.cells:
        x, y = places[cell.name]
        parts.append(f'<ellipse cx="{x:g}" cy="{y + 4:g}" rx="14.5" ry="12" fill="#191412" stroke="#4a3f39"/>')
        if cell.owner is not None:
            parts.append(_tower(x, y, cell.height, *looks[cell.owner], str(cell.height)))
    return Board(width, height, "".join(parts), places)


def _axom(view: Any) -> Board:
    """The board stands on its corner: a1 below, g7 above."""
    scene = axom.scene(view)
    half, margin = CELL * 0.74, 22

    def place(cell: str) -> Point:
        column, row = ord(cell[0]) - ord("a"), int(cell[1]) - 1
        return margin + half * (7 + column - row), margin + half * (13 - column - row)

    places = {cell.name: place(cell.name) for cell in scene.cells}
    size = 2 * margin + 14 * half
    middle = size / 2
    parts = [
        f'<rect width="{size:g}" height="{size:g}" rx="10" fill="#5a4434"/>',
        f'<polygon points="{middle:g},{margin:g} {size - margin:g},{middle:g} {middle:g},{size - margin:g} {margin:g},{middle:g}" fill="#baac91"/>',
    ]
    looks = (("#f6e7c6", "#c2a36b", "#3b2a14"), ("#8e3a22", "#521c0d", "#fff0e4"))
    for cell in scene.cells:
        x, y = places[cell.name]
        diamond = f"{x:g},{y - half:g} {x + half:g},{y:g} {x:g},{y + half:g} {x - half:g},{y:g}"
        fill = "#35291f" if cell.heart is not None else "none"
        parts.append(f'<polygon points="{diamond}" fill="{fill}" stroke="#83755c" stroke-width="1.2"/>')
        if cell.owner is not None:
            top, side, ink = looks[cell.owner]
            if cell.head:
                parts.append(_tower(x, y - 1, 1, top, side, ink, ""))
                star = _label(x, y + 4, "★", 15, ink)
                parts.append(star)
            else:
                parts.append(_tower(x, y - 1, cell.height, top, side, ink, str(cell.height)))
    for n in range(7):
        x, y = place(f"{chr(97 + n)}1")
        parts.append(_label(x + half * 0.86, y + half * 0.86, chr(97 + n), 12, "#e6d9c3"))
        x, y = place(f"a{n + 1}")
        parts.append(_label(x - half * 0.86, y + half * 0.86, str(n + 1), 12, "#e6d9c3"))
    return Board(size, size, "".join(parts), places)


def _axxa(view: Any) -> Board:
    scene = axxa.scene(view)
    places = _square_places((cell.name for cell in scene.cells), 7)
    width, height, body = _frame(7, "#3b4a63", "#c4cede")
    parts = [body]
    for cell in scene.cells:
        x, y = places[cell.name]
        dash = "" if cell.start else ' stroke-dasharray="3 3"'
        parts.append(
            f'<rect x="{x - 15:g}" y="{y - 15:g}" width="30" height="30" rx="6" fill="none" stroke="#8795ad"{dash}/>'
        )
        if cell.pieces:
            top = cell.pieces[0]
            parts.append(
                _tower(x, y - 1, len(cell.pieces), "#f1ddb6", "#c9a96f", "#2a2a33", "?" if top is None else str(top))
            )
    needed = "" if scene.needed is None else str(scene.needed)
    return Board(width, height, "".join([*parts, _label(width - 14, 14, needed, 14, "#f1ddb6", 700)]), places)


# --- Axiom: cubes, from the front and from behind --------------------------------------------------------------------

_WIDE, _DEEP, _TALL = 25.0, 12.5, 27.0
Space = tuple[float, float, float]
_NORMALS: dict[str, Space] = {
    "x+": (1, 0, 0),
    "x-": (-1, 0, 0),
    "y+": (0, 1, 0),
    "y-": (0, -1, 0),
    "z+": (0, 0, 1),
    "z-": (0, 0, -1),
}
_OPPOSITE = {"x+": "x-", "x-": "x+", "y+": "y-", "y-": "y+", "z+": "z+", "z-": "z-"}
_CUBES = (("#3d68b8", "#24468a", "#1a3468"), ("#fffaf0", "#e6dcc6", "#cdbf9f"))
_SCEPTRES = (("#5f93ff", "#0d1d42"), ("#ffffff", "#7d6f50"))


def _axiom(view: Any) -> Board:
    """Two views of the same block, since half of all faces look away: from the front, and from behind."""
    scene = axiom.scene(view)
    front, behind = _seen(scene, is_turned=False), _seen(scene, is_turned=True)
    width, height = front.width + behind.width + 14, max(front.height, behind.height)
    moved = front.width + 14
    body = (
        f'<rect width="{width:g}" height="{height:g}" rx="10" fill="#d8cab2"/>'
        f'<path d="M{front.width + 7:g} 12V{height - 12:g}" stroke="#a79a7e"/>'
        f'{front.body}<g transform="translate({moved:g} 0)">{behind.body}</g>'
    )
    return Board(width, height, body, front.places)


def _seen(scene: axiom.Scene, is_turned: bool) -> Board:
    sign = -1 if is_turned else 1

    def turned(cell: Sequence[float]) -> Space:
        return sign * cell[0], sign * cell[1], cell[2]

    def flat(point: Space) -> Point:
        x, y, z = point
        return (x - y) * _WIDE, (x + y) * _DEEP - z * _TALL

    cells = [turned(cube.cell) for cube in scene.cubes]
    corners = [
        flat((x + dx, y + dy, z + dz))
        for x, y, z in cells
        for dx in (-0.5, 0.5)
        for dy in (-0.5, 0.5)
        for dz in (-0.5, 0.5)
    ]
    margin = 26
    left, top = min(x for x, _ in corners) - margin, min(y for _, y in corners) - margin
    width, height = max(x for x, _ in corners) + margin - left, max(y for _, y in corners) + margin - top

    def at(point: Space) -> Point:
        x, y = flat(point)
        return x - left, y - top

    def direction(name: str) -> str:
        return _OPPOSITE[name] if is_turned else name

    filled = set(cells)
    sceptres: dict[Space, list[tuple[int, str]]] = {}
    for sceptre in scene.sceptres:
        sceptres.setdefault(turned(sceptre.cell), []).append((sceptre.seat, direction(sceptre.direction)))
    parts = []
    for cube in sorted(scene.cubes, key=lambda cube: (sum(turned(cube.cell)), turned(cube.cell)[2])):
        cell = turned(cube.cell)
        domes = {direction(dome) for dome in cube.domes}
        for shade, side in enumerate(("z+", "x+", "y+")):
            normal = _NORMALS[side]
            beyond = (cell[0] + normal[0], cell[1] + normal[1], cell[2] + normal[2])
            parts.append(_face(at, cell, side, _CUBES[cube.seat][shade], cube.seat))
            if beyond not in filled:
                parts.append(_relief(at, cell, side, cube.seat, side in domes))
        parts.extend(
            _sceptre(at, cell, side, seat) for seat, side in sceptres.get(cell, []) if side in ("x+", "y+", "z+")
        )
    places = {f"({cube.cell[0]},{cube.cell[1]},{cube.cell[2]})": at(turned(cube.cell)) for cube in scene.cubes}
    empty = {}
    for cube in scene.cubes:  # where a cube may be set down
        for normal in _NORMALS.values():
            near = tuple(int(a + b) for a, b in zip(cube.cell, normal, strict=True))
            empty[f"({near[0]},{near[1]},{near[2]})"] = at(turned(near))
    return Board(width, height, "".join(parts), empty | places)


def _axes(side: str) -> tuple[Space, Space]:
    """Two directions within a face."""
    return {"x": ((0, 1, 0), (0, 0, 1)), "y": ((1, 0, 0), (0, 0, 1)), "z": ((1, 0, 0), (0, 1, 0))}[side[0]]  # type: ignore[return-value]


def _on_face(cell: Space, side: str, u: float, v: float, out: float = 0.5) -> Space:
    normal, (a, b) = _NORMALS[side], _axes(side)
    return tuple(cell[n] + out * normal[n] + u * a[n] + v * b[n] for n in range(3))  # type: ignore[return-value]


def _points(at: Callable[[Space], Point], points: Iterable[Space]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, points))


def _face(at: Callable[[Space], Point], cell: Space, side: str, fill: str, seat: int) -> str:
    corners = [_on_face(cell, side, u, v) for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
    line = ("#0d1d42", "#8f8263")[seat]
    return f'<polygon points="{_points(at, corners)}" fill="{fill}" stroke="{line}" stroke-width="1"/>'


def _relief(at: Callable[[Space], Point], cell: Space, side: str, seat: int, is_dome: bool) -> str:
    """A dome stands out and catches the light, a recess is a dark hollow."""
    circle = [(0.24 * c, 0.24 * s) for c, s in _ROUND]
    if is_dome:
        base = _points(at, [_on_face(cell, side, u, v) for u, v in circle])
        cap = _points(at, [_on_face(cell, side, 0.75 * u, 0.75 * v, 0.68) for u, v in circle])
        light, dark = (("#9dbcf5", "#16305f"), ("#ffffff", "#a89a78"))[seat]
        return f'<polygon points="{base}" fill="{dark}"/><polygon points="{cap}" fill="{light}" stroke="{dark}" stroke-width="0.8"/>'
    hollow = _points(at, [_on_face(cell, side, u, v) for u, v in circle])
    fill, line = (("#10224b", "#6f94dd"), ("#b3a482", "#8f8263"))[seat]
    return f'<polygon points="{hollow}" fill="{fill}" stroke="{line}" stroke-width="0.8"/>'


_ROUND = [
    (1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924), (0.0, 1.0), (-0.383, 0.924), (-0.707, 0.707),
    (-0.924, 0.383), (-1.0, 0.0), (-0.924, -0.383), (-0.707, -0.707), (-0.383, -0.924), (0.0, -1.0), (0.383, -0.924),
    (0.707, -0.707), (0.924, -0.383),
]  # fmt: skip


def _sceptre(at: Callable[[Space], Point], cell: Space, side: str, seat: int) -> str:
    (x1, y1), (x2, y2) = at(_on_face(cell, side, 0, 0, 0.5)), at(_on_face(cell, side, 0, 0, 1.15))
    fill, line = _SCEPTRES[seat]
    return (
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{line}" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{fill}" stroke-width="6" stroke-linecap="round"/>'
        f'<circle cx="{x2:.1f}" cy="{y2:.1f}" r="6.5" fill="{fill}" stroke="{line}" stroke-width="1.6"/>'
    )


_DRAWERS: dict[str, Callable[[Any], Board]] = {"avalam": _avalam, "axom": _axom, "axxa": _axxa, "axiom": _axiom}
