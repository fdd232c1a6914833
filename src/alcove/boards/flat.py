"""The scene of any flat board: cells, and piles of pieces on them. The page draws it, whatever the game is.

A game whose board is made of cells needs no drawing of its own. Its `scene.py` (or the `scene` it gives among its rooms)
says where the cells lie and what stands on them; the moves to press, what each would do, the animation and the words for
screen readers are derived from that:

    from alcove.boards import flat

    GROUND = flat.squares(5, 6)
    STONES = (flat.Piece(0, name=Text("white stone", "pierre blanche")),
              flat.Piece(1, name=Text("black stone", "pierre noire")))

    def scene(view: State) -> flat.Scene:
        return flat.scene(GROUND, {cell: [STONES[owner]] for cell, owner in view.stones.items()})

    BOARD = flat.Board(scene)
    previews, steps, spoken = BOARD.previews, BOARD.steps, BOARD.spoken

`Board` reads the cells of a move off its notation (`c3xd4` is c3, then d4); `cells=` tells it where that is not so. A game
that knows better writes its own `previews`, `steps` or `spoken` and returns the same structs.

Grounds: `squares`, `diamond`, `hexagon`, `rhombus`, `hexagons` (any patch of them) and `graph`. What is left at its default is
not sent.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins

from alcove.boards.grid import algebraic, cells_named, letters_of
from alcove.core.game import Position, State
from alcove.core.text import Text, is_told

Shape = Literal["square", "hexagon", "diamond", "point"]

# --- The ground -------------------------------------------------------------------------------------------------------


class Cell(Struct, frozen=True, omit_defaults=True):
    """A place where pieces may stand. `x` and `y` are its centre in widths of a cell, `y` upwards: the first seat sits below.

    `name` is what the notation calls it. `tint` 1 and 2 are the second and third colour of the ground; `owner` is the seat whose
    home or goal it is, and whose colour it then has. `says` is added to its name when it is spoken (« c3, cœur »)."""

    name: str
    x: float
    y: float
    tint: int = 0
    says: Text | None = None
    owner: int | None = None


class Label(Struct, frozen=True):
    """A coordinate printed beside the cells."""

    words: str
    x: float
    y: float


class Ground(Struct, frozen=True, omit_defaults=True):
    """The empty board. A square and a diamond (a square on its corner) are 1 wide, a hexagon stands on its corner and is 1 wide,
    a point lies where the `lines` meet. `pictures` are SVG files by the names that pieces use; they are shown as images, so
    nothing in them can run or fetch anything."""

    cells: tuple[Cell, ...]
    shape: Shape = "square"
    lines: tuple[tuple[str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    pictures: dict[str, str] = {}


def squares(columns: int, rows: int, *, holes: Iterable[str] = (), chequered: bool = False) -> Ground:
    """A board of squares, a1 at the lower left. `holes` are no cells."""
    missing = frozenset(holes)
    cells = tuple(
        Cell(name, float(file), float(rank), (file + rank + 1) % 2 if chequered else 0)
        for rank in reversed(range(rows))
        for file in range(columns)
        if (name := algebraic(file, rank)) not in missing
    )
    letters = tuple(Label(letters_of(file), float(file), -0.69) for file in range(columns))
    digits = tuple(Label(str(rank + 1), -0.68, float(rank)) for rank in range(rows))
    return Ground(cells, "square", (), (*letters, *digits))


def diamond(columns: int, rows: int, *, holes: Iterable[str] = ()) -> Ground:
    """A board of squares on its corner: a1 lies nearest to the first seat, files go up to the right."""
    missing = frozenset(holes)
    cells = tuple(
        Cell(name, (file - rank) / 2, (file + rank) / 2)
        for rank in reversed(range(rows))
        for file in range(columns)
        if (name := algebraic(file, rank)) not in missing
    )
    letters = tuple(Label(letters_of(file), file / 2 + 0.38, file / 2 - 0.38) for file in range(columns))
    digits = tuple(Label(str(rank + 1), -rank / 2 - 0.38, rank / 2 - 0.38) for rank in range(rows))
    return Ground(cells, "diamond", (), (*letters, *digits))


def hexagons(places: Mapping[str, tuple[int, int]], labels: Iterable[Label] = ()) -> Ground:
    """Any patch of hexagons, each at `(column, row)`: a row is half a cell to the right of the one below it."""
    cells = tuple(Cell(name, *_hexagon_at(column, row)) for name, (column, row) in places.items())
    return Ground(cells, "hexagon", (), tuple(labels))


def hexagon(side: int) -> Ground:
    """A hexagon of hexagons, `side` cells along each side. Rows are lettered from below, the diagonals that rise to the right
    are numbered from the left: e5 is the middle of `hexagon(5)`."""
    reach = range(1 - side, side)
    places = {
        letters_of(row + side - 1) + str(column + side): (column, row)
        for row in reversed(reach)
        for column in reach
        if abs(column + row) < side
    }
    labels = []
    for row in reach:
        x, y = _hexagon_at(min(side - 1, side - 1 - row), row)
        labels.append(Label(letters_of(row + side - 1), x + 0.68, y))
    for column in reach:
        x, y = _hexagon_at(column, max(1 - side, 1 - side - column))
        labels.append(Label(str(column + side), x - 0.34, y - 0.6))
    return hexagons(places, labels)


def rhombus(columns: int, rows: int) -> Ground:
    """A leaning board of hexagons, as Hex is played on: files lettered from the left, rows numbered from below."""
    places = {algebraic(column, row): (column, row) for row in reversed(range(rows)) for column in range(columns)}
    labels = []
    for column in range(columns):
        x, y = _hexagon_at(column, 0)
        labels.append(Label(letters_of(column), x - 0.34, y - 0.6))
    for row in range(rows):
        x, y = _hexagon_at(0, row)
        labels.append(Label(str(row + 1), x - 0.68, y))
    return hexagons(places, labels)


def graph(points: Mapping[str, tuple[float, float]], lines: Iterable[tuple[str, str]]) -> Ground:
    """Points and the lines between them (Nine Men's Morris, say); points next to each other should be about 1 apart."""
    cells = tuple(Cell(name, float(x), float(y)) for name, (x, y) in points.items())
    # Beside the ring around a point, where no piece covers them.
    labels = tuple(Label(name, x - 0.45, y - 0.43) for name, (x, y) in points.items())
    return Ground(cells, "point", tuple(lines), labels)


def _hexagon_at(column: int, row: int) -> tuple[float, float]:
    return column + row / 2, round(row * sqrt(3) / 2, 4)


# --- What stands on it ------------------------------------------------------------------------------------------------


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece. `owner` is the seat whose colour it has, `None` for nobody's.

    `form` is its body; `text` is printed on it (a number, a glyph such as ♞); `picture` names one of the ground's pictures, which
    then is the whole piece. `name` is how it is spoken, its colour included: « pierre noire »."""

    owner: int | None = None
    form: Literal["token", "stone", "block", "hexagon"] = "token"
    text: str = ""
    picture: str = ""
    name: Text | None = None


class Pile(Struct, frozen=True):
    """What stands on a cell, from the bottom up; no pieces: the cell is empty."""

    cell: str
    pieces: tuple[Piece, ...]


class Mark(Struct, frozen=True, omit_defaults=True):
    """A sign on a cell that is neither ground nor piece: a wall, a goal, a piece that is safe. `says` is spoken with the cell."""

    cell: str
    kind: Literal["dot", "ring", "cross", "star", "check"] = "dot"
    owner: int | None = None
    says: Text | None = None


class Tally(Struct, frozen=True, omit_defaults=True):
    """A number in the bar of a seat: `label` says what is counted, `of` how many there could be."""

    value: int
    label: Text
    of: int | None = None


class Scene(Struct, frozen=True, omit_defaults=True):
    """A position. `piles` leave out empty cells; `tallies` go by seat, or there are none; `note` is a sentence for whoever is to
    move (« il reste 3 tours »)."""

    ground: Ground
    piles: tuple[Pile, ...] = ()
    marks: tuple[Mark, ...] = ()
    tallies: tuple[Tally, ...] = ()
    note: Text | None = None


def scene(
    ground: Ground,
    standing: Mapping[str, Sequence[Piece]],
    *,
    marks: Iterable[Mark] = (),
    tallies: Iterable[Tally] = (),
    note: Text | None = None,
) -> Scene:
    """A scene from the pieces on each cell, bottom first."""
    piles = tuple(Pile(cell, tuple(pieces)) for cell, pieces in standing.items() if pieces)
    return Scene(ground, piles, tuple(marks), tuple(tallies), note)


# --- Moves ------------------------------------------------------------------------------------------------------------


class Preview(Struct, frozen=True, omit_defaults=True):
    """A legal move, and what the page shows before it is played.

    `cells` are pressed one after the other: one to place, two to go from here to there, more for a longer way; a move without
    cells is a button (« Passer »). Two moves with the same cells are told apart by a question, whose answers are their
    `label`s. `any_order`: the cells belong together and any of them chooses the move.

    `path` is the way it is drawn, where that is not `cells`; `chip` a few signs over the target (`2 + 1 = 3`); `says` the sentence
    of the prompt; `takes` the cells whose pieces it takes; `piles` what it leaves on its cells. `loses`: to play it is to lose, so
    the page asks first; `asks`: it always does."""

    text: str
    cells: tuple[str, ...]
    path: tuple[str, ...] = ()
    chip: str = ""
    says: Text | None = None
    label: Text | None = None
    takes: tuple[str, ...] = ()
    piles: tuple[Pile, ...] = ()
    any_order: bool = False
    loses: bool = False
    asks: bool = False


class Step(Struct, frozen=True, omit_defaults=True):
    """A moment of a move that was played; `piles` are the cells that changed, as they are afterwards.

    `move`: `pieces` go along `path`, and what stands on the cells in `takes` goes when they arrive. `place`: `pieces` come to
    the last cell of `path`. `take`: what the piles lose is lifted off the board. `turn`: the piles are turned over. `change`:
    they are simply otherwise."""

    kind: Literal["move", "place", "take", "turn", "change"]
    piles: tuple[Pile, ...]
    path: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    takes: tuple[str, ...] = ()


V = TypeVar("V", bound=Position[Any])


class Board(Generic[V]):
    """The room `scene` of a game, derived from one function that draws a position.

    `cells` gives the cells of a move in the order in which they are pressed; without it they are read off the notation.
    `plays_on=False`: previews do not look at the position that follows (for laws that are slow)."""

    def __init__(
        self,
        scene: Callable[[V], Scene],
        cells: Callable[[Any], Sequence[str]] | None = None,
        *,
        plays_on: bool = True,
    ) -> None:
        self.scene = scene
        self._cells = cells
        self._plays_on = plays_on

    def previews(self, view: V, /) -> list[Preview]:
        """Every legal move with its cells, what it takes and what it leaves on them."""
        before = self.scene(view)
        found = []
        for text, move in view.moves_by_text.items():
            cells = self._pressed(before.ground, move)
            if self._plays_on and isinstance(view, State):
                found.append(_previewed(text, cells, before, self.scene(view.play_unchecked(move))))
            else:
                found.append(Preview(text, cells))
        return found

    def steps(self, before: V, move_text: str, after: V, /) -> list[Step]:
        """What went where: read off the two positions and the cells of the move."""
        here, there = self.scene(before), self.scene(after)
        return list(_steps(self._pressed(here.ground, before.find(move_text)), _standing(here), _standing(there)))

    def spoken(self, before: V, move_text: str, after: V, /) -> Text:
        """The move as it is announced: « pierre blanche de c3 en d3, prise : pierre noire »."""
        here = _standing(self.scene(before))
        said = [_said(step, here, before.to_move) for step in self.steps(before, move_text, after)]
        parts = [part for part in said if part is not None] or [Text(move_text, move_text)]
        return Text(", ".join(part.en for part in parts), ", ".join(part.fr for part in parts))

    def _pressed(self, ground: Ground, move: Any) -> tuple[str, ...]:
        return (
            cells_named(tuple(cell.name for cell in ground.cells), str(move))
            if self._cells is None
            else tuple(self._cells(move))
        )


_Standing = dict[str, tuple[Piece, ...]]


def _standing(shown: Scene) -> _Standing:
    return {pile.cell: pile.pieces for pile in shown.piles}


def _previewed(text: str, cells: tuple[str, ...], before: Scene, after: Scene) -> Preview:
    here, there = _standing(before), _standing(after)
    takes: list[str] = []
    chip = ""
    for step in _steps(cells, here, there):
        takes += step.takes if step.kind == "move" else [pile.cell for pile in step.piles if step.kind == "take"]
        if step.kind == "move" and (left := len(here.get(step.path[-1], ()))) and step.path[-1] not in step.takes:
            chip = f"{len(step.pieces)} + {left} = {left + len(step.pieces)}"
    left_behind = tuple(Pile(cell, there[cell]) for cell in dict.fromkeys(cells) if cell in there)
    return Preview(text, cells, chip=chip, takes=tuple(dict.fromkeys(takes)), piles=left_behind)


def _steps(cells: tuple[str, ...], here: _Standing, there: _Standing) -> Iterator[Step]:
    changed = [cell for cell in dict.fromkeys((*cells, *here, *there)) if here.get(cell, ()) != there.get(cell, ())]

    def piles(names: Iterable[str]) -> tuple[Pile, ...]:
        return tuple(Pile(name, there.get(name, ())) for name in names)

    # The cells after the one that the pieces reach say what else the move does: `c5-d5*b2` goes to d5 and takes b2.
    arrivals = ((end, _moved(cells[0], cells[end], here, there)) for end in reversed(range(1, len(cells))))
    end, moved = next(((end, moved) for end, moved in arrivals if moved), (0, ()))
    if moved:
        origin, target = cells[0], cells[end]
        stays = there[target][: -len(moved)] == here.get(target, ())
        yield Step("move", piles((origin, target)), cells[: end + 1], moved, () if stays else (target,))
        changed = [cell for cell in changed if cell not in (origin, target)]
    came = [cell for cell in changed if len(there.get(cell, ())) > len(here.get(cell, ()))]
    went = [cell for cell in changed if len(there.get(cell, ())) < len(here.get(cell, ()))]
    other = [cell for cell in changed if cell not in came and cell not in went]
    if went:
        yield Step("take", piles(went))
    for cell in came:
        yield Step("place", piles((cell,)), (cell,), there[cell][len(here.get(cell, ())) :])
    if other:
        yield Step("turn", piles(other))


def _moved(origin: str, target: str, here: _Standing, there: _Standing) -> tuple[Piece, ...]:
    """The pieces that left the origin from its top and lie on top of the target now; none if that is not what happened."""
    stood, stays = here.get(origin, ()), there.get(origin, ())
    gone = stood[len(stays) :]
    arrived = there.get(target, ())
    return gone if gone and stood[: len(stays)] == stays and arrived[-len(gone) :] == gone and origin != target else ()


def _said(step: Step, here: _Standing, mover: int) -> Text | None:
    match step.kind:
        case "move":
            what, (first, last) = _named(step.pieces), (step.path[0], step.path[-1])
            said = Text(f"{what.en} from {first} to {last}", f"{what.fr} de {first} en {last}")
            return _taking(said, [here[cell] for cell in step.takes if cell in here])
        case "place":
            what, cell = _named(step.pieces), step.path[-1]
            return Text(f"{what.en} on {cell}", f"{what.fr} en {cell}")
        case "take":
            cells = ", ".join(pile.cell for pile in step.piles)
            if all(here[pile.cell][-1].owner == mover for pile in step.piles):
                return Text(f"removed: {cells}", f"retrait : {cells}")
            return Text(f"taken: {cells}", f"prise : {cells}")
        case "turn":
            cells = ", ".join(pile.cell for pile in step.piles)
            return Text(f"turned: {cells}", f"retournement : {cells}")
    return None


def _taking(said: Text, taken: Sequence[tuple[Piece, ...]]) -> Text:
    names = [_named(pieces) for pieces in taken]
    if not names:
        return said
    return Text(
        f"{said.en}, taken: {', '.join(name.en for name in names)}",
        f"{said.fr}, prise : {', '.join(name.fr for name in names)}",
    )


def _named(pieces: Sequence[Piece]) -> Text:
    """A piece by its name, or by what is printed on it; several by the topmost."""
    top = pieces[-1]
    name = top.name or (Text(top.text, top.text) if top.text else Text("piece", "pièce"))
    if len(pieces) == 1:
        return name
    return Text(f"stack of {len(pieces)}, {name.en} on top,", f"pile de {len(pieces)}, {name.fr} au-dessus,")


# --- Does a scene hold together? --------------------------------------------------------------------------------------


def faults(shown: Scene, previews: Iterable[Preview] = (), steps: Iterable[Step] = (), *, seats: int = 2) -> list[Text]:
    """What is wrong with a scene and the moves told with it, each in a sentence; nothing if the page can draw them."""
    previews, steps = tuple(previews), tuple(steps)
    for kind, told in ((Scene, shown), (tuple[Preview, ...], previews), (tuple[Step, ...], steps)):
        try:
            convert(to_builtins(told), kind)
        except ValidationError as error:
            said = re.sub(r"`\$(\[\d+\])?\.", "`", str(error))
            return [Text(f"something is not of its type: {said}", f"quelque chose n'a pas le bon type : {said}")]
    names = [cell.name for cell in shown.ground.cells]
    known, found = set(names), []
    for name in sorted({name for name in names if names.count(name) > 1}):
        found.append(Text(f"two cells are called {name}", f"deux cases s'appellent {name}"))
    if len({(cell.x, cell.y) for cell in shown.ground.cells}) < len(names):
        found.append(Text("two cells lie in the same place", "deux cases sont au même endroit"))

    def check(cell: str, en: str, fr: str) -> None:
        if cell not in known:
            found.append(
                Text(f"{en} {cell!r}, which is no cell of the board", f"{fr} {cell!r}, qui n'est pas une case")
            )

    def check_owner(owner: int | None, en: str, fr: str) -> None:
        if owner is not None and owner not in range(seats):
            found.append(Text(f"{en} belongs to seat {owner}, which there is not",
                              f"{fr} est à la place {owner}, qui n'existe pas"))  # fmt: skip

    def check_words(text: Text | None, en: str, fr: str) -> None:
        if text is not None and not is_told(text):
            found.append(Text(f"{en} is not told in both languages", f"{fr} n'est pas dans les deux langues"))

    def check_piles(piles: Iterable[Pile]) -> None:
        for pile in piles:
            check(pile.cell, "a pile stands on", "une pile est en")
            for piece in pile.pieces:
                check_owner(piece.owner, "a piece", "une pièce")
                check_words(piece.name, "the name of a piece", "le nom d'une pièce")
                if piece.picture and piece.picture not in shown.ground.pictures:
                    found.append(
                        Text(f"a piece wants the picture {piece.picture!r}, which the ground does not have",
                             f"une pièce demande l'image {piece.picture!r}, que le plateau n'a pas")
                    )  # fmt: skip

    check_piles(shown.piles)
    for mark in shown.marks:
        check(mark.cell, "a mark is on", "une marque est en")
        check_owner(mark.owner, "a mark", "une marque")
        check_words(mark.says, "what a mark says", "ce que dit une marque")
    if len(shown.tallies) not in (0, seats):
        count = len(shown.tallies)
        found.append(Text(f"{count} tallies for {seats} seats: give each one, or none",
                          f"{count} décomptes pour {seats} places : un pour chacune, ou aucun"))  # fmt: skip
    for tally in shown.tallies:
        check_words(tally.label, "the label of a tally", "le libellé d'un décompte")
    check_words(shown.note, "the note", "la note")
    for place in shown.ground.cells:
        check_owner(place.owner, f"the cell {place.name}", f"la case {place.name}")
        check_words(place.says, f"what {place.name} says", f"ce que dit {place.name}")
    for line in shown.ground.lines:
        for end in line:
            check(end, "a line ends at", "une ligne finit en")
    for preview in previews:
        for cell in (*preview.cells, *preview.path, *preview.takes):
            check(cell, f"the move {preview.text} names", f"le coup {preview.text} nomme")
        for text in (preview.says, preview.label):
            check_words(text, f"what the move {preview.text} says", f"ce que dit le coup {preview.text}")
        check_piles(preview.piles)
    for step in steps:
        for cell in (*step.path, *step.takes):
            check(cell, "a step names", "une étape nomme")
        check_piles(step.piles)
    return list(dict.fromkeys(found))
