"""Axiom: the law. Twelve cubes are the board, the sceptres walk over their faces, and every turn may rebuild it.

Plain Python in the order of RULES.md; every rule cites its clause. Space and pieces (C1 to C5) are in `space.py`, where
a cube may stand (C6 to C11) in `placing.py`, where a sceptre may go (C12 to C16) in `walking.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from alcove.core.errors import IllegalMoveError
from alcove.core.game import Outcome, State as BaseState
from alcove.core.options import choice, number
from alcove.core.text import Refusal, Text

from . import words
from .notation import Position, read_move, read_position, write_position
from .placing import Carry, carries, clash, hindrance, is_locked, site
from .space import (
    DOWN,
    TURNS,
    UP,
    Block,
    Cube,
    CubeMove,
    Face,
    Move,
    Sceptre,
    SceptreMove,
    piece_order,
    toward,
)
from .walking import Reach, first_obstacle, obstacle_on, reach

START = """
bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+  bC(-1,0,2)x+ bC(0,0,2)z- bC(1,0,2)x+  bS(-1,0,2)z+ bS(1,0,2)z+
wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+  wC(-1,1,2)x- wC(0,1,2)z- wC(1,1,2)x-  wS(-1,1,2)z+ wS(1,1,2)z+  b
"""
"""C4: doubles below, singles on top, a sceptre on each outer cube; White is Blue turned by 180°. Blue begins."""


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules that end an endless game in a draw."""

    repetition: Literal["3", "off"] = choice(
        "C21",
        "3",
        en="how many times the same position makes a draw",
        fr="combien de fois la même position doit se présenter pour que la partie soit nulle",
        labels={"3": Text("the third time", "à la troisième"), "off": Text("never", "jamais")},
    )
    max_plies: int = number(
        "C22",
        1000,
        least=0,
        en="the number of moves after which the game is a draw",
        fr="le nombre de coups après lequel la partie est nulle",
        zero=Text("no limit", "sans limite"),
    )


