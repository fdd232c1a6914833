"""How the trees of many games grow, a node a step, while a network answers from elsewhere.

Made once for each game by `instance_for`, with `kernel`, `encoding` and `material` bound. A step gives every game's waiting leaf the
network's answer (`accept`), then walks to the next leaf (`descend`) and writes down what the network shall look at.

Self-play shares the simulations of a root out by sequential halving among moves drawn with Gumbel noise (Danihelka et al.,
2022); everywhere else, and at the root of a player, PUCT decides.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import prange

from alcove.compiled.looks import draw
from alcove.compiled.marks import mark, marked_action
from alcove.compiled.results import DRAW, ONGOING
from alcove.jit.compile import compiled, lean, threaded
from alcove.jit.random import below, next_word
from alcove.neural.trees.layout import MAX_LINE, MOST_CONSIDERED, MOST_PAST, Records, Trees

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
encoding: Any = globals()["encoding"]
material: Any = globals()["material"]

EXPLORATION = np.float32(1.25)
FIRST_PLAY_LOSS = np.float32(0.15)
"""How much worse than its node a move that nobody has followed is taken to be."""
SIGMA_VISITS, SIGMA_SCALE = 50.0, 0.25
"""How much what a search found outweighs what the network thought: the more, the more often a move was followed."""
LEAST_PRIOR, MOST_SHARE = np.float32(1e-6), np.float32(2.0)
CHUNK = 32
"""How many games a thread takes at a time."""
FULL_SCALE = 65535
FULL_WORTH = 100
"""A certain win in the rows of positions, which are whole numbers."""

Packed = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

# --- A node -------------------------------------------------------------------------------------------------------------


@lean
def _swap(trees: Trees, game: int, one: int, other: int) -> None:
    """Let two edges that have not been followed change places."""
    action, prior = trees.action[game, one], trees.prior[game, one]
    trees.action[game, one], trees.prior[game, one] = trees.action[game, other], trees.prior[game, other]
    trees.action[game, other], trees.prior[game, other] = action, prior


@lean
def _bring_up_next(trees: Trees, game: int, node: int) -> None:
    """Put the most promising edge that has not been followed right behind those that have."""
    place = trees.first_edge[game, node] + trees.n_seen[game, node]
    best, best_prior = place, trees.prior[game, place]
    for edge in range(place + 1, trees.first_edge[game, node] + trees.n_edges[game, node]):
        if trees.prior[game, edge] > best_prior:
            best, best_prior = edge, trees.prior[game, edge]
    if best != place:
        _swap(trees, game, place, best)


@lean
def _open(trees: Trees, game: int, node: int) -> int:
    """Follow the next edge for the first time: it is the one brought up. The edge is returned."""
    edge = trees.first_edge[game, node] + trees.n_seen[game, node]
    trees.count[game, edge], trees.total[game, edge], trees.child[game, edge] = 0, 0.0, 0
    trees.n_seen[game, node] += 1
    if trees.n_seen[game, node] < trees.n_edges[game, node]:
        _bring_up_next(trees, game, node)
    return edge


@lean
def _puct(trees: Trees, game: int, node: int) -> int:
    """The edge that a simulation follows; it may have to be opened."""
    first, seen = trees.first_edge[game, node], trees.n_seen[game, node]
    scale = EXPLORATION * np.float32(math.sqrt(np.float32(trees.visits[game, node])))
    best, best_score = np.int64(-1), np.float32(-1e9)
    if seen < trees.n_edges[game, node]:
        best_score = trees.value[game, node] - FIRST_PLAY_LOSS + scale * trees.prior[game, first + seen]
    for edge in range(first, first + seen):
        count = np.float32(trees.count[game, edge])
        score = trees.total[game, edge] / count + scale * trees.prior[game, edge] / (np.float32(1.0) + count)
        if score > best_score:
            best, best_score = np.int64(edge), score
    return _open(trees, game, node) if best < 0 else best


# --- The root in self-play ----------------------------------------------------------------------------------------------


@lean
def _gumbel(trees: Trees, game: int) -> float:
    share = (next_word(trees.luck[game]) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    return -math.log(-math.log(share * 0.999999 + 5e-7))


@lean
def _consider(trees: Trees, game: int, noise: float) -> None:
    """Draw the moves of the root that simulations are shared out among, and bring them to the front."""
    first, n = trees.first_edge[game, 0], trees.n_edges[game, 0]
    n_considered = min(n, MOST_CONSIDERED)
    lowest = 0
    for i in range(n):
        score = np.float32(math.log(trees.prior[game, first + i]) + noise * _gumbel(trees, game))
        if i < n_considered:
            place = i
        elif score > trees.score[game, lowest]:
            place = lowest
            _swap(trees, game, first + i, first + place)
        else:
            continue
        trees.score[game, place] = score
        if i >= n_considered - 1:
            lowest = 0
            for j in range(1, n_considered):
                if trees.score[game, j] < trees.score[game, lowest]:
                    lowest = j
    for edge in range(first, first + n_considered):
        trees.count[game, edge], trees.total[game, edge], trees.child[game, edge] = 0, 0.0, 0
    trees.n_considered[game] = n_considered
    trees.n_seen[game, 0] = n_considered


@lean
def _most_followed(trees: Trees, game: int) -> int:
    """How often the considered edge was followed that was followed most."""
    first, most = trees.first_edge[game, 0], 0
    for edge in range(first, first + trees.n_considered[game]):
        most = max(most, trees.count[game, edge])
    return most


@lean
def _sigma(trees: Trees, game: int) -> float:
    """What a value weighs against a log prior at the root."""
    return (SIGMA_VISITS + _most_followed(trees, game)) * SIGMA_SCALE


@lean
def _mixed_value(trees: Trees, game: int) -> float:
    """What a move that was not followed is taken to be worth: the network's value and what was found, mixed."""
    first = trees.first_edge[game, 0]
    visits, priors, worth = 0, 0.0, 0.0
    for edge in range(first, first + trees.n_considered[game]):
        if trees.count[game, edge]:
            visits += trees.count[game, edge]
            priors += trees.prior[game, edge]
            worth += trees.prior[game, edge] * trees.total[game, edge] / trees.count[game, edge]
    if visits == 0:
        return trees.value[game, 0]
    return (trees.value[game, 0] + visits * worth / priors) / (1.0 + visits)


