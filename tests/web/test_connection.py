"""Reloads, a server that goes and comes back, two tabs: nothing is lost and nothing is done twice."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Visit
from .driver import Table, open_game, shot
from .room import Room
from .test_games import FOR_TWO
from .test_pages import OPENING


def test_reload_and_unfinished_games(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    table = Table(page, seed=9)
    for _ in range(3):
        assert table.wait_for_turn()
        table.play_any_move()
    assert table.wait_for_turn()
    seen = table.labels()
    page.reload()
    page.wait_for_selector("svg.board .movable")
    assert table.shows(seen)
    page.get_by_role("link", name="Alcove, accueil").click()
    page.get_by_role("link", name=re.compile("^Reprendre : Avalam contre Alcove")).click()
    page.wait_for_selector("svg.board .movable")
    assert table.shows(seen)


def test_the_server_restarts_in_the_middle_of_a_move(visit: Visit, own_room: Room) -> None:
    page = visit(language="fr", at=own_room)
    open_game(page, FOR_TWO["avalam"])
    table = Table(page, seed=10)
    for _ in range(2):
        assert table.wait_for_turn()
        table.play_any_move()
    table.wait_for_turn()
    own_room.close()
    table.press("c5" if "vide" not in table.labels()["c5"] else "g5")
    table.press(sorted(table.targets())[0])
    expect(page.get_by_text("Coup en cours d’envoi.")).to_be_visible()
    expect(page.get_by_text(re.compile("Connexion perdue"))).to_have_count(2, timeout=15_000)  # seen and spoken
    expect(page.locator("main")).to_have_attribute("data-plies", "2")
    assert page.locator("svg .sent").count() == 1, "the move on its way is drawn dashed"
    shot(page, "offline")
    own_room.open()
    expect(page.get_by_text("De retour. 1 coup renvoyé.")).to_be_visible(timeout=20_000)
    expect(page.locator("main")).to_have_attribute("data-plies", "3")
    page.reload()
    page.wait_for_selector("svg.board .movable")
    expect(page.locator("main")).to_have_attribute("data-plies", "3")


def test_two_tabs_at_one_table(visit: Visit) -> None:
    first = visit(language="fr")
    open_game(first, FOR_TWO["axom"])
    second = first.context.new_page()
    second.goto(first.url)
    tables = [Table(first, seed=11), Table(second, seed=12)]
    for ply in range(4):
        mover, watcher = tables[ply % 2], tables[1 - ply % 2]
        assert mover.wait_for_turn()
        mover.play_any_move()
        expect(watcher.page.locator("main")).to_have_attribute("data-plies", str(ply + 1))
    for table in tables:
        table.wait_for_turn()
    assert tables[0].shows(tables[1].labels())


def test_a_stale_tab_is_told_and_catches_up(visit: Visit) -> None:
    first = visit(language="fr")
    open_game(first, FOR_TWO["avalam"])
    first.wait_for_selector("svg.board .movable")
    second = first.context.new_page()
    line = Line(second)
    second.goto(first.url)
    second.wait_for_selector("svg.board .movable")

    line.hold()
    for page, cells in ((first, ("c5", "c4")), (second, ("g4", "g5"))):
        for cell in cells:
            Table(page).press(cell)
    expect(first.locator("main")).to_have_attribute("data-plies", "1")
    expect(second.get_by_text("Coup en cours d’envoi.")).to_be_visible()
    expect(second.locator("main")).to_have_attribute("data-plies", "0")

    line.release()
    expect(second.get_by_text("La partie a avancé ailleurs.")).to_be_visible()
    for page in (first, second):
        expect(page.locator("main")).to_have_attribute("data-plies", "1")
        page.wait_for_selector("svg.board .movable")
    assert Table(second).shows(Table(first).labels())


class Line:
    """The live line of a page, on which what the server says can be held back for a while."""

    def __init__(self, page: Page) -> None:
        self._held: list[str | bytes] = []
        self._is_holding = False
        self._page_side: WebSocketRoute | None = None
        page.route_web_socket("**/api/live", self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        self._page_side = page_side
        page_side.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self._is_holding or self._page_side is None:
            self._held.append(message)
        else:
            self._page_side.send(message)

    def hold(self) -> None:
        self._is_holding = True

    def release(self) -> None:
        self._is_holding = False
        for message in self._held:
            if self._page_side is not None:
                self._page_side.send(message)
        self._held.clear()
