"""Axiom's engine misses no win in one or two, and allows none that can be avoided.

What is right is found here by trying every move with the kernel, to the end: no evaluation, no search of ours.
"""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from alcove.compiled.results import ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.games.axiom import kernel
from alcove.games.axiom.columns import SIDE, Packed
from alcove.games.axiom.rules import Options, State, from_text, initial
from alcove.players.engine import Engine, Limits, engine

LIMITS = Limits(nodes=60_000)


@pytest.fixture(scope="module")
def thinker() -> Engine:
    return engine("axiom", megabytes=16)


def actions_of(packed: Packed) -> list[int]:
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    return [int(action) for action in actions[: kernel.moves(packed, actions)]]


def after(packed: Packed, action: int) -> Packed:
    child, undo = packed.copy(), np.empty(kernel.UNDO_SIZE, np.int64)
    kernel.make(child, action, undo)
    return child


def has_won(packed: Packed, side: int) -> bool:
    """C18 to C20."""
    return bool(kernel.result(packed) == (SEAT_0_WINS, SEAT_1_WINS)[side])


def wins_in_one(packed: Packed) -> bool:
    """Does some move end the game at once, in the mover's favour?"""
    side = int(packed[SIDE])
    return any(has_won(after(packed, action), side) for action in actions_of(packed))


def wins_in_two_by(packed: Packed, action: int) -> bool:
    """Does the mover win at once, or next time whatever the answer?"""
    side = int(packed[SIDE])
    child = after(packed, action)
    if kernel.result(child) != ONGOING:
        return has_won(child, side)
    for answer in actions_of(child):
        grandchild = after(child, answer)
        if not (wins_in_one(grandchild) if kernel.result(grandchild) == ONGOING else has_won(grandchild, side)):
            return False
    return True


def is_lost_in_two(packed: Packed, action: int) -> bool:
    """Does the other side win in one or two after this move?"""
    child = after(packed, action)
    if kernel.result(child) != ONGOING:
        return not has_won(child, int(packed[SIDE]))
    return any(wins_in_two_by(child, answer) for answer in actions_of(child))


def chosen(thinker: Engine, state: State) -> int:
    thinker.forget()
    return kernel.action_of(kernel.pack(state), thinker.best_move(state, LIMITS))  # type: ignore[arg-type]


def random_positions(seed: int) -> Iterator[State]:
    """Positions of random games where nobody wins at once."""
    rng = random.Random(seed)
    while True:
        state = initial(Options())
        for _ in range(rng.randrange(5, 40)):
            moves = state.legal_moves()
            if not moves:
                break
            state = state.play_unchecked(rng.choice(moves))
        if state.outcome() is None:
            yield State(state.cubes, state.sceptres, state.side, state.options)


def test_wins_in_one_are_played(thinker: Engine) -> None:
    found = 0
    for state in random_positions(1):
        packed = kernel.pack(state)
        if wins_in_one(packed):
            assert has_won(after(packed, chosen(thinker, state)), state.side), state.to_text()
            found += 1
            if found == 25:
                return


def test_wins_in_two_are_played(thinker: Engine) -> None:
    found = 0
    for state in random_positions(2):
        packed = kernel.pack(state)
        if not wins_in_one(packed) and any(wins_in_two_by(packed, action) for action in actions_of(packed)):
            assert wins_in_two_by(packed, chosen(thinker, state)), state.to_text()
            found += 1
            if found == 8:
                return


def test_no_loss_in_one_or_two_is_allowed_that_can_be_avoided(thinker: Engine) -> None:
    """Positions where the other side has a win in one if nothing is done, so that most moves lose."""
    found = 0
    for state in random_positions(3):
        packed = kernel.pack(state)
        passed = kernel.pack(State(state.cubes, state.sceptres, 1 - state.side, state.options))
        if wins_in_one(packed) or not wins_in_one(passed):
            continue
        action = chosen(thinker, state)
        if is_lost_in_two(packed, action):
            assert all(is_lost_in_two(packed, other) for other in actions_of(packed)), state.to_text()
        found += 1
        if found == 40:
            return


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (  # fig. 2: the diagonal
            "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(1,0,2)x+ wC(-1,1,1)x+z+ "
            "wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(0,1,2)z- wC(1,1,2)x- bS(-1,0,2)z+ bS(1,0,2)z+ "
            "wS(0,1,2)y+ wS(1,1,2)z+ b",
            "S(-1,0,2)-(0,1,2)z+",
        ),
        (  # the 2008 sheet's diagonal
            "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(0,1,2)z- wC(-1,1,1)x+z+ "
            "wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(1,1,2)x- wC(-1,0,3)z- bS(1,0,1)y- bS(0,1,2)z+ "
            "wS(1,1,2)z+ wS(-1,0,3)z+ b",
            "S(1,0,1)-(-1,0,3)y-",
        ),
    ],
)
def test_the_wins_of_the_figures(thinker: Engine, text: str, move: str) -> None:
    state = from_text(text, Options())
    analysis = thinker.analyse(state, Limits(nodes=2_000))
    assert analysis.best.exact
    assert state.wins(state.find(analysis.best.moves[0]))
    assert analysis.best.score_text.en == "wins in 1 move"
    assert state.wins(state.find(move))
