"""The protocol of a game and what follows from it alone. Standard library only."""
