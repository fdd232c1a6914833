"""The analysis page in the browser: variations played and kept, the engine looking on, games reviewed, links that open again."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room
from .test_learn import Pupil, ask

PHONE = (390, 844)
MISSED = "6c/5cc/4ccc/D1h4/7/7/H6 w"
"""Axom: White could take the head, a4xc4."""
RECORD = """[Game "avalam"]
[Event "Club evening"]
[Result "*"]

{A short one.} 1. c9-d9 ! b8-c8 {Takes the corner.} (1... b8-b7 {Quiet.} 2.
e8-e7 (2. d8-e8)) 2. e8-e7 *
"""


def address(game: str) -> str:
    """Axiom's block is drawn plainly: the tests have no graphics card."""
    return f"/analysis/{game}" + ("?quality=low" if game == "axiom" else "")


class Desk:
    """Somebody at the analysis page."""

    def __init__(self, visit: Visit, path: str, has_engine: bool = False, **how: object) -> None:
        self.page: Page = visit("/settings", **how)
        self.page.evaluate("kept => localStorage.setItem('alcove.analysis', kept)", json.dumps({"isOn": has_engine}))
        self.open(path)

    def open(self, path: str) -> None:
        base = re.sub(r"^(https?://[^/]+).*$", r"\1", self.page.url)
        self.page.goto(base + path)
        self.page.wait_for_selector("main[data-plies]")

    @property
    def moves(self) -> list[str]:
        """All moves of the tree, as they are listed."""
        return self.page.locator("[data-node]").all_inner_texts()

    @property
    def current(self) -> str:
        return self.page.locator('.list [aria-current="step"]').inner_text()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def go_to(self, move: str) -> None:
        self.page.locator("[data-node]").get_by_text(move, exact=True).first.click()
        expect(self.page.locator('.list [aria-current="step"]')).to_have_text(move)

    def play(self, room: Room, game: str, played: list[str], move: str) -> None:
        """Plays a move on the board, which stands after the moves `played`."""
        moves = ask(self.page, room, "/api/study", game=game, moves=played)["frame"]["moves"]
        Table(self.page).play(next(legal for legal in moves if legal["text"] == move), moves)
        expect(self.page.locator("main")).to_have_attribute("data-plies", str(len(played) + 1))

    def exported(self) -> str:
        self.press("Export")
        area = self.page.get_by_label("The record")
        expect(area).to_have_value(re.compile(r"\[Game "))
        record = area.input_value()
        self.press("Close")
        return record

    def import_text(self, text: str) -> None:
        self.press("Import")
        self.page.get_by_label("Or paste").fill(text)
        self.press("Open")


def test_a_variation_is_played_commented_exported_and_imported_again(visit: Visit, room: Room) -> None:
    desk = Desk(visit, "/analysis/avalam", language="en")
    desk.play(room, "avalam", [], "c9-d9")
    desk.play(room, "avalam", ["c9-d9"], "b8-c8")
    desk.go_to("c9-d9")
    desk.play(room, "avalam", ["c9-d9"], "b8-b7")
    assert desk.moves == ["c9-d9", "b8-c8", "b8-b7"]
    desk.press("Comment on this move")
    desk.press("?! Doubtful move")
    desk.page.get_by_label("Comment", exact=True).fill("Too quiet, {I} think.")
    expect(desk.page.locator(".variation")).to_contain_text("b8-b7?!")
    record = desk.exported()
    assert "(1... b8-b7 ?! {Too quiet, {I\\} think.})" in record
    desk.import_text(record)
    expect(desk.page.locator(".variation")).to_contain_text("Too quiet, {I} think.")
    assert desk.moves == ["c9-d9", "b8-c8", "b8-b7?!"]
    assert desk.exported() == record


