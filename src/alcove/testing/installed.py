"""The games that `pytest --alcove-game` names; the plugin brings pytest here."""

from collections.abc import Sequence

import pytest

from alcove.testing import GameSuite


class TestInstalledGame(GameSuite):
    @classmethod
    def games(cls, config: pytest.Config) -> Sequence[str]:
        found: list[str] = config.getoption("--alcove-game")
        return found
