"""The built page: caching, compression, addresses of the page itself, and a room without a build."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.testclient import TestClient

from alcove.server.web import page
from alcove.server.web.doors import Doors
from alcove.server.web.page import Page


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "static" / "assets" / "app-1a2b3c.js").write_text("the script")
    (tmp_path / "static" / "assets" / "app-1a2b3c.js.gz").write_bytes(b"gzipped")
    (tmp_path / "static" / "assets" / "app-1a2b3c.js.br").write_bytes(b"brotli")
    (tmp_path / "secret.txt").write_text("outside")
    return tmp_path / "static"


def pages(folder: Path) -> TestClient:
    return TestClient(Starlette(routes=[Route("/{path:path}", Page(folder).answer)]))


def test_hashed_assets_are_kept_for_ever_and_the_document_is_not(build: Path) -> None:
    client = pages(build)
    plain = client.get("/assets/app-1a2b3c.js", headers={"accept-encoding": "identity"})
    assert plain.text == "the script"
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    assert client.get("/").headers["cache-control"] == "no-cache"


def test_what_anybody_may_keep_for_all_gives_nobody_a_cookie(build: Path) -> None:
    """A shared cache would hand one person's cookie to the others."""
    behind_doors = Starlette(routes=[Route("/{path:path}", Page(build).answer)], middleware=[Middleware(Doors)])
    client = TestClient(behind_doors)
    assert "set-cookie" not in client.get("/assets/app-1a2b3c.js", headers={"accept-encoding": "identity"}).headers


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate", "gzip"), ("gzip, br", "br")])
def test_compressed_forms_are_sent_to_who_reads_them(build: Path, accepted: str, encoding: str) -> None:
    with pages(build).stream("GET", "/assets/app-1a2b3c.js", headers={"accept-encoding": accepted}) as answer:
        assert answer.headers["content-encoding"] == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "accept-encoding"


def test_a_file_that_has_not_changed_is_not_sent_again(build: Path) -> None:
    client = pages(build)
    first = client.get("/")
    again = client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    (build / "index.html").write_text("<!doctype html>another page")
    changed = client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (changed.status_code, changed.text) == (200, "<!doctype html>another page")


def test_memory_has_a_bound_and_large_files_are_sent_all_the_same(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = page._Shelf()
    monkeypatch.setattr(page, "_SHELF", shelf)
    monkeypatch.setattr(page, "LARGEST_KEPT_BYTES", 100)
    monkeypatch.setattr(page, "MOST_KEPT_BYTES", 150)
    sizes = {"a": 80, "b": 60, "c": 40, "large": 400}
    for name, size in sizes.items():
        (build / f"{name}.txt").write_bytes(name[:1].encode() * size)
    client = pages(build)
    for name, size in [*sizes.items(), *sizes.items()]:
        assert client.get(f"/{name}.txt").text == name[0] * size
    assert sum(len(kept.content) for kept in shelf._kept.values()) == shelf._bytes <= 150


@pytest.mark.parametrize("path", ["/", "/game/avalam", "/table/abc_-9", "/settings"])
def test_every_address_of_the_page_is_its_one_document(build: Path, path: str) -> None:
    assert pages(build).get(path).text == "<!doctype html>the page"


@pytest.mark.parametrize(
    "path", ["/missing.js", "/assets/gone-12.css", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/a%00.js"]
)
def test_files_that_are_not_there_are_not_found(build: Path, path: str) -> None:
    answer = pages(build).get(path)
    assert answer.status_code == 404
    assert "outside" not in answer.text


def test_without_a_build_the_page_says_what_to_do(tmp_path: Path) -> None:
    answer = pages(tmp_path / "nothing").get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert 'lang="fr"' in answer.text
