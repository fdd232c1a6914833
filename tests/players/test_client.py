"""Engines of other programs: the conversation, and every way in which a stranger can fail to hold it."""

import sys
import threading

import pytest

import alcove
from alcove.core.errors import AlcoveError
from alcove.players.client import LONGEST_LINE, UgiClient
from alcove.players.engine import Analysis, Limits
from alcove.players.roster import player

AXOM = alcove.game("axom")
OURS = [sys.executable, "-c", "from alcove.cli import main; main()", "engine", "axom"]
QUICK = Limits(nodes=200)


def engine(body: str, title: str = "Odd") -> list[str]:
    """A program that introduces itself, and for each line then does what `body` says."""
    talk = (
        "import sys, time\n"
        "def say(*lines):\n"
        "    for line in lines: print(line, flush=True)\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"    if word == 'ugi': say('id name {title}', 'option name Level type spin default 0 min 0 max 8', 'ugiok')\n"
        "    elif word == 'isready': say('readyok')\n"
        "    elif word == 'quit': break\n"
    )
    return [sys.executable, "-c", talk + "".join(f"    {line}\n" for line in body.splitlines())]


def client(body: str, spare_seconds: float = 60.0) -> UgiClient:
    return UgiClient(engine(body), "axom", spare_seconds=spare_seconds)


def test_our_own_engine_from_the_first_word_to_the_last() -> None:
    start = AXOM.initial()
    heard: list[Analysis] = []
    with UgiClient(OURS, "axom") as found:
        assert found.title.startswith("Alcove Axom")
        assert {"Hash", "Threads", "MultiPV", "Level", "repetition"} <= set(found.options)
        found.listener = heard.append
        analysis = found.analyse(start, Limits(nodes=2000), lines=2)
        assert len(analysis.lines) == 2
        assert analysis.depth > 0
        assert analysis.nodes > 0
        assert heard
        assert found.best_move(start, QUICK) in start.legal_moves()
        found.forget()
        found.set_option("level", 1)
        assert found.best_move(start.play(start.legal_moves()[0]), QUICK)
    with pytest.raises(AlcoveError, match="it was ended"):
        found.best_move(start, QUICK)


def test_a_search_without_end_ends_when_it_is_told_to() -> None:
    with UgiClient(OURS, "axom") as found:
        stopper = threading.Timer(0.5, found.stop)
        stopper.start()
        assert found.analyse(AXOM.initial(), Limits(depth=1_000_000)).lines
        stopper.join()


def test_one_that_dies() -> None:
    with pytest.raises(AlcoveError, match=r"UGI engine: it has ended \(status 3\)"):
        UgiClient([sys.executable, "-c", "raise SystemExit(3)"], "axom")
    found = client("elif word == 'go': sys.exit(4)")
    with pytest.raises(AlcoveError, match=r"UGI engine 'Odd': it has ended \(status 4\)"):
        found.best_move(AXOM.initial(), QUICK)


def test_one_that_dies_has_the_last_word() -> None:
    body = "import sys; print('a' * 9, 'no such book: x.bin', '', sep=chr(10), file=sys.stderr); raise SystemExit(2)"
    with pytest.raises(AlcoveError, match=r"it has ended \(status 2\): 'no such book: x\.bin'"):
        UgiClient([sys.executable, "-c", body], "axom")


def test_one_that_complains_without_end_is_still_heard() -> None:
    body = "elif word == 'go': sys.stderr.write('no\\n' * 100_000); say('bestmove c1-f1')"
    with client(body) as found:
        assert str(found.best_move(AXOM.initial(), QUICK)) == "c1-f1"


def test_what_it_is_asked_wrongly_never_reaches_it() -> None:
    with pytest.raises(AlcoveError, match="options: expected options by their names, found 3"):
        UgiClient(engine("elif word == 'go': pass"), "axom", 3)  # type: ignore[arg-type]
    with client("elif word == 'go': say('bestmove c1-f1')") as found:
        with pytest.raises(AlcoveError, match="view: expected a state or a view, found None"):
            found.best_move(None, QUICK)  # type: ignore[arg-type]
        with pytest.raises(AlcoveError, match="limits: expected limits"):
            found.best_move(AXOM.initial(), None)  # type: ignore[arg-type]
        with pytest.raises(AlcoveError, match="view: expected a state or a view of Axom, found one of Avalam"):
            found.best_move(alcove.game("avalam").initial(), QUICK)


