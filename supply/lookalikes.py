"""`python -m supply.lookalikes confusables.txt`: the characters that look alike, in the short form that `server/base/lookalikes.py` reads.

The file is Unicode's (UTS #39, "Unicode Security Mechanisms"). What no name can hold is left out. A newer file may make two
names alike that were not: accounts keep theirs, since what is taken is kept as a digest of what it looked like then."""

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "src/alcove/server/base/lookalikes.txt"
_HEAD = """# Characters that look alike: what each line begins with stands for all that follow.
# Made by supply/lookalikes.py from Unicode's confusables.txt, {version}. See lookalikes.LICENSE.txt.
"""


def shortened(confusables: str) -> str:
    """One line for everything that looks like the same thing."""
    alike: dict[str, list[str]] = defaultdict(list)
    version = ""
    for line in confusables.lstrip("\ufeff").splitlines():
        if line.startswith("# Version:"):
            version = line[2:].lower().replace(":", "")
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3 and unicodedata.category(chr(int(fields[0], 16)))[0] in "LMNC":
            alike[fields[1]].append(fields[0])
    lines = [f"{target.replace(' ', '+')} {' '.join(sorted(sources))}" for target, sources in sorted(alike.items())]
    return _HEAD.format(version=version) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(shortened(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="ascii")
