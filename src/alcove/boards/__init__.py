"""What any game on a board of cells may be built from: the scene (flat), geometry (layout), notation (grid), a base of laws
(pieces), their symmetries, and kernels for games of steps (stepping)."""