@dataclass(frozen=True, eq=False, repr=False)
class State(BaseState[Move]):
    """Pieces in the order of the position text, the side to move, and what C21 and C22 must remember.

    Two states are equal if C21 calls them the same position: equal up to a shift along the table, the same side to
    move, the same options. `earlier` holds the positions that could come back, as `same_position` texts.
    """

    cubes: tuple[Cube, ...]
    sceptres: tuple[Sceptre, ...]
    side: int
    options: Options = Options()
    plies: int = 0
    earlier: tuple[str, ...] = ()

    @property
    def to_move(self) -> int:
        return self.side

    @cached_property
    def block(self) -> Block:
        return Block(self.cubes, self.sceptres)

    @cached_property
    def same_position(self) -> str:
        """C21: the position text once the block is shifted to min x = min y = 0."""
        left = min(cube.cell[0] for cube in self.cubes)
        front = min(cube.cell[1] for cube in self.cubes)

        def shifted(cell: tuple[int, int, int]) -> tuple[int, int, int]:
            return (cell[0] - left, cell[1] - front, cell[2])

        cubes = tuple(cube._replace(cell=shifted(cube.cell)) for cube in self.cubes)
        sceptres = tuple(Sceptre(colour, Face(shifted(face.cell), face.direction)) for colour, face in self.sceptres)
        return write_position(Position(cubes, sceptres, self.side))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.same_position == other.same_position and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.same_position, self.options))

    # --- Moves (C5 to C16, C19) -------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self._draw is not None else self._moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        """C5: one own sceptre or one own cube, as long as no cube carries two sceptres."""
        carried = (CubeMove(origin, target, domes) for origin, target, turns in self.carries for domes in turns)
        return (*self.walks, *carried)

    @cached_property
    def walks(self) -> tuple[SceptreMove, ...]:
        """The legal moves of the sceptres. C19: those that put the two own sceptres on one cube exist only when there is
        no other move."""
        if self._shared_cube:
            return ()
        walks = tuple(self._sceptre_moves())
        sound = tuple(move for move in walks if not self.joins_own_sceptres(move))
        return sound if sound or self.carries else walks

    @cached_property
    def carries(self) -> list[Carry]:
        """The legal moves of the cubes, in their order."""
        return [] if self._shared_cube else carries(self.block, self.side)

    def find(self, move: Move | str) -> Move:
        """A position has more than a hundred moves: the law is asked about the one, and what was found is remembered."""
        if not isinstance(move, (str, CubeMove, SceptreMove)):
            return super().find(move)  # no move of this game
        if (found := self._found.get(move)) is None:
            meant = self.read_move(move.strip()) if isinstance(move, str) else move
            reason = self.refusal(meant)
            if reason is not None:
                raise IllegalMoveError(str(move).strip(), reason)
            found = self._found[move] = meant
        return found

    @cached_property
    def _found(self) -> dict[Move | str, Move]:
        return {}

    def _sceptre_moves(self) -> Iterator[SceptreMove]:
        """C12 to C16: every face an own sceptre can reach and stop on."""
        for sceptre in self.sceptres:
            if sceptre.colour == self.side:
                for face, reached in self.reach(sceptre).items():
                    if reached.is_stop:
                        yield SceptreMove(sceptre.face.cell, face)

    def reach(self, sceptre: Sceptre) -> dict[Face, Reach]:
        """C12 to C16: the faces a sceptre can come to, each with its route, and whether it may stop there."""
        if sceptre not in self._reached:
            self._reached[sceptre] = reach(self.block, sceptre)
        return self._reached[sceptre]

    @cached_property
    def _reached(self) -> dict[Sceptre, dict[Face, Reach]]:
        """What `reach` has found so far."""
        return {}

    def route(self, move: SceptreMove) -> tuple[Face, ...]:
        """The faces a legal sceptre move passes, from the sceptre's own to its target: the shortest line there."""
        return self.reach(self._mover(move))[move.target].route

    def _mover(self, move: SceptreMove) -> Sceptre:
        return next(s for s in self.block.sceptres_of_cube(move.origin) if s.colour == self.side)

    # --- What a move does (C17 to C19) ------------------------------------------------------------------------------

    def removed_by(self, move: Move) -> Cube | None:
        """C17: the enemy cube that a sceptre eliminates by going home from it, unless a cube lies on top of it."""
        if isinstance(move, CubeMove) or toward(move.origin, UP) in self.block.cube_at:
            return None
        left, reached = self.block.cube_at[move.origin], self.block.cube_at[move.target.cell]
        return left if left.colour != self.side and reached.colour == self.side else None

    def wins(self, move: Move) -> bool:
        """C18: does the move stop on a cube that carries an enemy sceptre?"""
        return isinstance(move, SceptreMove) and any(
            sceptre.colour != self.side for sceptre in self.block.sceptres_of_cube(move.target.cell)
        )

    def joins_own_sceptres(self, move: Move) -> bool:
        """C19: does the move stop on the cube of the own other sceptre?"""
        return isinstance(move, SceptreMove) and any(
            sceptre.colour == self.side and sceptre.face.cell != move.origin
            for sceptre in self.block.sceptres_of_cube(move.target.cell)
        )

    def play_unchecked(self, move: Move) -> "State":
        """The position after a legal move; C21 forgets what can no longer come back once a cube is gone."""
        cubes, sceptres, removed = self.cubes, self.sceptres, None
        if isinstance(move, CubeMove):
            moved = self.block.cube_at[move.origin]._replace(cell=move.target, domes=move.domes)
            cubes = piece_order(moved if cube.cell == move.origin else cube for cube in cubes)
        else:
            mover, removed = self._mover(move), self.removed_by(move)
            walked = mover._replace(face=move.target)
            cubes = tuple(cube for cube in cubes if cube is not removed)
            sceptres = piece_order(walked if sceptre is mover else sceptre for sceptre in sceptres)
        earlier: tuple[str, ...] = ()
        if self.options.repetition != "off" and removed is None:
            earlier = (*self.earlier, self.same_position)
        return State(cubes, sceptres, 1 - self.side, self.options, self.plies + 1, earlier)

    # --- End (C18 to C22) -------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """After a ply: C18 and C19, else C20, else C21, else C22."""
        if self._shared_cube:
            one, other = self._shared_cube
            if one.colour != other.colour:
                return _won_by(1 - self.side, "sceptres")
            return _won_by(1 - one.colour, "own sceptres")
        if not self.walks and not self.carries:
            return _won_by(1 - self.side, "no move")
        return self._draw

    @cached_property
    def _shared_cube(self) -> tuple[Sceptre, ...]:
        """The two sceptres on one cube that end a game (C18, C19); empty while it goes on."""
        for sceptre in self.sceptres:
            standing = self.block.sceptres_of_cube(sceptre.face.cell)
            if len(standing) > 1:
                return standing
        return ()

    @cached_property
    def _draw(self) -> Outcome | None:
        """C21, C22: the draw that holds if neither side has won."""
        if self._occurrences >= 3:
            return Outcome(None, (0.5, 0.5), "repetition")
        if 0 < self.options.max_plies <= self.plies:
            return Outcome(None, (0.5, 0.5), "plies")
        return None

    @property
    def _occurrences(self) -> int:
        """C21: how many times this position has stood, now included; costs nothing where nothing is remembered."""
        return 1 + (self.earlier.count(self.same_position) if self.earlier else 0)

    @property
    def warning(self) -> Text | None:
        return words.REPETITION_WARNING if self._occurrences == 2 and self.outcome() is None else None

    def without_draw_rules(self) -> "State":
        return replace(self, options=Options(repetition="off", max_plies=0), earlier=())

    # --- Why a move is not legal ------------------------------------------------------------------------------------

    def refusal(self, move: Move) -> Refusal | None:
        """The first clause that forbids `move`, or `None`."""
        outcome = self.outcome()
        if outcome is not None:
            return words.game_is_over(outcome.reason)
        return self._cube_refusal(move) if isinstance(move, CubeMove) else self._sceptre_refusal(move)

    def _cube_refusal(self, move: CubeMove) -> Refusal | None:
        cube = self.block.cube_at.get(move.origin)
        if cube is None or cube.colour != self.side:
            return words.no_own_cube(move.origin, cube is not None)
        if toward(cube.cell, UP) in self.block.cube_at:
            return words.cube_on_top(cube.cell)
        for sceptre in self.block.sceptres_of_cube(cube.cell):
            return words.sceptre_on_cube(cube.cell, sceptre.face)
        if move.domes not in TURNS[len(cube.domes)]:
            return words.domes_of_another_cube(cube)
        if move.target == move.origin:
            return words.TURNED_IN_PLACE
        lifted = self.block.without(cube)
        closed = hindrance(lifted, move.target)
        if closed is not None:
            return words.cell_is_closed(move.target, closed)
        place = site(lifted, move.target)
        against = clash(place, move.domes)
        if against is not None:
            neighbour = lifted.cube_at.get(toward(move.target, against))
            return words.DOME_INTO_TABLE if neighbour is None else words.dome_against_dome(neighbour)
        if not is_locked(place, move.domes):
            below = lifted.cube_at.get(toward(move.target, DOWN))
            return words.no_lock_beside(move.target) if below is None else words.no_lock_below(below)
        return None

    def _sceptre_refusal(self, move: SceptreMove) -> Refusal | None:
        standing = self.block.sceptres_of_cube(move.origin)
        if not any(sceptre.colour == self.side for sceptre in standing):
            return words.no_own_sceptre(move.origin, bool(standing))
        mover = self._mover(move)
        if move.target == mover.face:
            return words.stands_there_already(move.target)
        reached = self.reach(mover).get(move.target)
        if reached is None:
            return self._out_of_reach(mover, move.target)
        if reached.restriction is not None:
            return words.face_is_restricted(move.target, reached.restriction)
        if move not in self.walks:
            return words.own_sceptre_there(move.target.cell)
        return None

    def _out_of_reach(self, mover: Sceptre, target: Face) -> Refusal:
        """C12 to C14: why no line leads a sceptre to a face."""
        if target.cell not in self.block.cube_at:
            return words.no_cube_to_stand_on(target.cell)
        closed = obstacle_on(self.block, target)
        if closed is not None:
            return words.face_is_closed(target, closed)
        blocked = first_obstacle(self.block, mover, target)
        return words.no_line(mover.face, target) if blocked is None else words.line_is_blocked(target, *blocked)

    # --- Text -------------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        return write_position(Position(self.cubes, self.sceptres, self.side))

    def read_move(self, text: str) -> Move:
        return read_move(text)


def _won_by(seat: int, reason: str) -> Outcome:
    return Outcome(seat, ((1.0, 0.0), (0.0, 1.0))[seat], reason)


def from_text(text: str, options: Options) -> State:
    """The state a position text describes; history begins here."""
    position = read_position(text)
    return State(position.cubes, position.sceptres, position.side, options)


def initial(options: Options) -> State:
    """C4: the starting position."""
    return State(*_start(), options)


@cache
def _start() -> Position:
    return read_position(START)
