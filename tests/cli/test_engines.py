"""analyse, arena, play --level, engine, warm and bench as people meet them."""

import json
import re
from pathlib import Path

import pytest

import alcove
from alcove.cli.commands.arena import summarize
from alcove.core.text import LANGUAGES, Language
from alcove.players.arena import Match, Played
from alcove.players.rating import Hypotheses

from .conftest import Ask

LATE = "3B5/2a1a4/2D1A4/2b1C1eE1/B8/1A1d2eA1/2e2a3/7d1/5a3 w"
OVER = "9/9/9/1E1c5/9/9/9/9/9 w"


def test_analyse_tells_lines_in_both_languages(ask: Ask) -> None:
    english, french = (ask("analyse", "avalam", LATE, "--depth", "20", "--language", it) for it in ("en", "fr"))
    assert english.status == french.status == 0
    assert "proven" in english.out
    assert "prouvé" in french.out


def test_analyse_as_json(ask: Ask) -> None:
    told = json.loads(ask("analyse", "avalam", LATE, "--nodes", "3000", "--lines", "2", "--json").out)
    assert told["position"] == LATE
    assert len(told["lines"]) == 2
    assert told["lines"][0]["exact"] is True
    state = alcove.game("avalam").from_text(LATE)
    for line in told["lines"]:
        assert state.why_not(line["moves"][0]) is None


def test_analyse_takes_the_game_first_as_the_other_commands_do(ask: Ask, tmp_path: Path) -> None:
    words = ("--nodes", "500", "--json")
    told = json.loads(ask("analyse", "axom", "6h/7/7/DACB3/7/7/H6 w", *words).out)
    assert (told["game"], told["position"]) == ("axom", "6h/7/7/DACB3/7/7/H6 w")
    assert json.loads(ask("analyse", "axom", "6h/7/7/DACB3/7/7/H6", "w", *words).out)["position"] == told["position"]
    start = json.loads(ask("analyse", "avalam", *words).out)
    assert start["position"] == alcove.game("avalam").initial().to_text(), "without a position, the start"
    (tmp_path / "positions.txt").write_text(f"{LATE}\n")
    by_file = json.loads(ask("analyse", "avalam", str(tmp_path / "positions.txt"), *words).out)
    assert by_file["position"] == LATE
    assert json.loads(ask("analyse", "-", *words, typed=f"avalam {LATE}\n").out)["position"] == LATE
    dealt = json.loads(ask("analyse", "axxa", "--seed", "5", *words).out)
    assert alcove.game("axxa").view_from_text(dealt["position"]) == alcove.game("axxa").view(
        alcove.game("axxa").initial(seed=5), 0
    )


def test_a_faulty_position_of_a_file_is_named_with_its_line(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"avalam {LATE}\n\naxom 7/7 w\n")
    answer = ask("analyse", str(path), "--nodes", "500")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"alcove: {path}: line 3: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_told_as_the_language_writes_them(ask: Ask, language: Language) -> None:
    out = ask("analyse", "avalam", LATE, "--nodes", "2000", "--language", language).out
    told = re.search(r"(\d+[.,]\d\d) s\.", out)
    assert told is not None
    assert ("." if language == "en" else ",") in told[1]
    out = ask("arena", "avalam", "greedy", "random", "--games", "3", "--language", language).out
    shares = re.findall(r"\d+[.,]\d", out)
    assert len(shares) >= 3
    assert all(("." if language == "en" else ",") in share for share in shares)


def test_seconds_may_be_written_as_in_french(ask: Ask) -> None:
    assert ask("analyse", "avalam", LATE, "--time", "0,05").status == 0


