"""The page's types say what the server says."""

from pathlib import Path
from typing import get_args

from alcove.core.registry import games
from alcove.server.web.routes import bodies
from alcove.server.web.typescript import FLAT, MESSAGES, files
from alcove.server.wire import messages

PAGE = Path(__file__).parents[2] / "web" / "src"


def test_the_types_in_the_tree_are_the_generated_ones() -> None:
    for place, text in files().items():
        assert (PAGE / place).read_text(encoding="utf-8") == text, f"{place}: run `make types`"


def test_every_message_has_its_type_and_every_game_of_the_house_a_file_of_its_own() -> None:
    written = files()
    for struct in (*get_args(messages.Incoming), *get_args(messages.Outgoing), *bodies.values()):
        assert f"export interface {struct.__name__} " in written[MESSAGES]
    for place in (PAGE / "games").iterdir():
        assert "export interface Scene " in written[Path("games", place.name, "scene.ts")]
    assert "export interface Ground " in written[FLAT]


def test_the_messages_name_no_game() -> None:
    assert not [name for name in games() if name in files()[MESSAGES].casefold()]


def test_what_comes_in_may_leave_out_defaults_and_what_goes_out_does_only_where_its_struct_says_so() -> None:
    written = files()
    assert "readonly seen_n?: number | null;" in written[MESSAGES]
    assert "readonly clause: string | null;" in written[MESSAGES]
    assert "readonly chip?: string;" in written[FLAT]
    assert "readonly cells: readonly string[];" in written[FLAT]
