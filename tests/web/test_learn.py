"""Rulebook and lessons in the browser: every lesson done by its own solution, figures stepped, tried and put back."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room

GAMES = ("avalam", "axom", "axxa", "axiom")
PHONE = (390, 844)
STEPPED = {"avalam": "V5", "axom": "X10", "axxa": "A5", "axiom": "C9"}
"""A clause of each game whose first figure has steps."""


def ask(page: Page, room: Room, path: str, **body: object) -> Any:
    answer = page.request.post(room.url + path, data=body) if body else page.request.get(room.url + path)
    assert answer.ok
    return answer.json()


def address(page_of: str, game: str) -> str:
    """Axiom's block is drawn plainly: the tests have no graphics card."""
    return f"/{page_of}/{game}" + ("?quality=low" if game == "axiom" else "")


def wait_for_board(page: Page, game: str) -> None:
    page.wait_for_selector(".label.piece" if game == "axiom" else "svg.board .movable", state="attached")


# --- Lessons --------------------------------------------------------------------------------------------------------


class Pupil:
    """Somebody who does a lesson, move by move, as the page offers it."""

    def __init__(self, page: Page, room: Room, game: str) -> None:
        self.page, self.room, self.game = page, room, game
        self.tasks = ask(page, room, f"/api/lessons/{game}")["tasks"]

    def play(self, task: dict[str, Any], text: str) -> None:
        if self.game == "axiom":
            self.choose_from_list(text)
            return
        asked = {key: task[key] for key in ("position", "options")} | {"game": self.game, "moves": task["played"]}
        moves = ask(self.page, self.room, "/api/study", **asked)["frame"]["moves"]
        Table(self.page).play(next(move for move in moves if move["text"] == text), moves)

    def choose_from_list(self, text: str) -> None:
        self.page.locator(".views button").nth(2).click()
        move = self.page.locator(f'[data-move="{text}"]')
        for piece in self.page.locator(".moves h3 button").all():
            if piece.get_attribute("aria-expanded") == "false":
                piece.click()
            if move.count() > 0:
                break
        move.click()

    def wait_for(self, task: str, phase: str = "asking") -> None:
        self.page.wait_for_selector(f"main[data-task={task}][data-phase={phase}]")
        if phase == "asking" and self.game == "axiom":
            self.page.wait_for_selector(".views button")
        elif phase == "asking":
            wait_for_board(self.page, self.game)


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_can_be_done_by_its_own_solution(visit: Visit, room: Room, game: str) -> None:
    page = visit(address("learn", game), language="fr")
    pupil = Pupil(page, room, game)
    for number, task in enumerate(pupil.tasks, start=1):
        pupil.wait_for(task["name"])
        pupil.play(task, task["right"][0]["moves"][0])
        pupil.wait_for(task["name"], "right")
        expect(page.locator(".said")).to_contain_text(task["right"][0]["text"]["fr"])
        page.get_by_role("button", name="Terminer" if number == len(pupil.tasks) else "Suivant").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Vous savez jouer")
    assert axe_findings(page) == []
    page.get_by_role("button", name=re.compile("niveau 1|en solitaire")).click()
    page.wait_for_url("**/table/*")


@pytest.mark.parametrize("game", ["avalam", "axom", "axxa"])
def test_a_wrong_move_gets_its_answer_and_can_be_tried_again(visit: Visit, room: Room, game: str) -> None:
    page = visit(f"/learn/{game}", language="en")
    pupil = Pupil(page, room, game)
    number, task = next((number, task) for number, task in enumerate(pupil.tasks) if number and task["wrong"])
    page.get_by_role("button", name=f"{number + 1}, {task['title']['en']}").click()
    pupil.wait_for(task["name"])
    pupil.play(task, task["wrong"][0]["moves"][0])
    pupil.wait_for(task["name"], "wrong")
    expect(page.locator(".said")).to_contain_text(task["wrong"][0]["text"]["en"])
    page.get_by_role("button", name="Try again").click()
    pupil.wait_for(task["name"])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_have_text(task["hint"]["en"])


def test_a_move_against_the_rules_is_answered_with_its_clause(visit: Visit, room: Room) -> None:
    page = visit("/learn/axom", language="fr")
    pupil = Pupil(page, room, "axom")
    page.get_by_role("button", name=re.compile("^2, ")).click()
    pupil.wait_for("diagonal")
    table = Table(page)
    table.press("b4")
    table.press("b5")
    expect(page.locator(".said")).to_contain_text("pile de 3 en b4")
    expect(page.locator(".said a")).to_have_attribute("href", "/rules/axom#X6")