@lean
def _best_considered(trees: Trees, game: int, count: int) -> int:
    """The best considered edge among those followed exactly `count` times."""
    sigma, mixed, first = _sigma(trees, game), _mixed_value(trees, game), trees.first_edge[game, 0]
    best, best_score = first, -1e30
    for i in range(trees.n_considered[game]):
        times = trees.count[game, first + i]
        if times == count:
            worth = trees.total[game, first + i] / times if times else mixed
            score = trees.score[game, i] + sigma * worth
            if score > best_score:
                best, best_score = first + i, score
    return best


@lean
def _improve(trees: Trees, game: int, policy: npt.NDArray[np.uint16], weights: Reals) -> None:
    """What the network should have said: its own policy, moved towards what the search found."""
    first, n = trees.first_edge[game, 0], trees.n_edges[game, 0]
    sigma, mixed = _sigma(trees, game), _mixed_value(trees, game)
    top = np.float32(-1e30)
    for i in range(n):
        worth = mixed
        if i < trees.n_considered[game] and trees.count[game, first + i]:
            worth = trees.total[game, first + i] / trees.count[game, first + i]
        weights[i] = math.log(trees.prior[game, first + i]) + sigma * worth
        top = max(top, weights[i])
    total = 0.0
    for i in range(n):
        weights[i] = math.exp(weights[i] - top)
        total += weights[i]
    for i in range(policy.shape[0]):
        policy[i] = 0
    n_listed = min(n, trees.place.shape[1])
    encoding.places(trees.roots[game], trees.action[game, first:], n_listed, trees.place[game], trees.origin[game])
    for i in range(n_listed):
        share = np.uint16(weights[i] / total * FULL_SCALE)  # rounded down: places that moves share must not overflow
        policy[trees.place[game, i]] += share
        if trees.origin[game, i] >= 0:
            policy[trees.origin[game, i]] += share


