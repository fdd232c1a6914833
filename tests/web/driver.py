"""A person at the page: what they press, and what they can see. Nothing here knows a rule."""

import random
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
ARTEFACTS = ROOT / "artefacts"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

PATIENCE_SECONDS = 15
TARGET = re.compile(r"cible|target")
RESULT = re.compile(r"gagne|Partie nulle|Gagné|Perdu|win|Draw|Won|Lost")


def shot(page: Page, name: str) -> None:
    """Keeps a picture of the page among the artefacts of the run."""
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"{name}.png")


def axe_findings(page: Page) -> list[str]:
    """What axe-core finds wrong with the page, serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{finding['id']}: {finding['help']} {[node['html'][:120] for node in finding['nodes'][:3]]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]


def assert_no_sideways_scrolling(page: Page) -> None:
    widths: list[int] = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1], f"the page is {widths[0]} wide in a window of {widths[1]}"


def open_game(page: Page, button: str | re.Pattern[str]) -> None:
    """Presses a button of the home page and waits for the board."""
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[role=grid]")


class Table:
    """A flat board on an open page. It plays moves the server offers, the way a person would."""

    def __init__(self, page: Page, seed: int = 1, keyboard: bool = False) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.keyboard = keyboard
        self.played = 0

    def labels(self) -> dict[str, str]:
        """What every cell says to a screen reader."""
        found: list[tuple[str, str]] = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => [cell.dataset.cell, cell.textContent])"
        )
        return dict(found)

    def shows(self, labels: dict[str, str]) -> bool:
        """Does the board come to say this, before patience runs out?"""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.labels() != labels:
            if time.monotonic() > deadline:
                return False
            self.page.wait_for_timeout(50)
        return True

    def targets(self) -> set[str]:
        """The cells the page calls a target."""
        return {cell for cell, label in self.labels().items() if TARGET.search(label)}

    @property
    def plies(self) -> int:
        return int(self.page.locator("main").get_attribute("data-plies") or "0")

    def wait_for_turn(self) -> bool:
        """Until this person may move again; false when the game is over."""
        self.page.wait_for_function(
            """() => document.querySelector('svg .movable')
                  || [...document.querySelectorAll('main button')].some(b => /Revanche|Rematch|Rejouer|Play again/.test(b.textContent))"""
        )
        return self.page.get_by_role("button", name=re.compile("Revanche|Rematch|Rejouer|Play again")).count() == 0

    def play_any_move(self, takes: bool = False) -> None:
        """Plays one of the legal moves, by pointer or by keyboard; with `takes`, one that takes something if there is one."""
        moves: list[dict[str, Any]] = self.page.evaluate(
            "async () => (await (await fetch('/api/tables/' + location.pathname.split('/')[2])).json()).frame.moves"
        )
        if takes:
            moves = [move for move in moves if "x" in move["text"]] or moves
        move, before = self.rng.choice(moves), self.plies
        self.play(move, moves)
        self.page.wait_for_function("plies => document.querySelector('main').dataset.plies !== plies", arg=str(before))
        self.played += 1

    def play(self, move: dict[str, Any], moves: list[dict[str, Any]]) -> None:
        """Presses what plays `move`, one of the legal `moves`."""
        if move.get("kind") in ("pay", "take"):
            self._pay_or_take(move)
        elif "kind" not in move and "cells" in move:
            self._press_cells(move, moves)
        else:
            self._slide(move, moves)

    def _press_cells(self, move: dict[str, Any], moves: list[dict[str, Any]]) -> None:
        """A board that is drawn from its scene: cell after cell, then the answer where moves share them."""
        for cell in move["cells"]:
            self.press(cell)
        if len([other for other in moves if other["cells"] == move["cells"]]) > 1 or not move["cells"]:
            words = move.get("label", {"en": move["text"], "fr": move["text"]})
            self.press_button(re.compile(f"^({re.escape(words['en'])}|{re.escape(words['fr'])})$"))

    def _slide(self, move: dict[str, Any], moves: list[dict[str, Any]]) -> None:
        origin = move.get("origin") or move["cell"]
        self.press(origin)
        assert move["target"] in self.targets()
        self.press(move["target"])
        ways = [other for other in moves if (other.get("cell"), other["target"]) == (origin, move["target"])]
        if len(ways) == 2:
            self.press_button(re.compile("^(Retourner|Turn)$" if move["turned"] else "^(Laisser|Leave)$"))

    def _pay_or_take(self, move: dict[str, Any]) -> None:
        words = "Payer|Pay" if move["kind"] == "pay" else "Prendre|Take"
        button = self.page.get_by_role("button", name=re.compile(f"^({words}) .*{' '.join(move['cells'])}$"))
        for _ in range(6):  # a cell of several triplets goes through them, press after press
            self.press(move["cell"] or move["cells"][0])
            if button.count() > 0:
                break
        self.press_button(button)

    # --- Pointer or keyboard ----------------------------------------------------------------------------------------

    def press(self, cell: str) -> None:
        if self.keyboard:
            self.go_to(cell)
            self.page.keyboard.press("Enter")
        else:
            # A tall neighbour in front may cover the middle of a cell, so the event goes to the drawing itself.
            self.page.locator(f"svg [data-cell={cell}]").last.dispatch_event("click")

    def press_button(self, button: Locator | re.Pattern[str]) -> None:
        found = button if isinstance(button, Locator) else self.page.get_by_role("button", name=button)
        if not self.keyboard:
            found.click()
            return
        for _ in range(8):
            self.page.keyboard.press("Tab")
            if found.evaluate("button => button === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError("Tab does not lead from the board to the button")

    @property
    def cursor(self) -> str | None:
        """The cell the keyboard is on."""
        found: str | None = self.page.evaluate("document.activeElement?.dataset.cell ?? null")
        return found

    def go_to(self, cell: str) -> None:
        """Moves the keyboard's cursor to a cell: by the arrows, and where holes bar the way with N, through all that can
        be pressed now."""
        for _ in range(6):
            if self.cursor is not None:
                break
            self.page.keyboard.press("Tab")
        assert self.cursor is not None, "Tab does not lead to the board"
        for _ in range(20):
            at = self.cursor
            if at is None or at == cell or not self._step_towards(at, cell):
                break
        for _ in range(60):
            if self.cursor == cell:
                return
            self.page.keyboard.press("n")
        raise AssertionError(f"neither the arrows nor N lead to {cell}")

    def _step_towards(self, at: str, cell: str) -> bool:
        """One press of an arrow; false if it led nowhere."""
        if at[1:] != cell[1:]:
            self.page.keyboard.press("ArrowUp" if int(at[1:]) < int(cell[1:]) else "ArrowDown")
        else:
            self.page.keyboard.press("ArrowRight" if at[0] < cell[0] else "ArrowLeft")
        return self.cursor != at

    def play_to_the_end(self, takes: bool = False, most: int = 400) -> None:
        while self.wait_for_turn():
            assert self.played < most, "the game does not end"
            self.play_any_move(takes)
        expect(self.page.locator(".prompt .words")).to_have_text(RESULT)