def test_analyse_reads_records_and_positions_from_a_file(ask: Ask, tmp_path: Path) -> None:
    start = alcove.game("avalam").initial()
    record = alcove.Record.of(alcove.game("avalam"), start, ["d5-d6", "e3-d4"])
    (tmp_path / "game.txt").write_text(record.to_text())
    for ply, expected in ((None, record.end()), ("1", start.play("d5-d6"))):
        words = [] if ply is None else ["--ply", ply]
        answer = ask("analyse", str(tmp_path / "game.txt"), "--depth", "1", "--json", *words)
        assert json.loads(answer.out)["position"] == expected.to_text()
    (tmp_path / "positions.txt").write_text(f"# two\navalam: {LATE}\n{LATE}\n")
    answer = ask("analyse", str(tmp_path / "positions.txt"), "--depth", "1", "--json")
    assert [json.loads(line)["position"] for line in answer.out.splitlines()] == [LATE, LATE]


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "avalam", OVER],
        ["analyse", "avalam", LATE, "--time", "0"],
        ["analyse", "avalam", LATE, "--nodes", "0"],
        ["analyse", "avalam", LATE, "--depth", "x"],
        ["analyse", "avalam", LATE, "--lines", "0"],
        ["analyse", "no such thing"],
        ["analyse", "chess", LATE],
        ["analyse", LATE],
        ["analyse", "avalam", LATE, "--ply", "1"],
        ["analyse", "avalam", LATE, "--seed", "1"],
        ["analyse", "axom", LATE],
        ["analyse", "axom", "--option", "speed=3"],
        ["analyse", "avalam", "nowhere.txt"],
        ["arena", "avalam", "random"],
        ["arena", "avalam", "random", "nobody"],
        ["arena", "avalam", "random", "random", "--games", "0"],
        ["arena", "avalam", "random", "random", "--sprt", "5"],
        ["arena", "avalam", "random", "random", "--time", "-1"],
        ["arena", "avalam", "random", "random", "--openings", "even"],
        ["arena", "avalam", "random", "random", "--processes", "0"],
        ["arena", "axxa", "random", "--openings", "balanced"],
        ["arena", "axxa", "random", "--deals", "9-1"],
        ["arena", "axxa", "random", "--deals", "1-2", "--mode", "chaos"],
        ["play", "avalam", "--level", "9"],
        ["play", "avalam", "--level", "many"],
        ["engine", "chess"],
        ["bench", "chess"],
    ],
)
def test_bad_input_is_told_without_a_traceback(ask: Ask, arguments: list[str]) -> None:
    answer = ask(*arguments)
    assert answer.status == 2
    assert answer.err.startswith("alcove: ")
    assert "Traceback" not in answer.err
    assert "internal" not in answer.err


def test_a_match_is_told_kept_and_gone_on_with(ask: Ask, data_folder: Path) -> None:
    words = ["arena", "avalam", "greedy", "random", "--openings", "2", "--processes", "1", "--json"]
    told = json.loads(ask(*words, "--games", "2").out)
    assert (told["games"], told["wins"] + told["draws"] + told["losses"]) == (2, 2)
    path = Path(told["records"])
    assert path.parent == data_folder / "arena"
    first = path.read_text()
    again = json.loads(ask(*words, "--games", "4", "--resume").out)
    assert again["games"] == 4
    assert path.read_text().startswith(first)
    assert json.loads(ask(*words, "--games", "2").out)["games"] == 2
    assert len(list(path.parent.iterdir())) == 2, "a new match does not write over an old one"


def test_deals_tell_the_share_that_was_won(ask: Ask) -> None:
    answer = ask("arena", "axxa", "random", "--deals", "1-3", "--mode", "solo", "--language", "fr")
    assert answer.status == 0
    assert "de 3 parties" in answer.out
    assert "Elo" not in answer.out


def test_what_a_match_says() -> None:
    match = Match("avalam", ("a", "b"), 8)
    played = [Played(number, score, "", (0.1, 0.2)) for number, score in enumerate([1, 1, 1, 0.5, 1, 0, 1, 1])]
    told = summarize(match, played, Hypotheses(0, 100))
    assert (told["wins"], told["draws"], told["losses"]) == (6, 1, 1)
    assert told["share"] == 6.5 / 8
    assert told["elo_interval"][0] < told["elo"] < told["elo_interval"][1]
    assert told["slowest_seconds"] == [0.1, 0.2]
    assert told["sprt"]["ratio"] > 0
    json.dumps(summarize(match, played[:3], None), allow_nan=False)


def test_a_level_sits_across_the_table(ask: Ask, data_folder: Path) -> None:
    answer = ask("play", "avalam", "--level", "2", "--seed", "4", typed="d5-d6\n")
    assert answer.status == 0
    (path,) = (data_folder / "games").iterdir()
    record = alcove.read_record(path.read_text())
    assert record.tags["Seat2"] == "level2"
    assert len(record.main.plies) == 2
    assert len(alcove.read_record(path.read_text()).replay()) == 3
    ask("play", "--resume", str(path), typed="a4-a5\n")
    assert len(alcove.read_record(path.read_text()).main.plies) == 4
