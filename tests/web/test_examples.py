"""The example packages on the page: squares and hexagons, by mouse and by keyboard, in both languages, alone and between two browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .driver import RESULT, Table, axe_findings, shot
from .room import Room
from .test_packages import packages

__all__ = ["packages"]

TITLES = {"clobber": "Clobber", "hexes": "Hex"}
WORDS = {
    ("clobber", "en"): "no stone left to take",
    ("clobber", "fr"): "plus aucun pion à prendre",
    ("hexes", "en"): "both sides are joined",
    ("hexes", "fr"): "les deux bords sont reliés",
}


def open_against_the_engine(page: Page, title: str, keyboard: bool) -> None:
    button = page.get_by_role("button", name=re.compile(rf"^(Jouer (à|au) {title} contre|Play {title} against)"))
    expect(button).to_be_enabled()
    if keyboard:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("svg.board .movable")


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize(("language", "keyboard"), [("fr", False), ("en", True)], ids=["mouse", "keyboard"])
def test_a_game_against_the_engine_is_played_to_its_end(
    visit: Visit, packages: Room, name: str, language: str, keyboard: bool
) -> None:
    page = visit(language=language, at=packages)
    open_against_the_engine(page, TITLES[name], keyboard)
    table = Table(page, keyboard=keyboard)
    table.play_to_the_end(most=60)
    expect(page.locator("main")).to_contain_text(WORDS[name, language])
    shot(page, f"example-{name}-{language}-over")
    assert axe_findings(page) == []


@pytest.mark.parametrize(("name", "join"), [("clobber", "Join as Black"), ("hexes", "Join as Black")])
def test_two_browsers_play_to_the_end_each_in_its_language(visit: Visit, packages: Room, name: str, join: str) -> None:
    host = visit(language="fr", at=packages)
    host.get_by_role("button", name=re.compile(f"{TITLES[name]} avec un ami, par un lien")).click()
    host.get_by_role("button", name="Créer le lien").click()
    host.wait_for_url("**/table/*")
    link = host.get_by_role("textbox", name="Lien vers cette table").input_value()
    friend = visit(link.removeprefix(packages.url), "en", (390, 844), "dark", at=packages)
    friend.get_by_role("button", name=join).click()
    tables, ply = [Table(host, seed=3), Table(friend, seed=4)], 0
    while tables[ply % 2].wait_for_turn():
        tables[ply % 2].play_any_move()
        ply += 1
        expect(tables[ply % 2].page.locator("main")).to_have_attribute("data-plies", str(ply))
    for table, language in zip(tables, ("fr", "en"), strict=True):
        expect(table.page.locator(".prompt .words")).to_have_text(RESULT)
        expect(table.page.locator("main")).to_have_attribute("data-plies", str(ply))
        expect(table.page.locator("main")).to_contain_text(WORDS[name, language])
