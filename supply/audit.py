"""Asks the public databases of known holes about everything that is locked, for Python and for the page (`make audit`).

Its exit status says what came of it: 0 nothing is known, 1 a hole is known, 3 nobody could be asked.

A registry that does not answer, or answers without knowing any hole, must not look like a clean bill: the tools
themselves say "no known vulnerabilities" then. So each is first asked about a version whose hole the world has known for
years; if it has not heard of that one, its word counts for nothing.
"""

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from supply.lock import NoToolsError, tools
from supply.pins import LOCKS, PAGE_LOCK, ROOT, pins

CLEAN, HOLES, UNANSWERED = 0, 1, 3
PATIENCE = 600
"""Seconds for one question: a network that swallows everything must not hold up who asks."""

Version = tuple[str, str]

KNOWN_HOLE: Version = ("jinja2", "2.4.1")
KNOWN_HOLE_OF_NPM: Version = ("minimist", "0.0.8")
SEVERE = ("moderate", "high", "critical")


class Answer(NamedTuple):
    holes: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()


def main() -> None:
    answers = {"Python": _ask_about_python(), "the page": _ask_about_page(ROOT / "web")}
    for part, answer in answers.items():
        for hole in answer.holes:
            print(f"{part}: {hole}")
        for why in answer.unanswered:
            print(f"{part}: could not ask: {why}")
        if answer == Answer():
            print(f"{part}: no hole is known")
    sys.exit(status(list(answers.values())))


def status(answers: list[Answer]) -> int:
    if any(answer.holes for answer in answers):
        return HOLES
    return UNANSWERED if any(answer.unanswered for answer in answers) else CLEAN


def _ask_about_python() -> Answer:
    if not _ask_pip_audit([KNOWN_HOLE]).holes:
        return Answer(unanswered=("no database of holes is to be had from here",))
    # The tool takes one version of a package at a time, and a lock may have one for each Python.
    rounds: dict[int, list[Version]] = defaultdict(list)
    versions: dict[str, set[str]] = defaultdict(set)
    for lock in sorted(LOCKS.glob("*.txt")):
        for pin in pins(lock.stem):
            if pin.version not in versions[pin.name]:
                rounds[len(versions[pin.name])].append((pin.name, pin.version))
                versions[pin.name].add(pin.version)
    answers = [_ask_pip_audit(each) for each in rounds.values()]
    return Answer(sum((each.holes for each in answers), ()), sum((each.unanswered for each in answers), ()))


def _ask_pip_audit(versions: list[Version]) -> Answer:
    try:
        program = tools() / "pip-audit"
    except NoToolsError as fault:
        return Answer(unanswered=(str(fault),))
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.txt"
        asked.write_text("".join(f"{name}=={version}\n" for name, version in versions), encoding="utf-8")
        command = [str(program), "--format", "json", "--progress-spinner", "off"]
        return judged_python(_answer([*command, "--no-deps", "--disable-pip", "--requirement", str(asked)]))


def judged_python(report: Any) -> Answer:
    """What pip-audit's report says; one that is none, or leaves a package out, is no answer."""
    if not isinstance(report, dict) or not report.get("dependencies"):
        return Answer(unanswered=("no report",))
    asked = report["dependencies"]
    return Answer(
        holes=tuple(
            f"{each['name']} {each['version']}: {hole['id']}" for each in asked for hole in each.get("vulns", ())
        ),
        unanswered=tuple(f"{each['name']}: {each['skip_reason']}" for each in asked if "skip_reason" in each),
    )


def _ask_about_page(folder: Path) -> Answer:
    name, version = KNOWN_HOLE_OF_NPM
    with tempfile.TemporaryDirectory() as trial:
        root = {"name": "trial", "version": "1.0.0", "dependencies": {name: version}}
        packages = {"": root, f"node_modules/{name}": {"version": version}}
        lock = {**root, "lockfileVersion": 3, "requires": True, "packages": packages}
        (Path(trial) / "package.json").write_text(json.dumps(root), encoding="utf-8")
        (Path(trial) / PAGE_LOCK.name).write_text(json.dumps(lock), encoding="utf-8")
        if not judged_page(_npm_audit(Path(trial))).holes:
            return Answer(unanswered=("no database of holes is to be had from here",))
    return judged_page(_npm_audit(folder))


def _npm_audit(folder: Path) -> Any:
    return _answer([sys.executable, str(ROOT / "web" / "build.py"), "audit", str(folder)])


def judged_page(report: Any) -> Answer:
    """What npm's report says; one without a list of holes, even an empty one, is no answer."""
    if not isinstance(report, dict) or "error" in report or not isinstance(report.get("vulnerabilities"), dict):
        return Answer(unanswered=("no report",))
    return Answer(
        tuple(
            f"{name} {hole.get('range', '')}: {hole['severity']}"
            for name, hole in report["vulnerabilities"].items()
            if hole["severity"] in SEVERE
        )
    )


def _answer(command: list[str]) -> Any:
    """The JSON a tool prints, whatever its exit status says; None if it prints none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, OSError, json.JSONDecodeError):
        return None


if __name__ == "__main__":
    main()
