"""Everything the page may say and everything it is told, and how it is read."""
