"""The tree of a Monte Carlo search: flat arrays, children of a node side by side."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

USED = 0
"""`Tree.counters[USED]`: how many nodes are in use."""

MAX_LINE = 512
"""The longest path from the root to a leaf."""


class Tree(NamedTuple):
    """Node 0 is the root. `values` are sums seen by the seat that moved into the node, each simulation worth 0 to 1."""

    actions: npt.NDArray[np.int32]
    priors: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]
    values: npt.NDArray[np.float64]
    first_child: npt.NDArray[np.int32]  # 0: not expanded
    n_children: npt.NDArray[np.int32]
    path: npt.NDArray[np.int32]  # the nodes of the simulation under way
    counters: npt.NDArray[np.int64]


def new_tree(nodes: int) -> Tree:
    """An empty tree with room for that many nodes."""
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(MAX_LINE, np.int32),
        np.array([1], np.int64),
    )
