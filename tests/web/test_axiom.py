"""Axiom through the page: whole games by picking faces in space, on the levels, and by keyboard alone."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import ElementHandle, Page, TimeoutError as Late, expect

from .conftest import Visit
from .driver import RESULT, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room

PHONE = (390, 844)

ELIMINATION = (
    "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(0,1,2)z- wC(-1,1,1)x+z+ wC(0,1,1)x+y+ "
    "wC(1,1,1)x+z+ wC(-1,1,2)x- wC(1,1,2)x- wC(-1,0,3)z- bS(1,0,1)y- bS(-1,0,3)z+ wS(0,1,2)z+ wS(1,1,2)z+ b"
)
DIAGONAL_WIN = (
    "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(0,1,2)z- wC(-1,1,1)x+z+ wC(0,1,1)x+y+ "
    "wC(1,1,1)x+z+ wC(-1,1,2)x- wC(1,1,2)x- wC(-1,0,3)z- bS(1,0,1)y- bS(0,1,2)z+ wS(1,1,2)z+ wS(-1,0,3)z+ b"
)

Open = Callable[..., Page]


@pytest.fixture
def open_block(visit: Visit, room: Room) -> Iterator[Open]:
    """Opens an Axiom table for two at one screen, drawn plainly; a shader that does not compile fails the test."""
    complaints: list[str] = []

    def opened(position: str | None = None, view: str = "space", quality: str = "?quality=low", **how: object) -> Page:
        page = visit(**how)
        page.on("console", lambda message: complaints.append(message.text) if "Shader Error" in message.text else None)
        made = page.request.post(f"{room.url}/api/tables", data={"game": "axiom", "position": position})
        page.goto(f"{room.url}/table/{made.json()['table']}{quality}")
        if view == "space":
            page.wait_for_selector(".label.piece", state="attached")
        else:
            page.locator(".views button").nth(1 if view == "plan" else 2).click()
            page.wait_for_selector("[role=grid]" if view == "plan" else ".moves button")
        return page

    yield opened
    assert complaints == []


# --- What a person does ---------------------------------------------------------------------------------------------


def plies(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-plies") or "0")


def wait_for_ply(page: Page, ply: int, timeout: float | None = None) -> None:
    page.wait_for_function(
        "ply => Number(document.querySelector('main').dataset.plies) >= ply", arg=ply, timeout=timeout
    )


def is_over(page: Page) -> bool:
    """Waits until a piece may be moved or the game is over, and the page has come to rest."""
    for _ in range(2):
        page.wait_for_function(
            "() => document.querySelector('.label.piece, [data-movable]')"
            "|| [...document.querySelectorAll('button')].some(b => /Revanche|Rematch/.test(b.textContent))"
        )
        page.wait_for_timeout(30)
    return page.get_by_role("button", name=re.compile("Revanche|Rematch")).count() > 0


def expect_result(page: Page) -> None:
    expect(page.locator(".prompt").first).to_have_text(RESULT)


def click_where_it_is_drawn(page: Page, label: ElementHandle | None) -> None:
    """Presses the canvas below an (invisible) label: what is hit is found in space, not among buttons."""
    box = label.bounding_box() if label else None
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def is_on_canvas(page: Page, label: ElementHandle) -> bool:
    """Is nothing drawn over the canvas where the label stands (a bar, the picture from behind)?"""
    return bool(
        label.evaluate(
            """label => {
                const {x, y, width, height} = label.getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.area') != null;
            }"""
        )
    )


def choose_in_space(page: Page, rng: random.Random) -> None:
    """One move by pointer alone: a piece, a seen target, the sheet if there is one. Turns the block until one is seen."""
    for _ in range(8):
        pieces = page.query_selector_all(".label.piece")
        rng.shuffle(pieces)
        for piece in pieces:
            if not is_on_canvas(page, piece):
                continue
            click_where_it_is_drawn(page, piece)
            chosen = page.query_selector(".label.piece[aria-pressed=true]")
            seen = [label for label in page.query_selector_all("[data-seen=true]") if is_on_canvas(page, label)]
            if chosen and seen:
                click_where_it_is_drawn(page, rng.choice(seen))
                if page.locator("fieldset.sheet").count():
                    page.locator("fieldset.sheet .btn.p").click()
                return
            page.keyboard.press("Escape")
        page.locator(".area").focus()
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
    raise AssertionError("no target can be seen from any side")


def move_in_space(page: Page, rng: random.Random) -> None:
    """As `choose_in_space`, as often as it takes: a press while the last move is still shown only ends the showing."""
    ply = plies(page)
    for _ in range(8):
        choose_in_space(page, rng)
        try:
            wait_for_ply(page, ply + 1, timeout=6_000)
        except Late:
            page.keyboard.press("Escape")
        else:
            return
    raise AssertionError("no press was a move")


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "language"), [(1, "fr"), (2, "en")])
def test_a_whole_game_by_picking_faces_in_space(open_block: Open, seed: int, language: str) -> None:
    page = open_block(language=language)
    rng = random.Random(seed)
    for _ in range(200):
        if is_over(page):
            break
        move_in_space(page, rng)
    expect_result(page)
    shot(page, f"axiom-over-{language}")
    assert axe_findings(page) == []


def test_a_whole_game_on_the_levels_by_pointer(open_block: Open) -> None:
    page = open_block(view="plan", language="en")
    rng = random.Random(3)
    for ply in range(200):
        if is_over(page):
            break
        movable = page.eval_on_selector_all("[data-movable]", "cells => cells.map(cell => cell.dataset.cell)")
        page.locator(f"[role=gridcell][data-cell='{rng.choice(movable)}']").click(position={"x": 8, "y": 8})
        page.wait_for_selector("[data-target]", state="attached")
        rng.choice(page.query_selector_all("[data-target]")).click()
        if page.locator("fieldset.sheet").count():
            page.locator("fieldset.sheet .btn.p").click()
        wait_for_ply(page, ply + 1)
    expect_result(page)


def test_a_whole_game_by_keyboard_alone(open_block: Open) -> None:
    page = open_block(language="fr")
    rng = random.Random(4)
    page.keyboard.press("Tab")  # the skip link
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.axiom') !== null")
    page.keyboard.press("p")
    page.wait_for_selector("[role=grid]")
    for ply in range(200):
        if is_over(page):
            break
        if page.evaluate("document.activeElement.closest('[role=grid]') === null"):
            tab_to_the_grid(page)
        page.keyboard.press("1" if rng.random() < 0.5 else "2")
        numbers = page.eval_on_selector_all("[data-target]", "goals => goals.map(goal => Number(goal.dataset.target))")
        assert numbers, "a number picks a piece"
        page.keyboard.type(str(rng.choice(numbers)))
        page.keyboard.press("Enter")  # a number that could be longer is waited for no more
        if plies(page) == ply:
            page.keyboard.press("Enter")
        wait_for_ply(page, ply + 1)
    expect_result(page)
    assert axe_findings(page) == []


def tab_to_the_grid(page: Page) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[role=grid]') !== null"):
            return
    raise AssertionError("Tab does not lead to the levels")


# --- In space -------------------------------------------------------------------------------------------------------


def test_targets_route_elimination_and_its_words(open_block: Open) -> None:
    page = open_block(ELIMINATION, language="en", confirm=True)
    shot(page, "axiom-block")
    click_where_it_is_drawn(page, page.query_selector("[data-piece='sceptre -1,0,3']"))
    expect(page.locator(".prompt").first).to_contain_text("Sceptre on top of (−1, 0, 3)")
    assert page.locator("[data-seen]").count() == 12
    shot(page, "axiom-targets")
    page.locator('[data-seen][aria-label*="Front of (−1, 0, 1)"]').press("Enter")
    expect(page.locator(".prompt").first).to_contain_text("removes the white cube at (−1, 0, 3)")
    shot(page, "axiom-elimination")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_ply(page, 1)
    assert page.locator("[data-piece='cube -1,0,3']").count() == 0


def test_a_cube_is_turned_before_it_is_set_down(open_block: Open) -> None:
    page = open_block(language="en")
    page.locator("[data-piece='cube 0,0,2']").press("Enter")
    shot(page, "axiom-cells")
    page.locator("[data-target='2']").press("Enter")
    ways = page.get_by_role("radio")
    assert ways.count() > 1
    expect(page.get_by_text("ways lock here")).to_be_visible()
    first = page.locator("input:checked").get_attribute("value")
    page.keyboard.press("ArrowRight")
    assert page.locator("input:checked").get_attribute("value") != first
    shot(page, "axiom-orientation")
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("fieldset.sheet")).to_have_count(0)
    assert plies(page) == 0
    page.locator("[data-target='2']").press("Enter")
    page.keyboard.press("Enter")
    wait_for_ply(page, 1)


def test_a_hidden_target_turns_the_block_and_is_never_played(open_block: Open) -> None:
    page = open_block(ELIMINATION, language="en")
    page.locator("[data-piece='sceptre -1,0,3']").press("Enter")
    page.locator(".area").press("n")
    shot(page, "axiom-numbers")
    hidden = page.locator("[data-seen=false]").first
    number = hidden.get_attribute("data-target")
    hidden.click()
    expect(page.locator(f"[data-seen=true][data-target='{number}']")).to_have_count(1)
    assert plies(page) == 0


def test_a_wrong_face_is_answered_with_the_clause(open_block: Open) -> None:
    page = open_block(language="en")
    for label in (page.locator("[data-piece='sceptre 1,0,2']"), page.locator("[data-piece='sceptre -1,0,2']")):
        label.press("Enter")
    # The front of (1, 0, 1) is seen, and the left sceptre cannot go there.
    spot = page.evaluate(
        """() => {
            const box = selector => document.querySelector(selector).getBoundingClientRect();
            const [front, below] = [box("[data-target='3']"), box("[data-target='1']")];
            return {x: front.x + 15, y: front.y + 15, dx: below.x - front.x, dy: below.y - front.y};
        }"""
    )
    right = page.locator("[data-piece='sceptre 1,0,2']").bounding_box()
    left = page.locator("[data-piece='sceptre -1,0,2']").bounding_box()
    assert right is not None
    assert left is not None
    page.mouse.click(spot["x"] + right["x"] - left["x"], spot["y"] + right["y"] - left["y"])
    expect(page.locator(".notice")).to_contain_text("(C")
    assert plies(page) == 0


def test_the_end_is_marked(open_block: Open) -> None:
    page = open_block(DIAGONAL_WIN, language="fr", theme="dark")
    page.locator("[data-piece='sceptre 1,0,1']").press("Enter")
    page.get_by_role("button", name="3. Avant de (−1, 0, 3)").press("Enter")
    wait_for_ply(page, 1)
    expect_result(page)
    shot(page, "axiom-win-dark")


# --- Phones, and where there is no 3D -------------------------------------------------------------------------------


def test_on_a_phone_the_first_tap_shows_and_the_second_plays(open_block: Open) -> None:
    page = open_block(language="fr", size=PHONE)
    assert_no_sideways_scrolling(page)
    shot(page, "axiom-phone")
    tap(page, "[data-piece='sceptre -1,0,2']")
    expect(page.locator(".label.piece[aria-pressed=true]")).to_have_count(1)
    tap(page, "[data-target='3']")
    expect(page.locator(".prompt").first).to_contain_text("Avant de (−1, 0, 2)")
    assert plies(page) == 0
    shot(page, "axiom-phone-preview")
    tap(page, "[data-target='3']")
    wait_for_ply(page, 1)
    for view in (1, 2):
        page.locator(".views button").nth(view).click()
        assert_no_sideways_scrolling(page)
        shot(page, f"axiom-phone-{('plan', 'list')[view - 1]}")
        assert axe_findings(page) == []


def tap(page: Page, label: str) -> None:
    box = page.locator(label).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


NO_WEBGL = """
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
    };
