"""Names that the eye cannot tell apart, and characters that nobody sees (UTS #39)."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command as alembic

from alcove.server.base import lookalikes
from alcove.server.people import names
from alcove.server.store.database import DATABASE, alembic_on
from alcove.table.refusals import RefusedError

from .pages import Browser, House, house
from .test_people import PASSWORD, register

INVISIBLE = {
    "Margot\ufe0f": "U+FE0F (VARIATION SELECTOR-16)",
    "Al\u034fcove": "U+034F (COMBINING GRAPHEME JOINER)",
    "ad\u034fmin": "U+034F (COMBINING GRAPHEME JOINER)",
    "\u3164\u3164": "U+3164 (HANGUL FILLER)",
    "A\uffa0da": "U+FFA0 (HALFWIDTH HANGUL FILLER)",
    "A\u200dda": "U+200D (ZERO WIDTH JOINER)",
    "A\u00adda": "U+00AD (SOFT HYPHEN)",
    "A\U000e0061da": "U+E0061 (TAG LATIN SMALL LETTER A)",
}


@pytest.mark.parametrize(("name", "character"), INVISIBLE.items())
def test_h8_a_character_that_nobody_sees_is_refused_by_its_name(name: str, character: str) -> None:
    with pytest.raises(RefusedError) as refused:
        names.cleaned(name)
    assert refused.value.code == "bad_name"
    assert character in refused.value.text.en
    assert character in refused.value.text.fr


def take(browser: Browser, name: str) -> int:
    return browser.rest.post("/api/account", json={"name": name, "password": PASSWORD}).status_code


TWINS = [
    ("Margot", "Margot\ufe0f", 400),
    ("Ace", "Асе", 409),  # the second is Cyrillic from end to end
    ("Асе", "Ace", 409),
    ("Alice", "AIice", 409),  # a capital i
    ("alice", "A1ice", 409),
    ("Ida", "lda", 409),
    ("Zoé", "Ｚｏｅ\u0301", 409),  # full width, and the accent apart
    ("Sofia", "Soﬁa", 409),  # a ligature
    ("Modern", "Modem", 409),
    ("Bob0", "BobO", 409),
]


@pytest.mark.parametrize(("name", "twin", "status"), TWINS)
def test_h8_no_second_name_that_looks_like_one_that_is_taken(room: House, name: str, twin: str, status: int) -> None:
    assert take(room.browser(), name) == 201
    assert take(room.browser(), twin) == status


def test_h8_names_that_only_resemble_each_other_are_two(room: House) -> None:
    for name in ("ida", "lda", "Ada", "Adam", "Zoe", "Zoé", "Анна", "Ελένη"):
        assert take(room.browser(), name) == 201, name


@pytest.mark.parametrize("name", ["Adrnin", "R00t", "AIcove", "Alc0ve2", "арі"])
def test_h8_nobody_looks_like_the_room_itself(name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        names.cleaned(name)
    assert "reserved" in refused.value.text.en


@pytest.mark.parametrize(
    "name", ["Анна", "Ελένη", "Ada", "さくら花子", "サクラー", "김철수", "李雷", "שרה", "سارة١", "नेहा"]
)
def test_h8_a_name_in_one_script_is_welcome(name: str) -> None:
    assert names.cleaned(name) == name


@pytest.mark.parametrize("name", ["Adа", "Adaο", "Аdam", "Adaさ", "Ada١", "Анна李", "Adaה"])
def test_h8_a_name_in_several_scripts_is_not(name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        names.cleaned(name)
    assert "one alphabet" in refused.value.text.en


def test_the_skeletons_of_uts_39() -> None:
    for one, other in (("раураl", "paypal"), ("ѕсоре", "scope"), ("1l|I"[:2], "lI"), ("ﬃ", "ffi"), ("rn", "m")):
        assert lookalikes.skeleton(one) == lookalikes.skeleton(other)
    assert lookalikes.skeleton(lookalikes.skeleton("Ａ𝐛с")) == lookalikes.skeleton("Ａ𝐛с")


def test_the_name_of_somebody_who_left_stays_taken_with_its_twins(room: House) -> None:
    ada = room.browser()
    register(ada, "Alice")
    assert ada.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert take(room.browser(), "ALICE") == 409
    assert take(room.browser(), "AIice") == 409


def test_h8_accounts_from_before_keep_their_names_and_nobody_gets_their_twin(tmp_path: Path) -> None:
    """Two that look alike already both stay; a name that was retired stays retired."""
    file = sa.create_engine(f"sqlite:///{tmp_path / DATABASE}")
    with file.begin() as connection:
        alembic.upgrade(alembic_on(connection), "0010")
    with closing(sqlite3.connect(tmp_path / DATABASE)) as old:
        for number, name in enumerate(("Alice", "AIice")):
            row = (f"{number:032}", name, lookalikes.folded(name), "x", False, "2026-01-01")
            old.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)", row)
        old.execute("INSERT INTO retired_names VALUES (?, ?)", (names.digest("Bernard"), "2026-01-01"))
        old.commit()
    with house(tmp_path) as room:
        assert room.browser().rest.get("/api/people/AIice").json()["name"] == "AIice"
        assert room.browser().rest.get("/api/people/alice").json()["name"] == "Alice"
        assert take(room.browser(), "aIice") == 409
        assert take(room.browser(), "BERNARD") == 409
