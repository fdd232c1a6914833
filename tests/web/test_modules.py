"""The page's own tests (web/tests): what can be said about a drawing without drawing it."""

import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "web" / "build.py"


def test_the_modules_of_the_page_pass_their_tests() -> None:
    done = subprocess.run([sys.executable, str(BUILD), "test"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
