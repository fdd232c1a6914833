"""The room under a microscope: the real server on a machine that exists only as far as a seed says.

`loop` is the time, `disk`, `exchange` and `thinkers` are what a server leans on, `world` opens servers on them, `page` is
what a browser's tab does, `people` are those who use it, `checks` is what must be true. See docs/decisions/0058.
"""
