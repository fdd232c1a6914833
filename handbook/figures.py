"""The figures of the rules as SVG: boards as the games paint them, what moves, and what the rules refuse.

A figure is a strip of boards: the position, then one board after every move that is played. Arrows show where the next move
goes; a dashed one with a cross is refused.
"""

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from alcove.boards.grid import cells_named
from alcove.core.errors import AlcoveError
from alcove.core.game import Game, State
from alcove.core.registry import game as find_game
from alcove.core.svg import Point
from alcove.core.text import Text
from alcove.games.teaching import Figure, start

MOST_BOARDS = 4
"""Longer figures show their first and their last board."""
GO, NO = "#ffb338", "#ff5a43"

UNIT = 38
"""So many pixels are as long as a cell of a board, or an edge of a cube."""


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
        arrows[-1].append(_arrow(boards[-1], step.move, is_refused=step.refused))
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
    painted = game.paint(game.view(state, state.to_move))
    body = f'<g transform="scale({UNIT}) translate({-painted.left:g} {-painted.top:g})">{painted.picture.shapes}</g>'
    places = {cell: (UNIT * (x - painted.left), UNIT * (y - painted.top)) for cell, (x, y) in painted.places.items()}
    return Board(UNIT * painted.width, UNIT * painted.height, body, places)


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


def _arrow(board: Board, move: str, is_refused: bool) -> str:
    points = [board.places[cell] for cell in cells_named(tuple(board.places), move)]
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
