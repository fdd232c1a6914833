"""A player's tree from one move to the next: what was thought about the position that came about is kept.

Nodes and their edges lie in the order in which they were made, and a child is made after its parent: so one walk from the
front moves everything that stays to the front, over what goes.
"""

import numpy as np

from alcove.jit.compile import compiled
from alcove.neural.trees.layout import Trees


@compiled
def drop_waiting_leaf(trees: Trees) -> None:
    """Take the leaf back that waits for an answer nobody will give, and the edge that led to it."""
    leaf = trees.used_nodes[0] - 1
    if trees.visits[0, leaf] == 0 and leaf > 0:
        trees.n_seen[0, trees.path_node[0, trees.path_length[0] - 1]] -= 1
        trees.used_nodes[0], trees.used_edges[0] = leaf, trees.first_edge[0, leaf]


@compiled
def prune(trees: Trees, top: int) -> None:
    """Make node `top` the root, and drop whatever does not follow it. No leaf may wait."""
    n_nodes = trees.used_nodes[0]
    place = np.full(n_nodes, -1, np.int32)  # where each node comes to stand; −1: it goes
    place[top] = 0
    for node in range(top, n_nodes):
        if place[node] >= 0:
            for edge in range(trees.first_edge[0, node], trees.first_edge[0, node] + trees.n_seen[0, node]):
                place[trees.child[0, edge]] = 0
    n_kept, n_edges = 0, 0
    for node in range(top, n_nodes):
        if place[node] >= 0:
            place[node] = n_kept
            n_kept += 1
    for node in range(top, n_nodes):
        if place[node] >= 0:
            _move_node(trees, node, place[node], n_edges)
            for edge in range(n_edges, n_edges + trees.n_seen[0, place[node]]):
                trees.child[0, edge] = place[trees.child[0, edge]]
            n_edges += trees.n_edges[0, place[node]]
    trees.used_nodes[0], trees.used_edges[0] = n_kept, n_edges


@compiled
def _move_node(trees: Trees, node: int, to: int, first: int) -> None:
    """Copy a node and its edges towards the front: edges to `first` and on."""
    old = trees.first_edge[0, node]
    for i in range(trees.n_edges[0, node]):
        trees.action[0, first + i], trees.prior[0, first + i] = trees.action[0, old + i], trees.prior[0, old + i]
    for i in range(trees.n_seen[0, node]):
        trees.count[0, first + i], trees.total[0, first + i] = trees.count[0, old + i], trees.total[0, old + i]
        trees.child[0, first + i] = trees.child[0, old + i]
    trees.first_edge[0, to], trees.n_edges[0, to] = first, trees.n_edges[0, node]
    trees.n_seen[0, to], trees.visits[0, to] = trees.n_seen[0, node], trees.visits[0, node]
    trees.value[0, to] = trees.value[0, node]
