"""`alcove serve` as a person starts it: an address, one Ctrl-C, nothing left behind."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from alcove.core.errors import AlcoveError
from alcove.server.run import listen
from alcove.server.store import database

ADDRESS = re.compile(r"http://\S+")


def start(data: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "alcove", "serve", "--no-browser", "--data", str(data), *arguments]
    environment = {**os.environ, "ALCOVE_LANGUAGE": "en", "ALCOVE_LOG": ""}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def opened(data: Path) -> tuple["subprocess.Popen[str]", str]:
    process = start(data, "--port", "0")
    assert process.stdout is not None
    found = ADDRESS.search(process.stdout.readline())
    assert found is not None, process.communicate()
    return process, found[0]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A running `alcove serve` and its address."""
    process, address = opened(tmp_path)
    yield process, address
    process.terminate()
    process.communicate()


def ask(address: str, **body: object) -> dict[str, object]:
    data = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(address, data) as answer:
        told: dict[str, object] = json.load(answer)
        return told


def sit_down(address: str) -> tuple[str, str]:
    """A new table, and the cookie of who made it."""
    with urllib.request.urlopen(f"{address}/api/tables", b'{"game":"avalam"}') as answer:
        return json.load(answer)["table"], str(answer.headers["set-cookie"]).partition(";")[0]


def live(address: str) -> str:
    return address.replace("http", "ws") + "/api/live"


def command(table: str, n: int, move: str) -> str:
    return json.dumps({"type": "move", "table": table, "expected_n": n, "move": move, "nonce": f"nonce-{n:04}"})


def read_to_the_end(page: ClientConnection) -> None:
    while True:
        page.recv()


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_one_signal_is_enough_and_nothing_is_left(
    served: tuple["subprocess.Popen[str]", str], sign: signal.Signals
) -> None:
    process, address = served
    ask(f"{address}/api/tables", game="avalam", seats=[{"kind": "engine", "level": 1}, {"kind": "human"}])
    children = children_of(process.pid)
    process.send_signal(sign)
    _, said = process.communicate()
    assert "Traceback" not in said
    assert process.returncode == (0 if sign == signal.SIGINT else -sign)
    while any(map(is_alive, children)):  # Python's own helper goes a moment after its parent
        time.sleep(0.01)


def test_what_was_acknowledged_survives_kill_9(served: tuple["subprocess.Popen[str]", str], tmp_path: Path) -> None:
    process, address = served
    table, cookie = sit_down(address)
    moves = ["c9-d9", "c8-d7", "d8-e7"]
    with connect(live(address), origin=Origin(address), additional_headers={"Cookie": cookie}) as page:
        for n, move in enumerate(moves, 1):
            page.send(command(table, n, move))
            assert json.loads(page.recv())["type"] == "ack"
    process.kill()
    process.wait()
    again, address = opened(tmp_path)
    try:
        snapshot = ask(f"{address}/api/tables/{table}")
        with connect(live(address), additional_headers={"Cookie": cookie}) as page:
            page.send(command(table, 3, moves[2]))
            acknowledged = json.loads(page.recv())
    finally:
        again.terminate()
        again.communicate()
    assert snapshot["n"] == len(moves) + 1
    assert (acknowledged["type"], acknowledged["n"]) == ("ack", 4)


def test_a_frame_far_too_large_ends_its_own_socket_only(served: tuple["subprocess.Popen[str]", str]) -> None:
    _, address = served
    with connect(live(address)) as well_behaved, connect(live(address)) as hostile:
        hostile.send("x" * 5000)
        assert json.loads(hostile.recv())["code"] == "too_big"
        hostile.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            hostile.recv()
        well_behaved.send('{"type":"ping","sent":3}')
        assert json.loads(well_behaved.recv())["sent"] == 3.0


def test_a_folder_that_is_open_and_a_port_that_is_taken_are_told(
    served: tuple["subprocess.Popen[str]", str], tmp_path: Path
) -> None:
    _, address = served
    port = address.rpartition(":")[2]
    second = start(tmp_path / "elsewhere", "--port", port)
    _, said = second.communicate()
    assert second.returncode == 2
    assert "taken" in said
    assert re.search(r"--port \d+", said)
    third = start(tmp_path, "--port", "0")
    _, said = third.communicate()
    assert third.returncode == 2
    assert "--data" in said


