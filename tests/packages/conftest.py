"""Games in packages of their own, installed as anybody would install them, but into a folder of the tests."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def install(site: Path, *packages: Path) -> None:
    """What `pip install` does, without a network."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quiet, "--upgrade", "--target", str(site), *map(str, packages)],
        check=True,
        timeout=300,
    )


def environment(*sites: Path, data: Path) -> dict[str, str]:
    """An environment in which the packages of some folders are installed beside this checkout."""
    paths = [str(ROOT / "src"), *map(str, sites)]
    return dict(os.environ) | {
        "PYTHONPATH": os.pathsep.join(paths),
        "ALCOVE_DATA": str(data),
        "ALCOVE_LANGUAGE": "en",
        "NO_COLOR": "1",
        "COLUMNS": "200",
    }


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both examples installed."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, EXAMPLES / "clobber", EXAMPLES / "hexes")
    return folder


@pytest.fixture
def alcove(site: Path, tmp_path: Path) -> Run:
    """Run a command line in a process that has the examples."""

    def run(*arguments: str, typed: str = "", language: str = "en") -> "subprocess.CompletedProcess[str]":
        return python(
            environment(site, data=tmp_path / "data") | {"ALCOVE_LANGUAGE": language}, "alcove", arguments, typed
        )

    return run


def python(
    env: dict[str, str], module: str, arguments: Sequence[str], typed: str = "", cwd: Path = ROOT
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=env,
        cwd=cwd,
        timeout=600,
    )
