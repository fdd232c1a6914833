"""Where a sceptre may go (C12 to C16): lines of faces, what blocks them, and where it may not stop."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from .space import DIRECTIONS, DOWN, OPPOSITE, Block, Cell, Direction, Face, Sceptre, face_order, toward

Obstacle = Literal["dome", "sceptre", "covered", "squeezed"]
"""What ends a line before a face: its dome, a sceptre on it, a cube in front of it, cubes on both sides of a diagonal."""

Restriction = Literal["cube in tip cell", "body in body cell", "facing sceptre"]
"""C15: why a sceptre may cross a face but not stop on it."""

Line = Iterator[tuple[Face, Obstacle | None]]
"""The faces of a line in order, past its obstacles too: whoever walks it must stop at the first one."""


def obstacle_on(block: Block, face: Face) -> Obstacle | None:
    """C12, C14: what keeps a sceptre off a face of an existing cube."""
    if face.direction in block.cube_at[face.cell].domes:
        return "dome"
    if face in block.sceptre_on:
        return "sceptre"
    if face.body in block.cube_at:
        return "covered"
    return None


def restriction(block: Block, face: Face) -> Restriction | None:
    """C15: why a sceptre cannot settle on an open face. The mover is lifted; nothing has been eliminated yet."""
    if face.tip in block.cube_at:
        return "cube in tip cell"
    if face.body in block.bodies:
        return "body in body cell"
    if Face(toward(face.cell, face.direction, 3), OPPOSITE[face.direction]) in block.sceptre_on:
        return "facing sceptre"
    return None


@lru_cache(1 << 13)  # lines run over the same faces ply after ply
def _ways_on(face: Face, heading: Direction) -> tuple[Cell, tuple[Face, Direction], Cell, tuple[Face, Direction]]:
    """C13: the cell above the next one and the way up its side, the next cell and the way over it."""
    cell, normal = face
    ahead = toward(cell, heading)
    above = toward(ahead, normal)
    climb, straight = (Face(above, OPPOSITE[heading]), normal), (Face(ahead, normal), heading)
    return above, climb, ahead, straight


def next_face(block: Block, face: Face, heading: Direction) -> tuple[Face, Direction] | None:
    """C13: the next face of an orthogonal line and the heading there; `None` where the table ends the line."""
    above, climb, ahead, straight = _ways_on(face, heading)
    if above in block.cube_at:
        return climb  # checked first, even over a gap
    if ahead in block.cube_at:
        return straight
    if heading == DOWN:
        return None
    return Face(face.cell, heading), OPPOSITE[face.direction]  # over the edge


def orthogonal_line(block: Block, start: Face, heading: Direction) -> Line:
    """C13: round the block until the table, or until a full loop comes back to the mover's own face."""
    face = start
    while (step := next_face(block, face, heading)) is not None:
        face, heading = step
        if face == start:
            return
        yield face, obstacle_on(block, face)


def diagonal_line(block: Block, start: Face, one: Direction, other: Direction) -> Line:
    """C14: from cube to cube across their corners, in one plane, never between two cubes that stand in the way."""
    cell, normal = start
    while (across := toward(toward(cell, one), other)) in block.cube_at:
        beside = (toward(toward(cell, side), normal) for side in (one, other))
        squeezed = all(neighbour in block.cube_at for neighbour in beside)
        face = Face(across, normal)
        yield face, "squeezed" if squeezed else obstacle_on(block, face)
        cell = across


_HEADINGS = {normal: tuple(way for way in DIRECTIONS if way[0] != normal[0]) for normal in DIRECTIONS}


def lines(block: Block, start: Face) -> Iterator[Line]:
    """C12: the four orthogonal lines from a face, then the four diagonals."""
    headings = _HEADINGS[start.direction]
    for heading in headings:
        yield orthogonal_line(block, start, heading)
    for one in headings[:2]:
        for other in headings[2:]:
            yield diagonal_line(block, start, one, other)


class Reach(NamedTuple):
    """A face a sceptre can come to: by which faces, its own first; and why it may not stop there, if so."""

    route: tuple[Face, ...]
    restriction: Restriction | None

    @property
    def is_stop(self) -> bool:
        return self.restriction is None


def reach(block: Block, sceptre: Sceptre) -> dict[Face, Reach]:
    """All faces a sceptre can come to, by z, y, x and direction, each with the shortest route there."""
    lifted = block.without(sceptre)
    routes: dict[Face, tuple[Face, ...]] = {}
    for line in lines(lifted, sceptre.face):
        route: tuple[Face, ...] = (sceptre.face,)
        for face, obstacle in line:
            if obstacle is not None:
                break
            route = (*route, face)
            if face not in routes or len(route) < len(routes[face]):
                routes[face] = route
    return {face: Reach(routes[face], restriction(lifted, face)) for face in sorted(routes, key=face_order)}


def first_obstacle(block: Block, sceptre: Sceptre, target: Face) -> tuple[Face, Obstacle] | None:
    """The first obstacle on the way to a face out of reach, on the shortest line there; `None` if no line leads there."""
    lifted = block.without(sceptre)
    shortest: tuple[int, Face, Obstacle] | None = None
    for line in lines(lifted, sceptre.face):
        blocked: tuple[Face, Obstacle] | None = None
        for length, (face, obstacle) in enumerate(line):
            if blocked is None and obstacle is not None:
                blocked = (face, obstacle)
            if face == target:
                if blocked is not None and (shortest is None or length < shortest[0]):
                    shortest = (length, *blocked)
                break
    return None if shortest is None else shortest[1:]
