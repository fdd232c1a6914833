"""games, show, moves, perft: what they answer, and on which stream."""

import json
from pathlib import Path

import pytest

import alcove
from alcove.cli.app import COMMANDS, built
from alcove.cli.words import PARAMETERS
from alcove.core.options import specs
from alcove.core.text import LANGUAGES, Language

from .conftest import Ask

GAMES = alcove.games()


def test_version(ask: Ask) -> None:
    assert ask("--version") == (0, f"alcove {alcove.__version__}\n", "")


def test_no_words_at_all_show_the_help_page(ask: Ask) -> None:
    answer = ask()
    assert answer.status == 0
    assert all(command in answer.out for command in COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_page_in_both_languages(ask: Ask, command: str, language: Language) -> None:
    answer = ask(command, "--help", "--language", language)
    assert answer.status == 0
    assert {"en": "leave.", "fr": "sortir."}[language] in answer.out


def test_every_parameter_is_explained_and_no_explanation_is_left_over() -> None:
    root = built(COMMANDS, "en")
    used = {parameter.name for command in (root, *root.commands.values()) for parameter in command.params}
    assert used == set(PARAMETERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_every_game_and_every_option(ask: Ask, language: Language) -> None:
    answer = ask("games", "--language", language)
    assert answer.status == 0
    lines = answer.out.splitlines()
    for name in GAMES:
        assert name in lines
        for spec in specs(alcove.game(name).options_type):
            assert any(line.startswith(f"  --option {spec.name}=") and spec.default in line for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_show_ends_with_the_position_text(ask: Ask, name: str) -> None:
    answer = ask("show", name)
    assert answer.status == 0
    text = answer.out.splitlines()[-1]
    game = alcove.game(name)
    assert game.view_from_text(text).to_text() == text
    assert ask("show", name, text).out == answer.out


@pytest.mark.parametrize("name", GAMES)
def test_show_writes_a_picture(ask: Ask, name: str, tmp_path: Path) -> None:
    answer = ask("show", name, "--svg", str(tmp_path))
    file = tmp_path / f"{name}.svg"
    assert (answer.status, answer.out) == (0, "")
    assert str(file) in answer.err
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_show_says_where_no_picture_can_be_written(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    answer = ask("show", GAMES[0], "--svg", str(tmp_path / "taken" / "board.svg"))
    assert answer.status == 2
    assert "taken" in answer.err


def test_a_position_may_come_as_one_word_or_as_several(ask: Ask) -> None:
    text = "6h/7/7/DACB3/7/7/H6 w"
    assert ask("show", "axom", text) == ask("show", "axom", *text.split())


def test_a_position_may_begin_with_a_dash(ask: Ask) -> None:
    text = "- - 111222333444555666 6 move 1"
    answer = ask("show", "axxa", text)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == text


@pytest.mark.parametrize("name", GAMES)
def test_moves_as_json_are_those_of_the_library(ask: Ask, name: str) -> None:
    answer = ask("moves", name, "--json")
    told = json.loads(answer.out)
    view = alcove.game(name).view_from_text(told["position"])
    assert list(told) == ["game", "position", "options", "to_move", "moves", "outcome"]
    assert told["game"] == name
    assert told["moves"] == [str(move) for move in view.legal_moves()]
    assert told["to_move"] == view.to_move
    assert set(told["options"]) == {spec.name for spec in specs(alcove.game(name).options_type)}
    assert told["outcome"] is None


def test_moves_as_json_tell_the_outcome_of_a_finished_game(ask: Ask) -> None:
    told = json.loads(ask("moves", "avalam", "9/9/9/1E1c5/9/9/9/9/9 w", "--json").out)
    assert told["moves"] == []
    assert told["outcome"] == {"winner": 0, "scores": [1, 1], "reason": "fives", "result": "1-0"}


def test_moves_in_a_pipe_stand_one_on_a_line(ask: Ask) -> None:
    state = alcove.game("axom").initial()
    assert ask("moves", "axom").out.split("\n")[:-1] == [str(move) for move in state.legal_moves()]


def test_options_reach_the_game(ask: Ask) -> None:
    told = json.loads(ask("moves", "axxa", "--option", "mode=duel", "--option", "shape=side", "--json").out)
    assert (told["options"]["mode"], told["options"]["shape"], told["options"]["seats"]) == ("duel", "side", 2)


def test_luck_that_nobody_chose_is_the_same_every_time_and_said_so(ask: Ask) -> None:
    answer = ask("show", "axxa")
    assert answer.err == "Dealt with --seed 0.\n"
    assert ask("show", "axxa", "--seed", "0") == (0, answer.out, "")
    assert ask("show", "axxa", "--seed", "1").out != answer.out


def test_a_view_can_be_asked_about_but_not_counted_from(ask: Ask) -> None:
    text = alcove.game("axxa").view(alcove.game("axxa").initial(seed=5), 0).to_text()
    assert "?" in text
    assert json.loads(ask("moves", "axxa", text, "--json").out)["position"] == text
    assert ask("perft", "axxa", "1", "--from", text).status == 2


PERFT = [
    (["avalam", "2"], 81_488),
    (["axom", "3"], 7_766),
    (["axiom", "2"], 992),
    (["axxa", "2", "--deal", "123456" * 6], 1_603),
    (["axxa", "2", "--deal", "135246" * 6], 1_164),
    (["axom", "0"], 1),
]
"""Numbers of the rule files."""


@pytest.mark.parametrize(("arguments", "count"), PERFT)
@pytest.mark.parametrize("flags", [[], ["--rules"], ["--divide"]])
def test_the_last_line_of_perft_is_the_count(ask: Ask, arguments: list[str], count: int, flags: list[str]) -> None:
    answer = ask("perft", *arguments, *flags)
    assert answer.status == 0
    assert answer.out.splitlines()[-1] == str(count)


def test_perft_divided_adds_up(ask: Ask) -> None:
    *parts, total = ask("perft", "axiom", "2", "--divide").out.splitlines()
    assert len(parts) == 32
    assert sum(int(part.split()[1]) for part in parts) == int(total)


def test_perft_from_a_position(ask: Ask) -> None:
    after = alcove.game("axom").initial().play("b2-b5")
    assert ask("perft", "axom", "2", "--from", after.to_text()).out == f"{alcove.perft(after, 2)}\n"


def test_the_language_comes_from_the_words_or_from_the_environment(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Au tour de : Jaune" in ask("--language", "fr", "show", "avalam").out
    assert "Au tour de : Jaune" in ask("show", "avalam", "--language=fr").out
    monkeypatch.delenv("ALCOVE_LANGUAGE")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    assert "Au tour de : Jaune" in ask("show", "avalam").out
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "Yellow to move" in ask("show", "avalam").out
