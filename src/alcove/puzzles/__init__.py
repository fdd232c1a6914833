"""Puzzles: positions with one solution, proven by search, themed, rated and kept as data.

`puzzle.py` says what a puzzle is and reads the shipped ones, `words.py` tells them to people; both are light, so that
the room needs no engine to judge an answer. `solve.py` searches, `judge.py` makes a puzzle of a position or refuses it,
`themes.py` and `rate.py` describe it, `make.py` finds positions in games of the engine.
"""
