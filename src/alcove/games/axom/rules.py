"""Axom: the law. Stacks sow themselves along a line; whoever takes the other's head wins.

Plain Python in the order of RULES.md; every rule cites its clause. `kernel.py` gives the same answers faster.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple

from alcove.core.game import Made, Outcome, State as BaseState
from alcove.core.options import choice, number
from alcove.core.text import Refusal, Text

from . import words

# --- Equipment (X1 to X5) -------------------------------------------------------------------------------------------

FILES, RANKS = "abcdefg", "1234567"
CELLS = tuple(file + rank for rank in RANKS for file in FILES)
"""The names of the 49 cells, rank 1 to rank 7, each from left to right. A cell's number is its place in this list."""

NUMBER = {cell: number for number, cell in enumerate(CELLS)}

LIGHT, DARK = 0, 1
SIGNS = (1, -1)
HEARTS = (NUMBER["a1"], NUMBER["g7"])
"""X1: each side's heart, in opposite corners."""

PAWNS = 30
TALLEST = 4
MOST_FOURS = 4
HEAD = 8
"""How a board writes a head; no stack is ever that tall, and H is the eighth letter."""

START = """
7  . . . b d . h
6  . . . c b d .
5  . . . . d b d
4  B C . . . c b
3  D B D . . . .
2  . D B C . . .
1  H . D B . . .
   a b c d e f g
"""
"""X3: capitals are Light's, A to D stacks of 1 to 4, H the head."""

ORTHOGONAL = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
DIAGONAL = {"north-east": (1, 1), "north-west": (-1, 1), "south-east": (1, -1), "south-west": (-1, -1)}
DIRECTIONS = ORTHOGONAL | DIAGONAL

Board = tuple[int, ...]
"""`board[n]` is what stands on cell number n: +height for a stack of Light's, −height for one of Dark's, ±`HEAD` for a
head, 0 for nothing."""


def _ray(origin: int, step: tuple[int, int]) -> tuple[int, ...]:
    """The cells met from `origin` on, one `step` at a time, up to the edge."""
    file, rank = origin % 7 + step[0], origin // 7 + step[1]
    if not (0 <= file < 7 and 0 <= rank < 7):
        return ()
    return (rank * 7 + file, *_ray(rank * 7 + file, step))


RAYS = {name: tuple(_ray(origin, step) for origin in range(49)) for name, step in DIRECTIONS.items()}


def piece_of_letter(letter: str) -> int:
    """What a letter of a position text or of `START` stands for, as boards write it."""
    return "ABCDEFGH".index(letter) + 1 if letter.isupper() else -"abcdefgh".index(letter) - 1


def letter_of_piece(piece: int) -> str:
    return "ABCDEFGH"[piece - 1] if piece > 0 else "abcdefgh"[-piece - 1]


