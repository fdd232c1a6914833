"""Avalam a second time, as naively as possible: whole piles of pieces, every pair of cells tried, no code shared with
`alcove.games.avalam`. Its author had read that code, so the two are not independent readings of the rules: this one
finds slips, and the golden numbers, which come from elsewhere, find misreadings."""

SPANS = {9: "cd", 8: "be", 7: "bg", 6: "bi", 5: "ai", 4: "ah", 3: "ch", 2: "eh", 1: "fg"}


class Naive:
    """`piles` maps a cell name to its pieces, bottom first, `L` or `D` each."""

    def __init__(self) -> None:
        self.piles: dict[str, str] = {}
        self.turn = "L"
        for row, span in SPANS.items():
            for file in "abcdefghi":
                if span[0] <= file <= span[1] and (file, row) != ("e", 5):
                    is_like_c9 = (abs(ord(file) - ord("c")) + abs(row - 9)) % 2 == 0
                    self.piles[f"{file}{row}"] = "L" if is_like_c9 else "D"

    def moves(self) -> set[str]:
        return {
            f"{a}-{b}"
            for a in self.piles
            for b in self.piles
            if max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))) == 1
            and len(self.piles[a]) + len(self.piles[b]) < 6
        }

    def play(self, move: str) -> None:
        origin, target = move.split("-")
        self.piles[target] = self.piles[target] + self.piles.pop(origin)
        self.turn = "D" if self.turn == "L" else "L"

    def tops(self) -> dict[str, tuple[str, int]]:
        """The owner and the height on each occupied cell."""
        return {cell: (pile[-1], len(pile)) for cell, pile in self.piles.items()}

    def result(self) -> str:
        """`*` while a move is left."""
        if self.moves():
            return "*"
        tops = [pile[-1] for pile in self.piles.values()]
        fives = [pile[-1] for pile in self.piles.values() if len(pile) == 5]
        light = (tops.count("L"), fives.count("L"))
        dark = (tops.count("D"), fives.count("D"))
        return "1/2-1/2" if light == dark else "1-0" if light > dark else "0-1"
