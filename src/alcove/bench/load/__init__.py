"""How many people a room can hold: thousands of sockets, real games between pairs of them, and what that costs.

Everything goes over the wire, as pages do it; nothing of the server is imported. `wire` is a socket, `pairs` are two
people at a table, `server` is the process under load, `run` is the measurement.
"""
