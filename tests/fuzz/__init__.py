"""Noise for the parsers: whatever comes in is read or refused in words, soon.

`targets` are the parsers, `corpus/` has a folder of small files for each of them (what people send, and what once went
wrong), `noise` makes more of them. Property-based in the tests, guided by coverage in `make fuzz MINUTES=…`.
"""
