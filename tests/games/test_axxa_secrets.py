"""AxxA's unseen pieces stay unseen: whatever a player, a log or an error gets is the same for every hidden world."""

import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from alcove.core.errors import IllegalMoveError
from alcove.core.text import LANGUAGES
from alcove.games.axxa import GAME, State, View
from alcove.games.axxa.board import CELLS
from alcove.games.axxa.rules import UNSEEN
from alcove.games.axxa.view import view_of

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mode": "coop", "seats": 3, "take_after_payment": "yes"},
    {"mode": "duel", "second_cycle": "yes"},
    {"mode": "duel", "skip_dead": "no", "shape": "side"},
]
SOME_MOVES = ("c7-c6", "c7-c6*", "a3-b3", "g4-d4*", "d4-d5", "=c7.d7.e7", "$d4", "$e1", "h9-a1", "nonsense")


def random_states(options: dict[str, Any], games: int = 8) -> Iterator[State]:
    for seed in range(games):
        rng = random.Random(seed)
        state = GAME.initial(seed=seed, **options)
        while state.legal_moves():
            yield state
            state = state.play(rng.choice(state.legal_moves()))
        yield state


def everything_shown(state: State) -> list[object]:
    """All that leaves a state towards people: texts, moves, refusals, errors, drawings."""
    view = GAME.view(state, 0)
    shown: list[object] = [repr(state), str(state), f"{state}", repr(view), view.to_text(), hash(view), vars(view)]
    shown += [state.legal_moves(), view.legal_moves(), state.outcome(), view.outcome(), GAME.luck(view), state.revealed]
    for text in SOME_MOVES:
        shown += [state.why_not(text), view.why_not(text), error_of(state, text)]
    for language in LANGUAGES:
        shown += [GAME.draw(state, language), GAME.draw(view, language)]
    return shown


def error_of(state: State, text: str) -> str:
    try:
        state.play(text)
    except IllegalMoveError as error:
        return f"{error!r} {error} {error.text} {vars(error)}"
    return ""


@pytest.mark.parametrize("options", OPTIONS)
def test_states_that_differ_only_in_unseen_pieces_show_the_same(options: dict[str, Any]) -> None:
    different = 0
    for state in islice(random_states(options), 0, None, 3):
        worlds = GAME.worlds(GAME.view(state, 0), random.Random(5))
        shown = everything_shown(state)
        for world in islice(worlds, 3):
            different += world != state
            assert everything_shown(world) == shown
    assert different > 100


@pytest.mark.parametrize("options", OPTIONS)
def test_a_view_holds_no_unseen_piece(options: dict[str, Any]) -> None:
    """A pile of a view is digits and `?` wherever one looks, and pickling brings nothing else to light."""
    for state in random_states(options, games=3):
        view = GAME.view(state, 0)
        view.legal_moves()
        again = pickle.loads(pickle.dumps(view))
        assert isinstance(again, View)
        assert not isinstance(again, State)
        assert (again, vars(again).keys()) == (view, vars(view).keys())
        for pile in piles_in(vars(again)):
            assert not set(pile) & set(UNSEEN)
        hidden = sum(piece in UNSEEN for _, pile in state.piles for piece in pile)
        assert "".join(pile for _, pile in again.piles).count("?") == hidden


def piles_in(found: object) -> Iterator[str]:
    """Every text in an object that could be pieces of a pile: one to three digits or letters, and no cell's name."""
    if isinstance(found, str):
        if re.fullmatch("[1-6a-f]{1,3}", found) and found not in CELLS:
            yield found
    elif isinstance(found, dict):
        for key, value in found.items():
            yield from piles_in(key)
            yield from piles_in(value)
    elif isinstance(found, tuple | list):
        for part in found:
            yield from piles_in(part)


def test_a_planted_marker_is_found_where_it_is_and_nowhere_else() -> None:
    """All unseen pieces but one are seen, so the one letter left is the marker; deducible by counting, it stays `?`."""
    start = GAME.initial(seed=11)
    marked = "g5:" + dict(start.piles)["g5"]
    open_piles = [
        f"{cell}:{pile[0]}" + "".join(str(UNSEEN.index(p) + 1) for p in pile[1:]) for cell, pile in start.piles
    ]
    open_piles[-1] = marked[:4] + open_piles[-1][4:5] + marked[5]
    state = GAME.from_text(f"{','.join(open_piles)} 1 - 0 move 1")
    assert state.to_text().split(" ")[0].endswith(marked[5])
    view = GAME.view(state, 0)
    assert view.to_text().split(" ")[0].endswith("?")
    assert view.to_text().count("?") == 1
    assert list(islice(GAME.worlds(view, random.Random(1)), 3)) == [state] * 3


def test_every_seat_has_the_same_view_and_a_view_of_a_view_is_itself() -> None:
    state = GAME.initial(seed=1, mode="duel")
    assert GAME.view(state, 0) == GAME.view(state, 1)
    assert view_of(GAME.view(state, 0)) == GAME.view(state, 0)


@pytest.mark.parametrize("options", OPTIONS)
def test_views_can_be_read_from_their_text(options: dict[str, Any]) -> None:
    for state in random_states(options, games=5):
        view = GAME.view(state, 0)
        again = GAME.view_from_text(view.to_text(), **options)
        assert again == view
        assert again.left == view.left, "what is left of each number follows from the text"


def test_worlds_keep_what_is_known_and_every_piece() -> None:
    for state in random_states({}, games=3):
        view = GAME.view(state, 0)
        for world in islice(GAME.worlds(view, random.Random(2)), 3):
            assert GAME.view(world, 0) == view
            assert GAME.from_text(world.to_text()) == world


def test_worlds_are_drawn_evenly_and_repeat_with_the_same_rng() -> None:
    """5, 5 and 6 in three places: three arrangements, each about 2,000 times in 6,000 (within five deviations)."""
    text = "a3:123,a4:123,a5:123,c1:123,c7:123,d1:123,d7:456,e1:456,e7:456,g3:4?6,g4:4?6,g5:45? 1 - 0 move 1"
    view = GAME.view_from_text(text)
    drawn = list(islice(GAME.worlds(view, random.Random(3)), 6000))
    counts = Counter(world.to_text() for world in drawn)
    unseen = {"".join(p for _, pile in world.piles for p in pile if p in UNSEEN) for world in drawn}
    assert unseen == {"eef", "efe", "fee"}
    assert all(abs(count - 2000) < 5 * (6000 * (1 / 3) * (2 / 3)) ** 0.5 for count in counts.values())
    assert list(islice(GAME.worlds(view, random.Random(3)), 10)) == drawn[:10]
