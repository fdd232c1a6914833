"""Packages that bring games, good and bad, as somebody else might have written them; tests install them elsewhere."""
