"""AxxA's text forms: positions like `a3:6da,a4:6de,… 1 - 0 move 1`, views with `?`, deals, and the three kinds of move."""

import re
from typing import NamedTuple, cast, get_args

from alcove.core.errors import IllegalMoveError, OptionError, PositionError

from . import words
from .board import CELLS, START_CELLS
from .rules import (
    HIDDEN,
    NUMBERS,
    OF_EACH,
    PIECES,
    SEEN,
    SET,
    TALLEST,
    UNSEEN,
    Move,
    Options,
    Pay,
    Phase,
    Slide,
    State,
    Table,
    Take,
    face_up,
)
from .view import View

_PHASES: tuple[str, ...] = get_args(Phase)
_CELL = "([a-z][0-9])"
_SLIDE = re.compile(rf"{_CELL}-{_CELL}(\*?)")
_TAKE = re.compile(rf"={_CELL}\.{_CELL}\.{_CELL}")
_PAY = re.compile(rf"\${_CELL}")


# --- Writing --------------------------------------------------------------------------------------------------------


def write_position(table: Table) -> str:
    """Six fields: piles, needed number, pieces set aside, triplets, phase, seat."""
    fields = (
        ",".join(f"{cell}:{pile}" for cell, pile in table.piles) or "-",
        str(table.needed or "-"),
        table.aside or "-",
        "/".join(map(str, table.triplets)),
        table.phase,
        str(table.seat + 1),
    )
    return " ".join(fields)


def write_deal(start: Table) -> str:
    """A2: the 36 pieces of a start position, three for each start cell, top first; `?` where a view does not know.

    Empty if this is no start position.
    """
    pieces = "".join(pile for _, pile in start.piles)
    is_start = (
        tuple(cell for cell, _ in start.piles) == START_CELLS
        and len(pieces) == PIECES
        and all(piece in UNSEEN + HIDDEN for _, pile in start.piles for piece in pile[1:])
        and (start.needed, start.phase, start.seat) == (NUMBERS[0], "move", 0)
    )
    return face_up(pieces) if is_start else ""


# --- Reading positions ----------------------------------------------------------------------------------------------


class _Fields(NamedTuple):
    """A position text taken apart: in the order of `Table`."""

    piles: tuple[tuple[str, str], ...]
    needed: int | None
    aside: str
    triplets: tuple[int, ...]
    phase: Phase
    seat: int
    options: Options

    @property
    def pieces(self) -> str:
        """All pieces on the board."""
        return face_up("".join(pile for _, pile in self.piles))

    @property
    def total(self) -> int:
        return len(self.pieces) + len(self.aside) + SET * sum(self.triplets)


def read_position(text: str, options: Options) -> State:
    """The state a text describes. A bad text gets an error that names the fault and where it stands."""
    fields = _read_fields(text, options, UNSEEN)
    _check_total(fields, has_unseen=any(piece in UNSEEN for _, pile in fields.piles for piece in pile))
    _check_numbers(fields)
    state = State(*fields)
    _check_phase(state)
    return state


def read_view(text: str, options: Options) -> View:
    """The view a text describes that has a `?` for every unseen piece, and one at least."""
    fields = _read_fields(text, options, HIDDEN)
    _check_total(fields, has_unseen=True)
    view = View(*fields, left=_left_on_board(fields))
    _check_phase(view)
    return view


def _read_fields(text: str, options: Options, unseen: str) -> _Fields:
    fields = text.split()
    if len(fields) != 6:
        raise PositionError.at(words.POSITION, words.wrong_field_count(len(fields)))
    piles, needed, aside, triplets, phase, seat = fields
    if needed != "-" and not (needed in SEEN and len(needed) == 1):
        raise PositionError.at(words.NEEDED, words.expected("1–6, -", needed))
    if phase not in _PHASES:
        raise PositionError.at(words.PHASE, words.expected(", ".join(_PHASES), phase))
    seats = [str(seat + 1) for seat in range(options.seats)]
    if seat not in seats:
        raise PositionError.at(words.SEAT, words.expected(", ".join(seats), seat))
    return _Fields(
        _read_piles(piles, unseen),
        None if needed == "-" else int(needed),
        _read_aside(aside),
        _read_triplets(triplets, options),
        cast(Phase, phase),
        seats.index(seat),
        options,
    )


def _read_piles(text: str, unseen: str) -> tuple[tuple[str, str], ...]:
    piles: dict[str, str] = {}
    for entry in [] if text == "-" else text.split(","):
        cell, colon, pieces = entry.partition(":")
        place = words.pile_place(cell)
        if not colon:
            raise PositionError.at(place, words.not_a_pile())
        if cell not in CELLS:
            raise PositionError.at(place, words.not_a_cell(cell).text)
        if cell in piles:
            raise PositionError.at(place, words.cell_twice())
        for piece in pieces:
            if piece not in SEEN + unseen:
                raise PositionError.at(place, words.not_a_piece(piece, is_view=unseen == HIDDEN))
        if not 1 <= len(pieces) <= TALLEST:
            raise PositionError.at(place, words.wrong_height(len(pieces)))
        if pieces[0] not in SEEN:
            raise PositionError.at(place, words.unseen_top())
        piles[cell] = pieces
    if len(piles) > len(START_CELLS):
        raise PositionError.at(words.PILES, words.too_many_piles(len(piles)))
    return tuple(sorted(piles.items()))


def _read_aside(text: str) -> str:
    for piece in "" if text == "-" else text:
        if piece not in SEEN:
            raise PositionError.at(words.ASIDE, words.expected("1–6, -", piece))
    return "" if text == "-" else "".join(sorted(text))


