"""Games from installed packages: found like our own; a bad one is named in a sentence and left out, and the room opens."""

import json
import re
from pathlib import Path

import pytest

from alcove.core.registry import ours

from .installing import PEBBLES, alcove, install, python

SCENE = """
from msgspec import Struct
from alcove.core.text import Text

class Preview(Struct):
    text: str

def scene(view): return {"heap": view.heap}
def previews(view): return [Preview(str(move)) for move in view.legal_moves()]
def steps(before, move_text, after): return []
def spoken(before, move_text, after): return Text("taken", "pris")
"""
LIES = SCENE.replace("view.legal_moves()]", "view.legal_moves()[1:]]")
FAILS = SCENE.replace("view.heap", "view.mountain")

ABOUT = "__import__('alcove.core.about', fromlist=['About']).About"
NO_OPTIONS = '    """Pebbles has no options."""'
LITERAL = "__import__('typing').Literal['slow', 'fast']"
FAST = f"    fast: {LITERAL} = __import__('alcove.core.options', fromlist=['choice']).choice"


def pebbles(name: str, right: str, wrong: str) -> str:
    """Pebbles under another name, with something wrong in it."""
    assert right in PEBBLES
    return PEBBLES.replace('"pebbles"', f'"{name}"').replace(right, wrong)


BAD = {
    "broken": ("import nowhere.at_all\n", "broken cannot be imported (ModuleNotFoundError: No module named 'nowhere')"),
    "syntax": ("def :\n", "syntax cannot be imported (SyntaxError: invalid syntax (syntax.py, line 1))"),
    "quits": ("raise SystemExit(3)\n", "quits cannot be imported (SystemExit: 3)"),
    "empty": ("", "empty has no game called GAME"),
    "number": ("GAME = 7\n", "number has no game called GAME"),
    "other": (PEBBLES, "it calls itself 'pebbles'"),
    "raises": (
        PEBBLES.replace('"pebbles"', '"raises"').replace("return State(7)", "return State(7 // 0)"),
        "its first position fails (ZeroDivisionError: integer division or modulo by zero)",
    ),
    "stuck": (
        PEBBLES.replace('"pebbles"', '"stuck"').replace("for taken in (1, 2)", "for taken in ()"),
        "its first position has no legal move and no outcome",
    ),
    "seats": (
        PEBBLES.replace('"pebbles"', '"seats"').replace(', Text("Bob", "Bob")', ","),
        "seat_names() must name 2 seats, as its first position has",
    ),
    "mute": (PEBBLES.replace('"pebbles"', '"mute"').replace("summary = Text(", "summary = str("), None),
    "wordless": (
        PEBBLES.replace('"pebbles"', '"wordless"').replace("    summary = Text(", "    summary = ("),
        "its summary must be a Text",
    ),
    "liar": (
        PEBBLES.replace('"pebbles"', '"liar"') + f"\nexec({LIES!r}, lies := {{}})\n"
        "import types\nPebbles.rooms = {'scene': types.SimpleNamespace(**lies)}\n",
        "its scene does not offer the legal move 1",
    ),
    "blind": (
        PEBBLES.replace('"pebbles"', '"blind"') + f"\nexec({FAILS!r}, lies := {{}})\n"
        "import types\nPebbles.rooms = {'scene': types.SimpleNamespace(**lies)}\n",
        "its first position fails (AttributeError: 'State' object has no attribute 'mountain')",
    ),
    "seatwords": (
        pebbles("seatwords", 'Text("Ann", "Anne")', '"Ann"'),
        "the name of seat 0 must be a Text in English and in French, neither empty",
    ),
    "seatfrench": (
        pebbles("seatfrench", 'Text("Bob", "Bob")', 'Text("Bob", " ")'),
        "the name of seat 1 must be a Text in English and in French, neither empty",
    ),
    "tagline": (
        pebbles("tagline", "    options_type", f"    about = {ABOUT}(tagline=Text('Take.', ''))\n    options_type"),
        "its tagline must be a Text in English and in French, neither empty",
    ),
    "reason": (
        pebbles("reason", "    options_type", "    reasons = {'last': Text('the last pebble', '')}\n    options_type"),
        "the reason last must be a Text in English and in French, neither empty",
    ),
    "label": (
        pebbles("label", NO_OPTIONS, f"{FAST}('P2', 'slow', en='pace', fr='allure', labels={{'slow': 'slow'}})"),
        "the label slow of the option fast must be a Text in English and in French, neither empty",
    ),
    "bare": (
        pebbles("bare", NO_OPTIONS, "    ratio: float = 0.5"),
        "the option ratio must be declared by choice() or number(): "
        '`ratio: Literal["yes", "no"] = choice(clause, "yes", en=…, fr=…)` '
        "or `ratio: int = number(clause, 1, least=…, most=…, en=…, fr=…)`",
    ),
    "boolean": (
        pebbles("boolean", NO_OPTIONS, f"{FAST.replace(LITERAL, 'bool')}('P2', True, en='fast?', fr='vite ?')"),
        "the option fast is a choice among texts, its default one of them: "
        '`fast: Literal["yes", "no"] = choice(clause, "yes", en=…, fr=…)`',
    ),
    "colon": (
        pebbles("colon", "return str(self.taken)", "return f'{self.taken}:'"),
        "no record can carry the move '1:': a move is one word without blanks, colons and braces, "
        "round brackets hold numbers only, and it is no result, no sign such as ! and no number such as 3.",
    ),
}
"""What is wrong with a package, and what is said of it; nothing where the traceback of Python has its own words."""


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What `alcove games` says with all of them installed, and a good one: its answer, and what went to stderr."""
    site = tmp_path_factory.mktemp("site")
    for name, (source, _) in BAD.items():
        install(site, f"the-{name}", {f"{name}.py": source}, **{name: f"{name}:GAME"})
    install(site, "pebbles", {"pebbles.py": PEBBLES}, pebbles="pebbles:GAME")
    install(site, "thief", {"thief.py": PEBBLES}, avalam="thief:GAME")
    install(site, "twin", {"twin.py": PEBBLES}, pebbles="twin:GAME")
    install(site, "shouting", {"shouting.py": PEBBLES}, **{"Peb-bles": "shouting:GAME"})
    done = alcove(site, "games")
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_the_good_ones_are_listed_ours_first(listed: tuple[str, str]) -> None:
    assert re.findall(r"^(\w+)$", listed[0], re.MULTILINE) == [*ours(), "pebbles"]


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_with_a_package_is_said_in_a_sentence(listed: tuple[str, str], name: str) -> None:
    (line,) = [line for line in listed[1].splitlines() if f"the game {name} of" in line]
    said = BAD[name][1]
    assert line.startswith(f"alcove: the game {name} of the package the-{name} 1.0 is left out: ")
    assert said is None or line.endswith(said)
    assert "Traceback" not in listed[1]


@pytest.mark.parametrize(
    "sentence",
    [
        "the game avalam of the package thief 1.0 is left out: Alcove has a game of that name",
        "the game pebbles of the package twin 1.0 is left out: pebbles 1.0 has a game of that name",
        "the game Peb-bles of the package shouting 1.0 is left out: 'Peb-bles' is no name for a game, "
        "which has up to 24 small letters, digits and _, a letter first",
    ],
)
def test_a_name_belongs_to_one_game_and_can_be_typed(listed: tuple[str, str], sentence: str) -> None:
    assert f"alcove: {sentence}\n" in listed[1]


# --- A game of one file: law and words ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("half-built")
    install(found, "pebbles", {"pebbles.py": PEBBLES}, pebbles="pebbles:GAME")
    return found


def test_it_is_counted_played_and_kept(site: Path, tmp_path: Path) -> None:
    assert alcove(site, "perft", "pebbles", "3").stdout.split()[-1] == "8"
    played = alcove(
        site, "play", "pebbles", "--level", "3", given="1\n" * 8, ALCOVE_DATA=str(tmp_path), ALCOVE_CACHE=str(tmp_path)
    )
    assert played.returncode == 0, played.stderr
    assert "the last pebble" in played.stdout


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["bench", "pebbles"], 'Pebbles has no kernel (rooms["kernel"])'),
        (["atlas", "pebbles", "--quick"], 'Pebbles has no kernel (rooms["kernel"])'),
        (["puzzles", "make", "pebbles"], 'Pebbles has no puzzles (rooms["puzzles"])'),
        (["puzzles", "check", "pebbles"], "Pebbles has no puzzles yet"),
        (["puzzles", "show", "pebbles", "12345678"], "Pebbles has no puzzles yet"),
    ],
)
def test_what_it_lacks_is_said_in_a_sentence(site: Path, tmp_path: Path, command: list[str], sentence: str) -> None:
    done = alcove(site, *command, ALCOVE_DATA=str(tmp_path))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert f"alcove: {sentence}" in done.stderr


# --- Compiled code ------------------------------------------------------------------------------------------------------

KERNEL = """
from alcove.jit import compiled
from .stones import FACTOR, twice

