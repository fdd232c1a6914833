"""Several servers, one room: how they talk to each other, which one answers for a table, when the room was open,
and how often people may do what costs it something.
"""
