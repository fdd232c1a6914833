"""The bench beside other libraries: who is there is measured, who is not is named."""

import json

import pytest

from alcove.bench import environments
from alcove.cli.app import run


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if neither of the other libraries were installed."""
    monkeypatch.setattr(environments, "is_missing", lambda library: True)


def test_ours_is_measured_where_nobody_else_is(alone: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--environments", "--quick", "--json", "avalam"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["games"]["avalam"]["contenders"]
    assert (row["library"], row["game"], row["ours_to_it"]["one_core"]) == ("alcove", "avalam", 1.0)
    assert min(row["one_core"], row["all_cores"]) > 0


def test_whoever_is_missing_is_named(alone: None) -> None:
    assert [sentence.en for sentence in environments.left_out()] == [
        "open_spiel is not installed and is left out: pip install 'alcove[compare]'",
        "pgx is not installed and is left out: pip install 'alcove[compare]'",
    ]


@pytest.mark.parametrize(("library", "package"), [("open_spiel", "pyspiel"), ("pgx", "pgx")])
def test_the_closest_games_exist(library: str, package: str) -> None:
    """Every contender that is named can be stepped."""
    import alcove
    from alcove.core.registry import ours

    pytest.importorskip(package)
    for name in ours():
        other = alcove.game(name).about.bench.closest[library]
        if library == "open_spiel":
            for make in (environments._open_spiel, environments._open_spiel_inside):
                assert make(other, 1)() > 1
        else:
            import pgx

            assert other in pgx.available_envs()
