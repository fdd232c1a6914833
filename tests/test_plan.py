"""The plan of the house, as far as import-linter cannot hold it: games are islands, and nobody else knows their names."""

import re
from itertools import permutations
from pathlib import Path

import grimp
import pytest

from alcove.core.registry import game, ours

HOUSE = Path(__file__).resolve().parents[1]
EXAMPLES = [path.name for path in (HOUSE / "examples").glob("*") if path.is_dir()]
"""Packages that show how a game is added without touching Alcove."""
NAMES = re.compile(
    "|".join([*EXAMPLES, *(word for name in ours() for word in (name, game(name).title))]), re.IGNORECASE
)
BUILT = {HOUSE / "src" / "alcove" / "server" / name for name in ("static", "handbook")}
"""The page and the handbook, which the wheel carries and git does not keep."""
WORDS = {".py", ".ts", ".svelte", ".css", ".html", ".json", ".md"}


def naming(room: Path, but: Path) -> list[str]:
    """The lines of a folder's files that name a game of ours or an example, but for those of one folder's folders."""
    own = {but / name for name in ours()}
    found = []
    for path in sorted(room.rglob("*")):
        if path.suffix in WORDS and path.is_file() and (own | BUILT).isdisjoint(path.parents):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if NAMES.search(line):
                    found.append(f"{path.relative_to(HOUSE)}:{number}: {line.strip()[:100]}")
    return found


def test_nothing_outside_their_folders_names_a_game() -> None:
    src, page = HOUSE / "src" / "alcove", HOUSE / "web" / "src"
    assert naming(src, but=src / "games") + naming(page, but=page / "games") == []


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("alcove", cache_dir=None)


def test_games_do_not_import_each_other(imports: grimp.ImportGraph) -> None:
    chains = [
        imports.find_shortest_chain(f"alcove.games.{one}", f"alcove.games.{other}", as_packages=True)
        for one, other in permutations(ours(), 2)
    ]
    assert [chain for chain in chains if chain] == []


def test_nobody_imports_a_game_by_its_name(imports: grimp.ImportGraph) -> None:
    for name in ours():
        home = f"alcove.games.{name}"
        inside = {home, *imports.find_descendants(home)}
        users = {user for module in inside for user in imports.find_modules_that_directly_import(module)}
        assert users <= inside
