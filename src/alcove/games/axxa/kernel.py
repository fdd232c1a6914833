"""AxxA's accelerator: the answers of `rules.py` on flat arrays of small integers, compiled.

A packed state is a whole *world*: every piece has its number, and a bit says whether anybody has seen it. `pack` also
takes a view; its unseen pieces are then `HIDDEN`, and `deal` fills them in, so that an engine that starts from a view
never holds a piece it should not know.

A pile keeps its *slot* of four bytes as long as it stands, so a ply touches few bytes. Ways over the board and sets of
neighbouring cells are bit masks over the 37 cells. `make` saves the whole state (16 words) and `unmake` puts it back.

An *action* is the same in every position: a slide is `(37 · origin + target) · 2 + turned`, then come the 37 payments
and the 452 triples of neighbouring cells.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit import compiled, lean
from alcove.jit.bits import disjoint, lowest_bit, set_word, word
from alcove.jit.random import Generator, below, mixed

from .board import CELLS, ROUTES
from .rules import HIDDEN as HIDDEN_MARK, NUMBERS, SEEN, SET, UNSEEN, Move, Options, Pay, Slide, State, Table, Take
from .tables import (
    ALL_TRIPLES,
    BIT,
    CELL_NUMBER,
    COUNT,
    IS_TRIPLE,
    LOWEST,
    MORE,
    N_CELLS,
    N_SLOTS,
    N_TRIPLES,
    ONE_WAY,
    OTHER_WAY,
    SHAPES,
    TARGET,
    THIRDS,
    TRIPLE_CELLS,
    TRIPLE_MASK,
    TRIPLE_NUMBER,
)

Packed = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int32]
Undo = npt.NDArray[np.int64]

# --- Actions ----------------------------------------------------------------------------------------------------------

PAYMENTS = 2 * N_CELLS * N_CELLS  # where the actions of payments begin
CHOICES = PAYMENTS + N_CELLS  # where the actions of choices begin
N_ACTIONS = CHOICES + N_TRIPLES

# --- Layout of a packed state -----------------------------------------------------------------------------------------

KEY, OCCUPIED, COUNTS, FACTS = 0, 1, 8, 9  # numbers of 64-bit words: the key, the mask of cells with a pile, and two
# words that go into the key as they are
SLOTS = 16  # 12 × 4 bytes: cell, top, second and third piece; all zero where a pile is gone
ASIDE = 64  # how many of each number were paid
TRIPLETS = 70  # taken by each side; alone and together all are in the first byte
NEEDED, PHASE, SEAT, SEATS, DUEL, SHAPE, TAKES_AFTER_PAYMENT, SKIP_AND_CYCLE = range(72, 80)
LEFT = 80  # how many of each number are on the board
N_PILES = 86
SLOT_AT = 88  # a byte a cell: the slot of its pile, if there is one
STATE_SIZE = SLOT_AT + N_CELLS + 3

PHASES = ("move", "take", "pay")
MOVE, TAKE, PAY = range(3)
NUMBER, HIDDEN = 7, 8  # a piece is its number, and this bit while nobody has seen it
SKIP_DEAD, SECOND_CYCLE = 1, 2  # the bits of SKIP_AND_CYCLE

N_WORDS = STATE_SIZE // 8
UNDO_SIZE = N_WORDS
MAX_MOVES = 2 * N_SLOTS * max(map(len, ROUTES.values()))
MAX_PLIES = 80  # 33 turns of two plies (A10), and a choice more for each of the twelve triplets of a second cycle


def pack(table: Table) -> Packed:
    """The packed form of a state, or of a view with its unseen pieces `HIDDEN`."""
    options = table.options
    packed = np.zeros(STATE_SIZE, np.uint8)
    for slot, (cell, pile) in enumerate(table.piles):
        number = CELL_NUMBER[cell]
        pieces = [_PIECE[piece] for piece in pile]
        packed[SLOTS + 4 * slot : SLOTS + 4 * slot + 1 + len(pile)] = [number, *pieces]
        packed[SLOT_AT + number] = slot
        packed.view(np.uint64)[OCCUPIED] |= BIT[number]
    packed[N_PILES] = len(table.piles)
    for number in NUMBERS:
        packed[ASIDE + number - 1] = table.aside.count(str(number))
        packed[LEFT + number - 1] = table.on_board(number)
    packed[TRIPLETS : TRIPLETS + len(table.triplets)] = table.triplets
    packed[NEEDED] = table.needed or 0
    packed[PHASE] = PHASES.index(table.phase)
    packed[SEAT], packed[SEATS], packed[DUEL] = table.seat, options.seats, options.is_duel
    packed[SHAPE] = SHAPES.index(options.shape)
    packed[TAKES_AFTER_PAYMENT] = options.take_after_payment == "yes"
    packed[SKIP_AND_CYCLE] = SKIP_DEAD * (options.skip_dead == "yes") + SECOND_CYCLE * (options.second_cycle == "yes")
    packed.view(np.int64)[KEY] = key_of(packed)
    return packed


_PIECE = {mark: number for number, mark in enumerate(SEEN, 1)}
_PIECE |= {mark: HIDDEN + number for number, mark in enumerate(UNSEEN, 1)} | {HIDDEN_MARK: HIDDEN}
_MARK = {piece: mark for mark, piece in _PIECE.items()}


def unpack(packed: Packed, options: Options) -> State:
    """The state that `packed` holds."""
    piles = []
    for slot in range(N_SLOTS):
        cell, *pieces = (int(byte) for byte in packed[SLOTS + 4 * slot : SLOTS + 4 * slot + 4])
        if pieces[0]:
            piles.append((CELLS[cell], "".join(_MARK[piece] for piece in pieces if piece)))
    aside = "".join(str(number) * int(packed[ASIDE + number - 1]) for number in NUMBERS)
    triplets = tuple(int(count) for count in packed[TRIPLETS : TRIPLETS + (2 if options.is_duel else 1)])
    needed, phase, seat = (int(byte) for byte in packed[[NEEDED, PHASE, SEAT]])
    return State(tuple(sorted(piles)), needed or None, aside, triplets, PHASES[phase], seat, options)


def action_of(packed: Packed, move: Move) -> int:
    match move:
        case Slide():
            return (N_CELLS * CELL_NUMBER[move.origin] + CELL_NUMBER[move.target]) * 2 + move.turned
        case Pay():
            return PAYMENTS + CELL_NUMBER[move.cell]
        case Take():
            return CHOICES + TRIPLE_NUMBER[move.cells]


def move_of(packed: Packed, action: int) -> Move:
    if action >= CHOICES:
        return Take(ALL_TRIPLES[action - CHOICES])
    if action >= PAYMENTS:
        return Pay(CELLS[action - PAYMENTS])
    return Slide(CELLS[action // 2 // N_CELLS], CELLS[action // 2 % N_CELLS], bool(action % 2))


def history_marks(state: Table) -> tuple[list[int], list[int]]:
    """AxxA's history forbids nothing: every turn takes pieces off the board."""
    return [], []


