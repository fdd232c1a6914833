"""Axom a second time, written from the rule text alone and in another style: slow, literal, mutable.

A board is a dictionary from (file, rank) to a string with one character for each piece: `"www"` is a stack of three,
`"W"` and `"B"` are heads. Every stop is tried from scratch, pawn by pawn. Nothing is imported from `alcove`.
"""

from copy import deepcopy

Cell = tuple[int, int]
Board = dict[Cell, str]

DEFAULTS = {
    "fifth_four": "shorten",
    "head_stop_limits": "on",
    "head_takes_on_heart": "no",
    "leaving_pawn_empties_heart": "yes",
    "repetition": "movement4",
    "no_move": "loss",
    "draw_plies": "0",
}
HEART = {"w": (0, 0), "b": (6, 6)}
EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class UnreachableError(Exception):
    """The walk ends before that stop."""


def name(cell: Cell) -> str:
    return "abcdefg"[cell[0]] + str(cell[1] + 1)


def parse(text: str) -> tuple[Board, str, int]:
    rows, side, *count = text.split()
    board: Board = {}
    for down, row in enumerate(rows.split("/")):
        for digit in "1234567":
            row = row.replace(digit, "." * int(digit))
        for file, mark in enumerate(row):
            if mark in "Hh":
                board[file, 6 - down] = "W" if mark == "H" else "B"
            elif mark != ".":
                pawn = "w" if mark.isupper() else "b"
                board[file, 6 - down] = pawn * (ord(mark.lower()) - ord("a") + 1)
    return board, side, int(count[0]) if count else 0


