"""Any flat board as a picture: what `flat.Scene` says, painted in the colours of the game's card."""

from base64 import b64encode
from collections.abc import Collection
from math import cos, pi, sin, sqrt

from msgspec.structs import replace

from alcove.boards import flat
from alcove.core.about import Palette
from alcove.core.svg import Painting, Picture, Point, ink_on

MARGIN = 0.42
LABEL_SIZE = 0.3
STEP_UP = 0.095
"""How much higher each piece of a pile lies than the one below it."""
MOVED = "#ffb637"
"""What shows the cells of the last move."""


def paint(scene: flat.Scene, colours: Palette, moved: Collection[str] = ()) -> Painting:
    """The picture of a scene; `moved` are the cells of the last move. A pile shows how high it is, on its top or beside it."""
    picture, ground = Picture(), _roomy(scene.ground)
    left, right, low, high = _reach(ground)
    picture.add("rect", x=left, y=-high, width=right - left, height=high - low, rx=0.28, fill=colours.ground)
    picture.add(
        "rect", x=left + 0.05, y=-high + 0.05, width=right - left - 0.1, height=high - low - 0.1, rx=0.24, fill="none",
        stroke="#fff", stroke_opacity=0.16, stroke_width=0.035,
    )  # fmt: skip
    places = {cell.name: (cell.x, -cell.y) for cell in ground.cells}
    for start, end in ground.lines:
        (x1, y1), (x2, y2) = places[start], places[end]
        picture.add(
            "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink_on(colours.ground), stroke_opacity=0.55, stroke_width=0.05
        )
    for cell in ground.cells:
        _cell(picture, cell, ground.shape, colours, cell.name in moved)
    ink = ink_on(colours.ground)
    for label in ground.labels:
        picture.text(label.words, label.x, -label.y, LABEL_SIZE, ink, fill_opacity=0.78)
    marks: dict[str, list[flat.Mark]] = {}
    for mark in scene.marks:
        marks.setdefault(mark.cell, []).append(mark)
    for pile in sorted(scene.piles, key=lambda pile: places[pile.cell][1]):  # what lies nearer hides what lies behind
        (x, middle), height = places[pile.cell], len(pile.pieces)
        y = middle + STEP_UP * (height - 1) / 2
        for number, piece in enumerate(pile.pieces):
            _piece(picture, piece, x, y - STEP_UP * number, ground, colours, number == height - 1)
        top, y = pile.pieces[-1], y - STEP_UP * (height - 1)
        if height > 1 and not top.text:
            _printed(picture, str(height), x, y, 0.36, _colour(top, colours))
        elif height > 1:
            picture.text(str(height), x + 0.4, middle + 0.38, 0.22, ink_on(colours.ground), fill_opacity=0.85)
        for mark in marks.pop(pile.cell, ()):
            _mark(picture, mark, x, y, colours, top)
    for name, several in marks.items():
        for mark in several:
            _mark(picture, mark, *places[name], colours)
    return Painting(picture, left, -high, right - left, high - low, places)


def _roomy(ground: flat.Ground) -> flat.Ground:
    """Cells on their corners are 1 across in a scene; here their edges are, so that pieces have as much room as elsewhere."""
    if ground.shape != "diamond":
        return ground
    return replace(
        ground,
        cells=tuple(replace(cell, x=cell.x * sqrt(2), y=cell.y * sqrt(2)) for cell in ground.cells),
        labels=tuple(replace(label, x=label.x * sqrt(2), y=label.y * sqrt(2)) for label in ground.labels),
    )


def _reach(ground: flat.Ground) -> tuple[float, float, float, float]:
    """What the board takes of the plane, with room for its labels: from the left to the right, from below to above."""
    half = {"hexagon": 1 / sqrt(3), "diamond": 1 / sqrt(2)}.get(ground.shape, 0.5)
    xs, ys = [cell.x for cell in ground.cells], [cell.y for cell in ground.cells]
    label_xs, label_ys = [label.x for label in ground.labels], [label.y for label in ground.labels]
    return (
        min([min(xs) - half - MARGIN, *(x - 0.32 for x in label_xs)]),
        max([max(xs) + half + MARGIN, *(x + 0.32 for x in label_xs)]),
        min([min(ys) - half - MARGIN, *(y - 0.32 for y in label_ys)]),
        max([max(ys) + half + MARGIN, *(y + 0.32 for y in label_ys)]),
    )


# --- The ground -------------------------------------------------------------------------------------------------------


def _cell(picture: Picture, cell: flat.Cell, shape: flat.Shape, colours: Palette, is_moved: bool) -> None:
    x, y = cell.x, -cell.y
    is_dark = ink_on(colours.ground) != "#241c12"
    shade = ("#fff", 0.10) if is_dark else ("#000", 0.10)
    if shape == "point":
        picture.circle(x, y, 0.11, ink_on(colours.ground), fill_opacity=0.75)
    else:
        tint = shade[1] * (1, 2.1, 0.3)[min(cell.tint, 2)]
        corners = _corners(x, y, shape, 0.97)
        picture.polygon(corners, shade[0], fill_opacity=tint, stroke=shade[0], stroke_opacity=0.22, stroke_width=0.02)
        if cell.owner is not None:
            home = (colours.first, colours.second)[cell.owner % 2]
            picture.polygon(_corners(x, y, shape, 0.82), "none", stroke=home, stroke_width=0.07, stroke_opacity=0.9)
    if is_moved:
        if shape == "point":
            picture.circle(x, y, 0.46, MOVED, fill_opacity=0.55)
        else:
            picture.polygon(_corners(x, y, shape, 0.97), MOVED, fill_opacity=0.62)


