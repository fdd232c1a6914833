"""A game at the terminal: played, explained, taken back, saved, resumed and never lost."""

import random
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove.cli import files
from alcove.players.levels import LevelPlayer

from .conftest import Ask, start_process


def played_out(name: str, seed: int, **options: object) -> tuple[alcove.State[Any], list[str]]:
    """A whole random game: its end and its moves."""
    state, rng, moves = alcove.game(name).initial(**options), random.Random(seed), []
    while state.outcome() is None:
        move = rng.choice(state.legal_moves())
        moves.append(str(move))
        state = state.play(move)
    return state, moves


def kept_records(data_folder: Path) -> list[alcove.Record]:
    return [alcove.read_record(path.read_text()) for path in sorted((data_folder / "games").glob("*.txt"))]


@pytest.mark.parametrize("name", alcove.games())
def test_two_people_play_a_whole_game(ask: Ask, data_folder: Path, name: str) -> None:
    luck = {"deal": "123456" * 6} if name == "axxa" else {}
    end, moves = played_out(name, 1, **luck)
    words = [f"--{key}={value}" for key, value in luck.items()]
    answer = ask("play", name, *words, typed="\n".join(moves))
    assert answer.status == 0
    (record,) = kept_records(data_folder)
    outcome = end.outcome()
    assert outcome is not None
    assert [ply.move for ply in record.main.plies] == moves
    assert (record.result, record.reason) == (outcome.result, outcome.reason)
    game = alcove.game(name)
    assert str(game.ending(game.view(end, end.to_move), outcome)) in " ".join(answer.out.split())
    assert "Over > " in answer.out


@pytest.mark.parametrize("name", alcove.games())
def test_a_random_opponent_answers_every_move(ask: Ask, data_folder: Path, name: str) -> None:
    options = ["--option", "mode=duel"] if name == "axxa" else []
    start = alcove.game(name).initial(**({"mode": "duel", "seed": 11} if name == "axxa" else {}))
    first = str(start.legal_moves()[0])
    arguments = ["play", name, "--opponent", "random", "--seed", "11", *options]
    ask(*arguments, typed=first)
    ask(*arguments, typed=first)
    one, two = kept_records(data_folder)
    assert one.main == two.main, "the same seed plays the same game"
    assert one.tags["Seat2"] == "random"
    if name != "axxa":  # there a turn has several plies
        assert len(one.main.plies) == 2


def test_the_opponent_opens_when_it_sits_first(ask: Ask) -> None:
    answer = ask("play", "avalam", "--opponent", "random", "--seat", "2")
    assert "1. Yellow: " in answer.out
    assert answer.out.count("Red > ") == 1


def test_question_mark_lists_legal_moves_and_can_be_narrowed(ask: Ask) -> None:
    answer = ask("play", "axom", typed="?\n?b2\n")
    assert "18 legal moves" in answer.out
    assert "4 legal moves\nb2  " in answer.out


FOUR_TIMES = ["a1-b1", "g7-f7", *["b1-a2", "f7-g6", "a2-b1", "g6-f7"] * 3]
"""Axom: the movement b1-a2 has been made three times."""


@pytest.mark.parametrize(
    ("language", "asked", "warning", "end"),
    [
        (
            "en",
            "movements",
            "b1-a2: three times already. A fourth time is resigning (X20).",
            "Dark wins (0 – 1): Light made the movement b1–a2 for the fourth time: that is resigning.",
        ),
        (
            "fr",
            "déplacements",
            "b1-a2 : trois fois déjà. Une quatrième, c'est abandonner (X20).",
            "Clair a fait le déplacement b1–a2 pour la quatrième fois : c'est abandonner",
        ),
    ],
)
def test_a_movement_made_four_times_is_marked_warned_of_listed_and_told(
    ask: Ask, data_folder: Path, language: str, asked: str, warning: str, end: str
) -> None:
    typed = [f"language {language}", *FOUR_TIMES[:10], "?b1", *FOUR_TIMES[10:], "?b1", asked, "b1-a2"]
    answer = ask("play", "axom", typed="\n".join(typed))
    assert answer.status == 0
    assert "b1  -a2 (2×)" in answer.out
    assert "b1  -a2 (3×)" in answer.out
    said = " ".join(answer.out.split())
    assert said.count(warning) == 1, "a warning, before the fourth time and not earlier"
    assert "3× b1–a2, a2–b1 1× a1–b1" in said
    assert "3× f7–g6, g6–f7 1× g7–f7" in said
    assert end in said
    (record,) = kept_records(data_folder)
    assert (record.result, record.reason) == ("0-1", "repetition")


