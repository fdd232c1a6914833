"""Learning at the board: analysis, the explorer, lessons, puzzles, and the gate that keeps engines out of rated games."""
