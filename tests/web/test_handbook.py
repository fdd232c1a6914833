"""The handbook in the room: the policy stops none of it, search works, nothing is wider than a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from handbook.build import build

from .room import Room


@pytest.mark.parametrize("path", ["", "rules/axiom/", "reference/rest/", "tutorials/bot/", "fr/jouer/", "operations/"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_chapter_is_shown_without_a_complaint(
    room: Room, browser: Browser, path: str, width: int, scheme: str
) -> None:
    build()
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.goto(f"{room.url}/docs/{path}", wait_until="networkidle")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.body.dataset.mdColorScheme") == ("slate" if scheme == "dark" else "default")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    context.close()


def test_search_finds_without_asking_anybody_else(room: Room, browser: Browser) -> None:
    build()
    page: Page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{room.url}/docs/")
    page.locator(".md-search__input").click()
    page.keyboard.type("sceptre")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert [url for url in asked if not url.startswith((room.url, "data:"))] == []
    page.close()