# --- One simulation -----------------------------------------------------------------------------------------------------


@compiled
def plant(trees: Trees, game: int, seen: npt.NDArray[np.uint8]) -> None:
    """Begin a new tree at the root position, which becomes the leaf that waits."""
    trees.used_nodes[game], trees.used_edges[game] = 0, 0
    trees.path_length[game] = 0
    _add_node(trees, game, trees.roots[game], kernel.result(trees.roots[game]))
    _look(trees.roots[game], trees.past[game], trees.n_past[game], seen)


@compiled
def _look(state: Packed, past: npt.NDArray[np.int64], n_past: int, seen: npt.NDArray[np.uint8]) -> None:
    """Write what the network shall see of a position, and of the game's past in it."""
    encoding.look(state, seen)
    encoding.recall(state, past[: min(n_past, MOST_PAST)], seen)


@lean
def _add_node(trees: Trees, game: int, state: Packed, result: int) -> None:
    """Make a node for a position that nobody has seen; it becomes the leaf that waits."""
    node = trees.used_nodes[game]
    trees.used_nodes[game] = node + 1
    first = trees.used_edges[game]
    n, side = 0, kernel.to_move(state)
    if result == ONGOING:
        n = kernel.moves(state, trees.action[game, first:])
        n_listed = min(n, trees.place.shape[1])
        encoding.places(state, trees.action[game, first:], n_listed, trees.place[game], trees.origin[game])
    else:
        trees.value[game, node] = result if side == 0 else -result
    trees.used_edges[game] = first + n
    trees.first_edge[game, node], trees.n_edges[game, node] = first, n
    trees.n_seen[game, node], trees.visits[game, node] = 0, 0
    trees.leaf[game], trees.leaf_side[game] = node, side


@lean
def _times_played(trees: Trees, game: int, state: Packed, action: int) -> int:
    """How often the game has seen a move in a position."""
    word, times = mark(kernel.key(state), action), 0
    for i in range(min(trees.n_past[game], MOST_PAST)):
        times += trees.past[game, i] == word
    return times


@lean
def _loses_by_history(trees: Trees, game: int, state: Packed, action: int) -> bool:
    loses = encoding.REPETITION_LOSES
    return trees.n_past[game] >= loses - 1 > 0 and _times_played(trees, game, state, action) >= loses - 1


@lean
def _draws_by_history(trees: Trees, game: int, state: Packed, times: int) -> bool:
    """Does a position draw that has stood so often besides the times that the game remembers?"""
    if encoding.REPETITION_DRAWS == 0:
        return False
    here = kernel.key(state)
    for i in range(min(trees.n_past[game], MOST_PAST)):
        times += 0 <= marked_action(trees.past[game, i], here) < kernel.N_ACTIONS
    return times >= encoding.REPETITION_DRAWS - 1