@pytest.mark.parametrize(
    "arguments", [("--port", "eighty"), ("--port", "70000"), ("--prot", "1"), ("--host", "no such host")]
)
def test_bad_arguments_are_told_in_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    process = start(tmp_path, *arguments)
    _, said = process.communicate()
    assert process.returncode == 2
    assert "Traceback" not in said
    assert said.startswith("alcove: ")


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    process = start(tmp_path / "file", "--port", "0")
    _, said = process.communicate()
    assert process.returncode == 2
    assert str(tmp_path / "file") in said
    (tmp_path / "room.sqlite").write_text("this is not a database, and it is long enough to be looked at" * 20)
    process = start(tmp_path, "--port", "0")
    _, said = process.communicate()
    assert process.returncode == 2
    assert "Traceback" not in said


def test_a_taken_port_suggests_a_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AlcoveError) as caught:
            listen("127.0.0.1", port)
    suggested = re.search(r"--port (\d+)", caught.value.text.fr)
    assert suggested is not None
    assert int(suggested[1]) != port


def test_a_closing_room_says_goodbye_with_a_code_that_means_come_back(
    served: tuple["subprocess.Popen[str]", str],
) -> None:
    process, address = served
    with connect(live(address)) as page:
        page.send('{"type":"ping"}')
        assert json.loads(page.recv())["type"] == "pong"
        process.terminate()
        with pytest.raises(ConnectionClosed) as closed:
            read_to_the_end(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def test_readiness_plays_a_move_and_writes_it_down(served: tuple["subprocess.Popen[str]", str]) -> None:
    _, address = served
    told = ask(f"{address}/api/ready")
    assert told["status"] == "ok"
    assert set(told) == {"status", "version", "move_ms", "write_ms"}


def test_the_numbers_of_a_room_are_told_where_its_operator_asks(tmp_path: Path) -> None:
    process = start(tmp_path, "--port", "0", "--metrics", "0", "--engines", "1")
    assert process.stdout is not None
    found = [ADDRESS.search(process.stdout.readline()) for _ in range(2)]
    try:
        assert found[0] is not None, process.communicate()
        assert found[1] is not None
        address, metrics = found[0][0], found[1][0]
        table, cookie = sit_down(address)
        with connect(live(address), additional_headers={"Cookie": cookie}) as page:
            page.send(command(table, 1, "c9-d9"))
            assert json.loads(page.recv())["type"] == "ack"
            page.send(command(table, 9, "c9-c1"))
            assert json.loads(page.recv())["type"] == "refused"
            with urllib.request.urlopen(metrics) as answer:
                told = answer.read().decode()
    finally:
        process.terminate()
        process.communicate()
    assert "alcove_command_seconds_count 2.0" in told
    assert 'alcove_events_total{kind="Played"} 1.0' in told
    assert "alcove_sockets 1.0" in told
    assert 'alcove_refusals_total{code="' in told
    assert table not in told


# --- A start that fails -----------------------------------------------------------------------------------------------


def test_a_locked_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    database.migrate(database.sqlite(tmp_path / database.DATABASE))
    with closing(sqlite3.connect(tmp_path / database.DATABASE)) as other:
        other.execute("BEGIN EXCLUSIVE")
        process = start(tmp_path, "--port", "0")
        _, told = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "database is locked" in told
    assert "Traceback" not in told


def test_a_database_of_a_newer_alcove_is_told_in_a_sentence(tmp_path: Path) -> None:
    database.migrate(database.sqlite(tmp_path / database.DATABASE))
    with closing(sqlite3.connect(tmp_path / database.DATABASE)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    process = start(tmp_path, "--port", "0")
    _, told = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "newer Alcove" in told
    assert "Traceback" not in told
    assert "bug" not in told


def test_an_unreadable_finished_game_does_not_keep_the_room_closed(tmp_path: Path) -> None:
    process, address = opened(tmp_path)
    table, _ = sit_down(address)
    process.terminate()
    process.communicate()
    with closing(sqlite3.connect(tmp_path / database.DATABASE)) as file, file:
        file.execute("UPDATE tables SET waits_for = 'nobody', finished_at = changed_at")
        file.execute("UPDATE events SET body = x'7b00ff'")
    process, address = opened(tmp_path)
    assert ask(f"{address}/api/health")["status"] == "ok"
    process.terminate()
    _, told = process.communicate()
    assert table in told, "it is told in the log"