class Move(NamedTuple):
    """What stands on `origin` moves in a straight line and stops on `target`; both are cell names. Origin and last cell
    identify a move: `takes` only tells, for the notation, that something is taken on the way."""

    origin: str
    target: str
    takes: bool = False

    def __str__(self) -> str:
        return f"{self.origin}{'x' if self.takes else '-'}{self.target}"


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings a table may change. The first value is ours."""

    fifth_four: Literal["shorten", "forbid"] = choice(
        "X10",
        "shorten",
        en="a stop that would make a fifth stack of four: stop earlier, or no move in that direction",
        fr="un arrêt qui créerait une cinquième pile de quatre : s'arrêter avant, ou pas de coup dans cette direction",
        labels={"shorten": Text("stop earlier", "s'arrêter avant"), "forbid": Text("no move", "pas de coup")},
    )
    head_stop_limits: Literal["on", "off"] = choice(
        "X12",
        "on",
        en="taking the head must respect the limits on stacks",
        fr="la prise de la tête doit respecter les limites des piles",
    )
    head_takes_on_heart: Literal["no", "yes"] = choice(
        "X14",
        "no",
        en="a head may take the other head on that head's heart",
        fr="une tête peut prendre l'autre tête sur le cœur de celle-ci",
    )
    leaving_pawn_empties_heart: Literal["yes", "no"] = choice(
        "X17",
        "yes",
        en="a lone pawn that leaves the heart of the player it takes from has emptied it, so one pawn returns",
        fr="un pion seul qui quitte le cœur du joueur à qui il prend l'a vidé : un pion y revient",
    )
    repetition: Literal["movement4", "position4", "shuttle", "off"] = choice(
        "X20",
        "movement4",
        formerly="position4",
        en="what amounts to resigning",
        fr="ce qui revient à abandonner",
        labels=words.READINGS,
    )
    no_move: Literal["loss", "draw"] = choice(
        "X21",
        "loss",
        en="what it means to have no legal move",
        fr="ce qui arrive au joueur qui n'a plus de coup",
        labels={"loss": Text("that player loses", "il perd"), "draw": Text("a draw", "partie nulle")},
    )
    draw_plies: int = number(
        "X22",
        0,
        formerly=100,
        least=0,
        en="plies in a row without fewer pawns on the board that make a draw",
        fr="demi-coups de suite sans baisse du nombre de pions qui font nulle",
        zero=Text("off", "jamais"),
    )


# --- One move in one direction (X6 to X18) --------------------------------------------------------------------------


class Capture(NamedTuple):
    """Enemy pawns taken on one cell."""

    cell: str
    pawns: int


class Sowing(NamedTuple):
    """The whole story of one move: what it enters, takes, gives back and leaves behind.

    A head's step is told in the same words, as a walk of one cell.
    """

    origin: str
    path: tuple[str, ...]
    """The cells entered, in order; the move stops on the last."""
    captures: tuple[Capture, ...]
    """The pawns taken, cell by cell. A pawn sent home onto a cell further along the path is taken there once more."""
    takes_head: bool
    """X12, X15: the enemy head stood on the last cell."""
    returned: str | None
    """X17: the heart onto which one taken pawn went back."""
    board: Board
    """The board after the move."""

    @property
    def last(self) -> str:
        return self.path[-1]

    @property
    def move(self) -> Move:
        return Move(self.origin, self.path[-1], self.takes_head or bool(self.captures))

    @property
    def pawns_lost(self) -> int:
        """How many pawns leave the game (X17, X22)."""
        return sum(capture.pawns for capture in self.captures) - (self.returned is not None)


def lines_of(piece: int) -> dict[str, tuple[int, int]]:
    """X6: stacks of 2 and 4 follow files and ranks, 1 and 3 the diagonals. X13: a head goes in all directions."""
    if abs(piece) == HEAD:
        return DIRECTIONS
    return DIAGONAL if piece % 2 else ORTHOGONAL


def sow(board: Board, side: int, origin: int, direction: str, options: Options) -> Sowing | Refusal:
    """X8: origin and direction determine the move. Its story, or why there is none.

    X10: the move stops at the farthest cell of the walk where the result respects the limits of X4, or X12 lets it
    stop; cells beyond were never entered.
    """
    return _sow_on(board, side, origin, direction, board.count(TALLEST * SIGNS[side]), _sower(options))


def _sow_on(board: Board, side: int, origin: int, direction: str, fours: int, nearby: "_Nearby") -> Sowing | Refusal:
    """`sow`, where the mover's stacks of four have been counted. All it depends on is near: what stands on the origin, on
    the cells it may enter, and whether something stands on the heart a pawn may return to. From ply to ply most of that
    stays."""
    piece = board[origin]
    ray = RAYS[direction][origin][: _most_entered(piece)]
    met = tuple([board[cell] for cell in ray])
    found = nearby(side, origin, direction, piece, met, not board[HEARTS[1 - side]], max(fours, FEW_FOURS))
    return found if isinstance(found, Refusal) else _told_on(board, found.story)


def _told_on(board: Board, story: Sowing) -> Sowing:
    """A story that was told on a board with nothing else on it, on this one."""
    after = list(board)
    for name in (story.origin, *story.path):
        after[NUMBER[name]] = story.board[NUMBER[name]]
    if story.returned is not None:
        after[NUMBER[story.returned]] = story.board[NUMBER[story.returned]]
    return Sowing(*story[:-1], tuple(after))


class Way:
    """A move that a piece can make in one direction, and its story on a board with nothing on it but what it depends on."""

    __slots__ = ("move", "movement", "piece", "side", "story", "text")

    def __init__(self, side: int, piece: int, story: Sowing) -> None:
        self.side, self.piece, self.story = side, piece, story
        self.move, self.text = _written_move(story.origin, story.path[-1], story.takes_head or bool(story.captures))
        self.movement = _movement(side, story.origin, story.path[-1])


@cache
def _written_move(origin: str, target: str, takes: bool) -> tuple[Move, str]:
    """There are some two thousand, and every position has the same ones."""
    move = Move(origin, target, takes)
    return move, str(move)


_Nearby = Callable[[int, int, str, int, tuple[int, ...], bool, int], Way | Refusal]

FEW_FOURS = 1
"""With so many stacks of four or fewer no move breaks the limit of X4: none makes more than three."""


@lru_cache(256)
def _sower(options: Options) -> _Nearby:
    """The same for tables that differ only in how a game ends: there are no more than sixteen."""
    return _nearby(replace(options, repetition="off", no_move="loss", draw_plies=0))


@cache
def _nearby(options: Options) -> _Nearby:
    @lru_cache(1 << 14)  # some 12 MB
    def sow_nearby(
        side: int, origin: int, direction: str, piece: int, met: tuple[int, ...], is_heart_empty: bool, fours: int
    ) -> Way | Refusal:
        board = [0] * len(CELLS)
        if not is_heart_empty:
            board[HEARTS[1 - side]] = -SIGNS[side]  # whatever it is
        board[origin] = piece
        for cell, standing in zip(RAYS[direction][origin], met, strict=False):
            board[cell] = standing
        elsewhere = fours - board.count(TALLEST * SIGNS[side])
        story = _sow(tuple(board), side, origin, direction, elsewhere, options)
        return story if isinstance(story, Refusal) else Way(side, piece, story)

    return sow_nearby


@cache
def _lines_from(origin: int, piece: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The directions in which a piece might go, and the cells it might enter."""
    rays = ((direction, RAYS[direction][origin][: _most_entered(piece)]) for direction in lines_of(piece))
    return tuple((direction, ray) for direction, ray in rays if ray)


