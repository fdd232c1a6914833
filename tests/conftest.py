"""What all tests share: our own games alone, whatever packages this environment has, and services that are started when the
first test asks for them."""

from collections.abc import Iterator

import pytest

from alcove.core import registry

from .services import Postgres, Redis

registry.GROUP = "alcove.games of no package"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this test run."""
    server = Postgres()
    server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis server of this test run."""
    server = Redis()
    server.start()
    yield server
    server.end()
