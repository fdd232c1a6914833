"""A refactoring of a search must not change what it does: the bench signature says so to the node."""

import json

import pytest

from alcove.bench.signature import FILE, signature
from alcove.core.registry import games
from alcove.games.rooms import rooms


@pytest.mark.parametrize("name", [name for name in games() if rooms(name).has("evaluation")])
def test_the_signature_has_not_moved(name: str) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8"))
    assert signature(name) == known.get(name), (
        "the search or its evaluation changed; if that was meant, run: python -m alcove.bench.signature --write"
    )
