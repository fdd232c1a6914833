"""Boards drawn from the scene alone: squares, hexagons, points; by press, by drag, by finger and by keyboard, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.packages.installing import environment, install

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room
from .test_pages import LOOKS, PHONE

SKETCHES = (Path(__file__).parent / "sketches.py").read_text(encoding="utf-8")
BOARD = """
export default {
  mount(element, table) {
    const button = document.createElement("button");
    const draw = (told) => { button.textContent = `${told.legal.length} moves`; button.onclick = () => told.onmove(told.legal[0].text); };
    element.append(button);
    draw(table);
    return { update: draw, focus: () => button.focus(), cancel: () => false, skip() {}, destroy: () => button.remove() };
  },
};
"""


@pytest.fixture(scope="module")
def sketches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    folder = tmp_path_factory.mktemp("sketches")
    files = {"sketches/__init__.py": SKETCHES}
    own = SKETCHES.replace('"points", "Points"', '"drawn", "Drawn"').replace(
        'summary = Text("A',
        'about = __import__("alcove.core.about", fromlist=["About"]).About(board="page/board.js")\n    summary = Text("A',
    )
    offers = {name: f"sketches:{name.upper()}" for name in ("walkers", "cells", "points")}
    install(folder / "site", "sketches", files, **offers)
    install(folder / "site", "drawn", {"drawn/__init__.py": own, "drawn/page/board.js": BOARD}, drawn="drawn:POINTS")
    with Room(folder / "data", environment(folder / "site")) as opened:
        yield opened


def open_for_two(page: Page, title: str) -> Table:
    page.get_by_role("button", name=re.compile(f"(Jouer à {title} à deux|Play {title} for two)")).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("svg.board .movable")
    return Table(page)


def middle(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f"svg path.hit[data-cell={cell}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def plies(page: Page, count: int) -> None:
    expect(page.locator("main")).to_have_attribute("data-plies", str(count))


def chip(page: Page) -> Locator:
    return page.locator("svg .chip")


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_squares_are_drawn_and_played_without_a_drawing_of_their_own(
    visit: Visit, sketches: Room, size: tuple[int, int], theme: str, language: str
) -> None:
    french = language == "fr"
    page = visit(language=language, size=size, theme=theme, at=sketches)
    shot(page, f"told-home-{size[0]}-{theme}-{language}")
    table = open_for_two(page, "Walkers")
    labels = table.labels()
    assert labels["a1"] == ("a1, pièce blanche" if french else "a1, white piece")
    assert labels["b2"] == ("b2, pile de 2, pièce blanche au-dessus" if french else "b2, pile of 2, white piece on top")
    assert labels["c3"] == ("c3, vide, but" if french else "c3, empty, goal")
    table.press("b1")
    assert table.targets() == {"b2"}
    page.locator("svg g[data-cell=b2]").hover(force=True)
    if size != PHONE:
        expect(chip(page)).to_have_text("1 + 2 = 3")
    shot(page, f"told-squares-{size[0]}-{theme}-{language}")
    table.press("b2")
    plies(page, 1)
    assert table.wait_for_turn()
    assert table.labels()["b2"] == (
        "b2, pile de 3, pièce blanche au-dessus" if french else "b2, pile of 3, white piece on top"
    )
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


def test_two_moves_with_the_same_cells_are_a_question_and_one_without_cells_is_a_button(
    visit: Visit, sketches: Room
) -> None:
    page = visit(language="fr", at=sketches)
    table = open_for_two(page, "Walkers")
    table.press("a1")
    table.press("a2")
    expect(page.locator(".prompt .words")).to_contain_text("Lequel")
    page.get_by_role("button", name="Retourner", exact=True).click()
    plies(page, 1)
    expect(page.locator("ol [aria-current=step]")).to_have_text("a1-a2=turned")
    page.get_by_role("button", name="Passer", exact=True).click()
    plies(page, 2)


def test_a_picture_of_a_package_is_an_image_that_runs_nothing(visit: Visit, sketches: Room) -> None:
    page = visit(language="en", at=sketches)
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    open_for_two(page, "Walkers")
    image = page.locator("svg.board [data-cell=d1] image")
    expect(image).to_have_count(1)
    assert (image.get_attribute("href") or "").startswith("data:image/svg+xml,")
    assert page.locator("svg.board script").count() == 0
    assert dialogs == []


def test_a_piece_is_dragged_with_the_mouse_and_shows_what_would_happen(visit: Visit, sketches: Room) -> None:
    page = visit(language="fr", at=sketches)
    table = open_for_two(page, "Walkers")
    page.mouse.move(*middle(page, "b1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c2"), steps=4)
    expect(page.locator("svg .held")).to_be_visible()
    assert table.targets() == {"b2"}
    page.mouse.up()  # where it cannot go: it goes back, and the page says why
    expect(page.locator("svg .held")).to_have_count(0)
    expect(page.locator(".prompt .notice")).to_contain_text("b1-c2")
    assert table.targets() == set()
    plies(page, 0)
    page.mouse.move(*middle(page, "b1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "b2"), steps=4)
    expect(chip(page)).to_have_text("1 + 2 = 3")
    page.mouse.up()
    plies(page, 1)
    assert table.targets() == set()


def test_a_piece_is_dragged_by_a_finger_and_the_page_does_not_scroll(visit: Visit, sketches: Room) -> None:
    page = visit(language="fr", size=PHONE, confirm=True, at=sketches)
    open_for_two(page, "Walkers")
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, cell: str | None) -> None:
        points = [] if cell is None else [dict(zip("xy", middle(page, cell), strict=True))]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", "c1")
    (x1, y1), (x2, y2) = middle(page, "c1"), middle(page, "c2")
    for share in (0.2, 0.4, 0.7):
        point = {"x": x1 + (x2 - x1) * share, "y": y1 + (y2 - y1) * share}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger("touchMove", "c2")
    expect(page.locator("svg .held")).to_be_visible()
    finger("touchEnd", None)
    expect(page.get_by_role("button", name="Jouer", exact=True)).to_be_visible()  # asked first, as a press would be
    plies(page, 0)
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name="Jouer", exact=True).click()
    plies(page, 1)


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_hexagons_one_cell_a_move_by_pointer_and_arrows(
    visit: Visit, sketches: Room, size: tuple[int, int], theme: str, language: str
) -> None:
    page = visit(language=language, size=size, theme=theme, at=sketches)
    table = open_for_two(page, "Cells")
    page.get_by_role("grid").locator("[data-cell=c3]").focus()
    for key, cell in (
        ("ArrowUp", "d3"),
        ("ArrowDown", "c3"),
        ("ArrowRight", "c4"),
        ("ArrowDown", "b4"),
        ("ArrowLeft", "b3"),
    ):
        page.keyboard.press(key)
        assert table.cursor == cell, key
    shot(page, f"told-hexagons-{size[0]}-{theme}-{language}")
    page.keyboard.press("Enter")
    plies(page, 1)
    table.press("e1")
    plies(page, 2)
    table.press("b3")
    expect(page.locator(".prompt .notice")).to_contain_text("b3")
    while table.wait_for_turn():
        table.play_any_move()
    plies(page, 8)
    shot(page, f"told-hexagons-over-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_way_over_points_is_pressed_cell_by_cell_and_animated(visit: Visit, sketches: Room, language: str) -> None:
    page = visit(language=language, animate=True, at=sketches)
    table = open_for_two(page, "Points")
    table.press("s")
    assert table.targets() == set(), "the next point leads on, it does not end the move"
    assert "mène plus loin" in table.labels()["w"] if language == "fr" else "leads on" in table.labels()["w"]
    table.press("w")
    assert {"nw", "e"} <= table.targets()
    shot(page, f"told-points-{language}")
    table.press("nw")
    plies(page, 1)
    assert table.wait_for_turn()
    assert table.labels()["nw"].startswith("nw, pièce blanche" if language == "fr" else "nw, white piece")
    assert axe_findings(page) == []


def test_the_board_is_turned_round_for_the_other_side(visit: Visit, sketches: Room) -> None:
    page = visit(language="en", at=sketches)
    table = open_for_two(page, "Walkers")
    (_, near), (_, far) = middle(page, "a1"), middle(page, "a4")
    assert near > far
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Turn the board").click()
    (_, near), (_, far) = middle(page, "a1"), middle(page, "a4")
    assert near < far
    page.get_by_role("grid").locator("[data-cell=b2]").focus()
    page.keyboard.press("ArrowUp")
    assert table.cursor == "b1", "up is up on the screen"


def test_a_board_that_comes_with_the_package_is_fetched_from_the_room(visit: Visit, sketches: Room) -> None:
    page = visit(language="en", at=sketches)
    page.get_by_role("button", name=re.compile("Play Drawn for two")).click()
    page.wait_for_url("**/table/*")
    page.get_by_role("button", name="4 moves").click()
    plies(page, 1)


def test_the_boards_of_the_house_are_dragged_too(visit: Visit, sketches: Room) -> None:
    page = visit(language="fr", at=sketches)
    page.get_by_role("button", name="Jouer à Avalam à deux sur cet écran").click()
    page.wait_for_selector("svg.board .movable")
    page.mouse.move(*middle(page, "c5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c4"), steps=4)
    expect(chip(page)).to_have_text("1 + 1 = 2")
    page.mouse.up()
    plies(page, 1)
