"""Services that several parts of the tests share, started when the first test asks for them."""

from collections.abc import Iterator

import pytest

from .services import Postgres, Redis


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
