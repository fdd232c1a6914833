"""The atlas as a whole: what is shipped, what is told of it, and that a broken-off measurement goes on."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import alcove
from alcove.atlas import FILE, Atlas, atlas, read, write
from alcove.atlas.enginegames import Task, kept, memory_of, play, play_all
from alcove.atlas.measuring import PLAYERS, Plan, measure, tasks
from alcove.atlas.page import page, shipped
from alcove.atlas.telling import findings, percent, power
from alcove.cli.app import run
from alcove.core.registry import ours
from alcove.core.text import numeral
from alcove.games.data import data_file
from alcove.players.levels import recipe

HOUSE = Path(__file__).parents[2]
TINY = Plan(engine_games=2, random_games=640, luck_deals=2, is_quick=True, processes=1)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Atlas, Path]:
    folder = tmp_path_factory.mktemp("atlas")
    return measure("avalam", TINY, folder, "2026-11-15"), folder


def test_measuring_again_gives_the_same(tiny: tuple[Atlas, Path], tmp_path: Path) -> None:
    found, folder = tiny
    assert measure("avalam", TINY, folder, "2026-11-15") == found, "from the games that are kept"
    assert measure("avalam", TINY, tmp_path, "2026-11-15") == found, "from games played again"


def test_a_measurement_that_was_broken_off_goes_on(tiny: tuple[Atlas, Path], tmp_path: Path) -> None:
    _, folder = tiny
    (memory,) = folder.iterdir()
    lines = memory.read_bytes().splitlines(keepends=True)
    broken = tmp_path / "memory.jsonl"
    broken.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    wanted = tasks("avalam", TINY)
    found = list(play_all(wanted, broken, processes=1))
    assert len(found) == len(wanted) == len(lines)
    assert {line.place: line for line in found} == kept(memory)
    assert kept(broken) == kept(memory)


def test_a_game_is_played_again_exactly_and_by_the_rules() -> None:
    task = Task("axom", "", (), "level3", 1, 1, 7)
    found = play(task)
    assert found == play(task)
    assert found.result in ("1-0", "0-1", "1/2-1/2")
    assert found.choices[0] == 18
    assert len(found.opening) == 12
    assert play(task._replace(number=2)) != found


def test_no_measured_level_looks_at_the_clock() -> None:
    for name in alcove.games():
        assert all(recipe(name, int(player[5:])).is_repeatable for player in PLAYERS)


def test_another_seed_has_a_memory_of_its_own(tmp_path: Path) -> None:
    assert memory_of(tmp_path, "avalam", PLAYERS, 1) != memory_of(tmp_path, "avalam", PLAYERS, 2)
    assert memory_of(tmp_path, "avalam", PLAYERS[:2], 1) != memory_of(tmp_path, "avalam", PLAYERS, 1)


def test_a_file_holds_all_of_an_atlas(tiny: tuple[Atlas, Path], tmp_path: Path) -> None:
    found, _ = tiny
    write(found, tmp_path / "a.json")
    assert read(tmp_path / "a.json") == found
    bare = replace(found, openings=None)
    write(bare, tmp_path / "b.json")
    assert read(tmp_path / "b.json") == bare


# --- What is shipped ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ours())
def test_every_game_has_an_atlas(name: str) -> None:
    found = atlas(name)
    assert found is not None
    assert found.game == name
    assert [sample.player for sample in found.modes[0].samples] == ["random", *PLAYERS]
    for mode in found.modes:
        for sample in mode.samples:
            assert sample.first_wins + sample.draws + sample.second_wins == sample.games
            assert sample.score.low <= sample.score.value <= sample.score.high
    if found.openings is not None:
        root = next(iter(found.openings.positions.values()))
        assert sum(count[0] for count in root.values()) == found.openings.games
    assert data_file(name, FILE).stat().st_size < 200_000


@pytest.mark.parametrize("name", ours())
def test_the_counted_lines_are_those_of_perft(name: str) -> None:
    found = atlas(name)
    assert found is not None
    game = alcove.game(name)
    start = game.with_luck(found.tree.deal) if found.tree.deal else game.initial()
    assert found.tree.lines[0].exact == alcove.perft(start, 1)
    assert found.tree.lines[1].exact == alcove.perft(start, 2)


@pytest.mark.parametrize("name", ours())
def test_findings_are_told_in_both_languages(name: str) -> None:
    found = atlas(name)
    assert found is not None
    told = findings(found)
    assert len({finding.name for finding in told}) == len(told) >= 7
    for finding in told:
        for text in (finding.heading, finding.text, finding.method):
            assert text.en
            assert text.fr
            assert text.en != text.fr
            assert not re.search(r"\w[:;?!]( |$)", text.fr.replace("https:", "")), text.fr


def test_the_paper_is_the_one_that_the_data_give() -> None:
    written = (HOUSE / "docs" / "atlas.md").read_text(encoding="utf-8")
    assert written == page(shipped()), "run `python -m alcove.atlas.page > docs/atlas.md`"


def test_numbers_are_written_as_each_language_does() -> None:
    assert (numeral(12345.6, 1).en, numeral(12345.6, 1).fr) == ("12,345.6", "12\u202f345,6")
    assert (percent(0.5).en, percent(0.5).fr) == ("50%", "50\u00a0%")
    assert power(67.2) == "10⁶⁷"


# --- The command --------------------------------------------------------------------------------------------------------


def test_the_command_writes_data_and_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALCOVE_DATA", str(tmp_path / "data"))
    out = tmp_path / "out"
    assert run(["atlas", "avalam", "--quick", "--games", "1", "--processes", "1", "--out", str(out)]) == 0
    told = capsys.readouterr().out.split()
    assert told == [str(out / "avalam.json"), str(out / "atlas.md")]
    assert read(out / "avalam.json").engine_games == 1
    assert "## Avalam" in (out / "atlas.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["chess"], "chess"),
        (["avalam", "--games", "0"], "games"),
        (["avalam", "--processes", "x"], "processes"),
        (["avalam", "--out", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_bad_input_names_the_fault(arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["atlas", *arguments]) == 2
    assert fault in capsys.readouterr().err
