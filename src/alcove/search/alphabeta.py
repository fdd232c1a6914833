"""Principal-variation search to one depth; `deepening.py` calls it deeper and deeper. For any game of two seats that take turns ply by ply.

Made once for each game by `instance_for`, with two names bound:

- `kernel`: moves, make, unmake, result, key (see games/kernels.py);
- `evaluation`, the hole that a hand-made evaluation fills:
  `evaluate(state)` the worth of an unfinished position to the side to move, |worth| < WIN_ZONE; or, in its place,
  `judge(state, numbers, paper)`, which is given the numbers of a network and paper to reckon on (see learnt.py);
  `outcome_score(state, result)` the worth of a finished one to the side to move, ±WIN or whatever the game counts;
  `order(state, actions, n, scores)` how promising each move looks;
  `tactical(state, actions)` the moves that quiescence follows, none in games without; and if it has some,
  `QUIET_PLIES` how deep it follows them, `promise(score)` the most a move with that ordering score can gain, and
  `is_threatened(state)`, true where standing still is no choice for the side to move;
  `WIN`, `WIN_ZONE`, `COUNT_PLIES` (is an earlier win better?), and the numbers that steer the search:
  `WINDOW`, `FULL_MOVES`, `REDUCTION_DIVISOR`, `PRUNE_AFTER`.

There is no recursion (numba cannot cache it): the search keeps its own stack of frames, one row a ply. A score is
*sure* when every line behind it ended in a finished game rather than in an evaluation.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.marks import mark
from alcove.compiled.results import ONGOING
from alcove.jit.compile import lean
from alcove.search import table
from alcove.search.memory import MAX_PLY, N_HISTORY, NODE_LIMIT, NODES, TABLE_HITS, Memory, Paper, Workspace

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]

INFINITE = 120_000
ABORTED = 130_000
"""Returned by a search that was stopped; nothing it found counts."""
WIN_ZONE = evaluation.WIN_ZONE

# The columns of a frame.
ALPHA, BETA, START_ALPHA, BEST, BEST_ACTION, DEPTH, INDEX, COUNT, ACTION, MODE, SURE, QUIET = range(12)
N_FRAME = 12

# How the current child of a frame is being searched.
FULL, SCOUT, SCOUT_REDUCED = 0, 1, 2

# What the search does next.
ENTER, NEXT, AGAIN, LEAVE, STOP = 0, 1, 2, 3, 4

TABLE_MOVE_SCORE = 1 << 30
KILLER_SCORE = 1 << 20
HISTORY_LIMIT = 1 << 19


def _reductions() -> npt.NDArray[np.uint8]:
    """How many plies less a late move gets, by depth and by its place in the order."""
    depths, places = np.arange(64)[:, None], np.arange(512)[None, :]
    plies = 0.3 + np.log(np.maximum(depths, 1)) * np.log(np.maximum(places, 1)) / evaluation.REDUCTION_DIVISOR
    plies[:, : evaluation.FULL_MOVES] = 0
    plies[:3] = 0
    return np.clip(plies, 0, np.maximum(depths - 2, 0)).astype(np.uint8)


REDUCTION = _reductions()
PRUNE_AFTER = np.array(evaluation.PRUNE_AFTER, np.int64)
"""How many moves a node looks at, by its depth; deeper nodes look at all."""


@lean
def _anything(score: int) -> int:
    """The promise of a move in a game that makes none."""
    return INFINITE


@lean
def _never(state: npt.NDArray[np.uint8]) -> bool:
    return False


@lean
def _evaluate(state: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int16], paper: Paper) -> int:
    """The judgement of an evaluation that needs no network."""
    return evaluation.evaluate(state)


judge = getattr(evaluation, "judge", _evaluate)
QUIET_PLIES = getattr(evaluation, "QUIET_PLIES", MAX_PLY)
promise = getattr(evaluation, "promise", _anything)
is_threatened = getattr(evaluation, "is_threatened", _never)


@lean
def _pick(work: Workspace, ply: int, first: int, count: int) -> int:
    """Bring the most promising of the moves not yet searched to `first` and return it."""
    best, best_score = first, work.scores[ply, first]
    for i in range(first + 1, count):
        if work.scores[ply, i] > best_score:
            best, best_score = i, work.scores[ply, i]
    work.actions[ply, first], work.actions[ply, best] = work.actions[ply, best], work.actions[ply, first]
    work.scores[ply, first], work.scores[ply, best] = work.scores[ply, best], work.scores[ply, first]
    return work.actions[ply, first]


@lean
def _order(state: npt.NDArray[np.uint8], work: Workspace, ply: int, count: int, table_action: int) -> None:
    """Score the moves of a node: the table's move, the game's own judgement, killers, history."""
    evaluation.order(state, work.actions[ply], count, work.scores[ply])
    side = kernel.to_move(state)
    for i in range(count):
        action = work.actions[ply, i]
        if action == table_action:
            work.scores[ply, i] = TABLE_MOVE_SCORE
        elif action == work.killers[ply, 0] or action == work.killers[ply, 1]:
            work.scores[ply, i] += KILLER_SCORE
        else:
            work.scores[ply, i] += work.history[side, action & (N_HISTORY - 1)]


@lean
def _leave_out_idle(work: Workspace, ply: int, count: int, missing: int) -> int:
    """Of the moves of a quiescence node, keep those that may bring what is missing; their number."""
    kept = 0
    for i in range(count):
        if promise(work.scores[ply, i]) > missing:
            work.actions[ply, kept], work.scores[ply, kept] = work.actions[ply, i], work.scores[ply, i]
            kept += 1
    return kept


@lean
def _reward(work: Workspace, side: int, ply: int, action: int, depth: int) -> None:
    """A move refuted the line: try it early elsewhere."""
    if work.killers[ply, 0] != action:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = action
    slot = action & (N_HISTORY - 1)
    work.history[side, slot] += depth * depth
    if work.history[side, slot] > HISTORY_LIMIT:
        for i in range(N_HISTORY):
            work.history[0, i] >>= 1
            work.history[1, i] >>= 1


@lean
def _from_node(score: int, ply: int) -> int:
    """A score as the table keeps it: wins counted from the node, not from the root."""
    if evaluation.COUNT_PLIES:
        if score >= WIN_ZONE:
            return score + ply
        if score <= -WIN_ZONE:
            return score - ply
    return score


@lean
def _from_root(score: int, ply: int) -> int:
    if evaluation.COUNT_PLIES:
        if score >= WIN_ZONE:
            return score - ply
        if score <= -WIN_ZONE:
            return score + ply
    return score


@lean
def _repeats(work: Workspace, ply: int, key: int) -> bool:
    """Has this position stood on the current line before, with the same side to move?"""
    for earlier in range(ply - 2, -1, -2):  # noqa: SIM110 (numba has no generator expressions)
        if work.keys[earlier] == key:
            return True
    return False


@lean
def _copy_line(work: Workspace, ply: int, action: int) -> None:
    """The best line of a ply is its best move and the best line below."""
    work.line[ply, 0] = action
    n = work.line_length[ply + 1] if ply + 1 < MAX_PLY else 0
    for i in range(n):
        work.line[ply, i + 1] = work.line[ply + 1, i]
    work.line_length[ply] = n + 1


@lean
def _leave_with(frame: npt.NDArray[np.int64], value: int, sure: int) -> int:
    frame[BEST], frame[SURE] = value, sure
    return LEAVE


@lean
def _enter(state: npt.NDArray[np.uint8], root: npt.NDArray[np.int32], memory: Memory, work: Workspace, ply: int) -> int:
    """A new node: its value if that is known at once, else its moves in order."""
    frame, counters = work.frames[ply], work.counters
    # 1. Count, and stop when told to.
    counters[NODES] += 1
    if counters[NODES] >= counters[NODE_LIMIT] or (counters[NODES] & 255 == 0 and memory.stop[0]):
        return STOP
    work.line_length[ply] = 0
    key = kernel.key(state)
    work.keys[ply] = key
    # 2. A finished game, a repetition, the end of the stack.
    if ply > 0:
        result = kernel.result(state)
        if result != ONGOING:
            return _leave_with(frame, _from_root(evaluation.outcome_score(state, result), ply), 1)
        if _repeats(work, ply, key) or (memory.drawn.shape[0] > 0 and table.contains(memory.drawn, key)):
            return _leave_with(frame, 0, 0)
        if ply == MAX_PLY - 1:
            return _leave_with(frame, judge(state, memory.learnt, work.paper), 0)
    # 3. The table.
    table_action = -1
    data = table.find(memory, key)
    if data != 0:
        table_action = table.action_of(data)
        if ply > 0 and table.depth_of(data) >= frame[DEPTH]:
            score, bound = _from_root(table.score_of(data), ply), table.bound_of(data)
            if (
                bound == table.EXACT
                or (bound == table.LOWER and score >= frame[BETA])
                or (bound == table.UPPER and score <= frame[ALPHA])
            ):
                counters[TABLE_HITS] += 1
                return _leave_with(frame, score, table.sure_of(data))
    frame[START_ALPHA], frame[BEST], frame[BEST_ACTION] = frame[ALPHA], -INFINITE, -1
    frame[INDEX], frame[SURE], frame[QUIET] = 0, 1, 0
    # 4. Beyond the horizon only tactical moves go on, and standing still is a choice. A threat is looked at a ply further,
    #    but no line becomes twice as long as the search is deep: two sides can threaten each other for ever.
    if 0 < ply < 2 * work.frames[0, DEPTH] and frame[DEPTH] == 0 and is_threatened(state):
        frame[DEPTH] = 1
    if ply > 0 and frame[DEPTH] <= 0:
        value = judge(state, memory.learnt, work.paper)
        frame[BEST], frame[SURE], frame[QUIET] = value, 0, 1
        if value >= frame[BETA] or frame[DEPTH] <= -QUIET_PLIES:
            return LEAVE
        frame[ALPHA] = max(frame[ALPHA], value)
        frame[COUNT] = evaluation.tactical(state, work.actions[ply])
        if frame[COUNT] == 0:
            return LEAVE
    # 5. The moves, the most promising first.
    elif ply == 0:
        frame[COUNT] = root.shape[0]
        for i in range(root.shape[0]):
            work.actions[0, i] = root[i]
    else:
        frame[COUNT] = kernel.moves(state, work.actions[ply])
    _order(state, work, ply, frame[COUNT], table_action)
    if frame[QUIET]:
        frame[COUNT] = _leave_out_idle(work, ply, frame[COUNT], frame[ALPHA] - frame[BEST])
    return NEXT


@lean
def _choose(memory: Memory, work: Workspace, ply: int) -> bool:
    """The next move of a node, and how it will be searched; false if history has made that move losing."""
    frame = work.frames[ply]
    index = frame[INDEX]
    action = _pick(work, ply, index, frame[COUNT])
    frame[ACTION] = action
    frame[MODE] = FULL
    if memory.losing.shape[0] > 0 and table.contains(memory.losing, mark(work.keys[ply], action)):
        return False
    if index > 0 and frame[QUIET] == 0:
        frame[MODE] = SCOUT
        if work.scores[ply, index] < KILLER_SCORE and REDUCTION[min(frame[DEPTH], 63), min(index, 511)] > 0:
            frame[MODE] = SCOUT_REDUCED
    return True


@lean
def _open_child(work: Workspace, ply: int) -> None:
    """Window and depth of the child that is about to be searched."""
    frame, child = work.frames[ply], work.frames[ply + 1]
    child[DEPTH] = frame[DEPTH] - 1
    child[BETA] = -frame[ALPHA]
    child[ALPHA] = -frame[BETA] if frame[MODE] == FULL else -frame[ALPHA] - 1
    if frame[MODE] == SCOUT_REDUCED:
        child[DEPTH] -= REDUCTION[min(frame[DEPTH], 63), min(frame[INDEX], 511)]


@lean
def _take(work: Workspace, ply: int, side: int, value: int, sure: int) -> int:
    """What a child's value means to its parent: another look at the same move, or on to the next."""
    frame = work.frames[ply]
    if value > frame[ALPHA]:
        if frame[MODE] == SCOUT_REDUCED:
            frame[MODE] = SCOUT
            return AGAIN
        if frame[MODE] == SCOUT and value < frame[BETA]:
            frame[MODE] = FULL
            return AGAIN
    frame[SURE] &= sure
    if value > frame[BEST]:
        frame[BEST], frame[BEST_ACTION] = value, frame[ACTION]
        if value > frame[ALPHA]:
            frame[ALPHA] = value
            _copy_line(work, ply, frame[ACTION])
            if value >= frame[BETA]:
                frame[SURE] = sure
                if frame[QUIET] == 0:
                    _reward(work, side, ply, frame[ACTION], frame[DEPTH])
    frame[INDEX] += 1
    return NEXT


