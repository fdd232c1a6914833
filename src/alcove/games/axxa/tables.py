"""AxxA's board as tables for the kernel: cells are numbers in the order of their names, sets of cells are bit masks."""

from itertools import combinations

import numpy as np

from .board import CELLS, ROUTES, START_CELLS, TRIPLES

N_CELLS = len(CELLS)
N_SLOTS = len(START_CELLS)
CELL_NUMBER = {cell: number for number, cell in enumerate(CELLS)}
SHAPES = tuple(TRIPLES)
"""The values of the option `shape`; their order numbers them."""

BIT = np.array([1 << cell for cell in range(N_CELLS)], np.uint64)


def _mask(cells: tuple[str, ...]) -> int:
    return sum(1 << CELL_NUMBER[cell] for cell in cells)


BLOCK = 8
"""Targets are tested in rows of eight, which a machine can do at once."""
_NEVER_OPEN = (1 << 64) - 1
"""What fills a row: a way over every cell, so also over the pile that moves."""
_ROWS = [list(_routes.items())[:BLOCK] for _, _routes in sorted(ROUTES.items())]
MORE = np.zeros(len(_ROWS) + 2 * N_CELLS, np.uint8)
"""A cell and a number have the row 6 · cell + number − 1. A few have more than eight targets: this is the row of the
rest, 0 for none."""
for _way, (_, _routes) in enumerate(sorted(ROUTES.items())):
    if len(_routes) > BLOCK:
        MORE[_way] = len(_ROWS)
        _ROWS.append(list(_routes.items())[BLOCK:])
TARGET = np.zeros((len(_ROWS), BLOCK), np.uint8)
ONE_WAY, OTHER_WAY = np.full((2, len(_ROWS), BLOCK), _NEVER_OPEN, np.uint64)
"""A4: the cells that must be empty on the two ways to a target; where there is one way alone it stands twice."""
for _number, _row in enumerate(_ROWS):
    for _i, (_target, _routes_to_it) in enumerate(_row):
        TARGET[_number, _i] = CELL_NUMBER[_target]
        ONE_WAY[_number, _i], OTHER_WAY[_number, _i] = _mask(_routes_to_it[0]), _mask(_routes_to_it[-1])
REACH = np.array([_mask(tuple(_routes)) for _, _routes in sorted(ROUTES.items())], np.uint64)
"""The cells a pile could reach on an empty board, by cell and number."""
COUNT = np.array([bits.bit_count() for bits in range(1 << BLOCK)], np.uint8)
LOWEST = np.array([0] + [(bits & -bits).bit_length() - 1 for bits in range(1, 1 << BLOCK)], np.uint8)

ALL_TRIPLES = sorted(TRIPLES["king"])
"""The triples of every other shape are among these."""
N_TRIPLES = len(ALL_TRIPLES)
TRIPLE_NUMBER = {triple: number for number, triple in enumerate(ALL_TRIPLES)}
TRIPLE_CELLS = np.array([[CELL_NUMBER[cell] for cell in triple] for triple in ALL_TRIPLES], np.uint8)
TRIPLE_MASK = np.array([_mask(triple) for triple in ALL_TRIPLES], np.uint64)
IS_TRIPLE = np.array([[triple in TRIPLES[shape] for triple in ALL_TRIPLES] for shape in SHAPES], np.uint8)
THIRDS = np.zeros((len(SHAPES), N_CELLS, N_CELLS), np.uint64)
"""A6: for a shape and two cells, the cells that make a triple with them."""
for _shape, _name in enumerate(SHAPES):
    for _triple in TRIPLES[_name]:
        for _a, _b in combinations(_triple, 2):
            (_c,) = set(_triple) - {_a, _b}
            for _x, _y in ((CELL_NUMBER[_a], CELL_NUMBER[_b]), (CELL_NUMBER[_b], CELL_NUMBER[_a])):
                THIRDS[_shape, _x, _y] |= BIT[CELL_NUMBER[_c]]
