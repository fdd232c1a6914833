"""Searches that name no game: each is made once for a game from its kernel and its evaluation."""
