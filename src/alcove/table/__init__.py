"""A table without its wires: what can happen (`events`), what people ask (`commands`), what that makes (`decisions`),
where it leaves the table (`fold`), and its clocks. Pure: no disk, no socket, no time of its own; the terminal plays by it, too.
"""
