"""The rooms of every game are what the door promises, and a game that lacks some says so in a sentence."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import alcove
from alcove.core.registry import ours
from alcove.games.rooms import RoomError, Rooms, rooms
from alcove.games.symmetry import images

if TYPE_CHECKING:  # mypy compares each module with its protocol, types and all
    from alcove.games import rooms as door
    from alcove.games.avalam import (
        chart as avalam_chart,
        encoding as avalam_encoding,
        evaluation as avalam_evaluation,
        kernel as avalam_kernel,
        lessons as avalam_lessons,
        material as avalam_material,
        observation as avalam_observation,
        puzzles as avalam_puzzles,
        rulebook as avalam_rulebook,
        rules as avalam_rules,
        scene as avalam_scene,
        symmetry as avalam_symmetry,
    )
    from alcove.games.axiom import (
        chart as axiom_chart,
        encoding as axiom_encoding,
        evaluation as axiom_evaluation,
        features as axiom_features,
        kernel as axiom_kernel,
        lessons as axiom_lessons,
        material as axiom_material,
        observation as axiom_observation,
        puzzles as axiom_puzzles,
        rulebook as axiom_rulebook,
        rules as axiom_rules,
        scene as axiom_scene,
        space as axiom_space,
        symmetry as axiom_symmetry,
    )
    from alcove.games.axom import (
        chart as axom_chart,
        encoding as axom_encoding,
        evaluation as axom_evaluation,
        features as axom_features,
        kernel as axom_kernel,
        lessons as axom_lessons,
        material as axom_material,
        observation as axom_observation,
        puzzles as axom_puzzles,
        rulebook as axom_rulebook,
        rules as axom_rules,
        scene as axom_scene,
        symmetry as axom_symmetry,
    )
    from alcove.games.axxa import (
        chart as axxa_chart,
        evaluation as axxa_evaluation,
        kernel as axxa_kernel,
        lessons as axxa_lessons,
        luck as axxa_luck,
        observation as axxa_observation,
        puzzles as axxa_puzzles,
        rulebook as axxa_rulebook,
        rules as axxa_rules,
        scene as axxa_scene,
        unseen as axxa_unseen,
        view as axxa_view,
    )

    _kernel_1: door.KernelRoom[avalam_rules.State, avalam_rules.Move, avalam_rules.Options] = avalam_kernel
    _kernel_2: door.KernelRoom[axiom_rules.State, axiom_space.Move, axiom_rules.Options] = axiom_kernel
    _kernel_3: door.KernelRoom[axom_rules.State, axom_rules.Move, axom_rules.Options] = axom_kernel
    _kernel_4: door.DealtKernelRoom[axxa_rules.Table, axxa_rules.Move, axxa_rules.Options] = axxa_kernel
    _scenes: tuple[
        door.SceneRoom[avalam_rules.State],
        door.SceneRoom[axiom_rules.State],
        door.SceneRoom[axom_rules.State],
        door.SceneRoom[axxa_rules.Table],
    ] = (avalam_scene, axiom_scene, axom_scene, axxa_scene)
    _symmetries: tuple[
        door.SymmetryRoom[avalam_rules.State],
        door.SymmetryRoom[axiom_rules.State],
        door.SymmetryRoom[axom_rules.State],
    ] = (avalam_symmetry, axiom_symmetry, axom_symmetry)
    _encodings: tuple[
        door.EncodingRoom[avalam_rules.State],
        door.EncodingRoom[axiom_rules.State],
        door.EncodingRoom[axom_rules.State],
    ] = (avalam_encoding, axiom_encoding, axom_encoding)
    _observation_1: door.ObservationRoom[avalam_rules.Options] = avalam_observation
    _observation_2: door.ObservationRoom[axiom_rules.Options] = axiom_observation
    _observation_3: door.ObservationRoom[axom_rules.Options] = axom_observation
    _observation_4: door.ObservationRoom[axxa_rules.Options] = axxa_observation
    _evaluations: list[door.EvaluationRoom] = [avalam_evaluation, axiom_evaluation, axom_evaluation]
    _worlds_evaluation: door.WorldsEvaluationRoom = axxa_evaluation
    _unseen: door.UnseenRoom = axxa_unseen
    _luck: door.LuckRoom[axxa_view.View, axxa_rules.Options] = axxa_luck
    _materials: list[door.MaterialRoom] = [avalam_material, axiom_material, axom_material]
    _features: list[door.FeaturesRoom] = [axiom_features, axom_features]
    _rulebooks: list[door.RulebookRoom] = [avalam_rulebook, axiom_rulebook, axom_rulebook, axxa_rulebook]
    _lessons: list[door.LessonsRoom] = [avalam_lessons, axiom_lessons, axom_lessons, axxa_lessons]
    _puzzles: list[door.PuzzlesRoom] = [avalam_puzzles, axiom_puzzles, axom_puzzles, axxa_puzzles]
    _charts: list[door.ChartRoom] = [avalam_chart, axiom_chart, axom_chart, axxa_chart]

GOLDEN = Path(__file__).parents[1] / "golden"
SOURCES = Path(alcove.__file__).parent


@pytest.mark.parametrize("name", ours())
def test_a_game_has_what_its_golden_files_expect(name: str) -> None:
    expected = json.loads((GOLDEN / name / "expected.json").read_text(encoding="utf-8"))
    for room in expected["rooms"]:
        assert rooms(name).lacks(room) == []
        assert getattr(rooms(name), room) is getattr(rooms(name), room)
    start = alcove.game(name).initial(**({"seed": 1} if alcove.game(name).luck(alcove.game(name).initial()) else {}))
    assert len(images(name, start)) == expected["symmetries"]


def test_a_room_that_is_missing_is_named_in_a_sentence() -> None:
    assert not rooms("avalam").has("unseen")
    with pytest.raises(RoomError) as fault:
        _ = rooms("avalam").unseen
    assert fault.value.text.en == "Avalam has no reckoning of unseen pieces (unseen.py)"
    assert fault.value.text.fr == "Avalam n'a pas de calcul des pièces cachées (unseen.py)"


def test_an_evaluation_for_another_search_is_refused_with_what_it_lacks() -> None:
    with pytest.raises(RoomError, match=r"AxxA: evaluation\.py does not have WIN, WIN_ZONE, .* which is needed here"):
        _ = rooms("axxa").evaluation


def test_there_is_no_other_room() -> None:
    with pytest.raises(AttributeError):
        _ = rooms("avalam").cellar  # type: ignore[attr-defined]


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    """A game whose package lies elsewhere, its class not in the package's first file, with one room and half another, one that
    it gives itself, and one that is broken."""
    package = tmp_path / "somewhere" / "pebbles"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").write_text("from .law import GAME\n")
    (package / "law.py").write_text(
        "class Pebbles:\n"
        "    name, title, rooms = 'pebbles', 'Pebbles', {'puzzles': type('Given', (), {'PUZZLES': 3})}\n"
        "GAME = Pebbles()\n"
    )
    (package / "material.py").write_text("def material(state): return 7\n")
    (package / "kernel.py").write_text("STATE_SIZE = 8\n")
    (package / "lessons.py").write_text("import nowhere.at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Rooms(import_module("somewhere.pebbles").GAME)
    for name in [name for name in sys.modules if name.startswith("somewhere")]:
        del sys.modules[name]


def test_a_game_may_live_in_a_package_of_its_own(foreign: Rooms) -> None:
    state: Any = None
    assert foreign.material.material(state) == 7
    assert [room for room in ("kernel", "material", "scene", "chart") if foreign.has(room)] == ["kernel", "material"]
    assert foreign.has("puzzles")
    given: Any = foreign.puzzles.PUZZLES
    assert given == 3, "given by the game itself"
    with pytest.raises(RoomError, match=r"^Pebbles has no board for the page \(scene\.py\)$"):
        _ = foreign.scene
    with pytest.raises(RoomError, match=r"^Pebbles: kernel\.py does not have UNDO_SIZE, MAX_MOVES, MAX_PLIES, pack,"):
        _ = foreign.kernel
    with pytest.raises(
        RoomError,
        match=r"^Pebbles: lessons\.py cannot be imported \(ModuleNotFoundError: No module named 'nowhere'\)$",
    ):
        _ = foreign.lessons


def test_nobody_else_imports_by_a_made_up_path() -> None:
    users = {
        path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py") if "import_module" in path.read_text()
    }
    by_a_table = {"__init__.py"}  # the public names and the modules they live in, all written out
    others = {"core/registry.py", "admission.py", "cli/app.py", "contract/examination.py", "games/rooms.py"}
    assert users == by_a_table | others