def _sow(
    board: Board, side: int, origin: int, direction: str, fours_elsewhere: int, options: Options
) -> Sowing | Refusal:
    path, barrier = _walk(board, side, origin, direction, options)
    while path:
        story = _lay(board, side, origin, path, options)
        fault = _broken_limit(story, side, options, fours_elsewhere)
        if fault is None:
            return story
        if fault == words.fifth_four(story.last, story.takes_head) and options.fifth_four == "forbid":
            return fault
        path, barrier = path[:-1], fault
    return barrier


def _walk(board: Board, side: int, origin: int, direction: str, options: Options) -> tuple[tuple[int, ...], Refusal]:
    """The cells a move may enter, in order, and what keeps it from going on; limits are not looked at."""
    ray = RAYS[direction][origin]
    if abs(board[origin]) == HEAD:
        return _head_step(board, side, ray, options)
    sign, height = SIGNS[side], abs(board[origin])
    most = _most_entered(height)
    for count, cell in enumerate(ray[:most]):
        met = board[cell] * sign
        if met == HEAD:
            return ray[:count], words.own_head(CELLS[cell])
        if met == -HEAD:
            return ray[: count + 1], words.walk_ends_on_the_head(CELLS[cell])
        if met < 0 and -met > (arriving := _arriving(height, count)):
            return ray[:count], words.larger_stack(CELLS[cell], -met, arriving)
    return ray[:most], words.edge() if len(ray) < most else words.reach(height)


def _most_entered(piece: int) -> int:
    """X7, X13: how many cells what stands somewhere may enter."""
    height = abs(piece)
    return 1 if height == HEAD else max(height - 1, 1)


def _arriving(height: int, count: int) -> int:
    """X7: how many pawns of a stack arrive on a cell after `count` others were entered. One stays behind on the origin
    and on each cell; a lone pawn leaves nothing."""
    return max(height - 1 - count, 1)


def _head_step(board: Board, side: int, ray: tuple[int, ...], options: Options) -> tuple[tuple[int, ...], Refusal]:
    """X13 to X15: one cell, if nothing forbids it."""
    if not ray:
        return (), words.edge()
    cell, met = ray[0], board[ray[0]] * SIGNS[side]
    if met > 0:
        return (), words.head_and_own_pawns(CELLS[cell])
    if cell == HEARTS[side]:
        return (), words.head_never_back(CELLS[cell])
    if cell == HEARTS[1 - side] and not (met == -HEAD and options.head_takes_on_heart == "yes"):
        return (), words.head_on_enemy_heart(CELLS[cell])
    if -HEAD < met < -1:
        return (), words.head_takes_one(CELLS[cell], -met)
    return (cell,), words.head_one_cell()


