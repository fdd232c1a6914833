"""Many games in flat arrays, stepped together: moves, ends, restarts, masks and planes, for any kernel.

This module is made once for each game by `instance_for`, with `kernel` bound to the game's kernel module and `room` to its
observation room (or to its encoding, which holds the same names and `places` for `numbers`).

A step touches what it changes. Masks lose the old actions and get the new ones. Of the planes, only what follows from bytes of
the look that have changed is drawn again: a look is small, and comparing two costs a few machine words (docs/decisions/0084).
Every game has luck of its own, two words of it, so nothing depends on how games are shared out among threads.
"""

from typing import Any

import numpy as np

from alcove.compiled.batch_layout import (
    HOLD,
    NEVER,
    SAME_STEP,
    Actions,
    Bytes,
    Flags,
    Games,
    Numbers,
    Reals,
    Settings,
    Words,
)
from alcove.compiled.marks import mark, marked_action
from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit.bits import lowest_bit, set_word, word
from alcove.jit.compile import compiled, inlined, lean
from alcove.jit.random import Generator, below, seed_generator

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
room: Any = globals()["room"]

# --- Planes -------------------------------------------------------------------------------------------------------------

MOST_ACTIONS = 1 << 24
"""No kernel has as many: a mark that names a smaller number is of this position, but for one in a million million."""

LOOK = room.LOOK
N_CELLS, CELL_LAYERS = LOOK.n_cells, LOOK.cell_layers
ON_CELLS = CELL_LAYERS * N_CELLS
N_WORDS = (LOOK.size + 7) // 8
PADDED = 8 * N_WORDS
"""How long a row of looks is that is compared by words."""


def _marks() -> tuple[Actions, Actions, Reals]:
    """What each byte of each layer of cells writes: where its part begins, then planes (as places in a row) and values."""
    starts, planes, values = [0], [], []
    for layer in range(CELL_LAYERS):
        first, count = LOOK.spans[layer]
        for byte in range(256):
            for plane in range(count):
                if LOOK.table[layer, byte, plane] != 0.0:
                    planes.append((first + plane) * N_CELLS)
                    values.append(LOOK.table[layer, byte, plane])
            starts.append(len(planes))
    return np.array(starts, np.int32), np.array(planes, np.int32), np.array(values, np.float32)


