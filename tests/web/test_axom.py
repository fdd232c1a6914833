"""Axom's fourth time (X20) on the page: marked, listed, asked before, and told in words when it ends the game."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, open_game, shot
from .test_pages import LOOKS

FOR_TWO = re.compile("Jouer à Axom à deux|Play Axom for two")
OPENING = ("a1-b1", "g7-f7")
ROUND = ("b1-a2", "f7-g6", "a2-b1", "g6-f7")
WORDS = {
    "en": {
        "twice": "a2, empty, target, made twice already",
        "thrice": "a2, empty, target, made three times already, would be resigning",
        "warning": "b1-a2: three times already. A fourth time is resigning (X20).",
        "asked": "b1-a2 This would be the fourth time: playing it is resigning (X20).",
        "resign": "Play and resign",
        "tab": "Movements",
        "light": "Light",
        "three times": "three times",
        "once": "once",
        "end": "Dark wins. Light made the movement b1–a2 for the fourth time: that is resigning.",
    },
    "fr": {
        "twice": "a2, vide, cible, déjà fait deux fois",
        "thrice": "a2, vide, cible, déjà fait trois fois, serait abandonner",
        "warning": "b1-a2 : trois fois déjà. Une quatrième, c’est abandonner (X20).",
        "asked": "b1-a2 Ce serait la quatrième fois : le jouer, c’est abandonner (X20).",
        "resign": "Jouer et abandonner",
        "tab": "Déplacements",
        "light": "Clair",
        "three times": "trois fois",
        "once": "une fois",
        "end": "Foncé gagne. Clair a fait le déplacement b1–a2 pour la quatrième fois : c’est abandonner.",
    },
}


def click(page: Page, cell: str) -> None:
    """The mouse where a cell, or what stands on it, can be seen: a neighbour's stack may cover its middle."""
    point = page.locator(f"svg path[data-cell={cell}]").evaluate(
        """(floor) => {
            const { x, y, width, height } = floor.getBoundingClientRect();
            const name = (at) => document.elementFromPoint(...at)?.closest("[data-cell]")?.dataset.cell;
            return [0.6, 0.4, 0.25, 0.1].map((share) => [x + width / 2, y + height * share]).find((at) => name(at) === floor.dataset.cell);
        }"""
    )
    page.mouse.click(*point)


def play(page: Page, *moves: str) -> None:
    for move in moves:
        page.wait_for_selector("svg.board .movable")
        before = Table(page).plies
        for cell in move.split("-"):
            click(page, cell)
        expect(page.locator("main")).to_have_attribute("data-plies", str(before + 1))


def prompt(page: Page, words: str) -> None:
    """Either blank of the French, breaking or not, will do."""
    expect(page.locator(".prompt .words")).to_have_text(re.compile(re.escape(words).replace(r"\ ", r"\s")))


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_x20_the_page_marks_warns_asks_and_tells_the_end(
    visit: Visit, size: tuple[int, int], theme: str, language: str
) -> None:
    said, look = WORDS[language], f"{size[0]}-{theme}-{language}"
    page = visit(language=language, size=size, theme=theme)
    open_game(page, FOR_TWO)
    table = Table(page)
    play(page, *OPENING, *ROUND)
    click(page, "b1")
    expect(page.locator("svg .made")).to_have_count(0)  # once is nothing to speak of
    click(page, "b1")
    play(page, *ROUND)
    click(page, "b1")
    expect(page.locator("svg .made")).to_have_text("2×")
    assert table.labels()["a2"] == said["twice"]
    shot(page, f"axom-twice-{look}")
    click(page, "b1")
    play(page, *ROUND)

    prompt(page, said["warning"])
    shot(page, f"axom-warning-{look}")
    click(page, "b1")
    expect(page.locator("svg .made.loses")).to_have_text("3×")
    assert table.labels()["a2"] == said["thrice"]
    click(page, "a2")
    prompt(page, said["asked"])
    expect(page.locator(".prompt.warn")).to_be_visible()
    assert table.plies == 14, "the fourth time waits for a yes, though nothing else here does"
    shot(page, f"axom-fourth-{look}")
    assert axe_findings(page) == []

    page.get_by_role("tab", name=said["tab"]).click()
    light = page.get_by_role("region", name=said["light"], exact=True)
    counts = light.locator("dt").all_text_contents()
    assert counts == [said["three times"], said["once"]]
    assert light.locator("dd").all_inner_texts() == ["b1–a2 a2–b1", "a1–b1"]
    page.get_by_role("tabpanel").scroll_into_view_if_needed()
    shot(page, f"axom-movements-{look}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)

    page.get_by_role("button", name=said["resign"]).click()
    prompt(page, said["end"])
    expect(page.get_by_role("status").first).to_contain_text("b1–a2")
    shot(page, f"axom-resigned-{look}")


def test_x20_a_typed_fourth_time_is_asked_about(visit: Visit) -> None:
    page = visit(language="en")
    open_game(page, FOR_TWO)
    play(page, *OPENING, *ROUND * 3)
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    page.keyboard.press("/")
    field = page.get_by_label("The move in notation")
    for text in ("b1-a2", "b1xa2"):  # either sign is understood
        field.fill(text)
        field.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("b1-a2")
        dialog.get_by_role("button", name="Keep playing").click()
        expect(page.locator("main")).to_have_attribute("data-plies", "14")
    field.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    prompt(page, WORDS["en"]["end"])


@pytest.mark.parametrize(("size", "theme", "language"), [LOOKS[1], LOOKS[3]])
def test_x20_the_options_dialog_says_each_reading_and_why_ours(
    visit: Visit, size: tuple[int, int], theme: str, language: str
) -> None:
    page = visit(language=language, size=size, theme=theme)
    open_game(page, FOR_TWO)
    page.get_by_role("button", name=re.compile("^(More|Plus)$")).click()
    page.get_by_role("button", name=re.compile("New game|Nouvelle partie")).click()
    page.get_by_text(re.compile("Options of the rules|Options des règles")).click()
    readings = page.get_by_role("group", name=re.compile("X20"))
    assert readings.get_by_role("radio").count() == 4
    usual = readings.get_by_role("radio", checked=True)
    expect(usual).to_have_value("movement4")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(
        "The book speaks of the movement" if language == "en" else "Le livret parle du déplacement"
    )
    plies = dialog.get_by_role("spinbutton")
    expect(dialog.locator("output")).to_have_text("off" if language == "en" else "jamais")
    readings.scroll_into_view_if_needed()
    shot(page, f"axom-options-{size[0]}-{theme}-{language}")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)
    plies.fill("100")
    expect(dialog.locator("output")).to_have_count(0)
    readings.get_by_role("radio").nth(1).check()
    before = page.url
    dialog.get_by_role("button", name=re.compile("^(Begin|Commencer)$")).click()
    page.wait_for_function("address => location.href !== address", arg=before)
    chosen = page.evaluate(
        "async () => (await (await fetch('/api/tables/' + location.pathname.split('/')[2])).json()).options"
    )
    assert (chosen["repetition"], chosen["draw_plies"]) == ("position4", "100")
