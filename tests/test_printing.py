"""What somebody at a Python prompt sees: games, states and views that tell what they are, and slips told in a sentence."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import alcove
from alcove.core.game import Position, State

NAMES = alcove.games()


def played(name: str, plies: int, **options: Any) -> State[Any]:
    game, rng = alcove.game(name), random.Random(5)
    start = game.initial(**options)
    state = game.initial(**options, seed=3) if game.luck(start) else start
    for _ in range(plies):
        state = state.play(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_game_tells_its_name(name: str) -> None:
    assert repr(alcove.game(name)) == f"alcove.game({name!r})"
    assert eval(repr(alcove.game(name))) is alcove.game(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("plies", [0, 7])
def test_a_printed_state_is_the_board_of_the_terminal(name: str, plies: int) -> None:
    state, game = played(name, plies), alcove.game(name)
    view = game.view(state, state.to_move)
    drawn = ["".join(characters for characters, _ in spans).rstrip() for spans in game.draw(view)]
    assert str(state).splitlines() == str(view).splitlines() == drawn
    assert len(drawn) > 3


@pytest.mark.parametrize("name", NAMES)
def test_the_repr_of_a_view_makes_an_equal_one(name: str) -> None:
    for plies in (0, 3, 9):
        state = played(name, plies)
        view = alcove.game(name).view(state, state.to_move)
        assert eval(repr(view)) == view
        assert view.to_text() in repr(view)
        assert "\n" not in repr(state)


def test_the_repr_tells_options() -> None:
    state = alcove.game("axom").initial(no_move="draw")
    assert repr(state).endswith(" w', no_move='draw')")
    assert eval(repr(state)) == state != alcove.game("axom").initial()


def test_neither_str_nor_repr_of_a_state_shows_what_nobody_has_seen() -> None:
    """A state of AxxA holds the unseen pieces, and `to_text` writes them; what logs and prompts print does not."""
    state = played("axxa", 5)
    worlds = alcove.game("axxa").worlds(alcove.game("axxa").view(state, 0), random.Random(1))
    for other in (next(worlds), next(worlds)):
        assert other.to_text() != state.to_text()
        assert repr(other) == repr(state)
        assert str(other) == str(state)
        assert state.to_text().split()[0] not in repr(state) + str(state)


def test_a_state_of_a_game_that_is_not_of_the_room_is_its_text() -> None:
    class Stranger(type(alcove.game("avalam").initial())):  # type: ignore[misc]
        """As a test or a notebook would define one."""

    start: Any = alcove.game("avalam").initial()
    stranger: Position[Any] = Stranger(start.towers, 0)
    assert str(stranger) == start.to_text()
    assert repr(stranger) == f"<{__name__}.Stranger {start.to_text()}>"


# --- Slips ------------------------------------------------------------------------------------------------------------


def _not_a_number(wrong: Any) -> Any:
    return "2" if wrong == 5 else wrong


SLIPS: list[tuple[str, Callable[[Any, Any, Any], Any]]] = [
    ("move", lambda game, state, wrong: state.play(wrong)),
    ("move", lambda game, state, wrong: state.find(wrong)),
    ("move", lambda game, state, wrong: state.why_not(wrong)),
    ("move", lambda game, state, wrong: game.view(state, 0).find(wrong)),
    ("text", lambda game, state, wrong: game.from_text(wrong)),
    ("text", lambda game, state, wrong: game.view_from_text(wrong)),
    ("text", lambda game, state, wrong: game.from_text(text=wrong)),
    ("state", lambda game, state, wrong: game.view(wrong, 0)),
    ("view", lambda game, state, wrong: game.draw(wrong)),
    ("name", lambda game, state, wrong: alcove.game(wrong)),
    ("state", lambda game, state, wrong: alcove.perft(wrong, 2)),
    ("state", lambda game, state, wrong: alcove.divide(wrong, 2)),
    ("depth", lambda game, state, wrong: alcove.perft(state, _not_a_number(wrong))),
    ("text", lambda game, state, wrong: alcove.read_record(wrong)),
    ("text", lambda game, state, wrong: alcove.read_records(wrong)),
    ("game", lambda game, state, wrong: alcove.Record.of(wrong, state, [])),
    ("start", lambda game, state, wrong: alcove.Record.of(game, wrong, [])),
]


@pytest.mark.parametrize("wrong", [None, 5, [], {}, b"c9-d9", 2.5], ids=repr)
@pytest.mark.parametrize("name", NAMES)
def test_an_argument_of_the_wrong_kind_is_named_in_a_sentence(name: str, wrong: object) -> None:
    game = alcove.game(name)
    state = played(name, 0)
    for argument, slip in SLIPS:
        with pytest.raises(alcove.WrongTypeError) as error:
            slip(game, state, wrong)
        assert str(error.value).startswith(f"{argument}: expected ")
        assert error.value.in_language("fr").startswith(f"{argument} : il faut ")
        assert isinstance(error.value, TypeError)
        assert isinstance(error.value, alcove.AlcoveError)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_of_another_game_is_refused(name: str) -> None:
    for other in NAMES:
        foreign = played(other, 0).legal_moves()[0]
        state = played(name, 0)
        if str(foreign) not in state.moves_by_text:
            with pytest.raises(alcove.IllegalMoveError):
                state.play(foreign)


def test_a_depth_below_zero_is_refused_instead_of_counted_for_ever() -> None:
    state = alcove.game("avalam").initial()
    for count in (lambda: alcove.perft(state, -1), lambda: alcove.divide(state, 0)):
        with pytest.raises(alcove.AlcoveError, match="depth: must be at least"):
            count()
