"""A curve as a picture that any browser shows: strength over time, chances over a game."""

import math
from collections.abc import Iterable

from alcove.core.errors import AlcoveError, expect, quoted
from alcove.core.svg import Picture
from alcove.core.text import Text

WIDTH, HEIGHT, MARGIN = 720, 360, 56
INK, FAINT, LINE = "#444", "#ddd", "#2463a5"


def curve(
    points: Iterable[tuple[float, float]],
    title: str = "",
    across: str = "",
    up: str = "",
    *,
    low: float = 0.0,
    high: float | None = None,
    compared: float | None = None,
) -> str:
    """Points joined by a line, as an SVG that stands by itself; `across` and `up` name the axes. The upright one goes from `low`,
    or from the lowest point, to `high`, or to the highest; `compared` is a height to compare with.

    >>> import alcove
    >>> alcove.curve([(0, 50), (1, 75)], "Strength").startswith("<svg ")
    True
    """
    found = _checked(points)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    left, right = min(0.0, *xs), max(*xs, 1e-9)
    bottom, top = min(low, *ys), max(1e-9, *ys) if high is None else max(high, *ys)
    top = top if top > bottom else bottom + 1

    def place(x: float, y: float) -> tuple[float, float]:
        share_x, share_y = (x - left) / (right - left), (y - bottom) / (top - bottom)
        return MARGIN + share_x * (WIDTH - 2 * MARGIN), HEIGHT - MARGIN - share_y * (HEIGHT - 2 * MARGIN)

    picture = Picture().add("rect", width=WIDTH, height=HEIGHT, rx=8, fill="#fff")
    picture.text(title, WIDTH / 2, 24, 14, INK, font_weight="bold").text(across, WIDTH / 2, HEIGHT - 16, 12, INK)
    picture.text(up, 16, HEIGHT / 2, 12, INK, transform=f"rotate(-90 16 {HEIGHT / 2:g})")
    for mark in _marks(bottom, top):
        _, y = place(left, mark)
        picture.add("line", x1=MARGIN, y1=y, x2=WIDTH - MARGIN, y2=y, stroke=FAINT)
        picture.text(f"{mark:g}", MARGIN - 6, y, 12, INK, text_anchor="end")
    for mark in _marks(left, right):
        picture.text(f"{mark:g}", place(mark, bottom)[0], HEIGHT - MARGIN + 14, 12, INK)
    if compared is not None:
        _, y = place(left, compared)
        picture.add("line", x1=MARGIN, y1=y, x2=WIDTH - MARGIN, y2=y, stroke="#b06f00", stroke_dasharray="6 4")
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in found))
    picture.add("polyline", points=line, fill="none", stroke=LINE, stroke_width=2, stroke_linejoin="round")
    for point in found:
        picture.circle(*place(*point), 3, LINE)
    return picture.write(0, 0, WIDTH, HEIGHT, title or "curve", WIDTH)


def _checked(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    found = []
    expect("points", points, Iterable, Text("points, each two numbers", "des points, chacun deux nombres"))
    for number, point in enumerate(points, 1):
        try:
            x, y = (float(part) for part in point)
        except (TypeError, ValueError):
            x = y = math.nan
        if not (math.isfinite(x) and math.isfinite(y)):
            shown = quoted(repr(point))[1:-1]
            raise AlcoveError(
                Text(f"points: number {number} is not two finite numbers: {shown}",
                     f"points : le numéro {number} n'est pas deux nombres finis : {shown}")
            )  # fmt: skip
        found.append((x, y))
    if not found:
        raise AlcoveError(Text("points: there are none", "points : il n'y en a aucun"))
    return found


def _marks(low: float, high: float) -> list[float]:
    """Round numbers for an axis: about six of them."""
    raw = max(high - low, 1e-9) / 6
    power: float = 10 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * (1 - 1e-9))
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step + 1e-9) + 1)]