def sure_plies(state: Table) -> int:
    """How far ahead position and marks alone decide: to the end."""
    return MAX_PLIES


# --- Moves ------------------------------------------------------------------------------------------------------------


@lean
def to_move(state: Packed) -> int:
    return state[SEAT]


@lean
def key(state: Packed) -> int:
    return np.int64(word(state, KEY))


@lean
def open_targets(occupied: np.uint64, row: int) -> np.uint8:
    """A4: a bit for each target of a row to which one of the ways is free."""
    return disjoint(ONE_WAY, row, occupied) | disjoint(OTHER_WAY, row, occupied)


@lean
def _slides(state: Packed, actions: Actions) -> int:
    """A4, A5: write all slides."""
    occupied = word(state, OCCUPIED)
    n = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        origin, top = state[slot], state[slot + 1]
        row = np.uint8(6 * origin + top - 1)
        first_action, is_tall = 2 * N_CELLS * np.int32(origin), state[slot + 2] != 0
        while top:
            targets = open_targets(occupied, row)
            while targets:
                action = np.int32(first_action + 2 * TARGET[row, LOWEST[targets]])
                targets &= np.uint8(targets - 1)
                actions[n] = action
                n += 1
                if is_tall:
                    actions[n] = action + 1
                    n += 1
            row = MORE[row]
            top = row
    return n


