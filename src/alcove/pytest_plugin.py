"""`pytest --alcove-game GAME`: the contract suite (alcove.testing) over an installed game.

pytest loads this wherever Alcove is installed, so it imports next to nothing.
"""

from pathlib import Path

import pytest

SUITE = Path(__file__).parent / "testing" / "installed.py"

pytest.register_assert_rewrite("alcove.testing")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("alcove").addoption(
        "--alcove-game", action="append", default=[], metavar="GAME", help="run Alcove's contract suite over this game"
    )


def pytest_configure(config: pytest.Config) -> None:
    """A game that was named is looked at besides the files that were asked for, or alone if none were."""
    if config.getoption("--alcove-game"):
        asked_for = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.args = [*asked_for, str(SUITE)]
