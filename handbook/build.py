"""Builds the handbook into src/alcove/server/handbook, when something it is made of has changed (`make docs`).

The English site and, in `fr/` below it, the French one of the players' part. Chapters are copied from docs/ and other papers
of the house, or made: rules from rulebooks, interfaces from schemas and docstrings, commands from the command line. Afterwards what stands
inline in the theme's pages is moved into files, for the room's policy lets no inline script run (docs/decisions/0087).
"""

import gzip
import hashlib
import logging
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml
from filelock import FileLock

from alcove.core.text import Language

from . import commands, rules, schemas, surface
from .chapters import french, navigation
from .links import DOCS, ELSEWHERE, FRENCH, ROOT, led

BUILT = ROOT / "src" / "alcove" / "server" / "handbook"
STAGE = ROOT / "build" / "handbook"
FORM = Path(__file__).with_name("mkdocs.yml")
BUILT_FROM = ".sources"
"""Holds the hash of what the build was made from."""
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_UNUSED = (
    "**/*.map",
    "**/lunr/tinyseg.js",
    "**/lunr/wordcut.js",
    "**/sitemap.xml.gz",
    "404.html",
    "objects.inv",
    "**/objects.inv",
)
_LUNR_KEPT = {"lunr.fr.min.js", "lunr.multi.min.js", "lunr.stemmer.support.min.js"}
_COMPRESSED = {".html", ".js", ".css", ".json", ".svg"}


def main() -> None:
    folder = build()
    pages = sum(1 for _ in folder.rglob("*.html"))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder.relative_to(ROOT)}: {pages} pages, {size / 1e6:.1f} MB")


def build() -> Path:
    """The folder of the built site; made anew if it is out of date. One process builds, others wait for it."""
    STAGE.parent.mkdir(exist_ok=True)
    with FileLock(STAGE.parent / "handbook.lock"):
        sources = _hash()
        stamp = BUILT / BUILT_FROM
        if not (stamp.is_file() and stamp.read_text() == sources):
            shutil.rmtree(STAGE, ignore_errors=True)
            shutil.rmtree(BUILT, ignore_errors=True)
            _site("en", _stage_english(), BUILT)
            _site("fr", _stage_french(), BUILT / "fr")
            _finish(BUILT)
            stamp.write_text(sources)
    return BUILT


def _hash() -> str:
    """Of everything the handbook is made of."""
    folders = {
        DOCS: ("*.md", "*.svg", "*.webp", "*.css"),
        ROOT / "handbook": ("*",),
        ROOT / "src" / "alcove": ("*.py", "*.md"),
    }
    files = [ROOT / name for name in ELSEWHERE]
    files += [file for folder, endings in folders.items() for ending in endings for file in folder.rglob(ending)]
    digest = hashlib.sha256()
    for file in sorted(set(files)):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


# --- The chapters ---------------------------------------------------------------------------------------------------


def _stage_english() -> list[Any]:
    folder = STAGE / "en"
    for source in sorted(DOCS.rglob("*")):
        if source.is_file() and FRENCH not in source.parents:
            _copy(source, folder / source.relative_to(DOCS), folder)
    for name, place in ELSEWHERE.items():
        if name != "README.md" and (ROOT / name).is_file():
            _copy(ROOT / name, folder / place, folder)
    for card in sorted((ROOT / "src" / "alcove" / "games").glob("*/networks/*.md")):
        _copy(card, folder / "training" / card.name, folder)
    decisions = sorted((folder / "decisions").glob("[0-9]*.md"))
    listed = "\n".join(f"- [{_title(each)}]({each.name})" for each in decisions)
    (folder / "decisions" / "index.md").write_text(
        f"# Decisions\n\nWhy things are as they are, half a page each, in the order they were made.\n\n{listed}\n",
        encoding="utf-8",
    )
    schemas.write(folder)
    commands.write(folder, "en")
    _decorate(folder)
    return navigation(folder, rules.write(folder, "en"), surface.write(folder))


def _stage_french() -> list[Any]:
    folder = STAGE / "fr"
    for source in sorted(FRENCH.rglob("*")):
        if source.is_file():
            target = folder / source.relative_to(FRENCH)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copytree(DOCS / "pictures", folder / "pictures", dirs_exist_ok=True)
    commands.write(folder, "fr")
    _decorate(folder)
    return french(rules.write(folder, "fr"))