"""


def test_without_webgl_the_levels_open_with_a_sentence(visit: Visit, room: Room) -> None:
    page = visit(language="en")
    page.add_init_script(NO_WEBGL)
    made = page.request.post(f"{room.url}/api/tables", data={"game": "axiom"})
    page.goto(f"{room.url}/table/{made.json()['table']}")
    page.wait_for_selector("[role=grid]")
    expect(page.get_by_text("WebGL 2 is missing")).to_be_visible()


def test_a_lost_picture_leads_to_the_levels(open_block: Open) -> None:
    page = open_block(language="en")
    page.evaluate(
        "document.querySelector('.area canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
    )
    page.wait_for_selector("[role=grid]")
    expect(page.get_by_text("gave up the 3D view")).to_be_visible()


# --- The levels and the list ----------------------------------------------------------------------------------------


def test_the_levels_are_spoken_and_walked(open_block: Open) -> None:
    page = open_block(view="plan", language="en")
    cell = page.locator("[role=gridcell][data-cell='0,1,1']")
    expect(cell).to_have_attribute("aria-label", "Level 1, column 0, row 1. White double cube, domes right and back.")
    page.locator("[role=gridcell][data-cell='-1,0,2']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".prompt").first).to_contain_text("Sceptre on top of (−1, 0, 2)")
    shot(page, "axiom-plan")
    assert axe_findings(page) == []
    page.keyboard.press("Enter")  # into the cell: its first target
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.ariaLabel") == "Left face: recess, target 2 of 5."
    page.keyboard.press("Escape")
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.dataset.cell") == "-1,0,1"


def test_white_reads_the_levels_from_its_own_side(open_block: Open) -> None:
    page = open_block(view="plan", language="en")
    columns = page.locator(".columns").first
    assert columns.inner_text().split() == ["−2", "−1", "0", "1", "2"]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Turn the board").click()
    assert columns.inner_text().split() == ["2", "1", "0", "−1", "−2"]


def test_a_move_of_the_list_is_played(open_block: Open) -> None:
    page = open_block(view="list", language="en")
    page.locator(".moves h3 button").first.click()
    shot(page, "axiom-list")
    assert axe_findings(page) == []
    page.locator(".moves [data-move='S(-1,0,2)-(-1,0,2)x-']").click()
    wait_for_ply(page, 1)
