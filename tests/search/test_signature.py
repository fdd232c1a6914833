"""A refactoring of a search must not change what it does: the bench signature says so to the node."""

import pytest

from alcove.bench.signature import FILE, signature
from alcove.core.registry import ours
from alcove.games.data import read_json


@pytest.mark.parametrize("name", ours())
def test_the_signature_has_not_moved(name: str) -> None:
    assert signature(name) == read_json(name, FILE), (
        "the search or its evaluation changed; if that was meant, run: python -m alcove.bench.signature --write"
    )
