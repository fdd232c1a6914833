"""The room: a server with tables, live sockets and engines in processes of their own.

Read `messages` (the wire), then `room` (what a table is, without I/O), then `tables` (where the two meet the disk).
"""
