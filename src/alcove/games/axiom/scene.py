"""Axiom as the page draws it: pieces in space, each legal move with its line over the faces, and the last move as steps."""

from functools import cache, lru_cache
from typing import Literal, cast

from msgspec import Raw, Struct
from msgspec.json import Encoder

from alcove.core.text import Text

from . import space
from .rules import State
from .space import BLUE, Cell, CubeMove, SceptreMove, write_cell
from .words import face_words, listed

_encode = Encoder().encode

Direction = Literal["x+", "x-", "y+", "y-", "z+", "z-"]
"""`space.Direction`, spelt out so that the page's types know the six of them."""


class Face(Struct, frozen=True):
    """One side of the cube in a cell."""

    cell: Cell
    direction: Direction


class Cube(Struct, frozen=True):
    """C2: a cube; the sides without a dome are recesses."""

    seat: int
    cell: Cell
    domes: tuple[Direction, ...]


class Sceptre(Struct, frozen=True):
    """C3: a sceptre on the side `direction` of the cube in `cell`."""

    seat: int
    cell: Cell
    direction: Direction


class Scene(Struct, frozen=True):
    """`decided` is the cube whose two sceptres ended the game (C18, C19), or `None`."""

    cubes: tuple[Cube, ...]
    sceptres: tuple[Sceptre, ...]
    decided: Cell | None


class MovePreview(Struct, frozen=True):
    """A legal move of `seat`.

    A sceptre comes to the side `direction` of the cube in `target` over the faces of `route`, its own and the target
    included (the shortest line there), and may take the cube in `removes` off the board (C17). A cube is set into the
    cell `target`, turned so that its domes point to `domes`. What the other piece would need is `None` or empty.
    """

    text: str
    piece: Literal["sceptre", "cube"]
    seat: int
    origin: Cell
    target: Cell
    direction: Direction | None
    domes: tuple[Direction, ...]
    route: tuple[Face, ...]
    removes: Cell | None
    wins: bool
    loses: bool


class Step(Struct, frozen=True):
    """A part of a move: a sceptre walks `route`, a cube is carried and turned, or an eliminated cube of `seat` goes."""

    kind: Literal["walk", "carry", "remove"]
    seat: int
    origin: Cell
    target: Cell
    route: tuple[Face, ...]
    domes_before: tuple[Direction, ...]
    domes_after: tuple[Direction, ...]


def scene(view: State) -> Scene:
    standing = [sceptre.face.cell for sceptre in view.sceptres]
    return Scene(
        tuple(map(_cube, view.cubes)),
        tuple(map(_sceptre, view.sceptres)),
        next((cell for cell in standing if standing.count(cell) > 1), None),
    )


@lru_cache(4096)  # most pieces stand where they stood a ply ago
def _cube(cube: space.Cube) -> Cube:
    return Cube(cube.colour, cube.cell, _directions(cube.domes))


@lru_cache(4096)
def _sceptre(sceptre: space.Sceptre) -> Sceptre:
    return Sceptre(sceptre.colour, sceptre.face.cell, _direction(sceptre.face.direction))


def previews(view: State) -> list[MovePreview]:
    if view.outcome() is not None:
        return []
    carried = [
        _carried(view.to_move, CubeMove(origin, target, domes))
        for origin, target, turns in view.carries
        for domes in turns
    ]
    return _walks(view) + carried


def written_previews(view: State) -> bytes:
    """`previews` as JSON. The hundred moves of cubes in a position differ by two cells and by how a cube is turned: that is
    filled into a form."""
    if view.outcome() is not None:
        return b"[]"
    seat, written = view.to_move, []
    if walks := _walks(view):
        written.append(_encode(walks)[1:-1])
    for origin, target, turns in view.carries:
        (start, from_), (end, to) = _cell_twice(origin), _cell_twice(target)
        written.append(_form(seat, turns) % ((start, end, from_, to) * len(turns)))
    return b"[%s]" % b",".join(written)


