"""A data folder that version 0.1 wrote: its games go on under the rules they began with."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from alcove.server.store.database import DATABASE

from .pages import Browser, House, house

GOLDEN = Path(__file__).parent.parent / "golden" / "axom" / "room-0.1.sqlite.gz"
COOKIE = {"alcove_guest": "aededda1c102e749aff3710720d706ee"}
"""Whose tables those are."""
USUAL, QUIET, SHUTTLE = "RPRLJ57x5o53", "ivWBT-g8nUaE", "wYmxjyucalOD"


@pytest.fixture
def old_room(tmp_path: Path) -> Iterator[House]:
    (tmp_path / DATABASE).write_bytes(gzip.decompress(GOLDEN.read_bytes()))
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def owner(old_room: House) -> Browser:
    browser = old_room.browser()
    browser.rest.cookies.clear()
    browser.rest.cookies.update(COOKIE)
    return browser


def test_a_running_game_goes_on_under_the_rules_it_began_with(owner: Browser) -> None:
    """Light has gone b1-a2 for the fifth time: today that would have lost, but no position has come four times."""
    with owner.live() as live:
        snapshot = live.watch(USUAL)
        assert snapshot["options"] == {
            "fifth_four": "shorten",
            "head_stop_limits": "on",
            "head_takes_on_heart": "no",
            "leaving_pawn_empties_heart": "yes",
            "repetition": "position4",
            "no_move": "loss",
            "draw_plies": "100",
        }
        for move in ("a2-b1", "f3-e2", "b1-a2"):
            assert live.move(USUAL, move)["type"] == "ack"
    assert owner.snapshot(USUAL)["frame"]["outcome"] is None
    assert "Options" not in owner.rest.get(f"/api/tables/{USUAL}/record").text


def test_the_draw_of_a_game_that_knew_one(owner: Browser) -> None:
    with owner.live() as live:
        live.watch(QUIET)
        assert live.move(QUIET, "g7-f7")["type"] == "ack"
        assert live.move(QUIET, "a2-a3")["type"] == "ack"
    assert owner.snapshot(QUIET)["frame"]["outcome"]["reason"] == "plies"


def test_an_option_that_was_written_and_one_that_was_not(owner: Browser) -> None:
    options = owner.snapshot(SHUTTLE)["options"]
    assert (options["repetition"], options["draw_plies"]) == ("shuttle", "100")


def test_a_new_table_has_todays_rules_and_says_so(owner: Browser) -> None:
    table = owner.table("axom")
    options = owner.snapshot(table)["options"]
    assert (options["repetition"], options["draw_plies"]) == ("movement4", "0")
    assert "repetition=movement4 draw_plies=0" in owner.rest.get(f"/api/tables/{table}/record").text
