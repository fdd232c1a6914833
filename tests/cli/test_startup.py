"""Nobody waits for what they do not use."""

import subprocess
import sys

import pytest

HEAVY = ("numba", "numpy", "rich", "typer", "starlette", "fastapi", "platformdirs")


def modules_after(statement: str) -> set[str]:
    listing = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(listing.stdout.split())


def test_import_alcove_brings_nothing_heavy() -> None:
    assert modules_after("import alcove; alcove.game('axom').initial().play('c3-f3')").isdisjoint(HEAVY)


@pytest.mark.parametrize("command", ["show", "moves"])
def test_a_light_command_does_not_load_the_heavy_ones(command: str) -> None:
    loaded = modules_after(f"from alcove.cli.app import run; run(['{command}', 'axom'])")
    assert loaded.isdisjoint({"numba", "numpy", "starlette", "fastapi"})
    assert "alcove.cli.room" not in loaded
