"""`kill -9` under play: no acknowledged move is lost, none is doubled, and play goes on."""

import asyncio
from pathlib import Path

from .kills import kill_at_random
from .rooms import open_room


def test_no_acknowledged_move_is_lost_or_doubled_by_kill_9(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        report = asyncio.run(kill_at_random(room, kills=20, seed=6))
    print(report)
    assert report.troubles >= 20
    assert report.moves > report.troubles
