"""The built handbook: it is current, whole, at home in the room under its strict policy, and reads in both sizes."""

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

import alcove
from alcove.games.teaching import rulebook
from alcove.server.web.handbook import Handbook
from alcove.server.wire import messages
from handbook.build import build
from handbook.docstrings import fenced
from handbook.figures import drawn
from handbook.links import led
from handbook.surface import is_module


@pytest.fixture(scope="session")
def site() -> Path:
    """Built if it is out of date; faults of the build, such as a link that leads nowhere, end it with a sentence."""
    return build()


def pages(site: Path) -> list[Path]:
    found = sorted(site.rglob("*.html"))
    assert len(found) > 80
    return found


class Parts(HTMLParser):
    """What a page loads, where it leads, and what it would run inline."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag in ("script", "img", "source") and given.get("src"):
            self.loaded.append(given["src"] or "")
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "manifest") and given.get("href"):
            self.loaded.append(given["href"] or "")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        if tag == "style" or any(name.startswith("on") for name in given):
            self.inline.append(tag)
        self._is_script = tag == "script" and "src" not in given and given.get("type") != "application/json"

    def handle_data(self, data: str) -> None:
        if self._is_script and data.strip():
            self.inline.append(data[:60])
        self._is_script = False


def parts(page: Path) -> Parts:
    found = Parts()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def test_nothing_stands_inline_and_nothing_comes_from_elsewhere(site: Path) -> None:
    """The room's policy would stop it, and say so only in the browser's console."""
    for page in pages(site):
        found = parts(page)
        assert found.inline == [], page
        for address in found.loaded:
            assert not urlsplit(address).netloc, f"{page}: {address}"
            assert (page.parent / urlsplit(address).path).resolve().is_file(), f"{page}: {address}"


def test_every_link_leads_to_a_page(site: Path) -> None:
    known = {"/docs/" + page.relative_to(site).as_posix().removesuffix("index.html") for page in pages(site)}
    for page in pages(site):
        here = "/docs/" + page.relative_to(site).as_posix().removesuffix("index.html")
        for link in parts(page).links:
            if not urlsplit(link).scheme and urlsplit(link).path:
                path = urljoin(here, urlsplit(link).path)
                assert path in known or (site / path.removeprefix("/docs/")).is_file(), f"{here}: {link}"


def test_both_languages_say_so(site: Path) -> None:
    assert '<html lang="en"' in (site / "index.html").read_text()
    french = (site / "fr" / "jouer" / "index.html").read_text()
    assert '<html lang="fr"' in french
    assert "Rechercher" in french


def test_the_rules_have_every_clause_and_every_figure(site: Path) -> None:
    for name in ("avalam", "axom", "axiom", "axxa"):
        book = rulebook(name)
        for folder, language in ((site, "en"), (site / "fr", "fr")):
            text = (folder / "rules" / name / "index.html").read_text(encoding="utf-8")
            for clause in book.clauses:
                assert f'id="{clause.number.lower()}"' in text, f"{name} {clause.number} {language}"
            for figure in book.figures:
                assert (folder / "rules" / "figures" / f"{name}-{figure.name}.svg").is_file()


def test_a_figure_is_drawn_as_the_law_has_it() -> None:
    """Two refused moves and a played one: two boards, two crosses, what the rules say to each."""
    (figure,) = [figure for figure in rulebook("avalam").figures if figure.name == "five-at-most"]
    told = drawn("avalam", figure)
    assert told.svg.count('<g transform="translate(') == 2
    assert told.svg.count("stroke-dasharray") == 2
    assert len(told.refusals) == 2
    assert all(refusal.en != refusal.fr for refusal in told.refusals)


def test_every_message_of_the_socket_is_described(site: Path) -> None:
    text = (site / "reference" / "live" / "index.html").read_text(encoding="utf-8")
    for kind in (*messages.Incoming.__args__, *messages.Outgoing.__args__):  # type: ignore[attr-defined]
        assert f'id="{kind.__name__.lower()}"' in text, kind


def test_every_route_is_described(site: Path) -> None:
    from alcove.server.app import create_app
    from alcove.server.settings import Settings

    text = (site / "reference" / "rest" / "index.html").read_text(encoding="utf-8")
    for path, operations in create_app(Settings(data=Path("nowhere"))).openapi()["paths"].items():
        for method in operations:
            assert f"{method.upper()} {path}" in text


def test_every_public_name_is_described(site: Path) -> None:
    text = (site / "reference" / "library" / "index.html").read_text(encoding="utf-8")
    for name in alcove.__all__:
        if is_module(name):
            assert f"alcove.{name}</code> is a module" in text
            continue
        assert re.search(rf'id="alcove[\w.]*\.{name}"', text), f"{name} has no docstring, or is not found"


def test_compressed_forms_are_the_same(site: Path) -> None:
    for name in ("index.html", "search/search_index.json"):
        assert gzip.decompress((site / f"{name}.gz").read_bytes()) == (site / name).read_bytes()


# --- Making it ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "chapter"),
    [
        ("[a](../CONTRIBUTING.md#style)", "[a](project/contributing.md#style)"),
        ("[a](records.md)", "[a](records.md)"),
        ("[Axom](../src/alcove/games/axom/RULES.md)", "[Axom](rules/axom.md)"),
        ("[why](decisions/)", "[why](decisions/index.md)"),
        ("[the law](../src/alcove/core/game.py)", "the law (`src/alcove/core/game.py`)"),
        ("[out](https://example.org/x)", "[out](https://example.org/x)"),
        ("```text\n[a](../CONTRIBUTING.md)\n```", "```text\n[a](../CONTRIBUTING.md)\n```"),
    ],
)
def test_links_of_papers_become_links_of_chapters(link: str, chapter: str) -> None:
    assert led(link, "docs/bots.md", "bots.md") == chapter


def test_examples_of_docstrings_become_code() -> None:
    assert fenced("Says.\n\n>>> 1\n1\n\nMore.") == "Says.\n\n```pycon\n>>> 1\n1\n```\n\nMore."


# --- Serving it -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "rules").mkdir(parents=True)
    (folder / "index.html").write_text("the start")
    (folder / "rules" / "index.html").write_text("the rules")
    (folder / "bundle.0123abcd.min.js").write_text("script")
    (tmp_path / "secret.txt").write_text("outside")
    return folder


def served(folder: Path) -> TestClient:
    book = Handbook(folder)
    return TestClient(Starlette(routes=[Route("/docs", book.answer), Route("/docs/{path:path}", book.answer)]))


def test_chapters_are_folders(small: Path) -> None:
    client = served(small)
    assert client.get("/docs").text == "the start"
    assert client.get("/docs", follow_redirects=False).headers["location"] == "/docs/"
    assert client.get("/docs/rules/").text == "the rules"
    assert client.get("/docs/rules", follow_redirects=False).headers["location"] == "/docs/rules/"
    assert client.get("/docs/rules/").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/docs/bundle.0123abcd.min.js").headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["gone", "gone/", "rules/gone.js", "..%2fsecret.txt", "%2e%2e/secret.txt", "../secret.txt"]
)
def test_what_is_not_there_is_not_found(small: Path, path: str) -> None:
    answer = served(small).get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "outside" not in answer.text


def test_a_room_without_a_handbook_says_so(tmp_path: Path) -> None:
    answer = served(tmp_path / "nothing").get("/docs/rules/")
    assert answer.status_code == 503
    assert "make docs" in answer.text
    assert 'lang="fr"' in answer.text
