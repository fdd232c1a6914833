"""A page as the tests play it: a browser with its own cookie, REST and live sockets."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from alcove.server.app import Settings, create_app

Json = dict[str, Any]
_nonces = count(1)


def nonce() -> str:
    return f"nonce-{next(_nonces):08}"


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

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self.app: Any = client.app

    def browser(self) -> Browser:
        client = TestClient(self.app, raise_server_exceptions=False)
        client.portal = self._client.portal
        return Browser(client)


@contextmanager
def house(data: Path, **settings: Any) -> Iterator[House]:
    """Open a room on a folder, and close it."""
    app = create_app(Settings(data, **{"engines": 1} | settings))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield House(client)


def first_move(snapshot: Json) -> str:
    text: str = snapshot["frame"]["moves"][0]["text"]
    return text