def _lay(board: Board, side: int, origin: int, path: tuple[int, ...], options: Options) -> Sowing:
    """The move that enters `path` and stops on its last cell, everything in hand staying there (X7, X9, X11, X12, X17)."""
    sign, piece, heart = SIGNS[side], abs(board[origin]), HEARTS[1 - side]
    after = list(board)
    after[origin] = sign if 2 <= piece < HEAD else 0
    heart_is_kept = piece == 1 and origin == heart and options.leaving_pawn_empties_heart == "no"
    captures: list[Capture] = []
    takes_head, returned = False, None
    for cell in path:
        met = -after[cell] * sign
        if met > 0:
            heart_is_empty = after[heart] == 0 and not heart_is_kept
            after[cell] = 0
            if met == HEAD:
                takes_head = True
            else:
                captures.append(Capture(CELLS[cell], met))
                if heart_is_empty:
                    after[heart] = -sign
                    returned = CELLS[heart]
        after[cell] += sign
    after[path[-1]] += sign * ((HEAD if piece == HEAD else _arriving(piece, len(path) - 1)) - 1)
    return Sowing(CELLS[origin], _names(path), tuple(captures), takes_head, returned, tuple(after))


@cache
def _names(path: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CELLS[cell] for cell in path)


def _broken_limit(story: Sowing, side: int, options: Options, fours_elsewhere: int = 0) -> Refusal | None:
    """X4, judged where the move would stop. X12: by option, not where it takes the head."""
    if story.takes_head and options.head_stop_limits == "off":
        return None
    sign = SIGNS[side]
    for cell in story.path:
        if TALLEST < story.board[NUMBER[cell]] * sign < HEAD:
            return words.stack_of_five(story.last, cell, story.takes_head)
    if story.board.count(TALLEST * sign) + fours_elsewhere > MOST_FOURS:
        return words.fifth_four(story.last, story.takes_head)
    return None


# --- A game under way -----------------------------------------------------------------------------------------------

REPETITION_LOSES = 4
SHUTTLE_MEMORY = 2 * 2 * (REPETITION_LOSES - 1)
"""Plies a `shuttle` can depend on: three times to and fro of each player."""


class Movement(NamedTuple):
    """X20: where a move of a seat begins and where it ends, as cell names, whatever moves and whatever it takes."""

    seat: int
    origin: str
    target: str

    def __str__(self) -> str:
        return f"{self.origin}–{self.target}"


@cache
def _movement(seat: int, origin: str, target: str) -> Movement:
    """There are some two thousand, and every game counts the same ones."""
    return Movement(seat, origin, target)


class Played(NamedTuple):
    """One ply of the past: the position and the move played in it."""

    board: Board
    side: int
    move: Move


