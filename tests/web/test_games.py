"""Whole games through the page, by pointer and by keyboard alone, and everything around a move."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .driver import RESULT, Table, assert_no_sideways_scrolling, axe_findings, open_game, shot
from .room import Room
from .test_pages import OPENING, PHONE

FOR_TWO = {
    "avalam": "Jouer à Avalam à deux sur cet écran",
    "axom": "Jouer à Axom à deux sur cet écran",
    "axxa": "Jouer à AxxA à deux sur cet écran",
}


def ask_for_a_hint(page: Page) -> None:
    """An engine that is still being compiled is late: like a person, ask again."""
    for _ in range(15):
        page.get_by_role("button", name="Indice").click()
        page.wait_for_function("() => document.querySelector('svg .hint, .prompt .notice')", timeout=30_000)
        if page.locator("svg .hint").count() > 0:
            return
    raise AssertionError("no hint comes")


def test_avalam_against_the_engine_by_pointer(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    table = Table(page)
    table.play_to_the_end()
    assert 5 <= table.played <= 19
    shot(page, "avalam-over")
    assert axe_findings(page) == []


def test_avalam_by_keyboard_alone(visit: Visit) -> None:
    page = visit(language="en")
    page.get_by_role("button", name=OPENING["avalam"]).wait_for()
    page.wait_for_selector("button:not([disabled]) >> text=Play")
    for _ in range(30):
        page.keyboard.press("Tab")
        if re.search(OPENING["avalam"], page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=grid]")
    table = Table(page, keyboard=True)
    page.keyboard.press("Tab")
    assert table.cursor is not None, "one Tab leads to the board"
    table.play_to_the_end()
    assert axe_findings(page) == []


def test_axom_for_two_at_one_screen(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, FOR_TWO["axom"])
    table = Table(page, seed=299)  # a short game: nothing but these choices decides it
    table.play_to_the_end(takes=True)
    assert table.played == 26
    shot(page, "axom-over")


def test_axom_against_the_engine_on_a_phone_by_keyboard(visit: Visit) -> None:
    page = visit(language="en", size=PHONE, theme="dark")
    open_game(page, OPENING["axom"])
    table = Table(page, seed=2, keyboard=True)
    table.play_to_the_end(takes=True)
    shot(page, "axom-over-phone")


@pytest.mark.parametrize("keyboard", [False, True])
def test_axxa_alone(visit: Visit, keyboard: bool) -> None:
    page = visit(language="fr" if keyboard else "en")
    open_game(page, OPENING["axxa"])
    table = Table(page, seed=3, keyboard=keyboard)
    table.play_to_the_end()
    assert table.played >= 8
    shot(page, "axxa-over")
    assert axe_findings(page) == []


@pytest.mark.parametrize("keyboard", [False, True])
def test_axxa_a6_among_several_triplets_the_player_chooses(visit: Visit, keyboard: bool) -> None:
    position = "a3:226,a4:325,a5:435,b2:116,c2:116,c7:535,d2:126,d7:635,e2:126,e7:235,g3:344,g4:444 1 - 0 take 1"
    page = visit(f"/game/axxa?position={quote(position)}", language="fr")
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("svg.board .movable")
    table = Table(page, keyboard=keyboard)
    expect(page.locator(".prompt .words")).to_have_text("Plusieurs triplets sont possibles : choisissez-en un.")
    table.press("d2")
    expect(page.get_by_role("button", name="Prendre b2 c2 d2")).to_be_visible()
    table.press("d2")  # in two triplets: the next one
    shot(page, "axxa-choice")
    table.press_button(page.get_by_role("button", name="Prendre c2 d2 e2"))
    expect(page.locator("main")).to_have_attribute("data-plies", "1")
    expect(page.get_by_text("triplets : 1 sur 6")).to_be_visible()
    assert table.labels()["e2"].startswith("e2, 2 sur le dessus")
    assert table.labels()["b2"].startswith("b2, 1 sur le dessus")


def test_animated_moves_end_where_the_game_is(visit: Visit) -> None:
    page = visit(language="fr", animate=True)
    open_game(page, FOR_TWO["axom"])
    table = Table(page, seed=4)
    for _ in range(6):
        assert table.wait_for_turn()
        table.play_any_move(takes=True)
    table.wait_for_turn()
    seen = table.labels()
    page.reload()
    page.wait_for_selector("svg.board .movable")
    assert table.shows(seen)


def test_a_target_shows_what_will_happen_before_it_happens(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    page.wait_for_selector("svg.board .movable")
    page.locator("svg g[data-cell=c5]").click()
    expect(page.locator(".prompt .words")).to_have_text(
        "Tour de 1 choisie en c5. 8 tours voisines peuvent la recevoir."
    )
    expect(page.get_by_role("status").first).to_contain_text("Tour de 1 choisie en c5.")
    page.locator("svg g[data-cell=c4]").hover()
    expect(page.locator("svg .chip")).to_have_text("1 + 1 = 2")
    page.get_by_role("button", name="Reposer").click()
    expect(page.locator(".prompt .words")).to_contain_text("Choisissez une tour")


def test_confirmed_moves_on_a_phone(visit: Visit) -> None:
    page = visit(language="fr", size=PHONE, confirm=True)
    open_game(page, FOR_TWO["axom"])
    page.wait_for_selector("svg.board .movable")
    page.locator("svg g[data-cell=c3]").tap()
    page.locator("svg path[data-cell=f3]").tap(force=True)
    expect(page.locator(".prompt .words")).to_contain_text("sème 4 pions")
    expect(page.get_by_role("status").first).to_contain_text("sème 4 pions")
    assert page.locator("main").get_attribute("data-plies") == "0"
    shot(page, "axom-confirm-phone")
    play, bar = page.get_by_role("button", name="Jouer", exact=True), page.get_by_role("group", name="Actions")
    (button, actions) = (play.bounding_box(), bar.bounding_box())
    assert button is not None
    assert actions is not None
    assert button["height"] >= 44
    assert button["y"] + button["height"] <= actions["y"], "the button lies under the bar"
    play.tap()
    expect(page.locator("main")).to_have_attribute("data-plies", "1")


def test_why_not_with_the_clause(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    page.wait_for_selector("svg.board .movable")
    page.locator("svg g[data-cell=c5]").click()
    page.locator("svg g[data-cell=h4]").click()
    refusal = re.compile(r"c5-h4\s: h4 n’est pas voisine de c5")
    expect(page.locator(".prompt .notice")).to_have_text(re.compile(refusal.pattern + r"\s\(V4\)"))
    expect(page.get_by_role("status").first).to_have_text(refusal)
    page.get_by_role("button", name="Reposer").click()
    expect(page.locator(".prompt .notice")).to_have_count(0)  # that is past


@pytest.mark.parametrize(("language", "why"), [("fr", "n’est pas du camp qui joue"), ("en", "not of the side to move")])
def test_a_press_on_what_cannot_be_picked_up_says_why(visit: Visit, language: str, why: str) -> None:
    page = visit(language=language)
    open_game(page, re.compile("Jouer à Axom à deux|Play Axom for two"))
    page.wait_for_selector("svg.board .movable")
    page.locator("svg g[data-cell=e5]").click()
    expect(page.locator(".prompt .notice")).to_contain_text(why)
    expect(page.get_by_role("status").first).to_contain_text(why)
    page.locator("svg g[data-cell=c3]").click()
    expect(page.locator(".prompt .notice")).to_have_count(0)


def test_the_list_keeps_its_last_move_in_sight_when_the_game_ends(visit: Visit) -> None:
    page = visit(language="en", size=(1280, 640))
    open_game(page, "Play Avalam for two at this screen")
    table = Table(page, seed=3)
    for _ in range(20):
        assert table.wait_for_turn()
        table.play_any_move()
    assert table.wait_for_turn()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".prompt .words")).to_have_text(RESULT)
    page.wait_for_function(
        """() => {
            const list = document.querySelector('.panel ol').getBoundingClientRect();
            return document.querySelector('ol [aria-current=step]').getBoundingClientRect().bottom <= list.bottom;
        }"""
    )


@pytest.mark.parametrize("size", [(844, 390), (640, 400)], ids=["a phone on its side", "a window at 200 %"])
def test_in_a_low_window_the_board_is_whole_in_sight(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(size=size)
    open_game(page, OPENING["avalam"])
    board = page.locator("svg.board.avalam").bounding_box()
    assert board is not None
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= size[1]
    assert board["height"] > size[1] / 2
    assert_no_sideways_scrolling(page)


def test_typed_moves(visit: Visit) -> None:
    page = visit(language="en")
    open_game(page, re.compile("Play Axom for two at this screen"))
    page.wait_for_selector("svg.board .movable")
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    page.keyboard.press("/")
    field = page.get_by_label("The move in notation")
    field.fill("c3-e3")
    field.press("Enter")
    expect(page.get_by_text(re.compile(r"\(X\d+\)"))).to_be_visible()
    assert field.input_value() == "c3-e3", "what was refused stays in the field"
    field.fill("c3xf3")  # either sign is understood
    field.press("Enter")
    expect(page.locator("main")).to_have_attribute("data-plies", "1")
    expect(page.get_by_role("button", name="c3-f3")).to_have_attribute("aria-current", "step")


def test_hint_undo_look_back_and_resign(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["axom"])
    table = Table(page, seed=8)
    assert table.wait_for_turn()
    ask_for_a_hint(page)
    expect(page.get_by_text("Alcove jouerait")).to_be_visible()
    shot(page, "axom-hint")
    start = table.labels()
    table.play_any_move()
    assert table.wait_for_turn()
    later = table.labels()
    grid_cell = page.get_by_role("grid").locator("[tabindex='0']")
    grid_cell.focus()
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(page.get_by_text("Vous regardez le début.")).to_be_visible()
    assert table.shows(start)
    page.get_by_role("button", name="Dernier coup").click()
    expect(page.get_by_text("Vous regardez")).to_have_count(0)
    assert table.shows(later)
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("main")).to_have_attribute("data-plies", "0")
    assert table.shows(start)
    page.get_by_role("button", name="Abandon", exact=True).click()
    expect(page.get_by_role("button", name="Continuer à jouer")).to_be_focused()
    page.get_by_role("button", name="Abandonner").click()
    expect(page.get_by_text("Alcove gagne : abandon.").first).to_be_visible()
    table_address = page.url
    page.get_by_role("button", name="Revanche").first.click()
    page.wait_for_function("address => location.href !== address", arg=table_address)
    page.wait_for_selector("[role=grid]")
    expect(page.get_by_role("region", name="Vous")).to_contain_text("Foncé")


def test_records_positions_and_links(visit: Visit, room: Room) -> None:
    page = visit(language="fr")
    open_game(page, FOR_TWO["axom"])
    table = Table(page, seed=6)
    for _ in range(4):
        assert table.wait_for_turn()
        table.play_any_move()
    seen = table.labels()
    page.get_by_role("button", name="Plus", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger la partie").click()
    record = download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Plus", exact=True).click()
    page.get_by_role("button", name="Copier la position").click()
    expect(page.get_by_text("Position copiée.")).to_be_visible()
    assert re.fullmatch(r"\S+ [wb]( \d+)?", page.evaluate("navigator.clipboard.readText()"))
    page.get_by_role("button", name="Plus", exact=True).click()
    page.get_by_role("button", name="Copier un lien vers cette position").click()
    expect(page.get_by_text("Lien copié")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")

    friend = visit(link.removeprefix(room.url), language="fr")
    friend.wait_for_selector("[role=grid]")
    assert Table(friend).shows(seen)
    friend.get_by_role("button", name="À deux sur cet écran").click()
    friend.wait_for_url("**/table/*")
    friend.wait_for_selector("svg.board .movable")
    assert {cell: label.split(",")[:2] for cell, label in Table(friend).labels().items()} == {
        cell: label.split(",")[:2] for cell, label in seen.items()
    }

    friend.goto(room.url)
    friend.get_by_role("button", name="Ouvrir une partie").click()
    friend.get_by_label("Ou collez son texte").fill("ceci n'est pas une partie")
    friend.get_by_role("button", name="Ouvrir", exact=True).click()
    expect(friend.get_by_role("alert").filter(has_text="ligne")).to_be_visible()
    friend.get_by_label("Ou collez son texte").fill(record)
    friend.get_by_role("button", name="Ouvrir", exact=True).click()
    friend.wait_for_url("**/table/*")
    expect(friend.locator("main")).to_have_attribute("data-plies", "4")
    assert Table(friend).shows(seen)


def test_the_arrows_follow_files_and_ranks_over_holes(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    table = Table(page, keyboard=True)
    page.get_by_role("grid").locator("[data-cell=d5]").focus()
    for key, cell in (
        ("ArrowRight", "f5"),  # over the hole in the middle
        ("ArrowUp", "f6"),
        ("End", "i6"),
        ("ArrowRight", "i6"),
        ("Home", "b6"),
        ("ArrowDown", "b5"),
        ("ArrowLeft", "a5"),
    ):
        page.keyboard.press(key)
        assert table.cursor == cell, key
    page.keyboard.press("Enter")
    assert table.targets() == {"a4", "b4", "b5", "b6"}
    page.keyboard.press("Escape")
    assert table.targets() == set()


def test_the_skip_link_leads_past_the_header(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    page.reload()
    page.wait_for_selector("[role=grid]")
    page.evaluate("document.activeElement.blur()")
    page.get_by_role("link", name="Aller au plateau").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert Table(page).cursor is not None


def test_on_a_phone_a_move_does_not_push_the_board_out_of_sight(visit: Visit) -> None:
    page = visit(size=(390, 844))
    open_game(page, "Jouer à Avalam à deux sur cet écran")
    table = Table(page, seed=8)
    for _ in range(12):
        assert table.wait_for_turn()
        table.play_any_move()
    expect(page.locator("ol [aria-current=step]")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_axxa_on_a_phone_a_held_finger_looks_into_a_pile_and_plays_nothing(visit: Visit) -> None:
    page = visit(size=(390, 844))
    open_game(page, "Jouer à AxxA en solitaire")
    table = Table(page, seed=9)
    assert table.wait_for_turn()
    pile = page.locator("svg.board g[data-cell]").first
    box = pile.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(page.locator(".peek text")).to_have_count(3)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".peek")).to_be_visible()  # until the next press
    assert not table.targets()
    page.touchscreen.tap(finger["x"], finger["y"])
    expect(page.locator(".peek")).to_have_count(0)
    assert table.plies == 0
