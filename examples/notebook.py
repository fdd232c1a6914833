"""A notebook without a notebook: replay a game, draw its boards, ask the engine, plot who was winning.

    python examples/notebook.py notes        # writes the pictures into the folder notes/

docs/library.md is this file with words around it, and its pictures are those this file writes. In Jupyter the last line of a
cell is enough: a state and a record draw themselves.
"""

import sys
from pathlib import Path

import alcove

GAME = "axom"
RECORD = Path(__file__).parent / "game.txt"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    # A record is a whole game; `replay` gives every position of it, each move checked.
    record = alcove.read_record(RECORD.read_text(encoding="utf-8"))
    states = record.replay()
    print(f"{record.tags['Seat1']} against {record.tags['Seat2']}: {record.result} after {len(states) - 1} plies")

    # Any of them is a picture. The last move is marked.
    for ply in (0, len(states) // 2, len(states) - 1):
        (folder / f"ply-{ply}.svg").write_text(record.svg(ply, size=360), encoding="utf-8")

    # The engine, asked about one position: lines of play with their worth for the side to move.
    middle = states[len(states) // 2]
    for line in alcove.analyse(middle, nodes=20_000, lines=3).lines:
        print(f"{line.score_text.en:>12}  {100 * line.win_probability:3.0f} %  {' '.join(line.moves[:4])}")

    # And about all of them: how likely the first seat was to win after every ply.
    chances = [100 * chance for chance in alcove.evaluations(record, nodes=2_000)]
    plot = alcove.curve(enumerate(chances), "Who was winning?", "ply", "% for the first seat", high=100, compared=50)
    (folder / "chances.svg").write_text(plot, encoding="utf-8")
    turn = max(range(1, len(chances)), key=lambda ply: abs(chances[ply] - chances[ply - 1]))
    print(f"the game turned with ply {turn}, {record.main.plies[turn - 1].move}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "notes"))
