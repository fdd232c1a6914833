"""A room in a process of its own, one per test worker, and Debian's Chromium to visit it, one per module."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ..services import installed
from .room import Room


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser that draws without a GPU on a busy machine may answer too late: it gets a second try, no other test does."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "alcove" / "server" / "static" / "index.html"

expect.set_options(timeout=15_000)  # two busy cores may be slow

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """Chromium's path; where it is missing and we may, Debian's package is installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = installed("chromium", lambda: next(filter(None, map(shutil.which, names)), None))
    if found is None:
        pytest.skip("browser tests need Chromium on the path")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole session: Playwright keeps an event loop running in this thread, and a test of another module, which a worker may
    take over between two of ours, could not run its own."""
    path = chromium()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room for all tests of this worker: tables are cheap, servers are not."""
    assert STATIC.is_file(), "the page has not been built: run `make web`"
    with Room(tmp_path_factory.mktemp("room")) as opened:
        yield opened


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Room]:
    """A room for one test, which may close and open it again."""
    with Room(tmp_path / "room") as opened:
        yield opened


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, room: Room) -> Iterator[Visit]:
    """Opens the room in a browser of its own; a fault in the page's script fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(
        path: str = "/",
        language: str = "fr",
        size: tuple[int, int] = (1280, 800),
        theme: str = "light",
        animate: bool = False,
        confirm: bool = False,
        at: Room = room,
    ) -> Page:
        settings = json.dumps({"language": language, "theme": theme, "animate": animate, "confirm": confirm})
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 500,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.add_init_script(
            f"""
            const settings = {settings};
            localStorage.getItem("alcove.settings") ?? localStorage.setItem("alcove.settings", JSON.stringify(settings));
            for (const game of ["avalam", "axom", "axxa", "axiom"]) {{
                const wish = "alcove.wish." + game;
                localStorage.getItem(wish) ?? localStorage.setItem(wish, JSON.stringify({{ level: 1 }}));
            }}
            """
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(at.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