@lean
def _count_slides(state: Packed) -> int:
    """How many slides `_slides` would write."""
    occupied = word(state, OCCUPIED)
    n = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        top, is_tall = state[slot + 1], state[slot + 2] != 0
        row = np.uint8(6 * state[slot] + top - 1)
        while top:
            n += COUNT[open_targets(occupied, row)] << is_tall
            row = MORE[row]
            top = row
    return n


@lean
def can_slide(state: Packed) -> bool:
    """Is there any slide at all?"""
    occupied = word(state, OCCUPIED)
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        top = state[slot + 1]
        row = np.uint8(6 * state[slot] + top - 1)
        while top:
            if open_targets(occupied, row):
                return True
            row = MORE[row]
            top = row
    return False


@lean
def showing(state: Packed, number: int) -> np.uint64:
    """The mask of the cells whose top piece is `number`."""
    mask = np.uint64(0)
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if state[slot + 1] == number:
            mask |= BIT[state[slot]]
    return mask


@lean
def is_choice(state: Packed, tops: np.uint64, triple: int) -> bool:
    """A6: is a triple a set that can be taken from `tops`, the cells that show the needed number?"""
    return tops & TRIPLE_MASK[triple] == TRIPLE_MASK[triple] and IS_TRIPLE[state[SHAPE], triple] != 0


@lean
def _choices(state: Packed, actions: Actions) -> int:
    """A6: write all sets of three neighbouring tops of the needed number."""
    tops, n = showing(state, state[NEEDED]), 0
    for triple in range(N_TRIPLES):
        if is_choice(state, tops, triple):
            actions[n] = CHOICES + triple
            n += 1
    return n


@lean
def _count_choices(state: Packed) -> int:
    tops, n = showing(state, state[NEEDED]), 0
    for triple in range(N_TRIPLES):
        n += is_choice(state, tops, triple)
    return n


@lean
def _payments(state: Packed, actions: Actions) -> int:
    """A7: write a payment for every pile."""
    n = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if state[slot + 1]:
            actions[n] = PAYMENTS + np.int32(state[slot])
            n += 1
    return n


@lean
def moves(state: Packed, actions: Actions) -> int:
    """Write the legal actions into `actions`; their number is returned."""
    if is_decided(state):
        return 0
    if state[PHASE] == MOVE:
        return _slides(state, actions)
    if state[PHASE] == PAY:
        return _payments(state, actions)
    return _choices(state, actions)


@lean
def count_moves(state: Packed) -> int:
    if is_decided(state):
        return 0
    if state[PHASE] == MOVE:
        return _count_slides(state)
    if state[PHASE] == PAY:
        return state[N_PILES]
    return _count_choices(state)


# --- Plies ------------------------------------------------------------------------------------------------------------

_NO_SET, _SEVERAL_SETS = -1, -2


