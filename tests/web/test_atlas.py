"""The atlas in the browser: figures with their numbers, and openings followed on a live board."""

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .driver import assert_no_sideways_scrolling, axe_findings, shot

PHONE = (390, 844)
GAMES = {"avalam": "Avalam", "axom": "Axom", "axiom": "Axiom", "axxa": "AxxA"}


def address(game: str) -> str:
    """Axiom's block is drawn plainly: the tests have no graphics card."""
    return f"/atlas/{game}" + ("?quality=low" if game == "axiom" else "")


def test_openings_are_followed_by_hand_and_by_keyboard(visit: Visit) -> None:
    page = visit(address("axom"), language="en")
    moves = page.get_by_role("button", name="Play ")
    first, count = moves.first, page.locator(".explorer [role=status]").last
    expect(count).to_contain_text("games passed here")
    total = count.inner_text()
    played = first.inner_text()
    first.click()
    so_far = page.get_by_role("list", name="Moves so far")
    expect(so_far.get_by_role("button")).to_have_text([f"1. {played}"])
    expect(count).not_to_have_text(total)
    expect(moves.first).not_to_have_text(played)
    moves.first.focus()
    page.keyboard.press("Enter")
    expect(so_far.get_by_role("button")).to_have_count(2)
    so_far.get_by_role("button").last.focus()
    page.keyboard.press("Backspace")
    expect(so_far.get_by_role("button")).to_have_text([f"1. {played}"])
    page.get_by_role("button", name="To the start").click()
    expect(count).to_have_text(total)
    page.get_by_role("button", name="This room").click()
    expect(count).to_contain_text("this room")


def test_figures_show_whose_games_were_chosen(visit: Visit) -> None:
    page = visit(address("avalam"), language="en")
    drawn = page.get_by_role("img", name="games take")
    expect(drawn).to_be_visible()
    before = drawn.get_attribute("aria-label")
    page.get_by_role("button", name="Random").click()
    expect(page.get_by_role("img", name="Random: games take")).to_be_visible()
    assert drawn.get_attribute("aria-label") != before
    length = page.get_by_role("region", name="How long is a game?")
    length.get_by_text("The numbers").click()
    shares = length.get_by_role("cell").all_inner_texts()
    assert sum(float(share.removesuffix("%")) for share in shares) == pytest.approx(100, abs=1)


@pytest.mark.parametrize("game", GAMES)
def test_every_atlas_fits_a_phone_and_reads_well(visit: Visit, game: str) -> None:
    page = visit(address(game), language="fr", size=PHONE, theme="dark")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Atlas d’{GAMES[game]}")
    expect(page.get_by_role("heading", level=2)).not_to_have_count(0)
    assert page.locator(".explorer").count() == (game != "axxa")
    for details in page.locator("main summary").all():
        details.click()
    assert_no_sideways_scrolling(page)
    assert axe_findings(page) == []
    shot(page, f"atlas-{game}-phone")


def test_the_atlas_is_found_from_home(visit: Visit) -> None:
    page = visit("/", language="en")
    page.get_by_role("link", name="Atlas of Avalam").click()
    expect(page).to_have_url(f"{page.url.split('/atlas')[0]}/atlas/avalam")
    expect(page.get_by_role("heading", level=1)).to_have_text("Atlas of Avalam")
    page.goto(page.url.removesuffix("/avalam"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Atlas of the games")
    expect(page.get_by_role("link", name="Open the atlas of ")).to_have_count(4)
    assert axe_findings(page) == []
