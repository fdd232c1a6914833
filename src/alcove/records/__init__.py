"""Records: what they are and how they are written (`record`), and how they are read, every fault with its line (`reading`)."""

from alcove.records.reading import (
    DEEPEST,
    MOST_CHARACTERS,
    MOST_FAULTS,
    MOST_PLIES,
    faults,
    read_record,
    read_records,
    unwritable,
)  # fmt: skip

__all__ = [
    "DEEPEST",
    "MOST_CHARACTERS",
    "MOST_FAULTS",
    "MOST_PLIES",
    "faults",
    "read_record",
    "read_records",
    "unwritable",
]
