"""Two people in two browsers: a link, a game to its end across a restart, clocks, offers, chat, leaving."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Visit
from .driver import RESULT, Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room


def invite(page: Page, game: str, time: str | None = None) -> str:
    """Opens a table with a free seat; the link to it."""
    page.get_by_role("button", name=re.compile(f"{game} avec un ami, par un lien")).click()
    if time is not None:
        page.get_by_role("radio", name=time).check()
    page.get_by_role("button", name="Créer le lien").click()
    page.wait_for_url("**/table/*")
    return page.get_by_role("textbox", name="Lien vers cette table").input_value()


@pytest.fixture
def pair(visit: Visit) -> tuple[Page, Page]:
    """Two people at a table of Avalam with a clock: one on a desktop in French, one on a dark phone in English."""
    host = visit()
    friend = visit(
        invite(host, "Avalam", "10+5").removeprefix(host.url.partition("/table")[0]), "en", (390, 844), "dark"
    )
    friend.get_by_role("button", name="Join as Red").click()
    host.wait_for_selector("svg.board .movable")
    return host, friend


def test_a_game_by_link_is_played_to_its_end_across_a_restart(visit: Visit, own_room: Room) -> None:
    host = visit(at=own_room)
    link = invite(host, "Avalam")
    shot(host, "online-invite")
    friend = visit(link.removeprefix(own_room.url), at=own_room)
    expect(friend.get_by_text(re.compile("vous invite"))).to_be_visible()
    friend.get_by_role("button", name="Jouer Rouge").click()
    tables = [Table(host, seed=3), Table(friend, seed=4)]
    for ply in range(6):
        assert tables[ply % 2].wait_for_turn()
        tables[ply % 2].play_any_move()
    tables[0].wait_for_turn()
    own_room.close()
    expect(friend.get_by_text(re.compile("Connexion perdue"))).to_have_count(2, timeout=15_000)
    own_room.open()
    expect(host.get_by_text("De retour. Rien n’est perdu.")).to_be_visible(timeout=20_000)
    ply = 6
    while tables[ply % 2].wait_for_turn():
        tables[ply % 2].play_any_move()
        ply += 1
        expect(tables[ply % 2].page.locator("main")).to_have_attribute("data-plies", str(ply))
    for table in tables:
        expect(table.page.locator(".prompt .words")).to_have_text(RESULT)
        expect(table.page.locator("main")).to_have_attribute("data-plies", str(ply))
    assert tables[0].shows(tables[1].labels())


def test_clocks_run_for_who_is_to_move(pair: tuple[Page, Page]) -> None:
    host, friend = pair
    clocks = host.get_by_role("timer")
    expect(clocks).to_have_count(2)
    for mover in (host, friend):
        mover.wait_for_selector("svg.board .movable")
        Table(mover, seed=5).play_any_move()
    host.wait_for_selector("svg.board .movable")
    expect(host.get_by_role("timer", name="Temps restant de Vous")).to_have_text(re.compile(r"10:0[0-4]"))
    expect(friend.get_by_role("timer", name=re.compile("Guest"))).to_have_text(re.compile(r"10:0[0-4]"))
    shot(host, "online-clocks")
    shot(friend, "online-clocks-390")
    for page in (host, friend):
        assert axe_findings(page) == []
        assert_no_sideways_scrolling(page)


def test_offers_are_made_answered_and_withdrawn(pair: tuple[Page, Page]) -> None:
    host, friend = pair
    Table(host, seed=6).play_any_move()
    friend.wait_for_selector("svg.board .movable")
    host.get_by_role("button", name="Reprendre").click()
    expect(host.get_by_text("Vous avez demandé à reprendre un coup.")).to_be_visible()
    friend.get_by_role("button", name="Accept", exact=True).click()
    expect(host.locator("main")).to_have_attribute("data-plies", "0")
    host.get_by_role("button", name="Nulle").click()
    host.get_by_role("button", name="Proposer la nulle").click()
    friend.get_by_role("button", name="Decline").click()
    expect(host.get_by_text(re.compile("refuse la nulle")).first).to_be_visible()
    friend.get_by_role("button", name="Draw").click()
    friend.get_by_role("button", name="Offer a draw").click()
    host.get_by_role("button", name="Accepter").click()
    expect(friend.locator(".prompt .words")).to_have_text(re.compile("Draw"))
    first = host.url
    host.get_by_role("button", name="Revanche").first.click()
    friend.get_by_role("button", name="Accept", exact=True).click()
    for page in (host, friend):
        page.wait_for_url(lambda url: url != first)
    friend.wait_for_selector("svg.board .movable")  # the sides are changed


def test_a_piece_in_the_hand_is_not_dropped_by_what_others_do(pair: tuple[Page, Page], visit: Visit) -> None:
    host, friend = pair
    table = Table(host)
    table.press("c5")
    picked = table.targets()
    assert picked
    friend.get_by_role("button", name="Draw").click()
    friend.get_by_role("button", name="Offer a draw").click()
    expect(friend.get_by_text("You have offered a draw.")).to_be_visible()
    third = visit(host.url.removeprefix(host.url.partition("/table")[0]))
    expect(host.get_by_text("1 personne regarde")).to_be_visible()
    assert table.targets() == picked
    table.press(sorted(picked)[0])
    expect(third.locator("main")).to_have_attribute("data-plies", "1")


def test_chat_is_read_muted_and_reported(pair: tuple[Page, Page]) -> None:
    host, friend = pair
    friend.get_by_role("tab", name="Chat").click()
    field = friend.get_by_role("textbox", name="Your message")
    field.fill("<b>hello</b>")
    field.press("Enter")
    expect(field).to_have_value("")
    host.get_by_role("tab", name=re.compile("Discussion.*1")).click()
    expect(host.get_by_role("log")).to_contain_text("<b>hello</b>")
    host.get_by_role("button", name=re.compile("Plus : Invité")).click()
    host.get_by_role("button", name="Signaler").click()
    expect(host.get_by_text(re.compile("^Signalé"))).to_be_visible()
    host.get_by_role("button", name=re.compile("Plus : Invité")).click()
    host.get_by_role("button", name=re.compile("Ne plus voir")).click()
    expect(host.get_by_role("log")).not_to_contain_text("hello")
    assert axe_findings(host) == []


def test_who_has_left_can_be_given_up_or_waited_for(pair: tuple[Page, Page]) -> None:
    host, friend = pair
    again = host.context.new_page()
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        """A line on which only the test says who is there."""
        socket.connect_to_server().on_message(
            lambda text: None if '"presence","table"' in str(text) else socket.send(text)
        )
        sockets.append(socket)

    again.route_web_socket("**/api/live", connect)
    again.goto(host.url)
    again.wait_for_selector("svg.board .movable")
    table = host.url.rpartition("/")[2]
    away: list[dict[str, Any]] = [{"is_here": True, "claim_in_ms": None}, {"is_here": False, "claim_in_ms": 20_000}]
    sockets[-1].send(json.dumps({"type": "presence", "table": table, "seats": away, "onlookers": 0}))
    expect(again.locator(".prompt .words")).to_have_text(re.compile(r"a quitté la table\. Dans (1\d|20) s"))
    away[1]["claim_in_ms"] = 0
    sockets[-1].send(json.dumps({"type": "presence", "table": table, "seats": away, "onlookers": 0}))
    again.get_by_role("button", name="Réclamer le gain").click()
    why = "L’autre camp n’est pas absent depuis assez longtemps"  # the server knows
    expect(again.locator(".prompt .notice")).to_contain_text(why)
    again.get_by_role("button", name="Attendre").click()
    expect(again.get_by_role("button", name="Réclamer le gain")).to_have_count(0)
    assert friend.locator("main").get_attribute("data-plies") == "0"


def test_a_third_person_watches_and_is_counted(pair: tuple[Page, Page], visit: Visit) -> None:
    host, _ = pair
    third = visit(host.url.removeprefix(host.url.partition("/table")[0]), "en")
    third.wait_for_selector("[role=grid]")
    assert third.locator("svg.board .movable").count() == 0
    expect(host.get_by_text("1 personne regarde")).to_be_visible()
    third.close()


def test_a_game_is_called_off_before_it_has_begun(pair: tuple[Page, Page]) -> None:
    host, friend = pair
    host.get_by_role("button", name="Annuler").click()
    host.get_by_role("dialog").get_by_role("button", name="Annuler").click()
    expect(friend.locator(".prompt .words")).to_have_text(re.compile("Game called off"))


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_the_invitation_fits_every_screen_and_axe_finds_nothing(visit: Visit, size: tuple[int, int]) -> None:
    host = visit(size=size, theme="dark")
    host.get_by_role("button", name=re.compile("AxxA avec un ami")).click()
    host.get_by_role("radio", name="Autre").check()
    assert axe_findings(host) == []
    assert_no_sideways_scrolling(host)
    host.get_by_role("button", name="Créer le lien").click()
    host.wait_for_url("**/table/*")
    host.wait_for_selector("[role=grid]")
    assert axe_findings(host) == []
    assert_no_sideways_scrolling(host)
    shot(host, f"online-invite-{size[0]}")


def test_three_people_play_axxa_together(visit: Visit) -> None:
    host = visit()
    host.get_by_role("button", name=re.compile("AxxA avec un ami")).click()
    host.get_by_role("radio", name="Ensemble").check()
    host.get_by_role("combobox", name="Joueurs, vous compris").select_option("3")
    host.get_by_role("button", name="Créer le lien").click()
    host.wait_for_url("**/table/*")
    path = host.url.removeprefix(host.url.partition("/table")[0])
    others = [visit(path), visit(path, "en", (390, 844))]
    others[0].get_by_role("button", name="Rejoindre").click()
    others[1].get_by_role("button", name="Join", exact=True).click()
    host.wait_for_selector("svg.board .movable")
    Table(host, seed=8).play_any_move()
    for page in others:
        expect(page.locator("main")).to_have_attribute("data-plies", "1")
    shot(others[1], "online-axxa-390")