def test_a_record_is_walked_through_promoted_and_pruned(visit: Visit) -> None:
    desk = Desk(visit, "/analysis/avalam", language="en")
    desk.import_text(RECORD)
    expect(desk.page.locator("[data-node]")).to_have_count(6)
    assert desk.current == "e8-e7", "the end of the game"
    page = desk.page
    page.locator("main").focus()
    page.keyboard.press("Home")
    expect(page.locator('.list [aria-current="step"]')).to_have_text("Start")
    for key, move in (
        ("ArrowRight", "c9-d9!"),
        (".", "b8-c8"),
        ("ArrowDown", "b8-b7"),
        ("ArrowRight", "e8-e7"),
        (",", "b8-b7"),
    ):
        page.keyboard.press(key)
        expect(page.locator('.list [aria-current="step"]')).to_have_text(move)
    desk.press("Comment on this move")
    desk.press("Make it the main line")
    assert desk.moves == ["c9-d9!", "b8-b7", "b8-c8", "e8-e7", "e8-e7", "d8-e8"]
    desk.press("Delete from here")
    expect(page.locator("[data-node]")).to_have_count(3)
    desk.press("Undo")
    expect(page.locator("[data-node]")).to_have_count(6)
    record = desk.exported()
    assert "1. c9-d9 ! b8-b7 {Quiet.} (1... b8-c8 {Takes the corner.} 2. e8-e7) 2. e8-e7" in " ".join(record.split())
    assert '[Event "Club evening"]' in record


def test_a_broken_record_and_a_broken_position_keep_what_was_there(visit: Visit) -> None:
    desk = Desk(visit, "/analysis/avalam?moves=c9-d9+b8-c8", language="en")
    desk.import_text(RECORD.replace("b8-c8", "b8-d8"))
    expect(desk.page.get_by_role("alert")).to_contain_text("Line 5")
    expect(desk.page.get_by_label("Or paste")).to_have_value(re.compile("b8-d8"))
    desk.page.get_by_label("Or paste").fill("9/9/9 w")
    desk.press("Open")
    expect(desk.page.get_by_role("alert")).not_to_contain_text("Line 5")
    expect(desk.page.get_by_role("alert")).not_to_be_empty()
    desk.press("Close")
    assert desk.moves == ["c9-d9", "b8-c8"]


def test_a_link_opens_the_same_analysis(visit: Visit, room: Room) -> None:
    desk = Desk(visit, "/analysis/avalam", language="en")
    desk.import_text(RECORD)
    expect(desk.page.locator("[data-node]")).to_have_count(6)
    record, moves = desk.exported(), desk.moves
    desk.press("Share")
    expect(desk.page.get_by_text("Link copied.")).to_be_visible()
    link: str = desk.page.evaluate("navigator.clipboard.readText()")
    assert "/analysis/avalam#r=" in link
    other = Desk(visit, link.removeprefix(room.url), language="en")
    assert other.moves == moves
    assert other.exported() == record


def test_a_reload_keeps_what_was_played(visit: Visit, room: Room) -> None:
    desk = Desk(visit, "/analysis/avalam?moves=c9-d9", language="en")
    desk.play(room, "avalam", ["c9-d9"], "b8-c8")
    desk.page.wait_for_url("**/analysis/avalam?moves=c9-d9#r=*")
    desk.page.reload()
    desk.page.wait_for_selector("main[data-plies]")
    assert desk.moves == ["c9-d9", "b8-c8"]


def test_a_link_that_is_cut_says_so(visit: Visit) -> None:
    page = visit("/analysis/avalam#r=abc", language="en")
    expect(page.get_by_text("This link is not whole")).to_be_visible()


def test_the_engine_shows_its_lines_and_plays_them_out(visit: Visit) -> None:
    desk = Desk(visit, "/analysis/avalam?moves=c9-d9", has_engine=True)
    page = desk.page
    lines = page.locator("section ol li:has(.score)")
    expect(lines).to_have_count(3, timeout=60_000)
    expect(page.get_by_text(re.compile(r"(Jaune|Rouge) gagne dans \d+\s% des cas"))).to_be_visible()
    expect(page.locator(".bar")).to_have_attribute("aria-label", re.compile(r"Jaune : \d+\s%"))
    expect(page.locator("svg .hint").first).to_be_attached()
    desk.press("Plus de lignes")
    expect(lines).to_have_count(4)
    first = page.get_by_role("button", name=re.compile("^Jouer ")).first
    move = first.inner_text()
    first.click()
    expect(page.locator("main")).to_have_attribute("data-plies", "2")
    assert desk.current == move
    page.get_by_role("switch", name="Moteur").click()
    expect(lines).to_have_count(0)
    shot(page, "analysis-avalam")


