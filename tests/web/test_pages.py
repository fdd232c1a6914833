"""The pages around the boards: both languages, both themes, wide and narrow, without a serious finding of axe."""

import re

import pytest
from playwright.sync_api import Route, expect

from .conftest import Visit
from .driver import assert_no_sideways_scrolling, axe_findings, open_game, shot
from .room import Room

PHONE = (390, 844)
DESKTOP = (1280, 800)
LOOKS = [(DESKTOP, "light", "fr"), (DESKTOP, "dark", "en"), (PHONE, "light", "en"), (PHONE, "dark", "fr")]
OPENING = {
    "avalam": re.compile("Jouer à Avalam contre Alcove|Play Avalam against Alcove"),
    "axom": re.compile("Jouer à Axom contre Alcove|Play Axom against Alcove"),
    "axxa": re.compile("Jouer à AxxA en solitaire|Play AxxA alone"),
}


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_home_and_settings(visit: Visit, size: tuple[int, int], theme: str, language: str) -> None:
    page = visit(size=size, theme=theme, language=language)
    title = "Quatre jeux rares" if language == "fr" else "Four rare games"
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    for game in ("Avalam", "Axom", "AxxA", "Axiom"):
        expect(page.get_by_role("heading", name=game, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=OPENING["avalam"])).to_be_enabled()
    shot(page, f"home-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)

    page.get_by_role("link", name=re.compile("Réglages|Settings")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages" if language == "fr" else "Settings")
    shot(page, f"settings-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize("game", OPENING)
@pytest.mark.parametrize(("size", "theme", "language"), [LOOKS[1], LOOKS[2]])
def test_game_pages_and_their_dialogs(
    visit: Visit, game: str, size: tuple[int, int], theme: str, language: str
) -> None:
    page = visit(size=size, theme=theme, language=language)
    open_game(page, OPENING[game])
    page.wait_for_selector("svg.board .movable")
    shot(page, f"{game}-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)
    for name in ("Abandon|Resign", "Plus|More"):
        page.get_by_role("button", name=re.compile(f"^({name})$")).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert axe_findings(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        focused = page.evaluate("document.activeElement.textContent.trim()")
        assert re.fullmatch(name, focused), f"the focus went to {focused!r}"


def test_language_and_theme_change_at_once_and_are_remembered(visit: Visit) -> None:
    page = visit(language="fr")
    open_game(page, OPENING["avalam"])
    expect(page.get_by_role("grid", name="Plateau d’Avalam")).to_be_attached()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("grid", name="Avalam board")).to_be_attached()
    expect(page.get_by_text("Your move").first).to_be_visible()
    page.get_by_role("button", name="Dark theme").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    expect(page.get_by_role("grid", name="Avalam board")).to_be_attached()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["en", "dark"]


def test_new_game_with_level_side_and_options(visit: Visit, room: Room) -> None:
    page = visit(language="en")
    page.get_by_role("button", name="Axom: choose level and options").click()
    dialog = page.get_by_role("dialog", name="New game of Axom")
    levels = room.games()["axom"]["levels"]
    expect(dialog.get_by_role("radio", name=re.compile(r"^\d, "))).to_have_count(len(levels))
    dialog.get_by_role("radio", name=re.compile("^2, ")).check()
    dialog.get_by_role("radio", name="Dark").check()
    dialog.get_by_text("Options of the rules").click()
    dialog.get_by_label(re.compile("^plies in a row")).fill("60")
    assert axe_findings(page) == []
    shot(page, "new-game-1280-en")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[role=grid]")
    expect(page.get_by_role("region", name="Alcove")).to_contain_text("level 2")
    expect(page.get_by_role("region", name="You")).to_contain_text("Dark")
    expect(page.locator("main")).to_have_attribute("data-plies", "1")  # the engine is Light and begins
    page.wait_for_selector("svg.board .movable")
    page.get_by_role("tab", name="Taken").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("of 60 plies")


def test_axxa_together_and_as_a_duel(visit: Visit) -> None:
    page = visit(language="fr")
    page.get_by_role("button", name="AxxA : choisir le niveau et les options").click()
    page.get_by_role("radio", name="Ensemble").check()
    page.get_by_label("Joueurs sur cet écran").select_option("3")
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_selector("[role=grid]")
    expect(page.get_by_role("list", name="Joueurs").get_by_role("listitem")).to_have_count(3)
    page.get_by_role("button", name="Plus", exact=True).click()
    page.get_by_role("button", name="Nouvelle partie").click()
    page.get_by_role("radio", name="Duel").check()
    page.get_by_role("radio", name="Contre Alcove").check()
    page.get_by_role("button", name="Commencer").click()
    expect(page.get_by_role("region", name="Alcove")).to_be_visible()


def test_unknown_addresses_say_so(visit: Visit, room: Room) -> None:
    page = visit("/nowhere", language="fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cette page n’existe pas.")
    page.goto(room.url + "/table/no-such-table")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cette table n’est pas ici.")
    assert axe_findings(page) == []
    page.goto(room.url + "/game/axom?position=3bd1h/nonsense+w")
    expect(page.get_by_text("rangées").first).to_be_visible()
    page.get_by_role("link", name="Retour aux jeux").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Quatre jeux rares")


def test_a_page_on_its_way_shows_the_outline_of_its_board(visit: Visit) -> None:
    page = visit("/learn", language="fr")
    lesson = page.get_by_role("link", name="Apprendre Axom")
    expect(lesson).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/*.js", hold)
    lesson.click()
    expect(page.locator("main[aria-busy=true] svg path")).to_be_visible()
    page.unroute("**/assets/*.js")  # what was held goes on
    assert held
    page.wait_for_selector("[role=grid]")
    expect(page.locator("main[aria-busy]")).to_have_count(0)


def test_the_back_button_leads_to_where_a_page_was_left(visit: Visit) -> None:
    page = visit("/rules/axom")
    expect(page.get_by_role("heading", level=2).last).to_be_attached()
    page.wait_for_function("() => document.documentElement.scrollHeight > 3 * innerHeight")
    page.evaluate("scrollTo(0, 2 * innerHeight)")
    page.get_by_role("link", name="Alcove, accueil").dispatch_event("click")
    expect(page.get_by_role("heading", level=1)).to_have_text("Quatre jeux rares, une table ouverte.")
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_function("() => Math.abs(scrollY - 2 * innerHeight) < 2")
