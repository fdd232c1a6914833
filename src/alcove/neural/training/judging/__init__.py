"""How the small networks that judge for alpha-beta are made: games to learn from, and fitting."""
