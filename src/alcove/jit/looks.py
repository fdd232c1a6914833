"""A position as a network sees it: a few bytes, and the planes that follow from them by tables.

Bytes travel to a GPU and rest in a replay buffer; planes are what a network computes with. A *look* is some layers of
one byte a cell and some bytes for the whole board; each byte turns into planes by its row of a table, and the planes of
a cell are the sum over all bytes that concern it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import compiled

Seen = npt.NDArray[np.uint8]
Planes = npt.NDArray[np.float32]


class Look(NamedTuple):
    """How one game is looked at; all of it is seen by the side to move.

    A policy has a place for every move; `policy_source` says where each place stands among `policy_planes` planes of
    the board. The game has one symmetry besides doing nothing: `mirror_cells[i]` is the cell that comes to cell i,
    `mirror_bytes` what its byte of a layer becomes, and `mirror_policy[i]` the place that comes to place i.
    """

    height: int
    width: int
    cell_layers: int
    table: Planes  # layer, byte, plane: first the layers of cells, then those of the whole board
    policy_planes: int
    policy_source: npt.NDArray[np.int64]
    mirror_cells: npt.NDArray[np.int64]
    mirror_bytes: npt.NDArray[np.uint8]
    mirror_policy: npt.NDArray[np.int64]
    kinds: int = 3
    """How many things `owners` tells apart on a cell: usually nothing, an own piece, another's."""

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
        return self.table.shape[2], self.height, self.width


def byte_table(columns: dict[int, dict[int, float]], n_planes: int) -> Planes:
    """A layer's part of the table: `columns[plane][byte]` is what a byte adds to a plane."""
    table = np.zeros((256, n_planes), np.float32)
    for plane, column in columns.items():
        for byte, value in column.items():
            table[byte, plane] = value
    return table


def bits(first_plane: int, count: int = 8) -> dict[int, dict[int, float]]:
    """Columns for a byte whose bits are planes of their own."""
    return {first_plane + bit: {byte: 1.0 for byte in range(256) if byte >> bit & 1} for bit in range(count)}


@compiled
def draw(seen: Seen, cell_layers: int, table: Planes, planes: Planes) -> None:
    """Fill `planes` from the bytes of a look."""
    n_planes = table.shape[2]
    n_cells = planes.shape[1] * planes.shape[2]
    flat = planes.reshape(n_planes, n_cells)
    for plane in range(n_planes):
        whole = np.float32(0.0)
        for layer in range(cell_layers, table.shape[0]):
            whole += table[layer, seen[cell_layers * (n_cells - 1) + layer], plane]
        for cell in range(n_cells):
            value = whole
            for layer in range(cell_layers):
                value += table[layer, seen[layer * n_cells + cell], plane]
            flat[plane, cell] = value
