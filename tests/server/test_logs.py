"""Logs that cannot be written: a full disk, a closed stream, a reader that has gone."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOM = """
import asyncio, sys
from pathlib import Path
from alcove.server.base import logs
from alcove.server.store.database import sqlite
from alcove.server.store.store import Append, Standing, StorageError, Store
from alcove.server.wire import messages
from alcove.table import start
from alcove.table.fold import Room

async def save() -> str:
    store = await Store.open(sqlite(Path(sys.argv[1])))
    entries = start.new_table(messages.NewTable("avalam"), "me", lambda _: [1])
    append = Append("a-table", 1, entries, Standing.of(Room.fold(entries)))
    commit = store._commit

    async def fail(appends: object) -> None:
        raise ValueError("something nobody has thought of")

    store._commit = fail
    try:
        await store.append(append)
    except StorageError:
        store._commit = commit
        await store.append(append)
        return "saved" if await store.load("a-table") else "lost"
    finally:
        await store.close()
    return "no fault"

logs.configure()
if sys.argv[2] == "closed":
    sys.stderr.close()
print(asyncio.run(save()))
"""


@pytest.mark.parametrize("stream", ["/dev/full", "/dev/null"])
@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_log_that_cannot_be_written_stops_no_game(tmp_path: Path, stream: str, state: str) -> None:
    with Path(stream).open("w") as errors:
        room = subprocess.run(
            [sys.executable, "-c", ROOM, str(tmp_path / "room.sqlite"), state],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            timeout=120,
            check=False,
        )
    assert room.stdout == "saved\n"