def _read_triplets(text: str, options: Options) -> tuple[int, ...]:
    pattern, example = (r"([0-9]{1,2})/([0-9]{1,2})", "2/1") if options.is_duel else (r"([0-9])", "2")
    match = re.fullmatch(pattern, text)
    if match is None:
        raise PositionError.at(words.TRIPLETS, words.expected(example, text))
    return tuple(int(count) for count in match.groups())


# --- Positions that cannot exist ------------------------------------------------------------------------------------


def _check_total(fields: _Fields, has_unseen: bool) -> None:
    """Board, payments and triplets are 36 pieces. A study may leave some out, but then nothing is unseen."""
    if fields.total > PIECES or (has_unseen and fields.total < PIECES):
        raise PositionError.at(words.POSITION, words.wrong_total(fields.total, has_unseen))
    made = (fields.needed or max(NUMBERS) + 1) - 1
    taken = sum(fields.triplets)
    if not fields.options.is_duel and (taken > made or (taken < made and fields.total == PIECES)):
        raise PositionError.at(words.TRIPLETS, words.wrong_triplets(taken, made))


def _check_numbers(fields: _Fields) -> None:
    """No number has more than six pieces. In a full position those that are missing are gone as triplets."""
    is_full = fields.total == PIECES
    made = range(1, sum(fields.triplets) + 1) if is_full and not fields.options.is_duel else ()
    for number in NUMBERS:
        there = (fields.pieces + fields.aside).count(str(number))
        known = there + SET * (number in made)
        if known > OF_EACH:
            raise PositionError.at(words.POSITION, words.too_many(number, known))
        if is_full and (OF_EACH - there) % SET:
            raise PositionError.at(words.POSITION, words.not_in_threes(number, OF_EACH - there))


def _left_on_board(fields: _Fields) -> tuple[int, ...]:
    """How many pieces of each number a full board holds, told by what has left it.

    The triplets were taken in the order of the numbers, and the payments show which of them a duel has skipped: a
    number that was dead when its turn came is dead by today's payments, and the other way round.
    """
    left = [OF_EACH - fields.aside.count(str(number)) for number in NUMBERS]
    number: int | None = NUMBERS[0]
    for _ in range(sum(fields.triplets)):
        for _ in NUMBERS:
            if number is not None and fields.options.skips and left[number - 1] < SET:
                number = fields.options.following(number)
        if number is None or left[number - 1] < SET:
            raise PositionError.at(words.TRIPLETS, words.impossible_triplets())
        left[number - 1] -= SET
        number = fields.options.following(number)
    for number in NUMBERS:
        missing = fields.pieces.count(str(number)) - left[number - 1]
        if missing > 0:
            raise PositionError.at(words.POSITION, words.too_many(number, OF_EACH + missing))
    return tuple(left)


def _check_phase(table: Table) -> None:
    """A6, A7: a choice needs two sets or more, and nothing is paid while there is something to take."""
    sets = len(table.triplet_sets)
    if table.phase == "take" and sets < 2:
        raise PositionError.at(words.PHASE, words.nothing_to_choose(sets))
    if table.phase == "pay" and sets:
        raise PositionError.at(words.PHASE, words.triplet_to_take())
    if table.phase == "pay" and table.needed is None:
        raise PositionError.at(words.PHASE, words.nothing_needed())


# --- Reading moves and deals ----------------------------------------------------------------------------------------


def read_move(text: str) -> Move:
    """The move a text names, legal or not: `c7-c4`, `c7-c4*`, `=b3.c3.d4` or `$e5`."""
    match = _SLIDE.fullmatch(text) or _TAKE.fullmatch(text) or _PAY.fullmatch(text)
    if match is None:
        raise IllegalMoveError(text, words.not_a_move())
    cells = [part for part in match.groups() if part not in ("", "*")]
    for cell in cells:
        if cell not in CELLS:
            raise IllegalMoveError(text, words.not_a_cell(cell))
    if match.re is _SLIDE:
        return Slide(match[1], match[2], match[3] == "*")
    if match.re is _PAY:
        return Pay(match[1])
    if len(set(cells)) < SET:
        raise IllegalMoveError(text, words.same_cell_twice())
    first, second, third = sorted(cells)
    return Take((first, second, third))


def read_deal(deal: object) -> str:
    """A2: a deal is 36 digits, six of each number."""
    digits = str(deal)
    for digit in digits:
        if digit not in SEEN:
            raise OptionError(words.bad_deal(words.not_a_number(digit)))
    if len(digits) != PIECES:
        raise OptionError(words.bad_deal(words.wrong_deal_length(len(digits))))
    for number in NUMBERS:
        if digits.count(str(number)) != OF_EACH:
            raise OptionError(words.bad_deal(words.not_six(number, digits.count(str(number)))))
    return digits


def read_seed(seed: object) -> int:
    """A seed is a whole number from 0; a record or a command line gives it as text. Python's shuffle takes no notice of a sign:
    one below 0 would be another's deal."""
    if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0:
        return seed
    if isinstance(seed, str) and re.fullmatch(r"[0-9]{1,40}", seed):
        return int(seed)
    raise OptionError(words.bad_seed(str(seed)))


def deal_of_luck(luck: str) -> str:
    """The deal in a record's first event, `deal:361…`."""
    if not luck.startswith("deal:"):
        raise OptionError(words.bad_deal(words.no_event()))
    return luck.removeprefix("deal:")
