"""What nobody has seen stays in the room.

Two tables that look alike but hide different pieces must say the same, byte for byte, whatever is asked of them. And the
hidden pieces themselves, in any form the room keeps them, are searched for in everything that goes out.
"""

import json
import pickle
from typing import Any

import structlog
from structlog.testing import capture_logs

import alcove
from alcove.server.engines.process import Advise, Choose
from alcove.server.people.accounts import digest_of
from alcove.server.tables.table import handle_of
from alcove.table import fold as logic
from alcove.table.fold import Entry, Room

from .pages import Browser, House, Json

GAME = alcove.game("axxa")
ONE = GAME.luck(GAME.initial(seed=1)).removeprefix("deal:")


def other_deal() -> str:
    """The same tops, and below them the same pieces in another order."""
    below = [piece for number, piece in enumerate(ONE) if number % 3]
    turned = iter(below[1:] + below[:1])
    return "".join(piece if number % 3 == 0 else next(turned) for number, piece in enumerate(ONE))


DEALS = (ONE, other_deal())


def created(deal: str, guest: str) -> list[Entry]:
    return [Entry(logic.Created("axxa", {}, (logic.Seat(guest),), f"deal:{deal}"), guest)]


def forms_of(deal: str) -> list[str]:
    """How the room itself would write what is hidden."""
    state = Room.fold(created(deal, "me"))._states[0]
    return [deal, state.to_text(), *(pile.split(":")[1] for pile in state.to_text().split()[0].split(","))]


class Listener:
    """Plays a game and keeps every byte that the page is sent."""

    def __init__(self, room: House, deal: str) -> None:
        self.browser: Browser = room.browser()
        self.browser.rest.get("/api/me")
        guest = digest_of(self.browser.token)
        portal = room._client.portal
        assert portal is not None
        self.handle = handle_of(guest)
        self.table: str = portal.call(room.app.state.house.tables._found, created(deal, guest))
        self.heard: list[str] = []

    def get(self, path: str) -> None:
        self._keep(self.browser.rest.get(path).text)

    def post(self, path: str, **body: Any) -> None:
        self._keep(self.browser.rest.post(path, json=body).text)

    def _keep(self, text: str) -> None:
        self.heard.append(text.replace(self.table, "TABLE").replace(self.handle, "HANDLE"))

    def talk(self) -> None:
        """Everything a page can ask while nothing hidden has been shown."""
        with self.browser.live() as page:
            page.socket.send_json({"type": "watch", "table": self.table})
            snapshot: Json = page.hear("snapshot")
            moves = [move["text"] for move in snapshot["frame"]["moves"]]
            slide = next(text for text in moves if "*" not in text)
            asked: list[Json] = [
                {"type": "why", "text": "a3-a3"},
                {"type": "why", "text": "=a3.a4.a5"},
                {"type": "why", "text": "deal"},
                {"type": "move", "expected_n": 1, "move": "a3-g5"},
                {"type": "move", "expected_n": 1, "move": "?"},
                {"type": "move", "expected_n": 1, "move": slide},
                {"type": "move", "expected_n": 1, "move": slide},
                {"type": "undo", "expected_n": 2},
                {"type": "rematch", "expected_n": 3},
                {"type": "draw", "expected_n": 3},
                {"type": "claim", "expected_n": 3},
                {"type": "decline", "expected_n": 3, "what": "draw"},
                {"type": "join", "expected_n": 3},
                {"type": "report", "line": 1},
                {"type": "move", "expected_n": 3, "move": slide},
            ]
            for number, message in enumerate(asked):
                page.socket.send_json({"table": self.table, "nonce": f"nonce-{number:04}"} | message)
            page.socket.send_json({"type": "ping"})
            while (heard := page.socket.receive_json())["type"] != "pong":
                if heard["type"] != "presence":  # it comes when it comes, and knows no game
                    self._keep(json.dumps(heard))
        for path in ("", "/at/0", "/at/1", "/at/2", "/record"):
            self.get(f"/api/tables/{self.table}{path}")
        self.post("/api/positions", game="axxa", position=snapshot["frame"]["position"])


def test_tables_that_look_alike_sound_alike(room: House) -> None:
    listeners = [Listener(room, deal) for deal in DEALS]
    for listener in listeners:
        listener.talk()
    one, other = (listener.heard for listener in listeners)
    assert len(one) > 15
    assert one == other


def test_no_hidden_piece_is_in_anything_said_or_logged(room: House) -> None:
    with capture_logs() as logged:
        listener = Listener(room, ONE)
        listener.talk()
        listener.get("/api/tables")
        listener.get("/api/games")
        structlog.get_logger().info("the end")
    said = "".join(listener.heard) + repr(logged)
    assert "the end" in said
    for form in forms_of(ONE):
        assert form not in said


def test_engines_are_given_nothing_to_peek_at() -> None:
    rooms = [Room.fold(created(deal, "me")) for deal in DEALS]
    for task in (lambda room: Choose("axxa", room.view, 1, 0), lambda room: Advise("axxa", room.view)):
        one, other = (pickle.dumps(task(room)) for room in rooms)
        assert one == other


def test_a_record_tells_the_deal_when_the_game_is_over(room: House) -> None:
    listener = Listener(room, ONE)
    path = f"/api/tables/{listener.table}/record"
    assert ONE not in listener.browser.rest.get(path).text
    with listener.browser.live() as page:
        page.watch(listener.table)
        page.command("resign", listener.table)
        resigned = page.watch(listener.table)
    assert "?" in resigned["frame"]["position"]
    assert ONE in listener.browser.rest.get(path).text