def test_a_review_names_the_blunder_and_shows_the_better_line(visit: Visit) -> None:
    desk = Desk(visit, f"/analysis/axom?position={MISSED.replace(' ', '+')}&moves=a1-b1+c4-c5", language="en")
    page = desk.page
    desk.press("Review the game")
    expect(page.get_by_role("button", name="Review again")).to_be_visible(timeout=60_000)
    page.get_by_role("tab", name="Turning points").click()
    point = page.locator("li", has=page.locator(".tag.blunder"))
    expect(point).to_contain_text("a1-b1")
    expect(point).to_contain_text("blunder")
    expect(point).to_contain_text("a4xc4")
    point.locator(".better").click()
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".variation")).to_contain_text("a4xc4")
    expect(page.locator("[data-node]").first).to_have_text("a1-b1??")
    graph = page.get_by_role("slider", name="Evaluation of the game")
    graph.focus()
    page.keyboard.press("End")
    expect(page.locator('.list [aria-current="step"]')).to_have_text("c4-c5")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.list [aria-current="step"]')).to_have_text("a1-b1??")
    assert "a1-b1" in (graph.get_attribute("aria-valuetext") or "")
    shot(page, "analysis-review")


def test_a_table_is_analysed(visit: Visit, room: Room) -> None:
    page = visit("/", language="en")
    made = ask(page, room, "/api/records", record=RECORD)
    desk = Desk(visit, f"/analysis/avalam?table={made['table']}", language="en")
    assert desk.moves == ["c9-d9", "b8-c8", "e8-e7"]
    desk.page.goto(f"{room.url}/table/{made['table']}")
    desk.press("More")
    desk.press("Analyse")
    desk.page.wait_for_url("**/analysis/avalam?table=*")
    expect(desk.page.locator("[data-node]")).to_have_count(3)


def test_unseen_pieces_stay_unseen(visit: Visit, room: Room) -> None:
    page = visit("/")
    table = ask(page, room, "/api/tables", game="axxa")["table"]
    desk = Desk(visit, f"/analysis/axxa?table={table}")
    expect(desk.page.get_by_text("distribuées au hasard")).to_be_visible()
    shown = ask(desk.page, room, f"/api/tables/{table}")["frame"]["scene"]["cells"]
    assert all(cell["pieces"][1:] == [None, None] for cell in shown if cell["pieces"])
    assert (desk.page.locator("svg.board").text_content() or "").count("?") >= 12


@pytest.mark.parametrize("game", ["axom", "axxa", "axiom"])
def test_every_game_is_played_on_its_board(visit: Visit, room: Room, game: str) -> None:
    desk = Desk(visit, address(game), language="en")
    start = ask(desk.page, room, "/api/analysis", record=desk.exported())["start"]
    played: list[str] = []
    for ply in range(4):
        moves = ask(desk.page, room, "/api/study", game=game, position=start, moves=played)["frame"]["moves"]
        move = moves[(7 * ply) % len(moves)]
        if game == "axiom":
            Pupil(desk.page, room, game).choose_from_list(move["text"])
        else:
            Table(desk.page).play(move, moves)
        expect(desk.page.locator("main")).to_have_attribute("data-plies", str(ply + 1))
        played.append(move["text"])
    desk.page.get_by_role("tab", name="Moves", exact=True).click()
    assert [text.split()[0] for text in desk.moves] == played
    again = ask(desk.page, room, "/api/analysis", record=desk.exported())
    assert [node["line"]["text"] for node in again["nodes"]] == played


@pytest.mark.parametrize("game", ["avalam", "axom", "axxa", "axiom"])
@pytest.mark.parametrize(("language", "theme", "size"), [("fr", "light", PHONE), ("en", "dark", (1280, 800))])
def test_the_page_is_clean_in_every_game(
    visit: Visit, game: str, language: str, theme: str, size: tuple[int, int]
) -> None:
    desk = Desk(visit, address(game), language=language, theme=theme, size=size)
    desk.page.get_by_role("button", name=re.compile("Commenter ce coup|Comment on this move")).click()
    assert_no_sideways_scrolling(desk.page)
    assert axe_findings(desk.page) == []
    shot(desk.page, f"analysis-{game}-{size[0]}")