@compiled
def descend(
    trees: Trees,
    game: int,
    wanted_count: int,
    state: Packed,
    undo: npt.NDArray[np.int64],
    seen: npt.NDArray[np.uint8],
) -> None:
    """Walk from the root to a new leaf or to the end of the game. At the root, the edge is the best considered one that
    was followed `wanted_count` times before; −1 leaves it to PUCT."""
    state[:] = trees.roots[game]
    node, length = 0, 0
    while True:
        if node == 0 and wanted_count >= 0:
            edge = _best_considered(trees, game, wanted_count)
        else:
            edge = _puct(trees, game, node)
        trees.path[game, length], trees.path_node[game, length] = edge, node
        length += 1
        action = trees.action[game, edge]
        child = trees.child[game, edge]
        if child == 0:
            loses = _loses_by_history(trees, game, state, action)
            side = kernel.to_move(state)
            kernel.make(state, action, undo)
            result = encoding.verdict(state)
            if loses:
                result = -1 if side == 0 else 1
            elif result == ONGOING:
                times = np.int64(kernel.key(state) == kernel.key(trees.roots[game]))
                if _draws_by_history(trees, game, state, times):
                    result = DRAW
            trees.child[game, edge] = trees.used_nodes[game]
            _add_node(trees, game, state, result)
            _look(state, trees.past[game], trees.n_past[game], seen)
            break
        kernel.make(state, action, undo)
        if trees.n_edges[game, child] == 0 or length == MAX_LINE:
            trees.leaf[game] = child
            break
        node = child
    trees.path_length[game] = length


@lean
def accept(trees: Trees, game: int, shares: Reals, value: float) -> None:
    """Give the waiting leaf the network's answer, the share of each move and a value; add the simulation to its path.

    An answer that is no number counts for nothing: no edge could be chosen by it, and whoever takes the one after the last
    writes where nothing is his.
    """
    leaf = trees.leaf[game]
    if not -1.0 <= value <= 1.0:
        value = 0.0
    n = trees.n_edges[game, leaf]
    if trees.visits[game, leaf] or n == 0:  # an end of the game, or of the longest line
        value = trees.value[game, leaf] if n == 0 else 0.0
    else:
        first, total = trees.first_edge[game, leaf], np.float32(0.0)
        for i in range(n):
            prior = LEAST_PRIOR
            if i < shares.shape[0] and 0.0 < shares[i] < MOST_SHARE:
                prior += shares[i]
            trees.prior[game, first + i] = prior
            total += prior
        share = np.float32(1.0) / total
        for edge in range(first, first + n):
            trees.prior[game, edge] *= share
        trees.value[game, leaf] = value
        _bring_up_next(trees, game, leaf)
    trees.visits[game, leaf] += 1
    for i in range(trees.path_length[game] - 1, -1, -1):
        value = -value
        edge = trees.path[game, i]
        trees.count[game, edge] += 1
        trees.total[game, edge] += value
        trees.visits[game, trees.path_node[game, i]] += 1


@compiled
def grow(trees: Trees, policy: Reals, value: float, seen: npt.NDArray[np.uint8], planes: Reals) -> bool:
    """A player's step: accept the answer and walk on in the only tree. True if there is no room for another node."""
    shares = np.empty(trees.place.shape[1], np.float32)
    for i in range(shares.shape[0]):
        shares[i] = policy[trees.place[0, i]]
        if trees.origin[0, i] >= 0:
            shares[i] *= policy[trees.origin[0, i]]
    accept(trees, 0, shares, value)
    return walk_on(trees, seen, planes)


@compiled
def walk_on(trees: Trees, seen: npt.NDArray[np.uint8], planes: Reals) -> bool:
    """Walk to the next leaf of a player's tree. True if there is no room for another node."""
    n_nodes = trees.first_edge.shape[1]
    if trees.used_nodes[0] == n_nodes or trees.used_edges[0] + kernel.MAX_MOVES > trees.action.shape[1]:
        return True
    state, undo = np.empty(kernel.STATE_SIZE, np.uint8), np.empty(kernel.UNDO_SIZE, np.int64)
    descend(trees, 0, -1, state, undo, seen)
    draw(seen, encoding.CELL_LAYERS, encoding.TABLE, encoding.SPANS, planes)
    return False


# --- All games ----------------------------------------------------------------------------------------------------------


@compiled
def _step_some(
    trees: Trees, first: int, last: int, simulation: int, table: npt.NDArray[np.int32], noise: float, shares: Reals,
    values: Reals, seen: npt.NDArray[np.uint8],
) -> None:  # fmt: skip
    state, undo = np.empty(kernel.STATE_SIZE, np.uint8), np.empty(kernel.UNDO_SIZE, np.int64)
    for game in range(first, last):
        if simulation < 0:
            plant(trees, game, seen[game])
        elif trees.n_edges[game, 0]:
            accept(trees, game, shares[game], values[game])
            if simulation == 0:
                _consider(trees, game, noise)
            wanted = table[trees.n_considered[game], simulation]
            descend(trees, game, wanted, state, undo, seen[game])