def test_one_that_hangs() -> None:
    with pytest.raises(AlcoveError, match=r"no ugiok within 0\.3 seconds"):
        UgiClient([sys.executable, "-c", "import time; time.sleep(600)"], "axom", start_seconds=0.3)
    found = client("elif word == 'go': time.sleep(600)", spare_seconds=0.2)
    with pytest.raises(AlcoveError, match=r"no bestmove within 0\.3 seconds"):
        found.best_move(AXOM.initial(), Limits(seconds=0.1))
    assert found._process.poll() is not None


def test_one_that_writes_garbage_between_its_lines_is_understood() -> None:
    body = (
        "elif word == 'go': sys.stdout.buffer.write(b'\\xff\\x00 garbage\\n'); "
        "say('', 'info', 'info depth x score cp y pv', 'info pv nonsense', 'info depth 3 score cp 250 pv c1-f1', 'bestmove c1-f1')"
    )
    with client(body) as found:
        analysis = found.analyse(AXOM.initial(), QUICK)
    assert (analysis.best.moves, analysis.best.score, analysis.depth) == (("c1-f1",), 2.5, 3)
    assert 0.9 < analysis.best.win_probability < 1


def test_one_that_writes_without_end() -> None:
    found = client("elif word == 'go':\n    while True: say('info string and so on')", spare_seconds=0.4)
    with pytest.raises(AlcoveError, match="no bestmove within"):
        found.best_move(AXOM.initial(), Limits(seconds=0.1))
    found = client("elif word == 'go':\n    while True: sys.stdout.write('x' * 4096)")
    with pytest.raises(AlcoveError, match=f"a line of more than {LONGEST_LINE} characters"):
        found.best_move(AXOM.initial(), QUICK)


@pytest.mark.parametrize("answer", ["bestmove a1-g7", "bestmove (none)", "bestmove", "bestmove ; rm"])
def test_one_that_plays_what_is_not_legal(answer: str) -> None:
    found = client(f"elif word == 'go': say({answer!r})")
    with pytest.raises(AlcoveError, match="UGI engine 'Odd': it played"):
        found.best_move(AXOM.initial(), QUICK)


def test_one_that_refuses_a_line_is_quoted() -> None:
    body = "elif word == 'position': say('info error I know no such position')"
    with client(body) as found, pytest.raises(AlcoveError, match="UGI engine 'Odd': I know no such position"):
        found.best_move(AXOM.initial(), QUICK)


def test_what_is_asked_wrongly_is_told() -> None:
    with pytest.raises(AlcoveError, match="command: 'no-such-engine-anywhere' cannot be started"):
        UgiClient("no-such-engine-anywhere --fast", "axom")
    with pytest.raises(AlcoveError, match="command: it is empty"):
        UgiClient("", "axom")
    with pytest.raises(AlcoveError, match="command: expected a command line"):
        UgiClient(3, "axom")  # type: ignore[arg-type]
    with pytest.raises(AlcoveError, match="start_seconds: must be above zero, not nan"):
        UgiClient("x", "axom", start_seconds=float("nan"))
    with pytest.raises(AlcoveError, match="unknown game"):
        UgiClient("x", "chess")
    with client("") as found:
        with pytest.raises(AlcoveError, match="option: this engine has no 'Hash'; it has: Level"):
            found.set_option("Hash", 3)
        with pytest.raises(AlcoveError, match="option Level: one line only"):
            found.set_option("Level", "3\nquit")
        with pytest.raises(AlcoveError, match="lines: this engine tells one line only"):
            found.analyse(AXOM.initial(), QUICK, lines=2)


def test_it_sits_at_a_table_of_the_arena() -> None:
    first = " ".join(engine("elif word == 'go': say('bestmove c1-f1')")[:1])
    with pytest.raises(AlcoveError, match="UGI engine"):
        player("axom", f"ugi:{first} -c pass")
    words = " ".join(f'"{word}"' for word in OURS)
    result = alcove.match("axom", f"ugi:{words}", "random", games=2, nodes=300)
    assert result.games == 2
    assert result.records[0].tags["Seat1"].startswith("ugi:")
