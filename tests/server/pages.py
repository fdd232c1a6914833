"""A page as the tests play it: a browser with its own cookie, REST and live sockets."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from alcove.server.app import create_app
from alcove.server.base.times import Times
from alcove.server.settings import Settings
from alcove.server.web.cookies import COOKIE

Json = dict[str, Any]
T = TypeVar("T")
PATIENCE_SECONDS = 60
_nonces = count(1)


def nonce() -> str:
    return f"nonce-{next(_nonces):08}"


def wait_until(ask: Callable[[], T]) -> T:
    """What is asked for, once it is there: some things happen a moment after they were acknowledged."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := ask()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)
    return found


class Hands(Times):
    """Time that stands still until a test turns the hands."""

    def __init__(self) -> None:
        self._now_ms = 1_800_000_000_000
        self._steady = 0.0
        self._alarms: list[Bell] = []

    def now_ms(self) -> int:
        return self._now_ms

    def wake_at(self, at_ms: int, wake: Callable[[], object]) -> "Bell":
        bell = Bell(at_ms, wake)
        self._alarms.append(bell)
        return bell

    def steady(self) -> float:
        return self._steady

    def stand_still(self, ms: int) -> None:
        """Let time pass in which the room does nothing at all."""
        self._now_ms += ms
        self._steady += ms / 1000

    def turn(self, ms: int) -> None:
        """Let time pass, and wake everybody who wanted to be woken by then."""
        until = self._now_ms + ms
        while due := [bell for bell in self._alarms if bell.wake is not None and bell.at_ms <= until]:
            bell = min(due, key=lambda other: other.at_ms)
            self._now_ms = max(self._now_ms, bell.at_ms)
            wake, bell.wake = bell.wake, None
            assert wake is not None
            wake()
        self._alarms = [bell for bell in self._alarms if bell.wake is not None]
        self._now_ms = until


class Bell:
    def __init__(self, at_ms: int, wake: Callable[[], object]) -> None:
        self.at_ms = at_ms
        self.wake: Callable[[], object] | None = wake

    def cancel(self) -> None:
        self.wake = None


class Live:
    """A live socket. What the tests do not ask for is read over."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.n: dict[str, int] = {}

    def send(self, type: str, **fields: Any) -> None:
        self.socket.send_json({"type": type} | fields)

    def hear(self, *types: str) -> Json:
        """The next message of one of these types."""
        while True:
            message: Json = self.socket.receive_json()
            if message["type"] in ("snapshot", "event", "up_to_date"):
                self.n[message["table"]] = message["n"]
            if message["type"] == "probe":
                self.send("ping")
            if message["type"] in types:
                return message

    def watch(self, table: str) -> Json:
        self.send("watch", table=table)
        return self.hear("snapshot")

    def command(self, type: str, table: str, **fields: Any) -> Json:
        """Send a command at the number this page has seen; the acknowledgement or the refusal."""
        self.send(type, **{"table": table, "expected_n": self.n[table], "nonce": nonce()} | fields)
        return self.hear("ack", "refused")

    def move(self, table: str, text: str, **fields: Any) -> Json:
        return self.command("move", table, move=text, **fields)


class Browser:
    """A guest: a cookie jar, REST, and any number of tabs."""

    def __init__(self, client: TestClient) -> None:
        self.rest = client

    @property
    def token(self) -> str:
        """What makes them who they are; the rest of the cookie says that the room has made it."""
        return self.rest.cookies[COOKIE].partition(".")[0]

    def table(self, game: str, **wish: Any) -> str:
        answer = self.rest.post("/api/tables", json={"game": game} | wish)
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["table"]
        return name

    def snapshot(self, table: str) -> Json:
        answer: Json = self.rest.get(f"/api/tables/{table}").json()
        return answer

    @contextmanager
    def live(self) -> Iterator[Live]:
        with self.rest.websocket_connect("/api/live") as socket:
            yield Live(socket)


class House:
    """A running room; every browser it hands out is another guest."""

    def __init__(self, client: TestClient, hands: Hands | None) -> None:
        self._client = client
        self._hands = hands
        self.app: Any = client.app

    def browser(self, like: Browser | None = None, address: str = "testclient") -> Browser:
        """A new guest, or the one who was `like` this in a room that has closed since; `address` is where they are."""
        client = TestClient(self.app, raise_server_exceptions=False, client=(address, 50000))
        client.portal = self._client.portal
        if like is not None:
            client.cookies.update(dict(like.rest.cookies))
        client.get("/api/me")  # a browser has its cookie before it opens a socket
        return Browser(client)

    def turn(self, ms: int) -> None:
        """Let time pass."""
        assert self._hands is not None
        self.call(self._hands.turn, ms)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Do something where the room runs."""
        assert self._client.portal is not None
        return self._client.portal.call(function, *arguments)


@contextmanager
def house(data: Path, hands: Hands | None = None, **settings: Any) -> Iterator[House]:
    """Open a room on a folder, and close it; with `hands`, its time is the test's."""
    app = create_app(Settings(data, **{"engines": 1} | settings), hands)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield House(client, hands)


def rest(tables: Any, name: str) -> None:
    """As if so many others had been used since that this table is no longer held in memory."""
    tables._recent.pop(name).rest()
    assert tables.known(name) is None


def first_move(snapshot: Json) -> str:
    text: str = snapshot["frame"]["moves"][0]["text"]
    return text
