"""A curve as a picture that any browser shows: strength over time."""

import math
from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 720, 360, 56


def _step(span: float) -> float:
    """A round distance between marks of an axis: about six of them."""
    raw = max(span, 1e-9) / 6
    power: float = 10 ** math.floor(math.log10(raw))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)


def curve(points: Sequence[tuple[float, float]], title: str, across: str, up: str) -> str:
    """An SVG of points joined by a line; `across` and `up` name the axes."""
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    left, right, low, high = min(0.0, *xs), max(*xs, 1e-9), min(0.0, *ys), max(*ys, 1e-9)

    def place_x(x: float) -> float:
        return MARGIN + (x - left) / (right - left) * (WIDTH - 2 * MARGIN)

    def place_y(y: float) -> float:
        return HEIGHT - MARGIN - (y - low) / (high - low) * (HEIGHT - 2 * MARGIN)

    text = 'font-family="sans-serif" font-size="12" fill="#444"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" {text} font-weight="bold">{title}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle" {text}>{across}</text>',
        f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})" {text}>{up}</text>',
    ]
    step = _step(high - low)
    for number in range(math.ceil(low / step), math.floor(high / step) + 1):
        y = place_y(number * step)
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end" {text}>{number * step:g}</text>')
    step = _step(right - left)
    for number in range(math.ceil(left / step), math.floor(right / step) + 1):
        x = place_x(number * step)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle" {text}>{number * step:g}</text>'
        )
    line = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2463a5" stroke-width="2"/>')
    parts += [f'<circle cx="{place_x(x):.1f}" cy="{place_y(y):.1f}" r="3" fill="#2463a5"/>' for x, y in points]
    return "\n".join([*parts, "</svg>", ""])
