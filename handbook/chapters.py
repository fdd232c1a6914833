"""The order of the chapters, for each kind of reader. Everything in docs/ must have its place here: the build says what has none."""

from pathlib import Path
from typing import Any

Chapters = list[tuple[str, str]]


def navigation(folder: Path, rules: Chapters, library: Chapters) -> list[Any]:
    """The English handbook."""

    def there(*chapters: tuple[str, str]) -> list[Any]:
        return [{title: place} for title, place in chapters if (folder / place).is_file()]

    decisions = sorted(path.name for path in (folder / "decisions").glob("[0-9]*.md"))
    cards = sorted(path.name for path in (folder / "training").glob("*.md"))
    return [
        {"Start": "index.md"},
        {
            "Tutorials": there(
                ("Play", "tutorials/player.md"),
                ("Run a room for your club", "tutorials/club.md"),
                ("Write a bot", "tutorials/bot.md"),
                ("Write a game", "tutorials/game.md"),
                ("Do research", "tutorials/research.md"),
                ("Work on Alcove", "tutorials/contributor.md"),
            )
        },
        {
            "How to": there(
                ("Install it", "how-to/install.md"),
                ("Keep and replay games", "how-to/records.md"),
                ("Analyse a game", "how-to/analyse.md"),
                ("Compare two players", "how-to/matches.md"),
                ("Let another program play", "how-to/ugi.md"),
                ("Complete commands in the shell", "how-to/completion.md"),
                ("Back up and restore a room", "how-to/backup.md"),
                ("Make a release", "how-to/release.md"),
            )
        },
        {"Rules": [{title: place} for title, place in rules]},
        {
            "Running a room": there(
                ("Operations", "operations.md"), ("Bots", "bots.md"), ("Security", "project/security.md"),
                ("Security, point by point", "security-asvs.md"),
            )
        },
        {
            "Research": [
                *there(
                    ("The library", "library.md"), ("Environments", "environments.md"), ("Batches", "batch.md"),
                    ("An example that learns", "learning.md"), ("Engines", "engines.md"),
                ),
                {"Engines, game by game": there(*((title, place.replace("rules/", "engines/")) for title, place in rules))},
                *there(("Training", "training.md")),
                {"Networks": [{name.removesuffix(".md"): f"training/{name}"} for name in cards]},
                *there(("Atlas", "atlas.md"), ("Performance", "performance.md")),
            ]
        },
        {
            "Reference": [
                {"Library": [place if place.endswith("index.md") else {title: place} for title, place in library]},
                *there(
                    ("Command line", "reference/commands.md"), ("Records", "records.md"),
                    ("REST interface", "reference/rest.md"), ("Live socket", "reference/live.md"),
                ),
            ]
        },
        {
            "Project": [
                *there(
                    ("The house", "project/contributing.md"), ("Changes", "project/changelog.md"),
                    ("Pythons and systems", "systems.md"), ("Licences", "project/licences.md"),
                ),
                {"Decisions": ["decisions/index.md", *(f"decisions/{name}" for name in decisions)]},
            ]
        },
    ]  # fmt: skip


def french(rules: Chapters) -> list[Any]:
    """The players' part."""
    return [
        {"Accueil": "index.md"},
        {"Jouer": "jouer.md"},
        {"Garder et analyser": "analyser.md"},
        {"Règles": [{title: place} for title, place in rules]},
        {"Ligne de commande": "reference/commands.md"},
    ]