def test_movements_are_counted_only_where_the_rules_do(ask: Ask) -> None:
    assert "Nothing is counted" in ask("play", "axom", typed="movements\n").out
    assert "Nothing is counted" in ask("play", "avalam", typed="c9-d9\nmovements\n").out
    assert "déplacements" in ask("--language", "fr", "play", "axom", typed="aide\n").out


def test_why_explains_with_the_clause(ask: Ask) -> None:
    answer = ask("play", "avalam", typed="why a5-i5\nwhy a5-b5\npourquoi e5-d5\nwhy\n")
    assert "a5-i5: i5 is not next to a5 (V4)" in answer.out
    assert "a5-b5 is legal" in answer.out
    assert "(V1)" in answer.out
    assert "why which move?" in answer.out


def test_an_illegal_move_changes_nothing_and_says_why(ask: Ask, data_folder: Path) -> None:
    answer = ask("play", "axom", typed="c2-f2\nnonsense\n\x1b[2J\n")
    assert answer.out.count("(X") >= 1
    assert "\x1b" not in answer.out
    assert not (data_folder / "games").exists()
    assert "resume" not in answer.out, "there is no game to come back to yet"


def test_undo_goes_back_one_ply_between_people(ask: Ask, data_folder: Path) -> None:
    answer = ask("play", "avalam", typed="c9-d9\nd8-c8\nundo\nannuler\nundo\nd9-c9\n")
    assert "there is nothing to take back" in answer.out
    (record,) = kept_records(data_folder)
    assert [ply.move for ply in record.main.plies] == ["d9-c9"]


def test_undo_goes_back_to_the_persons_own_choice(ask: Ask, data_folder: Path) -> None:
    ask("play", "avalam", "--opponent", "random", "--seed", "1", typed="c9-d9\nundo\n")
    (record,) = kept_records(data_folder)
    assert record.main.plies == []


def quiet_slide() -> str:
    """A move that shows nothing on the deal of seed 4."""
    start = alcove.game("axxa").initial(seed=4)
    return next(str(move) for move in start.legal_moves() if not start.play(move).revealed)


def test_what_luck_has_shown_is_not_unseen_by_undo(ask: Ask, data_folder: Path) -> None:
    quiet = quiet_slide()
    answer = ask("play", "axxa", "--seed", "4", typed=f"{quiet}\nundo\n{quiet}*\nundo\n")
    assert "cannot be taken back" in answer.out
    (record,) = kept_records(data_folder)
    assert [ply.move for ply in record.main.plies] == [f"{quiet}*"]


def test_save_and_resume(ask: Ask, tmp_path: Path, data_folder: Path) -> None:
    path = tmp_path / "my game.txt"
    ask("play", "axom", typed=f"b2-b5\nsave {path}\n")
    before = path.read_text()
    answer = ask("play", "--resume", str(path), typed="g7-f7\n")
    assert "Dark > g7-f7" in answer.out
    assert path.read_text() == before, "somebody's own file stays as it is"
    assert sorted(len(record.main.plies) for record in kept_records(data_folder)) == [1, 2]
    inside = ask("play", "avalam", typed=f"resume {path}\nsave {path}\n")
    assert "Axom" in inside.out
    assert alcove.read_record(path.read_text()).main == alcove.read_record(before).main


