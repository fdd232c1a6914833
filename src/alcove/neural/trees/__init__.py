"""Trees that a network guides: many games side by side, in compiled code."""
