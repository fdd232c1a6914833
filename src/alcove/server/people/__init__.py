"""People: who somebody is, what they have played, and how well.

A person is one string of 32 hex digits wherever a table, an event or a seat names one. For a guest it is the digest of
their cookie; an account keeps the id of the guest who registered it, so that all their games stay theirs.
"""
