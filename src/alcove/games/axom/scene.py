"""Axom as the page draws it: stacks and heads, the whole sowing of each legal move, and the last move step by step."""

from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.json import Encoder

from alcove.core.text import Text

from .rules import CELLS, DARK, HEAD, HEARTS, LIGHT, NUMBER, PAWNS, State, Way

_encode = Encoder().encode


class Cell(Struct, frozen=True):
    """A cell and what stands on it. A head has height 1; `owner` is a seat, or `None` on an empty cell (height 0).
    `heart` is the seat whose heart this cell is."""

    name: str
    owner: int | None
    height: int
    head: bool
    heart: int | None


class Scene(Struct, frozen=True):
    """`pawns` on the board by seat, of `pawns_each` in the box; `quiet_plies` of `draw_plies` (X22; 0: never).
    `movements` by seat and by how often they have been made (X20): first those made once, then those made twice, and so
    on, each as `b1–a2`, with blanks between them. Empty where the table does not count them."""

    cells: tuple[Cell, ...]
    pawns: tuple[int, int]
    pawns_each: int
    quiet_plies: int
    draw_plies: int
    movements: tuple[tuple[str, ...], tuple[str, ...]]


class Entered(Struct, frozen=True):
    """A cell the move enters: its height afterwards, and the enemy pawns taken on it."""

    cell: str
    height: int
    taken: int


class MovePreview(Struct, frozen=True):
    """A legal move, sown to the end. `lifted` pieces leave the origin, where `left` stay; `returned` is the heart to
    which one taken pawn goes back (X17)."""

    text: str
    origin: str
    target: str
    owner: int
    head: bool
    lifted: int
    left: int
    path: tuple[Entered, ...]
    returned: str | None
    wins: bool
    times: int
    """X20: how often it counts as played before."""
    loses: bool
    """X20: played for the fourth time, this move resigns the game."""


class Step(Struct, frozen=True):
    """One moment of a move: the stack is lifted from a cell, enters one, or a taken pawn goes home from `source`.

    `owner` and `height` are what stands on `cell` afterwards, `in_hand` what is still carried, `taken` what was taken.
    """

    kind: Literal["lift", "enter", "return"]
    cell: str
    owner: int | None
    height: int
    in_hand: int
    taken: int
    takes_head: bool
    source: str | None


def scene(view: State) -> Scene:
    cells = tuple(_cell(number, piece) for number, piece in enumerate(view.board))
    pawns = (view.pawns(LIGHT), view.pawns(DARK))
    return Scene(cells, pawns, PAWNS, view.quiet_plies, view.options.draw_plies, _movements(view))


def _movements(view: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """By seat and by count. In one go: long games have hundreds of them in every frame."""
    counts: tuple[list[list[str]], list[list[str]]] = ([], [])
    for (seat, origin, target), times in view.movements.items():
        lines = counts[seat]
        while len(lines) < times:
            lines.append([])
        lines[times - 1].append(f"{origin}–{target}")
    light, dark = (tuple([" ".join(line) for line in lines]) for lines in counts)
    return light, dark


def previews(view: State) -> list[MovePreview]:
    if view.outcome() is not None:
        return []
    losing = view.losing_repetitions()
    return [_preview(way, view.times_played(way.move), way.move in losing) for way in view.ways]


def written_previews(view: State) -> bytes:
    """`previews` as JSON."""
    if view.outcome() is not None:
        return b"[]"
    losing = view.losing_repetitions()
    return b"[%s]" % b",".join([_written(way, view.times_played(way.move), way.move in losing) for way in view.ways])


@lru_cache(1 << 14)  # most of a ply's moves were there two plies ago
def _written(way: Way, times: int, loses: bool) -> bytes:
    return _encode(_preview(way, times, loses))


def steps(before: State, move_text: str, after: State) -> list[Step]:
    """X17 is judged at each capture in turn, and a heart once left empty is not emptied again on the way: so it is the
    first capture that sends a pawn home."""
    side = before.side
    move = before.find(move_text)
    done = _preview(next(way for way in before.ways if way.move == move), 0, False)
    found = [Step("lift", done.origin, side if done.left else None, done.left, done.lifted, 0, False, None)]
    in_hand, home = done.lifted, done.returned
    for entered in done.path:
        is_last = entered is done.path[-1]
        in_hand = 0 if is_last else in_hand - 1
        takes_head = is_last and done.wins
        found.append(Step("enter", entered.cell, side, entered.height, in_hand, entered.taken, takes_head, None))
        if entered.taken and home is not None:
            found.append(Step("return", home, 1 - side, 1, in_hand, 0, False, entered.cell))
            home = None
    return found


def spoken(before: State, move_text: str, after: State) -> Text:
    """The move as it is announced: « pile de 4 de b4 en e4, prend 1 pion en e4, un pion revient au cœur »."""
    story = before.sowing(before.find(move_text))
    piece = abs(before.board[NUMBER[story.origin]])
    who = (
        Text("head", "tête")
        if piece == HEAD
        else Text("pawn", "pion")
        if piece == 1
        else Text(f"stack of {piece}", f"pile de {piece}")
    )
    said = [Text(f"{who.en} from {story.origin} to {story.last}", f"{who.fr} de {story.origin} en {story.last}")]
    for capture in story.captures:
        plural = "s" if capture.pawns > 1 else ""
        said.append(
            Text(
                f"takes {capture.pawns} pawn{plural} on {capture.cell}",
                f"prend {capture.pawns} pion{plural} en {capture.cell}",
            )
        )
    if story.returned is not None:
        said.append(Text("one taken pawn returns to the heart", "un pion pris revient au cœur"))
    if story.takes_head:
        said.append(Text("takes the head", "prend la tête"))
    return Text(", ".join(part.en for part in said), ", ".join(part.fr for part in said))


def _preview(way: Way, times: int, loses: bool) -> MovePreview:
    origin, path, captures, takes_head, returned, board = way.story
    height, left, taken = abs(way.piece), abs(board[NUMBER[origin]]), dict(captures)
    return MovePreview(
        way.text,
        origin,
        path[-1],
        way.side,
        height == HEAD,
        1 if height == HEAD else height - left,
        left,
        tuple([_entered(cell, abs(board[NUMBER[cell]]), taken.get(cell, 0)) for cell in path]),
        returned,
        takes_head,
        times,
        loses,
    )


# Cells are the same few hundred in every game, and a room draws hundreds of positions a second.


@cache
def _entered(cell: str, piece: int, taken: int) -> Entered:
    return Entered(cell, 1 if piece == HEAD else piece, taken)


@cache
def _cell(number: int, piece: int) -> Cell:
    owner = None if piece == 0 else LIGHT if piece > 0 else DARK
    is_head = abs(piece) == HEAD
    heart = HEARTS.index(number) if number in HEARTS else None
    return Cell(CELLS[number], owner, 1 if is_head else abs(piece), is_head, heart)
