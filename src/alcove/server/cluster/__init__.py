"""Several servers, one room: how they speak to each other, who answers for which table, when the room was open,
and what everybody may do how often.
"""
