"""The rulebook for people says what the law says: every clause once, every figure played to its result.

`tests/golden/<game>/rulebook.txt` tells where each figure ends; the figures of the golden files must all be shown.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import alcove
from alcove.core.errors import IllegalMoveError
from alcove.core.game import State
from alcove.core.options import specs
from alcove.core.text import Text
from alcove.games.teaching import Clause, Figure, Mark, Rulebook, lesson, rulebook, start

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
GAMES = alcove.games()
_MARK = re.compile(r"\[([BFHR])(?:/([BFR]))?(?: (\.\d+))?\]")
_SOURCES = {"B": "book", "F": "figure", "R": "ruling", "H": "house"}


def rows(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [part.strip() for part in line.split("|")]


def clauses_of_the_law(name: str) -> dict[str, str]:
    """The clauses of RULES.md: number and text."""
    text = (ROOT / "src" / "alcove" / "games" / name / "RULES.md").read_text(encoding="utf-8")
    parts = re.split(r"^\*\*([VXCA]\d+)\*\*", text.split("\n## Text")[0], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def figures() -> list[Any]:
    return [
        pytest.param(name, figure, id=f"{name}-{figure.name}") for name in GAMES for figure in rulebook(name).figures
    ]


# --- Clauses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_the_law_is_told_once_and_in_order(name: str) -> None:
    assert [clause.number for clause in rulebook(name).clauses] == list(clauses_of_the_law(name))


@pytest.mark.parametrize("name", GAMES)
def test_clauses_carry_the_marks_of_the_law(name: str) -> None:
    for number, text in clauses_of_the_law(name).items():
        marks = set()
        for first, second, confidence in _MARK.findall(text):
            for letter in (first, second):
                if letter:
                    marks.add(Mark(_SOURCES[letter], float(confidence) if letter == "R" else None))  # type: ignore[arg-type]
        assert set(_clause(rulebook(name), number).marks) == marks, number


def _clause(book: Rulebook, number: str) -> Clause:
    return next(clause for clause in book.clauses if clause.number == number)


@pytest.mark.parametrize("name", GAMES)
def test_options_stand_in_the_note_of_their_clause(name: str) -> None:
    known = {spec.name: spec.clause for spec in specs(alcove.game(name).options_type)}
    for clause in rulebook(name).clauses:
        for note in clause.notes:
            assert note.mark in clause.marks
            if note.option is not None:
                assert known[note.option].split()[0].rstrip(",") == clause.number
    told = {note.option for clause in rulebook(name).clauses for note in clause.notes}
    assert set(known) - {"mode", "seats"} <= told


# --- Figures --------------------------------------------------------------------------------------------------------


def play(name: str, figure: Figure) -> State[Any]:
    """Plays a figure to its end; a step that should be refused must be, and by a clause."""
    state = start(alcove.game(name), figure)
    for step in figure.steps:
        if step.refused:
            with pytest.raises(IllegalMoveError) as caught:
                state.play(step.move)
            assert caught.value.refusal.clause, "a figure shows a rule"
        else:
            assert str(state.find(step.move)) == step.move, "figures use our own notation"
            state = state.play(step.move)
    return state


@pytest.mark.parametrize(("name", "figure"), figures())
def test_each_figure_reaches_its_result(name: str, figure: Figure) -> None:
    ends = {row[0]: row[1:] for row in rows(GOLDEN / name / "rulebook.txt")}
    state = play(name, figure)
    outcome = state.outcome()
    found = [state.to_text(), "*" if outcome is None else f"{outcome.result} {outcome.reason}"]
    assert ends[figure.name] == found


@pytest.mark.parametrize("name", GAMES)
def test_figures_have_names_of_their_own_and_none_is_left_over(name: str) -> None:
    names = [figure.name for figure in rulebook(name).figures]
    assert len(set(names)) == len(names)
    assert set(names) == {row[0] for row in rows(GOLDEN / name / "rulebook.txt")}


def test_axom_every_golden_figure_is_shown_under_its_clause() -> None:
    game = alcove.game("axom")
    for clause, title, before, direction, after, *_ in rows(GOLDEN / "axom" / "figures.txt"):
        shown = _first(_clause(rulebook("axom"), clause), before)
        origin = direction.split()[0]
        moves = [step for step in shown.steps if step.move.startswith(origin)]
        if after == "no move":
            assert all(step.refused for step in moves), title
        else:
            [done] = [step for step in moves if not step.refused]
            assert game.from_text(before).play(done.move).to_text().split()[:2] == after.split(), title


def test_axiom_every_golden_figure_is_shown() -> None:
    boards = {start(alcove.game("axiom"), figure).to_text() for figure in rulebook("axiom").figures}
    for path in sorted((GOLDEN / "axiom" / "figures").glob("*.txt")):
        position = next(line for line in path.read_text().splitlines() if line.startswith("position: "))
        assert position.removeprefix("position: ") in boards, path.name


def test_axiom_figures_go_where_the_golden_files_say() -> None:
    """Every move of a golden figure whose end is told is a step of the figure that shows it."""
    shown = {
        start(alcove.game("axiom"), figure).to_text(): figure for figure in rulebook("axiom").figures if figure.steps
    }
    for path in sorted((GOLDEN / "axiom" / "figures").glob("*.txt")):
        told = dict(re.findall(r"^(\w+): (.+)$", path.read_text(), flags=re.MULTILINE))
        if "after" in told:
            assert play("axiom", shown[told["position"]]).to_text() == told["after"], path.name


def test_axxa_figures_agree_with_the_golden_plies() -> None:
    known = {
        (_options(row[1]), _canonical(row[2], row[1]), row[3]): row[4] for row in rows(GOLDEN / "axxa" / "plies.txt")
    }
    agreed = 0
    for figure in rulebook("axxa").figures:
        state = start(alcove.game("axxa"), figure)
        for step in figure.steps:
            if step.refused:
                continue
            after = state.play(step.move)
            expected = known.get((frozenset(figure.options.items()), state.to_text(), step.move))
            assert expected in (None, after.to_text())
            agreed += expected is not None
            state = after
    assert agreed >= 14


def _canonical(before: str, options: str) -> str:
    game, given = alcove.game("axxa"), dict(_options(options))
    if before.startswith("start "):
        return game.initial(deal=before.removeprefix("start ") * 6, **given).to_text()
    return game.from_text(before, **given).to_text()


def _options(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((name, value) for name, _, value in (pair.partition("=") for pair in text.split()))


def test_avalam_every_small_test_of_the_end_is_shown() -> None:
    shown = {figure.position for figure in rulebook("avalam").figures}
    ends = [row[0] for row in rows(GOLDEN / "avalam" / "ends.txt")]
    assert set(ends[:4]) <= shown


def _first(clause: Clause, position: str) -> Figure:
    game = alcove.game("axom")
    return next(figure for figure in clause.figures if start(game, figure).to_text() == position)


# --- Words ----------------------------------------------------------------------------------------------------------


def texts(found: object) -> Iterator[Text]:
    """All texts in a tree of dataclasses and tuples."""
    if isinstance(found, Text):
        yield found
    elif isinstance(found, tuple):
        for part in found:
            yield from texts(part)
    elif hasattr(found, "__dataclass_fields__"):
        for name in found.__dataclass_fields__:
            yield from texts(getattr(found, name))


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_are_complete_and_set_with_care(name: str) -> None:
    for text in (*texts(rulebook(name)), *texts(lesson(name))):
        assert text.en
        assert text.fr
        assert "'" not in text.en + text.fr, f"a typewriter's apostrophe: {text.en} / {text.fr}"
        assert not re.search(r" [:;?!»]|« ", text.fr), f"a breaking space: {text.fr}"
        assert not re.search(r"\w[;?!]", text.fr), f"no space: {text.fr}"


def test_no_sentence_is_copied_from_the_printed_books() -> None:
    printed = set((GOLDEN / "printed_sentences.txt").read_text().split())
    for name in GAMES:
        for text in (*texts(rulebook(name)), *texts(lesson(name))):
            for sentence in re.split(r"(?<=[.!?])\s+", text.fr):
                assert fingerprint(sentence) not in printed, sentence


def fingerprint(sentence: str) -> str:
    """A short hash of a sentence's letters: equal for equal words, and it keeps nobody's text in our tree."""
    letters = re.sub(r"[\W\d_]+", " ", sentence.casefold()).strip()
    return hashlib.sha256(letters.encode()).hexdigest()[:12] if len(letters.split()) >= 5 else ""


def test_titles_of_figures_differ() -> None:
    for name in GAMES:
        titles = Counter(figure.title.fr for figure in rulebook(name).figures)
        assert titles.most_common(1)[0][1] == 1, titles.most_common(1)
