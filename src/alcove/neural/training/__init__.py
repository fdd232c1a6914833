"""How networks are made: self-play, learning, and a plot of what it came to. Only this package imports PyTorch."""
