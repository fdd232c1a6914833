from collections.abc import Iterator
from pathlib import Path

import pytest

from .pages import Browser, House, house


@pytest.fixture
def room(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def browser(room: House) -> Browser:
    return room.browser()
