"""The package: built twice it is the same, it carries what it should, and one place holds its version."""

import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
import yaml

import alcove
from supply import licences, release, versions
from supply.pins import ROOT, pins, version


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel and sdist, built twice from the checkout and once from the sdist: `build_twice` fails if a byte differs."""
    folder = tmp_path_factory.mktemp("dist")
    release.build_twice(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    (file,) = built.glob("*.whl")
    return zipfile.ZipFile(file)


def test_two_builds_that_differ_are_noticed(tmp_path: Path) -> None:
    for name, content in (("one", b"a"), ("other", b"b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "alcove.whl").write_bytes(content)
    with pytest.raises(release.NotReadyError, match=r"alcove\.whl comes out differently"):
        release.compare(tmp_path / "one", tmp_path / "other")
    (tmp_path / "other" / "alcove.whl").rename(tmp_path / "other" / "else.whl")
    with pytest.raises(release.NotReadyError, match="no file in common"):
        release.compare(tmp_path / "one", tmp_path / "other")


def test_the_wheel_carries_page_handbook_and_licences(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    info = f"alcove-{version()}.dist-info"
    for name in (
        "alcove/server/static/index.html",
        "alcove/server/handbook/index.html",
        "alcove/server/handbook/fr/index.html",
        "alcove/py.typed",
        f"{info}/licenses/LICENSE",
        f"{info}/licenses/LICENCES.md",
        f"{info}/entry_points.txt",
    ):
        assert name in names
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".map"))]


def test_the_sdist_has_what_is_needed_to_build_and_test(built: Path) -> None:
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    for name in (
        "pyproject.toml",
        "Makefile",
        "LICENSE",
        "LICENCES.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "web/build.py",
    ):
        assert name in names
    for folder in (
        "tests/",
        "docs/",
        "handbook/",
        "supply/locks/",
        "src/alcove/server/static/",
        "src/alcove/server/handbook/",
    ):
        assert any(name.startswith(folder) for name in names), folder
    assert not [name for name in names if name.startswith((".venv", "web/node_modules", "build/", "dist/"))]


def test_what_the_package_says_of_itself(wheel: zipfile.ZipFile) -> None:
    told = message_from_bytes(wheel.read(f"alcove-{version()}.dist-info/METADATA"))
    assert told["Version"] == alcove.__version__ == version()
    assert told["License-Expression"] == "MIT"
    classifiers = told.get_all("Classifier") or []
    assert not [each for each in classifiers if each.startswith("License ::")], "PyPI wants the expression alone"
    assert "Typing :: Typed" in classifiers
    assert told["Requires-Python"] == ">=3.11"


def test_only_pythons_that_were_tried_have_a_classifier() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    claimed = {found[1] for each in project["classifiers"] if (found := re.fullmatch(r".*Python :: (3\.\d+)", each))}
    page = (ROOT / "docs" / "systems.md").read_text()
    tried = set(
        re.findall(r"^\| (3\.\d+) \| 3\.[\d.]+ \| [\d,]+ tests passed(?:, \d+ skipped)? \|$", page, re.MULTILINE)
    )
    tried.add("3.11")  # all tests run with it
    assert claimed == tried, "docs/systems.md: `python -m supply.versions dist --write`"


def test_one_place_holds_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert "version" not in yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text())
    assert f"\n## {version()}\n" in (ROOT / "CHANGELOG.md").read_text()


# --- Licences ---------------------------------------------------------------------------------------------------------


def test_the_report_of_licences_is_current() -> None:
    told = licences.REPORT.read_text(encoding="utf-8")
    assert licences.report(told) == told, "run `make licences`"
    assert licences.UNKNOWN not in told


def test_a_report_that_lags_behind_is_noticed() -> None:
    told = licences.REPORT.read_text(encoding="utf-8")
    (rich,) = [pin for pin in pins("room") if pin.name == "rich"]
    old = told.replace(f"| rich | {rich.version} |", "| rich | 1.0 |")
    assert licences.report(old) != old


# --- Releases ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.0\n\nNews.\n\n## 1.1.0\n\n## 1.0.0\n\nOld.\n")
    for command in (("init", "-q"), ("add", "."), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_a_version_with_an_entry_and_no_tag_is_ready(checkout: Path) -> None:
    release.check_tree(checkout)
    release.check_version("1.2.0", checkout)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("1.3.0", "says nothing about 1.3.0"),
        ("1.1.0", "says nothing about 1.1.0"),
        ("1.0.0", "the newest entry"),
        ("1.2", "no version of a release"),
        ("1.2.0.dev1", "no version of a release"),
    ],
)
def test_a_version_that_is_not_ready_is_refused(checkout: Path, name: str, why: str) -> None:
    with pytest.raises(release.NotReadyError, match=why):
        release.check_version(name, checkout)


def test_nothing_is_released_twice_or_from_an_unclean_tree(checkout: Path) -> None:
    subprocess.run(["git", "tag", "v1.2.0"], cwd=checkout, check=True)
    with pytest.raises(release.NotReadyError, match="released already"):
        release.check_version("1.2.0", checkout)
    (checkout / "new.txt").write_text("")
    with pytest.raises(release.NotReadyError, match=r"new\.txt"):
        release.check_tree(checkout)


def test_the_release_sends_nothing() -> None:
    text = (ROOT / "supply" / "release.py").read_text()
    called = re.findall(r"subprocess\.run\(\s*\[([^\]]*)\]", text)
    assert called
    assert not [each for each in called if re.search(r"push|upload|twine|publish", each)]


# --- Pythons ----------------------------------------------------------------------------------------------------------


def test_the_table_of_pythons_is_put_into_its_place() -> None:
    page = "before\n<!-- versions -->\nold\n<!-- /versions -->\nafter\n"
    results = {"3.12": versions.Tried("3.12.1", passed=1200, skipped=2), "3.14": versions.Tried("", fault="none here")}
    told = versions.written(page, results)
    assert told.startswith("before\n<!-- versions -->\n| Python |")
    assert "| 3.12 | 3.12.1 | 1,200 tests passed, 2 skipped |" in told
    assert "| 3.14 | none | none here |" in told
    assert told.endswith("<!-- /versions -->\nafter\n")
    assert "old" not in told
    assert versions.written(told, results) == told
    again = versions.written(told, {"3.14": versions.Tried("3.14.0", passed=7)})
    assert "1,200 tests passed" in again, "what was not tried this time stays"
    assert "| 3.14 | 3.14.0 | 7 tests passed |" in again


def test_this_python_is_found() -> None:
    assert versions.pythons(), "not one of 3.11 to 3.14"


# --- Habits -----------------------------------------------------------------------------------------------------------


def test_workflows_call_the_one_script_and_nothing_else() -> None:
    files = list((ROOT / ".github" / "workflows").glob("*.yml"))
    assert files
    for file in files:
        for job in yaml.safe_load(file.read_text())["jobs"].values():
            assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
            assert [step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step] == ["actions/checkout"]


def test_hooks_call_our_own_tools_and_fetch_nothing() -> None:
    (only,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert only["repo"] == "local"
    for hook in only["hooks"]:
        assert hook["language"] == "system"
        assert hook["entry"].split()[0].startswith(".venv/bin/")


def test_templates_are_forms_that_the_forge_reads() -> None:
    for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(file.read_text())
        if file.name != "config.yml":
            assert {"name", "description", "body"} <= set(form)
            assert {field["type"] for field in form["body"]} <= {
                "textarea",
                "input",
                "dropdown",
                "checkboxes",
                "markdown",
            }


@pytest.mark.skipif(shutil.which("uvx") is None, reason="uv is not on this machine's path")
def test_uvx_plays_the_wheel(built: Path) -> None:
    (file,) = built.glob("*.whl")
    done = subprocess.run(
        ["uvx", "--from", str(file), "alcove", "--version"], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.stdout == f"alcove {version()}\n", done.stderr


def test_a_module_run_as_a_program_plays_too() -> None:
    done = subprocess.run([sys.executable, "-m", "alcove", "--version"], capture_output=True, text=True, check=False)
    assert io.StringIO(done.stdout).readline() == f"alcove {version()}\n"