@lean
def _is_done(work: Workspace, ply: int) -> bool:
    """No more moves to look at? Shallow nodes leave the least promising ones out, unless they are losing."""
    frame = work.frames[ply]
    if frame[ALPHA] >= frame[BETA] or frame[INDEX] >= frame[COUNT]:
        return True
    depth = frame[DEPTH]
    may_prune = ply > 0 and frame[QUIET] == 0 and depth < PRUNE_AFTER.shape[0] and frame[BEST] > -WIN_ZONE
    if may_prune and frame[INDEX] >= PRUNE_AFTER[depth]:
        frame[SURE] = 0
        return True
    return False


@lean
def search(
    state: npt.NDArray[np.uint8],
    root: npt.NDArray[np.int32],
    depth: int,
    alpha: int,
    beta: int,
    memory: Memory,
    work: Workspace,
) -> int:
    """The value of `state` to the side to move when only the moves in `root` are tried, searched to `depth` plies.

    The best line is left in `work.line[0]`, and whether the value is sure in `work.frames[0, SURE]`.
    """
    frames = work.frames
    frames[0, DEPTH], frames[0, ALPHA], frames[0, BETA] = depth, alpha, beta
    ply, phase = 0, ENTER
    while True:
        frame = frames[ply]
        if phase == ENTER:
            phase = _enter(state, root, memory, work, ply)
        elif phase == NEXT:
            if _is_done(work, ply):
                if frame[QUIET] == 0 and (ply > 0 or root.shape[0] == kernel.count_moves(state)):
                    value = frame[BEST]
                    bound = table.UPPER if value <= frame[START_ALPHA] else table.EXACT
                    if value >= frame[BETA]:
                        bound = table.LOWER
                    table.store(
                        memory,
                        work.keys[ply],
                        _from_node(value, ply),
                        frame[DEPTH],
                        bound,
                        frame[SURE],
                        frame[BEST_ACTION],
                    )
                phase = LEAVE
            elif _choose(memory, work, ply):
                phase = AGAIN
            else:
                phase = _take(work, ply, kernel.to_move(state), -evaluation.WIN + ply + 1, 1)
        elif phase == AGAIN:
            _open_child(work, ply)
            kernel.make(state, frame[ACTION], work.undos[ply])
            ply += 1
            phase = ENTER
        elif phase == LEAVE:
            if ply == 0:
                return frame[BEST]
            ply -= 1
            kernel.unmake(state, frames[ply, ACTION], work.undos[ply])
            phase = _take(work, ply, kernel.to_move(state), -frame[BEST], frame[SURE])
        else:
            for above in range(ply - 1, -1, -1):
                kernel.unmake(state, frames[above, ACTION], work.undos[above])
            return ABORTED
