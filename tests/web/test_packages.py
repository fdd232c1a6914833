"""Games of packages on the pages around the boards: what the room told of them is shown, what they lack is not offered."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.packages.installing import environment, install

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room
from .test_pages import LOOKS

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with two games more: one has a rulebook, the other nothing but its board."""
    folder = tmp_path_factory.mktemp("packages")
    for name in ("clobber", "hexes"):
        source = EXAMPLES / name
        files = {
            str(file.relative_to(source)): file.read_text(encoding="utf-8") for file in source.glob(f"{name}/*.py")
        }
        install(folder / "site", name, files, **{name: f"{name}:GAME"})
    with Room(folder / "data", environment(folder / "site")) as opened:
        yield opened


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_the_home_page_counts_and_words_every_game(
    visit: Visit, packages: Room, size: tuple[int, int], theme: str, language: str
) -> None:
    page = visit(size=size, theme=theme, language=language, at=packages)
    french = language == "fr"
    expect(page.get_by_role("heading", level=1)).to_contain_text("Six jeux rares" if french else "Six rare games")
    expect(page.get_by_role("link", name="Règles de Clobber" if french else "Rules of Clobber")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("(Apprendre|Learn) (Clobber|Hex)"))).to_have_count(0)
    expect(page.get_by_role("link", name=re.compile("^(Règles|Rules) .*Hex"))).to_have_count(0)
    play = "Jouer au Hex contre Alcove" if french else "Play Hex against Alcove"
    expect(page.get_by_role("button", name=play)).to_be_enabled()
    shot(page, f"packages-home-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/learn/clobber", "Clobber n’a pas encore de leçon."),
        ("/rules/hexes", "Hex n’a pas encore de livret ici."),
        ("/rules/hexes", "reliez vos deux bords par une chaîne"),
        ("/puzzles/clobber", "Clobber n’a pas encore de problèmes."),
        ("/atlas/hexes", "Personne n’a encore mesuré Hex."),
        ("/rules/nonsense", "Cette salle n’a pas de jeu nommé nonsense."),
    ],
)
def test_what_a_game_lacks_is_said_in_a_sentence(visit: Visit, packages: Room, path: str, words: str) -> None:
    page = visit(path, language="fr", at=packages)
    expect(page.get_by_role("main")).to_contain_text(words)


def test_indexes_show_the_games_that_have_something_to_show(visit: Visit, packages: Room) -> None:
    page = visit("/learn", language="en", at=packages)
    expect(page.get_by_role("link", name="Rules of Clobber")).to_be_visible()
    expect(page.get_by_role("link", name="Learn Clobber")).to_have_count(0)
    expect(page.get_by_text("This game has no lesson and no rulebook here yet.")).to_have_count(1)
    for address, link in (("/atlas", "Open the atlas of Avalam"), ("/puzzles", "Solve puzzles of Avalam")):
        page.goto(packages.url + address)
        expect(page.get_by_role("link", name=link)).to_be_visible()
        expect(page.get_by_role("heading", name="Clobber")).to_have_count(0)


def new_game(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"{title} : choisir le niveau et les options").click()


def test_a_new_game_offers_the_levels_and_options_there_are(visit: Visit, packages: Room) -> None:
    page = visit(language="fr", at=packages)
    new_game(page, "Hex")
    dialog = page.get_by_role("dialog", name="Nouvelle partie du Hex")
    expect(dialog).to_contain_text("reliez vos deux bords par une chaîne")
    levels = packages.games()["hexes"]["levels"]
    assert [level["number"] for level in levels] == [1, 2, 3, 4, 5]
    expect(dialog.get_by_role("radio", name=re.compile(r"^\d, "))).to_have_count(5)
    expect(dialog.get_by_text("pas encore mesuré")).to_be_visible()
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    new_game(page, "Clobber")
    dialog = page.get_by_role("dialog", name="Nouvelle partie de Clobber")
    dialog.get_by_role("radio", name="À deux sur cet écran").check()
    dialog.get_by_text("Options des règles").click()
    dialog.get_by_role("radio", name="5 × 4").check()
    shot(page, "packages-dialog-1280-fr")
    dialog.get_by_role("button", name="Commencer").click()
    page.wait_for_selector("svg.board .movable")
    assert len(Table(page).labels()) == 20


def test_a_position_and_a_record_of_a_package_are_opened(visit: Visit, packages: Room) -> None:
    page = visit(language="en", at=packages)
    page.get_by_role("button", name="Play Clobber for two at this screen").click()
    page.wait_for_selector("svg.board .movable")
    table = Table(page)
    table.press("a1")
    table.press("a2")
    expect(page.locator("main")).to_have_attribute("data-plies", "1")
    labels = table.labels()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Copy a link to this position").click()
    link = page.evaluate("navigator.clipboard.readText()")
    record = page.request.get(f"{packages.url}/api/tables/{page.url.rsplit('/', 1)[1]}/record").text()
    page.goto(link)
    expect(page.get_by_text("A position of Clobber")).to_be_attached()
    expect(page.get_by_role("button", name="Against Alcove")).to_be_visible()
    assert Table(page).labels() == labels
    page.goto(packages.url)
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("textbox").fill(record)
    page.get_by_role("dialog").get_by_role("button", name="Analyse").click()
    expect(page.locator("main")).to_have_attribute("data-plies", "1")
    expect(page.get_by_role("heading", name="Analysis of Clobber")).to_be_attached()
    page.get_by_role("button", name="Latest move").wait_for()
    assert Table(page).labels() == labels


def test_an_offer_for_a_game_of_a_package_waits_in_the_lobby(visit: Visit, packages: Room) -> None:
    page = visit("/lobby", language="fr", at=packages)
    page.get_by_role("radiogroup", name="Jeu", exact=True).get_by_role("radio", name="Hex").check()
    page.get_by_role("button", name="Proposer une partie").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Hex")).to_be_checked()
    dialog.get_by_role("radio", name="Clobber").check()
    dialog.get_by_role("button", name=re.compile("Proposer")).click()
    withdraw = page.get_by_role("button", name="Retirer la proposition de Clobber")
    expect(withdraw).to_be_visible()
    other = visit("/lobby", language="en", at=packages)
    expect(other.get_by_role("button", name=re.compile("^Play Clobber with"))).to_be_visible()
    shot(other, "packages-lobby-1280-en")
    other.get_by_role("button", name=re.compile("^Play Clobber with")).click()
    for seated in (page, other):
        seated.wait_for_url("**/table/*")
        seated.wait_for_selector("[role=grid]")


def test_a_game_without_an_engine_or_a_board_is_offered_as_far_as_it_goes(visit: Visit, packages: Room) -> None:
    page = visit(language="en", at=packages)

    def with_less(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for game in told["games"]:
            if game["name"] == "clobber":
                game["levels"] = []
            if game["name"] == "hexes":
                game.update(scene=None, has=[])
        route.fulfill(response=answer, json=told)

    page.route("**/api/games", with_less)
    page.reload()
    expect(page.get_by_text("This game has no board for the page yet")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("Hex"))).to_have_count(0)
    page.get_by_role("button", name="Clobber: choose level and options").click()
    expect(page.get_by_role("radio", name="Two at this screen")).to_be_checked()
    expect(page.get_by_role("radio", name="Against Alcove")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play Clobber for two at this screen").click()  # there is no other way to play it
    page.wait_for_selector("svg.board .movable")
    page.goto(packages.url + "/lobby")
    expect(page.get_by_role("radio", name="Clobber").first).to_be_attached()
    expect(page.get_by_role("radio", name="Hex")).to_have_count(0)