def unparse(board: Board, side: str) -> str:
    rows = []
    for rank in range(6, -1, -1):
        row = ""
        for file in range(7):
            pile = board.get((file, rank), "")
            if pile in ("W", "B"):
                row += "H" if pile == "W" else "h"
            elif pile:
                row += ".abcde"[len(pile)].upper() if pile[0] == "w" else ".abcde"[len(pile)]
            else:
                row += "."
        for gap in range(7, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    return "/".join(rows) + " " + side


def pawn_total(board: Board) -> int:
    return sum(pile.count("w") + pile.count("b") for pile in board.values())


class NaiveGame:
    """A game under way that remembers everything that was ever played."""

    def __init__(self, text: str, **options: str) -> None:
        self.options = DEFAULTS | options
        self.board, self.side, self.count = parse(text)
        self.diary: list[tuple[str, str, str]] = []  # (position, side, move), from the first ply on
        self.lost_by_repetition = ""

    @property
    def enemy(self) -> str:
        return "b" if self.side == "w" else "w"

    # --- one attempt: go from a cell in a direction and stop after exactly so many cells ---

    def attempt(self, origin: Cell, step: Cell, stop: int) -> tuple[Board, bool, bool]:
        """The board afterwards, whether anything was taken, whether it was the head."""
        board = dict(self.board)
        hand = board.pop(origin)
        is_head = hand in ("W", "B")
        lone_pawn_left_heart = len(hand) == 1 and not is_head and origin == HEART[self.enemy]
        if not is_head and len(hand) > 1:
            board[origin], hand = hand[0], hand[1:]
        took, took_head = False, False
        cell = origin
        for number in range(1, stop + 1):
            cell = (cell[0] + step[0], cell[1] + step[1])
            if not hand or took_head or min(cell) < 0 or max(cell) > 6:
                raise UnreachableError
            there = board.get(cell, "")
            if is_head:
                self.check_head_may_enter(cell, there, number)
            if there == self.side.upper():
                raise UnreachableError
            if there == self.enemy.upper():
                took, took_head = True, True
                del board[cell]
            elif there and there[0] == self.enemy:
                if len(there) > len(hand):
                    raise UnreachableError
                took = True
                home_is_empty = HEART[self.enemy] not in board
                if lone_pawn_left_heart and self.options["leaving_pawn_empties_heart"] == "no":
                    home_is_empty = False
                del board[cell]
                if home_is_empty:
                    board[HEART[self.enemy]] = self.enemy
            dropped = hand if number == stop else hand[0]
            hand = hand[len(dropped) :]
            board[cell] = board.get(cell, "") + dropped
        return board, took, took_head

    def check_head_may_enter(self, cell: Cell, there: str, number: int) -> None:
        if number > 1 or there.startswith(self.side) or len(there) > 1 or cell == HEART[self.side]:
            raise UnreachableError
        if cell == HEART[self.enemy]:
            takes_head = there == self.enemy.upper()
            if not takes_head or self.options["head_takes_on_heart"] == "no":
                raise UnreachableError

    def moves(self) -> dict[str, tuple[Board, str]]:
        """What can be played: the notation, then the board afterwards and the cells without the sign."""
        found = {}
        for cell, pile in self.board.items():
            if pile[0].lower() != self.side:
                continue
            for step in EIGHT:
                straight = 0 in step
                if pile in ("W", "B") or straight == (len(pile) % 2 == 0):
                    found.update(self.move_towards(cell, step))
        return found

    def move_towards(self, origin: Cell, step: Cell) -> dict[str, tuple[Board, str]]:
        for stop in (3, 2, 1):
            try:
                board, took, took_head = self.attempt(origin, step, stop)
            except UnreachableError:
                continue
            mine = [pile for pile in board.values() if pile[0] == self.side]
            if not (took_head and self.options["head_stop_limits"] == "off"):
                if any(len(pile) > 4 for pile in mine):
                    continue
                if sum(len(pile) == 4 for pile in mine) > 4:
                    if self.options["fifth_four"] == "forbid":
                        return {}
                    continue
            last = name((origin[0] + stop * step[0], origin[1] + stop * step[1]))
            return {name(origin) + ("x" if took else "-") + last: (board, name(origin) + last)}
        return {}

    # --- the game ---

    def play(self, text: str) -> None:
        board, cells = self.moves()[text]
        self.diary.append((unparse(self.board, self.side), self.side, cells))
        self.count = 0 if pawn_total(board) < pawn_total(self.board) else self.count + 1
        if self.options["repetition"] == "movement4":
            same = [1 for _, side, made in self.diary if (side, made) == (self.side, cells)]
            if len(same) >= 4:
                self.lost_by_repetition = self.side
        if self.options["repetition"] == "position4" and self.diary.count(self.diary[-1]) >= 4:
            self.lost_by_repetition = self.side
        if self.options["repetition"] == "shuttle":
            mine = [move for _, side, move in self.diary if side == self.side]
            back = cells[2:] + cells[:2]
            if mine[-7:] == [cells, back] * 3 + [cells]:
                self.lost_by_repetition = self.side
        self.board, self.side = board, self.enemy

    def result(self) -> tuple[str, str] | None:
        """The result and the reason word."""
        loses = {"w": "0-1", "b": "1-0"}
        for side in "wb":
            if side.upper() not in self.board.values():
                return loses[side], "head"
        if self.lost_by_repetition:
            return loses[self.lost_by_repetition], "repetition"
        if not self.moves():
            return ("1/2-1/2" if self.options["no_move"] == "draw" else loses[self.side]), "no move"
        if int(self.options["draw_plies"]) and self.count >= int(self.options["draw_plies"]):
            return "1/2-1/2", "plies"
        return None

    def text(self) -> str:
        return unparse(self.board, self.side) + (f" {self.count}" if self.count else "")


def count_lines(game: NaiveGame, depth: int) -> int:
    """Perft; give it a game with repetition and draws off."""
    if game.result() is not None:
        return 0
    if depth == 1:
        return len(game.moves())
    total = 0
    for text in game.moves():
        later = deepcopy(game)
        later.play(text)
        total += count_lines(later, depth - 1)
    return total
