"""The room: a server with tables, live sockets and engines in processes of their own. Each folder is a room of it and knows
only those before it: base, wire, store, cluster, engines, tables, people, {meet, study}, web, and on top `app` and `run`.

Read `alcove.table` first (what a table is, without I/O), then `wire` (what is said), then `tables` (where the two meet the disk).
"""
