"""How fast the house is, measured side by side in one run."""
