"""Pictures that stand by themselves: SVG without styles, scripts, names or anything from elsewhere. Several of them can lie on
one page, on a light ground or a dark one: each brings its own."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from .errors import AlcoveError, WrongTypeError
from .text import Text

SIZE = 400
"""How many pixels the longer side has where nobody says."""
LARGEST = 100_000
FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
FIXED_FONT = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

Point = tuple[float, float]


def escape(words: str) -> str:
    """Words as they stand in a text or in a quoted attribute."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


class Picture:
    """Shapes one above the other. Coordinates go to the right and down, in whatever unit the painter likes."""

    def __init__(self) -> None:
        self._shapes: list[str] = []

    def add(self, tag: str, /, **attributes: str | float | None) -> Self:
        """A shape, with `words` in it if there are some; `stroke_width` is written `stroke-width`, and what is `None` is left out."""
        words = attributes.pop("words", None)
        told = "".join(
            f' {name.replace("_", "-")}="{_written(value)}"' for name, value in attributes.items() if value is not None
        )
        self._shapes.append(f"<{tag}{told}/>" if words is None else f"<{tag}{told}>{escape(str(words))}</{tag}>")
        return self

    def circle(self, x: float, y: float, radius: float, fill: str, **attributes: str | float | None) -> Self:
        return self.add("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)

    def polygon(self, points: Iterable[Point], fill: str, **attributes: str | float | None) -> Self:
        told = " ".join(f"{_written(x)},{_written(y)}" for x, y in points)
        return self.add("polygon", points=told, fill=fill, **attributes)

    def text(self, words: str, x: float, y: float, size: float, fill: str, **attributes: str | float | None) -> Self:
        """Words around a point: their middle lies there."""
        usual: dict[str, str | float | None] = {"text_anchor": "middle", "font_family": FONT}
        return self.add("text", words=words, x=x, y=y + 0.355 * size, font_size=size, fill=fill, **(usual | attributes))

    @property
    def shapes(self) -> str:
        """All of them, to lie in another picture."""
        return "\n".join(self._shapes)

    def write(self, left: float, top: float, width: float, height: float, title: str, size: int = SIZE) -> str:
        """The picture of that part of the plane, its longer side `size` pixels long; `title` is read aloud."""
        scale = _checked(size) / max(width, height)
        box = " ".join(map(_written, (left, top, width, height)))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_written(width * scale)}" '
            f'height="{_written(height * scale)}" role="img" aria-label="{escape(title)}">'
        )
        return "\n".join([head, f"<title>{escape(title)}</title>", *self._shapes, "</svg>", ""])


class Painting(NamedTuple):
    """A painted position: the part of the plane it takes, and where in it each cell is."""

    picture: Picture
    left: float
    top: float
    width: float
    height: float
    places: Mapping[str, Point]

    def svg(self, title: str, size: int = SIZE) -> str:
        return self.picture.write(self.left, self.top, self.width, self.height, title, size)


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    told = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if told in ("-0", "") else told


def _checked(size: object) -> float:
    expected = Text(f"a number of pixels from 1 to {LARGEST}", f"un nombre de pixels de 1 à {LARGEST}")
    if isinstance(size, bool) or not isinstance(size, int | float):
        raise WrongTypeError("size", expected, size)
    if not 1 <= size <= LARGEST:
        raise AlcoveError(
            Text(f"size: expected {expected.en}, found {size}", f"size : il faut {expected.fr}, trouvé {size}")
        )
    return size


def luminance(colour: str) -> float | None:
    """How light a colour looks, from 0 to 1; `None` if it is not written as `#rgb` or `#rrggbb`."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        return None
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def ink_on(colour: str) -> str:
    """Ink that can be read on a colour."""
    found = luminance(colour)
    return "#fffaf0" if found is not None and found < 0.52 else "#241c12"


# --- What the terminal shows ------------------------------------------------------------------------------------------

_INKS = {
    "light": "#f2d79a", "dark": "#e0795f", "white": "#f5efe2", "blue": "#8fb4f5", "faint": "#98928a", "label": "#b9b2a6",
    "title": "#fff7e6",
}  # fmt: skip


def of_drawing(drawing: Iterable[Iterable[tuple[str, str]]]) -> Painting:
    """A terminal's drawing as a picture, for games that have no other; where its cells are, nobody knows."""
    lines = [list(spans) for spans in drawing]
    columns = max((sum(len(words) for words, _ in spans) for spans in lines), default=1)
    wide, high = 0.62 * columns + 2, 1.25 * len(lines) + 1.4
    picture = Picture().add("rect", width=wide, height=high, rx=0.6, fill="#26221f")
    for row, spans in enumerate(lines):
        column = 0
        for words, role in spans:
            picture.text(
                words, 1 + 0.62 * column, 1.3 + 1.25 * row, 1, _INKS.get(role, "#e8e1d5"), text_anchor="start",
                font_family=FIXED_FONT, textLength=0.62 * len(words), style="white-space:pre",
            )  # fmt: skip
            column += len(words)
    return Painting(picture, 0, 0, wide, high, {})
