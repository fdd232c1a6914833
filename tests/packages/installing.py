"""Installs packages without an installer: sources in a folder on the path, and a dist-info beside them with its entry points."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"
PEBBLES = (Path(__file__).parent / "pebbles.py").read_text(encoding="utf-8")


def install(site: Path, package: str, files: Mapping[str, str], **offers: str) -> None:
    """Put a package into a folder: its files, and the games that it offers, name by name."""
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    about = site / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = "\n".join(f"{name} = {value}" for name, value in offers.items())
    (about / "entry_points.txt").write_text(f"[alcove.games]\n{lines}\n")


def environment(site: Path, **more: str) -> dict[str, str]:
    """That of a process that finds the packages of a folder, and our own sources."""
    return os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{SOURCES}", "ALCOVE_LANGUAGE": "en"} | more


def python(site: Path, *arguments: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, env=environment(site, **more), input=given, capture_output=True, text=True, timeout=300, check=False
    )


def alcove(site: Path, *arguments: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """A command of Alcove, with the packages of a folder installed."""
    return python(site, "-m", "alcove", *arguments, given=given, **more)
