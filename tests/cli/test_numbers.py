"""Numbers in both languages: 1.17 s is « 1,17 s », 12,345 is « 12 345 »."""

import re
from typing import Any

import pytest

from alcove.bench.load.run import Figures
from alcove.cli import words
from alcove.cli.commands import bench, load
from alcove.cli.report import tell_outcome
from alcove.core.game import Outcome
from alcove.core.registry import game
from alcove.core.text import Text, numeral

SPEED = {"per_second": 1_234_567.8, "moves_per_second": 7_654_321.0}
KERNELS: dict[str, Any] = {
    work: {"rules": SPEED, "kernel": SPEED, "c": SPEED, "kernel_to_rules": 1234.5, "kernel_to_c": 1.17}
    for work in ("playouts", "perft")
}
ENGINES: dict[str, Any] = {
    "alphabeta": {"nodes_per_second": 1_234_567.0, "threads": 2, "nodes_per_cpu_second": 617_283.5},
    "uct": {"simulations_per_second": 12_345.6},
    "fresh_process": {"first_move_seconds": 1.17, "cpu_seconds": 0.25, "megabytes": 81.5},
}
LOAD = Figures(200, 1.17, 2.5, 3.5, 20.0, 50.0, 49.9, 99.9, 1.17, 2.34, 3.45, 4.56, 0.75, 0.5, 1.25, {}, [], {})
SUMMARY = {
    "players": ("a", "b"), "wins": 3, "draws": 1, "losses": 2, "games": 6, "share": 0.58333, "share_interval": [0.25, 0.875],
}  # fmt: skip
ROW: dict[str, Any] = {"seconds": 61.0, "simulations/s": 12345.6, "total": {"games": 1200, "steps": 3400}, "elo": 12.3}
EPOCH: dict[str, Any] = {"seconds": 61.0, "epoch": 2, "loss": 0.12345, "held_back": 0.23456}


def told() -> list[Text]:
    return [
        *bench._kernel_rows(KERNELS),
        *bench._engine_rows(ENGINES),
        *load._rows(LOAD)[:6],
        words.analysed(12, 1_234_567, 1.17),
        words.match_score(SUMMARY),
        words.match_test(0.0, 2.5, 1.234, "H1"),
        words.training_row(ROW),
        words.judging_row(EPOCH),
        tell_outcome(game("avalam"), game("avalam").initial(), Outcome(0, (1.5, 0.5), "towers")),
    ]


@pytest.mark.parametrize("text", told(), ids=lambda text: text.en.strip()[:40])
def test_a_decimal_has_a_point_in_english_and_a_comma_in_french(text: Text) -> None:
    assert not re.search(r"\d\.\d", text.fr), text.fr
    assert not re.search(r"\d,\d{1,2}(\D|$)", text.en), text.en
    assert re.findall(r"\d", text.en) == re.findall(r"\d", text.fr), "the same figures"


def test_numerals() -> None:
    assert numeral(1.17, 2) == Text("1.17", "1,17")
    assert numeral(1234567.8, 1) == Text("1,234,567.8", "1\u202f234\u202f567,8")
    assert numeral(2.5, 1, "+") == Text("+2.5", "+2,5")


def test_what_could_not_be_measured_has_its_unit_all_the_same() -> None:
    assert load._told(1.17, 1, "ms") == Text("1.2 ms", "1,2 ms")
    assert load._told(None, 0, "MB", "Mo") == Text("? MB", "? Mo")
