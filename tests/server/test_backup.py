"""A copy taken while games are played opens as a room with all that was acknowledged before."""

from pathlib import Path

import pytest

from alcove.core.errors import AlcoveError
from alcove.server.store.backup import back_up
from alcove.server.store.database import DATABASE

from .pages import Browser, House, house


def test_a_backup_of_an_open_room_opens_as_a_room(room: House, browser: Browser, tmp_path: Path) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        for move in ("c9-d9", "c8-d7"):
            page.move(table, move)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        assert back_up(tmp_path, elsewhere / DATABASE) == (1, 3)
        page.move(table, "d8-e7")
    with house(elsewhere) as restored:
        lines = restored.browser().snapshot(table)["lines"]
    assert [line["text"] for line in lines] == ["c9-d9", "c8-d7"]


def test_a_backup_overwrites_nothing_and_says_what_is_missing(room: House, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("something else")
    with pytest.raises(AlcoveError):
        back_up(tmp_path, tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "something else"
    with pytest.raises(AlcoveError):
        back_up(tmp_path / "nowhere", tmp_path / "new")
    with pytest.raises(AlcoveError):
        back_up(tmp_path, tmp_path / "no" / "such" / "folder")