MARKS_OF, MARK_PLANE, MARK_VALUE = _marks()
LAYER_OF = np.array([place // N_CELLS * 256 for place in range(ON_CELLS)] + [0] * 8, np.int32)
CELL_OF = np.array([place % N_CELLS for place in range(ON_CELLS)] + [0] * 8, np.int32)
SPANS, TABLE = LOOK.spans, LOOK.table


@lean
def _draw_again(state: Bytes, fresh: Bytes, seen: Bytes, planes: Reals) -> None:
    """Bring planes up to date: `seen` is what they were drawn from, and becomes `fresh`."""
    for number in range(N_WORDS):
        now = word(fresh, number)
        changed = now ^ word(seen, number)
        while changed:
            shift = np.uint64(lowest_bit(changed) & 56)
            changed &= ~(np.uint64(255) << shift)
            place = np.int64(8 * number) + np.int64(shift >> np.uint64(3))
            if place < ON_CELLS:
                row, cell = LAYER_OF[place], CELL_OF[place]
                before, after = row + seen[place], row + fresh[place]
                for i in range(MARKS_OF[before], MARKS_OF[before + 1]):
                    planes[MARK_PLANE[i] + cell] = 0.0
                for i in range(MARKS_OF[after], MARKS_OF[after + 1]):
                    planes[MARK_PLANE[i] + cell] = MARK_VALUE[i]
            else:
                layer = place - ON_CELLS + CELL_LAYERS
                first, byte = SPANS[layer, 0], fresh[place]
                for plane in range(SPANS[layer, 1]):
                    value, start = TABLE[layer, byte, plane], (first + plane) * N_CELLS
                    for cell in range(start, start + N_CELLS):
                        planes[cell] = value
        set_word(seen, number, now)


# --- One game -----------------------------------------------------------------------------------------------------------


@inlined
def _places_as_numbers(state: Bytes, actions: Actions, n: int, found: Numbers, origins: Numbers) -> None:
    room.places(state, actions, n, found, origins)


@inlined
def _own_numbers(state: Bytes, actions: Actions, n: int, found: Numbers, origins: Numbers) -> None:
    room.numbers(state, actions, n, found)


@inlined
def _no_luck(state: Bytes, generator: Generator) -> None:
    """A start that is always the same."""


@inlined
def _own_luck(state: Bytes, generator: Generator) -> None:
    room.begin(state, generator)


@inlined
def _follow_nothing(state: Bytes, action: int, undo: Words, mask: Flags, planes: Reals) -> None:
    """Mask and planes are brought up to date by what is seen."""


@inlined
def _own_follow(state: Bytes, action: int, undo: Words, mask: Flags, planes: Reals) -> None:
    room.follow(state, action, undo, mask, planes)


@inlined
def _plain_look(state: Bytes, actions: Actions, n: int, seen: Bytes) -> None:
    room.look(state, seen)


_look = room.look_with if hasattr(room, "look_with") else _plain_look
FOLLOWS = hasattr(room, "follow")
"""Does the game tell what an action changes in mask and planes?"""
_follow = _own_follow if FOLLOWS else _follow_nothing
_redraw = room.redraw if hasattr(room, "redraw") else _draw_again
_number = _own_numbers if hasattr(room, "numbers") else _places_as_numbers
_begin = _own_luck if hasattr(room, "begin") else _no_luck


@inlined
def _clear_moves(games: Games, game: int) -> None:
    """Take the legal actions out of the mask."""
    numbers = games.numbers[game]
    mask = games.mask[game]
    for i in range(games.n_legal[game]):
        mask[np.uint16(numbers[i])] = False
    games.n_legal[game] = 0


@inlined
def _list_moves(games: Games, game: int, origins: Numbers, with_mask: bool) -> int:
    """Bring the list of legal actions up to date, and perhaps the mask; how many there are."""
    if with_mask:
        _clear_moves(games, game)
    state, actions, numbers, mask = games.states[game], games.legal[game], games.numbers[game], games.mask[game]
    n = kernel.moves(state, actions)
    games.n_legal[game] = n
    _number(state, actions, n, numbers, origins)
    if with_mask:
        for i in range(n):
            mask[np.uint16(numbers[i])] = True
    games.to_move[game] = kernel.to_move(state)
    return n


@inlined
def _observe(games: Games, game: int, fresh: Bytes) -> None:
    """Bring the observation up to date."""
    state, seen = games.states[game], games.seen[game]
    actions, n = games.legal[game], games.n_legal[game]
    past = games.past[game, : games.n_past[game]]
    if games.planes.shape[1] == 0:
        _look(state, actions, n, seen)
        room.recall(state, past, seen)
    else:
        _look(state, actions, n, fresh)
        room.recall(state, past, fresh)
        _redraw(state, fresh, seen, games.planes[game])


@inlined
def _start(games: Games, game: int, start: Bytes) -> None:
    """Begin a new game."""
    state = games.states[game]
    for i in range(start.shape[0]):
        state[i] = start[i]
    _begin(state, games.luck[game])
    games.n_past[game], games.plies[game], games.is_over[game] = 0, 0, False


@inlined
def _action_of(games: Games, game: int, number: int) -> int:
    """The kernel's action of a legal number. All are looked at, since a machine compares many at once."""
    numbers, wanted, found = games.numbers[game], np.int16(number), np.int32(0)
    for i in range(games.n_legal[game]):
        if numbers[i] == wanted:
            found = np.int32(i)
    return games.legal[game, found]


@lean
def _times_played(past: Words, n: int, played: int) -> int:
    times = 0
    for i in range(n):
        times += past[i] == played
    return times


@lean
def _times_stood(past: Words, n: int, here: int) -> int:
    """How often a position has stood before."""
    times = 0
    for i in range(n):
        times += 0 <= marked_action(past[i], here) < MOST_ACTIONS
    return times


@inlined
def _play(games: Games, game: int, settings: Settings, action: int, undo: Words) -> bool:
    """Play an action; does its side lose by it, since it has played it here too often?"""
    state, loses = games.states[game], False
    remembers = settings.loses > 0 or settings.draws > 0
    if remembers:
        n = games.n_past[game]
        played = mark(kernel.key(state), action)
        loses = settings.loses > 0 and _times_played(games.past[game], n, played) >= settings.loses - 1
        games.past[game, n] = played
        games.n_past[game] = n + 1
    kernel.make(state, action, undo)
    games.plies[game] += 1
    if remembers and room.is_new(state):
        games.n_past[game] = 0
    return loses


@inlined
def _result(games: Games, game: int, settings: Settings, n: int) -> int:
    """How a game stands that has n legal actions."""
    state = games.states[game]
    if n == 0:
        return kernel.result(state)
    if settings.draws > 0:
        times = _times_stood(games.past[game], games.n_past[game], kernel.key(state))
        if times >= settings.draws - 1:
            return DRAW
    return DRAW if 0 < settings.draw_plies <= games.plies[game] else ONGOING


@inlined
def _forget_rewards(games: Games, game: int) -> None:
    for seat in range(games.rewards.shape[1]):
        games.rewards[game, seat] = 0.0


@inlined
def _forget_end(games: Games, game: int) -> None:
    games.terminated[game], games.truncated[game] = False, False
    _forget_rewards(games, game)


@inlined
def _step(
    games: Games,
    game: int,
    settings: Settings,
    start: Bytes,
    first_planes: Reals,
    number: int,
    undo: Words,
    fresh: Bytes,
    origins: Numbers,
) -> None:
    begins, follows = games.is_over[game], FOLLOWS and games.planes.shape[1] > 0
    if begins and settings.restart == NEVER:  # over it stays, but its rewards are given once
        _forget_rewards(games, game)
        return
    _forget_end(games, game)
    if number == HOLD:
        return
    side, result = games.to_move[game], ONGOING
    if not begins:
        if 0 <= number < games.mask.shape[1] and games.mask[game, number]:
            action = _action_of(games, game, number)
            loses = _play(games, game, settings, action, undo)
            if follows:
                _follow(games.states[game], action, undo, games.mask[game], games.planes[game])
        else:  # whoever lets masked actions through has said that they lose
            loses = True
        if loses:
            result = SEAT_1_WINS if settings.shares_fate or side == 0 else SEAT_0_WINS
    while True:  # once more where another game begins
        if begins:
            _start(games, game, start)
        n = _list_moves(games, game, origins, begins or not follows)
        if begins:
            break
        if result == ONGOING:
            result = _result(games, game, settings, n)
        is_broken_off = result == ONGOING and games.plies[game] >= settings.most_plies
        if result == ONGOING and not is_broken_off:
            break
        games.terminated[game], games.truncated[game] = not is_broken_off, is_broken_off
        if not is_broken_off:
            for seat in range(games.rewards.shape[1]):
                games.rewards[game, seat] = result if settings.shares_fate or seat == 0 else -result
        if settings.restart != SAME_STEP:
            games.is_over[game] = True
            _clear_moves(games, game)
            break
        begins = True
    if not follows:
        _observe(games, game, fresh)
    elif begins:
        planes = games.planes[game]
        for i in range(planes.shape[0]):
            planes[i] = first_planes[i]


# --- Many ---------------------------------------------------------------------------------------------------------------


@lean
def begin(games: Games, seed: int) -> None:
    """Give all games the luck of a seed, and let the next step start them anew."""
    for game in range(games.is_over.shape[0]):
        seed_generator(games.luck[game], seed, 2 * game)
        seed_generator(games.choice[game], seed, 2 * game + 1)
        games.is_over[game] = True


@compiled
def step(
    games: Games, settings: Settings, start: Bytes, first_planes: Reals, actions: Words, first: int, last: int
) -> None:
    """Play an action in each of the games numbered `first` to `last` − 1. `first_planes` are those of `start`."""
    undo = np.empty(kernel.UNDO_SIZE, np.int64)
    fresh, origins = np.zeros(PADDED, np.uint8), np.empty(kernel.MAX_MOVES, np.int16)
    for game in range(first, last):
        _step(games, game, settings, start, first_planes, actions[game], undo, fresh, origins)


@lean
def first_masked(games: Games, actions: Words) -> int:
    """The first game whose action is none of its legal ones, −1 if there is none. Games that are over take any."""
    for game in range(actions.shape[0]):
        number = actions[game]
        if (
            number != HOLD
            and not games.is_over[game]
            and not (0 <= number < games.mask.shape[1] and games.mask[game, number])
        ):
            return game
    return -1


@lean
def sample(games: Games, actions: Words, first: int, last: int) -> None:
    """A random legal action for each game, every one as likely as every other; 0 for a game that is over."""
    for game in range(first, last):
        n = games.n_legal[game]
        actions[game] = games.numbers[game, below(games.choice[game], n)] if n else 0
