"""Depth-first proof-number search: can one side force a win? For any game of two seats that take turns ply by ply.

Made once for each game by `instance_for`, with two names bound: `kernel` (see games/kernels.py) and `evaluation`, of which
only two things are asked, and only if it has them: `winning_action(state)`, a move that wins at once or −1, and
`is_threatened(state)`, whether the other side would win at once were it to move. No score is ever looked at.

One side is the *attacker*; anything but its win is the defender's success. Every node has two numbers, seen by the side
to move: `phi`, how much work is left at least until that side has what it wants, and `delta`, until the other side has.
A side needs one move (phi is the least delta of the children) while the other must answer all (delta grows with the phi of
every child). The search goes where least is left, and stays there until a threshold says that elsewhere is less.

What is proven must be true, whatever the game's history, so:

- A win is built from finished games alone. A position that comes again on the line, and the end of the horizon, count as
  the defender's success; results that lean on them are *doubtful*: they steer the search and are never claimed.
- A result is kept with its length, the longest line in it, and is used again only where that many plies fit under the
  horizon, within which nothing but position and marks decides a game (`kernel.sure_plies`). So no count of plies
  runs out within a proof, though keys do not hold the counts. A doubtful one is kept with the room it had, and is used
  again only where there is no more.

There is no recursion (numba cannot cache it): the search keeps its own stack of frames, one row a ply.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.compiled.marks import mark
from alcove.compiled.results import ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit.compile import lean
from alcove.search.table import contains

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]

Packed = npt.NDArray[np.uint8]

MAX_PLY = 128
"""The longest line that is followed."""
INFINITE = 1 << 28
"""No work will do."""
WAYS = 4
"""In how many places of the table a position may be found."""
DEFENDER_KEY = np.int64(0x5851F42D4C957F2D)
"""Tells the questions about the two attackers apart in one table."""

# The columns of a frame.
TH_PHI, TH_DELTA, COUNT, CHILD, KEY, START = range(6)
N_FRAME = 6
# The numbers of a node, in the table and for every child of a frame.
PHI, DELTA, LENGTH, DOUBTFUL, WORK = range(5)
N_NUMBERS = 5

# What the search does next.
ENTER, NEXT, LEAVE = 0, 1, 2

NODES, NODE_LIMIT = 0, 1


class Memory(NamedTuple):
    """The table, what the game's history has decided, and the flag that stops the search."""

    keys: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int32]
    losing: npt.NDArray[np.int64]  # marks of moves that lose, sorted
    drawn: npt.NDArray[np.int64]  # keys of positions whose next occurrence is a draw, sorted
    stop: npt.NDArray[np.uint8]


class Work(NamedTuple):
    """The stack."""

    actions: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    frames: npt.NDArray[np.int64]
    undos: npt.NDArray[np.int64]
    counters: npt.NDArray[np.int64]


