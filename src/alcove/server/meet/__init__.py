"""Where people find each other: the lobby with its offers and challenges, and programs that play (bots)."""
