"""Puzzles in the browser: solved through the board and by typing, missed, given up, counted and remembered."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from alcove.puzzles.puzzle import Puzzle, find_puzzle, puzzles

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .test_people import PASSWORD, fresh, register

GAMES = ("avalam", "axom", "axxa", "axiom")
PHONE = (390, 844)


def address(game: str, name: str = "") -> str:
    """Axiom's block is drawn plainly: the tests have no graphics card."""
    return f"/puzzles/{game}{name and f'/{name}'}" + ("?quality=low" if game == "axiom" else "")


class Solver:
    """Somebody in front of a puzzle."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game

    def puzzle(self) -> Puzzle:
        name = self.page.locator("main[data-puzzle]").get_attribute("data-puzzle")
        assert name is not None
        return find_puzzle(self.game, name)

    def wait_for(self, phase: str, found: int | None = None) -> None:
        steps = "" if found is None else f"[data-found='{found}']"
        self.page.wait_for_selector(f"main[data-phase={phase}]{steps}")

    def type(self, move: str) -> None:
        field = self.page.get_by_role("textbox")
        if field.count() == 0:
            self.page.get_by_role("button", name=re.compile("Type a move|Taper un coup")).click()
        field.fill(move)
        field.press("Enter")

    def solve(self) -> None:
        """Types the solution, move by move."""
        self.wait_for("asking")
        steps = self.puzzle().steps
        for number, step in enumerate(steps):
            self.wait_for("asking", number)
            self.type(step.right[0])
        self.wait_for("solved")

    def miss(self) -> None:
        self.wait_for("asking")
        puzzle = self.puzzle()
        legal = [str(move) for move in puzzle.start().legal_moves()]
        self.type(next(move for move in legal if move not in puzzle.steps[0].right))
        self.wait_for("wrong")

    def number(self, name: str) -> int:
        return int(self.page.locator(f"[data-{name}]").first.inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_one_puzzle_of_each_game_is_solved_and_counts(visit: Visit, game: str) -> None:
    page = visit(address(game), language="fr")
    solver = Solver(page, game)
    solver.wait_for("asking")
    assert solver.number("rating") == 1000
    first = solver.puzzle()
    solver.solve()
    expect(page.locator(".said")).to_contain_text("Résolu")
    assert solver.number("rating") > 1000
    assert solver.number("streak") == 1
    shot(page, f"puzzle-{game}-solved-1280-fr")
    assert axe_findings(page) == []
    page.get_by_role("button", name="Problème suivant").click()
    solver.wait_for("asking", 0)
    assert solver.puzzle() != first


@pytest.mark.parametrize("game", ["avalam", "axom", "axxa"])
def test_a_move_is_made_on_the_board(visit: Visit, game: str) -> None:
    puzzle = next(each for each in puzzles(game) if "-" in each.steps[0].right[0] or "x" in each.steps[0].right[0])
    page = visit(address(game, puzzle.id), language="en")
    solver = Solver(page, game)
    solver.wait_for("asking")
    asked = page.request.get(page.url.replace("/puzzles/", "/api/puzzles/"))
    moves: list[dict[str, Any]] = asked.json()["board"]["frame"]["moves"]
    Table(page).play(next(move for move in moves if move["text"] == puzzle.steps[0].right[0]), moves)
    page.wait_for_selector("main[data-found='1']")


def test_a_wrong_move_is_shown_why_counts_once_and_can_be_tried_again(visit: Visit) -> None:
    puzzle = next(each for each in puzzles("axom") if each.goal.moves == 2)
    page = visit(address("axom", puzzle.id), language="en")
    solver = Solver(page, "axom")
    solver.miss()
    expect(page.locator(".said")).to_contain_text("The answer is")
    lost = solver.number("rating")
    assert lost < 1000
    assert axe_findings(page) == []
    page.get_by_role("button", name="Try again").click()
    solver.solve()
    assert solver.number("rating") == lost, "a puzzle counts once"
    assert solver.number("streak") == 0


def test_a_hint_costs_and_the_solution_can_be_seen(visit: Visit) -> None:
    page = visit(address("avalam"), language="en")
    solver = Solver(page, "avalam")
    solver.wait_for("asking")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_contain_text("Look at")
    solver.solve()
    assert solver.number("rating") < 1048, "half a point at most"
    page.get_by_role("button", name="Next puzzle").click()
    solver.wait_for("asking", 0)
    puzzle = solver.puzzle()
    page.get_by_role("button", name="Show the solution").click()
    solver.wait_for("shown")
    expect(page.locator(".said")).to_contain_text(puzzle.line[0])
    assert solver.number("streak") == 0


def test_a_move_against_the_rules_is_refused_with_its_clause(visit: Visit) -> None:
    page = visit(address("axom"), language="fr")
    solver = Solver(page, "axom")
    solver.wait_for("asking")
    solver.type("a1-g7")
    expect(page.locator(".said a")).to_have_attribute("href", re.compile("/rules/axom#X"))
    assert solver.number("rating") == 1000


def test_the_puzzle_of_the_day_and_the_streak_of_days(visit: Visit) -> None:
    page = visit("/puzzles", language="en")
    page.get_by_role("link", name="Puzzle of the day, Avalam").click()
    solver = Solver(page, "avalam")
    solver.wait_for("asking")
    expect(page.locator(".title")).to_contain_text("Puzzle of the day")
    solver.solve()
    page.get_by_role("link", name="Puzzles", exact=True).first.click()
    expect(page.locator(".days")).to_contain_text("1 day in a row")
    expect(page.locator("[data-game=avalam]")).to_contain_text("(solved)")
    expect(page.locator("[data-game=avalam]")).to_contain_text(f"1 of {len(puzzles('avalam'))} solved")
    page.reload()
    expect(page.locator("[data-game=avalam]")).to_contain_text("(solved)")


def test_an_unknown_puzzle_is_said_to_be_unknown(visit: Visit) -> None:
    page = visit("/puzzles/axom/deadbeef", language="en")
    expect(page.locator("main")).to_contain_text("has no puzzle")


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_on_a_phone_in_the_dark(visit: Visit, game: str) -> None:
    page = visit(address(game), language="en", theme="dark", size=PHONE)
    Solver(page, game).wait_for("asking")
    shot(page, f"puzzle-{game}-390-dark-en")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)


@pytest.mark.parametrize(("size", "theme"), [((1280, 800), "light"), (PHONE, "dark")])
def test_the_shelf_of_puzzles(visit: Visit, size: tuple[int, int], theme: str) -> None:
    page = visit("/puzzles", language="fr", size=size, theme=theme)
    expect(page.locator("article")).to_have_count(len(GAMES))
    shot(page, f"puzzles-{size[0]}-{theme}-fr")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)
    page.get_by_role("link", name="Résoudre des problèmes d’Axom").click()
    Solver(page, "axom").wait_for("asking")


def test_the_room_keeps_the_rating_of_who_has_an_account(visit: Visit) -> None:
    page, elsewhere = visit("/account", language="en"), visit("/account", language="en", size=PHONE, theme="dark")
    name = fresh("Emma")
    register(page, name)
    page.goto(page.url.replace("/lobby", address("avalam")))
    solver = Solver(page, "avalam")
    solver.solve()
    rating, first = solver.number("rating"), solver.puzzle()
    assert rating > 1000
    page.get_by_role("button", name="Next puzzle").click()
    solver.miss()
    missed = solver.number("rating")
    assert missed < rating

    elsewhere.get_by_label("Name").fill(name)
    elsewhere.get_by_label("Password", exact=True).fill(PASSWORD)
    elsewhere.keyboard.press("Enter")
    elsewhere.wait_for_url("**/lobby")
    elsewhere.goto(elsewhere.url.replace("/lobby", "/puzzles"))
    card = elsewhere.locator("article[data-game=avalam]")
    expect(card).to_contain_text("1 of 120 solved")
    expect(card).to_contain_text(f"{missed}?")
    expect(elsewhere.get_by_text("Your ratings are kept with your account.")).to_be_visible()
    elsewhere.goto(elsewhere.url.replace("/puzzles", address("avalam", first.id)))
    expect(elsewhere.get_by_text("You have met this one before")).to_be_visible()
    assert elsewhere.evaluate("localStorage.getItem('alcove.puzzles.avalam')") is None
