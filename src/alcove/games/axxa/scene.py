"""AxxA as the page draws it: piles as players know them, the ways of each move, and the last ply as steps.

Everything here goes through `hide`, so no unseen piece leaves, whatever it is made from.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from alcove.core.text import Text

from .board import CELLS, START_CELLS
from .rules import HIDDEN, NUMBERS, OF_EACH, SET, Move, Pay, Phase, Slide, Table, Take, hide

Pieces = tuple[int | None, ...]
"""A pile, top first; `None` is a piece nobody has seen (A3)."""


class Cell(Struct, frozen=True):
    """A cell of the cloth and its pile; `start` marks the twelve cells of the first piles."""

    name: str
    start: bool
    pieces: Pieces


class Number(Struct, frozen=True):
    """What became of a number: how many are on the board, seen or not, and whether its triplet is done, skipped (A10),
    needed now, still ahead, or out of reach (`dead`)."""

    number: int
    left: int
    state: Literal["taken", "skipped", "needed", "ahead", "dead"]


class Scene(Struct, frozen=True):
    """`triplets` has one number, in a duel one for each seat; `aside` are the payments."""

    cells: tuple[Cell, ...]
    numbers: tuple[Number, ...]
    needed: int | None
    triplets: tuple[int, ...]
    aside: tuple[int, ...]
    phase: Phase
    mode: Literal["solo", "coop", "duel"]


class MovePreview(Struct, frozen=True):
    """A legal ply. A slide goes from `cell` along `path` to `target` and is then `turned` or not; a payment takes the
    top of `cell`; a choice takes the three `cells`. `number` is the number on the pieces it concerns."""

    text: str
    kind: Literal["slide", "take", "pay"]
    number: int
    cell: str | None
    target: str | None
    path: tuple[str, ...]
    turned: bool
    cells: tuple[str, ...]


class Pile(Struct, frozen=True):
    """What a cell holds after a step."""

    cell: str
    pieces: Pieces


class Step(Struct, frozen=True):
    """One moment of a ply: a pile slides along `path` (its origin first), is turned, three tops are taken, or one is
    paid. `piles` is what changed, after the step."""

    kind: Literal["slide", "turn", "take", "pay"]
    number: int | None
    path: tuple[str, ...]
    piles: tuple[Pile, ...]


def scene(view: Table) -> Scene:
    piles = dict(view.piles)
    return Scene(
        cells=tuple([_cell(name, piles.get(name, "")) for name in CELLS]),
        numbers=tuple(Number(number, view.on_board(number), _state(view, number)) for number in NUMBERS),
        needed=view.needed,
        triplets=view.triplets,
        aside=tuple(int(piece) for piece in view.aside),
        phase=view.phase,
        mode=view.options.mode,
    )


def previews(view: Table) -> list[MovePreview]:
    piles = dict(view.piles)
    found: list[MovePreview] = []
    before: Slide | None = None
    path: tuple[str, ...] = ()
    for text, move in view.moves_by_text.items():
        if isinstance(move, Slide):
            if before is None or before.target != move.target or before.origin != move.origin:
                before, path = move, view.path(move)  # turned or not, a pile goes the same way
            found.append(_slid(text, int(piles[move.origin][0]), move, path))
        elif isinstance(move, Take):
            found.append(MovePreview(text, "take", int(piles[move.cells[0]][0]), None, None, (), False, move.cells))
        else:
            found.append(MovePreview(text, "pay", int(piles[move.cell][0]), move.cell, None, (), False, ()))
    return found


def steps(before: Table, move_text: str, after: Table) -> list[Step]:
    move = before.find(move_text)
    table = _Replay(before, after.uncovered)
    match move:
        case Slide():
            table.slide(move, (move.origin, *before.path(move)))
        case Pay():
            table.lift((move.cell,), "pay")
    for triple in _taken(move, before, after):
        table.lift(triple, "take")
    return table.steps


def spoken(before: Table, move_text: str, after: Table) -> Text:
    """The ply as it is announced: « c5 en e3, pile retournée, montre un 4, il faut payer »."""
    move = before.find(move_text)
    told = steps(before, move_text, after)
    said = [_said(step) for step in told]
    if after.outcome() is None and isinstance(move, Slide) and after.phase == "pay":
        said.append(Text("no triplet: a payment is due", "pas de triplet : il faut payer"))
    if after.phase == "take":
        said.append(Text("several triplets: choose one", "plusieurs triplets : il faut choisir"))
    elif len(after.lifted) == 2 and _taken(move, before, after):
        said.append(Text("good move", "beau coup"))
    elif len(after.lifted) > 2 and _taken(move, before, after):
        said.append(Text("exceptional move", "coup exceptionnel"))
    return Text(", ".join(part.en for part in said), ", ".join(part.fr for part in said))


class _Replay:
    """The piles as players know them, brought forward step by step; `uncovered` tells what came to light, in order."""

    def __init__(self, before: Table, uncovered: tuple[str, ...]) -> None:
        self.piles = {cell: list(_known(pieces)) for cell, pieces in before.piles}
        self.shown = [(entry[:2], int(entry[3:])) for entry in uncovered]
        self.steps: list[Step] = []

    def slide(self, move: Slide, path: tuple[str, ...]) -> None:
        pile = self.piles.pop(move.origin)
        self.piles[move.target] = pile
        self._tell("slide", pile[0], path, (move.origin, move.target))
        if move.turned:
            pile.append(pile.pop(0))
            self._show(move.target)
            self._tell("turn", pile[0], (), (move.target,))

    def lift(self, cells: tuple[str, ...], kind: Literal["take", "pay"]) -> None:
        number = self.piles[cells[0]][0]
        for cell in cells:
            self.piles[cell].pop(0)
            self._show(cell)
        self._tell(kind, number, (), cells)

    def _show(self, cell: str) -> None:
        """A2: every top is visible."""
        pile = self.piles[cell]
        if pile and pile[0] is None:
            entry = next(entry for entry in self.shown if entry[0] == cell)
            self.shown.remove(entry)
            pile[0] = entry[1]

    def _tell(
        self,
        kind: Literal["slide", "turn", "take", "pay"],
        number: int | None,
        path: tuple[str, ...],
        changed: Iterable[str],
    ) -> None:
        piles = tuple(Pile(cell, tuple(self.piles.get(cell, ()))) for cell in changed)
        self.steps.append(Step(kind, number, path, piles))


def _taken(move: Move, before: Table, after: Table) -> tuple[tuple[str, ...], ...]:
    """The triplets this ply took: `lifted` counts those of a whole turn, and a slide opens one."""
    return after.lifted[len(before.lifted) :] if isinstance(move, Take) else after.lifted


def _said(step: Step) -> Text:
    match step.kind:
        case "slide":
            origin, target = step.path[0], step.path[-1]
            return Text(f"{origin} to {target}", f"{origin} en {target}")
        case "turn":
            return Text(f"pile turned, shows a {step.number}", f"pile retournée, montre un {step.number}")
        case "take":
            cells = [pile.cell for pile in step.piles]
            return Text(
                f"triplet of {step.number} taken: {', '.join(cells)}",
                f"triplet de {step.number} pris : {', '.join(cells)}",
            )
        case "pay":
            cell, beneath = step.piles[0].cell, step.piles[0].pieces
            return Text(
                f"pays the {step.number} on {cell}" + (f", beneath lies a {beneath[0]}" if beneath else ""),
                f"paie le {step.number} en {cell}" + (f", dessous se trouve un {beneath[0]}" if beneath else ""),
            )


def _state(view: Table, number: int) -> Literal["taken", "skipped", "needed", "ahead", "dead"]:
    if number == view.needed:
        return "needed"
    if view.needed is None or number < view.needed:
        gone = OF_EACH - view.on_board(number) - view.aside.count(str(number))
        return "taken" if gone >= SET else "skipped"
    return "dead" if view.is_dead(number) else "ahead"


# Piles are much the same in every game, and a room draws hundreds of positions a second.


@lru_cache(1 << 15)
def _slid(text: str, number: int, move: Slide, path: tuple[str, ...]) -> MovePreview:
    return MovePreview(text, "slide", number, move.origin, move.target, path, move.turned, ())


@lru_cache(8192)
def _cell(name: str, pieces: str) -> Cell:
    return Cell(name, name in START_CELLS, _known(pieces))


@lru_cache(1024)
def _known(pieces: str) -> Pieces:
    return tuple(None if piece == HIDDEN else int(piece) for piece in hide(pieces))