@lean
def _only_set(state: Packed) -> int:
    """A6: the three cells of the one set that can be taken, in three bytes; or that there is none, or a choice."""
    needed = state[NEEDED]
    if needed == 0:
        return _NO_SET
    cells, count, mask = np.uint64(0), 0, np.uint64(0)
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        if state[slot + 1] == needed:
            cells = cells << np.uint64(8) | np.uint64(state[slot])
            mask |= BIT[state[slot]]
            count += 1
    if count < SET:
        return _NO_SET
    found, shape = _NO_SET, state[SHAPE]
    while count >= SET:
        a = np.uint8(cells)
        cells >>= np.uint64(8)
        count -= 1
        mask ^= BIT[a]
        others, after_b = cells, mask
        for _ in range(count - 1):
            b = np.uint8(others)
            others >>= np.uint64(8)
            after_b ^= BIT[b]
            thirds = THIRDS[shape, a, b] & after_b
            if thirds == np.uint64(0):
                continue
            if found != _NO_SET or thirds & (thirds - np.uint64(1)):
                return _SEVERAL_SETS
            found = np.int64(a) | np.int64(b) << 8 | lowest_bit(thirds) << 16
    return found


@lean
def _uncover(state: Packed, slot: int) -> None:
    """The top piece of a pile goes, and what lies beneath becomes visible; an emptied pile frees its cell (A8)."""
    below_it = state[slot + 2] & np.uint8(NUMBER)
    state[slot + 1] = below_it
    state[slot + 2] = state[slot + 3]
    state[slot + 3] = 0
    if below_it == 0:
        set_word(state, OCCUPIED, word(state, OCCUPIED) ^ BIT[state[slot]])
        state[slot] = 0
        state[N_PILES] -= np.uint8(1)


@lean
def following(state: Packed, number: int) -> int:
    """A6, A10: the number after `number`, 0 for none."""
    if number < 6:
        return number + 1
    return 1 if state[DUEL] and state[SKIP_AND_CYCLE] & SECOND_CYCLE else 0


@lean
def skips(state: Packed) -> bool:
    """A10: are dead numbers skipped?"""
    return state[DUEL] != 0 and state[SKIP_AND_CYCLE] & SKIP_DEAD != 0


@lean
def _need_next(state: Packed) -> None:
    """A6: the next number is needed; in a duel dead ones are skipped (A10)."""
    number = following(state, state[NEEDED])
    if skips(state):
        for _ in range(6):
            if number == 0 or state[LEFT + number - 1] >= SET:
                break
            number = following(state, number)
        else:
            number = 0
    state[NEEDED] = number


@lean
def _lift(state: Packed, a: np.uint8, b: np.uint8, c: np.uint8) -> None:
    """A6: a triplet is taken from three cells."""
    for cell in (a, b, c):
        _uncover(state, np.uint8(SLOTS + 4 * state[SLOT_AT + cell]))
    owner = state[SEAT] if state[DUEL] else np.uint8(0)
    state[TRIPLETS + owner] += np.uint8(1)
    state[LEFT + state[NEEDED] - 1] -= np.uint8(SET)
    _need_next(state)


@lean
def _take_in_turn(state: Packed, found: int) -> None:
    """A6: single sets go by themselves, several wait for a choice, and after the last one the turn is over."""
    while found >= 0:
        _lift(state, np.uint8(found), np.uint8(found >> 8), np.uint8(found >> 16))
        found = _only_set(state)
    if found == _SEVERAL_SETS:
        state[PHASE] = TAKE
    else:
        _end_turn(state)


@lean
def _end_turn(state: Packed) -> None:
    """A8: the next seat moves."""
    state[PHASE] = MOVE
    seat = np.uint8(state[SEAT] + 1)
    state[SEAT] = seat if seat < state[SEATS] else np.uint8(0)


@lean
def _slide(state: Packed, origin: np.uint8, target: np.uint8, is_turned: bool) -> None:
    """A4 to A6: a pile moves and is perhaps turned; then a triplet is taken, or there is something to pay."""
    place = state[SLOT_AT + origin]
    slot = np.uint8(SLOTS + 4 * place)
    state[slot] = target
    state[SLOT_AT + target] = place
    set_word(state, OCCUPIED, word(state, OCCUPIED) ^ BIT[origin] ^ BIT[target])
    if is_turned:
        top, second, third = state[slot + 1], state[slot + 2], state[slot + 3]
        state[slot + 1] = second & np.uint8(NUMBER)
        if third:
            state[slot + 2] = third
            state[slot + 3] = top
        else:
            state[slot + 2] = top
    found = _only_set(state)
    if found == _NO_SET:
        state[PHASE] = PAY
    else:
        _take_in_turn(state, found)