def _corners(x: float, y: float, shape: flat.Shape, share: float) -> list[Point]:
    if shape == "hexagon":
        return _ring(x, y, share / sqrt(3), 6, pi / 6)
    if shape == "diamond":
        return _ring(x, y, share / sqrt(2), 4, 0)
    return _ring(x, y, share / sqrt(2), 4, pi / 4)


def _ring(x: float, y: float, radius: float, corners: int, turn: float) -> list[Point]:
    angles = [turn + 2 * pi * number / corners for number in range(corners)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


# --- Pieces and marks -------------------------------------------------------------------------------------------------


def _colour(piece: flat.Piece, colours: Palette) -> str:
    return "#9a9690" if piece.owner is None else (colours.first, colours.second)[piece.owner % 2]


def _piece(
    picture: Picture, piece: flat.Piece, x: float, y: float, ground: flat.Ground, colours: Palette, is_top: bool
) -> None:
    """A piece as it is seen from above and a little from the front: its edge below, its face above."""
    if drawn := ground.pictures.get(piece.picture):
        coded = b64encode(drawn.encode()).decode()
        picture.add("image", x=x - 0.42, y=y - 0.42, width=0.84, height=0.84, href=f"data:image/svg+xml;base64,{coded}")
        return
    colour = _colour(piece, colours)
    body: dict[str, str | float | None] = {"stroke": "#000", "stroke_opacity": 0.45, "stroke_width": 0.018}
    if piece.form in ("block", "hexagon"):
        outline = _corners(x, y + 0.07, "hexagon" if piece.form == "hexagon" else "square", 0.78)
        face = _corners(x, y, "hexagon" if piece.form == "hexagon" else "square", 0.78)
        picture.polygon(outline, colour, **body).polygon(outline, "#000", fill_opacity=0.3).polygon(
            face, colour, **body
        )
        inner = _corners(x, y, "hexagon" if piece.form == "hexagon" else "square", 0.62)
        picture.polygon(inner, "none", stroke="#fff", stroke_opacity=0.3, stroke_width=0.025)
    elif piece.form == "stone":
        picture.circle(x, y + 0.045, 0.4, "#000", fill_opacity=0.3)
        picture.circle(x, y, 0.4, colour, **body)
        picture.add(
            "ellipse", cx=x - 0.11, cy=y - 0.15, rx=0.17, ry=0.11, fill="#fff", fill_opacity=0.35,
            transform=f"rotate(-35 {x - 0.11:.3f} {y - 0.15:.3f})",
        )  # fmt: skip
    else:
        picture.circle(x, y + 0.075, 0.385, colour, **body)
        picture.circle(x, y + 0.075, 0.385, "#000", fill_opacity=0.34)
        picture.circle(x, y, 0.385, colour, **body)
        if is_top:
            picture.circle(x, y, 0.3, "#000", fill_opacity=0.05, stroke="#fff", stroke_opacity=0.32, stroke_width=0.025)
    if piece.text and is_top:
        _printed(picture, piece.text, x, y, 0.44 if len(piece.text) < 3 else 0.3, colour)


def _printed(picture: Picture, words: str, x: float, y: float, size: float, colour: str) -> None:
    picture.text(words, x, y, size, ink_on(colour), font_weight=700)


def _mark(
    picture: Picture, mark: flat.Mark, x: float, y: float, colours: Palette, on: flat.Piece | None = None
) -> None:
    """A sign on a cell, or on the piece at the top of its pile."""
    colour = MOVED if mark.owner is None else (colours.first, colours.second)[mark.owner % 2]
    edge: dict[str, str | float | None] = {"stroke": "#1d1712", "stroke_width": 0.03, "stroke_opacity": 0.7}
    if mark.kind == "dot":
        picture.circle(x, y, 0.13, colour, **edge)
    elif mark.kind == "ring":
        if on is not None and on.form in ("block", "hexagon"):
            outline = _corners(x, y, "hexagon" if on.form == "hexagon" else "square", 0.8)
            picture.polygon(outline, "none", stroke=colour, stroke_width=0.07, stroke_linejoin="round")
        else:
            picture.circle(x, y, 0.42, "none", stroke=colour, stroke_width=0.07)
    elif mark.kind == "cross":
        for slant in (-1, 1):
            picture.add(
                "line", x1=x - 0.24, y1=y - 0.24 * slant, x2=x + 0.24, y2=y + 0.24 * slant, stroke=colour,
                stroke_width=0.1, stroke_linecap="round",
            )  # fmt: skip
    elif mark.kind == "star":
        points = [
            (x + radius * sin(pi * number / 5), y - radius * cos(pi * number / 5))
            for number, radius in enumerate([0.26, 0.11] * 5)
        ]
        picture.polygon(points, colour, **edge)
    else:
        picture.add(
            "polyline", points=f"{x - 0.2:.3f},{y:.3f} {x - 0.05:.3f},{y + 0.16:.3f} {x + 0.22:.3f},{y - 0.16:.3f}",
            fill="none", stroke=colour, stroke_width=0.1, stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip
