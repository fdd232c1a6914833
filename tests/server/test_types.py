"""The page's types say what the server says."""

from pathlib import Path
from typing import get_args

import alcove
from alcove.server.web.routes import bodies
from alcove.server.web.typescript import typescript
from alcove.server.wire import messages

TYPES = Path(__file__).parents[2] / "web" / "src" / "api" / "types.ts"


def test_the_types_in_the_tree_are_the_generated_ones() -> None:
    assert TYPES.read_text() == typescript(), "run `make types`"


def test_every_message_and_every_game_has_its_type() -> None:
    written = typescript()
    for struct in (*get_args(messages.Incoming), *get_args(messages.Outgoing), *bodies.values()):
        assert f"export interface {struct.__name__}" in written
    for name in alcove.games():
        assert f"readonly {name}: {{ readonly scene: {name.capitalize()}Scene;" in written


def test_what_comes_in_may_leave_out_defaults_and_what_goes_out_never_does() -> None:
    written = typescript()
    assert "readonly seen_n?: number | null;" in written
    assert "readonly clause: string | null;" in written


def test_scenes_take_the_games_name() -> None:
    written = typescript()
    assert "export interface Frame<G extends GameName = GameName>" in written
    assert 'readonly scene: Scenes[G]["scene"];' in written
    assert "readonly frame: Frame<G>;" in written
