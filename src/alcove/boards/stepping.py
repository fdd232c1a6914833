"""A kernel for step-and-take games, made from a neighbour table: a piece steps to a neighbouring cell, and what it meets there
decides what becomes of both.

A game built on `boards/pieces.py` whose moves are `Step`s has its whole `kernel.py` in a few lines:

    globals().update(
        stepping.kernel(
            "pebbles", State, [Options()],
            steps=lambda moved, met: (0, moved) if moved * met < 0 else None,
            near=lambda board: board.near,
        )
    )

The law stays in plain Python beside it, and the contract suite compares the two.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from alcove.boards.layout import Layout
from alcove.boards.pieces import State, Step, owner
from alcove.jit.instance import instance_for

Packed = npt.NDArray[np.uint8]
Left = tuple[int, int] | None

MOST_CELLS = 255
_NOWHERE = 255
_ROOM = (
    "STATE_SIZE", "UNDO_SIZE", "MAX_MOVES", "MAX_PLIES",
    "to_move", "key", "key_of", "moves", "count_moves", "make", "unmake", "result", "playout",
    "SIDE", "CELLS",
)  # fmt: skip
"""What the compiled module has of the room, and where a packed state has the side to move and what stands on the first cell; the rest is
made here."""


def kernel(
    name: str,
    state_type: type[State[Step]],
    options: Sequence[Any],
    *,
    steps: Callable[[int, int], Left],
    near: Callable[[Layout], Sequence[Sequence[int]]] = lambda board: board.near,
    moves_all: bool = False,
    ends: Literal["last step wins", "last step loses"] | Mapping[int, int] = "last step wins",
    most_plies: int = 400,
) -> dict[str, object]:
    """The names of a kernel, for its module to keep.

    `options` are all that change the board, one of each kind. `steps(moved, met)` tells what a step leaves on its origin and makes of
    its target (0 is an empty cell), or `None` where it is not allowed. `moves_all`: everybody may move every piece. `ends` is
    who wins when the side to move cannot step: by the last step, or by what each piece counts for the first seat.
    """
    boards = list(dict.fromkeys(state_type.board_for(each) for each in options))
    codes = (0, *state_type.signs)
    tables = _tables(boards, codes, steps, near, moves_all)
    by_points = not isinstance(ends, str)
    points = np.array([ends.get(piece, 0) if isinstance(ends, Mapping) else 0 for piece in codes], np.int64)
    tables |= {"POINTS": points}
    last_step = 0 if by_points else 1 if ends == "last step wins" else -1
    # The tables end up in the compiled code, so they have a say in where it is kept.
    stamp = hashlib.sha256(b"".join(table.tobytes() for table in tables.values())).hexdigest()[:8]
    module: Any = instance_for(
        name, "alcove.compiled.stepping", f"of_{stamp}", **tables, LAST_STEP=last_step, MAX_PLIES=most_plies
    )
    found = {each: getattr(module, each) for each in _ROOM}
    return found | _doors(module, state_type, boards, codes)


def _tables(
    boards: Sequence[Layout],
    codes: Sequence[int],
    steps: Callable[[int, int], Left],
    near: Callable[[Layout], Sequence[Sequence[int]]],
    moves_all: bool,
) -> dict[str, npt.NDArray[Any]]:
    most, beside = max(map(len, boards)), [near(board) for board in boards]
    if most > MOST_CELLS:
        raise ValueError(f"a board of {most} cells; this kernel takes {MOST_CELLS}")
    ways = max(len(cells) for each in beside for cells in each)
    following = np.full((len(boards), most, ways), _NOWHERE, np.uint8)
    for number, each in enumerate(beside):
        for cell, cells in enumerate(each):
            following[number, cell, : len(cells)] = cells
    place = {piece: code for code, piece in enumerate(codes)}
    may = np.zeros((2, len(codes), len(codes)), np.uint8)
    leaves, makes = np.zeros(may.shape[1:], np.uint8), np.zeros(may.shape[1:], np.uint8)
    for moved in codes[1:]:
        for met in codes:
            if (left := steps(moved, met)) is not None:
                leaves[place[moved], place[met]], makes[place[moved], place[met]] = place[left[0]], place[left[1]]
                for side in (0, 1):
                    may[side, place[moved], place[met]] = moves_all or owner(moved) == side
    return {"NEXT": following, "MAY": may, "LEAVES": leaves, "MAKES": makes}


def _doors(
    module: Any, state_type: type[State[Step]], boards: Sequence[Layout], codes: Sequence[int]
) -> dict[str, object]:
    """The part of a kernel that speaks of states and moves."""
    code_of = {piece: code for code, piece in enumerate(codes)}
    way_of = {
        (number, cell, int(target)): way
        for number, board in enumerate(module.NEXT)
        for cell, targets in enumerate(board)
        for way, target in enumerate(targets)
        if target != _NOWHERE
    }

    def pack(state: State[Step], /) -> Packed:
        packed = np.zeros(module.STATE_SIZE, np.uint8)
        packed[module.BOARD] = boards.index(state.layout)
        packed[module.SIDE] = state.side
        packed[module.CELLS : module.CELLS + len(state.pieces)] = [code_of[piece] for piece in state.pieces]
        packed.view(np.int64)[module.KEY] = module.key_of(packed)
        return packed

    def unpack(packed: Packed, options: Any, /) -> State[Step]:
        cells = packed[module.CELLS : module.CELLS + len(boards[packed[module.BOARD]])]
        return state_type(tuple(codes[code] for code in cells), int(packed[module.SIDE]), options)

    def action_of(packed: Packed, move: Step, /) -> int:
        number = int(packed[module.BOARD])
        origin, target = (boards[number].number[cell] for cell in move)
        return origin * int(module.WAYS) + way_of[number, origin, target]

    def move_of(packed: Packed, action: int, /) -> Step:
        number, (origin, way) = int(packed[module.BOARD]), divmod(action, int(module.WAYS))
        cells = boards[number].cells
        return Step(cells[origin], cells[module.NEXT[number, origin, way]])

    def history_marks(state: State[Step], /) -> tuple[list[int], list[int]]:
        """The past forbids nothing."""
        return [], []

    def sure_plies(state: State[Step], /) -> int:
        """How far ahead the position alone decides: to the end."""
        return int(module.MAX_PLIES)

    made = (pack, unpack, action_of, move_of, history_marks, sure_plies)
    return {each.__name__: each for each in made}
