"""How a packed game stands, as one small integer: seat 0's point of view, and a number no result can be."""

SEAT_0_WINS = 1
DRAW = 0
SEAT_1_WINS = -1
ONGOING = 2