@compiled
def answer(n):
    return FACTOR * twice(n)
"""
STONES = """
from alcove.jit import compiled

FACTOR = 1

@compiled
def twice(n):
    return 2 * n
"""
ASK = "import alcove; alcove.game('pebbles'); from pebbles.kernel import answer; print(answer(21))"


def test_compiled_code_of_a_package_is_never_stale(tmp_path: Path) -> None:
    """numba's own cache looks at the file of a function alone: it would answer 42 after the other file has changed."""
    site, kept = tmp_path / "site", tmp_path / "kept"
    files = {"pebbles/__init__.py": PEBBLES, "pebbles/kernel.py": KERNEL, "pebbles/stones.py": STONES}
    install(site, "pebbles", files, pebbles="pebbles:GAME")
    answers = []
    for factor in (1, 1, 3):
        (site / "pebbles/stones.py").write_text(STONES.replace("FACTOR = 1", f"FACTOR = {factor}"))
        done = python(site, "-c", ASK, ALCOVE_CACHE=str(kept))
        assert done.returncode == 0, done.stderr
        answers.append(int(done.stdout))
    assert answers == [42, 42, 126]
    folders = [path.name for path in (kept / "compiled").iterdir()]
    assert len(folders) == 2, "one for each state of the sources"
    assert all(name.startswith("pebbles-") for name in folders)
    assert not list(site.rglob("*.nbi")), "nothing is written into the package"


def test_its_card_may_say_nothing(site: Path) -> None:
    asked = (
        "import json; from alcove.server.study.lessons import games_told; from alcove.server.wire import messages;"
        "print(json.dumps(json.loads(messages.write(games_told()))['games'][-1]))"
    )
    told = json.loads(python(site, "-c", asked).stdout)
    assert told["tagline"] == told["summary"]
    assert told["of"] == {"en": "of Pebbles", "fr": "de Pebbles"}
    assert (told["has"], told["scene"], told["board"], told["notation"]) == ([], None, None, "1")
    assert [level["number"] for level in told["levels"]] == [1, 2, 3, 4, 5]
