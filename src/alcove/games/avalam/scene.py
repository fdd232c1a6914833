"""Avalam as the page draws it: towers, what each legal move would make, and the last move as steps."""

from functools import cache

from msgspec import Struct
from msgspec.json import Encoder

from alcove.core.text import Text

from .rules import CELLS, DARK, LIGHT, MOVES, NUMBER, STEPS, TALLEST, Move, State

_encode = Encoder().encode


class Cell(Struct, frozen=True):
    """A cell and its tower; `owner` is a seat, or `None` where there is no tower (`height` 0).

    `settled` (V7): nothing can move this tower or cover it any more, so its point is certain.
    """

    name: str
    owner: int | None
    height: int
    settled: bool


class Scene(Struct, frozen=True):
    """`cells` are those of the board, row 9 to row 1; `points` and `fives` go by seat (V9, V10)."""

    cells: tuple[Cell, ...]
    points: tuple[int, int]
    fives: tuple[int, int]


class MovePreview(Struct, frozen=True):
    """A legal move: `moved` pieces onto `standing` ones make a tower of `height` for `owner`."""

    text: str
    origin: str
    target: str
    moved: int
    standing: int
    height: int
    owner: int


class Step(Struct, frozen=True):
    """The one step of a move: a tower slides from `origin` onto `target`."""

    origin: str
    target: str
    moved: int
    height: int
    owner: int


def scene(view: State) -> Scene:
    alive = {STEPS[step][0] for step in view.steps}  # what can be covered can also move
    cells = tuple([_cell(cell, tower, bool(tower) and cell not in alive) for cell, tower in enumerate(view.towers)])
    fives = (view.towers.count(TALLEST), view.towers.count(-TALLEST))
    return Scene(cells, (view.points(LIGHT), view.points(DARK)), fives)


def previews(view: State) -> list[MovePreview]:
    towers = view.towers
    return [_preview(move, towers[NUMBER[move.origin]], towers[NUMBER[move.target]]) for move in view.legal_moves()]


def written_previews(view: State) -> bytes:
    """`previews` as JSON."""
    towers = view.towers
    written = [_written(step, towers[STEPS[step][0]], towers[STEPS[step][1]]) for step in view.steps]
    return b"[%s]" % b",".join(written)


def steps(before: State, move_text: str, after: State) -> list[Step]:
    done = _played(before, move_text)
    return [Step(done.origin, done.target, done.moved, done.height, done.owner)]


def spoken(before: State, move_text: str, after: State) -> Text:
    """The move as it is announced: « a4 sur a5, tour de 2 »."""
    done = _played(before, move_text)
    return Text(
        f"{done.origin} onto {done.target}, tower of {done.height}",
        f"{done.origin} sur {done.target}, tour de {done.height}",
    )


def _played(before: State, move_text: str) -> MovePreview:
    move = before.find(move_text)
    return _preview(move, before.towers[NUMBER[move.origin]], before.towers[NUMBER[move.target]])


# Cells and moves are the same few thousand in every game, and a room draws hundreds of positions a second.


@cache
def _preview(move: Move, moved: int, standing: int) -> MovePreview:
    """V6: the moved tower lies on top, so its owner owns the sum."""
    height = abs(moved) + abs(standing)
    owner = LIGHT if moved > 0 else DARK
    return MovePreview(str(move), move.origin, move.target, abs(moved), abs(standing), height, owner)


@cache
def _written(step: int, moved: int, standing: int) -> bytes:
    return _encode(_preview(MOVES[step], moved, standing))


@cache
def _cell(number: int, tower: int, settled: bool) -> Cell:
    owner = None if tower == 0 else LIGHT if tower > 0 else DARK
    return Cell(CELLS[number], owner, abs(tower), settled)