def new_memory(megabytes: int) -> Memory:
    """Empty memory with a table of about that size."""
    entries = 1 << max(10, (megabytes * 1_048_576 // (8 + 4 * N_NUMBERS)).bit_length() - 1)
    nothing = np.zeros(0, np.int64)
    return Memory(
        np.zeros(entries, np.int64), np.zeros((entries, N_NUMBERS), np.int32), nothing, nothing, np.zeros(1, np.uint8)
    )


def new_work() -> Work:
    return Work(
        np.zeros((MAX_PLY, kernel.MAX_MOVES), np.int32),
        np.zeros((MAX_PLY, kernel.MAX_MOVES, N_NUMBERS), np.int32),
        np.zeros((MAX_PLY, N_FRAME), np.int64),
        np.zeros((MAX_PLY, kernel.UNDO_SIZE), np.int64),
        np.zeros(2, np.int64),
    )


@lean
def _no_action(state: Packed) -> int:
    return -1


@lean
def _never(state: Packed) -> bool:
    return False


winning_action = getattr(evaluation, "winning_action", _no_action)
is_threatened = getattr(evaluation, "is_threatened", _never)
CALM = 8 if hasattr(evaluation, "is_threatened") else 1
"""How much harder a defender who is not threatened is taken to be to beat."""

# --- The table --------------------------------------------------------------------------------------------------------


@lean
def find(memory: Memory, key: int) -> int:
    """Where a position stands in the table, or −1."""
    first = (key & (memory.keys.shape[0] // WAYS - 1)) * WAYS
    for slot in range(first, first + WAYS):
        if memory.keys[slot] == key and memory.numbers[slot, WORK]:
            return slot
    return -1


@lean
def _store(memory: Memory, key: int, numbers: npt.NDArray[np.int32]) -> None:
    """Remember a position in its own place, else in that of the neighbour that took least work."""
    first = (key & (memory.keys.shape[0] // WAYS - 1)) * WAYS
    best = first
    for slot in range(first, first + WAYS):
        if memory.keys[slot] == key:
            best = slot
            break
        if memory.numbers[slot, WORK] < memory.numbers[best, WORK]:
            best = slot
    memory.keys[best] = key
    for i in range(N_NUMBERS):
        memory.numbers[best, i] = numbers[i]


# --- Nodes ------------------------------------------------------------------------------------------------------------


@lean
def key_for(state: Packed, attacker: int) -> int:
    """The key of a position and of the question who wins it."""
    return kernel.key(state) if attacker == 0 else kernel.key(state) ^ DEFENDER_KEY


@lean
def _decide(child: npt.NDArray[np.int32], mover_has_it: bool, length: int, doubtful: int) -> None:
    """A position whose result is known, seen by its side to move."""
    child[PHI], child[DELTA] = (0, INFINITE) if mover_has_it else (INFINITE, 0)
    child[LENGTH], child[DOUBTFUL] = length, doubtful


@lean
def _look(state: Packed, attacker: int, horizon: int, memory: Memory, work: Work, ply: int, i: int) -> None:
    """What is known at once of the position after move number `i` of a frame, which has been made."""
    child = work.children[ply, i]
    attacks = kernel.to_move(state) == attacker
    result = kernel.result(state)
    if result != ONGOING:
        _decide(child, attacks == (result == (SEAT_0_WINS if attacker == 0 else SEAT_1_WINS)), 0, 0)
        return
    key = key_for(state, attacker)
    if memory.drawn.shape[0] > 0 and contains(memory.drawn, kernel.key(state)):
        _decide(child, not attacks, 0, 0)
        return
    if ply + 1 >= horizon:
        _decide(child, not attacks, 0, 1)
        return
    for earlier in range(ply - 1, -1, -2):
        if work.frames[earlier, KEY] == key:
            _decide(child, not attacks, 0, 1)
            return
    slot = find(memory, key)
    if slot >= 0:
        known = memory.numbers[slot]
        room = horizon - ply - 1
        is_undecided = known[PHI] != 0 and known[DELTA] != 0
        if is_undecided or (room <= known[LENGTH] if known[DOUBTFUL] else room >= known[LENGTH]):
            for k in range(N_NUMBERS):
                child[k] = known[k]
            return
    if ply + 2 <= horizon and winning_action(state) >= 0:
        _decide(child, True, 1, 0)
        return
    child[PHI], child[DELTA], child[LENGTH], child[DOUBTFUL] = 1, 1, 0, 0
    child[DELTA] = kernel.count_moves(state)
    if not attacks and CALM > 1 and not is_threatened(state):
        child[DELTA] *= CALM


@lean
def _enter(state: Packed, attacker: int, horizon: int, memory: Memory, work: Work, ply: int) -> None:
    """The moves of a node, each with what is known of the position it leads to; one that decides the node is enough."""
    frame, counters = work.frames[ply], work.counters
    frame[KEY], frame[START] = key_for(state, attacker), counters[NODES]
    frame[COUNT] = kernel.moves(state, work.actions[ply])
    for i in range(frame[COUNT]):
        counters[NODES] += 1
        action = work.actions[ply, i]
        if memory.losing.shape[0] > 0 and contains(memory.losing, mark(kernel.key(state), action)):
            _decide(work.children[ply, i], True, 0, 0)
            continue
        kernel.make(state, action, work.undos[ply])
        _look(state, attacker, horizon, memory, work, ply, i)
        kernel.unmake(state, action, work.undos[ply])
        if work.children[ply, i, DELTA] == 0 and not work.children[ply, i, DOUBTFUL]:
            work.actions[ply, 0], work.actions[ply, i] = action, work.actions[ply, 0]
            for k in range(N_NUMBERS):
                work.children[ply, 0, k] = work.children[ply, i, k]
            frame[COUNT] = 1
            return


@lean
def _sum_up(work: Work, ply: int, horizon: int, numbers: npt.NDArray[np.int32]) -> int:
    """The numbers of a node from those of its children. Chooses the child to go on with; returns the second least delta.

    Several lines lead to one position, so work is not added up: the hardest child counts fully, each other as one.
    """
    frame = work.frames[ply]
    phi, second, hardest, left = INFINITE, INFINITE, 0, 0
    longest, shortest, doubt_of_all, doubt_of_best = 0, 0, 0, 0
    for i in range(frame[COUNT]):
        child = work.children[ply, i]
        delta = child[DELTA]
        if delta < phi or (delta == 0 and phi == 0 and child[DOUBTFUL] < doubt_of_best):
            second, phi = phi, delta
            frame[CHILD] = i
            shortest, doubt_of_best = child[LENGTH], child[DOUBTFUL]
        elif delta < second:
            second = delta
        if child[PHI] == 0:
            longest = max(longest, child[LENGTH])
            doubt_of_all |= child[DOUBTFUL]
        else:
            hardest = max(hardest, child[PHI])
            left += 1
    numbers[PHI] = phi
    numbers[DELTA] = 0 if left == 0 else min(hardest + left - 1, INFINITE)
    if phi == 0:
        numbers[DELTA], numbers[LENGTH], numbers[DOUBTFUL] = INFINITE, shortest + 1, doubt_of_best
    elif left == 0:
        numbers[PHI], numbers[LENGTH], numbers[DOUBTFUL] = INFINITE, longest + 1, doubt_of_all
    else:
        numbers[LENGTH], numbers[DOUBTFUL] = 0, 0
    if numbers[DOUBTFUL]:
        numbers[LENGTH] = horizon - ply
    return second


@lean
def _set_thresholds(work: Work, ply: int, numbers: npt.NDArray[np.int32], second: int) -> None:
    """How long the chosen child stays the best choice, and a quarter longer so that lines do not take turns too often."""
    frame, below = work.frames[ply], work.frames[ply + 1]
    child = work.children[ply, frame[CHILD]]
    below[TH_PHI] = min(frame[TH_DELTA] - numbers[DELTA] + child[PHI], INFINITE)
    below[TH_DELTA] = min(frame[TH_PHI], second + second // 4 + 1)


@lean
def solve(state: Packed, attacker: int, horizon: int, memory: Memory, work: Work, root: npt.NDArray[np.int32]) -> bool:
    """Find out whether `attacker` can force a win within `horizon` plies; false if told to stop before.

    The root's numbers are left in `root`, and the move that decided it first among `work.actions[0]`, at
    `work.frames[0, CHILD]`.
    """
    frames = work.frames
    frames[0, TH_PHI], frames[0, TH_DELTA] = INFINITE, INFINITE
    ply, phase = 0, ENTER
    while True:
        if phase == ENTER:
            if work.counters[NODES] >= work.counters[NODE_LIMIT] or memory.stop[0]:
                for above in range(ply - 1, -1, -1):
                    kernel.unmake(state, work.actions[above, frames[above, CHILD]], work.undos[above])
                return False
            _enter(state, attacker, horizon, memory, work, ply)
            phase = NEXT
        elif phase == NEXT:
            second = _sum_up(work, ply, horizon, root)
            if root[PHI] >= frames[ply, TH_PHI] or root[DELTA] >= frames[ply, TH_DELTA] or root[PHI] == 0:
                phase = LEAVE
            else:
                _set_thresholds(work, ply, root, second)
                kernel.make(state, work.actions[ply, frames[ply, CHILD]], work.undos[ply])
                ply += 1
                phase = ENTER
        else:
            root[WORK] = min(work.counters[NODES] - frames[ply, START], INFINITE)
            _store(memory, frames[ply, KEY], root)
            if ply == 0:
                return True
            ply -= 1
            kernel.unmake(state, work.actions[ply, frames[ply, CHILD]], work.undos[ply])
            for k in range(N_NUMBERS):
                work.children[ply, frames[ply, CHILD], k] = root[k]
            phase = NEXT
