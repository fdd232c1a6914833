"""Whatever is wrong with what people give: one message that names the fault and the place, status 2, no traceback."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove.core.text import LANGUAGES, Language
from alcove.puzzles.puzzle import puzzles as find_puzzles

from .conftest import Ask, start_process

IMPOSSIBLE = {
    "avalam": "2AA5/1EEEE4/1EEEEEE2/1EEEEEEEE/EEEE1EEEE/EEEEEEEE1/2EEEEEE1/4EEEE1/5EE2 w",
    "axom": "7/7/7/7/7/7/7 w",
    "axiom": "bC(0,0,1)x+z- bS(0,0,1)z+ b",
    "axxa": "a3:123,a4:777 1 - 0 move 1",
}

COMMAND_LINES: list[tuple[list[str], str]] = [
    (["shw"], "shw"),
    (["show"], "GAME"),
    (["show", "chess"], "chess"),
    (["moves", "Avalam"], "Avalam"),
    (["perft", "avalam"], "DEPTH"),
    (["perft", "avalam", "three"], "three"),
    (["perft", "avalam", "-1"], "-1"),
    (["perft", "avalam", "1000"], "1000"),
    (["perft", "avalam", "1", "--from"], "--from"),
    (["perft", "axom", "1", "--from", "6h/7/7/D6/7/7/H6", "w"], "w"),
    (["show", "axom", "--colour"], "--colour"),
    (["show", "axom", "--option", "repetition"], "repetition"),
    (["show", "axom", "--option", "repetition=never"], "never"),
    (["show", "axom", "--option", "speed=3"], "speed"),
    (["show", "avalam", "--seed", "3"], "seed"),
    (["show", "axxa", "--seed", "x"], "x"),
    (["show", "axxa", "--deal", "123"], "deal"),
    (["show", "axxa", "--seed", "1", "--deal", "123456" * 6], "seed"),
    (["show", "axxa", "- - - 0 move 1", "--seed", "1"], "--seed"),
    (["show", "axom", "--language", "de"], "de"),
    (["play", "go"], "go"),
    (["play", "axom", "--opponent", "kasparov"], "kasparov"),
    (["play", "axom", "--seat", "3"], "3"),
    (["play", "--resume", "nowhere.txt"], "nowhere.txt"),
    (["check", "nowhere.txt"], "nowhere.txt"),
    (["check"], "FILE"),
    (["replay", "nowhere.txt"], "nowhere.txt"),
    (["check", "nowhere.txt", "no such file"], "nowhere.txt"),
    (["analyse"], "GAME"),
    (["analyse", ""], "''"),
    (["analyse", "-"], "-"),
    (["analyse", "chess", "9/9 w"], "chess"),
    (["analyse", "6h/7/7/D6/7/7/H6 w"], "6h/7/7/D6/7/7/H6 w"),
    (["analyse", "x" * 5_000], "xxx"),
    (["analyse", "\0"], "x00"),
    (["analyse", "avalam", "--time", "nan"], "nan"),
    (["analyse", "avalam", "--time", "1e999"], "1e999"),
    (["analyse", "avalam", "--time", "1,2,3"], "1,2,3"),
    (["arena", "avalam", "engine:infs", "random"], "engine:infs"),
    (["arena", "avalam", "engine:nans", "random"], "engine:nans"),
    (["puzzles", "make", "avalam", "--out", f"{__file__}/x"], __file__),
    (["puzzles", "make", "avalam", "--work", "/"], "/"),
    (["atlas", "avalam", "--out", __file__], __file__),
    (["atlas", "avalam", "--page", f"{__file__}/page.md"], __file__),
    (["arena", "avalam", "random", "random", "--records", f"{__file__}/x"], __file__),
    (["people", "Nobody", "--data", __file__], __file__),
    (["people", "Nobody", "--data", "nowhere"], "nowhere"),
    (["reports", "--data", "nowhere"], "nowhere"),
    (["backup", "x.db", "--data", "nowhere"], "nowhere"),
    (["load", "--url", "http://nowhere.invalid"], "nowhere.invalid"),
    (["load", "--sockets", "1"], "--sockets"),
    (["worker", "--redis", "nowhere"], "Redis"),
    (["serve", "--port", "x"], "x"),
    *[(["show", name, text], "") for name, text in IMPOSSIBLE.items()],
    *[(["moves", name, "\x1b[2Jxx"], "") for name in alcove.games()],
    *[(["moves", name, "x" * 50_000, "--json"], "") for name in alcove.games()],
    *[(["perft", name, "1", "--from", "9/9 w \udcff"], "") for name in alcove.games()],
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("arguments", "named"), COMMAND_LINES)
def test_bad_words_get_one_message_on_stderr(ask: Ask, arguments: list[str], named: str, language: Language) -> None:
    extra = [] if "--language" in arguments else ["--language", language]
    answer = ask(*extra, *arguments)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith("alcove: ")
    assert named in answer.err
    assert "Traceback" not in answer.err
    assert "\x1b" not in answer.err
    assert len(answer.err) < 1_000


def test_the_two_languages_tell_usage_faults_differently(ask: Ask) -> None:
    for arguments in (["shw"], ["show"], ["perft", "axom", "1", "2"], ["show", "axom", "--colour"]):
        english, french = (ask("--language", language, *arguments).err for language in LANGUAGES)
        assert english.splitlines()[0] != french.splitlines()[0]


NOISE = random.Random(7)

FILES = {
    "empty": b"",
    "binary": bytes(range(256)) * 100,
    "zeros": b"\0" * 1_000,
    "latin-1": '[Game "avalam"]\n{déjà}\n'.encode("latin-1"),
    "noise": bytes(NOISE.randrange(256) for _ in range(1_000_000)),
    "printable noise": bytes(NOISE.randrange(32, 127) for _ in range(1_000_000)),
    "printable lines": bytes(NOISE.choice(b"abcABC123/:()-x \n") for _ in range(1_000_000)),
    "one bracket": b"[" * 1_000_000,
    "open brackets": b'[Game "avalam"]\n\n' + b"(" * 1_000_000,
    "no game": b'[Date "today"]\n\n1. c9-d9 *\n',
    "truncated": b'[Game "avalam"]\n[Result "*"]\n\n1. c9-d9 e8-',
    "truncated tag": b'[Game "aval',
    "illegal move": b'[Game "avalam"]\n\n1. c9-d9\nc9-d9 *\n',
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", [["check"], ["replay"], ["play", "--resume"]])
def test_bad_files_are_named_with_their_line(ask: Ask, tmp_path: Path, name: str, command: list[str]) -> None:
    path = tmp_path / "given.txt"
    path.write_bytes(FILES[name])
    answer = ask(*command, str(path))
    assert answer.status == 2
    told = answer.out if answer.out else answer.err.removeprefix("alcove: ")
    assert told.startswith(f"{path}: ")
    assert "line " in told
    assert "Traceback" not in told
    assert answer.out == "" or answer.err == "", "no fault is told twice"
    assert len(answer.err) < 1_000


@pytest.mark.parametrize("command", [["check"], ["replay"], ["play", "--resume"]])
def test_a_folder_and_an_endless_file_are_no_files(ask: Ask, tmp_path: Path, command: list[str]) -> None:
    for path in (str(tmp_path), "/dev/zero"):
        answer = ask(*command, path)
        assert answer.status == 2
        assert answer.err.startswith(f"alcove: {path}: ")


def test_check_tells_every_fault_of_a_record_with_its_line(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "avalam"]\n[Result "*"]\n\n1. c9-i1 *\n\n[Game "chess"]\n\n1. e4 *\n')
    answer = ask("check", str(path))
    assert answer.status == 2
    lines = answer.out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["line 4", "line 6"]
    assert "c9-i1" in lines[0]
    assert "chess" in lines[1]


def test_check_tells_every_fault_of_a_position_file_with_its_line(ask: Ask, tmp_path: Path) -> None:
    good = [alcove.game(name).initial().to_text() for name in alcove.games()]
    path = tmp_path / "positions.txt"
    path.write_text("\n".join(["# studies", *good, "axom 6h/7/7/D6/7/7/H6 w", ""]))
    assert ask("check", str(path)) == (0, f"{path}: no fault\n", "")
    bad = [*good, "7/7/7/7/7/7/7 w", "", "axxa a3:123 1 - 0 move 1 extra", "hello"]
    path.write_text("\n".join(bad))
    answer = ask("check", str(path))
    assert answer.status == 2
    assert [line.split(": ")[1] for line in answer.out.splitlines()] == ["line 5", "line 7", "line 8"]


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["puzzles", "make", "avalam", "--out"], "alcove.puzzles.make.make"),
        (["atlas", "avalam", "--out", "{folder}/atlas", "--page"], "alcove.atlas.measuring.measure"),
        (["arena", "avalam", "random", "random", "--records"], "alcove.players.arena.run"),
    ],
    ids=" ".join,
)
def test_where_the_result_goes_is_looked_at_before_the_work(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], work: str
) -> None:
    def begin(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(work, begin)
    monkeypatch.setattr("alcove.players.warm.warm", begin)
    (tmp_path / "file").write_text("in the way")
    words = [word.format(folder=tmp_path) for word in arguments]
    answer = ask(*words, str(tmp_path / "file" / "out.txt"))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == f"alcove: {tmp_path / 'file'}: this is a file, not a folder\n"


def test_puzzles_are_written_to_a_file_or_into_a_folder(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def make(*arguments: Any) -> Sequence[Any]:
        written.append(arguments[-1])
        return find_puzzles("avalam")[:1]

    monkeypatch.setattr("alcove.puzzles.make.make", make)
    monkeypatch.setattr("alcove.players.warm.warm", lambda names, told: 0)
    for given, expected in (("", "avalam.json"), ("new/folder/mine.json", "new/folder/mine.json")):
        assert ask("puzzles", "make", "avalam", "--out", str(tmp_path / given)).status == 0
        assert written[-1] == tmp_path / expected


def test_check_takes_many_files_and_says_each_fault_once(ask: Ask, tmp_path: Path) -> None:
    good, bad, gone = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "gone.txt"
    good.write_text(alcove.game("avalam").initial().to_text())
    bad.write_text('[Game "avalam"]\n\n1. c9-i1 *\n')
    answer = ask("check", str(bad), str(gone), str(good))
    assert answer.status == 2, "by the worst of them"
    first, second = answer.out.splitlines()
    assert first.startswith(f"{bad}: line 3: c9-i1")
    assert second == f"{good}: no fault"
    assert answer.err == f"alcove: {gone}: there is no such file\n"
    assert ask("check", str(good), str(good)).status == 0


def test_check_takes_a_game_and_its_options(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "duels.txt"
    path.write_text(alcove.game("axxa").initial(seed=1, mode="duel").to_text())
    assert ask("check", str(path), "--game", "axxa", "--option", "mode=duel").status == 0
    assert ask("check", str(path), "--game", "axxa").status == 2
    assert ask("check", str(path), "--option", "mode=duel").status == 2


def test_check_reads_standard_input(ask: Ask) -> None:
    assert ask("check", "-", typed="avalam 9/9/9/1Cc6/9/9/9/9/9 w\n").status == 0
    assert ask("check", "-", typed=b"\xff\xfe").status == 2


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    process = start_process("moves", "avalam")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 1


def test_a_bug_of_ours_shows_no_traceback(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the roof leaks")

    monkeypatch.setattr(alcove, "perft", broken)
    answer = ask("perft", "axom", "1", "--rules")
    assert answer.status == 70
    assert "the roof leaks" in answer.err
    assert "Traceback" not in answer.err