def test_resuming_brings_the_opponent_back(ask: Ask, data_folder: Path) -> None:
    ask("play", "avalam", "--opponent", "random", "--seed", "5", typed="c9-d9\n")
    (path,) = (data_folder / "games").glob("*.txt")
    state = alcove.read_record(path.read_text()).end()
    ask("play", "--resume", str(path), typed=f"{state.legal_moves()[0]}\n")
    assert len(alcove.read_record(path.read_text()).main.plies) == 4, "and the game goes on in its own file"


def test_save_does_not_overwrite_what_is_no_game(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear aunt")
    answer = ask("play", "avalam", typed=f"c9-d9\nsave {path}\nsave {tmp_path}\nsave {path}/within\nsave\n")
    assert path.read_text() == "Dear aunt"
    assert "stays as it is" in answer.out
    assert "folder" in answer.out
    assert "cannot be written" in answer.out
    assert answer.status == 0


@pytest.mark.parametrize(("name", "options", "result"), [("avalam", [], "0-1"), ("axxa", ["--seed", "1"], "lost")])
def test_resigning_ends_the_game_and_can_be_taken_back(
    ask: Ask, data_folder: Path, name: str, options: list[str], result: str
) -> None:
    answer = ask("play", name, *options, typed="resign\nresign\na5-b5\n")
    assert answer.out.count("undo takes you back") == 2
    (record,) = kept_records(data_folder)
    assert (record.result, record.reason) == (result, "resigned")
    (path,) = (data_folder / "games").glob("*.txt")
    assert ask("play", "--resume", str(path)).out.count("Over > ") == 1
    assert "resigned" in ask("replay", str(path)).out
    ask("play", "--resume", str(path), typed="undo\n")
    assert kept_records(data_folder)[0].result == "*"


@pytest.mark.parametrize(("result", "reason", "is_over"), [("0-1", "time", True), ("*", "abandoned", False)])
def test_a_game_that_ended_elsewhere_is_resumed_as_it_ended(
    ask: Ask, data_folder: Path, tmp_path: Path, result: str, reason: str, is_over: bool
) -> None:
    path = tmp_path / "game.txt"
    start = alcove.game("avalam").initial()
    path.write_text(alcove.Record.of(alcove.game("avalam"), start, ["c9-d9", "d8-c8"], result, reason).to_text())
    assert ("Over > " in ask("play", "--resume", str(path)).out) == is_over
    ask("play", "--resume", str(path), typed="undo\na5-b5\n" if is_over else "a5-b5\n")
    (record,) = kept_records(data_folder)
    assert [ply.move for ply in record.main.plies] == ["c9-d9", "d8-c8", "a5-b5"]
    assert (record.result, record.reason) == ("*", "")


def test_the_language_changes_at_the_table(ask: Ask) -> None:
    answer = ask("play", "avalam", typed="language fr\naide\nlangue xx\nlangue en\n")
    assert "Jaune > aide" in answer.out
    assert "pourquoi COUP" in answer.out
    assert "langue inconnue 'xx'" in answer.out
    assert answer.out.rstrip().endswith("Yellow >")


def test_the_menu_chooses_game_opponent_and_language(ask: Ask, data_folder: Path) -> None:
    answer = ask("play", typed="l\n9\naxom\n17\n0\nb2-b5\n")
    assert "Bienvenue" in answer.out
    assert "'9' n'est pas au menu" in answer.out
    assert kept_records(data_folder)[0].tags["Seat2"] == "random"
    assert "r  go on with axom, 2 plies played" in ask("play", typed="q\n").out
    assert "Light > quit" in ask("play", typed="r\nquit\n").out
    assert ask("play").status == 0


@pytest.mark.parametrize(("typed", "seat"), [("3", "level3"), ("0", "random"), ("random", "random"), ("8", "level8")])
def test_the_number_on_the_menu_is_the_level(
    ask: Ask, data_folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str, seat: str
) -> None:
    monkeypatch.setattr(LevelPlayer, "choose", lambda self, view, rng: view.legal_moves()[0])
    ask("play", typed=f"avalam\n{typed}\nc9-d9\n")
    assert kept_records(data_folder)[0].tags["Seat2"] == seat


@pytest.mark.parametrize("typed", ["", "p", "human"])
def test_an_empty_answer_is_a_person(ask: Ask, data_folder: Path, typed: str) -> None:
    ask("play", typed=f"avalam\n{typed}\nc9-d9\nd8-c8\n")
    assert kept_records(data_folder)[0].tags["Seat2"] == "human"


def test_the_menu_asks_for_no_opponent_where_one_plays_alone(ask: Ask) -> None:
    assert "Against whom?" not in ask("play", typed="axxa\n").out


def test_the_end_of_the_input_tells_how_to_come_back(ask: Ask) -> None:
    answer = ask("play", "axom", typed="b2-b5")
    assert answer.status == 0
    command = shlex.split(answer.out.splitlines()[-1])
    assert command[:3] == ["alcove", "play", "--resume"]
    assert "Dark > " in ask(*command[1:]).out


def test_ctrl_c_loses_nothing(data_folder: Path) -> None:
    process = start_process("play", "avalam")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("c9-d9\n")
    process.stdin.flush()
    seen = ""
    while not seen.endswith("Red > "):
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "alcove play --resume" in err
    assert "Traceback" not in err
    assert [ply.move for ply in kept_records(data_folder)[0].main.plies] == ["c9-d9"]


def test_a_killed_game_is_kept_up_to_its_last_ply(data_folder: Path) -> None:
    process = start_process("play", "axom", "--opponent", "random")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("b2-b5\n")
    process.stdin.flush()
    seen = ""
    while "2. Dark" not in seen or not seen.endswith("Light > "):
        seen += process.stdout.read(1)
    process.kill()
    process.communicate(timeout=20)
    assert len(kept_records(data_folder)[0].main.plies) == 2


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ALCOVE_DATA", str(tmp_path / "file"))
    answer = ask("play", "avalam", typed="c9-d9\nd8-c8\n")
    assert answer.err.count("cannot be kept on disk") == 1
    assert "2. Red: d8-c8" in answer.out


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    files.write_text_file(path, "old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(alcove.AlcoveError, match=r"game\.txt: cannot be written \(No space left on device\)"):
        files.write_text_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_unseen_pieces_of_axxa_change_nothing_that_is_shown(ask: Ask) -> None:
    """Two deals with the same tops: whatever is asked before a piece turns up is answered byte for byte the same."""
    game = alcove.game("axxa")
    deal = game.luck(game.initial(seed=4)).removeprefix("deal:")
    tops, hidden = deal[::3], [piece for place, piece in enumerate(deal) if place % 3]
    quiet, rng, transcripts = quiet_slide(), random.Random(2), set()
    for _ in range(3):
        digits = "".join(top + hidden[2 * n] + hidden[2 * n + 1] for n, top in enumerate(tops))
        rng.shuffle(hidden)
        typed = f"?\nposition\nwhy a3-a3\n{quiet}\nwhy $d4\n$z9\n?\nhelp\nundo\nlanguage fr\n?\nresign\n"
        told = ask("play", "axxa", "--deal", digits, typed=typed).out
        assert f"1. Player: {quiet}\n" in told
        shown = [told.rsplit("\n", 2)[0]]  # without the name of the kept file
        shown += [ask(command, "axxa", "--deal", digits).out for command in ("show", "moves")]
        shown.append(ask("moves", "axxa", "--deal", digits, "--json").out)
        transcripts.add("\n".join(shown))
    assert len(transcripts) == 1
