"""Everything a page may send and everything it may receive, and how that is read."""