def _copy(source: Path, target: Path, folder: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".md":
        place = target.relative_to(folder).as_posix()
        text = led(source.read_text(encoding="utf-8"), source.relative_to(ROOT).as_posix(), place)
        target.write_text(text, encoding="utf-8")
    else:
        shutil.copyfile(source, target)


def _title(chapter: Path) -> str:
    return chapter.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def _decorate(folder: Path) -> None:
    shutil.copyfile(FORM.with_name("alcove.css"), folder / "alcove.css")
    (folder / "pictures").mkdir(exist_ok=True)
    for picture in ("alcove.svg", "logo.svg"):
        shutil.copyfile(FORM.with_name(picture), folder / "pictures" / picture)


# --- The site -------------------------------------------------------------------------------------------------------


def _site(language: Language, chapters: list[Any], target: Path) -> None:
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config

    form: dict[str, Any] = yaml.safe_load(FORM.read_text(encoding="utf-8"))
    form["theme"]["language"] = language
    form["plugins"] = [{"search": {"lang": language}}]
    if language == "en":
        form["plugins"].append({"mkdocstrings": _docstrings()})
    else:
        for palette, name in zip(form["theme"]["palette"], ("Sombre", "Clair"), strict=True):
            palette["toggle"]["name"] = name
    form["extra"]["alternate"] = [
        {"name": "English", "lang": "en", "link": "./" if language == "en" else "../"},
        {"name": "Français", "lang": "fr", "link": "fr/" if language == "en" else "./"},
    ]
    form |= {"docs_dir": str(STAGE / language), "site_dir": str(target), "nav": chapters}
    file = STAGE / f"{language}.yml"
    file.write_text(yaml.safe_dump(form, allow_unicode=True, sort_keys=False), encoding="utf-8")
    complaints = _Complaints()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(complaints)
    try:
        build_site(load_config(str(file)))
    finally:
        logger.removeHandler(complaints)
    if complaints.told:
        sys.exit("the handbook has faults:\n  " + "\n  ".join(complaints.told))


class _Complaints(logging.Handler):
    """Whatever MkDocs warns of: a link that leads nowhere, a chapter nobody finds."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


def _docstrings() -> dict[str, Any]:
    options: dict[str, Any] = {
        "show_source": False,
        "show_root_heading": False,
        "show_root_toc_entry": False,
        "show_if_no_docstring": False,
        "show_signature_annotations": True,
        "separate_signature": True,
        "signature_crossrefs": False,
        "members_order": "source",
        "heading_level": 2,
        "show_bases": True,
        "filters": ["!^_"],
        "docstring_style": "google",
    }
    options["extensions"] = [str(FORM.with_name("docstrings.py"))]
    return {"handlers": {"python": {"paths": [str(ROOT / "src")], "options": options}}, "enable_inventory": False}


# --- As the room serves it ------------------------------------------------------------------------------------------


def _finish(folder: Path) -> None:
    for pattern in _UNUSED:
        for file in list(folder.glob(pattern)) + list((folder / "fr").glob(pattern)):
            file.unlink(missing_ok=True)
    for file in folder.rglob("lunr/min/*.js"):
        if file.name not in _LUNR_KEPT:
            file.unlink()
    for page in folder.rglob("*.html"):
        page.write_text(_without_inline(page.read_text(encoding="utf-8"), page, folder), encoding="utf-8")
    for file in list(folder.rglob("*")):
        if file.suffix in _COMPRESSED and file.stat().st_size > 1000:
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def _without_inline(text: str, page: Path, folder: Path) -> str:
    """The page with its inline scripts as files, named by what is in them: many pages share a few."""

    def move(script: re.Match[str]) -> str:
        digest = hashlib.sha256(script[1].encode()).hexdigest()[:8]
        file = folder / "assets" / "javascripts" / f"inline.{digest}.js"
        file.write_text(script[1], encoding="utf-8")
        return f'<script src="{os.path.relpath(file, page.parent)}"></script>'

    return _INLINE_SCRIPT.sub(move, text)


if __name__ == "__main__":
    main()