@threaded
def step(
    trees: Trees, simulation: int, table: npt.NDArray[np.int32], noise: float, shares: Reals, values: Reals,
    seen: npt.NDArray[np.uint8],
) -> None:  # fmt: skip
    """Simulation number `simulation` of all games: −1 plants new trees, the others accept what was asked before."""
    games = trees.leaf.shape[0]
    for chunk in prange((games + CHUNK - 1) // CHUNK):
        last = min((chunk + 1) * CHUNK, games)
        _step_some(trees, chunk * CHUNK, last, simulation, table, noise, shares, values, seen)


@compiled
def _note_down(trees: Trees, records: Records, game: int, weights: Reals) -> None:
    """Write the root and what was found there into the game's record."""
    ply, root = records.length[game], trees.roots[game]
    _look(root, trees.past[game], trees.n_past[game], records.seen[game, ply])
    _improve(trees, game, records.policy[game, ply], weights)
    records.side[game, ply] = kernel.to_move(root)
    for side in range(2):
        encoding.owners(root, side, records.owners[game, ply, side])


@compiled
def _play(trees: Trees, records: Records, game: int, weights: Reals, undo: npt.NDArray[np.int64]) -> bool:
    """Play the move the search has chosen. Is the game over?"""
    _note_down(trees, records, game, weights)
    edge = _best_considered(trees, game, _most_followed(trees, game))
    action, root, ply = trees.action[game, edge], trees.roots[game], records.length[game]
    side = kernel.to_move(root)
    worth = trees.total[game, edge] / trees.count[game, edge] if trees.count[game, edge] else trees.value[game, 0]
    records.worth[game, ply] = worth if side == 0 else -worth
    loses = _loses_by_history(trees, game, root, action)
    _make_and_remember(trees, game, action, undo)
    records.length[game] = ply + 1
    for seat in range(2):
        encoding.owners(root, seat, records.owners[game, ply + 1, seat])
    result = encoding.verdict(root)
    if loses:
        result = -1 if side == 0 else 1
    elif result == ONGOING and _draws_by_history(trees, game, root, 0):
        result = DRAW
    is_broken_off = result == ONGOING and ply + 1 == records.seen.shape[1]
    lead = 0
    if is_broken_off:
        result = DRAW
        lead = material.material(root) if kernel.to_move(root) == 0 else -material.material(root)
    records.result[game], records.lead[game], records.is_broken_off[game] = result, lead, is_broken_off
    return result != ONGOING


@lean
def _make_and_remember(trees: Trees, game: int, action: int, undo: npt.NDArray[np.int64]) -> None:
    """Play a move at the root. Where nothing that stood before can come back, the past is forgotten."""
    root = trees.roots[game]
    trees.past[game, trees.n_past[game] % MOST_PAST] = mark(kernel.key(root), action)
    trees.n_past[game] += 1
    kernel.make(root, action, undo)
    if encoding.is_new(root):
        trees.n_past[game] = 0


@compiled
def _finish_some(
    trees: Trees, records: Records, first: int, last: int, shares: Reals, values: Reals, over: npt.NDArray[np.bool_]
) -> None:
    weights, undo = np.empty(kernel.MAX_MOVES, np.float32), np.empty(kernel.UNDO_SIZE, np.int64)
    for game in range(first, last):
        if not over[game]:
            accept(trees, game, shares[game], values[game])
            if trees.used_nodes[game] == 1:
                _consider(trees, game, 0.0)
            over[game] = _play(trees, records, game, weights, undo)


@threaded
def finish(trees: Trees, records: Records, shares: Reals, values: Reals, over: npt.NDArray[np.bool_]) -> None:
    """End all searches: accept the last answers, play the chosen moves, and tell which games are over."""
    games = trees.leaf.shape[0]
    for chunk in prange((games + CHUNK - 1) // CHUNK):
        _finish_some(trees, records, chunk * CHUNK, min((chunk + 1) * CHUNK, games), shares, values, over)


@compiled
def _restart_one(
    trees: Trees, records: Records, game: int, start: Packed, most_plies: int, late_share: float, late_plies: int
) -> None:
    root, luck = trees.roots[game], trees.luck[game]
    root[:] = start
    records.length[game] = 0
    trees.n_past[game] = 0
    actions, undo = np.empty(kernel.MAX_MOVES, np.int32), np.empty(kernel.UNDO_SIZE, np.int64)
    is_late = below(luck, 1000) < 1000 * late_share
    for _ in range(below(luck, (late_plies if is_late else most_plies) + 1)):
        n = kernel.moves(root, actions)
        action = actions[below(luck, n)]
        if is_late:
            action = _greedier(root, action, actions[below(luck, n)], undo)
        kernel.make(root, action, undo)
        if encoding.verdict(root) != ONGOING:
            root[:] = start


@lean
def _greedier(root: Packed, one: int, other: int, undo: npt.NDArray[np.int64]) -> int:
    """The one of two moves that leaves the other side with less."""
    kernel.make(root, one, undo)
    left_by_one = material.material(root)
    kernel.unmake(root, one, undo)
    kernel.make(root, other, undo)
    left_by_other = material.material(root)
    kernel.unmake(root, other, undo)
    return other if left_by_other < left_by_one else one


@threaded
def restart(
    trees: Trees, records: Records, over: npt.NDArray[np.bool_], start: Packed, most_plies: int,
    late_share: float, late_plies: int,
) -> None:  # fmt: skip
    """Begin the games that are over anew, each after some random plies; a share of them late, after many plies that are
    random but greedy."""
    for game in prange(trees.leaf.shape[0]):
        if over[game]:
            _restart_one(trees, records, game, start, most_plies, late_share, late_plies)
            over[game] = False


@compiled
def _gather_one(
    records: Records, game: int, at: int, horizon: int, trust: float, half_win: float,
    seen: npt.NDArray[np.uint8], policies: npt.NDArray[np.uint16], worths: npt.NDArray[np.int8],
    owners: npt.NDArray[np.uint8],
) -> None:  # fmt: skip
    length = records.length[game]
    worth = float(records.result[game])
    if records.is_broken_off[game] and half_win:
        worth = records.lead[game] / (abs(records.lead[game]) + half_win)
    for ply in range(length - 1, -1, -1):
        row, side = at + ply, records.side[game, ply]
        worth = trust * worth + (1.0 - trust) * records.worth[game, ply]
        seen[row] = records.seen[game, ply]
        policies[row] = records.policy[game, ply]
        worths[row] = round(FULL_WORTH * (worth if side == 0 else -worth))
        owners[row] = records.owners[game, min(ply + horizon, length), side]


@threaded
def gather(
    records: Records, over: npt.NDArray[np.bool_], starts: npt.NDArray[np.int64], horizon: int, trust: float,
    half_win: float, seen: npt.NDArray[np.uint8], policies: npt.NDArray[np.uint16], worths: npt.NDArray[np.int8],
    owners: npt.NDArray[np.uint8],
) -> None:  # fmt: skip
    """Copy the records of games that are over into rows, a position each; game g's begin at `starts[g]`.

    A position is worth what the game came to, mixed with what searches found on the way: `trust` is what a ply leaves of
    the later. A game that was broken off came to its lead of material: `half_win` is worth half a win, and none is worth a
    whole one, so that it pays to go on and win."""
    for game in prange(over.shape[0]):
        if over[game]:
            _gather_one(records, game, starts[game], horizon, trust, half_win, seen, policies, worths, owners)