def test_progress_is_remembered(visit: Visit, room: Room) -> None:
    page = visit("/learn/avalam", language="en")
    pupil = Pupil(page, room, "avalam")
    first, second = pupil.tasks[:2]
    pupil.wait_for(first["name"])
    pupil.play(first, first["right"][0]["moves"][0])
    pupil.wait_for(first["name"], "right")
    page.reload()
    pupil.wait_for(second["name"])
    page.get_by_role("button", name=f"1, {first['title']['en']}, done").click()
    pupil.wait_for(first["name"])


@pytest.mark.parametrize("game", GAMES)
def test_lessons_on_a_phone_in_the_dark(visit: Visit, game: str) -> None:
    page = visit(address("learn", game), language="en", theme="dark", size=PHONE)
    wait_for_board(page, game)
    shot(page, f"learn-{game}-390-dark-en")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


# --- The rulebook ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_is_stepped_through_and_put_back(visit: Visit, room: Room, game: str) -> None:
    page = visit(f"{address('rules', game)}#{STEPPED[game]}", language="fr")
    sections = ask(page, room, f"/api/rules/{game}")["rulebook"]["sections"]
    clause = next(c for s in sections for c in s["clauses"] if c["number"] == STEPPED[game])
    article = page.locator(f"#{STEPPED[game]}")
    expect(article).to_be_in_viewport()
    figure = clause["figures"][0]
    expect(article.locator(".words")).to_contain_text(figure["caption"]["fr"])
    for number, step in enumerate(figure["steps"], start=1):
        article.get_by_role("button", name="Pas suivant").click()
        expect(article.locator(".foot")).to_contain_text(f"Étape {number} sur {len(figure['steps'])}")
        expect(article.locator(".words")).to_contain_text(step["caption"]["fr"])
        expect(article.locator(".no")).to_have_count(1 if step["refused"] else 0)
    shot(page, f"rules-{game}-1280-fr")
    assert axe_findings(page) == []
    article.get_by_role("button", name="Remettre").click()
    expect(article.locator(".words")).to_contain_text(figure["caption"]["fr"])


def test_a_figure_can_be_tried(visit: Visit) -> None:
    page = visit("/rules/axom#X9", language="en")
    article = page.locator("#X9")
    article.locator("svg.board .movable").first.wait_for()
    for cell in ("a4", "a7"):
        article.locator(f"svg [data-cell={cell}]").last.dispatch_event("click")
    expect(article.locator(".words")).to_contain_text("a4-a7")
    article.get_by_role("button", name="Reset").click()
    for cell in ("a4", "b5"):
        article.locator(f"svg [data-cell={cell}]").last.dispatch_event("click")
    expect(article.locator(".no a")).to_have_text("X6")


def test_each_figure_of_a_clause_can_be_reached(visit: Visit, room: Room) -> None:
    page = visit("/rules/axom#X10", language="en")
    article = page.locator("#X10")
    titles = [article.locator("h4").inner_text()]
    while (following := article.get_by_role("button", name="Next figure")).is_enabled():
        following.click()
        titles.append(article.locator("h4").inner_text())
    assert len(set(titles)) == 13


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(f"{address('rules', game)}#{STEPPED[game]}", language="en", theme="dark", size=PHONE)
    page.locator(f"#{STEPPED[game]} figure").wait_for()
    shot(page, f"rules-{game}-390-dark-en")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize("game", ["axom", "axiom"])
def test_on_paper_every_figure_is_drawn(visit: Visit, room: Room, game: str) -> None:
    page = visit(f"/rules/{game}", language="fr")
    page.evaluate(
        """() => {
            window.print = () => (window.printed = document.querySelectorAll('figure.paper :is(.board, .plan)').length);
        }"""
    )
    sections = ask(page, room, f"/api/rules/{game}")["rulebook"]["sections"]
    figures = sum(len(clause["figures"]) for section in sections for clause in section["clauses"])
    page.get_by_role("button", name="Imprimer").click()
    page.wait_for_function("() => window.printed !== undefined")
    assert page.evaluate("window.printed") == figures
    expect(page.get_by_role("button", name="Imprimer")).to_be_enabled()


def test_rules_and_lessons_are_a_press_away(visit: Visit) -> None:
    page = visit("/", language="fr")
    page.get_by_role("link", name="Règles d’Axom").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Règles d’Axom")
    page.get_by_role("link", name="Apprendre en jouant").click()
    page.wait_for_url("**/learn/axom")
    page.go_back()
    page.get_by_role("link", name="X10 Ce qui arrête la marche").first.click()
    expect(page.locator("#X10")).to_be_in_viewport()
    expect(page.get_by_role("navigation").locator("[aria-current=location]")).to_contain_text("X10")