@dataclass(frozen=True, repr=False)
class State(BaseState[Move]):
    """A position, the count of X22 and the past of X20. Two states are equal if board, side and options are."""

    board: Board
    side: int
    options: Options = Options()
    quiet_plies: int = field(default=0, compare=False)
    """X22: plies since the number of pawns on the board last fell."""
    past: tuple[Played, ...] = field(default=(), compare=False)
    """X20: as many plies as the option `repetition` may still count, oldest first."""
    times_last: int = field(default=0, compare=False)
    """X20: how many times the last move has been played now, counted as the option `repetition` says."""
    movements: Mapping[Movement, int] = field(default_factory=dict, compare=False)
    """X20: how often each movement has been made in this game, in the order of their first time; only what the option
    `movement4` counts. Nobody may change it."""

    @property
    def to_move(self) -> int:
        return self.side

    def legal_moves(self) -> tuple[Move, ...]:
        """X5: any own stack or the own head; X8: at most one move for each direction."""
        return tuple([way.move for way in self.ways]) if self.outcome() is None else ()

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """All moves the board allows, piece by piece."""
        board, side, sign = self.board, self.side, SIGNS[self.side]
        fours, is_heart_empty = max(board.count(TALLEST * sign), FEW_FOURS), not board[HEARTS[1 - side]]
        nearby, found = _sower(self.options), []
        for origin, piece in enumerate(board):
            if piece * sign > 0:
                for direction, ray in _lines_from(origin, piece):
                    met = tuple([board[cell] for cell in ray])
                    way = nearby(side, origin, direction, piece, met, is_heart_empty, fours)
                    if way.__class__ is Way:
                        found.append(way)
        return tuple(found)

    @cached_property
    def _sowings(self) -> dict[Move, Sowing]:
        """Their stories, on boards with nothing else on them."""
        return {way.move: way.story for way in self.ways}

    @cached_property
    def moves_by_text(self) -> dict[str, Move]:
        return {way.text: way.move for way in self.ways} if self.outcome() is None else {}

    def sowing(self, move: Move) -> Sowing:
        """The whole story of a legal move, told before it is played."""
        return _told_on(self.board, self._sowings[move])

    def sow(self, origin: str, direction: str) -> Sowing | Refusal:
        """The story of what stands on `origin` going in `direction`, or why it cannot."""
        fault = self._refusal_of_origin(origin)
        if fault is not None:
            return fault
        piece = self.board[NUMBER[origin]]
        if direction not in lines_of(piece):
            return words.wrong_line(origin, abs(piece))
        return sow(self.board, self.side, NUMBER[origin], direction, self.options)

    def play_unchecked(self, move: Move) -> "State":
        story = self.sowing(move)
        return State(
            story.board,
            1 - self.side,
            self.options,
            0 if story.pawns_lost else self.quiet_plies + 1,
            self._past_after(move, story),
            self.times_played(move) + 1,
            self._movements_after(move),
        )

    def find(self, move: Move | str) -> Move:
        """A `Move` with the wrong sign is understood as well as its text (see `read_move`)."""
        return super().find(self._with_due_sign(move) if isinstance(move, Move) else move)

    def _with_due_sign(self, move: Move) -> Move:
        """Origin and last cell identify a move: either sign between them is understood."""
        other = move._replace(takes=not move.takes)
        return other if other in self._sowings else move

    def refusal(self, move: Move) -> Refusal | None:
        """The first clause that forbids `move`, or `None`."""
        outcome = self.outcome()
        if outcome is not None:
            return words.game_is_over(outcome.reason)
        fault = self._refusal_of_origin(move.origin)
        if fault is not None:
            return fault
        if move.origin == move.target:
            return words.no_passing()
        origin, target = NUMBER[move.origin], NUMBER[move.target]
        piece = abs(self.board[origin])
        direction = next((name for name in lines_of(piece) if target in RAYS[name][origin]), None)
        if piece == HEAD and (direction is None or RAYS[direction][origin][0] != target):
            return words.head_one_cell()
        if direction is None:
            return words.wrong_line(move.origin, piece)
        return self._refusal_of_stop(origin, direction, move.target)

    def _refusal_of_origin(self, origin: str) -> Refusal | None:
        """X5: only an own stack or the own head moves."""
        piece = self.board[NUMBER[origin]] * SIGNS[self.side]
        if piece == 0:
            return words.nothing_to_move(origin)
        return words.not_yours(origin) if piece < 0 else None

    def _refusal_of_stop(self, origin: int, direction: str, target: str) -> Refusal | None:
        """X8, X10: why a move in `direction` does not stop on `target`."""
        found = sow(self.board, self.side, origin, direction, self.options)
        if isinstance(found, Sowing) and target in found.path:
            return None if target == found.last else words.walk_goes_on(found.last)
        path, barrier = _walk(self.board, self.side, origin, direction, self.options)
        if NUMBER[target] not in path:
            return barrier
        wished = _lay(self.board, self.side, origin, path[: path.index(NUMBER[target]) + 1], self.options)
        fault = _broken_limit(wished, self.side, self.options)
        return found if fault is None and isinstance(found, Refusal) else fault

    # --- End (X19 to X22) -------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        """After a ply: head taken, else X20, else X21, else X22."""
        for seat in (LIGHT, DARK):
            if HEAD * SIGNS[seat] not in self.board:
                return _won_by(1 - seat, "head")
        if self.times_last >= REPETITION_LOSES:
            return _won_by(self.side, "repetition")
        if not self.ways:
            if self.options.no_move == "draw":
                return Outcome(None, (0.5, 0.5), "no move")
            return _won_by(1 - self.side, "no move")
        if 0 < self.options.draw_plies <= self.quiet_plies:
            return Outcome(None, (0.5, 0.5), "plies")
        return None

    def times_played(self, move: Move) -> int:
        """X20: how many times `move` counts as played before: anywhere, here, or to and fro, as the option `repetition` says."""
        if self.options.repetition == "movement4":
            return self.movements.get(_movement(self.side, move.origin, move.target), 0)
        if self.options.repetition == "position4":
            return self._played_here.count(move)
        times = 0
        own = [ply.move for ply in self.past[-2::-2]]
        for back, again in zip(own[::2], own[1::2], strict=False):
            if (back.target, back.origin) != move[:2] or again[:2] != move[:2]:
                break
            times += 1
        return times

    @property
    def made(self) -> tuple[Made, ...]:
        """X20: the movements of the game, those of each seat by their counts."""
        by_count = sorted(self.movements.items(), key=lambda entry: (entry[0].seat, -entry[1]))
        return tuple(Made(movement.seat, str(movement), times) for movement, times in by_count)

    def with_made(self, made: Iterable[Made]) -> "State":
        found = {Movement(seat, *what.split("–")): times for seat, what, times in made}
        return replace(self, movements=found)

    @property
    def resigned_by(self) -> Movement | None:
        """X20: the movement whose fourth time has ended the game, if one has."""
        if self.outcome() is None or self.times_last < REPETITION_LOSES:
            return None
        if self.options.repetition != "movement4":
            return Movement(1 - self.side, *self.past[-1].move[:2])
        return next(movement for movement, times in self.movements.items() if times >= REPETITION_LOSES)

    def _movements_after(self, move: Move) -> Mapping[Movement, int]:
        if self.options.repetition != "movement4":
            return self.movements
        return {**self.movements, _movement(self.side, move.origin, move.target): self.times_played(move) + 1}

    @cached_property
    def _played_here(self) -> tuple[Move, ...]:
        """The moves that were played before in this very position."""
        return tuple(ply.move for ply in self.past if ply.board == self.board and ply.side == self.side)

    def _past_after(self, move: Move, story: Sowing) -> tuple[Played, ...]:
        """X20: the past worth remembering. No position with more pawns than now can come back."""
        if self.options.repetition in ("movement4", "off"):
            return ()
        past = (*self.past, Played(self.board, self.side, move))
        if self.options.repetition == "shuttle":
            return past[-SHUTTLE_MEMORY:]
        return () if story.pawns_lost else past

    def losing_repetitions(self) -> tuple[Move, ...]:
        """X20: the legal moves that would now be played for the fourth time, and lose: all but those that take the head."""
        return self._losing_repetitions

    @cached_property
    def _losing_repetitions(self) -> tuple[Move, ...]:
        if not self._could_lose_by_repetition:
            return ()
        return tuple(
            move
            for move in self.legal_moves()
            if self.times_played(move) + 1 >= REPETITION_LOSES and not self._sowings[move].takes_head
        )

    @property
    def _could_lose_by_repetition(self) -> bool:
        """X20: has anything been played three times? A look at the counts, before all moves are looked at."""
        if self.options.repetition == "movement4":
            return max(self.movements.values(), default=0) >= REPETITION_LOSES - 1
        return len(self._played_here if self.options.repetition == "position4" else self.past) >= REPETITION_LOSES - 1

    @property
    def warning(self) -> Text | None:
        """X20: told to the player whom a move is about to cost the game; and before, as soon as it has been played for the third
        time, where it counts only here or in a row."""
        if self.outcome() is not None:
            return None
        moves = self.losing_repetitions()
        told_early = self.options.repetition != "movement4"
        if not moves and told_early and self.times_last == REPETITION_LOSES - 1:
            moves = (self.past[-1].move,)
        return words.repetition_warning([str(move) for move in moves]) if moves else None

    def without_draw_rules(self) -> "State":
        return State(self.board, self.side, replace(self.options, repetition="off", draw_plies=0))

    # --- Counting and text ------------------------------------------------------------------------------------------

    def pawns(self, seat: int) -> int:
        """How many pawns of a seat are on the board."""
        return sum(abs(piece) for piece in self.board if 0 < piece * SIGNS[seat] < HEAD)

    def to_text(self) -> str:
        from .notation import write_position

        return write_position(self)

    def read_move(self, text: str) -> Move:
        from .notation import read_move

        return self._with_due_sign(read_move(text))


def _won_by(seat: int, reason: str) -> Outcome:
    return Outcome(seat, (1.0, 0.0) if seat == LIGHT else (0.0, 1.0), reason)


def initial(options: Options) -> State:
    """X3, X5: the starting position; Light, whoever the lots made it, moves first."""
    rows = [line.split()[1:] for line in START.strip().splitlines()[:7]]
    letters = [letter for row in reversed(rows) for letter in row]
    return State(tuple(0 if letter == "." else piece_of_letter(letter) for letter in letters), LIGHT, options)
