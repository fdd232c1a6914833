"""A position as a network sees it: a few bytes, and the planes that follow from them by tables.

Bytes travel to a GPU and rest in a replay buffer; planes are what a network computes with. A *look* is some layers of
one byte a cell and some bytes for the whole board. Each layer has planes of its own, side by side; its bytes turn into them
by their rows of a table.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import compiled

Seen = npt.NDArray[np.uint8]
Planes = npt.NDArray[np.float32]
Spans = npt.NDArray[np.int64]


class Look(NamedTuple):
    """How one game is looked at; all of it is seen by the side to move.

    A policy has a place for every move; `policy_source` says where each place stands among `policy_planes` planes of
    the board. It falls into parts, `policy_parts` places long, each of which shares out 1: the first among moves or their
    targets, others among the origins of what goes there.

    The game has symmetries, doing nothing being the first: in symmetry k, `mirror_cells[k, i]` is the cell that comes to cell
    i, `mirror_layers[k, i]` the layer that comes to layer i of cells, `mirror_bytes[k, i]` what its bytes become, and
    `mirror_policy[k, i]` the place that comes to place i. A byte 0 of a cell leaves its planes 0.
    """

    height: int
    width: int
    cell_layers: int
    table: Planes  # layer, byte, plane of the layer: first the layers of cells, then those of the whole board
    spans: Spans  # for each layer its first plane and how many there are
    policy_planes: int
    policy_source: npt.NDArray[np.int64]
    policy_parts: tuple[int, ...]
    mirror_cells: npt.NDArray[np.int64]
    mirror_layers: npt.NDArray[np.int64]
    mirror_bytes: npt.NDArray[np.uint8]
    mirror_policy: npt.NDArray[np.int64]
    kinds: int = 3
    """How many things `owners` tells apart on a cell: usually nothing, an own piece, another's."""

    @classmethod
    def without_policy(cls, height: int, width: int, cell_layers: int, table: Planes, spans: Spans) -> "Look":
        """A game that no network guides: nobody asks for a policy, nor for symmetries."""
        nothing = np.zeros((1, 0), np.int64)
        same_bytes = np.array([[range(256)] * cell_layers], np.uint8)
        cells, layers = np.arange(height * width)[None], np.arange(cell_layers)[None]
        return cls(height, width, cell_layers, table, spans, 0, nothing[0], (), cells, layers, same_bytes, nothing)

    @property
    def n_cells(self) -> int:
        return self.height * self.width

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self.cell_layers * self.n_cells + len(self.table) - self.cell_layers

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes."""
        return int(self.spans.sum(axis=1).max()), self.height, self.width


class History(NamedTuple):
    """What the rules decide by a game's past, where no packed state tells it: which time the same move in the same position loses,
    which time the same position draws, after how many plies the game is drawn; 0 for never."""

    loses: int = 0
    draws: int = 0
    plies: int = 0


def byte_tables(layers: Sequence[dict[int, dict[int, float]]]) -> tuple[Planes, Spans]:
    """The table of all layers, and their planes: `layers[i][plane][byte]` is what a byte of layer i makes of a plane."""
    spans = np.array([[min(columns), len(columns)] for columns in layers], np.int64)
    table = np.zeros((len(layers), 256, spans[:, 1].max()), np.float32)
    for layer, columns in enumerate(layers):
        assert set(columns) == set(range(min(columns), min(columns) + len(columns))), (
            "planes of a layer stand side by side"
        )
        for plane, column in columns.items():
            for byte, value in column.items():
                table[layer, byte, plane - spans[layer, 0]] = value
    return table, spans


def bits(first_plane: int, count: int = 8) -> dict[int, dict[int, float]]:
    """Columns for a byte whose bits are planes of their own."""
    return {first_plane + bit: {byte: 1.0 for byte in range(256) if byte >> bit & 1} for bit in range(count)}


@compiled
def draw(seen: Seen, cell_layers: int, table: Planes, spans: Spans, planes: Planes) -> None:
    """Fill `planes` from the bytes of a look."""
    n_cells = planes.shape[1] * planes.shape[2]
    flat = planes.reshape(planes.shape[0], n_cells)
    flat[:] = 0.0
    for layer in range(cell_layers):
        first, count = spans[layer]
        for cell in range(n_cells):
            byte = seen[layer * n_cells + cell]
            if byte:
                for plane in range(count):
                    flat[first + plane, cell] = table[layer, byte, plane]
    for layer in range(cell_layers, table.shape[0]):
        first, count = spans[layer]
        for plane in range(count):
            flat[first + plane] = table[layer, seen[cell_layers * (n_cells - 1) + layer], plane]
