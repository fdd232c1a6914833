"""AxxA: the law. Move piles, gather three equal tops, take the triplets from 1 to 6, pay when there is none.

Plain Python in the order of RULES.md; every rule cites its clause. `Table` holds all that follows from public facts,
so that a `State` (the whole truth) and a `View` (what players know) answer alike; only `State` can play.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, NamedTuple

from alcove.core.errors import OptionError
from alcove.core.game import Outcome, Position, State as BaseState
from alcove.core.options import choice, number
from alcove.core.text import Refusal, Text

from . import words
from .board import ROUTES, START_CELLS, TRIPLES, Route, Triple

# --- Options and equipment (A2, A3) ---------------------------------------------------------------------------------

NUMBERS = range(1, 7)
OF_EACH = 6
"""A2: how many pieces there are of each number."""
PIECES = 36
TALLEST = 3
SET = 3
"""How many pieces make a triplet."""

SEATS = {"solo": range(1, 2), "coop": range(2, 7), "duel": range(2, 3)}
"""How many seats each mode can have; the first is the usual number."""

Phase = Literal["move", "take", "pay"]


@dataclass(frozen=True, slots=True)
class Options:
    mode: Literal["solo", "coop", "duel"] = choice(
        "A9",
        "solo",
        en="alone, several seats with one fate, or two sides that each keep their triplets",
        fr="seul, à plusieurs avec un seul sort, ou deux camps qui gardent chacun leurs triplets",
        labels={
            "solo": Text("Alone", "En solitaire"),
            "coop": Text("Together", "Ensemble"),
            "duel": Text("Duel", "Duel"),
        },
    )
    seats: int = number(
        "A8",
        1,
        least=1,
        most=6,
        en="how many take turns: 1 alone, 2 to 6 together, 2 in a duel",
        fr="combien jouent à tour de rôle : 1 en solitaire, de 2 à 6 ensemble, 2 en duel",
    )
    shape: Literal["king", "line8", "side", "line4"] = choice(
        "A6",
        "king",
        en="what neighbouring means: touching by sides or corners, lines in all directions, touching by sides, lines along ranks and files",
        fr="ce que voisines veut dire : se touchant par un côté ou un coin, lignes dans tous les sens, se touchant par un côté, lignes en rangée ou en colonne",
        labels={
            "king": Text("sides or corners", "côtés ou coins"),
            "line8": Text("lines, all directions", "lignes en tous sens"),
            "side": Text("sides", "côtés"),
            "line4": Text("ranks and files", "rangées, colonnes"),
        },
    )
    take_after_payment: Literal["no", "yes"] = choice(
        "A7",
        "no",
        en="is a triplet that a payment uncovers taken at once?",
        fr="un triplet découvert par un paiement est-il pris aussitôt ?",
    )
    skip_dead: Literal["yes", "no"] = choice(
        "A10",
        "yes",
        en="duel: is a number that can no longer be made skipped?",
        fr="duel : saute-t-on un nombre devenu impossible ?",
    )
    second_cycle: Literal["no", "yes"] = choice(
        "A10",
        "no",
        en="duel: do the numbers start again with 1 after the 6s?",
        fr="duel : les nombres reprennent-ils à 1 après les 6 ?",
    )

    def __post_init__(self) -> None:
        if self.seats not in SEATS[self.mode]:
            raise OptionError(words.wrong_seats(self.mode, self.seats, SEATS[self.mode]))

    @staticmethod
    def implied(given: Mapping[str, str | int]) -> dict[str, int]:
        """The number of seats follows from the mode unless it is given."""
        return {"seats": SEATS[str(given.get("mode", "solo"))][0]}

    @property
    def is_duel(self) -> bool:
        return self.mode == "duel"

    @property
    def skips(self) -> bool:
        return self.is_duel and self.skip_dead == "yes"

    def following(self, number: int) -> int | None:
        """A6: the number needed after `number`. A10: in a second cycle 1 comes after 6."""
        if number < max(NUMBERS):
            return number + 1
        return 1 if self.is_duel and self.second_cycle == "yes" else None


SEEN, UNSEEN, HIDDEN = "123456", "abcdef", "?"
"""A pile is a text, top first: a digit is a piece that has been seen (A3), a letter one that has not, and `?` an
unseen piece in a view."""

_FACE_UP = str.maketrans(UNSEEN, SEEN)
_FACE_DOWN = str.maketrans(SEEN, UNSEEN)
_HIDE = str.maketrans(UNSEEN, HIDDEN * len(UNSEEN))


def face_up(pieces: str) -> str:
    """The pieces, all made visible."""
    return pieces.translate(_FACE_UP)


def face_down(pieces: str) -> str:
    """The pieces, none of them seen."""
    return pieces.translate(_FACE_DOWN)


def hide(pieces: str) -> str:
    """The pieces as players know them."""
    return pieces.translate(_HIDE)


# --- The plies of a turn (A4 to A7) ---------------------------------------------------------------------------------


class Slide(NamedTuple):
    """A4, A5: the pile on `origin` goes to `target` and is then turned, or not."""

    origin: str
    target: str
    turned: bool = False

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}{'*' if self.turned else ''}"


class Take(NamedTuple):
    """A6: the choice among several triplets; the cells are in the order of their names."""

    cells: Triple

    def __str__(self) -> str:
        return "=" + ".".join(self.cells)


class Pay(NamedTuple):
    """A7: the top piece on `cell` is set aside."""

    cell: str

    def __str__(self) -> str:
        return f"${self.cell}"


Move = Slide | Take | Pay


# --- What everybody knows -------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Table(Position[Move]):
    """The public side of a position, shared by states and views.

    `piles` are pairs of a cell and its pieces, in the order of the cells' names; `needed` is `None` when nothing is
    needed any more; `aside` are the payments as sorted digits; `triplets` has one number, in a duel one for each seat.
    The last two fields tell the story so far and are no part of the position: `uncovered` is what the last ply
    showed for the first time, `lifted` are the triplets taken in this turn (at a turn's start, in the one before).
    """

    piles: tuple[tuple[str, str], ...]
    needed: int | None
    aside: str
    triplets: tuple[int, ...]
    phase: Phase
    seat: int
    options: Options = Options()
    uncovered: tuple[str, ...] = field(default=(), compare=False)
    lifted: tuple[Triple, ...] = field(default=(), compare=False)

    @property
    def to_move(self) -> int:
        return self.seat

    @property
    def seats(self) -> int:
        return self.options.seats

    @property
    def shares_fate(self) -> bool:
        return not self.options.is_duel

    @property
    def is_turn_start(self) -> bool:
        return self.phase == "move"

    @abstractmethod
    def on_board(self, number: int) -> int:
        """How many pieces of a number are on the board, seen or not: public, since whatever has left it was seen."""

    def is_dead(self, number: int) -> bool:
        """Are there too few pieces of a number for another triplet?"""
        return self.on_board(number) < SET

    @cached_property
    def _pile_on(self) -> dict[str, str]:
        return dict(self.piles)

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self.outcome() is not None else self._plies

    @cached_property
    def _plies(self) -> tuple[Move, ...]:
        """What the phase of the turn allows, whether or not the game is over."""
        if self.phase == "move":
            return tuple(self._slides())
        if self.phase == "take":
            return tuple(Take(cells) for cells in self.triplet_sets)
        return tuple(Pay(cell) for cell, _ in self.piles)

    def _slides(self) -> list[Slide]:
        """A4: any pile, exactly as far as its top says, over empty cells. A5: a pile of two or three may be turned."""
        slides = []
        for origin, pile in self.piles:
            for target, routes in ROUTES[origin, int(pile[0])].items():
                if any(map(self._is_open, routes)):
                    slides.append(Slide(origin, target))
                    if len(pile) > 1:
                        slides.append(Slide(origin, target, turned=True))
        return slides

    def _is_open(self, route: Route) -> bool:
        return self._pile_on.keys().isdisjoint(route)

    def path(self, move: Slide) -> Route:
        """The cells a legal move enters; where two ways are open, the one that sets out along the file."""
        routes = ROUTES[move.origin, int(self._pile_on[move.origin][0])][move.target]
        return next(filter(self._is_open, routes))

    @cached_property
    def triplet_sets(self) -> tuple[Triple, ...]:
        """A6: all sets of three neighbouring cells whose tops show the needed number, in the order of their names."""
        cells = [cell for cell, pile in self.piles if pile[0] == str(self.needed)]
        return tuple(triple for triple in combinations(cells, SET) if triple in TRIPLES[self.options.shape])

    def refusal(self, move: Move) -> Refusal | None:
        """The first clause that forbids `move`, or `None`."""
        if self.outcome() is not None:
            return words.game_is_over(self.options.is_duel)
        match move:
            case Slide():
                return self._refusal_of_slide(move)
            case Take():
                return self._refusal_of_take(move)
            case Pay():
                return self._refusal_of_payment(move)

    def _refusal_of_slide(self, move: Slide) -> Refusal | None:
        if self.phase == "take":
            return words.choose_first()
        if self.phase == "pay":
            return words.pay_first()
        if move.origin not in self._pile_on:
            return words.no_pile(move.origin, "A4")
        pile = self._pile_on[move.origin]
        routes = ROUTES[move.origin, int(pile[0])].get(move.target)
        if routes is None:
            return words.out_of_reach(move.origin, move.target, int(pile[0]))
        if move.target in self._pile_on:
            return words.no_stacking(move.target)
        if not any(map(self._is_open, routes)):
            return words.way_is_blocked(move.origin, move.target, int(pile[0]))
        if move.turned and len(pile) == 1:
            return words.single_piece_is_not_turned(move.origin)
        return None

    def _refusal_of_take(self, move: Take) -> Refusal | None:
        if self.phase == "move":
            return words.move_first("A6")
        if self.phase == "pay":
            return words.pay_first()
        assert self.needed is not None
        for cell in move.cells:
            if self._pile_on.get(cell, " ")[0] != str(self.needed):
                return words.not_the_needed_number(cell, self.needed)
        if move.cells not in TRIPLES[self.options.shape]:
            return words.not_neighbours(move.cells, self.options.shape)
        return None

    def _refusal_of_payment(self, move: Pay) -> Refusal | None:
        if self.phase == "move":
            return words.move_first("A7")
        if self.phase == "take":
            return words.choose_first()
        if move.cell not in self._pile_on:
            return words.no_pile(move.cell, "A7")
        return None

    # --- End (A9, A10) ----------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        if self.options.is_duel:
            return self._outcome_of_duel()
        if self.needed is None:
            return Outcome(0, self.triplets * self.seats, "sixes", together=True)
        reason = self._loss() or ("stuck" if not self._plies else None)
        return Outcome(None, self.triplets * self.seats, reason, together=True) if reason else None

    def _loss(self) -> str | None:
        """A9: why the sixth triplet is out of reach by public facts, looked at after every ply."""
        if self.needed is not None and any(self.is_dead(number) for number in range(self.needed, max(NUMBERS) + 1)):
            return "short"
        return "piles" if len(self.piles) < SET else None

    def _outcome_of_duel(self) -> Outcome | None:
        """A10: over when a turn leaves three piles or fewer, when nothing can be made any more, or with no move."""
        is_cleared = self.phase == "move" and len(self.piles) <= SET
        if not is_cleared and self._can_still_score() and self._plies:
            return None
        first, second = self.triplets
        if first == second:
            return Outcome(None, self.triplets, "equal")
        return Outcome(0 if first > second else 1, self.triplets, "triplets")

    def _can_still_score(self) -> bool:
        """A10: can any number still be made? Without `skip_dead` a dead number bars the way to all that follow."""
        number, tried = self.needed, 0
        while number is not None and tried < len(NUMBERS):
            if not self.is_dead(number):
                return True
            if not self.options.skips:
                return False
            number, tried = self.options.following(number), tried + 1
        return False

    # --- Text -------------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        from .notation import write_position

        return write_position(self)

    def read_move(self, text: str) -> Move:
        from .notation import read_move

        return read_move(text)


# --- The whole truth ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class State(Table, BaseState[Move]):
    """A position with the pieces nobody has seen."""

    @property
    def revealed(self) -> str:
        return ",".join(sorted(self.uncovered))

    @cached_property
    def _pieces(self) -> str:
        return face_up("".join(pile for _, pile in self.piles))

    def on_board(self, number: int) -> int:
        return self._pieces.count(str(number))

    def play_unchecked(self, move: Move) -> "State":
        before = replace(self, uncovered=())
        match move:
            case Slide():
                return before._slide(move)
            case Take():
                return before._lift(move.cells)._take_in_turn()
            case Pay():
                return before._pay(move.cell)

    def _slide(self, move: Slide) -> "State":
        """A4, A5; then a triplet is taken (A6) or there is something to pay (A7)."""
        piles = dict(self.piles)
        pile = piles.pop(move.origin)
        piles[move.target] = pile[1:] + pile[0] if move.turned else pile
        moved = self._with_piles(piles, lifted=())
        return moved._take_in_turn() if moved.triplet_sets else replace(moved, phase="pay")

    def _take_in_turn(self) -> "State":
        """A6: single triplets go by themselves, number after number; where there are several sets the player chooses.

        When no more is there the turn is over: after a take nothing is paid.
        """
        state = self
        while len(state.triplet_sets) == 1:
            state = state._lift(state.triplet_sets[0])
        return replace(state, phase="take") if state.triplet_sets else state._end_turn()

    def _lift(self, cells: Triple) -> "State":
        """A6: three tops go, what lies beneath becomes visible, and the next number is needed."""
        piles = dict(self.piles)
        for cell in cells:
            piles[cell] = piles[cell][1:]
        owner = self.seat if self.options.is_duel else 0
        triplets = tuple(count + (place == owner) for place, count in enumerate(self.triplets))
        lifted = self._with_piles(piles, triplets=triplets, lifted=(*self.lifted, cells))
        return replace(lifted, needed=lifted._next_needed())

    def _next_needed(self) -> int | None:
        """A6: the number after the needed one. A10: in a duel dead numbers are skipped, until none is left."""
        assert self.needed is not None
        number = self.options.following(self.needed)
        for _ in NUMBERS:
            if number is None or not self.options.skips or not self.is_dead(number):
                return number
            number = self.options.following(number)
        return None

    def _pay(self, cell: str) -> "State":
        """A7: the top piece is set aside. What that uncovers waits for the next turn, unless the option says otherwise.

        A10: if the payment makes the needed number impossible it is skipped, and a triplet of the new one waits too.
        """
        piles = dict(self.piles)
        aside = "".join(sorted(self.aside + piles[cell][0]))
        piles[cell] = piles[cell][1:]
        paid = self._with_piles(piles, aside=aside)
        assert paid.needed is not None
        if paid.options.skips and paid.is_dead(paid.needed):
            return replace(paid, needed=paid._next_needed())._end_turn()
        is_lost = not paid.options.is_duel and paid._loss() is not None
        if paid.options.take_after_payment == "yes" and not is_lost:
            return paid._take_in_turn()
        return paid._end_turn()

    def _end_turn(self) -> "State":
        """A8: the next seat; the last turn ends like any other."""
        return replace(self, phase="move", seat=(self.seat + 1) % self.seats)

    def _with_piles(self, piles: Mapping[str, str], **changes: Any) -> "State":
        """A2, A8: every top is visible, and an emptied pile is gone."""
        standing = sorted((cell, pile) for cell, pile in piles.items() if pile)
        uncovered = tuple(f"{cell}:{face_up(pile[0])}" for cell, pile in standing if pile[0] in UNSEEN)
        laid = tuple((cell, face_up(pile[0]) + pile[1:]) for cell, pile in standing)
        return replace(self, piles=laid, uncovered=self.uncovered + uncovered, **changes)


def initial(deal: str, options: Options) -> State:
    """A2: piles of three on the start cells, only their tops visible. A8: seat 1 starts, and 1 is the first number."""
    pieces = [deal[i : i + TALLEST] for i in range(0, PIECES, TALLEST)]
    piles = tuple((cell, pile[0] + face_down(pile[1:])) for cell, pile in zip(START_CELLS, pieces, strict=True))
    triplets = (0, 0) if options.is_duel else (0,)
    return State(piles, NUMBERS[0], "", triplets, "move", 0, options)
