"""The chance to win under best play, counted to the end: for games of one fate whose secrets nobody knows.

A *decision* is worth the best of its plies. A ply is worth the mean over what it may show, each arrangement of what is
unseen being as likely as any other. Positions are told apart by what players know, so no decision ever leans on what it
should not know. Nothing is estimated: a value is the true chance, or the search says that it did not get there.

Most positions that can be settled are sure wins, or none at all. So `value` takes a floor, and looks for values above it
alone: where they cannot be, the floor itself is returned. It also takes a *scope*: the number of plies of a position that
are tried, those first that look best, and what a game may have cost. A position that cost more counts as lost. What is
sure within a small scope is sure, and it is found much sooner; small scopes first find the wins that do not dawdle.

Made once for each game by `instance_for`, with three names bound:

- `kernel`: moves, play, result, public_key (see games/kernels.py for the rest);
- `evaluation`: `rate(state, actions, scores, sketch)` writes the legal plies and how promising they look;
- `unseen`: what a ply may show (`UnseenRoom` in games/rooms.py).

There is no recursion (numba cannot cache it): the search keeps its own stack of frames.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING, SEAT_0_WINS
from alcove.jit.compile import lean

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]
unseen: Any = globals()["unseen"]

Packed = npt.NDArray[np.uint8]

MAX_FRAMES = 256
ABORTED = -2.0
"""Returned by a search that met its limit or was stopped; what the table holds by then is true all the same."""
ALL = 1 << 20
"""The scope of a search that leaves nothing out."""
COSTS = 256
"""Costs are less than that; a scope is its width times that and the cost it allows."""

# The columns of a frame.
ACTION, KIND, INDEX, COUNT, WIDTH, BEST_ACTION, KEY, PLACE, STARTED = range(9)
N_FRAME = 9
FLOOR, BEST, REST, CHILD_FLOOR = range(4)  # for luck, BEST is a sum, and REST what it may still grow by
DECISION, LUCK, BELOW = 0, 1, 2  # the last is luck that cannot come above its floor any more

# What an entry of the table says of its value.
EXACT, AT_MOST = 0, 1

NODES, NODE_LIMIT = 0, 1


class Table(NamedTuple):
    """What has been found out, by public key."""

    keys: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    scopes: npt.NDArray[np.int32]
    kinds: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.int32]
    works: npt.NDArray[np.int32]  # the nodes it took


class Work(NamedTuple):
    """The stack."""

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.int32]
    scores: npt.NDArray[np.float64]
    frames: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    counts: npt.NDArray[np.int64]  # for luck: how many of each number may come up
    counters: npt.NDArray[np.int64]


def new_table(megabytes: int) -> Table:
    """An empty table of at most that size."""
    entries = 1 << (megabytes * 1_048_576 // 29).bit_length() - 1
    return Table(
        np.zeros(entries, np.int64),
        np.zeros(entries),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.uint8),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int32),
    )


def new_work() -> Work:
    return Work(
        np.zeros((MAX_FRAMES + 1, kernel.STATE_SIZE), np.uint8),
        np.zeros((MAX_FRAMES, kernel.MAX_MOVES), np.int32),
        np.zeros((MAX_FRAMES, kernel.MAX_MOVES)),
        np.zeros((MAX_FRAMES + 1, N_FRAME), np.int64),
        np.zeros((MAX_FRAMES + 1, 4)),
        np.zeros((MAX_FRAMES, unseen.NUMBERS + 1), np.int64),
        np.zeros(2, np.int64),
    )


# --- The table ----------------------------------------------------------------------------------------------------------


@lean
def find(table: Table, key: int) -> int:
    """Where the table tells of a position, or −1."""
    at = np.uint64(key) & np.uint64(table.keys.shape[0] - 1)
    if table.keys[at] == key:
        return np.int64(at)
    at ^= np.uint64(1)
    return np.int64(at) if table.keys[at] == key else -1


@lean
def _keep(table: Table, key: int, value: float, kind: int, scope: int, action: int, work: int) -> None:
    """Write down a result, in place of what took less work if there is no room. A sure win stays written down."""
    at = np.uint64(key) & np.uint64(table.keys.shape[0] - 1)
    other = at ^ np.uint64(1)
    if table.keys[at] != key and (table.keys[other] == key or table.works[other] < table.works[at]):
        at = other
    if table.keys[at] == key and table.kinds[at] == EXACT and table.values[at] >= 1.0 and value < 1.0:
        return
    table.keys[at], table.values[at], table.kinds[at] = key, value, kind
    table.scopes[at], table.actions[at], table.works[at] = scope, action, min(work, 1 << 30)


@lean
def _recall(table: Table, key: int, scope: int, floor: float) -> float:
    """The value of a position, or the floor if it is known not to be above; −1 if the table does not say."""
    at = find(table, key)
    if at < 0:
        return -1.0
    value, is_exact, found = table.values[at], table.kinds[at] == EXACT, table.scopes[at]
    if found != scope and found != ALL:
        is_sure = is_exact and value >= 1.0
        if not is_sure or (scope != ALL and found % COSTS > scope % COSTS):
            return -1.0
    if is_exact:
        return value
    return floor if value <= floor else -1.0


# --- Frames -------------------------------------------------------------------------------------------------------------


@lean
def _copy(work: Work, source: int, target: int) -> None:
    for i in range(work.states.shape[1]):
        work.states[target, i] = work.states[source, i]


@lean
def _play(work: Work, level: int) -> bool:
    """Play the frame's ply as far as anybody knows what it shows. Did that get to its end?

    If so the frame becomes the decision after it; else luck says what comes next.
    """
    frame = work.frames[level]
    _copy(work, level, level + 1)
    kernel.play(work.states[level + 1], frame[ACTION])
    place = unseen.shown(work.states[level], work.states[level + 1])
    if place < 0:
        unseen.veil(work.states[level + 1])
        _copy(work, level + 1, level)
        frame[KIND] = DECISION
        return True
    frame[KIND], frame[PLACE], frame[INDEX] = LUCK, place, 0
    frame[COUNT] = unseen.count(work.states[level], work.counts[level])
    work.values[level, BEST], work.values[level, REST] = 0.0, frame[COUNT]
    return False


@lean
def _decide(work: Work, table: Table, sketch: Any, scope: int, level: int) -> float:
    """A new decision: its value if it is known at once; else −1, and its plies stand ready."""
    frame, values, state = work.frames[level], work.values[level], work.states[level]
    result = kernel.result(state)
    if result != ONGOING:
        return 1.0 if result == SEAT_0_WINS else 0.0
    if values[FLOOR] >= 1.0:
        return values[FLOOR]
    if scope != ALL and unseen.spent(state) > scope % COSTS:
        return 0.0
    frame[KEY] = kernel.public_key(state)
    known = _recall(table, frame[KEY], scope, values[FLOOR])
    if known >= 0.0:
        return known
    frame[COUNT] = evaluation.rate(state, work.actions[level], work.scores[level], sketch)
    frame[WIDTH] = min(frame[COUNT], scope // COSTS)
    frame[INDEX], frame[BEST_ACTION], frame[STARTED] = 0, -1, work.counters[NODES]
    values[BEST] = values[FLOOR]
    return -1.0


@lean
def _next_action(work: Work, level: int) -> int:
    """The most promising of the plies not yet tried."""
    frame, actions, scores = work.frames[level], work.actions[level], work.scores[level]
    first = frame[INDEX]
    best = first
    for i in range(first + 1, frame[COUNT]):
        if scores[i] > scores[best]:
            best = i
    action = actions[best]
    actions[best], scores[best] = actions[first], scores[first]
    frame[INDEX] = first + 1
    return action


@lean
def _descend(work: Work, level: int) -> bool:
    """Make the next frame: a ply of a decision, or the ply again with what luck shows. False if there is none left."""
    frame, values = work.frames[level], work.values[level]
    if frame[KIND] == DECISION:
        if frame[INDEX] == frame[WIDTH] or values[BEST] >= 1.0:
            return False
        _copy(work, level, level + 1)
        work.frames[level + 1, ACTION] = _next_action(work, level)
        work.values[level + 1, FLOOR] = values[BEST]
        return True
    if frame[KIND] == BELOW:
        return False
    number = frame[INDEX] + 1
    while number <= unseen.NUMBERS and work.counts[level, number] == 0:
        number += 1
    frame[INDEX] = number
    if number > unseen.NUMBERS:
        return False
    _copy(work, level, level + 1)
    unseen.put(work.states[level + 1], frame[PLACE], number)
    ways = work.counts[level, number]
    values[REST] -= ways
    values[CHILD_FLOOR] = (values[FLOOR] * frame[COUNT] - values[BEST] - values[REST]) / ways
    work.frames[level + 1, ACTION] = frame[ACTION]
    work.values[level + 1, FLOOR] = values[CHILD_FLOOR]
    return True


@lean
def _hear(work: Work, level: int, value: float) -> None:
    """A frame hears what the one below it is worth."""
    frame, values = work.frames[level], work.values[level]
    if frame[KIND] == DECISION:
        if value > values[BEST]:
            values[BEST], frame[BEST_ACTION] = value, work.frames[level + 1, ACTION]
    elif value <= values[CHILD_FLOOR]:  # even if luck were kind from here on, the floor is out of reach
        frame[KIND] = BELOW
    else:
        values[BEST] += work.counts[level, frame[INDEX]] * value


@lean
def _leave(work: Work, table: Table, scope: int, level: int) -> float:
    """The value of a frame all of whose parts have been looked at."""
    frame, values = work.frames[level], work.values[level]
    if frame[KIND] == LUCK:
        return values[BEST] / frame[COUNT]
    if frame[KIND] == BELOW:
        return values[FLOOR]
    kind = EXACT if values[BEST] > values[FLOOR] else AT_MOST
    nodes = work.counters[NODES] - frame[STARTED]
    _keep(table, frame[KEY], values[BEST], kind, scope, frame[BEST_ACTION], nodes)
    return values[BEST]


@lean
def value(
    root: Packed,
    action: int,
    scope: int,
    floor: float,
    work: Work,
    table: Table,
    sketch: Any,
    stop: npt.NDArray[np.uint8],
) -> float:
    """The chance to win after a ply of `root`, a veiled state: exact above the floor, else the floor."""
    counters, level = work.counters, 0
    for i in range(root.shape[0]):
        work.states[0, i] = root[i]
    work.frames[0, ACTION], work.values[0, FLOOR] = action, floor
    while True:
        if counters[NODES] >= counters[NODE_LIMIT] or stop[0] or level >= MAX_FRAMES - 1:
            return ABORTED
        counters[NODES] += 1
        known = -1.0
        if _play(work, level):
            known = _decide(work, table, sketch, scope, level)
        while known >= 0.0 or not _descend(work, level):
            if known < 0.0:
                known = _leave(work, table, scope, level)
            if level == 0:
                return known
            level -= 1
            _hear(work, level, known)
            known = -1.0
        level += 1