@cache
def _form(seat: int, turns: tuple[tuple[space.Direction, ...], ...]) -> bytes:
    """The previews of a cube turned in these ways, with places for its two cells: as texts, and as numbers."""
    gap = cast(Cell, Raw(b"%s"))
    forms = (_carried(seat, CubeMove(gap, gap, domes), f"C%s-%s{''.join(domes)}") for domes in turns)
    return b",".join(map(_encode, forms))


@lru_cache(4096)
def _cell_twice(cell: Cell) -> tuple[bytes, bytes]:
    """A cell as move texts and as JSON write it."""
    return write_cell(cell).encode(), _encode(cell)


def _walks(view: State) -> list[MovePreview]:
    reached = {sceptre.face.cell: view.reach(sceptre) for sceptre in view.sceptres if sceptre.colour == view.to_move}
    return [_walked(view, str(move), move, _faces(reached[move.origin][move.target].route)) for move in view.walks]


def steps(before: State, move_text: str, after: State) -> list[Step]:
    move = before.find(move_text)
    if isinstance(move, CubeMove):
        cube = before.block.cube_at[move.origin]
        turned = (_directions(cube.domes), _directions(move.domes))
        return [Step("carry", before.to_move, move.origin, move.target, (), *turned)]
    done = [Step("walk", before.to_move, move.origin, move.target.cell, _faces(before.route(move)), (), ())]
    removed = before.removed_by(move)
    if removed is not None:
        domes = _directions(removed.domes)
        done.append(Step("remove", removed.colour, removed.cell, removed.cell, (), domes, domes))
    return done


def spoken(before: State, move_text: str, after: State) -> Text:
    """The move as it is announced, in the same words on both sides of the table."""
    move = before.find(move_text)
    start = write_cell(move.origin)
    if isinstance(move, CubeMove):
        there, domes = write_cell(move.target), listed(move.domes)
        many = len(move.domes) > 1
        return Text(
            f"cube from {start} to {there}, {'domes' if many else 'dome'} {domes.en}",
            f"cube de {start} en {there}, {'bosses' if many else 'bosse'} {domes.fr}",
        )
    arrival = face_words(move.target)
    told = Text(f"sceptre from {start} to {arrival.en}", f"sceptre de {start} sur {arrival.fr}")
    removed = before.removed_by(move)
    if removed is not None:
        colour = Text("blue", "bleu") if removed.colour == BLUE else Text("white", "blanc")
        told = Text(
            f"{told.en}, removes the {colour.en} cube {write_cell(removed.cell)}",
            f"{told.fr}, enlève le cube {colour.fr} {write_cell(removed.cell)}",
        )
    return told


def _carried(seat: int, move: CubeMove, text: str | None = None) -> MovePreview:
    domes = _directions(move.domes)
    return MovePreview(text or str(move), "cube", seat, move.origin, move.target, None, domes, (), None, False, False)


def _walked(view: State, text: str, move: SceptreMove, route: tuple[Face, ...]) -> MovePreview:
    removed = view.removed_by(move)
    return MovePreview(
        text,
        "sceptre",
        view.to_move,
        move.origin,
        move.target.cell,
        _direction(move.target.direction),
        (),
        route,
        None if removed is None else removed.cell,
        view.wins(move),
        view.joins_own_sceptres(move),
    )


def _direction(direction: space.Direction) -> Direction:
    return cast(Direction, direction)


def _directions(directions: tuple[space.Direction, ...]) -> tuple[Direction, ...]:
    return cast(tuple[Direction, ...], directions)


def _faces(route: tuple[space.Face, ...]) -> tuple[Face, ...]:
    return tuple(map(_face, route))


@lru_cache(4096)  # the lines of a sceptre share most of their faces
def _face(face: space.Face) -> Face:
    return Face(face.cell, _direction(face.direction))
