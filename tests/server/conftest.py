from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import Browser, Hands, House, house
from .postbox import Postbox


@pytest.fixture
def room(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def browser(room: House) -> Browser:
    return room.browser()


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    opened = Postbox()
    yield opened
    opened.close()


@pytest.fixture
def posting(tmp_path: Path, postbox: Postbox) -> Iterator[House]:
    """A room that can send mail."""
    with house(tmp_path, Hands(), mail=postbox.server) as opened:
        yield opened
