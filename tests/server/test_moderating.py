"""Reported chat: the person who runs the room sees it, settles it, deletes it, silences who wrote it."""

from pathlib import Path

import pytest

from alcove.cli.app import run

from .pages import Browser, House, Live, nonce
from .test_people import register

OPEN = [{"kind": "human"}, {"kind": "open"}]


def say(page: Live, table: str, text: str) -> int:
    page.send("say", table=table, text=text, nonce=nonce())
    told = page.hear("chat")
    assert told["lines"][-1]["text"] == text
    line: int = told["lines"][-1]["line"]
    return line


def report(page: Live, table: str, line: int) -> None:
    page.send("report", table=table, line=line, nonce=nonce())
    page.hear("reported")


@pytest.fixture
def reported(room: House) -> tuple[int, str, Browser]:
    """A line that a guest and Ada have reported, its table, and the browser of who wrote it."""
    rude, guest, ada = room.browser(), room.browser(), room.browser()
    register(ada, "Ada")
    register(rude, "Rude")
    table = rude.table("avalam", seats=OPEN)
    with rude.live() as writing, guest.live() as reading, ada.live() as looking:
        for page in (writing, reading, looking):
            page.watch(table)
        say(reading, table, "Good evening")
        writing.hear("chat")
        line = say(writing, table, "You fool")
        say(writing, table, "And you, too")
        report(reading, table, line)
        report(looking, table, line)
    return line, table, rude


def test_reports_are_listed_shown_and_settled(
    reported: tuple[int, str, Browser], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line, table, _ = reported
    here = ["--data", str(tmp_path), "--language", "en"]
    assert run(["reports", *here]) == 0
    listed = capsys.readouterr().out
    assert f"{line} " in listed
    assert "Rude" in listed
    assert "×2" in listed
    assert "You fool" in listed
    assert "And you, too" not in listed
    assert run(["reports", str(line), "--settle", *here]) == 0
    shown = capsys.readouterr().out
    assert f"/table/{table}" in shown
    assert "Ada" in shown
    assert shown.index("Good evening") < shown.index("You fool") < shown.index("And you, too")
    assert "It is settled." in shown
    assert run(["reports", "--data", str(tmp_path), "--language", "fr"]) == 0
    assert capsys.readouterr().out == "Rien n'attend.\n"


def test_who_wrote_it_is_silenced_at_once_and_may_write_again(
    room: House, reported: tuple[int, str, Browser], tmp_path: Path
) -> None:
    line, table, rude = reported
    with rude.live() as page:
        page.watch(table)
        page.hear("chat")
        assert run(["reports", str(line), "--silence", "7", "--data", str(tmp_path)]) == 0
        page.send("say", table=table, text="Hm", nonce=nonce())
        refused = page.hear("refused", "chat")
        assert refused["code"] == "chat_off"
        assert "signalement" in refused["text"]["fr"]
        assert run(["reports", str(line), "--silence", "0", "--data", str(tmp_path)]) == 0
        say(page, table, "Sorry")


def test_a_deleted_line_is_gone_for_who_comes_later(
    room: House, reported: tuple[int, str, Browser], tmp_path: Path
) -> None:
    line, table, _ = reported
    assert run(["reports", str(line), "--remove", "--data", str(tmp_path)]) == 0
    room.call(room.app.state.house.chat.removed, [table])
    with room.browser().live() as page:
        page.watch(table)
        assert [said["text"] for said in page.hear("chat")["lines"]] == ["Good evening", "And you, too"]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(["999"], "nobody has reported a line 999"), (["--settle"], "which LINE?"), (["0"], "LINE")],
)
def test_bad_input_is_told(
    room: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], fault: str
) -> None:
    assert run(["reports", *arguments, "--data", str(tmp_path), "--language", "en"]) == 2
    assert fault in capsys.readouterr().err


def test_a_room_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reports", "--data", str(tmp_path / "nowhere")]) == 2
    assert not (tmp_path / "nowhere").exists()
