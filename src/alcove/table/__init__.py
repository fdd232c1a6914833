"""A table without its wires: what can happen (`events`), what people ask for (`commands`), what comes of it (`decisions`),
where that leaves the table (`fold`), and its clocks. Pure: no disk, no socket, no time of its own. The terminal plays by it too.
"""