@lean
def _pay(state: Packed, cell: np.uint8) -> None:
    """A7, A10: the top piece is set aside; in a duel that may make the needed number impossible."""
    slot = np.uint8(SLOTS + 4 * state[SLOT_AT + cell])
    number = state[slot + 1]
    _uncover(state, slot)
    state[ASIDE + number - 1] += np.uint8(1)
    state[LEFT + number - 1] -= np.uint8(1)
    if skips(state) and state[LEFT + state[NEEDED] - 1] < SET:
        _need_next(state)
        _end_turn(state)
    elif state[TAKES_AFTER_PAYMENT] and (state[DUEL] or not _is_lost(state)):
        _take_in_turn(state, _only_set(state))
    else:
        _end_turn(state)


@lean
def play(state: Packed, action: int) -> None:
    """Play a legal action without keeping the key, for random games and samples."""
    if action < PAYMENTS:
        cells = np.uint32(action) >> np.uint32(1)
        _slide(state, np.uint8(cells // N_CELLS), np.uint8(cells % N_CELLS), action & 1 != 0)
    elif action < CHOICES:
        _pay(state, np.uint8(action - PAYMENTS))
    else:
        triple = np.uint16(action - CHOICES)
        _lift(state, TRIPLE_CELLS[triple, 0], TRIPLE_CELLS[triple, 1], TRIPLE_CELLS[triple, 2])
        _take_in_turn(state, _only_set(state))


@lean
def make(state: Packed, action: int, undo: Undo) -> None:
    """Play a legal action; `undo` receives the whole state for `unmake`."""
    for i in range(N_WORDS):
        undo[i] = np.int64(word(state, i))
    play(state, action)
    changed = np.uint64(undo[KEY]) ^ _facts_key(np.uint64(undo[COUNTS]), np.uint64(undo[FACTS]))
    changed ^= _facts_key(word(state, COUNTS), word(state, FACTS))
    for i in range(SLOTS // 8, SLOTS // 8 + N_SLOTS // 2):
        before, after = np.uint64(undo[i]), word(state, i)
        if before != after:
            changed ^= _pair_key(before) ^ _pair_key(after)
    set_word(state, KEY, changed)


@lean
def unmake(state: Packed, action: int, undo: Undo) -> None:
    """Take back the last action made, so that every byte of the state is as before."""
    for i in range(N_WORDS):
        set_word(state, i, np.uint64(undo[i]))


# --- Keys -------------------------------------------------------------------------------------------------------------


@lean
def _facts_key(counts: np.uint64, facts: np.uint64) -> np.uint64:
    """The key of all that is no pile."""
    return mixed(counts * np.uint64(0xC2B2AE3D27D4EB4F) + facts * np.uint64(0x165667B19E3779F9))


@lean
def _pair_key(pair: np.uint64) -> np.uint64:
    """The keys of the two piles in one word of slots. Which slot a pile has does not matter; a gone pile adds nothing,
    as no bits mixed are still no bits."""
    salt = np.uint64(0x9E3779B97F4A7C15)
    return mixed((pair & np.uint64(0xFFFFFFFF)) * salt) ^ mixed((pair >> np.uint64(32)) * salt)


@lean
def key_of(state: Packed) -> int:
    """The key of a position from scratch; `make` and `unmake` keep `key(state)` equal to it.

    It holds what `rules.State` compares: the piles with what has been seen of them, payments, triplets, the needed
    number, phase, seat and options.
    """
    found = _facts_key(word(state, COUNTS), word(state, FACTS))
    for i in range(SLOTS // 8, SLOTS // 8 + N_SLOTS // 2):
        found ^= _pair_key(word(state, i))
    return np.int64(found)


@lean
def public_key(state: Packed) -> int:
    """A key of what players know: the same for all worlds that look alike to them (A3)."""
    found = _facts_key(word(state, COUNTS), word(state, FACTS))
    for i in range(SLOTS // 8, SLOTS // 8 + N_SLOTS // 2):
        pair = word(state, i)
        hidden = pair & np.uint64(0x0808080008080800)  # the bit of an unseen piece, in all bytes that are pieces
        found ^= _pair_key(pair & ~((hidden >> np.uint64(3)) * np.uint64(NUMBER)))
    return np.int64(found)


# --- End (A9, A10) ----------------------------------------------------------------------------------------------------


@lean
def _is_lost(state: Packed) -> bool:
    """A9: short of a number, or of piles."""
    needed = state[NEEDED]
    if state[N_PILES] < SET or needed == 0:
        return state[N_PILES] < SET
    # A byte that holds 3 or more gets its highest bit by the addition; those of the numbers still needed are looked at.
    has_a_set = word(state, LEFT // 8) + np.uint64(0x7D7D7D7D7D7D)
    return ~has_a_set & np.uint64(0x808080808080) >> np.uint64(8 * (needed - 1)) << np.uint64(8 * (needed - 1)) != 0


@lean
def _can_still_score(state: Packed) -> bool:
    """A10: can any number still be made?"""
    number = np.int64(state[NEEDED])
    for _ in range(6):
        if number == 0:
            return False
        if state[LEFT + number - 1] >= SET:
            return True
        if not skips(state):
            return False
        number = following(state, number)
    return False


@lean
def is_decided(state: Packed) -> bool:
    """Is the game over, whether or not there is a move left?"""
    if state[DUEL]:
        return (state[PHASE] == MOVE and state[N_PILES] <= SET) or not _can_still_score(state)
    return state[NEEDED] == 0 or _is_lost(state)


@lean
def result(state: Packed) -> int:
    """A9, A10. Alone and together a won game is a win of seat 0, and a lost one a win of seat 1."""
    if not is_decided(state) and (state[PHASE] != MOVE or can_slide(state)):
        return ONGOING
    if state[DUEL]:
        first, second = state[TRIPLETS], state[TRIPLETS + 1]
        return SEAT_0_WINS if first > second else SEAT_1_WINS if first < second else DRAW
    return SEAT_0_WINS if state[NEEDED] == 0 else SEAT_1_WINS


# --- Luck -------------------------------------------------------------------------------------------------------------


@lean
def deal(state: Packed, generator: Generator) -> None:
    """Give every unseen piece a number: each arrangement of those that are left is as likely as any other (A3).

    What the unseen pieces were before is not looked at. The key is not kept.
    """
    left = word(state, LEFT // 8)  # a byte for each number: the pieces on the board, less those that have been seen
    unseen = 0
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        for i in range(slot + 1, slot + 4):
            if state[i] & HIDDEN:
                unseen += 1
            elif state[i]:
                left -= np.uint64(1) << np.uint64(8 * (state[i] - 1))
    for slot in range(SLOTS, SLOTS + 4 * N_SLOTS, 4):
        for i in range(slot + 2, slot + 4):
            if state[i] & HIDDEN:
                pick, number = below(generator, unseen), np.uint8(1)
                rest = left
                while pick >= np.int64(rest & np.uint64(255)):
                    pick -= np.int64(rest & np.uint64(255))
                    rest >>= np.uint64(8)
                    number += np.uint8(1)
                state[i] = HIDDEN | number
                left -= np.uint64(1) << np.uint64(8 * (number - 1))
                unseen -= 1


@compiled
def playout(state: Packed, generator: Generator) -> int:
    """Play random moves to the end, in place, and return how many. The key is not kept."""
    actions = np.empty(MAX_MOVES, np.int32)
    plies = 0
    while True:
        n = moves(state, actions)
        if n == 0:
            return plies
        play(state, actions[below(generator, n)])
        plies += 1
